//! What goes into a package besides the program of the window, laid out as `vision::ModelPaths` will look for it.

use super::{COMMAND_LINE, host, licences, needs};
use crate::error::{Error, Result};
use crate::{run, runtime, shell};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Of the models only these go into a package: the manifest, and what it names.
const MANIFEST: &str = "manifest.json";

/// Lays everything out and gives the file that tells the bundler of it.
pub fn stage() -> Result<PathBuf> {
    let folder = shell::cache().join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    let models = models(&folder.join("models"))?;
    let library = runtime::files()?.iter().map(|file| copy(file, &folder.join("lib"))).collect::<Result<Vec<_>>>()?;
    let command_line = command_line(&folder.join("bin"))?;
    let licences = licences::write(&folder)?;

    let mut resources = Map::new();
    let mut into = |place: &str, files: &[PathBuf]| {
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            resources.insert(file.display().to_string(), json!(format!("{place}{name}")));
        }
    };
    into("models/", &models);
    into("", std::slice::from_ref(&licences));
    // What runs must be signed on macOS, and of what an app carries only its frameworks are.
    let frameworks = if cfg!(target_os = "macos") {
        library.clone()
    } else {
        into("lib/", &library);
        Vec::new()
    };
    let mut bundle = json!({
        "resources": resources,
        "externalBin": [folder.join("bin").join(COMMAND_LINE.1)],
        "macOS": { "frameworks": frameworks },
    });
    if cfg!(target_os = "linux") {
        let mut running = vec![run::released("suzume-table"), command_line];
        running.extend(library);
        let copyright = copyright(&folder, &licences)?;
        bundle["linux"] = json!({
            "deb": {
                "depends": needs::of_debian(&running, &folder)?,
                "files": { "/usr/share/doc/suzume-table/copyright": copyright },
            },
            "rpm": {
                "depends": needs::of_rpm(&running)?,
                "files": {
                    "/usr/share/licenses/suzume-table/LICENSE-MIT": shell::root().join("LICENSE-MIT"),
                    "/usr/share/licenses/suzume-table/LICENSE-APACHE": shell::root().join("LICENSE-APACHE"),
                },
            },
        });
    }
    let file = folder.join("tauri.json");
    let text = format!("{:#}\n", json!({ "bundle": bundle }));
    fs::write(&file, text).map_err(Error::file(&file))?;
    Ok(file)
}

/// The manifest of the models and the models that it names.
fn models(to: &Path) -> Result<Vec<PathBuf>> {
    let from = shell::root().join("models");
    let manifest = from.join(MANIFEST);
    let text = fs::read_to_string(&manifest).map_err(Error::file(&manifest))?;
    let mut names = named_in(&text).ok_or_else(|| Error::content(&manifest, "it names no models"))?;
    names.push(MANIFEST.to_owned());
    names.iter().map(|name| copy(&from.join(name), to)).collect()
}

/// The files that a manifest names.
fn named_in(manifest: &str) -> Option<Vec<String>> {
    let manifest: Value = serde_json::from_str(manifest).ok()?;
    ["locator", "reader"].iter().map(|role| manifest[role]["file"].as_str().map(str::to_owned)).collect()
}

/// The command line, under the name by which the bundler looks for a program of this kind of machine.
fn command_line(to: &Path) -> Result<PathBuf> {
    let file = copy(&run::released(COMMAND_LINE.1), to)?;
    let named = to.join(format!("{}-{}{}", COMMAND_LINE.1, host()?, std::env::consts::EXE_SUFFIX));
    fs::rename(&file, &named).map_err(Error::file(&file))?;
    Ok(named)
}

/// Debian's file of copyrights: whose this is, under which terms, and where to read those of all that is in it.
fn copyright(folder: &Path, licences: &Path) -> Result<PathBuf> {
    let mit = shell::root().join("LICENSE-MIT");
    let mit = fs::read_to_string(&mit).map_err(Error::file(&mit))?;
    let name = licences.file_name().unwrap_or_default().to_string_lossy();
    let text = format!(
        "Suzume Table is under MIT OR Apache-2.0, at your choice. The Apache License 2.0 is in\n\
         /usr/share/common-licenses/Apache-2.0; the MIT License follows. What comes from others, ONNX Runtime\n\
         included, and under which terms, is in /usr/lib/suzume-table/{name}.\n\n{mit}"
    );
    let file = folder.join("copyright");
    fs::write(&file, text).map_err(Error::file(&file))?;
    Ok(file)
}

/// Copies a file into a folder and gives the copy.
fn copy(from: &Path, folder: &Path) -> Result<PathBuf> {
    fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let to = folder.join(from.file_name().unwrap_or_default());
    fs::copy(from, &to).map_err(Error::file(from))?;
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_models_are_packaged_and_nothing_of_their_training() {
        let names = named_in(include_str!("../../../models/manifest.json")).unwrap();
        assert_eq!(names.len(), 2);
        assert!(names.iter().all(|name| name.ends_with(".onnx")), "{names:?}");
    }
}
