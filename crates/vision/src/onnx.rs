//! The models through ONNX Runtime. This is the only file that names `ort`.

use crate::VisionError;
use crate::manifest::{LocatorSpec, ReaderSpec};
use crate::model::{Answers, EMBEDDING, LocatorModel, Maps, Planes, ReaderModel};
use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use ort::value::{TensorRef, ValueType};
use std::path::Path;
use std::sync::Mutex;

/// Threads within one operation. The models are small: more threads cost more than they bring.
const THREADS: usize = 2;

/// ONNX Runtime allows one environment a process; it is made once and kept.
static RUNTIME: Mutex<Option<Environment>> = Mutex::new(None);

/// Loads the library from exactly this file, unless one is loaded already.
fn runtime(library: &Path) -> Result<Environment, VisionError> {
    let mut loaded = RUNTIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(environment) = &*loaded {
        return Ok(environment.clone());
    }
    if !library.is_file() {
        return Err(VisionError::RuntimeMissing { path: library.to_owned() });
    }
    let broken = |cause: String| VisionError::RuntimeBroken { path: library.to_owned(), cause };
    // An absolute path, so that no search path of the system comes into it.
    let absolute = library.canonicalize().map_err(|error| broken(error.to_string()))?;
    let environment = ort::init_from(absolute)
        .map_err(|error| broken(error.to_string()))?
        .with_name("suzume")
        .with_telemetry(false)
        .build()
        .map_err(|error| broken(error.to_string()))?;
    Ok(loaded.insert(environment).clone())
}

fn session(library: &Path, bytes: &[u8], model: &'static str) -> Result<Session, VisionError> {
    let environment = runtime(library)?;
    let build = || -> Result<Session, ort::Error> {
        Session::builder(&environment)?
            .with_optimization_level(GraphOptimizationLevel::All)?
            .with_intra_threads(THREADS)?
            // Between pictures the threads sleep instead of spinning: a window is open for hours.
            .with_intra_op_spinning(false)?
            .commit_from_memory(bytes)
    };
    build().map_err(|error| VisionError::ModelUnfit { model, detail: error.to_string() })
}

/// Checks that a session has this input and these outputs, and that each has so many dimensions.
fn expect_shape(
    session: &Session,
    model: &'static str,
    input: (&str, usize),
    outputs: &[(&str, usize)],
) -> Result<(), VisionError> {
    let rank = |value: &ValueType| match value {
        ValueType::Tensor { shape, .. } => Some(shape.len()),
        _ => None,
    };
    let unfit = |detail: String| Err(VisionError::ModelUnfit { model, detail });
    match session.inputs() {
        [only] if only.name() == input.0 && rank(only.dtype()) == Some(input.1) => {}
        _ => return unfit(format!("its one input should be {:?} with {} dimensions", input.0, input.1)),
    }
    for &(name, dimensions) in outputs {
        let found = session.outputs().iter().find(|output| output.name() == name);
        if found.and_then(|output| rank(output.dtype())) != Some(dimensions) {
            return unfit(format!("it should have an output {name:?} with {dimensions} dimensions"));
        }
    }
    Ok(())
}

/// The locator model in ONNX Runtime.
pub(crate) struct OnnxLocator {
    session: Session,
    stride: usize,
}

impl OnnxLocator {
    /// Makes the model from the bytes of its file.
    pub(crate) fn load(library: &Path, bytes: &[u8], spec: &LocatorSpec) -> Result<OnnxLocator, VisionError> {
        let session = session(library, bytes, "locator")?;
        expect_shape(&session, "locator", ("image", 4), &[("heat", 4), ("corners", 4)])?;
        Ok(OnnxLocator { session, stride: spec.stride as usize })
    }
}

impl LocatorModel for OnnxLocator {
    fn locate(&mut self, picture: &Planes) -> Result<Maps, VisionError> {
        let failed = |cause: String| VisionError::Inference { model: "locator", cause };
        let input = TensorRef::from_array_view(([1, 3, picture.height, picture.width], &*picture.data))
            .map_err(|error| failed(error.to_string()))?;
        let outputs = self.session.run(ort::inputs!["image" => input]).map_err(|error| failed(error.to_string()))?;
        let (columns, rows) = (picture.width / self.stride, picture.height / self.stride);
        let take = |name: &str, channels: usize| {
            let value = outputs.get(name).ok_or_else(|| failed(format!("there is no {name}")))?;
            let (shape, values) = value.try_extract_tensor::<f32>().map_err(|error| failed(error.to_string()))?;
            if **shape != [1, channels as i64, rows as i64, columns as i64] {
                return Err(failed(format!("{name} has the shape {shape:?} for {columns} x {rows} cells")));
            }
            Ok(values.to_vec())
        };
        Ok(Maps { columns, rows, heat: take("heat", 1)?, corners: take("corners", 8)? })
    }
}

/// The reader model in ONNX Runtime.
pub(crate) struct OnnxReader {
    session: Session,
    size: usize,
    classes: usize,
}

impl OnnxReader {
    /// Makes the model from the bytes of its file.
    pub(crate) fn load(library: &Path, bytes: &[u8], spec: &ReaderSpec) -> Result<OnnxReader, VisionError> {
        let session = session(library, bytes, "reader")?;
        expect_shape(&session, "reader", ("crops", 4), &[("logits", 2), ("embedding", 2)])?;
        Ok(OnnxReader { session, size: spec.size as usize, classes: spec.classes.len() })
    }
}

impl ReaderModel for OnnxReader {
    fn name(&mut self, crops: &[f32], count: usize) -> Result<Answers, VisionError> {
        let failed = |cause: String| VisionError::Inference { model: "reader", cause };
        let input = TensorRef::from_array_view(([count, 3, self.size, self.size], crops))
            .map_err(|error| failed(error.to_string()))?;
        let outputs = self.session.run(ort::inputs!["crops" => input]).map_err(|error| failed(error.to_string()))?;
        let take = |name: &str, width: usize| {
            let value = outputs.get(name).ok_or_else(|| failed(format!("there is no {name}")))?;
            let (shape, values) = value.try_extract_tensor::<f32>().map_err(|error| failed(error.to_string()))?;
            if **shape != [count as i64, width as i64] {
                return Err(failed(format!("{name} has the shape {shape:?} for {count} crops of {width} values")));
            }
            Ok(values.to_vec())
        };
        Ok(Answers { logits: take("logits", self.classes)?, embeddings: take("embedding", EMBEDDING)? })
    }
}
