//! Furiten by kind: a player cannot ron a kind that lies among its own discards of this hand.

use crate::{Kind, Tile};

/// Whether this player's own discards forbid a ron on `tile`.
///
/// Colour is ignored; other waits stay open and tsumo is never barred. Unlike riichi, passing a win bars nothing later.
pub fn forbids_ron(own_discards: &[Tile], tile: Tile) -> bool {
    forbids_ron_on_kind(own_discards, tile.kind())
}

/// [`forbids_ron`] for a kind.
pub fn forbids_ron_on_kind(own_discards: &[Tile], kind: Kind) -> bool {
    own_discards.iter().any(|discard| discard.kind() == kind)
}
