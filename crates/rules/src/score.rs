//! What a hand is worth: an itemised score whose total is derived, and the verdict whether it may win.

use crate::yaku::{CHANTA_POINTS, TANYAO_POINTS, dora_count, is_chanta, is_tanyao, red_count};
use crate::{Hand, LimitHand, LimitHands, Meld, Ruleset, split};

/// A hand wins only with this many points, the dealer's bonus not counted.
pub const MINIMUM: u8 = 5;
/// What a dealer who wins gets on top, on limit hands too.
pub const DEALER_BONUS: u8 = 2;

/// The points of a win-shaped hand, item by item. The dealer's bonus is no part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// The two melds with what each is worth.
    pub melds: [ScoredMeld; 2],
    /// What comes on top of the melds.
    pub extra: Extra,
}

/// A meld and its points: run 1, triplet 2, and 0 under a limit hand that counts flat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoredMeld {
    /// The meld.
    pub meld: Meld,
    /// Its points in this hand, 0-2.
    pub points: u8,
}

/// Bonuses or a limit hand, never both: a limit hand replaces all bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    /// The four bonuses; none of them may apply.
    Bonuses(Bonuses),
    /// A limit hand.
    Limit(LimitHand),
}

/// The bonuses of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bonuses {
    /// How many tiles earn the red bonus, 0-6.
    pub red: u8,
    /// How many tiles are of the dora's kind, 0-4.
    pub dora: u8,
    /// All six tiles in 2-8.
    pub tanyao: bool,
    /// Both melds contain 1, 9, hatsu or chun.
    pub chanta: bool,
}

/// The name of a bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BonusId {
    /// Red tiles.
    Red,
    /// Dora tiles.
    Dora,
    /// Tanyao.
    Tanyao,
    /// Chanta.
    Chanta,
}

impl BonusId {
    /// A stable id for programs.
    pub const fn id(self) -> &'static str {
        match self {
            BonusId::Red => "red",
            BonusId::Dora => "dora",
            BonusId::Tanyao => "tanyao",
            BonusId::Chanta => "chanta",
        }
    }
}

/// One line of the bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bonus {
    /// Which bonus.
    pub id: BonusId,
    /// How often: the number of red or dora tiles, 1 for tanyao and chanta.
    pub count: u8,
    /// What it adds in all.
    pub points: u8,
}

impl Bonuses {
    /// The bonuses that apply, one line each, in a fixed order.
    pub fn items(&self) -> impl Iterator<Item = Bonus> {
        [
            (BonusId::Red, self.red, 1),
            (BonusId::Dora, self.dora, 1),
            (BonusId::Tanyao, u8::from(self.tanyao), TANYAO_POINTS),
            (BonusId::Chanta, u8::from(self.chanta), CHANTA_POINTS),
        ]
        .into_iter()
        .filter(|(_, count, _)| *count > 0)
        .map(|(id, count, each)| Bonus { id, count, points: count * each })
    }

    /// What they add in all.
    pub fn points(&self) -> u8 {
        self.items().map(|bonus| bonus.points).sum()
    }
}

impl Score {
    /// Scores six tiles; `None` if they do not split into two melds.
    pub fn of(hand: &Hand, ruleset: &Ruleset) -> Option<Score> {
        let tiles = hand.tiles();
        let melds = split(tiles)?;
        let limit = LimitHand::of(tiles);
        let melds_count = limit.is_none() || ruleset.limit_hands == LimitHands::MeldsPlusLimit;
        let extra = limit.map_or_else(
            || {
                Extra::Bonuses(Bonuses {
                    red: red_count(tiles, ruleset),
                    dora: dora_count(tiles, hand.dora()),
                    tanyao: is_tanyao(tiles),
                    chanta: is_chanta(&melds),
                })
            },
            Extra::Limit,
        );
        let melds = melds.map(|meld| ScoredMeld { meld, points: if melds_count { meld.kind().points() } else { 0 } });
        Some(Score { melds, extra })
    }

    /// The points without the dealer's bonus; at most 23.
    pub fn points(&self) -> u8 {
        let melds: u8 = self.melds.iter().map(|meld| meld.points).sum();
        let extra = match &self.extra {
            Extra::Bonuses(bonuses) => bonuses.points(),
            Extra::Limit(limit) => limit.points(),
        };
        melds + extra
    }

    /// The points that are paid: with the dealer's bonus if the winner deals; at most 25.
    pub fn total(&self, dealer: bool) -> u8 {
        self.points() + if dealer { DEALER_BONUS } else { 0 }
    }
}

/// Whether six tiles win, and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// They do not split into two melds.
    NoShape,
    /// They split, but stay under the minimum.
    UnderMinimum(Score),
    /// They win.
    Win(Score),
}

/// Why a hand does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The six tiles do not split into two melds.
    NoShape,
    /// Fewer points than the minimum of five.
    UnderMinimum,
}

impl Refusal {
    /// A stable id for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Refusal::NoShape => "no_shape",
            Refusal::UnderMinimum => "under_minimum",
        }
    }
}

impl Verdict {
    /// The score, if the tiles split into two melds.
    pub const fn score(&self) -> Option<&Score> {
        match self {
            Verdict::NoShape => None,
            Verdict::UnderMinimum(score) | Verdict::Win(score) => Some(score),
        }
    }

    /// Whether the hand wins.
    pub const fn wins(&self) -> bool {
        matches!(self, Verdict::Win(_))
    }

    /// Why it does not win; `None` if it does.
    pub const fn refusal(&self) -> Option<Refusal> {
        match self {
            Verdict::NoShape => Some(Refusal::NoShape),
            Verdict::UnderMinimum(_) => Some(Refusal::UnderMinimum),
            Verdict::Win(_) => None,
        }
    }
}

/// Judges a hand of the dealer or of another player.
///
/// The dealer's bonus does not count towards the minimum unless the house rule `dealer_bonus_counts_to_minimum` says so.
pub fn judge(hand: &Hand, dealer: bool, ruleset: &Ruleset) -> Verdict {
    let Some(score) = Score::of(hand, ruleset) else {
        return Verdict::NoShape;
    };
    let counted = score.total(dealer && ruleset.dealer_bonus_counts_to_minimum);
    if ruleset.minimum && counted < MINIMUM { Verdict::UnderMinimum(score) } else { Verdict::Win(score) }
}
