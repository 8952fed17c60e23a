//! `suzume waits`: what five tiles wait for.

use crate::answer::{BonusLine, LimitLine, MeldLine, ScoreAnswer};
use crate::error::CliError;
use crate::options::{TableOptions, dora, player_count, ruleset};
use crate::output::{print_json, print_line};
use rules::{NotationError, PlayerCount, Points, Tile, Wait, WaitingHand, parse_tiles, waits};
use serde::Serialize;
use std::fmt::Write as _;

/// Lists the tiles that complete five: how many are left, what each is worth, and whether ron is barred.
#[derive(Debug, clap::Args)]
pub struct WaitsArgs {
    /// The five tiles.
    hand: String,
    /// The dora tile.
    #[arg(long, value_name = "TILE")]
    dora: Option<String>,
    /// Tiles known to be out of the stock, such as the others' discards; without the hand, the dora and the own discards.
    #[arg(long, value_name = "TILES", default_value = "")]
    seen: String,
    /// The player's own discards of this hand: they are seen, and bar ron on their kinds (furiten).
    #[arg(long, value_name = "TILES", default_value = "")]
    own_discards: String,
    #[command(flatten)]
    table: TableOptions,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct WaitsAnswer {
    /// The five tiles, sorted.
    hand: String,
    /// Every face that completes them, in tile order.
    waits: Vec<WaitAnswer>,
    /// How many completing tiles are left in all, and how many of those may win.
    left: u32,
    left_that_win: u32,
}

#[derive(Debug, Serialize)]
struct WaitAnswer {
    tile: String,
    left: u8,
    wins: bool,
    reason: Option<&'static str>,
    points: Points,
    total: Points,
    melds: Vec<MeldLine>,
    bonuses: Vec<BonusLine>,
    limit: Option<LimitLine>,
    furiten: bool,
    /// What a discarder pays; `None` if a ron on this tile is barred by furiten or the minimum.
    ron: Option<Points>,
    /// What each other player pays for a tsumo; `None` if the hand stays under the minimum.
    tsumo_each: Option<Points>,
}

impl WaitAnswer {
    fn new(wait: &Wait, dealer: bool, players: PlayerCount) -> WaitAnswer {
        let score = ScoreAnswer::new(&wait.verdict, dealer, players);
        WaitAnswer {
            tile: wait.tile.to_string(),
            left: wait.left,
            wins: score.wins,
            reason: score.reason,
            points: score.points,
            total: score.total,
            melds: score.melds,
            bonuses: score.bonuses,
            limit: score.limit,
            furiten: wait.furiten,
            ron: wait.may_ron().then_some(score.ron),
            tsumo_each: wait.may_tsumo().then_some(score.tsumo_each),
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Tiles, a number of players or a house rule that cannot be; more copies of a face than the box holds, all named tiles
/// together.
pub fn run(args: WaitsArgs) -> Result<(), CliError> {
    let ruleset = ruleset(&args.table.rules)?;
    let players = player_count(args.table.players)?;
    let dora = dora(args.dora.as_deref())?;
    let five = parse_tiles(&args.hand)?;
    let seen = tiles("the seen tiles", &args.seen)?;
    let own_discards = tiles("the own discards", &args.own_discards)?;
    let hand = WaitingHand::new(&five, dora, &seen, &own_discards)?;
    let found = waits(&hand, args.table.dealer, &ruleset);
    let answers: Vec<_> = found.iter().map(|wait| WaitAnswer::new(wait, args.table.dealer, players)).collect();
    let answer = WaitsAnswer {
        hand: rules::format_tiles(*hand.tiles()),
        left: answers.iter().map(|wait| u32::from(wait.left)).sum(),
        left_that_win: answers.iter().filter(|wait| wait.wins).map(|wait| u32::from(wait.left)).sum(),
        waits: answers,
    };
    if args.json { print_json(&answer) } else { print_line(&text(&answer)) }
}

fn tiles(what: &str, text: &str) -> Result<Vec<Tile>, CliError> {
    parse_tiles(text).map_err(|error: NotationError| CliError::new(error.code(), format!("{what}: {error}")))
}

/// The answer for people: one line a wait.
fn text(answer: &WaitsAnswer) -> String {
    if answer.waits.is_empty() {
        return format!("{}: no tile completes it", answer.hand);
    }
    let mut lines = format!("{}: {} tiles complete it, {} of them win", answer.hand, answer.left, answer.left_that_win);
    for wait in &answer.waits {
        // Writing to a String cannot fail.
        let _ = write!(lines, "\n  {:<3} {} left  {:>2} points", wait.tile, wait.left, wait.points);
        let _ = match (wait.ron, wait.tsumo_each) {
            (Some(ron), Some(each)) => write!(lines, "  ron {ron}, tsumo {each} each"),
            (None, Some(each)) => write!(lines, "  ron barred by an own discard, tsumo {each} each"),
            _ => write!(lines, "  under the minimum"),
        };
    }
    lines
}
