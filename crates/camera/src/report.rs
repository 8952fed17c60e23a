//! What the recogniser thread says of the newest frame.

use crate::{CameraError, Control, Format, Frame, Hindrance, Phase};
use std::sync::Arc;
use vision::{Reading, VisionError};

/// How the camera is.
#[derive(Clone, Debug, PartialEq)]
pub enum CameraState {
    /// It is being opened.
    Opening,
    /// It gives pictures.
    Running {
        /// What it is called.
        name: Arc<str>,
        /// In which format it sends; `None` of a replay.
        format: Option<Format>,
        /// What can be set on it.
        controls: Arc<[Control]>,
    },
    /// It gives none. It is opened anew by itself as soon as that can be done.
    Failed(CameraError),
}

/// How the camera is and what it has given, as the capture thread knows it at once, whatever the recogniser is at.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraStatus {
    /// How it is.
    pub camera: CameraState,
    /// The number of the last frame; 0 before the first.
    pub frame: u64,
    /// When this became so, in milliseconds since the start.
    pub at_ms: u64,
    /// Frames that came a second, lately.
    pub fps: f32,
    /// Frames that were broken and skipped, since the start.
    pub broken: u64,
    /// Whether its picture stands still, see [`Hindrance::CameraFrozen`].
    pub frozen: bool,
}

/// Who wanted an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferedBy {
    /// The tiles lay still and were sure for long enough.
    Itself,
    /// A person pressed the button.
    Person,
}

/// A hand, or whatever else was asked for, as it lay.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Counts the offers of a [`crate::Live`]; the first is 1.
    pub number: u64,
    /// The tiles as all frames voted.
    pub reading: Reading,
    /// The frame in which it was offered: the evidence.
    pub frame: Frame,
    /// Who wanted it.
    pub by: OfferedBy,
}

/// What is to be shown. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Report {
    /// The number of the frame that it is about; 0 before the first.
    pub frame: u64,
    /// When that frame came, in milliseconds since the start; a report without a new frame does not change it.
    pub at_ms: u64,
    /// When something in the picture last moved, in milliseconds since the start: told by brightness, not by tiles.
    pub moved_ms: u64,
    /// When this report was made, in milliseconds since the start.
    pub done_ms: u64,
    /// How long the frame took to decode, in milliseconds; how long to read stands in the reading.
    pub decode_ms: f32,
    /// How far it is.
    pub phase: Phase,
    /// What hinders, the most important first.
    pub hindrances: Vec<Hindrance>,
    /// The tiles of that frame as all frames voted so far, for the overlay.
    pub reading: Option<Arc<Reading>>,
    /// Which of them that frame itself does not show: for a moment they still count.
    pub missed: Vec<usize>,
    /// The last offer. Whoever waits for offers looks whether its number is new.
    pub offer: Option<Arc<Offer>>,
    /// How the camera is.
    pub camera: CameraState,
    /// Frames that came a second, lately.
    pub fps: f32,
    /// Frames that were read a second, lately. It falls when nothing moves.
    pub reads_per_second: f32,
    /// Frames that were broken and skipped, since the start.
    pub broken: u64,
    /// Why the last frame could not be read, if it could not.
    pub failure: Option<Arc<VisionError>>,
}
