//! What the ledger remembers of every hand.

use crate::event::Origin;
use rules::payment::Transfer;
use rules::{DEALER_BONUS, Hand, Points, Score, Seat, Tile, Wind};

/// One line of the ledger: a hand that ended, a false win within a hand, or the end by agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The number of the event that recorded it.
    pub seq: u64,
    /// When it was recorded, in milliseconds since 1970-01-01 UTC.
    pub at: u64,
    /// The hand that was being played, from 1.
    pub hand_number: u32,
    /// The wind of that hand.
    pub wind: Wind,
    /// Its dealer.
    pub dealer: Seat,
    /// Its dora tile, if it was entered.
    pub dora: Option<Tile>,
    /// What happened.
    pub happening: Happening,
    /// Who won with what: none for a draw, one for a tsumo, by nearness to the discarder for a ron.
    pub wins: Vec<Win>,
    /// Who paid whom, in the order of payment.
    pub payments: Vec<Transfer>,
    /// Everyone's points before it, by seat.
    pub before: Vec<Points>,
    /// Everyone's points after it, by seat.
    pub after: Vec<Points>,
    /// What this line said before it was corrected, the oldest first; none of it counts any more.
    pub earlier: Vec<EarlierVersion>,
}

/// A line of the ledger as it stood before a correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierVersion {
    /// The line, as it was; without earlier versions of its own.
    pub line: LogEntry,
    /// The number of the event that replaced it.
    pub mended_by: u64,
}

/// A line that counts no longer, because an earlier hand was corrected or it was itself recorded by mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StruckLine {
    /// The line, as it was.
    pub line: LogEntry,
    /// The number of the event that struck it.
    pub mended_by: u64,
}

/// What a line of the ledger is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A player drew the winning tile.
    Tsumo,
    /// One or several won on a discard.
    Ron {
        /// Whose discard.
        discarder: Seat,
    },
    /// The stock ran out.
    Draw,
    /// A win was called that is none; the hand went on.
    FalseWin {
        /// Who called it.
        offender: Seat,
    },
    /// The players agreed to stop.
    GameEnded,
}

impl Happening {
    /// A stable id for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Happening::Tsumo => "tsumo",
            Happening::Ron { .. } => "ron",
            Happening::Draw => "draw",
            Happening::FalseWin { .. } => "false_win",
            Happening::GameEnded => "game_ended",
        }
    }

    /// Whether the hand ended with it, so that the dealer marker passed on.
    pub const fn ends_hand(self) -> bool {
        matches!(self, Happening::Tsumo | Happening::Ron { .. } | Happening::Draw)
    }
}

/// A hand that won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// Whose.
    pub seat: Seat,
    /// The six tiles, and the dora that they were scored with.
    pub hand: Hand,
    /// The itemised score, without the dealer's bonus.
    pub score: Score,
    /// Whether the winner dealt, which adds [`DEALER_BONUS`].
    pub dealer: bool,
    /// Whether a nearer winner took the discard, under the house rule `nearest_only`: this hand is paid nothing.
    pub head_bumped: bool,
    /// How the tiles were entered.
    pub origin: Origin,
}

impl Win {
    /// What the dealer's bonus adds: 2 for the dealer, else 0.
    pub const fn dealer_bonus(&self) -> u8 {
        if self.dealer { DEALER_BONUS } else { 0 }
    }

    /// What the hand is worth, the dealer's bonus included.
    pub fn total(&self) -> Points {
        Points::from(self.score.total(self.dealer))
    }
}

impl LogEntry {
    /// What a player gained (positive) or lost in it.
    pub fn change(&self, seat: Seat) -> i64 {
        i64::from(self.after[seat.index()]) - i64::from(self.before[seat.index()])
    }
}
