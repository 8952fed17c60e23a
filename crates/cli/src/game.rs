//! `suzume game`: the same ledger as the window, one file a game.

use crate::error::CliError;
use crate::game_state::{GameState, state};
use crate::{game_mend, game_stats, game_stream, options, output};
use clap::{Args, Subcommand, ValueEnum};
use ledger::{
    Envelope, Event, FORMAT, Game, GameId, Origin, PlayerName, Recovery, SixTiles, Store, StoreError, Winner,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::furiten::forbids_ron;
use rules::{PlayerCount, Tile, parse_tile, parse_tiles};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

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
    /// One or several players won on another's discard.
    Ron {
        #[command(flatten)]
        game: GameArgs,
        /// Who discarded.
        #[arg(long, value_name = "SEAT")]
        from: u8,
        /// Who won; once for each winner.
        #[arg(long, value_name = "SEAT", required = true)]
        winner: Vec<u8>,
        /// The six tiles; once for each winner, in the same order.
        #[arg(long, required = true)]
        hand: Vec<String>,
        /// The tile that was discarded and claimed.
        #[arg(long)]
        tile: Option<String>,
        /// What the winner discarded in this hand, which bars a ron on these kinds; once for each winner, in the same order.
        #[arg(long, value_name = "TILES", requires = "tile")]
        own_discards: Vec<String>,
    },
    /// The stock is empty and nobody won.
    Draw(GameArgs),
    /// A win was called that is none: 2 points to each other player, and the same hand goes on.
    FalseWin {
        #[command(flatten)]
        game: GameArgs,
        /// Who called it.
        #[arg(long, value_name = "SEAT")]
        offender: u8,
    },
    /// The players agree to stop; the points stand as they are.
    End(GameArgs),
    /// Takes the last change back.
    Undo(GameArgs),
    /// Takes the last undo back.
    Redo(GameArgs),
    /// Corrects an earlier hand; everything after it is worked out anew.
    Correct(game_mend::CorrectArgs),
    /// Swaps the seats of two players from a hand on.
    SwapSeats(game_mend::SwapArgs),
    /// Shows who holds which point sticks, or sets them to what lies on the table.
    Sticks(game_mend::SticksArgs),
    /// Shows where the game stands.
    Show(GameArgs),
    /// Shows the games in a file.
    List(GameArgs),
    /// What all games in one or several files tell of each player.
    Stats(game_stats::StatsArgs),
    /// Prints a whole game.
    Export {
        #[command(flatten)]
        game: GameArgs,
        /// json: everything, to be imported again; csv: a table for a spreadsheet; text: a summary for a chat.
        #[arg(long, default_value = "json")]
        format: ExportFormat,
    },
    /// Makes a new file of a game that was exported as JSON; read from standard input unless --from names a file.
    Import {
        #[command(flatten)]
        game: GameArgs,
        /// The exported game.
        #[arg(long, value_name = "JSON")]
        from: Option<PathBuf>,
    },
    /// Records events from standard input, one JSON object a line.
    Apply(GameArgs),
    /// Prints the state after every event, of a file or of events from standard input.
    Replay(game_stream::ReplayArgs),
}

/// How a game is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ExportFormat {
    /// Everything.
    Json,
    /// A table.
    Csv,
    /// A summary.
    Text,
}

/// The file of a game, and how to answer.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game's file.
    #[arg(long, value_name = "G")]
    pub file: PathBuf,
    /// The number of the game in a file that holds several.
    #[arg(long, value_name = "ID", default_value_t = 1)]
    pub game: GameId,
    /// Answer with the state as JSON.
    #[arg(long)]
    pub json: bool,
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
    /// Does not follow the point sticks.
    #[arg(long)]
    no_sticks: bool,
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
        GameCommand::Ron { game, from, winner, hand, tile, own_discards } => {
            let winners = winners(&winner, &hand)?;
            if let Some(tile) = tile {
                check_claim(parse_tile(&tile)?, &winners, &own_discards)?;
            }
            record(&game, Event::Ron { discarder: from, winners })
        }
        GameCommand::Draw(game) => record(&game, Event::Draw {}),
        GameCommand::FalseWin { game, offender } => record(&game, Event::FalseWin { offender }),
        GameCommand::End(game) => record(&game, Event::GameEnded {}),
        GameCommand::Undo(game) => record(&game, Event::Undone {}),
        GameCommand::Redo(game) => record(&game, Event::Redone {}),
        GameCommand::Correct(args) => game_mend::correct(&args),
        GameCommand::SwapSeats(args) => game_mend::swap(&args),
        GameCommand::Sticks(args) => game_mend::sticks(&args),
        GameCommand::Show(args) => {
            let store = open_to_look(&args)?;
            show(&store.load(args.game)?, &args, store.recovery())
        }
        GameCommand::List(args) => game_stats::list(&args),
        GameCommand::Stats(args) => game_stats::stats(&args),
        GameCommand::Export { game, format } => export(&game, format),
        GameCommand::Import { game, from } => import(&game, from),
        GameCommand::Apply(args) => game_stream::apply(&args),
        GameCommand::Replay(args) => game_stream::replay(&args),
    }
}

fn new(args: NewArgs) -> Result<(), CliError> {
    let players = args.players.split(',').map(PlayerName::new).collect::<Result<Vec<_>, _>>()?;
    let count = options::player_count(players.len())?;
    let first_dealer = args.first.unwrap_or_else(|| draw_seat(count, args.seed));
    let ruleset = options::ruleset(&args.rules)?;
    let started = Event::GameStarted { format: FORMAT, players, first_dealer, ruleset, sticks: !args.no_sticks };
    let (mut store, _, game) = Store::create_with(&args.game.file, started, now()?)?;
    warn_of_backup(&mut store);
    show(&game, &args.game, None)
}

fn draw_seat(players: PlayerCount, seed: Option<u64>) -> u8 {
    match seed {
        Some(seed) => StdRng::seed_from_u64(seed).random_range(0..players.get()),
        None => rand::rng().random_range(0..players.get()),
    }
}

/// A player with tiles that were typed.
pub fn keyed(seat: u8, hand: &str) -> Result<Winner, CliError> {
    Ok(Winner { seat, hand: SixTiles::parse(hand)?, origin: Origin::Keys {} })
}

/// Each winner with the hand in the same place.
pub fn winners(seats: &[u8], hands: &[String]) -> Result<Vec<Winner>, CliError> {
    if seats.len() != hands.len() {
        let message = format!("every --winner needs its --hand: there are {} and {}", seats.len(), hands.len());
        return Err(CliError::new("usage", message));
    }
    seats.iter().zip(hands).map(|(seat, hand)| keyed(*seat, hand)).collect()
}

/// Whether these players may claim this tile, as far as their discards are known.
///
/// # Errors
/// `furiten` for a player who has discarded the kind; `not_in_the_hand` for a hand that the tile is not in.
fn check_claim(tile: Tile, winners: &[Winner], own_discards: &[String]) -> Result<(), CliError> {
    if !own_discards.is_empty() && own_discards.len() != winners.len() {
        return Err(CliError::new("usage", "--own-discards is given for every winner or for none"));
    }
    for (index, winner) in winners.iter().enumerate() {
        if !winner.hand.tiles().contains(&tile) {
            return Err(CliError::new(
                "not_in_the_hand",
                format!("the tile {tile} is not in the hand of seat {}", winner.seat),
            ));
        }
        let discards = own_discards.get(index).map(|tiles| parse_tiles(tiles)).transpose()?.unwrap_or_default();
        if forbids_ron(&discards, tile) {
            let message = format!("seat {} cannot ron {tile}: it has discarded that kind in this hand", winner.seat);
            return Err(CliError::new("furiten", message));
        }
    }
    Ok(())
}

/// Opens a file to look at it. What was recovered of a damaged one is told on standard error.
pub fn open_to_look(args: &GameArgs) -> Result<Store, CliError> {
    let store = Store::open(&args.file)?;
    if let Some(recovery) = store.recovery() {
        warn(&format!("{}: {recovery}", Recovery::CODE));
    }
    Ok(store)
}

/// Opens a file to record something.
///
/// # Errors
/// `damaged_recovered` where the file was damaged: whoever asked has not seen what is in it now. It is recovered by then, and
/// the same command goes on what it shows.
pub fn open_to_record(args: &GameArgs) -> Result<Store, CliError> {
    let store = Store::open(&args.file)?;
    match store.recovery() {
        None => Ok(store),
        Some(recovery) => {
            let message = format!("{recovery}. Nothing was recorded now: look at the game first");
            Err(CliError::new(Recovery::CODE, message))
        }
    }
}

fn record(args: &GameArgs, event: Event) -> Result<(), CliError> {
    let mut store = open_to_record(args)?;
    let mut game = store.load(args.game)?;
    record_on(&mut store, &mut game, args, event)
}

/// Records what happened on this state and shows the next.
pub fn record_on(store: &mut Store, game: &mut Game, args: &GameArgs, event: Event) -> Result<(), CliError> {
    store.append(args.game, game, event, now()?)?;
    warn_of_backup(store);
    show(game, args, None)
}

/// What was recorded is recorded, but whoever relies on the backup has to know.
pub fn warn_of_backup(store: &mut Store) {
    if let Some(problem) = store.finish_backup() {
        warn(&format!("the backup was not made: {problem}"));
    }
}

fn warn(message: &str) {
    // Where standard error is closed nobody wants to know.
    let _ = writeln!(std::io::stderr(), "suzume: {message}");
}

fn show(game: &Game, args: &GameArgs, recovery: Option<&Recovery>) -> Result<(), CliError> {
    let state: GameState = state(game, recovery);
    if args.json { output::print_json(&state) } else { output::print_line(&state.to_string()) }
}

fn export(args: &GameArgs, format: ExportFormat) -> Result<(), CliError> {
    let store = open_to_look(args)?;
    match format {
        ExportFormat::Json => output::print_line(&ledger::export_json(&store.events(args.game)?)),
        ExportFormat::Csv => output::print_text(&ledger::export_csv(&store.load(args.game)?)),
        ExportFormat::Text => output::print_text(&game_stats::summary(&store.load(args.game)?)),
    }
}

fn import(args: &GameArgs, from: Option<PathBuf>) -> Result<(), CliError> {
    let unreadable = |error: std::io::Error| CliError::new("input_failed", format!("the game cannot be read: {error}"));
    let mut bytes = Vec::new();
    // One byte more than an import may have, so that a longer one is refused and not cut.
    let most = ledger::LARGEST_IMPORT as u64 + 1;
    match from {
        Some(path) => std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
        None => std::io::stdin().lock().take(most).read_to_end(&mut bytes),
    }
    .map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|error| CliError::new("not_an_export", error.to_string()))?;
    let events: Vec<Envelope> = ledger::import_json(&text)?;
    let (mut store, _, game) = Store::create_from(&args.file, &events)?;
    warn_of_backup(&mut store);
    show(&game, args, None)
}

/// Milliseconds since 1970-01-01 UTC.
pub fn now() -> Result<u64, CliError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let before_1970 = |_| CliError::new("clock_unset", "this computer's clock stands before 1970");
    since.map(|since| since.as_millis() as u64).map_err(before_1970)
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<ledger::Refusal> for CliError {
    fn from(error: ledger::Refusal) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<ledger::ImportError> for CliError {
    fn from(error: ledger::ImportError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}

impl From<ledger::NameError> for CliError {
    fn from(error: ledger::NameError) -> Self {
        CliError::new(error.code(), error.to_string())
    }
}
