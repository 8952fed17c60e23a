//! Sets that were taught: what each face of one physical set looks like to the reader, and how that weighs when a tile
//! is named. No network is trained for it.

use crate::model::EMBEDDING;
use crate::read::Way;
use crate::{Face, Probabilities};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A tile speaks for a taught face by so many times what its likeness is above [`LIKE_FROM`]: added to the logarithm of
/// the probability.
///
/// The three numbers were chosen on photos of `tables/valid` and on rendered scenes whose prints were bent, for each set in
/// its own way, until the reader named 60 to 98 % of them; `models/MODEL_CARD.md` has the figures.
const WEIGHT: f32 = 12.0;
/// A likeness (a cosine) above this speaks for a face, one below against it.
const LIKE_FROM: f32 = 0.6;
/// Unlikeness never speaks against a face by more than this: blur and shade make every tile unlike its picture.
const LEAST: f32 = -0.5;
/// The longest name, in characters.
pub(crate) const LONGEST_NAME: usize = 40;
/// The version of the form in which sets are written.
const VERSION: u32 = 1;

/// A set, or a folder of sets, that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaughtError {
    /// A name that is empty, too long, or holds control characters.
    #[error("a set's name is 1 to {LONGEST_NAME} characters without line breaks, not {name:?}")]
    Name {
        /// The name.
        name: String,
    },
    /// There is no set of this name.
    #[error("no set named {name:?} was taught{}", names(.known))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names of those that were.
        known: Vec<String>,
    },
    /// The set's file is not what was written.
    #[error("the set {name:?} is damaged and must be taught again: {}: {cause}", path.display())]
    Damaged {
        /// The name, as far as the file tells it.
        name: String,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The set was taught with another reader, to which tiles look different.
    #[error("the set {name:?} was taught with another reader and must be taught again")]
    OtherReader {
        /// The set's name.
        name: String,
    },
    /// A file or folder cannot be read or written.
    #[error("{}: {cause}", path.display())]
    Storage {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The system names no folder in which an app keeps its data.
    #[error("this system names no folder for an app's data; set SUZUME_DATA to one")]
    NoFolder,
    /// A face that is none, or one that cannot be taught (`back`, `junk`).
    #[error("{id:?} is no face that can be taught, such as 3s, 3sr, hatsu or chun")]
    Face {
        /// What was written.
        id: String,
    },
    /// A layout that names no face.
    #[error("no face is named")]
    NoFaces,
}

fn names(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; there are {}", names.join(", ")) }
}

impl TaughtError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            TaughtError::Name { .. } => "set_name_invalid",
            TaughtError::Unknown { .. } => "set_unknown",
            TaughtError::Damaged { .. } => "set_damaged",
            TaughtError::OtherReader { .. } => "set_other_reader",
            TaughtError::Storage { .. } => "set_storage",
            TaughtError::NoFolder => "no_data_folder",
            TaughtError::Face { .. } => "unknown_face",
            TaughtError::NoFaces => "no_faces",
        }
    }
}

/// What the faces of one physical set look like to one reader.
#[derive(Clone, Debug, PartialEq)]
pub struct TaughtSet {
    name: String,
    reader: String,
    faces: Vec<TaughtFace>,
}

/// What one face looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct TaughtFace {
    /// The face.
    pub face: Face,
    /// From how many tiles of pictures it was learnt.
    pub pictures: u32,
    /// Embeddings of unit length: upright, and for a print that does not show its head also on its head.
    pub looks: Vec<Vec<f32>>,
}

impl TaughtSet {
    /// A set of these faces, taught with the reader that has this SHA-256.
    ///
    /// # Errors
    /// [`TaughtError::Name`] for a name that is none.
    pub fn new(name: &str, reader: &str, faces: Vec<TaughtFace>) -> Result<TaughtSet, TaughtError> {
        Ok(TaughtSet { name: proper_name(name)?, reader: reader.to_owned(), faces })
    }

    /// What the person calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The faces that were taught, each once.
    pub fn faces(&self) -> &[TaughtFace] {
        &self.faces
    }

    /// Whether this reader (its SHA-256) is the one that the set was taught with.
    ///
    /// # Errors
    /// [`TaughtError::OtherReader`] when it is not: its embeddings mean something else.
    pub fn check_reader(&self, id: &str) -> Result<(), TaughtError> {
        let same = self.reader.eq_ignore_ascii_case(id);
        if same { Ok(()) } else { Err(TaughtError::OtherReader { name: self.name.clone() }) }
    }

    /// How like a tile is to a taught face: the cosine of the angle between them, -1 to 1. A red print that was not
    /// taught is as like as the plain one, so that the set says which number it is and the reader which colour.
    pub fn likeness(&self, face: Face, embedding: &[f32]) -> Option<f32> {
        let taught = |face: Face| self.faces.iter().find(|taught| taught.face == face);
        let taught = taught(face).or_else(|| face.plain().and_then(taught))?;
        taught.looks.iter().map(|looks| cosine(looks, embedding)).max_by(f32::total_cmp)
    }

    /// Weighs what the reader says by what the set looks like. Faces that were not taught, `back` and `junk` keep what
    /// they had, but for the sum being 1 again.
    pub(crate) fn weigh(&self, way: &mut Way) {
        let weighed = way.probabilities.iter().map(|(face, probability)| {
            let speaks = self.likeness(face, &way.embedding).map_or(0.0, |like| WEIGHT * (like - LIKE_FROM));
            (face, probability * speaks.max(LEAST).exp())
        });
        let weighed: Vec<(Face, f32)> = weighed.collect();
        let sum: f32 = weighed.iter().map(|(_, weight)| weight).sum();
        if sum > 0.0 {
            way.probabilities = Probabilities::new(weighed.into_iter().map(|(face, weight)| (face, weight / sum)));
        }
    }

    /// The set as a line of JSON.
    pub(crate) fn to_json(&self) -> String {
        let faces = self.faces.iter().map(|taught| Written {
            face: taught.face.id().to_owned(),
            pictures: taught.pictures,
            // Four digits: a cosine changes by less than 0.001.
            looks: taught.looks.iter().map(|row| row.iter().map(|&v| (v * 1e4).round() as i32).collect()).collect(),
        });
        let file =
            File { version: VERSION, name: self.name.clone(), reader: self.reader.clone(), faces: faces.collect() };
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// The set in a file's text; the error says what is wrong with it.
    pub(crate) fn from_json(text: &str) -> Result<TaughtSet, String> {
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.version != VERSION {
            return Err(format!("version {} is not read, only version {VERSION}", file.version));
        }
        let mut faces: Vec<TaughtFace> = Vec::with_capacity(file.faces.len());
        for written in file.faces {
            let face = teachable(&written.face).map_err(|error| error.to_string())?;
            if faces.iter().any(|taught| taught.face == face) {
                return Err(format!("{face} is there twice"));
            }
            if written.looks.is_empty() || written.looks.len() > 2 {
                return Err(format!("{face} should have one look or two"));
            }
            let rows = written.looks.iter().map(|row| {
                let row: Vec<f32> = row.iter().map(|&v| v as f32 / 1e4).collect();
                let sound = row.len() == EMBEDDING && (0.9..1.1).contains(&cosine(&row, &row));
                if sound { Ok(unit(row)) } else { Err(format!("what {face} looks like is damaged")) }
            });
            faces.push(TaughtFace { face, pictures: written.pictures, looks: rows.collect::<Result<_, _>>()? });
        }
        TaughtSet::new(&file.name, &file.reader, faces).map_err(|error| error.to_string())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    name: String,
    reader: String,
    faces: Vec<Written>,
}

/// Embeddings as whole numbers of ten-thousandths.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    face: String,
    pictures: u32,
    looks: Vec<Vec<i32>>,
}

/// A face that a set may be taught, by its id.
pub(crate) fn teachable(id: &str) -> Result<Face, TaughtError> {
    let face = Face::from_id(id).filter(|face| !matches!(*face, Face::BACK | Face::JUNK));
    face.ok_or_else(|| TaughtError::Face { id: id.to_owned() })
}

/// A name without the spaces around it, if it is one.
pub(crate) fn proper_name(name: &str) -> Result<String, TaughtError> {
    let trimmed = name.trim();
    let fits = !trimmed.is_empty() && trimmed.chars().count() <= LONGEST_NAME && !trimmed.chars().any(char::is_control);
    if fits { Ok(trimmed.to_owned()) } else { Err(TaughtError::Name { name: name.to_owned() }) }
}

/// The cosine of the angle between two embeddings of unit length.
pub(crate) fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The same direction with length 1.
pub(crate) fn unit(mut values: Vec<f32>) -> Vec<f32> {
    let length = cosine(&values, &values).sqrt().max(f32::MIN_POSITIVE);
    values.iter_mut().for_each(|value| *value /= length);
    values
}

#[cfg(test)]
#[path = "taught_tests.rs"]
mod tests;
