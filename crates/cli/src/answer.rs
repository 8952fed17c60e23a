//! A score as programs and people get it; `suzume score` and `suzume waits` answer with the same fields.

use rules::payment::tsumo_each;
use rules::{Extra, PlayerCount, Points, Score, Verdict};
use serde::Serialize;

/// Whether a hand wins, what it is worth line by line, and who pays what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreAnswer {
    /// Whether the six tiles split into two melds.
    pub shape: bool,
    /// Whether the hand may win.
    pub wins: bool,
    /// Why it may not: `no_shape`, `under_minimum`.
    pub reason: Option<&'static str>,
    /// The points without the dealer's bonus; 0 without two melds.
    pub points: Points,
    /// The points with the dealer's bonus; 0 without two melds.
    pub total: Points,
    /// The two melds; none without two melds.
    pub melds: Vec<MeldLine>,
    /// The bonuses that apply; none under a limit hand.
    pub bonuses: Vec<BonusLine>,
    /// The limit hand.
    pub limit: Option<LimitLine>,
    /// What a discarder pays; 0 if the hand may not win.
    pub ron: Points,
    /// What each other player pays for a tsumo; 0 if the hand may not win.
    pub tsumo_each: Points,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MeldLine {
    pub kind: &'static str,
    pub tiles: [String; 3],
    pub points: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BonusLine {
    pub id: &'static str,
    pub count: u8,
    pub points: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimitLine {
    pub id: &'static str,
    pub points: u8,
}

impl ScoreAnswer {
    /// The answer for a verdict.
    pub fn new(verdict: &Verdict, dealer: bool, players: PlayerCount) -> ScoreAnswer {
        let score = verdict.score();
        let total = score.map_or(0, |score| Points::from(score.total(dealer)));
        let paid = if verdict.wins() { total } else { 0 };
        let (melds, bonuses, limit) = Self::items(verdict);
        ScoreAnswer {
            shape: score.is_some(),
            wins: verdict.wins(),
            reason: verdict.refusal().map(rules::Refusal::id),
            points: score.map_or(0, |score| Points::from(score.points())),
            total,
            melds,
            bonuses,
            limit,
            ron: paid,
            tsumo_each: tsumo_each(paid, players),
        }
    }

    /// The melds, the bonuses and the limit hand of a verdict; all empty without two melds.
    pub fn items(verdict: &Verdict) -> (Vec<MeldLine>, Vec<BonusLine>, Option<LimitLine>) {
        let Some(score) = verdict.score() else { return (Vec::new(), Vec::new(), None) };
        let (bonuses, limit) = extra_lines(score);
        (meld_lines(score), bonuses, limit)
    }
}

fn meld_lines(score: &Score) -> Vec<MeldLine> {
    let line = |scored: &rules::ScoredMeld| MeldLine {
        kind: scored.meld.kind().id(),
        tiles: scored.meld.tiles().map(|tile| tile.to_string()),
        points: scored.points,
    };
    score.melds.iter().map(line).collect()
}

fn extra_lines(score: &Score) -> (Vec<BonusLine>, Option<LimitLine>) {
    match &score.extra {
        Extra::Bonuses(bonuses) => {
            let line = |bonus: rules::Bonus| BonusLine { id: bonus.id.id(), count: bonus.count, points: bonus.points };
            (bonuses.items().map(line).collect(), None)
        }
        Extra::Limit(limit) => (Vec::new(), Some(LimitLine { id: limit.id(), points: limit.points() })),
    }
}
