//! Why a command gives no answer: a stable code for programs and one line for people.

use crate::output::printable;
use camera::CameraError;
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use vision::{TaughtError, VisionError};

/// Why a command gives no answer. The process then ends with status 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CliError {
    /// A stable code for programs, in snake_case.
    pub code: &'static str,
    /// One line for people, without a full stop; what was wrong and with which input.
    pub message: String,
}

impl CliError {
    /// The code of an error that is none: whoever read our output has stopped reading. It ends the command quietly.
    pub const OUTPUT_CLOSED: &'static str = "output_closed";

    /// The code of an error that was already answered where it arose, between other answers: only the exit status and
    /// one line on standard error are left to give.
    pub const REPORTED: &'static str = "reported";

    /// An error with this code and this line.
    pub fn new(code: &'static str, message: impl Into<String>) -> CliError {
        CliError { code, message: message.into() }
    }

    /// What is wrong with one picture, its name in front unless the error says it already.
    pub fn about_picture(path: &Path, error: VisionError) -> CliError {
        match error {
            VisionError::File { .. } => error.into(),
            _ => CliError::new(error.code(), format!("{}: {error}", path.display())),
        }
    }

    /// `{"error":{"code","message"}}`, as programs get it.
    pub fn json(&self) -> Value {
        json!({ "error": { "code": self.code, "message": self.one_line() } })
    }

    /// The message with its line breaks (a library's error text may hold some) turned into spaces, and printable.
    pub fn one_line(&self) -> String {
        printable(&self.message.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.one_line())
    }
}

impl std::error::Error for CliError {}

impl From<CameraError> for CliError {
    fn from(error: CameraError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<VisionError> for CliError {
    fn from(error: VisionError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<TaughtError> for CliError {
    fn from(error: TaughtError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<rules::HandError> for CliError {
    fn from(error: rules::HandError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<rules::NotationError> for CliError {
    fn from(error: rules::NotationError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<rules::RuleError> for CliError {
    fn from(error: rules::RuleError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}
