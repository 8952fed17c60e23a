//! `suzume waits`: what five tiles wait for, and what each discard of six leaves.

use crate::answer::{BonusLine, LimitLine, MeldLine, ScoreAnswer};
use crate::error::CliError;
use crate::options::{TableOptions, dora, player_count, ruleset};
use crate::output::{print_json, print_line};
use rules::{
    Hand, NotationError, PlayerCount, Points, Tile, Verdict, Wait, WaitingHand, discards, judge, parse_tiles, waits,
};
use serde::Serialize;
use std::cmp::Reverse;
use std::fmt::Write as _;

/// How many tiles wait for one more.
const WAITING: usize = 5;
/// How many tiles a hand has once one was drawn.
const WITH_THE_DRAWN_ONE: usize = 6;

/// Lists the tiles that complete five: how many are left, what each is worth, and whether ron is barred. Of six tiles, the
/// same for each that may be discarded, the discard first that leaves the most tiles to win with.
#[derive(Debug, clap::Args)]
pub struct WaitsArgs {
    /// The five tiles, or six of which one is to be discarded.
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
    #[serde(flatten)]
    waiting: Waiting,
}

/// What five tiles wait for.
#[derive(Debug, Serialize)]
struct Waiting {
    /// Every face that completes them, in tile order.
    waits: Vec<WaitAnswer>,
    /// How many completing tiles are left in all, and how many of those may win.
    left: u32,
    left_that_win: u32,
}

#[derive(Debug, Serialize)]
struct DiscardsAnswer {
    /// The six tiles, sorted.
    hand: String,
    /// Whether they win as they are, and what they are worth then, the dealer's bonus included.
    wins: bool,
    total: Points,
    /// Each face that can be dropped, the one first that leaves the most tiles to win with.
    discards: Vec<DiscardAnswer>,
}

#[derive(Debug, Serialize)]
struct DiscardAnswer {
    tile: String,
    #[serde(flatten)]
    waiting: Waiting,
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

impl Waiting {
    fn new(found: &[Wait], dealer: bool, players: PlayerCount) -> Waiting {
        let waits: Vec<_> = found.iter().map(|wait| WaitAnswer::new(wait, dealer, players)).collect();
        Waiting {
            left: waits.iter().map(|wait| u32::from(wait.left)).sum(),
            left_that_win: waits.iter().filter(|wait| wait.wins).map(|wait| u32::from(wait.left)).sum(),
            waits,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Tiles, a number of players or a house rule that cannot be; neither five tiles nor six; more copies of a face than the box holds, all named tiles
/// together.
pub fn run(args: WaitsArgs) -> Result<(), CliError> {
    let ruleset = ruleset(&args.table.rules)?;
    let players = player_count(args.table.players)?;
    let dora = dora(args.dora.as_deref())?;
    let dealer = args.table.dealer;
    let hand = parse_tiles(&args.hand)?;
    let seen = tiles("the seen tiles", &args.seen)?;
    let own_discards = tiles("the own discards", &args.own_discards)?;
    if !matches!(hand.len(), WAITING | WITH_THE_DRAWN_ONE) {
        let message = format!("{WAITING} or {WITH_THE_DRAWN_ONE} tiles are needed, not {}", hand.len());
        return Err(CliError::new("wrong_tile_count", message));
    }
    if hand.len() == WITH_THE_DRAWN_ONE {
        let six = Hand::new(&hand, dora)?;
        let mut found = discards(&six, &seen, &own_discards, dealer, &ruleset)?;
        found.sort_by_key(|discard| Reverse(discard.merit(dealer)));
        let verdict = judge(&six, dealer, &ruleset);
        let answer = DiscardsAnswer {
            hand: rules::format_tiles(*six.tiles()),
            wins: verdict.wins(),
            total: worth(&verdict, dealer),
            discards: found
                .iter()
                .map(|discard| DiscardAnswer {
                    tile: discard.tile.to_string(),
                    waiting: Waiting::new(&discard.waits, dealer, players),
                })
                .collect(),
        };
        return if args.json { print_json(&answer) } else { print_line(&discards_text(&answer)) };
    }
    let five = WaitingHand::new(&hand, dora, &seen, &own_discards)?;
    let answer = WaitsAnswer {
        hand: rules::format_tiles(*five.tiles()),
        waiting: Waiting::new(&waits(&five, dealer, &ruleset), dealer, players),
    };
    if args.json { print_json(&answer) } else { print_line(&waits_text(&answer.hand, &answer.waiting, "")) }
}

fn worth(verdict: &Verdict, dealer: bool) -> Points {
    verdict.score().map_or(0, |score| Points::from(score.total(dealer)))
}

fn tiles(what: &str, text: &str) -> Result<Vec<Tile>, CliError> {
    parse_tiles(text).map_err(|error: NotationError| CliError::new(error.code(), format!("{what}: {error}")))
}

/// The answer for people: one line a wait, each after `indent`.
fn waits_text(what: &str, waiting: &Waiting, indent: &str) -> String {
    if waiting.waits.is_empty() {
        return format!("{what}: no tile completes it");
    }
    let mut lines = format!("{what}: {} tiles complete it, {} of them win", waiting.left, waiting.left_that_win);
    for wait in &waiting.waits {
        // Writing to a String cannot fail.
        let _ = write!(lines, "\n{indent}  {:<3} {} left  {:>2} points", wait.tile, wait.left, wait.points);
        let _ = match (wait.ron, wait.tsumo_each) {
            (Some(ron), Some(each)) => write!(lines, "  ron {ron}, tsumo {each} each"),
            (None, Some(each)) => write!(lines, "  ron barred by an own discard, tsumo {each} each"),
            _ => write!(lines, "  under the minimum"),
        };
    }
    lines
}

/// The answer for people: one paragraph a discard.
fn discards_text(answer: &DiscardsAnswer) -> String {
    let mut lines = match (answer.wins, answer.total) {
        (true, total) => format!("{}: wins as it is, {total} points", answer.hand),
        (false, _) => answer.hand.clone(),
    };
    for discard in &answer.discards {
        let waiting = waits_text(&format!("without {}", discard.tile), &discard.waiting, "  ");
        let _ = write!(lines, "\n  {waiting}");
    }
    lines
}
