//! What can go wrong between a file and its tiles: a stable code for programs, a cause for people.

use std::path::PathBuf;

/// Why a picture could not be read, or why the models could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VisionError {
    /// The file could not be read at all.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file asked for.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The bytes are none of the picture formats that are read (JPEG, PNG, WebP, BMP, GIF, TIFF).
    #[error("this is no picture that can be read (JPEG, PNG, WebP, BMP, GIF and TIFF can)")]
    NotAPicture,
    /// The picture ends before its end.
    #[error("the picture is cut off: its end is missing")]
    Truncated,
    /// The picture's data contradict themselves, or use a variant that is not read.
    #[error("the picture is damaged or of an unusual kind: {cause}")]
    Damaged {
        /// What the decoder said.
        cause: String,
    },
    /// The picture is larger than is worth the memory.
    #[error("the picture is too large: {detail}")]
    TooLarge {
        /// What was found, and the limit.
        detail: String,
    },
    /// The picture is smaller than a tile would have to be.
    #[error("the picture is too small to show a tile: {width} x {height}, at least {least} each way is needed")]
    TooSmall {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// The least side in pixels.
        least: u32,
    },
    /// No folder with the models was found.
    #[error("the models are missing: no {} (set SUZUME_MODELS to the folder that holds manifest.json)", path.display())]
    ModelMissing {
        /// The file that is missing.
        path: PathBuf,
    },
    /// The manifest is no manifest of ours.
    #[error("{}: {cause}", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// A model file is not the one that the manifest names.
    #[error("{} is not the model that the manifest names: sha256 {found} instead of {expected}", path.display())]
    ModelCorrupt {
        /// The model file.
        path: PathBuf,
        /// What the manifest says.
        expected: String,
        /// What the file has.
        found: String,
    },
    /// A model does not have the inputs and outputs that are agreed.
    #[error("the {model} model does not fit: {detail}")]
    ModelUnfit {
        /// `locator` or `reader`.
        model: &'static str,
        /// What is different.
        detail: String,
    },
    /// The ONNX Runtime library is not where it is looked for.
    #[error(
        "the ONNX Runtime library is missing: no {} (run `cargo xtask run` once, or set SUZUME_ORT_LIB to the library file)",
        path.display()
    )]
    RuntimeMissing {
        /// The file that is missing.
        path: PathBuf,
    },
    /// The ONNX Runtime library is there but does not load.
    #[error("the ONNX Runtime library {} does not load: {cause}", path.display())]
    RuntimeBroken {
        /// The library file.
        path: PathBuf,
        /// What the loader said.
        cause: String,
    },
    /// A model failed while it ran.
    #[error("the {model} model failed: {cause}")]
    Inference {
        /// `locator` or `reader`.
        model: &'static str,
        /// What ONNX Runtime said.
        cause: String,
    },
}

impl VisionError {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            VisionError::File { cause, .. } if cause.kind() == std::io::ErrorKind::NotFound => "picture_not_found",
            VisionError::File { .. } => "picture_unreadable",
            VisionError::NotAPicture => "not_a_picture",
            VisionError::Truncated => "picture_truncated",
            VisionError::Damaged { .. } => "picture_damaged",
            VisionError::TooLarge { .. } => "picture_too_large",
            VisionError::TooSmall { .. } => "picture_too_small",
            VisionError::ModelMissing { .. } => "model_missing",
            VisionError::Manifest { .. } => "manifest_invalid",
            VisionError::ModelCorrupt { .. } => "model_corrupt",
            VisionError::ModelUnfit { .. } => "model_unfit",
            VisionError::RuntimeMissing { .. } => "runtime_missing",
            VisionError::RuntimeBroken { .. } => "runtime_broken",
            VisionError::Inference { .. } => "inference_failed",
        }
    }
}
