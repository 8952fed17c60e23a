//! What many games tell of each player, and the course of one game for a chart.

use crate::game::Game;
use crate::log::{Happening, LogEntry, Win};
use crate::name::PlayerName;
use crate::store::GameId;
use rules::{Extra, Points, Seat};
use std::collections::BTreeMap;

/// What all games tell of one player; players are told apart by their names.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerStatistics {
    /// Who.
    pub name: PlayerName,
    /// In how many games the player took part, unfinished ones included.
    pub games: u32,
    /// How many of these are over. Ranks and final points count only these.
    pub finished: u32,
    /// How many of these the player won, a shared first rank included.
    pub firsts: u32,
    /// The sum of the ranks in finished games, each from 1.
    pub ranks: u32,
    /// The sum of the points at the end of finished games.
    pub final_points: u32,
    /// How many hands of these games ended.
    pub hands: u32,
    /// Won by tsumo.
    pub tsumo: u32,
    /// Won by ron and paid; a win that a nearer winner took is not one.
    pub ron: u32,
    /// How many hands ended with a ron on this player's discard.
    pub dealt_in: u32,
    /// Wins called that were none.
    pub false_wins: u32,
    /// What all won hands were worth together, the dealer's bonus included.
    pub won_points: u32,
    /// How many of them were limit hands.
    pub limit_hands: u32,
    /// How often each bonus and limit hand was in a won hand, by its id.
    pub yaku: BTreeMap<&'static str, u32>,
    /// The hand worth most; of several the first.
    pub best: Option<BestHand>,
}

/// A player's best hand.
#[derive(Clone, Debug, PartialEq)]
pub struct BestHand {
    /// In which game.
    pub game: GameId,
    /// The line of that game's ledger.
    pub hand_number: u32,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at: u64,
    /// The hand.
    pub win: Win,
}

/// A point of a game's chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartPoint {
    /// The hand that was being played; 0 for the start.
    pub hand_number: u32,
    /// Everybody's points, by seat.
    pub points: Vec<Points>,
}

impl PlayerStatistics {
    fn new(name: PlayerName) -> PlayerStatistics {
        PlayerStatistics {
            name,
            games: 0,
            finished: 0,
            firsts: 0,
            ranks: 0,
            final_points: 0,
            hands: 0,
            tsumo: 0,
            ron: 0,
            dealt_in: 0,
            false_wins: 0,
            won_points: 0,
            limit_hands: 0,
            yaku: BTreeMap::new(),
            best: None,
        }
    }

    /// How many hands the player won.
    pub const fn wins(&self) -> u32 {
        self.tsumo + self.ron
    }

    /// The mean of the points at the end of finished games; `None` without one.
    pub fn average_points(&self) -> Option<f64> {
        mean(self.final_points, self.finished)
    }

    /// The mean rank in finished games, from 1; `None` without one.
    pub fn average_rank(&self) -> Option<f64> {
        mean(self.ranks, self.finished)
    }

    /// What a won hand was worth in the mean; `None` without one.
    pub fn average_win(&self) -> Option<f64> {
        mean(self.won_points, self.wins())
    }

    /// The bonus or limit hand that was in the most won hands, and in how many; of equally many the first by its id.
    pub fn favourite_yaku(&self) -> Option<(&'static str, u32)> {
        let most = *self.yaku.values().max()?;
        self.yaku.iter().find(|(_, count)| **count == most).map(|(id, count)| (*id, *count))
    }

    fn take_line(&mut self, game: GameId, seat: Seat, line: &LogEntry) {
        self.hands += u32::from(line.happening.ends_hand());
        match line.happening {
            Happening::Ron { discarder } if discarder == seat => self.dealt_in += 1,
            Happening::FalseWin { offender } if offender == seat => self.false_wins += 1,
            _ => {}
        }
        let Some(win) = line.wins.iter().find(|win| win.seat == seat && !win.head_bumped) else { return };
        match line.happening {
            Happening::Tsumo => self.tsumo += 1,
            _ => self.ron += 1,
        }
        self.won_points += win.total();
        match &win.score.extra {
            Extra::Bonuses(bonuses) => {
                bonuses.items().for_each(|bonus| *self.yaku.entry(bonus.id.id()).or_default() += 1)
            }
            Extra::Limit(limit) => {
                self.limit_hands += 1;
                *self.yaku.entry(limit.id()).or_default() += 1;
            }
        }
        if self.best.as_ref().is_none_or(|best| best.win.total() < win.total()) {
            self.best = Some(BestHand { game, hand_number: line.hand_number, at: line.at, win: win.clone() });
        }
    }
}

fn mean(sum: u32, count: u32) -> Option<f64> {
    (count > 0).then(|| f64::from(sum) / f64::from(count))
}

/// What these games tell of everybody in them: the standings, best first. Whoever won the most finished games leads, then whoever
/// has the better mean rank, then the more points in the mean. No game makes no list, which is an ordinary state.
pub fn statistics<'a>(games: impl IntoIterator<Item = (GameId, &'a Game)>) -> Vec<PlayerStatistics> {
    let mut players: Vec<PlayerStatistics> = Vec::new();
    for (id, game) in games {
        let ranking = game.ranking();
        for (seat, name) in game.setup().players.seats().zip(&game.setup().names) {
            let index = players.iter().position(|player| player.name == *name).unwrap_or_else(|| {
                players.push(PlayerStatistics::new(name.clone()));
                players.len() - 1
            });
            let player = &mut players[index];
            player.games += 1;
            if let (true, Some(placing)) = (game.is_finished(), ranking.iter().find(|placing| placing.seat == seat)) {
                player.finished += 1;
                player.firsts += u32::from(placing.rank == 1);
                player.ranks += u32::from(placing.rank);
                player.final_points += placing.points;
            }
            game.log().iter().for_each(|line| player.take_line(id, seat, line));
        }
    }
    players.sort_by(|one, other| {
        let rank = |player: &PlayerStatistics| player.average_rank().unwrap_or(f64::INFINITY);
        let points = |player: &PlayerStatistics| player.average_points().unwrap_or(0.0);
        (other.firsts.cmp(&one.firsts))
            .then(rank(one).total_cmp(&rank(other)))
            .then(points(other).total_cmp(&points(one)))
            .then(one.name.as_str().cmp(other.name.as_str()))
    });
    players
}

/// Everybody's points from the start on, after each line of the ledger.
pub fn chart(game: &Game) -> Vec<ChartPoint> {
    let each = Points::from(game.setup().ruleset.starting_points.points());
    let start = ChartPoint { hand_number: 0, points: vec![each; game.setup().names.len()] };
    let lines = game.log().iter().filter(|line| line.happening != Happening::GameEnded);
    let after = lines.map(|line| ChartPoint { hand_number: line.hand_number, points: line.after.clone() });
    std::iter::once(start).chain(after).collect()
}
