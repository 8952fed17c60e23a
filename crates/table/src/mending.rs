//! Mending a game's past: what a person asks for as an event, and what it would change before it is confirmed.

use crate::appraise::{Scene, corrected_end, mark_bumped, seat_index};
use crate::describe::{index, ledger_line, points};
use crate::sticks::{StickPaymentView, settling};
use crate::view::{AppraisedHand, LedgerLine};
use crate::{Failure, Mend, ResultsOf};
use ledger::{Event, Game, MendPreview};
use rules::parse_tile;
use serde::Serialize;
use ts_rs::TS;

/// What a correction or a swap of seats would do. Nothing is recorded.
#[derive(Clone, Debug, Default, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct Consequences {
    /// The hands of a corrected hand, each as far as it is entered.
    pub hands: Vec<AppraisedHand>,
    /// Why it cannot be confirmed; `None` if it can.
    pub refusal: Option<Failure>,
    /// Lines of the ledger that would say something else, in order.
    pub changed: Vec<ChangedLineView>,
    /// Later events that could no longer have happened, in order; confirming names their numbers.
    pub impossible: Vec<ImpossibleView>,
    /// Everybody's points as they would be, by seat.
    pub points_after: Vec<u32>,
    /// Whether the game would be over.
    pub finished: bool,
    /// What people would hand over now; empty if the table does not follow the sticks.
    pub sticks: Vec<StickPaymentView>,
}

/// A line that a correction changes.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct ChangedLineView {
    /// As it is.
    pub before: LedgerLine,
    /// As it would be; `None` if it would count no longer.
    pub after: Option<LedgerLine>,
}

/// Something that could no longer have happened.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct ImpossibleView {
    /// The number of its event.
    pub seq: u32,
    /// The line of the ledger; `None` for an event without one, such as a dora.
    pub line: Option<LedgerLine>,
    /// Why.
    pub refusal: Failure,
}

/// What this would do; a mend that cannot be says so in its refusal.
pub(crate) fn consequences(game: &Game, mend: &Mend) -> Consequences {
    let hands = hands(game, mend);
    match mend_event(mend, &[]).and_then(|event| Ok(game.preview_mend(&event)?)) {
        Ok(preview) => described(game, mend, &preview, hands),
        Err(refusal) => Consequences { hands, refusal: Some(refusal), ..Consequences::default() },
    }
}

/// The event that records this mend, the later events named that become impossible.
///
/// # Errors
/// As [`crate::appraise::end_event`].
pub(crate) fn mend_event(mend: &Mend, drops: &[u32]) -> Result<Event, Failure> {
    let drops = drops.iter().copied().map(u64::from).collect();
    match mend {
        Mend::Hand { of, dora, end } => Ok(Event::HandCorrected {
            of: u64::from(*of),
            dora: dora.as_deref().map(parse_tile).transpose()?,
            end: corrected_end(end.as_ref())?,
            drops,
        }),
        Mend::Seats { a, b, from_hand, results } => Ok(Event::SeatsSwapped {
            a: seat_index(*a)?,
            b: seat_index(*b)?,
            from_hand: *from_hand,
            results: match results {
                ResultsOf::Players => ledger::ResultsOf::Players,
                ResultsOf::Places => ledger::ResultsOf::Places,
            },
            drops,
        }),
    }
}

fn described(game: &Game, mend: &Mend, preview: &MendPreview, mut hands: Vec<AppraisedHand>) -> Consequences {
    let players = game.setup().players;
    if let Mend::Hand { of, .. } = mend {
        let own = preview.changed.iter().filter_map(|line| line.after.as_ref()).find(|line| index(line.seq) == *of);
        own.into_iter().for_each(|line| mark_bumped(&mut hands, line));
    }
    let line_of = |seq: u64| game.log().iter().find(|line| line.seq == seq);
    Consequences {
        hands,
        refusal: None,
        changed: preview
            .changed
            .iter()
            .map(|line| ChangedLineView {
                before: ledger_line(players, &line.before, &[]),
                after: line.after.as_ref().map(|after| ledger_line(players, after, &[])),
            })
            .collect(),
        impossible: preview
            .impossible
            .iter()
            .map(|impossible| ImpossibleView {
                seq: index(impossible.seq),
                line: line_of(impossible.seq).map(|line| ledger_line(players, line, &[])),
                refusal: impossible.refusal.clone().into(),
            })
            .collect(),
        points_after: points(&preview.points),
        finished: preview.finished,
        sticks: settling(&game.plan_to(&preview.points)),
    }
}

/// The hands of a correction, judged as in the hand that it is about.
fn hands(game: &Game, mend: &Mend) -> Vec<AppraisedHand> {
    let Mend::Hand { of, dora, end: Some(end) } = mend else { return Vec::new() };
    let Some(line) = game.log().iter().find(|line| index(line.seq) == *of) else { return Vec::new() };
    let dora = dora.as_deref().and_then(|text| parse_tile(text).ok());
    Scene { ruleset: game.setup().ruleset, dealer: line.dealer.index(), dora }.hands(end)
}
