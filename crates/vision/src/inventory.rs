//! What pictures are read with on this computer: which files, and whether they are what they should be.

use crate::manifest::Manifest;
use crate::{ModelPaths, VisionError};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The ONNX Runtime libraries that this program is shipped with, by SHA-256.
const SHIPPED: &str = include_str!("../../../models/runtime/libraries.json");

/// The models and the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inventory {
    /// The commit whose training code made the models.
    pub trained: String,
    /// The locator and the reader.
    pub models: Vec<ModelFile>,
    /// The ONNX Runtime library.
    pub runtime: RuntimeFile,
}

/// A model file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFile {
    /// `locator` or `reader`.
    pub role: &'static str,
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes; `None` if it is not there.
    pub bytes: Option<u64>,
    /// Its SHA-256 in hexadecimal; `None` if it is not there.
    pub sha256: Option<String>,
    /// Whether that is what the manifest says.
    pub genuine: bool,
}

/// The ONNX Runtime library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its SHA-256 in hexadecimal; `None` if it is not there.
    pub sha256: Option<String>,
    /// Its version, where it is one that this program is shipped with.
    pub version: Option<String>,
}

impl Inventory {
    /// Looks at every file. This reads some 30 MB.
    ///
    /// # Errors
    /// A manifest that is missing or cannot be read; a model or library that is missing is told, not an error.
    pub fn of(paths: &ModelPaths) -> Result<Inventory, VisionError> {
        let manifest = Manifest::open(&paths.models)?;
        let (locator, reader) = (&manifest.locator, &manifest.reader);
        let model = |role, file: &str, expected: &str| {
            let path = paths.models.join(file);
            let (bytes, sha256) = fingerprint(&path).unzip();
            let genuine = sha256.as_ref().is_some_and(|found: &String| found.eq_ignore_ascii_case(expected));
            ModelFile { role, path, bytes, sha256, genuine }
        };
        Ok(Inventory {
            models: vec![
                model("locator", &locator.file, &locator.sha256),
                model("reader", &reader.file, &reader.sha256),
            ],
            runtime: runtime(&paths.runtime),
            trained: manifest.training_commit,
        })
    }
}

fn runtime(path: &Path) -> RuntimeFile {
    let sha256 = fingerprint(path).map(|(_, sha256)| sha256);
    let version = sha256.as_deref().and_then(shipped_version);
    RuntimeFile { path: path.to_owned(), sha256, version }
}

/// The version of the shipped library with this SHA-256.
fn shipped_version(sha256: &str) -> Option<String> {
    let shipped: serde_json::Value = serde_json::from_str(SHIPPED).ok()?;
    let platforms = shipped.get("platforms")?.as_object()?.values();
    let mut files =
        platforms.filter_map(|platform| platform.get("files")?.as_object()).flat_map(|files| files.values());
    files.any(|known| known == sha256).then(|| shipped.get("version")?.as_str().map(str::to_owned)).flatten()
}

/// A file's size in bytes and its SHA-256; `None` if it cannot be read.
fn fingerprint(path: &Path) -> Option<(u64, String)> {
    let bytes = std::fs::read(path).ok()?;
    Some((bytes.len() as u64, hex::encode(Sha256::digest(&bytes))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn manifest(locator: &str, reader: &str) -> String {
        format!(
            r#"{{"version":1,"training_commit":"abc",
            "locator":{{"file":"l","sha256":"{locator}","stride":4,"long_side":960,"score_threshold":0.3,"nms_iou":0.3}},
            "reader":{{"file":"r","sha256":"{reader}","size":64,"fill":0.8,"classes":["1s","junk"],
                       "temperature":1.2,"doubt_below":0.9,"keep_from":0.3,"keep_alone_from":0.4}}}}"#
        )
    }

    #[test]
    fn says_which_model_is_there_and_whether_it_is_the_right_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ModelPaths { models: folder.path().to_owned(), runtime: folder.path().join("no library") };
        std::fs::write(folder.path().join("manifest.json"), manifest(ABC, ABC)).expect("written");
        std::fs::write(folder.path().join("l"), b"abc").expect("written");
        let found = Inventory::of(&paths).expect("a manifest");
        let models: Vec<_> = found.models.iter().map(|model| (model.role, model.bytes, model.genuine)).collect();
        assert_eq!(models, [("locator", Some(3), true), ("reader", None, false)]);
        assert_eq!(found.models[0].sha256.as_deref(), Some(ABC));
        assert_eq!((found.runtime.sha256, found.runtime.version), (None, None));

        std::fs::write(folder.path().join("r"), b"abd").expect("written");
        let swapped = Inventory::of(&paths).expect("a manifest");
        assert_eq!((swapped.models[1].bytes, swapped.models[1].genuine), (Some(3), false));
    }

    #[test]
    fn knows_the_version_of_a_library_that_it_is_shipped_with_and_of_no_other() {
        let shipped: serde_json::Value = serde_json::from_str(SHIPPED).expect("JSON");
        let files = shipped["platforms"]["linux-x86_64"]["files"].as_object().expect("files");
        let sha256 = files.values().next().and_then(|sha256| sha256.as_str()).expect("a SHA-256");
        assert_eq!(shipped_version(sha256).as_deref(), shipped["version"].as_str());
        assert_eq!(shipped_version(ABC), None);
    }

    #[test]
    fn without_a_manifest_there_is_nothing_to_look_at() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ModelPaths { models: folder.path().to_owned(), runtime: PathBuf::new() };
        assert_eq!(Inventory::of(&paths).expect_err("no manifest").code(), "model_missing");
    }
}
