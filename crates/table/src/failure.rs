//! Errors of the crates below as codes with details; the sentences are the window's.

use crate::Failure;
use ledger::{ImportError, NameError, Recovery, Refusal, StoreError};
use rules::{HandError, NotationError, RuleError};
use std::collections::BTreeMap;
use std::io;
use vision::{TaughtError, VisionError};

/// The code of a disk that is full, as the ledger has it.
const DISK_FULL: &str = StoreError::Full.code();

impl Failure {
    /// A failure with this code and nothing to add.
    pub fn new(code: &str) -> Failure {
        Failure { code: code.to_owned(), details: BTreeMap::new() }
    }

    /// What the system said where something was to be saved: that the disk is full is told as such wherever it is, anything else
    /// by this code.
    pub fn of_disk(code: &str, cause: &io::Error) -> Failure {
        Failure::new(if ledger::is_full(cause) { DISK_FULL } else { code }).with("cause", cause)
    }

    /// Adds what the sentence mentions.
    #[must_use]
    pub fn with(mut self, role: &str, value: impl ToString) -> Failure {
        self.details.insert(role.to_owned(), value.to_string());
        self
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        let failure = Failure::new(error.code());
        match error {
            NotationError::Unknown { found, .. } => failure.with("found", found),
            NotationError::StrayRed { .. } => failure,
            NotationError::NotOneTile { found } => failure.with("found", found),
        }
    }
}

impl From<HandError> for Failure {
    fn from(error: HandError) -> Self {
        let failure = Failure::new(error.code());
        match error {
            HandError::Notation(error) => error.into(),
            HandError::WrongCount { needed, found } => failure.with("needed", needed).with("found", found),
            HandError::TooManyCopies(tile) => failure.with("tile", tile).with("copies", tile.copies()),
        }
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        let failure = Failure::new(error.code());
        match error {
            RuleError::UnknownRule(name) => failure.with("name", name),
            RuleError::UnknownValue { rule, value } => failure.with("name", rule).with("value", value),
        }
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        let failure = Failure::new(error.code());
        match error {
            NameError::TooLong { found } => failure.with("found", found),
            NameError::Empty | NameError::Control { .. } => failure,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let failure = Failure::new(refusal.code());
        match refusal {
            Refusal::ImpossibleHand { seat, cause } => Failure::from(cause).with("seat", seat),
            Refusal::NoShape { seat } => failure.with("seat", seat),
            Refusal::PlayerCount { found } => failure.with("found", found),
            Refusal::DuplicateName(name) => failure.with("name", name),
            Refusal::BoxTooSmall { players, points } => failure.with("players", players).with("points", points),
            Refusal::UnderMinimum { seat, points } => failure.with("seat", seat).with("points", points),
            Refusal::NoSuchHandNumber { found, last } => failure.with("found", found).with("last", last),
            Refusal::SticksNotThePoints { seat, points, found } => {
                failure.with("seat", seat).with("points", points).with("found", found)
            }
            Refusal::HandsContradict(tile) => failure.with("tile", tile),
            _ => failure,
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Refused(refusal) => refusal.into(),
            error => Failure::new(error.code()).with("cause", error),
        }
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        Failure::new(error.code()).with("cause", error)
    }
}

/// What was done with a damaged file, told by numbers: what is there again, what came from the backup, what is missing.
impl From<&Recovery> for Failure {
    fn from(recovery: &Recovery) -> Self {
        let events: u64 = recovery.games.iter().map(|game| game.events).sum();
        Failure::new(Recovery::CODE)
            .with("found", events)
            .with("backup", recovery.from_backup())
            .with("missing", recovery.missing())
            .with("kept", recovery.kept.display())
    }
}

impl From<TaughtError> for Failure {
    fn from(error: TaughtError) -> Self {
        let failure = Failure::new(error.code());
        match &error {
            TaughtError::Name { name }
            | TaughtError::Unknown { name, .. }
            | TaughtError::Damaged { name, .. }
            | TaughtError::OtherReader { name } => failure.with("name", name),
            TaughtError::Storage { cause, .. } if ledger::is_full(cause) => {
                Failure::new(DISK_FULL).with("cause", &error)
            }
            TaughtError::Face { id } => failure.with("found", id),
            _ => failure.with("cause", &error),
        }
    }
}

impl From<camera::CameraError> for Failure {
    fn from(error: camera::CameraError) -> Self {
        Failure::new(error.code()).with("cause", error)
    }
}

impl From<VisionError> for Failure {
    fn from(error: VisionError) -> Self {
        Failure::new(error.code()).with("cause", error)
    }
}
