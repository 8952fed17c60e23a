//! The sticks on the table, for the window.

use crate::describe::{payment_view, seat};
use crate::view::PaymentView;
use crate::{Failure, StickCount};
use ledger::{Event, Game, Handing, Holder, LogEntry, Purses, StickPayment, Sticks};
use rules::payment::Transfer;
use serde::Serialize;
use ts_rs::TS;

/// Who holds which sticks.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct SticksView {
    /// By seat.
    pub purses: Vec<StickCount>,
    /// What lies in the box.
    pub bank: StickCount,
}

/// Sticks that go from one hand to another.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct HandingView {
    /// Who gives; `None` for the box.
    pub from: Option<u32>,
    /// Who takes; `None` for the box.
    pub to: Option<u32>,
    /// Which sticks.
    pub sticks: StickCount,
}

/// One payment, stick by stick.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct StickPaymentView {
    /// Who pays whom; `None` where a correction settles everybody's points in one go.
    pub payment: Option<PaymentView>,
    /// Who hands what to whom, the payer first and what comes back after it; nothing where nothing is paid.
    pub handings: Vec<HandingView>,
}

pub(crate) fn sticks_view(purses: &Purses) -> SticksView {
    SticksView { purses: purses.players().iter().copied().map(count).collect(), bank: count(purses.bank()) }
}

pub(crate) fn stick_payments(payments: &[StickPayment]) -> Vec<StickPaymentView> {
    payments
        .iter()
        .map(|payment| StickPaymentView {
            payment: payment.transfer.as_ref().map(payment_view),
            handings: payment.handings.iter().map(handing).collect(),
        })
        .collect()
}

/// What was handed over in a game, by the lines of the ledger that it was for.
pub(crate) struct HandedOver(Vec<(u64, StickPayment)>);

impl HandedOver {
    pub(crate) fn in_game(game: &Game) -> HandedOver {
        let line_of = |seq: u64| match game.counting().find(|event| event.seq == seq).map(|event| &event.event) {
            Some(Event::HandCorrected { of, .. }) => *of,
            // What a swap of seats moves stands at the first line that it is about.
            Some(Event::SeatsSwapped { from_hand, .. }) => {
                game.log().iter().find(|line| line.hand_number >= *from_hand).map_or(seq, |line| line.seq)
            }
            _ => seq,
        };
        let by_line = game.settlements().into_iter().flat_map(|settled| {
            let line = line_of(settled.seq);
            settled.payments.into_iter().map(move |payment| (line, payment))
        });
        HandedOver(by_line.collect())
    }

    /// What was handed over for this line, in that order: for its payments, as far as they are those of the time, and for its
    /// corrections.
    pub(crate) fn for_line(&self, line: &LogEntry) -> Vec<StickPayment> {
        let moved = |payment: &Transfer| (payment.from, payment.to, payment.paid);
        let counts = |then: &Transfer| line.payments.iter().any(|now| moved(now) == moved(then));
        let of_line = self.0.iter().filter(|(seq, _)| *seq == line.seq).map(|(_, payment)| payment);
        of_line.filter(|payment| payment.transfer.as_ref().is_none_or(counts)).cloned().collect()
    }
}

/// What a correction makes people hand over, as one payment without a payer; nothing if nothing moves.
pub(crate) fn settling(handings: &[Handing]) -> Vec<StickPaymentView> {
    if handings.is_empty() {
        return Vec::new();
    }
    vec![StickPaymentView { payment: None, handings: handings.iter().map(handing).collect() }]
}

/// The event that says that these sticks lie on the table.
///
/// # Errors
/// More sticks than a number of them can be.
pub(crate) fn sticks_set(purses: &[StickCount]) -> Result<Event, Failure> {
    let one = |number: u32| u8::try_from(number).map_err(|_| Failure::new("more_sticks_than_the_box"));
    let sticks = |purse: &StickCount| -> Result<Sticks, Failure> {
        Ok(Sticks { tens: one(purse.tens)?, fives: one(purse.fives)?, ones: one(purse.ones)? })
    };
    Ok(Event::SticksSet { purses: purses.iter().map(sticks).collect::<Result<_, _>>()? })
}

/// The event that begins to follow the sticks, or ends it. They begin as the start of a game has them, paid on to the points that
/// people have now: whoever holds other sticks sets them afterwards.
pub(crate) fn sticks_followed(game: &Game, on: bool) -> Event {
    if !on {
        return Event::SticksOff {};
    }
    let setup = game.setup();
    let mut purses = Purses::start(setup.players, setup.ruleset.starting_points.points());
    purses.settle_to(game.points());
    Event::SticksSet { purses: purses.players().to_vec() }
}

fn handing(handing: &Handing) -> HandingView {
    let holder = |holder: Holder| match holder {
        Holder::Player(player) => Some(seat(player)),
        Holder::Bank => None,
    };
    HandingView { from: holder(handing.from), to: holder(handing.to), sticks: count(handing.sticks) }
}

fn count(sticks: Sticks) -> StickCount {
    StickCount { tens: sticks.tens.into(), fives: sticks.fives.into(), ones: sticks.ones.into() }
}
