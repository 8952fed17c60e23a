//! The reference card: what scores what on this table. Every number and every tile on it comes from the rules engine.

use crate::describe::{house_rules, limit_key, tiles};
use crate::{BonusKey, HouseRule, LimitKey, MeldId};
use ledger::Game;
use rules::payment::{FALSE_WIN, PlayerCount, tsumo_each};
use rules::yaku::{CHANTA_POINTS, TANYAO_POINTS, is_tanyao, red_count};
use rules::{DEALER_BONUS, LimitHand, LimitHands, MINIMUM, MeldKind, Ruleset, Tile};
use serde::Serialize;
use ts_rs::TS;

/// The most that a hand can be worth: the dealer's Super Red (by enumeration, in the rules' own tests).
const DEAREST: u32 = 25;

/// What scores what, under the house rules in force.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CardView {
    /// How many play; `None` while no game is open.
    pub players: Option<u32>,
    /// What a hand needs to win; `None` by the house rule for beginners.
    pub minimum: Option<u32>,
    /// What a dealer who wins gets on top.
    pub dealer_bonus: u32,
    /// What everyone starts with.
    pub starting_points: u32,
    /// What a false win costs, to each other player.
    pub false_win: u32,
    /// How many hands a game has; `None` while no game is open.
    pub hands: Option<u32>,
    /// The dora tile that lies on the dealer marker.
    pub dora: Option<String>,
    /// The two kinds of meld.
    pub melds: Vec<CardMeld>,
    /// The four bonuses.
    pub bonuses: Vec<CardBonus>,
    /// The three limit hands, the cheapest first.
    pub limits: Vec<CardLimit>,
    /// Whether the melds' points come on top of a limit hand.
    pub limits_and_melds: bool,
    /// What each other player pays for a tsumo: for the open game's number of players, otherwise for 2 to 5.
    pub tsumo: Vec<CardShares>,
    /// The house rules in force.
    pub rules: Vec<HouseRule>,
}

/// A kind of meld.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CardMeld {
    /// Run or triplet.
    pub kind: MeldId,
    /// What it is worth.
    pub points: u32,
}

/// A bonus.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CardBonus {
    /// Which.
    pub id: BonusKey,
    /// What it adds: for each tile (red, dora) or for the hand.
    pub points: u32,
    /// The faces that it is about; for the dora those of its kind, none while it is not turned up.
    pub tiles: Vec<String>,
}

/// A limit hand.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CardLimit {
    /// Which.
    pub id: LimitKey,
    /// What it is worth, without the melds.
    pub points: u32,
    /// The faces that it may be made of.
    pub tiles: Vec<String>,
}

/// Everybody's share of a tsumo among so many players.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CardShares {
    /// How many play.
    pub players: u32,
    /// The shares, from the least points that win to the most there are.
    pub shares: Vec<CardShare>,
}

/// Points of which each other player's share is the same.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct CardShare {
    /// From so many points
    pub from: u32,
    /// to so many
    pub to: u32,
    /// each pays this.
    pub each: u32,
}

/// The card of the open game, or of the game as its rules say.
pub(crate) fn card(game: Option<&Game>) -> CardView {
    let ruleset = game.map(|game| game.setup().ruleset).unwrap_or_default();
    let players = game.map(|game| game.setup().players);
    let dora = game.and_then(Game::dora);
    let minimum = ruleset.minimum.then_some(u32::from(MINIMUM));
    let tables = match players {
        Some(players) => vec![players],
        None => (2..=5).filter_map(PlayerCount::new).collect(),
    };
    CardView {
        players: players.map(|players| u32::from(players.get())),
        minimum,
        dealer_bonus: u32::from(DEALER_BONUS),
        starting_points: u32::from(ruleset.starting_points.points()),
        false_win: FALSE_WIN,
        hands: game.map(Game::hands_total),
        dora: dora.map(|tile| tile.to_string()),
        melds: vec![meld(MeldId::Run, MeldKind::Run), meld(MeldId::Triplet, MeldKind::Triplet)],
        bonuses: bonuses(&ruleset, dora),
        limits: LimitHand::ALL.into_iter().map(limit).collect(),
        limits_and_melds: ruleset.limit_hands == LimitHands::MeldsPlusLimit,
        tsumo: tables.into_iter().map(|players| shares(players, minimum)).collect(),
        rules: house_rules(&ruleset),
    }
}

fn meld(id: MeldId, kind: MeldKind) -> CardMeld {
    CardMeld { kind: id, points: u32::from(kind.points()) }
}

fn bonuses(ruleset: &Ruleset, dora: Option<Tile>) -> Vec<CardBonus> {
    let bonus = |id, points: u8, counts: &dyn Fn(Tile) -> bool| CardBonus {
        id,
        points: u32::from(points),
        tiles: faces(counts),
    };
    vec![
        bonus(BonusKey::Red, 1, &|tile| red_count(&[tile; 6], ruleset) > 0),
        bonus(BonusKey::Dora, 1, &|tile| dora.is_some_and(|dora| dora.kind() == tile.kind())),
        bonus(BonusKey::Tanyao, TANYAO_POINTS, &|tile| is_tanyao(&[tile; 6])),
        bonus(BonusKey::Chanta, CHANTA_POINTS, &|tile| tile.kind().is_terminal_or_dragon()),
    ]
}

fn limit(limit: LimitHand) -> CardLimit {
    CardLimit {
        id: limit_key(limit),
        points: u32::from(limit.points()),
        tiles: faces(&|tile| limit.matches(&[tile; 6])),
    }
}

/// The faces for which this holds, in tile order.
fn faces(counts: &dyn Fn(Tile) -> bool) -> Vec<String> {
    tiles(&Tile::all().filter(|&tile| counts(tile)).collect::<Vec<_>>())
}

fn shares(players: PlayerCount, minimum: Option<u32>) -> CardShares {
    let mut shares: Vec<CardShare> = Vec::new();
    // The least that two melds are worth is two runs.
    for total in minimum.unwrap_or(2)..=DEAREST {
        let each = tsumo_each(total, players);
        match shares.last_mut() {
            Some(last) if last.each == each => last.to = total,
            _ => shares.push(CardShare { from: total, to: total, each }),
        }
    }
    CardShares { players: u32::from(players.get()), shares }
}
