//! The one error of this program: a sentence for the person at the terminal, by kind.

use std::path::Path;
use std::{fmt, io};

/// Why a command stopped.
#[derive(Debug)]
pub enum Error {
    /// Something must be installed by hand; the text says what, with the exact line to run where there is one.
    Missing(String),
    /// A program of ours or of others ended with a failure.
    Failed { program: String, status: String },
    /// A program could not be started at all.
    Start { program: String, cause: io::Error },
    /// A file could not be read or written.
    File { path: String, cause: io::Error },
    /// A file was read but is not what it should be.
    Content { path: String, complaint: String },
    /// The tests ran, and some of them failed; they have already said which.
    TestsFailed,
    /// A check of ours found something; the text lists it.
    Check(String),
}

/// What the functions of this program return.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An I/O error at `path`.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |cause| Self::File { path: path.display().to_string(), cause }
    }

    /// A file at `path` that is not what it should be.
    pub fn content(path: &Path, complaint: impl Into<String>) -> Self {
        Self::Content { path: path.display().to_string(), complaint: complaint.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) | Self::Check(what) => f.write_str(what),
            Self::Failed { program, status } => write!(f, "`{program}` failed ({status})"),
            Self::Start { program, cause } => write!(f, "could not start `{program}`: {cause}"),
            Self::File { path, cause } => write!(f, "{path}: {cause}"),
            Self::Content { path, complaint } => write!(f, "{path}: {complaint}"),
            Self::TestsFailed => f.write_str("some tests failed"),
        }
    }
}
