//! The sticks of a game: they follow from what happened, in the order in which it was recorded.
//!
//! What lies on the table is not undone by a correction of the past: a corrected hand moves points now, so it moves sticks now,
//! from what everybody holds. Only undo takes sticks back, as people do.

use super::{Found, Game, Step};
use crate::event::Event;
use crate::sticks::{Handing, Purses};
use rules::Points;
use rules::payment::Transfer;

/// What people hand over because of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The number of the event.
    pub seq: u64,
    /// The event.
    pub payments: Vec<StickPayment>,
    /// Who holds what afterwards.
    pub after: Purses,
}

/// One payment, stick by stick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StickPayment {
    /// Who pays whom; `None` where a correction settles everybody's points in one go.
    pub transfer: Option<Transfer>,
    /// Who hands what to whom; nothing where nothing is paid.
    pub handings: Vec<Handing>,
}

impl Game {
    /// Who holds which sticks now; `None` if the ledger does not follow them.
    pub fn sticks(&self) -> Option<Purses> {
        let mut purses = self.first_purses();
        for (index, step) in self.done.iter().enumerate() {
            self.hand_over(&mut purses, step, self.points_after(index));
        }
        purses
    }

    /// What was handed over because of each event that counts, in the order of recording; only events that move sticks are among
    /// them. Empty if the ledger does not follow the sticks.
    pub fn settlements(&self) -> Vec<Settlement> {
        let mut purses = self.first_purses();
        let mut settlements = Vec::new();
        for (index, step) in self.done.iter().enumerate() {
            let payments = self.hand_over(&mut purses, step, self.points_after(index));
            if let (Some(after), false) = (&purses, payments.is_empty()) {
                settlements.push(Settlement { seq: step.envelope.seq, payments, after: after.clone() });
            }
        }
        settlements
    }

    /// What people would hand over for these payments, one after the other, if they were made now: a preview's
    /// [`crate::LogEntry::payments`]. Empty if the ledger does not follow the sticks.
    pub fn plan(&self, payments: &[Transfer]) -> Vec<StickPayment> {
        self.sticks().map_or_else(Vec::new, |mut purses| pay_all(&mut purses, payments))
    }

    /// What people would hand over so that everybody has these points: a mend's [`crate::MendPreview::points`]. Empty if the
    /// ledger does not follow the sticks.
    pub fn plan_to(&self, points: &[Points]) -> Vec<Handing> {
        self.sticks().map_or_else(Vec::new, |mut purses| purses.settle_to(points))
    }

    fn first_purses(&self) -> Option<Purses> {
        self.setup.sticks.then(|| Purses::start(self.setup.players, self.setup.ruleset.starting_points.points()))
    }

    /// The points that the step with this index led to.
    fn points_after(&self, index: usize) -> &[Points] {
        self.done.get(index + 1).map_or(self.points(), |next| next.found.points())
    }

    fn hand_over(&self, purses: &mut Option<Purses>, step: &Step, points: &[Points]) -> Vec<StickPayment> {
        match (&step.envelope.event, purses) {
            (Event::SticksSet { purses: set }, purses) => {
                // Checked when it was recorded.
                *purses = Purses::new(set, points).ok();
                Vec::new()
            }
            (Event::SticksOff {}, purses) => {
                *purses = None;
                Vec::new()
            }
            (_, None) => Vec::new(),
            (_, Some(purses)) => match &step.found {
                Found::Cut { payments, .. } => pay_all(purses, payments),
                Found::Whole(_) => {
                    let handings = purses.settle_to(points);
                    if handings.is_empty() { Vec::new() } else { vec![StickPayment { transfer: None, handings }] }
                }
            },
        }
    }
}

fn pay_all(purses: &mut Purses, payments: &[Transfer]) -> Vec<StickPayment> {
    let mut pay = |transfer: &Transfer| {
        let handings = purses.pay(transfer.from, transfer.to, transfer.paid);
        StickPayment { transfer: Some(*transfer), handings }
    };
    payments.iter().map(&mut pay).collect()
}
