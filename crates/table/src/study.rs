//! What a hand waits for, and what each discard would leave: questions of somebody who learns. Nothing is recorded.

use crate::describe::score_view;
use crate::{Failure, ScoreView};
use rules::{
    Discard, Hand, HandError, Ruleset, Tile, TileCounts, Wait, WaitingHand, discards, judge, parse_tile, waits,
};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use ts_rs::TS;

/// A hand that is being played, and what is known around it. Tiles are in the rules' notation (`"3r"`).
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct HandQuestion {
    /// The tiles in the hand, 0-6; five wait, of six one is to be discarded.
    pub tiles: Vec<String>,
    /// The dora tile.
    pub dora: Option<String>,
    /// Whether the player deals.
    pub dealer: bool,
    /// The player's own discards of this hand, which bar a ron on their kinds.
    pub own_discards: Vec<String>,
    /// Other tiles that lie open, such as others' discards.
    pub seen: Vec<String>,
}

/// The answer to a [`HandQuestion`].
#[derive(Clone, Debug, Default, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct HandStudy {
    /// How many copies of each of the 20 faces are not known to be elsewhere.
    pub left: BTreeMap<String, u32>,
    /// For six tiles that split into two melds: what they are worth already.
    pub score: Option<ScoreView>,
    /// Whether these six tiles win as they are.
    pub wins: bool,
    /// For five tiles: what they wait for.
    pub waiting: Option<Waiting>,
    /// For six tiles: what each discard leaves, the one first that leaves the most tiles to win with.
    pub discards: Vec<DiscardView>,
    /// Why there is no answer: tiles that cannot be, or another number than five or six.
    pub refusal: Option<Failure>,
}

/// What five tiles wait for.
#[derive(Clone, Debug, Default, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct Waiting {
    /// Every face that completes the hand, in tile order; also those that stay under the minimum or of which none is left.
    pub waits: Vec<WaitView>,
    /// How many tiles are left that complete it, whether they win or not.
    pub left: u32,
    /// How many of those win when drawn.
    pub left_to_win: u32,
    /// How many of those win also on another's discard.
    pub left_to_ron: u32,
}

/// A face that completes the hand.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct WaitView {
    /// The face.
    pub tile: String,
    /// How many of it are not known to be elsewhere.
    pub left: u32,
    /// What the completed hand is worth.
    pub score: ScoreView,
    /// Whether that suffices.
    pub wins: bool,
    /// Whether the player's own discards bar a ron on it.
    pub furiten: bool,
}

/// A discard and what it leaves.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct DiscardView {
    /// The tile that is dropped.
    pub tile: String,
    /// What the other five wait for.
    pub waiting: Waiting,
}

/// Answers; under these house rules.
pub(crate) fn study(question: &HandQuestion, ruleset: &Ruleset) -> HandStudy {
    let mut answer = HandStudy { left: left(question), ..HandStudy::default() };
    if let Err(refusal) = answer_to(question, ruleset, &mut answer) {
        answer.refusal = Some(refusal);
    }
    answer
}

fn answer_to(question: &HandQuestion, ruleset: &Ruleset, answer: &mut HandStudy) -> Result<(), Failure> {
    let hand = parsed(&question.tiles)?;
    let dora = question.dora.as_deref().map(parse_tile).transpose()?;
    let (own, seen) = (parsed(&question.own_discards)?, parsed(&question.seen)?);
    let dealer = question.dealer;
    let mut known = TileCounts::default();
    let all = hand.iter().chain(&dora).chain(&own).chain(&seen).copied();
    known.take_all(all).map_err(HandError::TooManyCopies)?;
    if hand.len() == 5 {
        let five = WaitingHand::new(&hand, dora, &seen, &own)?;
        answer.waiting = Some(waiting(&waits(&five, dealer, ruleset), dealer));
        return Ok(());
    }
    let six = Hand::new(&hand, dora)?;
    let verdict = judge(&six, dealer, ruleset);
    answer.score = verdict.score().map(|score| score_view(score, dealer));
    answer.wins = verdict.wins();
    let mut found = discards(&six, &seen, &own, dealer, ruleset)?;
    found.sort_by_key(|discard| Reverse(discard.merit(dealer)));
    answer.discards = found.iter().map(|discard| discard_view(discard, dealer)).collect();
    Ok(())
}

fn discard_view(discard: &Discard, dealer: bool) -> DiscardView {
    DiscardView { tile: discard.tile.to_string(), waiting: waiting(&discard.waits, dealer) }
}

fn waiting(waits: &[Wait], dealer: bool) -> Waiting {
    let left = |counts: &dyn Fn(&Wait) -> bool| {
        waits.iter().filter(|wait| counts(wait)).map(|wait| u32::from(wait.left)).sum()
    };
    Waiting {
        left: left(&|_| true),
        left_to_win: left(&|wait| wait.may_tsumo()),
        left_to_ron: left(&|wait| wait.may_ron()),
        waits: waits.iter().filter_map(|wait| wait_view(wait, dealer)).collect(),
    }
}

/// `None` for a face that does not complete the hand; [`waits`] gives none.
fn wait_view(wait: &Wait, dealer: bool) -> Option<WaitView> {
    Some(WaitView {
        tile: wait.tile.to_string(),
        left: u32::from(wait.left),
        score: score_view(wait.verdict.score()?, dealer),
        wins: wait.verdict.wins(),
        furiten: wait.furiten,
    })
}

fn parsed(tiles: &[String]) -> Result<Vec<Tile>, Failure> {
    Ok(tiles.iter().map(|text| parse_tile(text)).collect::<Result<_, _>>()?)
}

/// Copies not known to be elsewhere, for each face. What is no tile, and one too many, are the refusal's to tell.
fn left(question: &HandQuestion) -> BTreeMap<String, u32> {
    let mut known = TileCounts::default();
    let all = question.tiles.iter().chain(&question.dora).chain(&question.own_discards).chain(&question.seen);
    for tile in all.filter_map(|text| parse_tile(text).ok()) {
        let _ = known.take(tile);
    }
    Tile::all().map(|tile| (tile.to_string(), u32::from(known.left(tile)))).collect()
}
