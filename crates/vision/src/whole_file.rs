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
    let mut file = builder().tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Files for other people's eyes too, as far as the person's umask lets any new file be: temporary ones are for nobody else's.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_whole_file_may_be_read_by_whoever_may_read_any_new_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode();
        let [whole, other] = ["whole", "other"].map(|name| folder.path().join(name));
        write_whole(&whole, b"1").expect("written");
        std::fs::write(&other, b"1").expect("written");
        assert_eq!(mode(&whole), mode(&other));
    }
}
