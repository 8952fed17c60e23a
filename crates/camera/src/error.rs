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
    #[error("the camera {name} is used by another program")]
    Busy {
        /// The camera.
        name: String,
    },
    /// The system does not let this program use it.
    #[error("the system does not allow this program to use the camera {name}")]
    Denied {
        /// The camera.
        name: String,
    },
    /// It was there and went away.
    #[error("the camera {name} went away")]
    Lost {
        /// The camera.
        name: String,
    },
    /// It does not answer.
    #[error("the camera {name} does not answer")]
    Hung {
        /// The camera.
        name: String,
    },
    /// It offers no format that can be read.
    #[error("the camera {name} offers no format that can be read")]
    NoFormat {
        /// The camera.
        name: String,
    },
    /// It refused something else.
    #[error("the camera {name} failed: {cause}")]
    Failed {
        /// The camera.
        name: String,
        /// What the driver said.
        cause: String,
    },
    /// It has no such control, or refuses the value.
    #[error("the camera {name} does not take {value} for {control}")]
    Control {
        /// The camera.
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
