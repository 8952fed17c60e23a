//! Where a game stands, as programs and people get it.

use crate::answer::{BonusLine, LimitLine, MeldLine, ScoreAnswer};
use ledger::{Game, Handing, Happening, Holder, LogEntry, MendPreview, Origin, Recovery, StickPayment, Sticks, Win};
use rules::payment::Transfer;
use rules::{Points, Seat, Verdict, Wind, format_tiles};
use serde::Serialize;
use std::fmt;

/// Where a game stands.
#[derive(Debug, Serialize)]
pub struct GameState {
    seq: u64,
    players: Vec<PlayerLine>,
    seating: Vec<usize>,
    dealer: usize,
    first_dealer: usize,
    wind: &'static str,
    hand_number: u32,
    hands_total: u32,
    dora: Option<String>,
    finished: bool,
    ended_by_agreement: bool,
    undo_steps: usize,
    redo_steps: usize,
    rules: Vec<RuleLine>,
    ranking: Vec<RankLine>,
    sticks: Option<SticksAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovered: Option<RecoveryAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Vec<LogLine>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    struck: Option<Vec<StruckAnswer>>,
}

#[derive(Debug, Serialize)]
struct PlayerLine {
    name: String,
    points: Points,
}

#[derive(Debug, Serialize)]
struct RuleLine {
    name: &'static str,
    value: &'static str,
}

#[derive(Debug, Serialize)]
struct RankLine {
    player: usize,
    rank: u8,
    points: Points,
}

/// Who holds which sticks, and what was handed over last.
#[derive(Debug, Serialize)]
pub struct SticksAnswer {
    purses: Vec<Sticks>,
    bank: Sticks,
    payments: Vec<StickPaymentLine>,
}

#[derive(Debug, Serialize)]
struct StickPaymentLine {
    from: Option<usize>,
    to: Option<usize>,
    paid: Option<Points>,
    handings: Vec<HandingLine>,
}

/// `None` is the bank.
#[derive(Debug, Serialize)]
struct HandingLine {
    from: Option<usize>,
    to: Option<usize>,
    #[serde(flatten)]
    sticks: Sticks,
}

#[derive(Debug, Serialize)]
struct RecoveryAnswer {
    code: &'static str,
    damage: String,
    kept: String,
    from_backup: u64,
    missing: u64,
}

/// A line of the ledger.
#[derive(Debug, Serialize)]
pub struct LogLine {
    seq: u64,
    at: u64,
    kind: &'static str,
    hand_number: u32,
    wind: &'static str,
    dealer: usize,
    dora: Option<String>,
    /// The discarder of a ron, the offender of a false win.
    from: Option<usize>,
    wins: Vec<WinLine>,
    payments: Vec<PaymentLine>,
    points_before: Vec<Points>,
    points_after: Vec<Points>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<StruckAnswer>,
}

/// A line that counts no longer, and the event that saw to it.
#[derive(Debug, Serialize)]
struct StruckAnswer {
    mended_by: u64,
    line: LogLine,
}

#[derive(Debug, Serialize)]
struct WinLine {
    seat: usize,
    hand: String,
    points: Points,
    total: Points,
    head_bumped: bool,
    melds: Vec<MeldLine>,
    bonuses: Vec<BonusLine>,
    limit: Option<LimitLine>,
    origin: Origin,
}

#[derive(Debug, Serialize)]
struct PaymentLine {
    from: usize,
    to: usize,
    due: Points,
    paid: Points,
}

/// What a correction would do.
#[derive(Debug, Serialize)]
pub struct MendAnswer {
    changed: Vec<ChangedAnswer>,
    impossible: Vec<ImpossibleAnswer>,
    points: Vec<Points>,
    finished: bool,
    handings: Vec<HandingLine>,
}

#[derive(Debug, Serialize)]
struct ChangedAnswer {
    before: LogLine,
    after: Option<LogLine>,
}

#[derive(Debug, Serialize)]
struct ImpossibleAnswer {
    seq: u64,
    kind: &'static str,
    code: &'static str,
    message: String,
}

/// Where this game stands, its whole ledger included.
pub fn state(game: &Game, recovery: Option<&Recovery>) -> GameState {
    GameState {
        recovered: recovery.map(|recovery| RecoveryAnswer {
            code: Recovery::CODE,
            damage: recovery.damage.clone(),
            kept: recovery.kept.display().to_string(),
            from_backup: recovery.from_backup(),
            missing: recovery.missing(),
        }),
        log: Some(game.log().iter().map(log_line).collect()),
        struck: Some(game.struck().iter().map(|struck| struck_line(struck.mended_by, &struck.line)).collect()),
        ..state_without_log(game)
    }
}

/// Where this game stands, without what happened before.
pub fn state_without_log(game: &Game) -> GameState {
    let setup = game.setup();
    let named = setup.names.iter().zip(game.points());
    GameState {
        seq: game.seq(),
        players: named.map(|(name, &points)| PlayerLine { name: name.to_string(), points }).collect(),
        seating: game.seating(game.hand_number()).into_iter().map(Seat::index).collect(),
        dealer: game.dealer().index(),
        first_dealer: game.first_dealer().index(),
        wind: game.wind().id(),
        hand_number: game.hand_number(),
        hands_total: game.hands_total(),
        dora: game.dora().map(|tile| tile.to_string()),
        finished: game.is_finished(),
        ended_by_agreement: game.ended_by_agreement(),
        undo_steps: game.undo_steps(),
        redo_steps: game.redo_steps(),
        rules: setup.ruleset.values().into_iter().map(|(name, value)| RuleLine { name, value }).collect(),
        ranking: game
            .ranking()
            .iter()
            .map(|place| RankLine { player: place.seat.index(), rank: place.rank, points: place.points })
            .collect(),
        sticks: sticks(game),
        recovered: None,
        log: None,
        struck: None,
    }
}

/// Who holds which sticks; `None` if the game does not follow them.
pub fn sticks(game: &Game) -> Option<SticksAnswer> {
    let purses = game.sticks()?;
    let last = game.counting().last().map(|envelope| envelope.seq);
    let payments = game.settlements().pop().filter(|settlement| Some(settlement.seq) == last);
    Some(SticksAnswer {
        purses: purses.players().to_vec(),
        bank: purses.bank(),
        payments: payments.iter().flat_map(|settlement| &settlement.payments).map(stick_payment).collect(),
    })
}

fn stick_payment(payment: &StickPayment) -> StickPaymentLine {
    StickPaymentLine {
        from: payment.transfer.map(|transfer| transfer.from.index()),
        to: payment.transfer.map(|transfer| transfer.to.index()),
        paid: payment.transfer.map(|transfer| transfer.paid),
        handings: payment.handings.iter().map(handing_line).collect(),
    }
}

fn handing_line(handing: &Handing) -> HandingLine {
    let index = |holder| match holder {
        Holder::Player(seat) => Some(seat.index()),
        Holder::Bank => None,
    };
    HandingLine { from: index(handing.from), to: index(handing.to), sticks: handing.sticks }
}

/// A line of the ledger with its earlier versions.
pub fn log_line(entry: &LogEntry) -> LogLine {
    LogLine {
        seq: entry.seq,
        at: entry.at,
        kind: entry.happening.id(),
        hand_number: entry.hand_number,
        wind: entry.wind.id(),
        dealer: entry.dealer.index(),
        dora: entry.dora.map(|tile| tile.to_string()),
        from: at_fault(entry.happening).map(Seat::index),
        wins: entry.wins.iter().map(win_line).collect(),
        payments: entry.payments.iter().map(payment_line).collect(),
        points_before: entry.before.clone(),
        points_after: entry.after.clone(),
        earlier: entry.earlier.iter().map(|earlier| struck_line(earlier.mended_by, &earlier.line)).collect(),
    }
}

fn struck_line(mended_by: u64, line: &LogEntry) -> StruckAnswer {
    StruckAnswer { mended_by, line: log_line(line) }
}

const fn at_fault(happening: Happening) -> Option<Seat> {
    match happening {
        Happening::Ron { discarder } => Some(discarder),
        Happening::FalseWin { offender } => Some(offender),
        Happening::Tsumo | Happening::Draw | Happening::GameEnded => None,
    }
}

fn win_line(win: &Win) -> WinLine {
    let (melds, bonuses, limit) = ScoreAnswer::items(&Verdict::Win(win.score));
    WinLine {
        seat: win.seat.index(),
        hand: format_tiles(*win.hand.tiles()),
        points: Points::from(win.score.points()),
        total: win.total(),
        head_bumped: win.head_bumped,
        melds,
        bonuses,
        limit,
        origin: win.origin.clone(),
    }
}

const fn payment_line(transfer: &Transfer) -> PaymentLine {
    PaymentLine { from: transfer.from.index(), to: transfer.to.index(), due: transfer.due, paid: transfer.paid }
}

/// What a correction would do.
pub fn mend_preview(game: &Game, preview: &MendPreview) -> MendAnswer {
    let changed = preview.changed.iter();
    MendAnswer {
        changed: changed
            .map(|changed| ChangedAnswer {
                before: log_line(&changed.before),
                after: changed.after.as_ref().map(log_line),
            })
            .collect(),
        impossible: preview
            .impossible
            .iter()
            .map(|impossible| ImpossibleAnswer {
                seq: impossible.seq,
                kind: impossible.event.kind(),
                code: impossible.refusal.code(),
                message: impossible.refusal.to_string(),
            })
            .collect(),
        points: preview.points.clone(),
        finished: preview.finished,
        handings: game.plan_to(&preview.points).iter().map(handing_line).collect(),
    }
}

impl fmt::Display for MendAnswer {
    /// For people: the hands that change, what would go, and the points.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for changed in &self.changed {
            let before = &changed.before;
            write!(f, "hand {} ({}): {:?}", before.hand_number, before.kind, before.points_after)?;
            match &changed.after {
                Some(after) => writeln!(f, " becomes {} {:?}", after.kind, after.points_after)?,
                None => writeln!(f, " counts no longer")?,
            }
        }
        for impossible in &self.impossible {
            writeln!(f, "event {} ({}) becomes impossible: {}", impossible.seq, impossible.kind, impossible.message)?;
        }
        write!(f, "points {:?}; nothing was recorded", self.points)
    }
}

/// For people: everybody's sticks, the bank's, and what was handed over last.
pub fn sticks_text(game: &Game) -> String {
    let Some(purses) = game.sticks() else { return "the sticks of this game are not followed".to_owned() };
    let names = &game.setup().names;
    let name = |holder: Holder| match holder {
        Holder::Player(seat) => names[seat.index()].as_str(),
        Holder::Bank => "bank",
    };
    let mut lines = Vec::new();
    for (seat, (sticks, points)) in purses.players().iter().zip(game.points()).enumerate() {
        lines.push(format!("{seat}  {points:>3} points  {}  {}", sticks_line(*sticks), names[seat]));
    }
    lines.push(format!("   {:>3} points  {}  bank", purses.bank().points(), sticks_line(purses.bank())));
    let last = game.counting().last().map(|envelope| envelope.seq);
    for settlement in game.settlements().iter().filter(|settlement| Some(settlement.seq) == last) {
        for handing in settlement.payments.iter().flat_map(|payment| &payment.handings) {
            lines.push(format!("{} hands {} {}", name(handing.from), name(handing.to), sticks_line(handing.sticks)));
        }
    }
    lines.join("\n")
}

fn sticks_line(sticks: Sticks) -> String {
    let kinds = [(sticks.tens, 10), (sticks.fives, 5), (sticks.ones, 1)];
    let shown: Vec<String> =
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, worth)| format!("{count}x{worth}")).collect();
    if shown.is_empty() { "none".to_owned() } else { shown.join(" ") }
}

impl fmt::Display for GameState {
    /// For people: the round, then everyone by seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let round = Wind::ALL.iter().find(|wind| wind.id() == self.wind).map_or("", |wind| match wind {
            Wind::East => "East",
            Wind::South => "South",
            Wind::West => "West",
            Wind::North => "North",
        });
        let in_round = (self.hand_number - 1) % self.players.len() as u32 + 1;
        let dora = self.dora.as_deref().unwrap_or("not turned up");
        match (self.finished, self.ended_by_agreement) {
            (true, true) => write!(f, "ended by agreement in hand {} of {}", self.hand_number, self.hands_total)?,
            (true, false) => write!(f, "finished after hand {} of {}", self.hand_number, self.hands_total)?,
            _ => write!(f, "{round} {in_round}, hand {} of {}, dora {dora}", self.hand_number, self.hands_total)?,
        }
        for (seat, player) in self.players.iter().enumerate() {
            let rank = self.ranking.iter().find(|line| line.player == seat).map_or(0, |line| line.rank);
            let dealer = if seat == self.dealer && !self.finished { ", dealer" } else { "" };
            write!(f, "\n{seat}  {:>3} points  rank {rank}  {}{dealer}", player.points, player.name)?;
        }
        Ok(())
    }
}
