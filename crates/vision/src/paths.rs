//! Where the models and the ONNX Runtime library are.

use crate::VisionError;
use std::path::{Path, PathBuf};

/// The folder of the models and the file of the ONNX Runtime library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelPaths {
    /// The folder that holds `manifest.json` and the models.
    pub models: PathBuf,
    /// The library file.
    pub runtime: PathBuf,
}

impl ModelPaths {
    /// Finds both, each where it is found first:
    /// 1. the environment: `SUZUME_MODELS` names the folder, `SUZUME_ORT_LIB` the library file;
    /// 2. where a package of ours puts them, seen from the program: `../lib/suzume-table/models` and
    ///    `../lib/suzume-table/lib` on Linux, `../Resources/models` and `../Frameworks` on macOS, `models` and `lib` beside
    ///    the program on Windows and wherever both were unpacked by hand;
    /// 3. in a working copy, from the current folder or the program's folder upwards: `models/` and
    ///    `.cache/onnxruntime/`.
    ///
    /// # Errors
    /// [`VisionError::ModelMissing`] or [`VisionError::RuntimeMissing`] when one is nowhere.
    pub fn discover() -> Result<ModelPaths, VisionError> {
        let program = std::env::current_exe().ok().and_then(|path| path.parent().map(Path::to_owned));
        let current = std::env::current_dir().ok();
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        find(variable("SUZUME_MODELS"), variable("SUZUME_ORT_LIB"), program.as_deref(), current.as_deref())
    }
}

/// Where a package puts the models and the library, seen from the folder above the program's: this and what
/// `cargo xtask bundle` puts into packages belong together. On Windows both are beside the program.
const PACKAGED: Option<(&str, &str)> = if cfg!(target_os = "macos") {
    Some(("Resources/models", "Frameworks"))
} else if cfg!(windows) {
    None
} else {
    Some(("lib/suzume-table/models", "lib/suzume-table/lib"))
};

fn find(
    models: Option<PathBuf>,
    runtime: Option<PathBuf>,
    program: Option<&Path>,
    current: Option<&Path>,
) -> Result<ModelPaths, VisionError> {
    let upwards = || current.into_iter().chain(program).flat_map(Path::ancestors);
    let packaged = program.and_then(Path::parent).zip(PACKAGED);
    let has_manifest = |folder: &PathBuf| folder.join("manifest.json").is_file();
    let models = match models {
        Some(folder) => folder,
        None => program
            .into_iter()
            .map(|folder| folder.join("models"))
            .chain(packaged.map(|(above, (models, _))| above.join(models)))
            .chain(upwards().map(|folder| folder.join("models")))
            .find(has_manifest)
            .ok_or_else(|| VisionError::ModelMissing { path: Path::new("models").join("manifest.json") })?,
    };
    let cache = Path::new(".cache").join("onnxruntime");
    let runtime = match runtime {
        Some(file) => file,
        None => program
            .into_iter()
            .map(|folder| folder.join("lib"))
            .chain(packaged.map(|(above, (_, library))| above.join(library)))
            .chain(upwards().map(|folder| folder.join(&cache)))
            .find_map(|folder| library_in(&folder))
            .ok_or_else(|| VisionError::RuntimeMissing { path: cache.join(library_name()) })?,
    };
    Ok(ModelPaths { models, runtime })
}

/// The library's file name without a version, on this system.
const fn library_name() -> &'static str {
    if cfg!(windows) {
        "onnxruntime.dll"
    } else if cfg!(target_os = "macos") {
        "libonnxruntime.dylib"
    } else {
        "libonnxruntime.so"
    }
}

/// The library in this folder, with or without a version in its name.
fn library_in(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let mut found: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_library(path) && path.is_file()).collect();
    found.sort();
    found.into_iter().next()
}

fn is_library(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    if cfg!(windows) {
        name.eq_ignore_ascii_case("onnxruntime.dll")
    } else if cfg!(target_os = "macos") {
        name.starts_with("libonnxruntime.") && name.ends_with(".dylib")
    } else {
        name == "libonnxruntime.so" || name.starts_with("libonnxruntime.so.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn touch(path: &Path) -> PathBuf {
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, b"").expect("written");
        path.to_owned()
    }

    #[test]
    fn the_environment_comes_first_then_beside_the_program_then_the_working_copy() {
        let root = tempfile::tempdir().expect("a folder");
        let (copy, program) = (root.path().join("copy"), root.path().join("copy/target/debug"));
        touch(&copy.join("models/manifest.json"));
        let cached = touch(&copy.join(".cache/onnxruntime").join(library_name()));
        touch(&copy.join(".cache/onnxruntime/libonnxruntime_providers_shared.so"));
        let deep = copy.join("crates/vision");
        fs::create_dir_all(&deep).expect("a folder");
        fs::create_dir_all(&program).expect("a folder");

        let in_copy = find(None, None, Some(&program), Some(&deep)).expect("both in the working copy");
        assert_eq!(in_copy, ModelPaths { models: copy.join("models"), runtime: cached });
        let elsewhere = find(None, None, Some(&program), Some(root.path())).expect("upwards from the program");
        assert_eq!(elsewhere, in_copy);

        touch(&program.join("models/manifest.json"));
        let bundled = touch(&program.join("lib").join(library_name()));
        let beside = find(None, None, Some(&program), Some(&deep)).expect("beside the program");
        assert_eq!(beside, ModelPaths { models: program.join("models"), runtime: bundled });

        let named = find(Some("m".into()), Some("l".into()), Some(&program), Some(&deep)).expect("as named");
        assert_eq!(named, ModelPaths { models: "m".into(), runtime: "l".into() });
    }

    #[test]
    fn an_installed_program_takes_what_was_packaged_with_it_even_in_a_working_copy() {
        let Some((models, library)) = PACKAGED else { return };
        let root = tempfile::tempdir().expect("a folder");
        let (installed, copy) = (root.path().join("usr"), root.path().join("copy"));
        touch(&copy.join("models/manifest.json"));
        touch(&copy.join(".cache/onnxruntime").join(library_name()));
        touch(&installed.join(models).join("manifest.json"));
        let runtime = touch(&installed.join(library).join(library_name()));
        let found = find(None, None, Some(&installed.join("bin")), Some(&copy)).expect("both installed");
        assert_eq!(found, ModelPaths { models: installed.join(models), runtime });
    }

    #[test]
    fn what_is_nowhere_is_named() {
        let root = tempfile::tempdir().expect("a folder");
        let nothing = find(None, None, Some(root.path()), None).expect_err("no models");
        assert_eq!(nothing.code(), "model_missing");
        touch(&root.path().join("models/manifest.json"));
        let no_library = find(None, None, Some(root.path()), None).expect_err("no library");
        assert_eq!(no_library.code(), "runtime_missing");
        assert!(no_library.to_string().contains("SUZUME_ORT_LIB"), "{no_library}");
    }
}
