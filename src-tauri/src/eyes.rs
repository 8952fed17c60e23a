//! What the window sees with: the one recogniser, for photos and for the camera alike, and the cameras of this computer.

use crate::parts::{locked, with};
use camera::{CameraError, Opener, ReadFrame, Wish};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use table::{CameraView, Equipment, Failure, Teaching};
use vision::{ModelPaths, Picture, Reading, Recogniser, VisionError};

/// The recogniser behind a lock, loaded when first needed, with the taught set in use.
pub struct Eyes {
    /// Folder of the data.
    data: PathBuf,
    recogniser: Mutex<Option<Recogniser>>,
}

impl Eyes {
    /// Nothing is loaded yet.
    pub fn new(data: PathBuf) -> Eyes {
        Eyes { data, recogniser: Mutex::new(None) }
    }

    /// Acts on the recogniser, loading it first where it is not there.
    pub fn with<T>(&self, act: impl FnOnce(&mut Recogniser) -> Result<T, Failure>) -> Result<T, Failure> {
        let load = || {
            let mut recogniser = Recogniser::load(&ModelPaths::discover()?)?;
            Teaching::new(&self.data).prepare(&mut recogniser);
            Ok(recogniser)
        };
        with(&self.recogniser, load, act)
    }

    /// Reads a frame. The recogniser is there since the camera was opened, unless it broke meanwhile: then it is loaded anew
    /// when the camera is opened the next time.
    fn read(&self, picture: &Picture) -> Result<Reading, VisionError> {
        match locked(&self.recogniser).as_mut() {
            Some(recogniser) => recogniser.read(picture),
            None => Err(VisionError::Inference { model: "recogniser", cause: "it gave up".to_owned() }),
        }
    }
}

/// The cameras of this computer, and the recogniser that reads their frames.
pub struct Cameras(pub Arc<Eyes>);

impl Equipment for Cameras {
    fn cameras(&self, chosen: Option<&str>) -> Result<Vec<CameraView>, CameraError> {
        let devices = camera::list_chosen(chosen)?;
        Ok(devices.into_iter().map(|device| CameraView { id: device.id, name: device.name }).collect())
    }

    fn opener(&self, wanted: Option<String>) -> Opener {
        camera::keep(wanted, Wish::default())
    }

    fn reader(&self) -> Result<ReadFrame, Failure> {
        self.0.with(|_| Ok(()))?;
        let eyes = Arc::clone(&self.0);
        Ok(Box::new(move |picture: &Picture| eyes.read(picture)))
    }
}
