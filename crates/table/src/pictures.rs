//! The pictures of hands, kept so that a recorded hand can be looked at again.
//!
//! A picture is kept when it is read, before anything is recorded, so that a hand never names a picture that is not there.

use crate::Failure;
use crate::view::PictureReading;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use vision::{Picture, write_whole};

/// Kept pictures have at most this many pixels to the longer side: enough to see every tile again.
const LONG_SIDE: u32 = 1280;
/// JPEG quality, 1-100.
const QUALITY: u8 = 85;
/// A key is this many hexadecimal digits of the file's SHA-256.
const KEY: usize = 32;

/// For so long a picture is kept that nothing names: what was read is recorded by then, or never.
const UNNAMED: Duration = Duration::from_secs(7 * 24 * 60 * 60);

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

    /// Keeps a picture and tells its key; one that is kept already is as good as new.
    ///
    /// # Errors
    /// What the system refuses. A reading is worth as much without.
    pub fn keep(&self, picture: &Picture) -> std::io::Result<String> {
        let file = picture.jpeg(LONG_SIDE, QUALITY)?;
        let mut key = hex::encode(Sha256::digest(&file));
        key.truncate(KEY);
        write_whole(&self.path(&key), &file)?;
        Ok(key)
    }

    /// Keeps a picture with what was read in it. A full disk must not keep anybody from reading: the hand is then recorded without
    /// its picture, and that is said among what hinders.
    pub(crate) fn keep_with(&self, picture: &Picture, reading: &mut PictureReading) {
        match self.keep(picture) {
            Ok(key) => reading.picture = Some(key),
            Err(cause) => reading.hindrances.push(Failure::of_disk("picture_not_kept", &cause).code),
        }
    }

    /// Deletes the pictures that were kept long before `now` and are none of `named`: read, and never recorded. How many.
    ///
    /// # Errors
    /// What the system refuses; the rest is deleted the next time.
    pub fn prune(&self, named: &BTreeSet<String>, now: SystemTime) -> std::io::Result<usize> {
        let mut pruned = 0;
        if !self.folder.is_dir() {
            return Ok(pruned);
        }
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let key = name.to_str().and_then(|name| name.strip_suffix(".jpg")).filter(|name| is_key(name));
            let kept_at = entry.metadata()?.modified()?;
            if key.is_some_and(|key| !named.contains(key)) && now.duration_since(kept_at).is_ok_and(|age| age > UNNAMED)
            {
                std::fs::remove_file(entry.path())?;
                pruned += 1;
            }
        }
        Ok(pruned)
    }

    /// The JPEG file of a kept picture.
    ///
    /// # Errors
    /// `picture_not_kept` when no such picture is there.
    pub fn look(&self, key: &str) -> Result<Vec<u8>, Failure> {
        let file = is_key(key).then(|| std::fs::read(self.path(key)).ok()).flatten();
        file.ok_or_else(|| Failure::new("picture_not_kept"))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.jpg"))
    }
}

fn is_key(text: &str) -> bool {
    text.len() == KEY && text.bytes().all(|byte| byte.is_ascii_hexdigit())
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
    fn what_was_read_and_never_recorded_is_deleted_after_a_week_and_nothing_else() {
        let data = tempfile::tempdir().expect("a folder");
        let pictures = Pictures::new(data.path());
        let now = SystemTime::now();
        assert_eq!(pictures.prune(&BTreeSet::new(), now).expect("no folder, nothing to delete"), 0);
        let [named, unnamed] = [90, 91].map(|shade| pictures.keep(&picture(800, shade)).expect("kept"));
        std::fs::write(data.path().join("pictures/a note.jpg"), "a person's own").expect("written");
        let names = BTreeSet::from([named.clone()]);
        let week = now + UNNAMED;
        assert_eq!(
            pictures.prune(&names, week - Duration::from_secs(60)).expect("pruned"),
            0,
            "it may still be recorded"
        );
        assert_eq!(pictures.prune(&names, week + Duration::from_secs(60)).expect("pruned"), 1);
        assert!(pictures.look(&named).is_ok() && pictures.look(&unnamed).is_err());
        assert!(data.path().join("pictures/a note.jpg").exists());
    }

    #[test]
    fn a_picture_that_is_read_once_more_is_kept_for_another_week() {
        let data = tempfile::tempdir().expect("a folder");
        let pictures = Pictures::new(data.path());
        let key = pictures.keep(&picture(800, 90)).expect("kept");
        let long_ago = SystemTime::now() - 2 * UNNAMED;
        let file = std::fs::File::options().append(true).open(pictures.path(&key)).expect("kept");
        file.set_modified(long_ago).expect("as if it were old");
        pictures.keep(&picture(800, 90)).expect("kept again");
        assert_eq!(pictures.prune(&BTreeSet::new(), SystemTime::now()).expect("pruned"), 0);
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
        let pictures = Pictures::new(data.path());
        assert!(pictures.keep(&picture(800, 90)).is_err());
        let mut read = PictureReading {
            picture: None,
            width: 800,
            height: 600,
            tiles: vec![],
            hindrances: vec![],
            milliseconds: 1.0,
        };
        pictures.keep_with(&picture(800, 90), &mut read);
        assert_eq!((read.picture, read.hindrances), (None, vec!["picture_not_kept".to_owned()]));
    }

    #[test]
    fn a_disk_without_room_is_told_by_the_code_that_the_ledger_has_for_it() {
        let full = [std::io::ErrorKind::StorageFull, std::io::ErrorKind::QuotaExceeded].map(std::io::Error::from);
        for cause in full {
            assert_eq!(Failure::of_disk("picture_not_kept", &cause).code, "disk_full");
        }
        let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        assert_eq!(Failure::of_disk("picture_not_kept", &denied).code, "picture_not_kept");
    }
}
