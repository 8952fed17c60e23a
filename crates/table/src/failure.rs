//! Errors of the crates below as codes with details; the sentences are the window's.

use crate::Failure;
use ledger::{NameError, Refusal, StoreError};
use rules::{HandError, NotationError, RuleError};
use std::collections::BTreeMap;
use vision::VisionError;

impl Failure {
    /// A failure with this code and nothing to add.
    pub fn new(code: &str) -> Failure {
        Failure { code: code.to_owned(), details: BTreeMap::new() }
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
            Refusal::ImpossibleHand { cause, .. } => cause.into(),
            Refusal::PlayerCount { found } => failure.with("found", found),
            Refusal::DuplicateName(name) => failure.with("name", name),
            Refusal::BoxTooSmall { players, points } => failure.with("players", players).with("points", points),
            Refusal::UnderMinimum { points, .. } => failure.with("points", points),
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

impl From<VisionError> for Failure {
    fn from(error: VisionError) -> Self {
        Failure::new(error.code()).with("cause", error)
    }
}
