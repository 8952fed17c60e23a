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
    /// Where an installed app has its models and library.
    resources: Option<PathBuf>,
    recogniser: Mutex<Option<Recogniser>>,
}

impl Eyes {
    /// Nothing is loaded yet.
    pub fn new(data: PathBuf, resources: Option<PathBuf>) -> Eyes {
        Eyes { data, resources, recogniser: Mutex::new(None) }
    }

    /// Acts on the recogniser, loading it first where it is not there.
    pub fn with<T>(&self, act: impl FnOnce(&mut Recogniser) -> Result<T, Failure>) -> Result<T, Failure> {
        let load = || {
            let mut recogniser = Recogniser::load(&self.model_paths()?)?;
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

    /// Where the models and the library are.
    ///
    /// # Errors
    /// When one of them is nowhere.
    pub fn model_paths(&self) -> Result<ModelPaths, VisionError> {
        ModelPaths::discover().or_else(|error| match &self.resources {
            Some(folder) => ModelPaths::beside(folder).map_err(|_| error),
            None => Err(error),
        })
    }
}

/// The cameras of this computer, and the recogniser that reads their frames.
pub struct Cameras(pub Arc<Eyes>);

impl Equipment for Cameras {
    fn cameras(&self) -> Result<Vec<CameraView>, CameraError> {
        let devices = camera::list()?;
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
