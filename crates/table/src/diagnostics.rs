//! What this program is made of and where its things are, for people who look for what is wrong.

use crate::Failure;
use serde::Serialize;
use std::path::Path;
use ts_rs::TS;
use vision::{Inventory, ModelPaths, VisionError};

/// The shell that asks: what only it knows.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The version of the app.
    pub version: String,
    /// The version of the web view.
    pub webview: Option<String>,
}

/// The state of this program.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct Diagnostics {
    /// The version of the app.
    pub version: String,
    /// The system and the processor, `linux x86_64`.
    pub system: String,
    /// The version of the web view, where it is known.
    pub webview: Option<String>,
    /// The folder of the games.
    pub data: String,
    /// How many games there are; `None` if they cannot be read.
    pub games: Option<u32>,
    /// The models; empty if there is no manifest of them.
    pub models: Vec<ModelCheck>,
    /// The commit whose training code made the models.
    pub trained: Option<String>,
    /// The ONNX Runtime library, if there is one.
    pub runtime: Option<RuntimeCheck>,
    /// Why pictures cannot be read; `None` if they can.
    pub reading: Option<Failure>,
}

/// A model file and whether it is the one that the manifest names.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct ModelCheck {
    /// `locator` or `reader`.
    pub role: String,
    /// Where it is.
    pub path: String,
    /// Its size in bytes (exact in a JavaScript number); `None` if it is not there.
    pub bytes: Option<f64>,
    /// Its SHA-256 in hexadecimal; `None` if it is not there.
    pub sha256: Option<String>,
    /// Whether that is what the manifest says.
    pub genuine: bool,
}

/// The ONNX Runtime library.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct RuntimeCheck {
    /// Where it is.
    pub path: String,
    /// Its SHA-256 in hexadecimal; `None` if it is not there.
    pub sha256: Option<String>,
    /// Its version, where it is one that the program is shipped with.
    pub version: Option<String>,
}

impl Diagnostics {
    /// Looks at everything. `reading` is what came of loading the models; `games` how many games there are.
    pub fn of(
        shell: Shell,
        data: &Path,
        games: Option<u32>,
        paths: Result<ModelPaths, VisionError>,
        reading: Result<(), Failure>,
    ) -> Diagnostics {
        let mut found = Diagnostics {
            version: shell.version,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            webview: shell.webview,
            data: data.display().to_string(),
            games,
            models: Vec::new(),
            trained: None,
            runtime: None,
            reading: reading.err(),
        };
        match paths.and_then(|paths| Inventory::of(&paths)) {
            Ok(inventory) => found.take_in(inventory),
            // Loading said the same, unless the files went missing since.
            Err(error) => found.reading = found.reading.or_else(|| Some(error.into())),
        }
        found
    }

    fn take_in(&mut self, inventory: Inventory) {
        self.trained = Some(inventory.trained);
        self.models = inventory
            .models
            .into_iter()
            .map(|model| ModelCheck {
                role: model.role.to_owned(),
                path: model.path.display().to_string(),
                bytes: model.bytes.map(|bytes| bytes as f64),
                sha256: model.sha256,
                genuine: model.genuine,
            })
            .collect();
        let runtime = inventory.runtime;
        self.runtime = Some(RuntimeCheck {
            path: runtime.path.display().to_string(),
            sha256: runtime.sha256,
            version: runtime.version,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell() -> Shell {
        Shell { version: "0.1.0".into(), webview: None }
    }

    #[test]
    fn without_models_it_says_why_nothing_is_read_and_all_else_all_the_same() {
        let nowhere = Err(VisionError::ModelMissing { path: "models/manifest.json".into() });
        let reading = Err(Failure::new("model_missing"));
        let found = Diagnostics::of(shell(), Path::new("data"), Some(3), nowhere, reading);
        assert_eq!((found.data.as_str(), found.games, found.version.as_str()), ("data", Some(3), "0.1.0"));
        assert_eq!(found.reading.map(|failure| failure.code).as_deref(), Some("model_missing"));
        assert!(found.models.is_empty() && found.runtime.is_none());
        assert!(found.system.starts_with(std::env::consts::OS));
    }

    #[test]
    fn a_model_that_went_missing_while_the_window_was_open_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ModelPaths { models: folder.path().to_owned(), runtime: folder.path().join("library") };
        let found = Diagnostics::of(shell(), folder.path(), None, Ok(paths), Ok(()));
        assert_eq!(found.reading.map(|failure| failure.code).as_deref(), Some("model_missing"));
    }
}
