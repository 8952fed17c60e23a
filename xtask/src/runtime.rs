//! The ONNX Runtime shared library: taken out of an npm package, pinned and checked by hash.
//!
//! The package holds the libraries of all systems (290 MB); the one of this system is kept in `.cache/onnxruntime`
//! and the rest is deleted.

use crate::error::{Error, Result};
use crate::{fingerprint, shell};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the library of this system lies once `ensure` has been through.
pub fn library() -> Result<PathBuf> {
    Ok(folder().join(Wanted::here()?.library))
}

/// The library of this system and what it needs beside it, once `ensure` has been through.
pub fn files() -> Result<Vec<PathBuf>> {
    Ok(Wanted::here()?.files.into_iter().map(|(name, _)| folder().join(name)).collect())
}

/// Sees to it that the library of this system is there and is the pinned one.
pub fn ensure() -> Result<()> {
    let wanted = Wanted::here()?;
    let what = format!("ONNX Runtime {}", wanted.version);
    if wanted
        .files
        .iter()
        .all(|(name, hash)| fingerprint::of_file(&folder().join(name)).is_ok_and(|found| found == *hash))
    {
        shell::up_to_date(&what);
        return Ok(());
    }
    let step = shell::step(&format!("{what}, from the npm package {}", wanted.package));
    let scratch = shell::cache().join("onnxruntime-npm");
    clear(&scratch)?;
    fs::create_dir_all(&scratch).map_err(Error::file(&scratch))?;
    for name in ["package.json", "package-lock.json"] {
        copy(&pins().join(name), &scratch.join(name))?;
    }
    // The package's install script would fetch GPU libraries from elsewhere: it is never run.
    shell::stream(&mut shell::npm(&scratch, ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))?;
    fs::create_dir_all(folder()).map_err(Error::file(&folder()))?;
    for (name, hash) in &wanted.files {
        let from = scratch.join("node_modules").join(&wanted.package).join(&wanted.folder).join(name);
        let found = fingerprint::of_file(&from)?;
        if found != *hash {
            return Err(Error::content(
                &from,
                format!("its SHA-256 is {found}, but {hash} is pinned in models/runtime/libraries.json"),
            ));
        }
        copy(&from, &folder().join(name))?;
    }
    clear(&scratch)?;
    step.done();
    Ok(())
}

fn folder() -> PathBuf {
    shell::cache().join("onnxruntime")
}

fn pins() -> PathBuf {
    shell::root().join("models").join("runtime")
}

fn clear(folder: &Path) -> Result<()> {
    if folder.exists() { fs::remove_dir_all(folder).map_err(Error::file(folder)) } else { Ok(()) }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(drop).map_err(Error::file(from))
}

/// What `models/runtime/libraries.json` says about this system.
struct Wanted {
    version: String,
    package: String,
    /// Folder inside the package.
    folder: String,
    /// The file to load.
    library: String,
    /// All files to keep, with their hashes.
    files: Vec<(String, String)>,
}

impl Wanted {
    fn here() -> Result<Self> {
        let path = pins().join("libraries.json");
        let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
        let pinned: Value = serde_json::from_str(&text).map_err(|error| Error::content(&path, error.to_string()))?;
        let system = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
        if pinned["platforms"][&system].is_null() {
            return Err(Error::Missing(format!(
                "The npm package has no ONNX Runtime library for {system}. Build ONNX Runtime {} yourself and set SUZUME_ORT_LIB to its library.",
                pinned["version"]
            )));
        }
        Self::of(&pinned, &system)
            .ok_or_else(|| Error::content(&path, format!("the entry of {system} is not complete")))
    }

    fn of(pinned: &Value, system: &str) -> Option<Self> {
        let entry = &pinned["platforms"][system];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Some(Self {
            version: text(&pinned["version"])?,
            package: text(&pinned["package"])?,
            folder: text(&entry["folder"])?,
            library: text(&entry["library"])?,
            files: entry["files"]
                .as_object()?
                .iter()
                .map(|(name, hash)| Some((name.clone(), text(hash)?)))
                .collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pinned_system_is_complete_and_keeps_the_library_it_loads() {
        let pinned: Value = serde_json::from_str(include_str!("../../models/runtime/libraries.json")).unwrap();
        for system in pinned["platforms"].as_object().unwrap().keys() {
            let wanted = Wanted::of(&pinned, system).unwrap();
            assert!(wanted.files.iter().any(|(name, _)| *name == wanted.library), "{system}");
            assert!(wanted.files.iter().all(|(_, hash)| hash.len() == 64), "{system}");
        }
    }

    #[test]
    fn the_pinned_version_is_the_one_in_the_lock_file() {
        let pinned: Value = serde_json::from_str(include_str!("../../models/runtime/libraries.json")).unwrap();
        let lock: Value = serde_json::from_str(include_str!("../../models/runtime/package-lock.json")).unwrap();
        assert_eq!(lock["packages"]["node_modules/onnxruntime-node"]["version"], pinned["version"]);
    }
}
