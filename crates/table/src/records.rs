//! What all games tell together: how each ended, and what they say of every player.

use crate::Failure;
use crate::describe::{game_view, index, milliseconds, seat, win_view};
use crate::view::{GameView, RankView, WinView};
use ledger::{BestHand, Game, GameEntry, PlayerStatistics, Store};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything that is known over games.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct Records {
    /// The games, the one that was played last first.
    pub games: Vec<GameRecord>,
    /// The players, the best first.
    pub players: Vec<PlayerRecord>,
    /// Games that this program does not understand: a newer one's, say.
    pub unread: Vec<UnreadGame>,
}

/// One game, in a line.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct GameRecord {
    /// Its id.
    pub id: u32,
    /// Names by seat.
    pub players: Vec<String>,
    /// When it started, in milliseconds since 1970.
    pub started_at: f64,
    /// When its last event was recorded, in milliseconds since 1970.
    pub updated_at: f64,
    /// Whether it is over.
    pub finished: bool,
    /// How many hands have ended.
    pub hands: u32,
    /// Best first; equal points share a rank.
    pub ranking: Vec<RankView>,
}

/// A game that could not be read.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct UnreadGame {
    /// Its id.
    pub id: u32,
    /// Why.
    pub failure: Failure,
}

/// What all games tell of one player. Means are `None` where there is nothing to take the mean of.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct PlayerRecord {
    /// Who.
    pub name: String,
    /// In how many games, unfinished ones included.
    pub games: u32,
    /// How many of these are over; ranks and final points count only these.
    pub finished: u32,
    /// How many of these were won, a shared first rank included.
    pub firsts: u32,
    /// The mean rank, from 1.
    pub average_rank: Option<f64>,
    /// The mean of the points at the end.
    pub average_points: Option<f64>,
    /// How many hands of these games ended.
    pub hands: u32,
    /// How many the player won.
    pub wins: u32,
    /// By tsumo.
    pub tsumo: u32,
    /// By ron.
    pub ron: u32,
    /// How many ended with a ron on the player's discard.
    pub dealt_in: u32,
    /// Wins called that were none.
    pub false_wins: u32,
    /// What a won hand was worth in the mean.
    pub average_win: Option<f64>,
    /// How many of the hands won were limit hands.
    pub limit_hands: u32,
    /// The bonus or limit hand that was in the most hands, by its id.
    pub favourite: Option<FavouriteYaku>,
    /// The hand worth most.
    pub best: Option<BestHandView>,
}

/// The yaku that a player scored most often.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct FavouriteYaku {
    /// The id of a bonus ([`crate::BonusKey`]) or a limit hand ([`crate::LimitKey`]).
    pub id: String,
    /// In how many hands.
    pub count: u32,
}

/// A player's best hand.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct BestHandView {
    /// In which game.
    pub game: u32,
    /// Which hand of it, from 1.
    pub hand_number: u32,
    /// When, in milliseconds since 1970.
    pub at: f64,
    /// The hand.
    pub win: WinView,
}

/// What a game can be exported as by the core. The summary in words is the window's, which knows the languages.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ExportFormat {
    /// Complete: an [`crate::Intent::ImportGame`] takes it over.
    Json,
    /// A table for a spreadsheet.
    Csv,
}

/// # Errors
/// A file that cannot be read.
pub(crate) fn records(store: &Store) -> Result<Records, Failure> {
    let entries = store.games()?;
    let all = store.load_all()?;
    let game_of = |id: u32| all.games.iter().find(|(other, _)| *other == id).map(|(_, game)| game);
    Ok(Records {
        games: entries.iter().filter_map(|entry| Some(record(entry, game_of(entry.id)?))).collect(),
        players: ledger::statistics(all.games.iter().map(|(id, game)| (*id, game))).iter().map(player).collect(),
        unread: all.unread.into_iter().map(|(id, error)| UnreadGame { id, failure: error.into() }).collect(),
    })
}

/// # Errors
/// A game that is not there or cannot be read.
pub(crate) fn read_game(store: &Store, id: u32) -> Result<GameView, Failure> {
    Ok(game_view(id, &store.load(id)?))
}

/// # Errors
/// A game that is not there or cannot be read.
pub(crate) fn export(store: &Store, id: u32, format: ExportFormat) -> Result<String, Failure> {
    Ok(match format {
        ExportFormat::Json => ledger::export_json(&store.events(id)?),
        ExportFormat::Csv => ledger::export_csv(&store.load(id)?),
    })
}

/// Takes over an exported game; the same events are not taken over twice.
///
/// # Errors
/// A text that is no exported game; a disk that does not take it.
pub(crate) fn import(store: &mut Store, text: &str) -> Result<(u32, Game), Failure> {
    let events = ledger::import_json(text)?;
    for entry in store.games()? {
        // A game that cannot be read is not this one.
        if store.events(entry.id).is_ok_and(|own| own == events) {
            return Ok((entry.id, store.load(entry.id)?));
        }
    }
    Ok(store.import(&events)?)
}

fn record(entry: &GameEntry, game: &Game) -> GameRecord {
    GameRecord {
        id: entry.id,
        players: game.setup().names.iter().map(ToString::to_string).collect(),
        started_at: milliseconds(game.setup().started_at),
        updated_at: milliseconds(entry.updated_at),
        finished: game.is_finished(),
        hands: index(game.log().iter().filter(|line| line.happening.ends_hand()).count() as u64),
        ranking: ranking(game),
    }
}

pub(crate) fn ranking(game: &Game) -> Vec<RankView> {
    let line = |placing: ledger::Placing| RankView {
        player: seat(placing.seat),
        rank: u32::from(placing.rank),
        points: placing.points,
    };
    game.ranking().into_iter().map(line).collect()
}

fn player(player: &PlayerStatistics) -> PlayerRecord {
    PlayerRecord {
        name: player.name.to_string(),
        games: player.games,
        finished: player.finished,
        firsts: player.firsts,
        average_rank: player.average_rank(),
        average_points: player.average_points(),
        hands: player.hands,
        wins: player.wins(),
        tsumo: player.tsumo,
        ron: player.ron,
        dealt_in: player.dealt_in,
        false_wins: player.false_wins,
        average_win: player.average_win(),
        limit_hands: player.limit_hands,
        favourite: player.favourite_yaku().map(|(id, count)| FavouriteYaku { id: id.to_owned(), count }),
        best: player.best.as_ref().map(best),
    }
}

fn best(best: &BestHand) -> BestHandView {
    BestHandView { game: best.game, hand_number: best.hand_number, at: milliseconds(best.at), win: win_view(&best.win) }
}
