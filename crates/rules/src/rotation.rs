//! Who deals in which wind, and when the game ends.
//!
//! The dealer marker always passes to the right, also after the dealer's win. Each time it returns to the first dealer, that
//! player turns the wind marker in place (東1 南2 西3 北4); the marker is never handed on. The game ends when everyone has
//! dealt four times.

use crate::{PlayerCount, Seat, Tile};

/// The four rounds, in the order of the wind marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wind {
    /// 東, the first round.
    East,
    /// 南, the second.
    South,
    /// 西, the third.
    West,
    /// 北, the last.
    North,
}

impl Wind {
    /// All winds, in the order of play.
    pub const ALL: [Wind; 4] = [Wind::East, Wind::South, Wind::West, Wind::North];

    /// A stable id for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Wind::East => "east",
            Wind::South => "south",
            Wind::West => "west",
            Wind::North => "north",
        }
    }
}

/// How many hands a game has: 4n.
pub const fn hands_total(players: PlayerCount) -> u32 {
    4 * players.get() as u32
}

/// How many tiles a hand's stock holds once everyone has five and the dora tile is turned up: 33, 28, 23, 18 for 2-5 players.
pub const fn stock(players: PlayerCount) -> u8 {
    Tile::IN_BOX - 5 * players.get() - 1
}

/// The dealer of the hand with this number (from 1), if `first_dealer` dealt hand 1.
pub fn dealer(players: PlayerCount, first_dealer: Seat, hand_number: u32) -> Seat {
    first_dealer.right(players, hand_number.saturating_sub(1))
}

/// The wind of the hand with this number (from 1); `None` past the last hand.
pub fn wind(players: PlayerCount, hand_number: u32) -> Option<Wind> {
    let round = hand_number.checked_sub(1)? / u32::from(players.get());
    Wind::ALL.get(round as usize).copied()
}
