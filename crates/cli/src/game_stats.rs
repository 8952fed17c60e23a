//! `suzume game list` and `stats`, and the summary that `export --format text` prints.

use crate::error::CliError;
use crate::game::{GameArgs, open_to_look};
use crate::output;
use clap::Args;
use ledger::{ChartPoint, Game, GameId, Happening, LogEntry, PlayerStatistics, Store, utc};
use rules::{Points, Seat, format_tiles};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Which games count.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// A file of games; may be given several times.
    #[arg(long, value_name = "G", required = true)]
    file: Vec<PathBuf>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct ListAnswer {
    games: Vec<ListLine>,
}

#[derive(Debug, Serialize)]
struct ListLine {
    game: GameId,
    players: Vec<String>,
    updated_at: u64,
    /// Why the game cannot be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    finished: Option<bool>,
    hand_number: Option<u32>,
    points: Option<Vec<Points>>,
}

#[derive(Debug, Serialize)]
struct StatsAnswer {
    players: Vec<PlayerAnswer>,
    games: Vec<ChartAnswer>,
    unread: Vec<UnreadAnswer>,
}

#[derive(Debug, Serialize)]
struct PlayerAnswer {
    name: String,
    games: u32,
    finished: u32,
    firsts: u32,
    average_rank: Option<f64>,
    average_points: Option<f64>,
    hands: u32,
    wins: u32,
    tsumo: u32,
    ron: u32,
    dealt_in: u32,
    false_wins: u32,
    average_win: Option<f64>,
    limit_hands: u32,
    favourite_yaku: Option<&'static str>,
    yaku: BTreeMap<&'static str, u32>,
    best_hand: Option<BestAnswer>,
}

#[derive(Debug, Serialize)]
struct BestAnswer {
    game: GameId,
    hand_number: u32,
    at: u64,
    hand: String,
    dora: Option<String>,
    total: Points,
}

#[derive(Debug, Serialize)]
struct ChartAnswer {
    game: GameId,
    players: Vec<String>,
    finished: bool,
    chart: Vec<ChartLine>,
}

#[derive(Debug, Serialize)]
struct ChartLine {
    hand_number: u32,
    points: Vec<Points>,
}

#[derive(Debug, Serialize)]
struct UnreadAnswer {
    game: GameId,
    code: &'static str,
    message: String,
}

/// Shows the games in a file, the one recorded last first.
pub fn list(args: &GameArgs) -> Result<(), CliError> {
    let store = open_to_look(args)?;
    let games: Vec<ListLine> = store.games()?.into_iter().map(|entry| list_line(&store, entry)).collect();
    if args.json {
        return output::print_json(&ListAnswer { games });
    }
    let lines = games.iter().map(|game| {
        let state = match (&game.points, game.finished, game.code) {
            (Some(points), Some(true), _) => format!("finished {points:?}"),
            (Some(points), _, _) => format!("hand {} {points:?}", game.hand_number.unwrap_or_default()),
            (None, _, code) => format!("cannot be opened ({})", code.unwrap_or_default()),
        };
        format!("{}  {}  {}  {state}\n", game.game, utc(game.updated_at), game.players.join(", "))
    });
    let text: String = lines.collect();
    output::print_text(if text.is_empty() { "no games\n" } else { &text })
}

fn list_line(store: &Store, entry: ledger::GameEntry) -> ListLine {
    let game = store.load(entry.id);
    let loaded = game.as_ref().ok();
    ListLine {
        game: entry.id,
        players: entry.players,
        updated_at: entry.updated_at,
        code: game.as_ref().err().map(ledger::StoreError::code),
        finished: loaded.map(Game::is_finished),
        hand_number: loaded.map(Game::hand_number),
        points: loaded.map(|game| game.points().to_vec()),
    }
}

/// Shows what all games tell of each player, best first.
pub fn stats(args: &StatsArgs) -> Result<(), CliError> {
    let (mut games, mut unread) = (Vec::new(), Vec::new());
    for file in &args.file {
        let look = GameArgs { file: file.clone(), game: 1, json: args.json };
        let all = open_to_look(&look)?.load_all()?;
        games.extend(all.games);
        unread.extend(all.unread);
    }
    let players = ledger::statistics(games.iter().map(|(id, game)| (*id, game)));
    if args.json {
        return output::print_json(&StatsAnswer {
            players: players.iter().map(player_answer).collect(),
            games: games.iter().map(|(id, game)| chart_answer(*id, game)).collect(),
            unread: unread
                .iter()
                .map(|(game, error)| UnreadAnswer { game: *game, code: error.code(), message: error.to_string() })
                .collect(),
        });
    }
    let mut text = String::new();
    for player in &players {
        text.push_str(&player_text(player));
    }
    for (game, error) in &unread {
        text.push_str(&format!("game {game} is not counted: {error}\n"));
    }
    output::print_text(if text.is_empty() { "no games\n" } else { &text })
}

fn player_answer(player: &PlayerStatistics) -> PlayerAnswer {
    PlayerAnswer {
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
        favourite_yaku: player.favourite_yaku().map(|(id, _)| id),
        yaku: player.yaku.clone(),
        best_hand: player.best.as_ref().map(|best| BestAnswer {
            game: best.game,
            hand_number: best.hand_number,
            at: best.at,
            hand: format_tiles(*best.win.hand.tiles()),
            dora: best.win.hand.dora().map(|tile| tile.to_string()),
            total: best.win.total(),
        }),
    }
}

fn chart_answer(game: GameId, folded: &Game) -> ChartAnswer {
    let line = |point: ChartPoint| ChartLine { hand_number: point.hand_number, points: point.points };
    ChartAnswer {
        game,
        players: folded.setup().names.iter().map(ToString::to_string).collect(),
        finished: folded.is_finished(),
        chart: ledger::chart(folded).into_iter().map(line).collect(),
    }
}

fn player_text(player: &PlayerStatistics) -> String {
    let mean = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
    let best = player.best.as_ref().map_or_else(String::new, |best| {
        format!(", best {} ({} points)", format_tiles(*best.win.hand.tiles()), best.win.total())
    });
    let yaku = player.favourite_yaku().map_or_else(String::new, |(id, count)| format!(", most often {id} ({count})"));
    format!(
        "{}: {} games, {} finished, {} first, rank {}, points {}; {} hands, {} wins ({} tsumo, {} ron), {} dealt in, \
         {} false wins, {} limit hands{yaku}{best}\n",
        player.name,
        player.games,
        player.finished,
        player.firsts,
        mean(player.average_rank()),
        mean(player.average_points()),
        player.hands,
        player.wins(),
        player.tsumo,
        player.ron,
        player.dealt_in,
        player.false_wins,
        player.limit_hands,
    )
}

/// A game in a few lines, to be pasted into a chat.
pub fn summary(game: &Game) -> String {
    let names = &game.setup().names;
    let mut text = format!("Suzume Jong, {} UTC\n", utc(game.setup().started_at));
    for place in game.ranking() {
        text.push_str(&format!("{}. {}  {}\n", place.rank, names[place.seat.index()], place.points));
    }
    let state = match (game.is_finished(), game.ended_by_agreement()) {
        (true, true) => format!("ended by agreement in hand {} of {}", game.hand_number(), game.hands_total()),
        (true, false) => format!("all {} hands played", game.hands_total()),
        _ => format!("hand {} of {}", game.hand_number(), game.hands_total()),
    };
    text.push_str(&format!("({state})\n"));
    for line in game.log() {
        text.push_str(&hand_text(game, line));
    }
    text
}

fn hand_text(game: &Game, line: &LogEntry) -> String {
    let name = |seat: Seat| game.setup().names[seat.index()].as_str();
    let wins = || {
        let one =
            |win: &ledger::Win| format!("{} {} ({})", name(win.seat), format_tiles(*win.hand.tiles()), win.total());
        line.wins.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let what = match line.happening {
        Happening::Tsumo => format!("{}, tsumo", wins()),
        Happening::Ron { discarder } => format!("{}, ron from {}", wins(), name(discarder)),
        Happening::Draw => "draw".to_owned(),
        Happening::FalseWin { offender } => format!("{}, false win", name(offender)),
        Happening::GameEnded => return String::new(),
    };
    let points = line.after.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    format!("{} {}: {what} -> {points}\n", line.wind.id(), line.hand_number)
}
