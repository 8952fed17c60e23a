//! `models/manifest.json`: which model files belong together, what they expect, and how their answers are read.

use crate::{Face, VisionError};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The version of the manifest's form that this program reads.
const VERSION: u32 = 1;

/// What the manifest says.
#[derive(Clone, Debug, Deserialize)]
pub struct Manifest {
    /// The version of the manifest's form.
    pub version: u32,
    /// The commit whose training code made the models.
    pub training_commit: String,
    /// The model that finds tiles.
    pub locator: LocatorSpec,
    /// The model that names faces.
    pub reader: ReaderSpec,
}

/// The locator's file and how its answer is read.
#[derive(Clone, Debug, Deserialize)]
pub struct LocatorSpec {
    /// File name beside the manifest.
    pub file: String,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Side of a cell of the answer, in input pixels.
    pub stride: u32,
    /// The longer side that pictures are scaled to, in pixels.
    pub long_side: u32,
    /// The least heat of a tile, 0-1.
    pub score_threshold: f32,
    /// Of two quads that overlap more than this, the surer one stays; 0-1.
    pub nms_iou: f32,
}

/// The reader's file and how its answer is read.
#[derive(Clone, Debug, Deserialize)]
pub struct ReaderSpec {
    /// File name beside the manifest.
    pub file: String,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Side of the square crops, in pixels.
    pub size: u32,
    /// The share of the crop's side that the tile's longer side takes.
    pub fill: f32,
    /// The faces, in the order of the model's answer.
    #[serde(deserialize_with = "faces")]
    pub classes: Vec<Face>,
    /// What logits are divided by, so that the probabilities are honest.
    pub temperature: f32,
    /// Below this probability a name is doubtful.
    pub doubt_below: f32,
    /// What is found beside a sure tile counts as one too when the locator's score times the face's probability reaches
    /// this, 0-1.
    pub keep_from: f32,
    /// The same of what lies alone.
    pub keep_alone_from: f32,
}

fn faces<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Face>, D::Error> {
    let ids = Vec::<String>::deserialize(deserializer)?;
    let unknown = |id: &String| serde::de::Error::custom(format!("{id:?} is no face"));
    ids.iter().map(|id| Face::from_id(id).ok_or_else(|| unknown(id))).collect()
}

impl Manifest {
    /// Reads `manifest.json` in the folder of the models.
    ///
    /// # Errors
    /// [`VisionError::ModelMissing`] when there is none, [`VisionError::Manifest`] when it is of another version, is
    /// no manifest or names values that cannot be.
    pub fn open(folder: &Path) -> Result<Manifest, VisionError> {
        let path = folder.join("manifest.json");
        let text = std::fs::read_to_string(&path).map_err(|cause| missing_or_file(&path, cause))?;
        Manifest::parse(&text).map_err(|cause| VisionError::Manifest { path, cause })
    }

    /// Reads a manifest's text; the error says what is wrong with it.
    fn parse(text: &str) -> Result<Manifest, String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) => return Err(format!("version {version} is not read, only version {VERSION}")),
            None => return Err("it has no version".to_owned()),
        }
        let manifest: Manifest = serde_json::from_value(value).map_err(|error| error.to_string())?;
        manifest.check()?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), String> {
        let (locator, reader) = (&self.locator, &self.reader);
        let must = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        must(matches!(locator.stride, 4 | 8 | 16 | 32), "the locator's stride must divide 32")?;
        must((64..=4096).contains(&locator.long_side), "the locator's long_side must be 64 to 4096")?;
        must((0.0..=1.0).contains(&locator.score_threshold), "score_threshold must be 0 to 1")?;
        must((0.0..=1.0).contains(&locator.nms_iou), "nms_iou must be 0 to 1")?;
        must((16..=512).contains(&reader.size), "the reader's size must be 16 to 512")?;
        must(reader.fill > 0.0 && reader.fill <= 1.0, "fill must be above 0 and at most 1")?;
        must(reader.temperature > 0.0 && reader.temperature.is_finite(), "temperature must be above 0")?;
        must((0.0..=1.0).contains(&reader.doubt_below), "doubt_below must be 0 to 1")?;
        must((0.0..=1.0).contains(&reader.keep_from), "keep_from must be 0 to 1")?;
        must((0.0..=1.0).contains(&reader.keep_alone_from), "keep_alone_from must be 0 to 1")?;
        let distinct: std::collections::BTreeSet<_> = reader.classes.iter().collect();
        must(distinct.len() == reader.classes.len(), "a face is listed twice among the classes")?;
        must(reader.classes.iter().any(|&face| face != Face::JUNK), "the classes name no face")?;
        for file in [&locator.file, &reader.file] {
            let plain = Path::new(file).file_name().is_some_and(|name| name == file.as_str());
            must(plain, "a model file must lie beside the manifest")?;
        }
        Ok(())
    }
}

/// Reads a model file and checks that it is the one the manifest names.
///
/// # Errors
/// [`VisionError::ModelMissing`], [`VisionError::File`], and [`VisionError::ModelCorrupt`] for any other bytes.
pub fn checked_bytes(folder: &Path, file: &str, sha256: &str) -> Result<Vec<u8>, VisionError> {
    let path = folder.join(file);
    let bytes = std::fs::read(&path).map_err(|cause| missing_or_file(&path, cause))?;
    let found = hex::encode(Sha256::digest(&bytes));
    if found.eq_ignore_ascii_case(sha256) {
        Ok(bytes)
    } else {
        Err(VisionError::ModelCorrupt { path, expected: sha256.to_owned(), found })
    }
}

fn missing_or_file(path: &Path, cause: std::io::Error) -> VisionError {
    let path: PathBuf = path.to_owned();
    match cause.kind() {
        std::io::ErrorKind::NotFound => VisionError::ModelMissing { path },
        _ => VisionError::File { path, cause },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"version":1,"training_commit":"abc",
        "locator":{"file":"locator.onnx","sha256":"00","stride":4,"long_side":960,"score_threshold":0.3,"nms_iou":0.3},
        "reader":{"file":"reader.onnx","sha256":"00","size":64,"fill":0.8,"classes":["1s","hatsu","junk"],
                  "temperature":1.2,"doubt_below":0.9,"keep_from":0.3,"keep_alone_from":0.4},
        "figures":{"anything":[1,2]}}"#;

    #[test]
    fn a_good_manifest_is_read() {
        let manifest = Manifest::parse(GOOD).expect("a good manifest");
        assert_eq!(manifest.reader.classes.iter().map(|face| face.id()).collect::<Vec<_>>(), ["1s", "hatsu", "junk"]);
        assert_eq!(manifest.locator.long_side, 960);
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        let cases = [
            (r#""version":1"#, r#""version":2"#, "version 2"),
            (r#""version":1,"#, "", "no version"),
            (r#""1s""#, r#""0s""#, "\"0s\" is no face"),
            (r#""hatsu""#, r#""1s""#, "twice"),
            (r#""stride":4"#, r#""stride":5"#, "stride"),
            (r#""temperature":1.2"#, r#""temperature":0"#, "temperature"),
            (r#""fill":0.8"#, r#""fill":0"#, "fill"),
            (r#""file":"reader.onnx""#, r#""file":"../reader.onnx""#, "beside"),
            (r#""score_threshold":0.3"#, r#""score_threshold":3"#, "score_threshold"),
        ];
        for (from, to, reason) in cases {
            let text = GOOD.replace(from, to);
            assert_ne!(text, GOOD, "{from}");
            let refused = Manifest::parse(&text).expect_err(to);
            assert!(refused.contains(reason), "{to}: {refused}");
        }
    }

    #[test]
    fn a_swapped_or_missing_model_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.onnx"), b"abc").expect("written");
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checked_bytes(folder.path(), "a.onnx", abc).expect("the right file"), b"abc");
        assert!(checked_bytes(folder.path(), "a.onnx", &abc.to_uppercase()).is_ok());
        std::fs::write(folder.path().join("a.onnx"), b"abd").expect("written");
        let swapped = checked_bytes(folder.path(), "a.onnx", abc).expect_err("other bytes");
        assert_eq!(swapped.code(), "model_corrupt");
        let missing = checked_bytes(folder.path(), "b.onnx", abc).expect_err("no file");
        assert_eq!(missing.code(), "model_missing");
        assert_eq!(Manifest::open(folder.path()).expect_err("no manifest").code(), "model_missing");
        std::fs::write(folder.path().join("manifest.json"), b"{").expect("written");
        assert_eq!(Manifest::open(folder.path()).expect_err("half a manifest").code(), "manifest_invalid");
    }
}
