//! The pure fold: from events to the state of a game.

use crate::event::{Envelope, Event, FORMAT, SeatIndex, Winner};
use crate::log::{Happening, LogEntry, Win};
use crate::name::PlayerName;
use crate::refusal::Refusal;
use rules::payment::{self, Transfer};
use rules::{
    MultipleRon, PlayerCount, Points, Ruleset, Seat, StartingPoints, Tile, TileCounts, Verdict, Wind, judge, rotation,
};
use thiserror::Error;

/// What is settled before the first hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Everyone's name, by seat.
    pub names: Vec<PlayerName>,
    /// How many play.
    pub players: PlayerCount,
    /// Who dealt hand 1, and holds the wind marker all game long.
    pub first_dealer: Seat,
    /// The house rules.
    pub ruleset: Ruleset,
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

/// What changes during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    now: Now,
    log: Vec<LogEntry>,
}

/// Everything that changes except the log, which only grows: going back means restoring this and cutting the log.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Now {
    points: Vec<Points>,
    /// How many hands have ended.
    hands_ended: u32,
    dora: Option<Tile>,
    ended_by_agreement: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    envelope: Envelope,
    found: Now,
    log_length: usize,
}

/// An event that has been looked at and not yet taken.
pub(crate) struct Change(Game);

/// What an event does to the table.
enum Effect {
    Dora(Tile),
    Line(LogEntry),
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
        let Event::GameStarted { format, players: names, first_dealer, ruleset } = &first.event else {
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
        let now = Now {
            points: vec![Points::from(points); names.len()],
            hands_ended: 0,
            dora: None,
            ended_by_agreement: false,
        };
        let setup = Setup { names: names.clone(), players, first_dealer, ruleset: *ruleset, started_at: first.at };
        Ok(Game { setup, table: Table { now, log: Vec::new() }, seq: 1, done: Vec::new(), undone: Vec::new() })
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
        if envelope.seq != self.next_seq() {
            return Err(Refusal::OutOfOrder { expected: self.next_seq(), found: envelope.seq });
        }
        match envelope.event {
            Event::Undone {} => {
                let step = self.done.pop().ok_or(Refusal::NothingToUndo)?;
                self.table.now = step.found;
                self.table.log.truncate(step.log_length);
                self.undone.push(step.envelope);
            }
            Event::Redone {} => {
                let envelope = self.undone.last().cloned().ok_or(Refusal::NothingToRedo)?;
                self.perform(envelope)?;
                self.undone.pop();
            }
            _ => {
                self.perform(envelope.clone())?;
                self.undone.clear();
            }
        }
        self.seq = envelope.seq;
        Ok(())
    }

    /// Looks whether an event can come next, without taking it: [`Game::accept`] does.
    ///
    /// # Errors
    /// As [`Game::apply`].
    pub(crate) fn prepare(&self, envelope: &Envelope) -> Result<Change, Refusal> {
        let mut next = self.clone();
        next.apply(envelope)?;
        Ok(Change(next))
    }

    /// Takes a prepared event.
    pub(crate) fn accept(&mut self, change: Change) {
        *self = change.0;
    }

    /// What would be logged if this event came next: the score of every hand and who pays whom, before anybody confirms it.
    ///
    /// `None` for an event that leaves no line in the log.
    ///
    /// # Errors
    /// An event that cannot happen now.
    pub fn preview(&self, event: &Event, at: u64) -> Result<Option<LogEntry>, Refusal> {
        match event {
            Event::Undone {} if self.done.is_empty() => Err(Refusal::NothingToUndo),
            Event::Redone {} if self.undone.is_empty() => Err(Refusal::NothingToRedo),
            Event::Undone {} | Event::Redone {} => Ok(None),
            _ => Ok(match self.effect(&Envelope { seq: self.next_seq(), at, event: event.clone() })? {
                Effect::Dora(_) => None,
                Effect::Line(entry) => Some(entry),
            }),
        }
    }

    /// Lets an event that is neither undo nor redo take effect, or changes nothing.
    fn perform(&mut self, envelope: Envelope) -> Result<(), Refusal> {
        let effect = self.effect(&envelope)?;
        let mut now = self.table.now.clone();
        match &effect {
            Effect::Dora(tile) => now.dora = Some(*tile),
            Effect::Line(entry) => {
                now.points.clone_from(&entry.after);
                if entry.happening.ends_hand() {
                    now.hands_ended += 1;
                    now.dora = None;
                }
                now.ended_by_agreement |= entry.happening == Happening::GameEnded;
            }
        }
        self.check_conserved(&now)?;
        let found = std::mem::replace(&mut self.table.now, now);
        self.done.push(Step { envelope, found, log_length: self.table.log.len() });
        if let Effect::Line(entry) = effect {
            self.table.log.push(entry);
        }
        Ok(())
    }

    fn check_conserved(&self, now: &Now) -> Result<(), Refusal> {
        let each = Points::from(self.setup.ruleset.starting_points.points());
        let expected = each * Points::from(self.setup.players.get());
        let found: Points = now.points.iter().sum();
        if found == expected { Ok(()) } else { Err(Refusal::PointsNotConserved { found, expected }) }
    }

    fn effect(&self, envelope: &Envelope) -> Result<Effect, Refusal> {
        if matches!(envelope.event, Event::GameStarted { .. }) {
            return Err(Refusal::AlreadyStarted);
        }
        if self.is_finished() {
            return Err(Refusal::Finished);
        }
        let players = self.setup.players;
        let purses = &self.table.now.points;
        let (happening, wins, payments) = match &envelope.event {
            Event::DoraTurned { tile } => return Ok(Effect::Dora(*tile)),
            Event::Tsumo { winner } => {
                let win = self.win(winner)?;
                let payments = payment::tsumo(purses, players, win.seat, win.total());
                (Happening::Tsumo, vec![win], payments)
            }
            Event::Ron { discarder, winners } => {
                let discarder = seat_at(players, *discarder)?;
                let wins = self.rons(discarder, winners)?;
                let totals: Vec<(Seat, Points)> = wins.iter().map(|win| (win.seat, win.total())).collect();
                let payments = payment::ron(purses, players, discarder, &totals, &self.setup.ruleset);
                (Happening::Ron { discarder }, wins, payments)
            }
            Event::Draw {} => (Happening::Draw, Vec::new(), Vec::new()),
            Event::FalseWin { offender } => {
                let offender = seat_at(players, *offender)?;
                (Happening::FalseWin { offender }, Vec::new(), payment::false_win(purses, players, offender))
            }
            Event::GameEnded {} => (Happening::GameEnded, Vec::new(), Vec::new()),
            Event::GameStarted { .. } => return Err(Refusal::AlreadyStarted),
            Event::Undone {} => return Err(Refusal::NothingToUndo),
            Event::Redone {} => return Err(Refusal::NothingToRedo),
        };
        Ok(Effect::Line(LogEntry {
            seq: envelope.seq,
            at: envelope.at,
            hand_number: self.hand_number(),
            wind: self.wind(),
            dealer: self.dealer(),
            dora: self.dora(),
            happening,
            wins,
            after: after(purses, &payments),
            payments,
            before: purses.clone(),
        }))
    }

    fn win(&self, winner: &Winner) -> Result<Win, Refusal> {
        let seat = seat_at(self.setup.players, winner.seat)?;
        let hand =
            winner.hand.with_dora(self.dora()).map_err(|cause| Refusal::ImpossibleHand { seat: winner.seat, cause })?;
        let dealer = seat == self.dealer();
        match judge(&hand, dealer, &self.setup.ruleset) {
            Verdict::NoShape => Err(Refusal::NoShape { seat: winner.seat }),
            Verdict::UnderMinimum(score) => Err(Refusal::UnderMinimum { seat: winner.seat, points: score.points() }),
            Verdict::Win(score) => {
                Ok(Win { seat, hand, score, dealer, head_bumped: false, origin: winner.origin.clone() })
            }
        }
    }

    /// The winners on one discard, the nearest counter-clockwise from the discarder first.
    fn rons(&self, discarder: Seat, winners: &[Winner]) -> Result<Vec<Win>, Refusal> {
        if winners.is_empty() {
            return Err(Refusal::NoWinner);
        }
        let mut wins: Vec<Win> = Vec::with_capacity(winners.len());
        for winner in winners {
            let win = self.win(winner)?;
            if win.seat == discarder {
                return Err(Refusal::RonFromSelf(winner.seat));
            }
            if wins.iter().any(|other| other.seat == win.seat) {
                return Err(Refusal::WinnerTwice(winner.seat));
            }
            wins.push(win);
        }
        self.check_one_table(winners)?;
        wins.sort_by_key(|win| discarder.steps_to(win.seat, self.setup.players));
        if self.setup.ruleset.multiple_ron == MultipleRon::NearestOnly {
            wins.iter_mut().skip(1).for_each(|win| win.head_bumped = true);
        }
        Ok(wins)
    }

    /// Several hands that claim one discard share that very tile, and all of them lie beside the dora tile.
    fn check_one_table(&self, winners: &[Winner]) -> Result<(), Refusal> {
        let [first, others @ ..] = winners else { return Ok(()) };
        let mut refusal = Refusal::NoCommonTile;
        for discard in Tile::all().filter(|tile| winners.iter().all(|winner| winner.hand.tiles().contains(tile))) {
            let mut counts = TileCounts::default();
            let mut others_own = others.iter().flat_map(|winner| {
                let mut tiles = winner.hand.tiles().to_vec();
                if let Some(place) = tiles.iter().position(|tile| *tile == discard) {
                    tiles.remove(place);
                }
                tiles
            });
            let taken = counts
                .take_all(first.hand.tiles().iter().copied().chain(self.dora()))
                .and_then(|()| counts.take_all(&mut others_own));
            match taken {
                Ok(()) => return Ok(()),
                Err(tile) => refusal = Refusal::HandsContradict(tile),
            }
        }
        Err(refusal)
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
        (self.table.now.hands_ended + 1).min(self.hands_total())
    }

    /// How many hands the game has: 4n.
    pub const fn hands_total(&self) -> u32 {
        rotation::hands_total(self.setup.players)
    }

    /// The dealer of [`Game::hand_number`].
    pub fn dealer(&self) -> Seat {
        rotation::dealer(self.setup.players, self.setup.first_dealer, self.hand_number())
    }

    /// The wind of [`Game::hand_number`].
    pub fn wind(&self) -> Wind {
        rotation::wind(self.setup.players, self.hand_number()).unwrap_or(Wind::North)
    }

    /// The dora tile of the hand that is being played, once it was entered.
    pub const fn dora(&self) -> Option<Tile> {
        self.table.now.dora
    }

    /// Whether the game is over: everyone has dealt four times, or the players agreed to stop.
    pub const fn is_finished(&self) -> bool {
        self.table.now.ended_by_agreement || self.table.now.hands_ended >= self.hands_total()
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

    /// Every hand that ended and every false win, in order; what was undone is not among them.
    pub fn log(&self) -> &[LogEntry] {
        &self.table.log
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

fn seat_at(players: PlayerCount, index: SeatIndex) -> Result<Seat, Refusal> {
    players.seat(usize::from(index)).ok_or(Refusal::NoSuchSeat(index))
}

fn after(purses: &[Points], payments: &[Transfer]) -> Vec<Points> {
    let mut points = purses.to_vec();
    for payment in payments {
        // A payment that nobody could make would leave the sum wrong, which `check_conserved` reports.
        points[payment.from.index()] = points[payment.from.index()].saturating_sub(payment.paid);
        points[payment.to.index()] += payment.paid;
    }
    points
}
