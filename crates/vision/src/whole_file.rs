//! Files that are there whole or not at all.

use std::io::{Error, Write as _};
use std::path::Path;

/// Writes a file in one go, durably, its folder too if there is none: whoever opens it, even after a power cut, finds all of
/// these bytes or what was there before.
///
/// # Errors
/// What the system refuses; then the file is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().ok_or_else(|| Error::other("a file lies in a folder"))?;
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
