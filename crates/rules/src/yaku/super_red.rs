//! Super Red: all six tiles red, red 1-9 and chun. The house rule `chun_is_red` does not touch it.

use crate::Tile;

/// Whether all six tiles are red.
pub fn is_super_red(tiles: &[Tile; 6]) -> bool {
    tiles.iter().all(|tile| tile.is_red())
}
