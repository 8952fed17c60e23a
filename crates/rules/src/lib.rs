//! The rules of Suzume Jong (すずめ雀, 참새작), as pure functions over types that cannot be wrong.
//!
//! A [`Hand`] is six tiles that exist together with the dora tile; [`judge`] splits it into two melds and itemises its
//! [`Score`]; [`payment`] says who pays whom; [`rotation`] who deals in which wind; [`waits`] what a five-tile hand waits
//! for. Every choice that tables make differently is a named field of [`Ruleset`].
//!
//! Source of the rules: the Korean rule documents of the game (namu.wiki, "참새작"), which follow the manual in the box.

pub mod furiten;
mod hand;
mod meld;
mod notation;
pub mod payment;
mod points_table;
pub mod rotation;
mod ruleset;
mod score;
#[cfg(feature = "serde")]
mod serde_impls;
mod tile;
mod waits;
pub mod yaku;

pub use hand::{Hand, HandError};
pub use meld::{Meld, MeldKind, split};
pub use notation::{NotationError, format_tiles, parse_tile, parse_tiles};
pub use payment::{PlayerCount, Points, Seat};
pub use points_table::{PointsTable, TableScore};
pub use rotation::Wind;
pub use ruleset::{LimitHands, MultipleRon, RuleError, Ruleset, StartingPoints};
pub use score::{Bonus, BonusId, Bonuses, DEALER_BONUS, Extra, MINIMUM, Refusal, Score, ScoredMeld, Verdict, judge};
pub use tile::{Kind, Tile, TileCounts};
pub use waits::{Discard, Wait, WaitingHand, discards, waits};
pub use yaku::LimitHand;
