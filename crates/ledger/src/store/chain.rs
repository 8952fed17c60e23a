//! The chain of digests that makes damage visible.
//!
//! Each event has a SHA-256 digest over its own text and the digest before it, so that a flipped bit, a missing row or a row
//! that somebody slipped in breaks the chain at that very event. Each game's head, its last number and digest, is kept apart:
//! it tells a game whose end is missing from one that is complete.

use super::GameId;
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest.
pub(super) type Digest = [u8; 32];

/// What stands before the first event of every game.
pub(super) const GENESIS: Digest = [0; 32];

/// Keeps these digests apart from all others, and this way of making them from later ones.
const DOMAIN: &[u8] = b"suzume ledger event 1\0";

/// The digest of an event that follows the event with the digest `previous`.
///
/// Numbers go in as 8 bytes, the least first; the text comes last, so that no two events give the same bytes.
pub(super) fn link(previous: &Digest, game: GameId, seq: u64, at: u64, event: &str) -> Digest {
    let mut hash = Sha256::new();
    hash.update(DOMAIN);
    hash.update(previous);
    hash.update(u64::from(game).to_le_bytes());
    hash.update(seq.to_le_bytes());
    hash.update(at.to_le_bytes());
    hash.update(event.as_bytes());
    hash.finalize().into()
}

/// An event as it stands in the file, before anybody has tried to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub seq: u64,
    pub at: u64,
    pub event: String,
    /// `None` where the file holds no digest for it.
    pub digest: Option<Digest>,
}

impl Row {
    /// The digest that this row must have after an event with the digest `previous`.
    pub fn link(&self, previous: &Digest, game: GameId) -> Digest {
        link(previous, game, self.seq, self.at, &self.event)
    }
}

/// The end of a game's chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The number of the last event.
    pub seq: u64,
    /// Its digest.
    pub digest: Digest,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with Python's hashlib over the bytes that the documentation describes.
    #[test]
    fn a_digest_is_what_the_format_says() {
        let digest = link(&GENESIS, 1, 2, 3, r#"{"kind":"draw"}"#);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "45de7767d85f3a75dffbdcdc7cbf1914a961a5be26b3f6083c4bcc42a111ab11");
    }

    #[test]
    fn every_part_of_an_event_changes_its_digest() {
        let base = link(&GENESIS, 1, 2, 3, "x");
        for other in [
            link(&base, 1, 2, 3, "x"),
            link(&GENESIS, 2, 2, 3, "x"),
            link(&GENESIS, 1, 3, 3, "x"),
            link(&GENESIS, 1, 2, 4, "x"),
            link(&GENESIS, 1, 2, 3, "y"),
        ] {
            assert_ne!(base, other);
        }
    }
}
