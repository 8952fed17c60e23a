//! Where a game stands, as programs and people get it.

use crate::answer::{BonusLine, LimitLine, MeldLine, ScoreAnswer};
use ledger::{Envelope, FORMAT, Game, Happening, LogEntry, Origin, Win};
use rules::payment::Transfer;
use rules::{Points, Seat, Verdict, Wind, format_tiles};
use serde::Serialize;
use std::fmt;

/// Where a game stands.
#[derive(Debug, Serialize)]
pub struct GameState {
    players: Vec<PlayerLine>,
    dealer: usize,
    first_dealer: usize,
    wind: &'static str,
    hand_number: u32,
    hands_total: u32,
    dora: Option<String>,
    finished: bool,
    ranking: Vec<RankLine>,
    log: Vec<LogLine>,
}

#[derive(Debug, Serialize)]
struct PlayerLine {
    name: String,
    points: Points,
}

#[derive(Debug, Serialize)]
struct RankLine {
    player: usize,
    rank: u8,
    points: Points,
}

#[derive(Debug, Serialize)]
struct LogLine {
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
}

#[derive(Debug, Serialize)]
struct WinLine {
    seat: usize,
    hand: String,
    points: Points,
    total: Points,
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

/// A whole game, as `suzume game export` prints it.
#[derive(Debug, Serialize)]
pub struct Export<'a> {
    format: u32,
    events: &'a [Envelope],
}

/// A game's events as one JSON object.
pub const fn export(events: &[Envelope]) -> Export<'_> {
    Export { format: FORMAT, events }
}

/// Where this game stands.
pub fn state(game: &Game) -> GameState {
    let setup = game.setup();
    let named = setup.names.iter().zip(game.points());
    GameState {
        players: named.map(|(name, &points)| PlayerLine { name: name.to_string(), points }).collect(),
        dealer: game.dealer().index(),
        first_dealer: game.first_dealer().index(),
        wind: game.wind().id(),
        hand_number: game.hand_number(),
        hands_total: game.hands_total(),
        dora: game.dora().map(|tile| tile.to_string()),
        finished: game.is_finished(),
        ranking: game
            .ranking()
            .iter()
            .map(|place| RankLine { player: place.seat.index(), rank: place.rank, points: place.points })
            .collect(),
        log: game.log().iter().map(log_line).collect(),
    }
}

fn log_line(entry: &LogEntry) -> LogLine {
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
    }
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
        melds,
        bonuses,
        limit,
        origin: win.origin.clone(),
    }
}

const fn payment_line(transfer: &Transfer) -> PaymentLine {
    PaymentLine { from: transfer.from.index(), to: transfer.to.index(), due: transfer.due, paid: transfer.paid }
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
        if self.finished {
            write!(f, "finished after hand {} of {}", self.hand_number, self.hands_total)?;
        } else {
            write!(f, "{round} {in_round}, hand {} of {}, dora {dora}", self.hand_number, self.hands_total)?;
        }
        for (seat, player) in self.players.iter().enumerate() {
            let rank = self.ranking.iter().find(|line| line.player == seat).map_or(0, |line| line.rank);
            let dealer = if seat == self.dealer && !self.finished { ", dealer" } else { "" };
            write!(f, "\n{seat}  {:>3} points  rank {rank}  {}{dealer}", player.points, player.name)?;
        }
        Ok(())
    }
}
