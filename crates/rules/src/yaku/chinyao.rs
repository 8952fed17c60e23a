//! Chinyao: only 1, 9, hatsu and chun, of any colour.

use crate::Tile;

/// Whether no tile is a 2-8.
pub fn is_chinyao(tiles: &[Tile; 6]) -> bool {
    tiles.iter().all(|tile| tile.kind().is_terminal_or_dragon())
}
