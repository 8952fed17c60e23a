//! Mending the past: an earlier hand is corrected, or seats are swapped, and everything after follows anew.

use super::table::{Moment, Swap, Table, seat_at};
use super::{Game, Setup};
use crate::event::{CorrectedEnd, Event, ResultsOf, SeatIndex, Winner};
use crate::log::{EarlierVersion, LogEntry, StruckLine};
use crate::refusal::Refusal;
use rules::{Points, Tile};

/// What a correction or a swap of seats would do, before anybody confirms it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MendPreview {
    /// Lines of the ledger that would say something else, each as it is and as it would be, in order.
    pub changed: Vec<ChangedLine>,
    /// Later events that could no longer have happened, in order. Their numbers are the event's `drops`.
    pub impossible: Vec<Impossible>,
    /// Everybody's points as they would be, by seat.
    pub points: Vec<Points>,
    /// Whether the game would be over.
    pub finished: bool,
}

/// A line that a correction changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLine {
    /// As it is.
    pub before: LogEntry,
    /// As it would be; `None` if it would count no longer.
    pub after: Option<LogEntry>,
}

/// An event that a correction makes impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// Its number.
    pub seq: u64,
    /// What it said.
    pub event: Event,
    /// Why it could not have happened.
    pub refusal: Refusal,
}

impl MendPreview {
    /// The numbers of what becomes impossible, as the event must name them.
    pub fn drops(&self) -> Vec<u64> {
        self.impossible.iter().map(|impossible| impossible.seq).collect()
    }
}

impl Game {
    /// What a correction or a swap would do if it came next; its `drops` are not looked at.
    ///
    /// # Errors
    /// A mend that cannot be, and [`Refusal::ChangesNothing`] for one that leaves everything as it is. An event of another kind
    /// mends nothing.
    pub fn preview_mend(&self, event: &Event) -> Result<MendPreview, Refusal> {
        let (table, impossible) = self.mended(event, self.next_seq())?;
        let mut changed = Vec::new();
        for before in &self.table.log {
            let after = table.log.iter().find(|after| after.seq == before.seq);
            if after.is_none_or(|after| !same_but_versions(before, after)) {
                changed.push(ChangedLine { before: before.clone(), after: after.cloned() });
            }
        }
        Ok(MendPreview {
            changed,
            impossible,
            points: table.now.points.clone(),
            finished: table.is_finished(&self.setup),
        })
    }

    /// The table after a mend that names what becomes impossible.
    pub(super) fn confirmed_mend(&self, event: &Event, seq: u64) -> Result<Table, Refusal> {
        let (Event::HandCorrected { drops, .. } | Event::SeatsSwapped { drops, .. }) = event else {
            return Err(Refusal::ChangesNothing);
        };
        let (table, impossible) = self.mended(event, seq)?;
        let found: Vec<u64> = impossible.iter().map(|impossible| impossible.seq).collect();
        if *drops == found { Ok(table) } else { Err(Refusal::MakesImpossible(found)) }
    }

    fn mended(&self, event: &Event, seq: u64) -> Result<(Table, Vec<Impossible>), Refusal> {
        let (mended, impossible) = match event {
            Event::HandCorrected { of, dora, end, .. } => self.corrected(seq, *of, *dora, end)?,
            Event::SeatsSwapped { a, b, from_hand, results, .. } => self.swapped(seq, *a, *b, *from_hand, *results)?,
            _ => return Err(Refusal::ChangesNothing),
        };
        if mended.log == self.table.log && mended.places == self.table.places {
            return Err(Refusal::ChangesNothing);
        }
        Ok((mended, impossible))
    }

    fn corrected(
        &self,
        seq: u64,
        of: u64,
        dora: Option<Tile>,
        end: &CorrectedEnd,
    ) -> Result<(Table, Vec<Impossible>), Refusal> {
        let mut timeline = self.table.timeline.clone();
        let mut struck = self.table.struck.clone();
        let old = self.table.log.iter().find(|line| line.seq == of).ok_or(Refusal::NoSuchHand(of))?;
        let index = timeline
            .iter()
            .position(|moment| moment.seq == of && CorrectedEnd::of(&moment.event).is_some())
            .ok_or(Refusal::NoSuchHand(of))?;
        match end.event() {
            Some(event) => {
                if event == timeline[index].event && dora == old.dora {
                    return Err(Refusal::ChangesNothing);
                }
                timeline[index].event = event;
                timeline[index].dora = Some(dora);
                remember(&mut timeline[index], old, seq);
            }
            None => {
                timeline.remove(index);
                struck.push(StruckLine { line: old.clone(), mended_by: seq });
            }
        }
        let places = self.table.places.clone();
        let fresh = Table { struck, ..Table::new(&self.setup, places) };
        let (table, impossible) = self.refold(fresh, timeline, seq);
        // The corrected hand itself must be right; only what comes after may have to go.
        match impossible.iter().find(|impossible| impossible.seq == of) {
            Some(own) => Err(own.refusal.clone()),
            None => Ok((table, impossible)),
        }
    }

    fn swapped(
        &self,
        seq: u64,
        a: SeatIndex,
        b: SeatIndex,
        from_hand: u32,
        results: ResultsOf,
    ) -> Result<(Table, Vec<Impossible>), Refusal> {
        let (first, second) = (seat_at(self.setup.players, a)?, seat_at(self.setup.players, b)?);
        if first == second {
            return Err(Refusal::ChangesNothing);
        }
        let last = self.hand_number();
        if from_hand < 1 || from_hand > last {
            return Err(Refusal::NoSuchHandNumber { found: from_hand, last });
        }
        let mut places = self.table.places.clone();
        let players = self.setup.players;
        let first_dealer = self.table.places.dealer(players, 1);
        places.swaps.push(Swap { a: first, b: second, from_hand });
        if from_hand == 1 && results == ResultsOf::Players {
            // Whoever was named as the first dealer did deal, from the place where they really sat.
            let place = players.seats().zip(places.in_hand(players, 1)).find(|(_, seat)| *seat == first_dealer);
            places.first_dealer = place.map_or(places.first_dealer, |(place, _)| place);
        }
        let mut timeline = self.table.timeline.clone();
        if results == ResultsOf::Places {
            let mut hand = 1;
            for moment in &mut timeline {
                let line = self.table.log.iter().find(|line| line.seq == moment.seq);
                if hand >= from_hand
                    && exchange(&mut moment.event, a, b)
                    && let Some(line) = line
                {
                    remember(moment, line, seq);
                }
                hand += u32::from(line.is_some_and(|line| line.happening.ends_hand()));
            }
        }
        let fresh = Table { struck: self.table.struck.clone(), ..Table::new(&self.setup, places) };
        Ok(self.refold(fresh, timeline, seq))
    }

    /// Lets everything happen again; what cannot any more is told and struck.
    fn refold(&self, mut table: Table, timeline: Vec<Moment>, seq: u64) -> (Table, Vec<Impossible>) {
        let setup: &Setup = &self.setup;
        let mut impossible = Vec::new();
        for moment in timeline {
            match table.effect(setup, &moment) {
                Ok(effect) => table.push(moment, effect),
                Err(refusal) => {
                    let line = self.table.log.iter().find(|line| line.seq == moment.seq);
                    table.struck.extend(line.map(|line| StruckLine { line: line.clone(), mended_by: seq }));
                    impossible.push(Impossible { seq: moment.seq, event: moment.event, refusal });
                }
            }
        }
        (table, impossible)
    }
}

/// Keeps the line as it was among the moment's earlier versions.
fn remember(moment: &mut Moment, line: &LogEntry, mended_by: u64) {
    let line = LogEntry { earlier: Vec::new(), ..line.clone() };
    moment.earlier.push(EarlierVersion { line, mended_by });
}

/// Exchanges two players in an event; says whether either was in it.
fn exchange(event: &mut Event, a: SeatIndex, b: SeatIndex) -> bool {
    let mut exchanged = false;
    let mut one = |seat: &mut SeatIndex| {
        let other = if *seat == a {
            b
        } else if *seat == b {
            a
        } else {
            return;
        };
        *seat = other;
        exchanged = true;
    };
    let each = |winners: &mut [Winner], one: &mut dyn FnMut(&mut SeatIndex)| {
        winners.iter_mut().for_each(|winner| one(&mut winner.seat));
    };
    match event {
        Event::Tsumo { winner } => one(&mut winner.seat),
        Event::Ron { discarder, winners } => {
            one(discarder);
            each(winners, &mut one);
        }
        Event::FalseWin { offender } => one(offender),
        _ => {}
    }
    exchanged
}

/// Whether two versions of a line say the same of the hand, whatever they were before.
fn same_but_versions(one: &LogEntry, other: &LogEntry) -> bool {
    let bare = |line: &LogEntry| LogEntry { earlier: Vec::new(), ..line.clone() };
    bare(one) == bare(other)
}
