//! Red tiles: +1 each. Each chun is red, unless the house rule `chun_is_red` says no.

use super::earns_red_bonus;
use crate::{Ruleset, Tile};

/// How many of the tiles earn the red bonus.
pub fn red_count(tiles: &[Tile; 6], ruleset: &Ruleset) -> u8 {
    tiles.iter().filter(|&&tile| earns_red_bonus(tile, ruleset)).count() as u8
}
