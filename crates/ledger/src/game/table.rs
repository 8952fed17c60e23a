//! What changes during a game, and what an event does to it.

use super::Setup;
use crate::event::{Event, SeatIndex, Winner};
use crate::log::{EarlierVersion, Happening, LogEntry, StruckLine, Win};
use crate::refusal::Refusal;
use rules::payment::{self, Transfer};
use rules::{MultipleRon, PlayerCount, Points, Seat, Tile, TileCounts, Verdict, Wind, judge, rotation};

/// What changes during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub now: Now,
    pub log: Vec<LogEntry>,
    /// Everything that happened and counts, in its present version: what the rest follows from.
    pub timeline: Vec<Moment>,
    pub places: Places,
    pub struck: Vec<StruckLine>,
}

/// Everything that changes with each event and does not only grow: going back means restoring this and cutting the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Now {
    pub points: Vec<Points>,
    /// How many hands have ended.
    pub hands_ended: u32,
    pub dora: Option<Tile>,
    pub ended_by_agreement: bool,
}

/// Something that happened, in its present version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The number and time of the event that recorded it.
    pub seq: u64,
    pub at: u64,
    /// What happened, corrections included: a dora, the end of a hand, a false win, the end by agreement.
    pub event: Event,
    /// The dora tile that a correction says the hand had.
    pub dora: Option<Option<Tile>>,
    pub earlier: Vec<EarlierVersion>,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// The place of the first dealer: the seat of whoever would sit there if nobody had swapped.
    pub first_dealer: Seat,
    pub swaps: Vec<Swap>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    pub a: Seat,
    pub b: Seat,
    pub from_hand: u32,
}

/// What an event does to the table.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub now: Now,
    pub line: Option<LogEntry>,
}

impl Places {
    /// Who sits at each place, counter-clockwise from place 0, in this hand.
    pub fn in_hand(&self, players: PlayerCount, hand: u32) -> Vec<Seat> {
        let mut seats: Vec<Seat> = players.seats().collect();
        for swap in self.swaps.iter().filter(|swap| swap.from_hand <= hand) {
            for seat in &mut seats {
                *seat = match *seat {
                    same if same == swap.a => swap.b,
                    same if same == swap.b => swap.a,
                    other => other,
                };
            }
        }
        seats
    }

    pub fn dealer(&self, players: PlayerCount, hand: u32) -> Seat {
        let place = rotation::dealer(players, self.first_dealer, hand);
        self.sitting_at(players, place, hand)
    }

    /// Who sits at this place in this hand.
    pub fn sitting_at(&self, players: PlayerCount, place: Seat, hand: u32) -> Seat {
        if self.swaps.is_empty() { place } else { self.in_hand(players, hand)[place.index()] }
    }

    /// Lets the rules of payment, which know places only, pay players.
    fn pay(
        &self,
        players: PlayerCount,
        hand: u32,
        purses: &[Points],
        pay: impl FnOnce(&[Points], &dyn Fn(Seat) -> Seat) -> Vec<Transfer>,
    ) -> Vec<Transfer> {
        if self.swaps.is_empty() {
            return pay(purses, &|seat| seat);
        }
        let sitting = self.in_hand(players, hand);
        let by_place: Vec<Points> = sitting.iter().map(|seat| purses[seat.index()]).collect();
        let place_of = |seat: Seat| {
            let place = players.seats().zip(&sitting).find(|(_, sitting)| **sitting == seat);
            place.map_or(seat, |(place, _)| place)
        };
        let mut payments = pay(&by_place, &place_of);
        for payment in &mut payments {
            payment.from = sitting[payment.from.index()];
            payment.to = sitting[payment.to.index()];
        }
        payments
    }

    /// How many places lie between two players, counter-clockwise.
    fn steps(&self, players: PlayerCount, hand: u32, from: Seat, to: Seat) -> u32 {
        if self.swaps.is_empty() {
            return from.steps_to(to, players);
        }
        let sitting = self.in_hand(players, hand);
        let place = |seat: Seat| sitting.iter().position(|other| *other == seat).unwrap_or(0) as u32;
        let count = u32::from(players.get());
        (place(to) + count - place(from)) % count
    }
}

impl Table {
    pub fn new(setup: &Setup, places: Places) -> Table {
        let points = Points::from(setup.ruleset.starting_points.points());
        let now =
            Now { points: vec![points; setup.names.len()], hands_ended: 0, dora: None, ended_by_agreement: false };
        Table { now, log: Vec::new(), timeline: Vec::new(), places, struck: Vec::new() }
    }

    /// The hand that is being played, from 1; once the game is over, the last hand.
    pub fn hand_number(&self, setup: &Setup) -> u32 {
        (self.now.hands_ended + 1).min(rotation::hands_total(setup.players))
    }

    pub const fn is_finished(&self, setup: &Setup) -> bool {
        self.now.ended_by_agreement || self.now.hands_ended >= rotation::hands_total(setup.players)
    }

    pub fn dealer(&self, setup: &Setup) -> Seat {
        self.places.dealer(setup.players, self.hand_number(setup))
    }

    pub fn wind(&self, setup: &Setup) -> Wind {
        rotation::wind(setup.players, self.hand_number(setup)).unwrap_or(Wind::North)
    }

    /// What this would do if it came next. Nothing changes.
    pub fn effect(&self, setup: &Setup, moment: &Moment) -> Result<Effect, Refusal> {
        if self.is_finished(setup) {
            return Err(Refusal::Finished);
        }
        let (players, purses) = (setup.players, &self.now.points);
        let hand_number = self.hand_number(setup);
        let dora = moment.dora.unwrap_or(self.now.dora);
        let (happening, wins, payments) = match &moment.event {
            Event::DoraTurned { tile } => {
                return Ok(Effect { now: Now { dora: Some(*tile), ..self.now.clone() }, line: None });
            }
            Event::Tsumo { winner } => {
                let win = self.win(setup, winner, dora)?;
                let payments = self.places.pay(players, hand_number, purses, |purses, place| {
                    payment::tsumo(purses, players, place(win.seat), win.total())
                });
                (Happening::Tsumo, vec![win], payments)
            }
            Event::Ron { discarder, winners } => {
                let discarder = seat_at(players, *discarder)?;
                let wins = self.rons(setup, discarder, winners, dora)?;
                let payments = self.places.pay(players, hand_number, purses, |purses, place| {
                    let totals: Vec<_> = wins.iter().map(|win| (place(win.seat), win.total())).collect();
                    payment::ron(purses, players, place(discarder), &totals, &setup.ruleset)
                });
                (Happening::Ron { discarder }, wins, payments)
            }
            Event::Draw {} => (Happening::Draw, Vec::new(), Vec::new()),
            Event::FalseWin { offender } => {
                let offender = seat_at(players, *offender)?;
                let payments = self.places.pay(players, hand_number, purses, |purses, place| {
                    payment::false_win(purses, players, place(offender))
                });
                (Happening::FalseWin { offender }, Vec::new(), payments)
            }
            Event::GameEnded {} => (Happening::GameEnded, Vec::new(), Vec::new()),
            // Not one of what a timeline holds.
            _ => return Err(Refusal::AlreadyStarted),
        };
        let line = LogEntry {
            seq: moment.seq,
            at: moment.at,
            hand_number,
            wind: self.wind(setup),
            dealer: self.dealer(setup),
            dora,
            happening,
            wins,
            after: after(purses, &payments),
            payments,
            before: purses.clone(),
            earlier: moment.earlier.clone(),
        };
        let ends = happening.ends_hand();
        let now = Now {
            points: line.after.clone(),
            hands_ended: self.now.hands_ended + u32::from(ends),
            dora: if ends { None } else { self.now.dora },
            ended_by_agreement: self.now.ended_by_agreement || happening == Happening::GameEnded,
        };
        check_conserved(setup, &now)?;
        Ok(Effect { now, line: Some(line) })
    }

    /// Lets it happen.
    pub fn push(&mut self, moment: Moment, effect: Effect) {
        self.now = effect.now;
        self.log.extend(effect.line);
        self.timeline.push(moment);
    }

    fn win(&self, setup: &Setup, winner: &Winner, dora: Option<Tile>) -> Result<Win, Refusal> {
        let seat = seat_at(setup.players, winner.seat)?;
        let hand = winner.hand.with_dora(dora).map_err(|cause| Refusal::ImpossibleHand { seat: winner.seat, cause })?;
        let dealer = seat == self.dealer(setup);
        match judge(&hand, dealer, &setup.ruleset) {
            Verdict::NoShape => Err(Refusal::NoShape { seat: winner.seat }),
            Verdict::UnderMinimum(score) => Err(Refusal::UnderMinimum { seat: winner.seat, points: score.points() }),
            Verdict::Win(score) => {
                Ok(Win { seat, hand, score, dealer, head_bumped: false, origin: winner.origin.clone() })
            }
        }
    }

    /// The winners on one discard, the nearest counter-clockwise from the discarder first.
    fn rons(
        &self,
        setup: &Setup,
        discarder: Seat,
        winners: &[Winner],
        dora: Option<Tile>,
    ) -> Result<Vec<Win>, Refusal> {
        if winners.is_empty() {
            return Err(Refusal::NoWinner);
        }
        let mut wins: Vec<Win> = Vec::with_capacity(winners.len());
        for winner in winners {
            let win = self.win(setup, winner, dora)?;
            if win.seat == discarder {
                return Err(Refusal::RonFromSelf(winner.seat));
            }
            if wins.iter().any(|other| other.seat == win.seat) {
                return Err(Refusal::WinnerTwice(winner.seat));
            }
            wins.push(win);
        }
        check_one_table(winners, dora)?;
        let hand = self.hand_number(setup);
        wins.sort_by_key(|win| self.places.steps(setup.players, hand, discarder, win.seat));
        if setup.ruleset.multiple_ron == MultipleRon::NearestOnly {
            wins.iter_mut().skip(1).for_each(|win| win.head_bumped = true);
        }
        Ok(wins)
    }
}

/// Several hands that claim one discard share that very tile, and all of them lie beside the dora tile.
fn check_one_table(winners: &[Winner], dora: Option<Tile>) -> Result<(), Refusal> {
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
            .take_all(first.hand.tiles().iter().copied().chain(dora))
            .and_then(|()| counts.take_all(&mut others_own));
        match taken {
            Ok(()) => return Ok(()),
            Err(tile) => refusal = Refusal::HandsContradict(tile),
        }
    }
    Err(refusal)
}

fn check_conserved(setup: &Setup, now: &Now) -> Result<(), Refusal> {
    let each = Points::from(setup.ruleset.starting_points.points());
    let expected = each * Points::from(setup.players.get());
    let found: Points = now.points.iter().sum();
    if found == expected { Ok(()) } else { Err(Refusal::PointsNotConserved { found, expected }) }
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

pub(super) fn seat_at(players: PlayerCount, index: SeatIndex) -> Result<Seat, Refusal> {
    players.seat(usize::from(index)).ok_or(Refusal::NoSuchSeat(index))
}
