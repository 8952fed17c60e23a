//! What a person chose about the camera, kept in a file of its own: how a picture is turned belongs to each camera.

use super::{CameraChange, CameraChoice, CameraSettings, Framing};
use crate::Failure;
use camera::View;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vision::write_whole;

/// The file, in the folder of the data.
const FILE: &str = "camera.json";

/// The file's content.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(default)]
struct Kept {
    choice: CameraChoice,
    /// By the id of the camera; the first and the sample have names of their own.
    framings: BTreeMap<String, Framing>,
    sound: bool,
    automatic: bool,
    first: Option<bool>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept { choice: CameraChoice::First, framings: BTreeMap::new(), sound: true, automatic: true, first: None }
    }
}

/// The choices, as they are on the disk.
#[derive(Debug)]
pub(crate) struct SettingsFile {
    path: PathBuf,
    kept: Kept,
}

impl SettingsFile {
    /// The choices in this folder. A file that is damaged or from another version is no reason to have no camera: the
    /// choices then start anew.
    pub fn in_data(data: &Path) -> SettingsFile {
        let path = data.join(FILE);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        SettingsFile { path, kept: serde_json::from_str(&text).unwrap_or_default() }
    }

    /// What is chosen.
    pub fn settings(&self) -> CameraSettings {
        let Kept { choice, sound, automatic, first, .. } = self.kept.clone();
        let framing = self.kept.framings.get(&place(&choice)).copied().unwrap_or_default();
        CameraSettings { choice, framing, sound, automatic, first }
    }

    /// Changes what is chosen, on the disk too. A control of the open camera is not kept.
    ///
    /// # Errors
    /// `settings_unwritable` when the disk does not take it; the choice holds until the window is closed.
    pub fn change(&mut self, change: &CameraChange) -> Result<(), Failure> {
        let kept = &mut self.kept;
        match change {
            CameraChange::Choose { choice } => kept.choice = choice.clone(),
            CameraChange::Frame { framing } => {
                kept.framings.insert(place(&kept.choice), sensible(*framing));
            }
            CameraChange::Sound { on } => kept.sound = *on,
            CameraChange::Automatic { on } => kept.automatic = *on,
            CameraChange::First { on } => kept.first = Some(*on),
            CameraChange::Control { .. } => return Ok(()),
        }
        let unwritable = |cause: &dyn std::fmt::Display| Failure::new("settings_unwritable").with("cause", cause);
        let json = serde_json::to_string_pretty(&self.kept).map_err(|error| unwritable(&error))?;
        write_whole(&self.path, json.as_bytes()).map_err(|error| unwritable(&error))
    }
}

/// Under this name a camera's framing is kept.
fn place(choice: &CameraChoice) -> String {
    match choice {
        CameraChoice::First => "first".to_owned(),
        CameraChoice::Camera { id, .. } => format!("camera {id}"),
        CameraChoice::Sample => "sample".to_owned(),
    }
}

/// A part that lies inside the picture and is large enough to show a tile; what is nearly all of it is all of it.
fn sensible(framing: Framing) -> Framing {
    let inside = |[left, top, width, height]: [f32; 4]| {
        let finite = [left, top, width, height].iter().all(|share| share.is_finite());
        let width = width.clamp(View::LEAST, 1.0);
        let height = height.clamp(View::LEAST, 1.0);
        let crop = [left.clamp(0.0, 1.0 - width), top.clamp(0.0, 1.0 - height), width, height];
        (finite && width * height < 0.99).then_some(crop)
    };
    Framing { quarters: framing.quarters % 4, mirror: framing.mirror, crop: framing.crop.and_then(inside) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(id: &str) -> CameraChange {
        CameraChange::Choose { choice: CameraChoice::Camera { id: id.to_owned(), name: "HD Webcam".to_owned() } }
    }

    fn framing(quarters: u8, crop: Option<[f32; 4]>) -> CameraChange {
        CameraChange::Frame { framing: Framing { quarters, mirror: true, crop } }
    }

    #[test]
    fn each_camera_keeps_how_its_picture_is_turned() {
        let data = tempfile::tempdir().expect("a folder");
        let mut file = SettingsFile::in_data(data.path());
        file.change(&camera("stand")).expect("kept");
        file.change(&framing(1, Some([0.2, 0.1, 0.5, 0.5]))).expect("kept");
        file.change(&camera("lid")).expect("kept");
        assert_eq!(file.settings().framing, Framing::default());
        let mut again = SettingsFile::in_data(data.path());
        assert_eq!(again.settings(), file.settings(), "as before after a restart");
        again.change(&camera("stand")).expect("kept");
        let turned = again.settings().framing;
        assert_eq!((turned.quarters, turned.mirror, turned.crop), (1, true, Some([0.2, 0.1, 0.5, 0.5])));
    }

    #[test]
    fn whoever_turned_the_camera_off_as_the_first_way_is_told_from_whoever_never_chose() {
        let data = tempfile::tempdir().expect("a folder");
        let mut file = SettingsFile::in_data(data.path());
        file.change(&CameraChange::Sound { on: false }).expect("kept");
        assert_eq!(SettingsFile::in_data(data.path()).settings().first, None, "another choice is none about this");
        file.change(&CameraChange::First { on: false }).expect("kept");
        assert_eq!(SettingsFile::in_data(data.path()).settings().first, Some(false), "also after a restart");
    }

    #[test]
    fn a_damaged_file_costs_the_choices_and_no_more() {
        let data = tempfile::tempdir().expect("a folder");
        for damaged in ["", "\0\0\0\0", "{\"choice\": 7}"] {
            std::fs::write(data.path().join(FILE), damaged).expect("written");
            let settings = SettingsFile::in_data(data.path()).settings();
            assert_eq!((settings.choice, settings.sound, settings.automatic), (CameraChoice::First, true, true));
        }
    }

    #[test]
    fn a_part_outside_the_picture_or_too_small_is_brought_inside() {
        let crop = |crop| sensible(Framing { quarters: 5, mirror: false, crop: Some(crop) }).crop;
        assert_eq!(crop([0.9, -1.0, 0.5, 0.01]), Some([0.5, 0.0, 0.5, View::LEAST]));
        assert_eq!(crop([0.0, 0.0, 1.0, 1.0]), None);
        assert_eq!(crop([f32::NAN, 0.0, 0.5, 0.5]), None);
        assert_eq!(sensible(Framing { quarters: 5, ..Framing::default() }).quarters, 1);
    }

    #[test]
    fn where_nothing_can_be_written_the_choice_holds_until_the_window_closes() {
        let data = tempfile::tempdir().expect("a folder");
        let folder = data.path().join("a file");
        std::fs::write(&folder, "where the folder should be").expect("written");
        let mut file = SettingsFile::in_data(&folder);
        let failure = file.change(&CameraChange::Sound { on: false }).expect_err("no folder");
        assert_eq!(failure.code, "settings_unwritable");
        assert!(!file.settings().sound);
    }
}
