//! Why an event cannot have happened.

use rules::{HandError, Points, Tile};
use thiserror::Error;

use crate::event::{FORMAT, SeatIndex};
use crate::sticks::PursesError;

/// Why the fold refuses an event. A refused event changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The first event of a game is not its start.
    #[error("a game begins with its start")]
    NotStarted,
    /// A game starts only once.
    #[error("the game has already started")]
    AlreadyStarted,
    /// A game of a newer format.
    #[error("the game has format {found}; this program knows formats up to {FORMAT}")]
    NewerFormat {
        /// The format that the game names.
        found: u32,
    },
    /// Fewer than two or more than five players.
    #[error("2 to 5 can play, not {found}")]
    PlayerCount {
        /// How many there are.
        found: usize,
    },
    /// Two players of one name: nobody could tell them apart.
    #[error("two players have the name {0:?}")]
    DuplicateName(String),
    /// The box's 200 points do not suffice for these starting points.
    #[error("the box holds 200 points: {players} players cannot start with {points} each")]
    BoxTooSmall {
        /// How many play.
        players: u8,
        /// What each would start with.
        points: u8,
    },
    /// Nobody sits there.
    #[error("nobody sits at seat {0}")]
    NoSuchSeat(SeatIndex),
    /// The game is over.
    #[error("the game is over")]
    Finished,
    /// The hand cannot exist: with the dora tile there would be more copies of a face than the box holds.
    #[error("the hand of seat {seat} cannot be: {cause}")]
    ImpossibleHand {
        /// Whose hand.
        seat: SeatIndex,
        /// Why.
        cause: HandError,
    },
    /// The six tiles do not split into two melds.
    #[error("the hand of seat {seat} does not split into two melds")]
    NoShape {
        /// Whose hand.
        seat: SeatIndex,
    },
    /// The hand stays under the minimum.
    #[error("the hand of seat {seat} has {points} points, which is under the minimum")]
    UnderMinimum {
        /// Whose hand.
        seat: SeatIndex,
        /// What it is worth, without the dealer's bonus.
        points: u8,
    },
    /// A ron that nobody won.
    #[error("a ron needs a winner")]
    NoWinner,
    /// A ron on one's own discard.
    #[error("seat {0} cannot win on its own discard")]
    RonFromSelf(SeatIndex),
    /// One player twice among the winners.
    #[error("seat {0} is named twice among the winners")]
    WinnerTwice(SeatIndex),
    /// Several winners claim one discard, but no tile lies in all of their hands.
    #[error("the winners claim one discard, but no tile is in all of their hands")]
    NoCommonTile,
    /// Several hands that cannot lie on one table: too many copies of a face, the shared discard counted once.
    #[error("these hands cannot be on one table: too many copies of the tile {0}")]
    HandsContradict(Tile),
    /// No hand that counts was recorded by the event with this number.
    #[error("event {0} recorded no hand that counts")]
    NoSuchHand(u64),
    /// Seats can be swapped from a hand on that has begun.
    #[error("hand {found} has not begun: seats can be swapped from hands 1 to {last} on")]
    NoSuchHandNumber {
        /// The hand that was named.
        found: u32,
        /// The last hand that has begun.
        last: u32,
    },
    /// A correction or a swap after which everything is as before.
    #[error("that changes nothing")]
    ChangesNothing,
    /// A correction that says something else of what becomes impossible than what does.
    #[error("this makes the events {} impossible: they have to be named", list(.0))]
    MakesImpossible(Vec<u64>),
    /// Sticks for another number of players.
    #[error("sticks of {found} players were named, {players} play")]
    SticksOfOthers {
        /// How many play.
        players: usize,
        /// For how many sticks were named.
        found: usize,
    },
    /// A player's sticks are not worth the player's points.
    #[error("the sticks of seat {seat} are worth {found} points, not {points}")]
    SticksNotThePoints {
        /// Whose.
        seat: SeatIndex,
        /// What the player has.
        points: Points,
        /// What the sticks are worth.
        found: Points,
    },
    /// More sticks of a kind than the box holds.
    #[error("the box holds ten 10s, fifteen 5s and twenty-five 1s, not so many")]
    MoreSticksThanTheBox,
    /// Nothing but the start is left to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Nothing was taken back, or something else happened since.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// An event out of its place.
    #[error("event {expected} comes next, not event {found}")]
    OutOfOrder {
        /// The number that the next event must have.
        expected: u64,
        /// The number that it has.
        found: u64,
    },
    /// The fold itself is broken: the players' points no longer sum to what they started with.
    #[error("points were not conserved: {found} on the table instead of {expected}")]
    PointsNotConserved {
        /// What all players have together.
        found: Points,
        /// What they started with.
        expected: Points,
    },
}

impl Refusal {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotStarted => "game_not_started",
            Refusal::AlreadyStarted => "game_already_started",
            Refusal::NewerFormat { .. } => "newer_format",
            Refusal::PlayerCount { .. } => "player_count",
            Refusal::DuplicateName(_) => "duplicate_name",
            Refusal::BoxTooSmall { .. } => "box_too_small",
            Refusal::NoSuchSeat(_) => "no_such_seat",
            Refusal::Finished => "game_finished",
            Refusal::ImpossibleHand { cause, .. } => cause.code(),
            Refusal::NoShape { .. } => "no_shape",
            Refusal::UnderMinimum { .. } => "under_minimum",
            Refusal::NoWinner => "no_winner",
            Refusal::RonFromSelf(_) => "ron_from_self",
            Refusal::WinnerTwice(_) => "winner_twice",
            Refusal::NoCommonTile => "no_common_tile",
            Refusal::HandsContradict(_) => "hands_contradict",
            Refusal::NoSuchHand(_) => "no_such_hand",
            Refusal::NoSuchHandNumber { .. } => "no_such_hand_number",
            Refusal::ChangesNothing => "changes_nothing",
            Refusal::MakesImpossible(_) => "makes_impossible",
            Refusal::SticksOfOthers { .. } => "sticks_of_others",
            Refusal::SticksNotThePoints { .. } => "sticks_not_the_points",
            Refusal::MoreSticksThanTheBox => "more_sticks_than_the_box",
            Refusal::NothingToUndo => "nothing_to_undo",
            Refusal::NothingToRedo => "nothing_to_redo",
            Refusal::OutOfOrder { .. } => "out_of_order",
            Refusal::PointsNotConserved { .. } => "points_not_conserved",
        }
    }
}

impl From<PursesError> for Refusal {
    fn from(error: PursesError) -> Self {
        match error {
            PursesError::WrongCount { players, found } => Refusal::SticksOfOthers { players, found },
            PursesError::NotThePoints { seat, points, found } => {
                Refusal::SticksNotThePoints { seat: seat as SeatIndex, points, found }
            }
            PursesError::MoreThanTheBox => Refusal::MoreSticksThanTheBox,
        }
    }
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}
