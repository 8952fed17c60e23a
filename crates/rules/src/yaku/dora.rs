//! Dora: +1 for each tile of the dora tile's kind. Colour is ignored, also when the dora tile itself is red; a red dora tile
//! in the hand earns both bonuses. The turned-up tile's own kind is dora: there is no "next tile" as in riichi.

use crate::Tile;

/// How many of the tiles are of the dora's kind.
pub fn dora_count(tiles: &[Tile; 6], dora: Option<Tile>) -> u8 {
    dora.map_or(0, |dora| tiles.iter().filter(|tile| tile.kind() == dora.kind()).count() as u8)
}
