//! `suzume game`: the same ledger as the window, one file a game.

use crate::error::CliError;
use crate::game_state::{export, state};
use crate::{options, output};
use clap::{Args, Subcommand};
use ledger::{Event, FORMAT, Game, Origin, PlayerName, SixTiles, Store, StoreError, Winner};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{PlayerCount, parse_tile};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of the only game in a file of the command line.
const GAME: u32 = 1;

/// Keeps the points, the dealer and the wind of a game; SEAT counts from 0, counter-clockwise.
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Starts a game in a new file.
    New(NewArgs),
    /// The dora tile was turned up, or was entered wrongly and is set again.
    Dora {
        #[command(flatten)]
        game: GameArgs,
        /// The tile, in the notation.
        tile: String,
    },
    /// A player drew the winning tile.
    Tsumo {
        #[command(flatten)]
        game: GameArgs,
        /// Who won.
        #[arg(long, value_name = "SEAT")]
        winner: u8,
        /// The six tiles.
        #[arg(long)]
        hand: String,
    },
    /// A player won on another's discard.
    Ron {
        #[command(flatten)]
        game: GameArgs,
        /// Who discarded.
        #[arg(long, value_name = "SEAT")]
        from: u8,
        /// Who won.
        #[arg(long, value_name = "SEAT")]
        winner: u8,
        /// The six tiles.
        #[arg(long)]
        hand: String,
    },
    /// The stock is empty and nobody won.
    Draw(GameArgs),
    /// Takes the last change back.
    Undo(GameArgs),
    /// Takes the last undo back.
    Redo(GameArgs),
    /// Shows where the game stands.
    Show(GameArgs),
    /// Prints all events as JSON.
    Export(GameArgs),
}

/// The file of a game, and how to answer.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game's file.
    #[arg(long, value_name = "G")]
    file: PathBuf,
    /// Answer with the state as JSON.
    #[arg(long)]
    json: bool,
}

/// What is settled before the first hand.
#[derive(Debug, Args)]
pub struct NewArgs {
    #[command(flatten)]
    game: GameArgs,
    /// 2-5 names by seat, counter-clockwise.
    #[arg(long, value_name = "NAME,NAME,...")]
    players: String,
    /// Who deals first; drawn at random if not given.
    #[arg(long, value_name = "SEAT")]
    first: Option<u8>,
    /// Makes the draw of the first dealer repeatable.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// A house rule, such as minimum=none; may be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
}

/// Does what was asked and shows where the game stands.
///
/// # Errors
/// What cannot be, with the code of the rules, the ledger or the file; nothing is written then.
pub fn run(command: GameCommand) -> Result<(), CliError> {
    match command {
        GameCommand::New(args) => new(args),
        GameCommand::Dora { game, tile } => {
            let tile = parse_tile(&tile)?;
            record(&game, Event::DoraTurned { tile })
        }
        GameCommand::Tsumo { game, winner, hand } => {
            let winner = keyed(winner, &hand)?;
            record(&game, Event::Tsumo { winner })
        }
        GameCommand::Ron { game, from, winner, hand } => {
            let winners = vec![keyed(winner, &hand)?];
            record(&game, Event::Ron { discarder: from, winners })
        }
        GameCommand::Draw(game) => record(&game, Event::Draw {}),
        GameCommand::Undo(game) => record(&game, Event::Undone {}),
        GameCommand::Redo(game) => record(&game, Event::Redone {}),
        GameCommand::Show(args) => show(&Store::open(&args.file)?.load(GAME)?, &args),
        GameCommand::Export(args) => output::print_json(&export(&Store::open(&args.file)?.events(GAME)?)),
    }
}

fn new(args: NewArgs) -> Result<(), CliError> {
    let players = args.players.split(',').map(PlayerName::new).collect::<Result<Vec<_>, _>>()?;
    let count = options::player_count(players.len())?;
    let first_dealer = args.first.unwrap_or_else(|| draw_seat(count, args.seed));
    let ruleset = options::ruleset(&args.rules)?;
    let started = Event::GameStarted { format: FORMAT, players, first_dealer, ruleset, sticks: true };
    let (_, _, game) = Store::create_with(&args.game.file, started, now()?)?;
    show(&game, &args.game)
}

fn draw_seat(players: PlayerCount, seed: Option<u64>) -> u8 {
    match seed {
        Some(seed) => StdRng::seed_from_u64(seed).random_range(0..players.get()),
        None => rand::rng().random_range(0..players.get()),
    }
}

fn keyed(seat: u8, hand: &str) -> Result<Winner, CliError> {
    Ok(Winner { seat, hand: SixTiles::parse(hand)?, origin: Origin::Keys {} })
}

fn record(args: &GameArgs, event: Event) -> Result<(), CliError> {
    let mut store = Store::open(&args.file)?;
    let mut game = store.load(GAME)?;
    store.append(GAME, &mut game, event, now()?)?;
    show(&game, args)
}

fn show(game: &Game, args: &GameArgs) -> Result<(), CliError> {
    let state = state(game);
    if args.json { output::print_json(&state) } else { output::print_line(&state.to_string()) }
}

/// Milliseconds since 1970-01-01 UTC.
fn now() -> Result<u64, CliError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let before_1970 = |_| CliError::new("clock_unset", "this computer's clock stands before 1970");
    since.map(|since| since.as_millis() as u64).map_err(before_1970)
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<ledger::NameError> for CliError {
    fn from(error: ledger::NameError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}
