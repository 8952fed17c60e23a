//! What the table shows. The window keeps the last [`View`] it received and nothing else of the game.

use crate::sticks::{StickPaymentView, SticksView};
use crate::{HouseRule, Origin, Settings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Everything the window shows.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct View {
    /// All games, the latest first.
    pub games: Vec<GameSummary>,
    /// The open game.
    pub game: Option<GameView>,
    /// What the person chose.
    pub settings: Settings,
    /// Whether this is the practice game of the tour; nothing of it reaches the real games.
    pub practice: bool,
    /// Every house rule with its values, the default first.
    pub house_rules: Vec<HouseRuleChoice>,
    /// What people should know of the file of the games: that it was damaged and recovered, or that its backup was not made.
    pub notices: Vec<Failure>,
}

/// A house rule and what it can be.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct HouseRuleChoice {
    /// The rule's name.
    pub name: String,
    /// Its values, the default first.
    pub values: Vec<String>,
}

/// A line in the list of games.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct GameSummary {
    /// Its id.
    pub id: u32,
    /// Names by seat.
    pub players: Vec<String>,
    /// When its last event was recorded, in milliseconds since 1970 (exact in a JavaScript number).
    pub updated_at: f64,
}

/// The open game.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct GameView {
    /// Its id.
    pub id: u32,
    /// How many events it has; intents carry it.
    pub seq: u32,
    /// By seat, counter-clockwise.
    pub players: Vec<PlayerView>,
    /// Who sits at each place, counter-clockwise: 0, 1, 2, … unless seats were swapped.
    pub seating: Vec<u32>,
    /// Who deals this hand.
    pub dealer: u32,
    /// Who dealt first; the wind marker stays there.
    pub first_dealer: u32,
    /// The wind of the round.
    pub wind: WindId,
    /// The number of this hand, from 1; the last one once the game is finished.
    pub hand_number: u32,
    /// Which hand of this wind, from 1 (the 2 of 東2局).
    pub hand_in_wind: u32,
    /// 4n.
    pub hands_total: u32,
    /// The dora tile of this hand.
    pub dora: Option<String>,
    /// Whether the game is over: all hands are played, or the players agreed to stop.
    pub finished: bool,
    /// Whether the players agreed to stop.
    pub ended_by_agreement: bool,
    /// Best first; equal points share a rank.
    pub ranking: Vec<RankView>,
    /// Whether there is something to take back.
    pub can_undo: bool,
    /// Whether there is an undo to take back.
    pub can_redo: bool,
    /// How many steps can be taken back.
    pub undo_steps: u32,
    /// How many of those taken back can count again.
    pub redo_steps: u32,
    /// When it started, in milliseconds since 1970 (exact in a JavaScript number).
    pub started_at: f64,
    /// Who holds which sticks; `None` if the table does not follow them.
    pub sticks: Option<SticksView>,
    /// The house rules of this game.
    pub rules: Vec<HouseRule>,
    /// The ledger, oldest first.
    pub log: Vec<LedgerLine>,
    /// Lines that count no longer since a correction, in the order in which that happened.
    pub struck: Vec<LedgerLine>,
}

/// A player of the open game.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// The points, never below 0.
    pub points: u32,
}

/// A line of the ranking.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct RankView {
    /// The player's seat.
    pub player: u32,
    /// From 1; equal points share it.
    pub rank: u32,
    /// The points.
    pub points: u32,
}

/// The wind of a round.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum WindId {
    /// 東.
    East,
    /// 南.
    South,
    /// 西.
    West,
    /// 北.
    North,
}

/// A line of the ledger: a hand that ended, a false win within one, or the end by agreement.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct LedgerLine {
    /// The number of the event that recorded it; a correction names it.
    pub seq: u32,
    /// The number of the hand, from 1.
    pub hand_number: u32,
    /// The wind of its round.
    pub wind: WindId,
    /// Which hand of this wind, from 1.
    pub hand_in_wind: u32,
    /// Who dealt.
    pub dealer: u32,
    /// Its dora tile.
    pub dora: Option<String>,
    /// What happened.
    pub happening: HappeningView,
    /// Who won with what; none for a draw.
    pub wins: Vec<WinView>,
    /// Who paid whom.
    pub payments: Vec<PaymentView>,
    /// Everybody's points before, by seat.
    pub points_before: Vec<u32>,
    /// Everybody's points after, by seat.
    pub points_after: Vec<u32>,
    /// When it was recorded, in milliseconds since 1970 (exact in a JavaScript number).
    pub at: f64,
    /// What was handed over for it: for its payments at the time, but for those that a correction has changed since, and without
    /// a payment for its own corrections. Empty if the table did not follow the sticks, or for a preview.
    pub sticks: Vec<StickPaymentView>,
    /// What the line said before it was corrected, the oldest first.
    pub earlier: Vec<LedgerLine>,
}

/// What a line of the ledger is about.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export)]
pub enum HappeningView {
    /// A player drew the winning tile.
    Tsumo,
    /// One or several won on a discard.
    Ron {
        /// Whose discard.
        discarder: u32,
    },
    /// The stock ran out.
    Draw,
    /// A win was called that is none; the hand went on.
    FalseWin {
        /// Who called it.
        offender: u32,
    },
    /// The players agreed to stop.
    GameEnded,
}

/// A hand that won.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct WinView {
    /// Whose.
    pub seat: u32,
    /// The six tiles, sorted.
    pub tiles: Vec<String>,
    /// What they were worth.
    pub score: ScoreView,
    /// Whether a nearer winner took the discard under the house rule `nearest_only`, so that this hand is paid nothing.
    pub head_bumped: bool,
    /// How they came in.
    pub origin: Origin,
}

/// Points that move from one player to another.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct PaymentView {
    /// Who pays.
    pub from: u32,
    /// Who receives.
    pub to: u32,
    /// What was due.
    pub due: u32,
    /// What is paid: less if the payer runs out.
    pub paid: u32,
}

/// An itemised score.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct ScoreView {
    /// The two melds.
    pub melds: Vec<MeldView>,
    /// The bonuses that apply; empty under a limit hand.
    pub bonuses: Vec<BonusView>,
    /// The limit hand.
    pub limit: Option<LimitView>,
    /// Melds and bonuses or limit, without the dealer's bonus.
    pub points: u32,
    /// The dealer's bonus: 2 or 0.
    pub dealer_bonus: u32,
    /// What is paid: points and dealer's bonus.
    pub total: u32,
}

/// A meld and its points.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct MeldView {
    /// Run or triplet.
    pub kind: MeldId,
    /// Its three tiles.
    pub tiles: Vec<String>,
    /// What it is worth here.
    pub points: u32,
}

/// The kinds of meld.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum MeldId {
    /// Three consecutive numbers.
    Run,
    /// Three of a kind.
    Triplet,
}

/// A bonus and its points.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct BonusView {
    /// Which bonus.
    pub id: BonusKey,
    /// How often.
    pub count: u32,
    /// What it adds in all.
    pub points: u32,
}

/// The bonuses.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum BonusKey {
    /// Red tiles.
    Red,
    /// Dora tiles.
    Dora,
    /// Tanyao.
    Tanyao,
    /// Chanta.
    Chanta,
}

/// A limit hand and its points.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct LimitView {
    /// Which limit hand.
    pub id: LimitKey,
    /// 10, 15 or 20.
    pub points: u32,
}

/// The limit hands.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum LimitKey {
    /// All Green.
    AllGreen,
    /// Chinyao.
    Chinyao,
    /// Super Red.
    SuperRed,
}

/// What an end of the hand would do, while it is being entered. Nothing is recorded.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct Appraisal {
    /// Each hand that is laid down, in the order in which it was asked about.
    pub hands: Vec<AppraisedHand>,
    /// Whether this end can be confirmed.
    pub may_confirm: bool,
    /// Why it cannot; `None` if it can.
    pub refusal: Option<Failure>,
    /// Who would pay whom.
    pub payments: Vec<PaymentView>,
    /// Who would hand which sticks to whom; empty if the table does not follow them.
    pub sticks: Vec<StickPaymentView>,
    /// Everybody's points afterwards, by seat; empty unless it can be confirmed.
    pub points_after: Vec<u32>,
}

/// A hand that is being entered.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct AppraisedHand {
    /// Whose.
    pub seat: u32,
    /// The score, once six tiles split into two melds; also of a hand that may not win.
    pub score: Option<ScoreView>,
    /// Whether a nearer winner takes the discard under the house rule `nearest_only`.
    pub head_bumped: bool,
    /// How many copies of each of the 20 faces are still in the box, these tiles and the dora counted.
    pub left: BTreeMap<String, u32>,
}

/// Why something was not done: a code for programs, with what the sentence needs.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct Failure {
    /// A stable code, `too_many_copies`.
    pub code: String,
    /// The tile, number or name that the sentence mentions, by its role (`tile`, `found`, `needed`, `name`).
    pub details: BTreeMap<String, String>,
}

/// What was read from a picture. A proposal: nothing of it reaches the ledger without a person.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[ts(export)]
pub struct PictureReading {
    /// The key of the picture, if it could be kept ([`crate::Pictures`]): it goes into the hand's origin.
    pub picture: Option<String>,
    /// Width of the picture in pixels, turned upright as its EXIF data says.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The tiles in reading order.
    pub tiles: Vec<TileReading>,
    /// What hinders the reading, or keeping its picture: codes such as `no_tiles`, `too_dark`, `disk_full`.
    pub hindrances: Vec<String>,
    /// How long finding and naming the tiles took, in milliseconds, without decoding.
    pub milliseconds: f64,
}

/// A tile that was read.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[ts(export)]
pub struct TileReading {
    /// The face as printed, `"3sr"`, `"5m"`, `"back"`.
    pub face: String,
    /// The Suzume tile that this face is in the chosen tile set; `None` if it is none.
    pub tile: Option<String>,
    /// The face as the reader had it, when the box holds too few of that tile and this one is shown instead. Such a
    /// tile is always doubtful, and the face that was read is the first alternative.
    pub changed_from: Option<String>,
    /// Four corners in pixels, clockwise from the tile's own top left.
    pub corners: [[f32; 2]; 4],
    /// How sure, 0-1.
    pub confidence: f32,
    /// Whether a person should look twice.
    pub doubtful: bool,
    /// Whether it is proposed as part of the hand, as the dora, or as neither.
    pub role: TileRole,
    /// The next-best faces, the best first.
    pub alternatives: Vec<Alternative>,
}

/// What a tile in a picture is proposed as.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum TileRole {
    /// Part of the hand.
    Hand,
    /// The dora tile, lying apart.
    Dora,
    /// Neither.
    Other,
}

/// Another face that a tile may have.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[ts(export)]
pub struct Alternative {
    /// The face as printed.
    pub face: String,
    /// The Suzume tile in the chosen tile set.
    pub tile: Option<String>,
    /// How sure, 0-1.
    pub confidence: f32,
}
