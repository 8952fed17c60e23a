//! The live camera: what the window may ask of it and what it shows.
//!
//! The window asks again and again for what is newer than it has ([`LiveView`], and the frames as JPEG); nothing is queued.
//! What a camera captures is a [`PictureReading`] like that of a photo: a proposal, which a person corrects and confirms.

use crate::view::PictureReading;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

mod controls;
mod desk;
mod film;
mod judge;
mod misread;
mod settings;

pub use desk::{Equipment, LiveDesk, ShownFrame};

/// What the camera is opened for.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum LivePurpose {
    /// Six tiles that are laid down, with or without the dora beside them.
    Hand,
    /// The one tile that was turned up on the dealer marker.
    Dora,
    /// What a player has discarded in this hand, any number of tiles.
    Discards,
}

/// The one thing to tell about the live picture. What hinders comes before what goes on.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq, Hash, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum LiveState {
    /// The camera is being opened.
    Opening,
    /// No tile is in view.
    Looking,
    /// Tiles are in view, and they or the camera move.
    HoldStill,
    /// The tiles lie still and are being read.
    Settling,
    /// The tiles lie still, and some of them cannot be read surely.
    Unclear,
    /// The tiles were read and captured.
    Read,
    /// The tiles that were captured last still lie there: they are not captured again by themselves.
    Lying,
    /// Other than as many tiles as are needed.
    WrongNumber,
    /// More of a tile were read than there are.
    TooManyOfATile,
    /// A tile is covered.
    Covered,
    /// There is too little light.
    TooDark,
    /// There is so much light that the ink is washed out.
    OverExposed,
    /// The picture is out of focus or moved.
    Blurred,
    /// The picture has no colour: red tiles look like the others.
    NoColour,
    /// The tiles are too far from the camera.
    TilesTooSmall,
    /// No camera is connected, or the chosen one is not.
    NoCamera,
    /// Another program has the camera.
    CameraBusy,
    /// The camera was there and is gone; it is opened again when it comes back.
    CameraLost,
    /// The camera sends the same picture again and again.
    CameraFrozen,
    /// The system does not let this program use the camera.
    CameraDenied,
    /// The camera does not do what it should.
    CameraFailed,
}

/// What the camera sees now.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct LiveView {
    /// Counts up; the next question is for a later one.
    pub number: u32,
    /// The number of the frame that was read.
    pub frame: u32,
    /// The one thing to tell.
    pub state: LiveState,
    /// How many tiles are in view that could be meant.
    pub found: u32,
    /// How many are needed; 0 where any number will do.
    pub needed: u32,
    /// How much of the time has passed for which the tiles must lie still and be read surely, 0-1.
    pub share: f32,
    /// What is read at this moment.
    pub reading: Option<PictureReading>,
    /// The number of the last capture, 0 before the first.
    pub capture: u32,
    /// How many frames a second the camera sends.
    pub frames_per_second: f32,
    /// How many of them a second are read.
    pub readings_per_second: f32,
    /// What the system said, where the camera does not work; for people who look for the cause.
    pub cause: Option<String>,
}

/// Tiles that were captured.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct LiveCapture {
    /// Counts up from 1.
    pub number: u32,
    /// What was read, its picture kept if it could be.
    pub reading: PictureReading,
    /// Whether it was captured by itself: not by a press.
    pub by_itself: bool,
}

/// The cameras of this computer, and what is chosen.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CamerasView {
    /// Those that are connected.
    pub cameras: Vec<CameraView>,
    /// What is chosen.
    pub settings: CameraSettings,
    /// What the open camera lets one set: light, exposure. Empty where it offers nothing, and before it is open.
    pub controls: Vec<ControlView>,
}

/// A camera.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CameraView {
    /// Stays the same when it moves to another port.
    pub id: String,
    /// What its maker calls it.
    pub name: String,
}

/// Something that the driver of a camera lets one set.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct ControlView {
    /// Which.
    pub id: ControlId,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// From one value to the next.
    pub step: i32,
    /// The value now; `None` where the camera chooses it by itself.
    pub value: Option<i32>,
    /// Whether the camera can choose it by itself.
    pub can_be_automatic: bool,
}

/// The controls that help to read tiles.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ControlId {
    /// A lamp beside the lens.
    Torch,
    /// For how long each frame is exposed.
    Exposure,
    /// How much the picture is amplified.
    Gain,
    /// How bright the picture is made.
    Brightness,
    /// How far the lens is focused.
    Focus,
}

/// Where the live picture comes from.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum CameraChoice {
    /// The first camera that there is.
    #[default]
    First,
    /// This one.
    Camera {
        /// Its id.
        id: String,
        /// What it was called when it was chosen, for when it is not there.
        name: String,
    },
    /// Recorded frames that come with the app.
    Sample,
}

/// How the picture of a camera is turned before it is read and shown.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct Framing {
    /// By how many quarters it is turned clockwise, 0-3.
    pub quarters: u8,
    /// Whether it is shown as in a mirror. Tiles are always read unmirrored.
    pub mirror: bool,
    /// The part of the turned picture that is used: left, top, width and height as shares of it; all of it with `None`.
    pub crop: Option<[f32; 4]>,
}

/// What a person chose about the camera. It is kept in the folder of the app's data.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[ts(export)]
pub struct CameraSettings {
    /// Where the live picture comes from.
    pub choice: CameraChoice,
    /// How the picture of the chosen camera is turned.
    pub framing: Framing,
    /// Whether a capture is heard.
    pub sound: bool,
    /// Whether tiles that lie still are captured by themselves.
    pub automatic: bool,
    /// Whether the end of a hand is entered by camera at first; `None` while nobody has chosen: the first hand that is
    /// entered so then chooses it.
    pub first: Option<bool>,
}

/// A change of what is chosen about the camera.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum CameraChange {
    /// Another camera, or the sample.
    Choose {
        /// Which.
        choice: CameraChoice,
    },
    /// The picture is turned or cut otherwise.
    Frame {
        /// How.
        framing: Framing,
    },
    /// Whether a capture is heard.
    Sound {
        /// Whether it is.
        on: bool,
    },
    /// Whether tiles are captured by themselves.
    Automatic {
        /// Whether they are.
        on: bool,
    },
    /// Whether the end of a hand is entered by camera at first.
    First {
        /// Whether it is.
        on: bool,
    },
    /// Sets something of the open camera; it is not kept.
    Control {
        /// Which.
        id: ControlId,
        /// To what; `None` leaves it to the camera.
        value: Option<i32>,
    },
}

/// A reading that was wrong, with what is right.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[ts(export)]
pub struct Misread {
    /// What was read; it names the kept picture.
    pub reading: PictureReading,
    /// What each tile of it is, tile by tile; `None` where the person said nothing else.
    pub told: Vec<Option<String>>,
    /// The hand as the person entered it.
    pub hand: Vec<String>,
    /// The set on the table.
    pub tile_set: crate::TileSet,
}
