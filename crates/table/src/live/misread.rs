//! "This was read wrong": the picture, what was read and what is right, in a folder of the person's own, ready to be sent or
//! to be learnt from. Nothing is sent by the program.

use super::Misread;
use crate::{Failure, Pictures};
use serde::Serialize;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The folder, in the person's own.
const FOLDER: &str = "Suzume Table misread";
/// The version of the format, in every file.
const FORMAT: u32 = 1;
/// A name begins with so many digits of the picture's key.
const NAME: usize = 12;

/// The JSON file beside the picture.
#[derive(Serialize)]
struct Report<'a> {
    format: u32,
    program: &'static str,
    /// The name of the picture's file, in the same folder.
    image: String,
    /// SHA-256 of the reader's file.
    reader: &'a str,
    /// The taught set that it was read with.
    taught_set: Option<&'a str>,
    #[serde(flatten)]
    misread: &'a Misread,
}

/// Saves what was read wrong, with the kept picture, and tells where the picture is. Nothing is ever replaced.
///
/// # Errors
/// `picture_not_kept` when the picture is not there any more, `disk_full`, and `misread_not_saved` when it is not taken for
/// another reason.
pub(crate) fn save(
    folder: &Path,
    pictures: &Pictures,
    misread: &Misread,
    reader: &str,
    taught_set: Option<&str>,
) -> Result<PathBuf, Failure> {
    let key = misread.reading.picture.as_deref().unwrap_or_default();
    let picture = pictures.look(key)?;
    let not_saved = |cause: io::Error| Failure::of_disk("misread_not_saved", &cause);
    let folder = folder.join(FOLDER);
    std::fs::create_dir_all(&folder).map_err(not_saved)?;
    for number in 1.. {
        let again = if number == 1 { String::new() } else { format!("-{number}") };
        let name = format!("{}{again}", &key[..NAME.min(key.len())]);
        let path = folder.join(format!("{name}.json"));
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(not_saved(error)),
        };
        let image = format!("{name}.jpg");
        let report = Report {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION"),
            image: image.clone(),
            reader,
            taught_set,
            misread,
        };
        let json = serde_json::to_vec_pretty(&report).map_err(|error| not_saved(error.into()))?;
        let image = folder.join(image);
        let saved =
            file.write_all(&json).and_then(|()| file.sync_all()).and_then(|()| std::fs::write(&image, &picture));
        return saved.map(|()| image.clone()).map_err(|error| {
            // Half a report is of no use to anybody; what cannot be removed either is left.
            let _ = std::fs::remove_file(&path);
            let _ = std::fs::remove_file(&image);
            not_saved(error)
        });
    }
    Err(not_saved(ErrorKind::AlreadyExists.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TileSet;
    use crate::view::{PictureReading, TileReading, TileRole};
    use image::{Rgb, RgbImage};
    use vision::Picture;

    fn misread(picture: Option<String>) -> Misread {
        let tile = TileReading {
            face: "9s".to_owned(),
            tile: Some("9".to_owned()),
            changed_from: None,
            corners: [[1.0, 2.0], [31.0, 2.0], [31.0, 42.0], [1.0, 42.0]],
            confidence: 0.97,
            doubtful: false,
            role: TileRole::Hand,
            alternatives: Vec::new(),
        };
        let reading = PictureReading {
            picture,
            width: 1280,
            height: 720,
            tiles: vec![tile],
            hindrances: Vec::new(),
            milliseconds: 31.0,
        };
        Misread { reading, told: vec![Some("9r".to_owned())], hand: vec!["9r".to_owned()], tile_set: TileSet::Suzume }
    }

    #[test]
    fn the_picture_lies_beside_what_was_read_and_what_is_right() {
        let data = tempfile::tempdir().expect("a folder");
        let pictures = Pictures::new(data.path());
        let grey = Picture::from_rgb(RgbImage::from_pixel(64, 48, Rgb([90; 3]))).expect("large enough");
        let misread = misread(Some(pictures.keep(&grey).expect("kept")));
        let own = data.path().join("documents");
        let first = save(&own, &pictures, &misread, "ab12", Some("mine")).expect("saved");
        let second = save(&own, &pictures, &misread, "ab12", None).expect("saved again");
        assert_ne!(first, second, "what was saved stays");
        assert_eq!(std::fs::read(&first).expect("a picture"), std::fs::read(&second).expect("the same"));
        let json = std::fs::read_to_string(first.with_extension("json")).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(report["reading"]["tiles"][0]["face"], "9s");
        assert_eq!(report["told"][0], "9r");
        assert_eq!((&report["reader"], &report["taught_set"]), (&"ab12".into(), &"mine".into()));
        assert_eq!(report["image"], first.file_name().and_then(|name| name.to_str()).expect("a name"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told_as_the_ledger_tells_it_and_no_half_is_left() {
        let data = tempfile::tempdir().expect("a folder");
        let pictures = Pictures::new(data.path());
        let grey = Picture::from_rgb(RgbImage::from_pixel(64, 48, Rgb([90; 3]))).expect("large enough");
        let key = pictures.keep(&grey).expect("kept");
        let own = data.path().join("documents").join(FOLDER);
        std::fs::create_dir_all(&own).expect("a folder");
        // A device that has no room for anything, where the picture would be written.
        std::os::unix::fs::symlink("/dev/full", own.join(&key[..NAME]).with_extension("jpg")).expect("a link");
        let failure = save(&data.path().join("documents"), &pictures, &misread(Some(key)), "ab12", None);
        assert_eq!(failure.expect_err("no room").code, "disk_full");
        assert_eq!(std::fs::read_dir(&own).expect("the folder").count(), 0);
    }

    #[test]
    fn without_its_picture_or_a_folder_it_is_not_saved() {
        let data = tempfile::tempdir().expect("a folder");
        let pictures = Pictures::new(data.path());
        let failure = save(data.path(), &pictures, &misread(None), "ab12", None).expect_err("no picture");
        assert_eq!(failure.code, "picture_not_kept");
        let grey = Picture::from_rgb(RgbImage::from_pixel(64, 48, Rgb([90; 3]))).expect("large enough");
        let kept = misread(Some(pictures.keep(&grey).expect("kept")));
        std::fs::write(data.path().join("file"), "no folder").expect("written");
        let failure = save(&data.path().join("file"), &pictures, &kept, "ab12", None).expect_err("no folder");
        assert_eq!(failure.code, "misread_not_saved");
    }
}
