//! What can go wrong with a camera: a stable code for programs, a cause for people.

use std::path::PathBuf;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CameraError {
    /// No camera is connected, or not the one that was asked for.
    #[error("no camera was found{}", wanted.as_ref().map(|id| format!(": {id:?} is not connected")).unwrap_or_default())]
    NoCamera {
        /// The camera that was asked for.
        wanted: Option<String>,
    },
    /// Another program uses it.
    #[error("the camera{} is used by another program", of(name))]
    Busy {
        /// The camera; empty where it is not known.
        name: String,
    },
    /// The system does not let this program use it.
    #[error("the system does not allow this program to use the camera{}", of(name))]
    Denied {
        /// The camera; empty where it is not known.
        name: String,
    },
    /// It was there and went away.
    #[error("the camera{} went away", of(name))]
    Lost {
        /// The camera; empty where it is not known.
        name: String,
    },
    /// It does not answer.
    #[error("the camera{} does not answer", of(name))]
    Hung {
        /// The camera; empty where it is not known.
        name: String,
    },
    /// It offers no format that can be read.
    #[error("the camera{} offers no format that can be read", of(name))]
    NoFormat {
        /// The camera; empty where it is not known.
        name: String,
    },
    /// It refused something else.
    #[error("the camera{} failed: {cause}", of(name))]
    Failed {
        /// The camera; empty where it is not known.
        name: String,
        /// What the driver said.
        cause: String,
    },
    /// It has no such control, or refuses the value.
    #[error("the camera{} does not take {value} for {control}", of(name))]
    Control {
        /// The camera; empty where it is not known.
        name: String,
        /// The control's code.
        control: &'static str,
        /// The value.
        value: i64,
    },
    /// There are no pictures to replay.
    #[error("{}: {cause}", path.display())]
    Replay {
        /// The folder or picture.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
}

/// The name behind a word; nothing where it is not known.
fn of(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" {name}") }
}

impl CameraError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            CameraError::NoCamera { .. } => "no_camera",
            CameraError::Busy { .. } => "camera_busy",
            CameraError::Denied { .. } => "camera_denied",
            CameraError::Lost { .. } => "camera_lost",
            CameraError::Hung { .. } => "camera_hung",
            CameraError::NoFormat { .. } => "camera_no_format",
            CameraError::Failed { .. } => "camera_failed",
            CameraError::Control { .. } => "camera_control",
            CameraError::Replay { .. } => "replay_failed",
        }
    }
}
