//! Chanta: +2 if both melds contain a 1, a 9, hatsu or chun.

use crate::Meld;

/// What chanta adds.
pub const CHANTA_POINTS: u8 = 2;

/// Whether both melds contain a 1, a 9, hatsu or chun.
pub fn is_chanta(melds: &[Meld; 2]) -> bool {
    melds.iter().all(Meld::touches_edge)
}
