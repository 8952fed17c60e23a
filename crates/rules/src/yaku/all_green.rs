//! All Green: only normal 2 3 4 6 8 and hatsu, the tiles without any red ink. One red tile spoils it.

use crate::Tile;

/// Whether no tile shows any red: 1, 5, 7 and 9 have red strokes even in normal print.
pub fn is_all_green(tiles: &[Tile; 6]) -> bool {
    tiles.iter().all(|tile| !tile.is_red() && matches!(tile.kind().number(), None | Some(2 | 3 | 4 | 6 | 8)))
}
