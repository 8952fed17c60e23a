//! Tanyao: +1 if all six tiles are 2-8.

use crate::Tile;

/// What tanyao adds.
pub const TANYAO_POINTS: u8 = 1;

/// Whether all six tiles are souzu 2-8.
pub fn is_tanyao(tiles: &[Tile; 6]) -> bool {
    tiles.iter().all(|tile| !tile.kind().is_terminal_or_dragon())
}
