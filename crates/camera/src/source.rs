//! Where frames come from.

use crate::{CameraError, Control, ControlName, Format};
use std::sync::Arc;
use std::time::Duration;
use vision::Picture;

/// A picture as a source gives it.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The pixels.
    pub picture: Arc<Picture>,
    /// The JPEG that they were decoded from, if they were.
    pub jpeg: Option<Arc<[u8]>>,
    /// How long they took to decode.
    pub decode: Duration,
}

/// A camera, or what acts as one. Dropping it closes the device.
pub trait CameraSource: Send {
    /// Waits at most so long for a picture that was not given before; `None` when none came. Broken frames are skipped
    /// and counted.
    ///
    /// # Errors
    /// When the camera is gone or fails; the source is then done for and must be opened anew.
    fn next(&mut self, patience: Duration) -> Result<Option<Shot>, CameraError>;

    /// What it is called.
    fn name(&self) -> &str;

    /// In which format it sends.
    fn format(&self) -> Option<Format> {
        None
    }

    /// How many frames were skipped because they were broken.
    fn broken(&self) -> u64 {
        0
    }

    /// Whether this is a real camera, whose pictures are never alike to the last bit.
    fn is_real(&self) -> bool;

    /// What can be set on it; empty when the driver offers nothing.
    fn controls(&mut self) -> Vec<Control> {
        Vec::new()
    }

    /// Sets a control: a switch to 0 or 1, a range to its value.
    ///
    /// # Errors
    /// [`CameraError::Control`] when it has no such control or refuses the value.
    fn set_control(&mut self, control: ControlName, value: i64) -> Result<(), CameraError> {
        Err(CameraError::Control { name: self.name().to_owned(), control: control.code(), value })
    }
}
