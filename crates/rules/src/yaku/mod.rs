//! One rule, one file: the four bonuses and the three limit hands.

mod all_green;
mod chanta;
mod chinyao;
mod dora;
mod red;
mod super_red;
mod tanyao;

pub use all_green::is_all_green;
pub use chanta::{CHANTA_POINTS, is_chanta};
pub use chinyao::is_chinyao;
pub use dora::dora_count;
pub use red::red_count;
pub use super_red::is_super_red;
pub use tanyao::{TANYAO_POINTS, is_tanyao};

use crate::{Ruleset, Tile};

/// The limit hands (yakuman); each replaces all bonuses. No two coincide (proven by enumeration).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitHand {
    /// Only normal 2 3 4 6 8 and hatsu.
    AllGreen,
    /// Only 1, 9, hatsu and chun.
    Chinyao,
    /// All six red.
    SuperRed,
}

impl LimitHand {
    /// All limit hands, cheapest first.
    pub const ALL: [LimitHand; 3] = [LimitHand::AllGreen, LimitHand::Chinyao, LimitHand::SuperRed];

    /// The limit hand that six tiles in two melds make.
    pub fn of(tiles: &[Tile; 6]) -> Option<LimitHand> {
        Self::ALL.into_iter().find(|limit| limit.matches(tiles))
    }

    /// Whether the tiles fulfil this limit hand; the shape is not looked at.
    pub fn matches(self, tiles: &[Tile; 6]) -> bool {
        match self {
            LimitHand::AllGreen => is_all_green(tiles),
            LimitHand::Chinyao => is_chinyao(tiles),
            LimitHand::SuperRed => is_super_red(tiles),
        }
    }

    /// All Green 10, Chinyao 15, Super Red 20.
    pub const fn points(self) -> u8 {
        match self {
            LimitHand::AllGreen => 10,
            LimitHand::Chinyao => 15,
            LimitHand::SuperRed => 20,
        }
    }

    /// A stable id for programs.
    pub const fn id(self) -> &'static str {
        match self {
            LimitHand::AllGreen => "all_green",
            LimitHand::Chinyao => "chinyao",
            LimitHand::SuperRed => "super_red",
        }
    }
}

/// Whether `tile` earns the red bonus: the nine red souzu always, chun by house rule.
pub(crate) fn earns_red_bonus(tile: Tile, ruleset: &Ruleset) -> bool {
    tile.is_red() && (tile != Tile::CHUN || ruleset.chun_is_red)
}
