//! The pictures of hands, kept so that a recorded hand can be looked at again.
//!
//! A picture is kept when it is read, before anything is recorded, so that a hand never names a picture that is not there.

use crate::Failure;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use vision::{Picture, write_whole};

/// Kept pictures have at most this many pixels to the longer side: enough to see every tile again.
const LONG_SIDE: u32 = 1280;
/// JPEG quality, 1-100.
const QUALITY: u8 = 85;
/// A key is this many hexadecimal digits of the file's SHA-256.
const KEY: usize = 32;

/// A folder of kept pictures, each named by its key.
#[derive(Debug)]
pub struct Pictures {
    folder: PathBuf,
}

impl Pictures {
    /// The pictures beside the games in the folder of the data.
    pub fn new(data: &Path) -> Pictures {
        Pictures { folder: data.join("pictures") }
    }

    /// Keeps a picture and tells its key; one that is kept already is not written again.
    ///
    /// # Errors
    /// What the system refuses. A reading is worth as much without.
    pub fn keep(&self, picture: &Picture) -> std::io::Result<String> {
        let file = picture.jpeg(LONG_SIDE, QUALITY)?;
        let digest: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
        let key = digest[..KEY].to_owned();
        let path = self.path(&key);
        if !path.is_file() {
            write_whole(&path, &file)?;
        }
        Ok(key)
    }

    /// The JPEG file of a kept picture.
    ///
    /// # Errors
    /// `picture_not_kept` when no such picture is there.
    pub fn look(&self, key: &str) -> Result<Vec<u8>, Failure> {
        let is_key = key.len() == KEY && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        let file = is_key.then(|| std::fs::read(self.path(key)).ok()).flatten();
        file.ok_or_else(|| Failure::new("picture_not_kept"))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.jpg"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    fn picture(width: u32, shade: u8) -> Picture {
        Picture::from_rgb(RgbImage::from_pixel(width, 600, Rgb([shade; 3]))).expect("large enough")
    }

    #[test]
    fn a_kept_picture_is_there_again_no_larger_than_needed() {
        let data = tempfile::tempdir().expect("a folder");
        let pictures = Pictures::new(data.path());
        let key = pictures.keep(&picture(2400, 90)).expect("kept");
        assert_eq!(pictures.keep(&picture(2400, 90)).expect("kept once"), key);
        assert_ne!(pictures.keep(&picture(800, 90)).expect("another"), key);
        let file = Pictures::new(data.path()).look(&key).expect("kept");
        let again = image::load_from_memory(&file).expect("a JPEG").to_rgb8();
        assert_eq!(again.dimensions(), (1280, 320));
        assert!(again.get_pixel(640, 160).0.iter().all(|value| value.abs_diff(90) < 4));
        assert_eq!(std::fs::read_dir(data.path().join("pictures")).expect("a folder").count(), 2);
    }

    #[test]
    fn what_is_no_key_or_is_gone_is_said() {
        let data = tempfile::tempdir().expect("a folder");
        std::fs::write(data.path().join("games.jpg"), "no picture").expect("written");
        let pictures = Pictures::new(data.path());
        for key in ["", "../games", "0123456789abcdef0123456789abcdef", "/etc/passwd"] {
            assert_eq!(pictures.look(key).expect_err(key).code, "picture_not_kept");
        }
    }

    #[test]
    fn where_nothing_can_be_kept_that_is_an_error_and_nothing_else() {
        let data = tempfile::tempdir().expect("a folder");
        std::fs::write(data.path().join("pictures"), "a file where the folder should be").expect("written");
        assert!(Pictures::new(data.path()).keep(&picture(800, 90)).is_err());
    }
}
