//! What can go wrong between the ledger and the disk.

use crate::{EventError, Refusal, ReplayError};
use rusqlite::ErrorCode;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the store did not do what it was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The event cannot have happened.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Somebody else recorded something since: the event was made on a state that is no longer the last.
    #[error("the game has moved on: it has {found} events, not {expected}")]
    Stale {
        /// The state that the event was made on.
        expected: u64,
        /// The state that the file is in.
        found: u64,
    },
    /// There is a file of this name already.
    #[error("{} exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("there is no file {}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A file that this program did not make.
    #[error("{} is no ledger of Suzume Table", path.display())]
    NotALedger {
        /// The file.
        path: PathBuf,
    },
    /// The bytes are no database.
    #[error("the file is no database")]
    NotADatabase,
    /// A file of another version of this program.
    #[error("the file has version {found}, this program knows version {known}")]
    OtherVersion {
        /// The version of the file.
        found: i32,
        /// The version that this program knows.
        known: i32,
    },
    /// A file of a newer version of this program. It is left alone.
    #[error("the file has version {found}, this program knows version {known}: a newer program made it")]
    TooNew {
        /// The version of the file.
        found: i32,
        /// The version that this program knows.
        known: i32,
    },
    /// No game has this number.
    #[error("there is no game {0}")]
    NoSuchGame(u32),
    /// An event that this program cannot read.
    #[error("event {seq}: {cause}")]
    Event {
        /// Its number.
        seq: u64,
        /// Why.
        cause: EventError,
    },
    /// Events that contradict each other.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Another program holds the file.
    #[error("another program holds the file")]
    Locked,
    /// The file, or the folder it lies in, may not be written.
    #[error("the file may only be read")]
    ReadOnly,
    /// The disk, or a number, is full.
    #[error("the disk is full")]
    Full,
    /// The file is damaged.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The file could not be made or reached.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        cause: String,
    },
    /// The disk, or the way to it, does not do what it is asked.
    #[error("the disk does not answer as it should: {0}")]
    DiskFailed(String),
    /// Anything else that SQLite reports.
    #[error("the file could not be used: {0}")]
    Database(String),
}

impl StoreError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            StoreError::Refused(refusal) => refusal.code(),
            StoreError::Stale { .. } => "stale",
            StoreError::Exists { .. } => "file_exists",
            StoreError::Missing { .. } => "file_missing",
            StoreError::NotALedger { .. } | StoreError::NotADatabase => "not_a_ledger",
            StoreError::OtherVersion { .. } => "other_version",
            StoreError::TooNew { .. } => "file_too_new",
            StoreError::NoSuchGame(_) => "no_such_game",
            StoreError::Event { cause, .. } => cause.code(),
            StoreError::Replay(_) => "contradicting_events",
            StoreError::Locked => "file_locked",
            StoreError::ReadOnly => "file_read_only",
            StoreError::Full => "disk_full",
            StoreError::Damaged(_) => "file_damaged",
            StoreError::File { .. } => "file_unusable",
            StoreError::DiskFailed(_) => "disk_failed",
            StoreError::Database(_) => "database_failed",
        }
    }
}

impl StoreError {
    /// What the system said of a file or a folder.
    pub(crate) fn file(path: &Path, cause: &io::Error) -> StoreError {
        match cause.kind() {
            _ if is_full(cause) => StoreError::Full,
            io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
            _ => StoreError::File { path: path.to_owned(), cause: cause.to_string() },
        }
    }

    /// Whether the bytes of the file are not what was written.
    pub(crate) const fn is_damage(&self) -> bool {
        matches!(self, StoreError::Damaged(_))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly,
            // The journal cannot be made where the folder may only be read.
            Some(ErrorCode::CannotOpen) => StoreError::ReadOnly,
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::NotADatabase) => StoreError::NotADatabase,
            Some(ErrorCode::SystemIoFailure) => StoreError::DiskFailed(error.to_string()),
            // A text that is none, a number where a text must be: no program of ours writes that.
            _ if is_wrong_content(&error) => StoreError::Damaged(error.to_string()),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Database(error.to_string()),
        }
    }
}

/// Whether the system refused something because a disk, or a person's share of it, has no room.
pub fn is_full(cause: &io::Error) -> bool {
    matches!(cause.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

const fn is_wrong_content(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}
