//! The pure fold: from events to the state of a game.

mod mend;
mod settle;
mod table;

pub use mend::{ChangedLine, Impossible, MendPreview};
pub use settle::{Settlement, StickPayment};

use crate::event::{Envelope, Event, FORMAT};
use crate::log::{LogEntry, StruckLine};
use crate::name::PlayerName;
use crate::refusal::Refusal;
use crate::sticks::Purses;
use rules::payment::Transfer;
use rules::{PlayerCount, Points, Ruleset, Seat, StartingPoints, Tile, Wind, rotation};
use table::{Moment, Now, Places, Table, seat_at};
use thiserror::Error;

/// What is settled before the first hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Everyone's name, by seat.
    pub names: Vec<PlayerName>,
    /// How many play.
    pub players: PlayerCount,
    /// Who was named as the dealer of hand 1; see [`Game::first_dealer`] for a game in which seats were swapped.
    pub first_dealer: Seat,
    /// The house rules.
    pub ruleset: Ruleset,
    /// Whether the ledger follows the sticks from the start.
    pub sticks: bool,
    /// When the game started, in milliseconds since 1970-01-01 UTC.
    pub started_at: u64,
}

/// A game, as its events tell it.
///
/// Two games with the same [`setup`](Game::setup) and equal under [`same_table`](Game::same_table) look alike to everybody at
/// the table; they may still differ in what can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    table: Table,
    /// The number of the last event.
    seq: u64,
    /// Every event that counts, after the start, with the state that it found.
    done: Vec<Step>,
    /// What was taken back and not yet replaced, the next to redo last.
    undone: Vec<Envelope>,
}

/// An event that counts, and what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    envelope: Envelope,
    found: Found,
}

/// How the way back is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    /// For an event that only adds: what it replaced, and how long the rest was. Also what was paid for it at the time.
    Cut { now: Now, log: usize, timeline: usize, payments: Vec<Transfer> },
    /// For an event that changes the past: everything.
    Whole(Box<Table>),
}

impl Found {
    fn points(&self) -> &[Points] {
        match self {
            Found::Cut { now, .. } => &now.points,
            Found::Whole(table) => &table.now.points,
        }
    }
}

/// An event that has been looked at and not yet taken.
#[derive(Debug)]
pub(crate) struct Change {
    seq: u64,
    what: What,
}

#[derive(Debug)]
enum What {
    Undo,
    Redo(Envelope, Then),
    Do(Envelope, Then),
}

/// What an event that is neither undo nor redo does.
#[derive(Debug)]
enum Then {
    Grow(Box<(Moment, table::Effect)>),
    Replace(Box<Table>),
    /// Only sticks are concerned, which follow from the events.
    Nothing,
}

/// A player's place in the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Who.
    pub seat: Seat,
    /// From 1; players with equal points share a rank, and the next rank counts them all: 1, 2, 2, 4.
    pub rank: u8,
    /// The points that decide it.
    pub points: Points,
}

/// An event within a sequence that the fold refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {seq} is refused: {refusal}")]
pub struct ReplayError {
    /// The event's number.
    pub seq: u64,
    /// Why.
    pub refusal: Refusal,
}

impl Game {
    /// Begins a game with its first event.
    ///
    /// # Errors
    /// Any other event than [`Event::GameStarted`], a newer format, or a start that cannot be.
    pub fn start(first: &Envelope) -> Result<Game, Refusal> {
        let Event::GameStarted { format, players: names, first_dealer, ruleset, sticks } = &first.event else {
            return Err(Refusal::NotStarted);
        };
        if *format > FORMAT {
            return Err(Refusal::NewerFormat { found: *format });
        }
        if first.seq != 1 {
            return Err(Refusal::OutOfOrder { expected: 1, found: first.seq });
        }
        let players = PlayerCount::new(names.len()).ok_or(Refusal::PlayerCount { found: names.len() })?;
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                return Err(Refusal::DuplicateName(name.to_string()));
            }
        }
        let points = ruleset.starting_points.points();
        if ruleset.starting_points == StartingPoints::Fifty && players.get() > 4 {
            return Err(Refusal::BoxTooSmall { players: players.get(), points });
        }
        let first_dealer = seat_at(players, *first_dealer)?;
        let setup = Setup {
            names: names.clone(),
            players,
            first_dealer,
            ruleset: *ruleset,
            sticks: *sticks,
            started_at: first.at,
        };
        let table = Table::new(&setup, Places { first_dealer, swaps: Vec::new() });
        Ok(Game { setup, table, seq: 1, done: Vec::new(), undone: Vec::new() })
    }

    /// Folds a game's events, from its start on.
    ///
    /// # Errors
    /// The first event that the fold refuses.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Game, ReplayError> {
        let mut events = events.into_iter();
        let Some(first) = events.next() else {
            return Err(ReplayError { seq: 1, refusal: Refusal::NotStarted });
        };
        let mut game = Game::start(first).map_err(|refusal| ReplayError { seq: first.seq, refusal })?;
        for envelope in events {
            game.apply(envelope).map_err(|refusal| ReplayError { seq: envelope.seq, refusal })?;
        }
        Ok(game)
    }

    /// Takes the next event.
    ///
    /// # Errors
    /// An event that cannot have happened; the game is unchanged then.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), Refusal> {
        let change = self.prepare(envelope)?;
        self.accept(change);
        Ok(())
    }

    /// Looks whether an event can come next, without taking it: [`Game::accept`] does.
    ///
    /// # Errors
    /// As [`Game::apply`].
    pub(crate) fn prepare(&self, envelope: &Envelope) -> Result<Change, Refusal> {
        if envelope.seq != self.next_seq() {
            return Err(Refusal::OutOfOrder { expected: self.next_seq(), found: envelope.seq });
        }
        let what = match envelope.event {
            Event::Undone {} if self.done.is_empty() => return Err(Refusal::NothingToUndo),
            Event::Undone {} => What::Undo,
            Event::Redone {} => {
                let envelope = self.undone.last().ok_or(Refusal::NothingToRedo)?;
                What::Redo(envelope.clone(), self.then(envelope)?)
            }
            _ => What::Do(envelope.clone(), self.then(envelope)?),
        };
        Ok(Change { seq: envelope.seq, what })
    }

    /// Takes an event that was prepared on this very state.
    pub(crate) fn accept(&mut self, change: Change) {
        self.seq = change.seq;
        match change.what {
            What::Undo => {
                let Some(step) = self.done.pop() else { return };
                match step.found {
                    Found::Cut { now, log, timeline, .. } => {
                        self.table.now = now;
                        self.table.log.truncate(log);
                        self.table.timeline.truncate(timeline);
                    }
                    Found::Whole(table) => self.table = *table,
                }
                self.undone.push(step.envelope);
            }
            What::Redo(envelope, then) => {
                self.undone.pop();
                self.take(envelope, then);
            }
            What::Do(envelope, then) => {
                self.undone.clear();
                self.take(envelope, then);
            }
        }
    }

    fn take(&mut self, envelope: Envelope, then: Then) {
        let cut = |table: &Table, payments| Found::Cut {
            now: table.now.clone(),
            log: table.log.len(),
            timeline: table.timeline.len(),
            payments,
        };
        let found = match then {
            Then::Grow(grow) => {
                let (moment, effect) = *grow;
                let payments = effect.line.as_ref().map_or_else(Vec::new, |line| line.payments.clone());
                let found = cut(&self.table, payments);
                self.table.push(moment, effect);
                found
            }
            Then::Replace(table) => Found::Whole(Box::new(std::mem::replace(&mut self.table, *table))),
            Then::Nothing => cut(&self.table, Vec::new()),
        };
        self.done.push(Step { envelope, found });
    }

    /// What an event that is neither undo nor redo would do.
    fn then(&self, envelope: &Envelope) -> Result<Then, Refusal> {
        match &envelope.event {
            Event::GameStarted { .. } => Err(Refusal::AlreadyStarted),
            Event::Undone {} => Err(Refusal::NothingToUndo),
            Event::Redone {} => Err(Refusal::NothingToRedo),
            Event::SticksSet { purses } => {
                Purses::new(purses, self.points())?;
                Ok(Then::Nothing)
            }
            Event::SticksOff {} if self.follows_sticks() => Ok(Then::Nothing),
            Event::SticksOff {} => Err(Refusal::ChangesNothing),
            Event::HandCorrected { .. } | Event::SeatsSwapped { .. } => {
                self.confirmed_mend(&envelope.event, envelope.seq).map(|table| Then::Replace(Box::new(table)))
            }
            Event::DoraTurned { .. }
            | Event::Tsumo { .. }
            | Event::Ron { .. }
            | Event::Draw {}
            | Event::FalseWin { .. }
            | Event::GameEnded {} => {
                let moment = Moment {
                    seq: envelope.seq,
                    at: envelope.at,
                    event: envelope.event.clone(),
                    dora: None,
                    earlier: Vec::new(),
                };
                let effect = self.table.effect(&self.setup, &moment)?;
                Ok(Then::Grow(Box::new((moment, effect))))
            }
        }
    }

    /// What would be logged if this event came next: the score of every hand and who pays whom, before anybody confirms it.
    ///
    /// `None` for an event that adds no line to the log; [`Game::preview_mend`] tells what a correction would do.
    ///
    /// # Errors
    /// An event that cannot happen now.
    pub fn preview(&self, event: &Event, at: u64) -> Result<Option<LogEntry>, Refusal> {
        let change = self.prepare(&Envelope { seq: self.next_seq(), at, event: event.clone() })?;
        Ok(match change.what {
            What::Do(_, Then::Grow(grow)) => grow.1.line,
            _ => None,
        })
    }

    /// What was settled before the first hand.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The number of the last event: the state that a new event is made on.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The number that the next event must have.
    pub const fn next_seq(&self) -> u64 {
        self.seq + 1
    }

    /// Everyone's points, by seat.
    pub fn points(&self) -> &[Points] {
        &self.table.now.points
    }

    /// The hand that is being played, from 1; once the game is over, the last hand.
    pub fn hand_number(&self) -> u32 {
        self.table.hand_number(&self.setup)
    }

    /// How many hands the game has: 4n.
    pub const fn hands_total(&self) -> u32 {
        rotation::hands_total(self.setup.players)
    }

    /// The dealer of [`Game::hand_number`].
    pub fn dealer(&self) -> Seat {
        self.table.dealer(&self.setup)
    }

    /// Who sits at the wind marker, which stays where the first dealer sat.
    pub fn first_dealer(&self) -> Seat {
        self.table.places.sitting_at(self.setup.players, self.table.places.first_dealer, self.hand_number())
    }

    /// Who sits at the table in this hand, counter-clockwise: 0, 1, 2, … unless seats were swapped.
    pub fn seating(&self, hand_number: u32) -> Vec<Seat> {
        self.table.places.in_hand(self.setup.players, hand_number)
    }

    /// The wind of [`Game::hand_number`].
    pub fn wind(&self) -> Wind {
        self.table.wind(&self.setup)
    }

    /// The dora tile of the hand that is being played, once it was entered.
    pub const fn dora(&self) -> Option<Tile> {
        self.table.now.dora
    }

    /// Whether the game is over: everyone has dealt four times, or the players agreed to stop.
    pub const fn is_finished(&self) -> bool {
        self.table.is_finished(&self.setup)
    }

    /// Whether the ledger follows the sticks now.
    pub fn follows_sticks(&self) -> bool {
        let last = self.done.iter().rev().find_map(|step| match step.envelope.event {
            Event::SticksSet { .. } => Some(true),
            Event::SticksOff {} => Some(false),
            _ => None,
        });
        last.unwrap_or(self.setup.sticks)
    }

    /// Whether the players agreed to stop.
    pub const fn ended_by_agreement(&self) -> bool {
        self.table.now.ended_by_agreement
    }

    /// Everyone by points, the most first; equal points share a rank and stand in the order of their seats.
    pub fn ranking(&self) -> Vec<Placing> {
        let points = self.points();
        let mut seats: Vec<Seat> = self.setup.players.seats().collect();
        seats.sort_by_key(|seat| std::cmp::Reverse(points[seat.index()]));
        seats
            .into_iter()
            .map(|seat| {
                let own = points[seat.index()];
                let ahead = points.iter().filter(|other| **other > own).count();
                Placing { seat, rank: ahead as u8 + 1, points: own }
            })
            .collect()
    }

    /// Every hand that ended and every false win, in order, each in its present version; what was undone is not among them.
    pub fn log(&self) -> &[LogEntry] {
        &self.table.log
    }

    /// Lines that a correction struck, in the order in which that happened: recorded once, and not so.
    pub fn struck(&self) -> &[StruckLine] {
        &self.table.struck
    }

    /// The event that recorded the hand which is logged under this number, corrections included, and its dora tile: what a
    /// correction starts from. `None` if there is no such line.
    pub fn recorded(&self, seq: u64) -> Option<(&Event, Option<Tile>)> {
        let line = self.table.log.iter().find(|line| line.seq == seq)?;
        let moment = self.table.timeline.iter().find(|moment| moment.seq == seq)?;
        Some((&moment.event, line.dora))
    }

    /// Every event that counts, after the start, corrections among them, in the order in which they were recorded.
    pub fn counting(&self) -> impl Iterator<Item = &Envelope> {
        self.done.iter().map(|step| &step.envelope)
    }

    /// How many steps can be taken back.
    pub const fn undo_steps(&self) -> usize {
        self.done.len()
    }

    /// How many steps that were taken back can count again.
    pub const fn redo_steps(&self) -> usize {
        self.undone.len()
    }

    /// The event that the next undo takes back.
    pub fn next_undo(&self) -> Option<&Event> {
        self.done.last().map(|step| &step.envelope.event)
    }

    /// The event that the next redo lets count again.
    pub fn next_redo(&self) -> Option<&Event> {
        self.undone.last().map(|envelope| &envelope.event)
    }

    /// Whether everything at the table is the same: points, dealer, wind, dora, the log. What could be undone may differ.
    pub fn same_table(&self, other: &Game) -> bool {
        self.setup == other.setup && self.table == other.table
    }
}
