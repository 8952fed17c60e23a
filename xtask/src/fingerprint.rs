//! "Is it still the same?": hashes of files and folders, and stamps that remember them.

use crate::error::{Error, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The SHA-256 of a file, in lower-case hexadecimal.
pub fn of_file(path: &Path) -> Result<String> {
    let mut file = fs::File::open(path).map_err(Error::file(path))?;
    let mut hasher = Sha256::new();
    std::io::copy(&mut file, &mut Sink(&mut hasher)).map_err(Error::file(path))?;
    Ok(hex(&hasher.finalize()))
}

/// One hash over the names and contents of all files under `folder`, leaving out any path part named in `except`.
pub fn of_folder(folder: &Path, except: &[&str]) -> Result<String> {
    let mut hasher = Sha256::new();
    for path in files(folder, except)? {
        let name = path.strip_prefix(folder).unwrap_or(&path);
        hasher.update(name.to_string_lossy().replace('\\', "/").as_bytes());
        hasher.update(of_file(&path)?.as_bytes());
    }
    Ok(hex(&hasher.finalize()))
}

/// All files under `folder` in a stable order, leaving out any path part named in `except`.
pub fn files(folder: &Path, except: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, except, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, except: &[&str], found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let entry = entry.map_err(Error::file(folder))?;
        if except.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        let path = entry.path();
        let kind = entry.file_type().map_err(Error::file(&path))?;
        if kind.is_dir() {
            collect(&path, except, found)?;
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether the stamp at `path` holds exactly `value`.
pub fn stamped(path: &Path, value: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text == value)
}

/// Writes `value` to the stamp at `path`.
pub fn stamp(path: &Path, value: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    fs::write(path, value).map_err(Error::file(path))
}

struct Sink<'a>(&'a mut Sha256);

impl std::io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_sha_256() {
        let path = std::env::temp_dir().join(format!("xtask-fingerprint-{}", std::process::id()));
        fs::write(&path, "abc").unwrap();
        let hash = of_file(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_stamp_matches_only_its_own_value() {
        let path = std::env::temp_dir().join(format!("xtask-stamp-{}", std::process::id()));
        assert!(!stamped(&path, "one"));
        stamp(&path, "one").unwrap();
        assert!(stamped(&path, "one") && !stamped(&path, "two"));
        fs::remove_file(&path).unwrap();
    }
}
