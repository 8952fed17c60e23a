//! Files that are put out of the way, never deleted.

use super::backup::with_ending;
use crate::store_error::StoreError;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Why a file is put out of the way: it is damaged, or the backup of another ledger that had this name.
pub(super) const DAMAGED: &str = "damaged";
pub(super) const OLD: &str = "old";

/// The first free name of the form `FILE.REASON-N`, N from 1; the (empty) file is made, so that nobody else takes the name.
fn free_name(path: &Path, reason: &str) -> Result<PathBuf, StoreError> {
    for number in 1.. {
        let name = with_ending(path, &format!(".{reason}-{number}"));
        match File::create_new(&name) {
            Ok(_) => return Ok(name),
            Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(StoreError::file(&name, &cause)),
        }
    }
    // Nobody has so many damaged files.
    Err(StoreError::Full)
}

/// Whether some file of this name was put out of the way.
pub(super) fn is_any(path: &Path) -> Result<bool, StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unreadable = |cause| StoreError::file(folder, &cause);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let other = entry.map_err(unreadable)?.file_name();
        let ending = other.to_string_lossy().strip_prefix(&*name).map(str::to_owned).unwrap_or_default();
        if [DAMAGED, OLD].iter().any(|reason| ending.contains(&format!(".{reason}-"))) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives a file and its journal, if there is one, another name.
pub(super) fn move_aside(path: &Path, reason: &str) -> Result<PathBuf, StoreError> {
    let name = free_name(path, reason)?;
    fs::rename(path, &name).map_err(|cause| StoreError::file(path, &cause))?;
    move_journal(path, &name)?;
    Ok(name)
}

/// Keeps a copy of a file under another name, on the disk before this returns; the file itself stays where it is.
pub(super) fn copy_aside(path: &Path, reason: &str) -> Result<PathBuf, StoreError> {
    let name = free_name(path, reason)?;
    fs::copy(path, &name)
        .and_then(|_| File::open(&name))
        .and_then(|copy| copy.sync_all())
        .map_err(|cause| StoreError::file(&name, &cause))?;
    Ok(name)
}

/// A journal belongs to the file it was written for: beside another file of the name it would undo what it does not know.
pub(super) fn move_journal(path: &Path, kept: &Path) -> Result<(), StoreError> {
    let journal = with_ending(path, "-journal");
    if journal.exists() {
        fs::rename(&journal, with_ending(kept, "-journal")).map_err(|cause| StoreError::file(&journal, &cause))?;
    }
    Ok(())
}
