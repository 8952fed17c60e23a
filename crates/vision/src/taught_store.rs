//! The folder in which taught sets are kept, a file each.

use crate::taught::{TaughtError, TaughtSet, proper_name};
use crate::write_whole;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The app's own name among the folders of a system; the window's identifier.
const APP: &str = "table.suzume.app";
/// The folder of the sets in the folder of the app's data.
const FOLDER: &str = "sets";
/// The file in that folder with the name of the set in use.
const ACTIVE: &str = "active.txt";
/// No set is larger, in bytes; 48 faces with two looks have about 150,000.
const LARGEST: u64 = 4 << 20;
/// As much of a name as its file name shows, in bytes of the encoded form.
const SHOWN: usize = 120;

/// A folder of taught sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaughtSets {
    folder: PathBuf,
}

/// What is in the folder.
#[derive(Debug, Default)]
pub struct Listed {
    /// The sets, by name.
    pub sets: Vec<TaughtSet>,
    /// Files that are no sets any more: each a [`TaughtError::Damaged`] or [`TaughtError::Storage`].
    pub damaged: Vec<TaughtError>,
}

impl TaughtSets {
    /// The sets in the folder of an app's data. Nothing is made until a set is saved.
    pub fn in_data(data: &Path) -> TaughtSets {
        TaughtSets { folder: data.join(FOLDER) }
    }

    /// The sets of this person on this computer: in the folder that `SUZUME_DATA` names, otherwise where the window keeps
    /// its games.
    ///
    /// # Errors
    /// [`TaughtError::NoFolder`] when the system names none.
    pub fn discover() -> Result<TaughtSets, TaughtError> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        data_folder(&variable).map(|data| TaughtSets::in_data(&data)).ok_or(TaughtError::NoFolder)
    }

    /// All sets, by name. A damaged file hides no other.
    ///
    /// # Errors
    /// [`TaughtError::Storage`] when the folder is there and cannot be read.
    pub fn list(&self) -> Result<Listed, TaughtError> {
        let mut listed = Listed::default();
        let mut sets = Vec::new();
        for path in self.files()? {
            match open(&path, &shown_name(&path)) {
                Ok(set) => sets.push((path != self.file_of(set.name()), set)),
                Err(error) => listed.damaged.push(error),
            }
        }
        // Each set once; its own file before copies.
        sets.sort_by(|(a_copy, a), (b_copy, b)| (a.name(), a_copy).cmp(&(b.name(), b_copy)));
        sets.dedup_by(|(_, a), (_, b)| a.name() == b.name());
        listed.sets = sets.into_iter().map(|(_, set)| set).collect();
        listed.damaged.sort_by_key(ToString::to_string);
        Ok(listed)
    }

    /// The files that may be sets. One that was copied here may be called anything: it is the set that it holds.
    fn files(&self) -> Result<Vec<PathBuf>, TaughtError> {
        let entries = match std::fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(cause) => return Err(storage(&self.folder, cause)),
        };
        let is_json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
        Ok(entries.flatten().map(|entry| entry.path()).filter(is_json).collect())
    }

    /// The set of this name.
    ///
    /// # Errors
    /// [`TaughtError::Unknown`], [`TaughtError::Damaged`], [`TaughtError::Storage`], [`TaughtError::Name`].
    pub fn get(&self, name: &str) -> Result<TaughtSet, TaughtError> {
        let name = proper_name(name)?;
        let path = self.file_of(&name);
        let own = open(&path, &name);
        if own.is_ok() {
            return own;
        }
        match self.list()?.sets.into_iter().find(|set| set.name() == name) {
            Some(copy) => Ok(copy),
            None if path.exists() => own,
            None => Err(self.unknown(name)),
        }
    }

    /// Writes a set, whole or not at all; one of the same name is replaced.
    ///
    /// # Errors
    /// [`TaughtError::Storage`].
    pub fn save(&self, set: &TaughtSet) -> Result<(), TaughtError> {
        let path = self.file_of(set.name());
        write_whole(&path, set.to_json().as_bytes()).map_err(|cause| storage(&path, cause))
    }

    /// Forgets the set of this name, damaged or not, with all copies, and gives back what it was, so that it can be saved again.
    ///
    /// # Errors
    /// [`TaughtError::Unknown`], [`TaughtError::Storage`], [`TaughtError::Name`].
    pub fn forget(&self, name: &str) -> Result<Option<TaughtSet>, TaughtError> {
        let name = proper_name(name)?;
        let set = self.get(&name).ok();
        let own = self.file_of(&name);
        let is_it = |path: &PathBuf| match open(path, &name) {
            Ok(set) => set.name() == name,
            Err(_) => *path == own || shown_name(path) == name,
        };
        let files: Vec<PathBuf> = self.files()?.into_iter().filter(is_it).collect();
        if files.is_empty() {
            return Err(self.unknown(name));
        }
        for path in files {
            std::fs::remove_file(&path).map_err(|cause| storage(&path, cause))?;
        }
        Ok(set)
    }

    /// The name of the set that the person has chosen to read with; it may have been forgotten or damaged since.
    pub fn active(&self) -> Option<String> {
        let text = std::fs::read_to_string(self.folder.join(ACTIVE)).ok()?;
        proper_name(&text).ok()
    }

    /// Chooses the set to read with, or none.
    ///
    /// # Errors
    /// [`TaughtError::Storage`].
    pub fn activate(&self, name: Option<&str>) -> Result<(), TaughtError> {
        let path = self.folder.join(ACTIVE);
        let done = match name {
            Some(name) => write_whole(&path, name.as_bytes()),
            None => std::fs::remove_file(&path).or_else(|cause| match cause.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(cause),
            }),
        };
        done.map_err(|cause| storage(&path, cause))
    }

    fn unknown(&self, name: String) -> TaughtError {
        let sets = self.list().map(|listed| listed.sets).unwrap_or_default();
        TaughtError::Unknown { name, known: sets.iter().map(|set| set.name().to_owned()).collect() }
    }

    /// A file name for any name in any script: what is no small letter, digit or hyphen as `%` and its bytes, cut where it
    /// is long, and a digest of the whole, so that no two names share a file where capitals count as small letters.
    fn file_of(&self, name: &str) -> PathBuf {
        let mut encoded = String::new();
        for letter in name.chars() {
            let mut bytes = [0; 4];
            let part: String = match letter {
                'a'..='z' | '0'..='9' | '-' => letter.to_string(),
                _ => letter.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02x}")).collect(),
            };
            if encoded.len() + part.len() > SHOWN {
                break;
            }
            encoded += &part;
        }
        let digest = hex::encode(&Sha256::digest(name)[..6]);
        self.folder.join(format!("{encoded}.{digest}.json"))
    }
}

/// The name that a file name shows, perhaps cut; for a file that does not tell it itself.
fn shown_name(path: &Path) -> String {
    let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let encoded = file.split('.').next().unwrap_or_default().as_bytes();
    let mut bytes = Vec::new();
    let mut rest = encoded;
    while let [first, after @ ..] = rest {
        let escaped = match after {
            [high, low, ..] if *first == b'%' => {
                std::str::from_utf8(&[*high, *low]).ok().and_then(|digits| u8::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn open(path: &Path, name: &str) -> Result<TaughtSet, TaughtError> {
    let damaged = |cause: String| TaughtError::Damaged { name: name.to_owned(), path: path.to_owned(), cause };
    let size = std::fs::metadata(path).map_err(|cause| storage(path, cause))?.len();
    if size > LARGEST {
        return Err(damaged(format!("{size} bytes are more than any set has")));
    }
    let bytes = std::fs::read(path).map_err(|cause| storage(path, cause))?;
    let text = String::from_utf8(bytes).map_err(|_| damaged("it is no text".to_owned()))?;
    TaughtSet::from_json(&text).map_err(damaged)
}

fn storage(path: &Path, cause: std::io::Error) -> TaughtError {
    TaughtError::Storage { path: path.to_owned(), cause }
}

/// Where this system keeps an app's data for a person, by the same rule as the window; `variable` reads the environment.
fn data_folder(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    if let Some(named) = variable("SUZUME_DATA") {
        return Some(named);
    }
    let home = || variable("HOME");
    let base = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        let named = variable("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
        named.or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join(APP))
}

#[cfg(test)]
#[path = "taught_store_tests.rs"]
mod tests;
