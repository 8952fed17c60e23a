//! `suzume score`: what six tiles are worth.

use crate::answer::ScoreAnswer;
use crate::error::CliError;
use crate::options::{TableOptions, dora, player_count, ruleset};
use crate::output::{print_json, print_line};
use rules::{Hand, PlayerCount, Ruleset, judge};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, BufRead, Read as _};

/// The longest line of a batch, in bytes; a request needs less than 200.
const LONGEST_LINE: usize = 65_536;

/// Scores six tiles: 1..9 normal, 1r..9r red, g hatsu, c chun.
#[derive(Debug, clap::Args)]
pub struct ScoreArgs {
    /// The six tiles, such as "1r 2 3 ccc"; spaces are optional.
    #[arg(required_unless_present = "batch")]
    hand: Option<String>,
    /// The dora tile; it lies beside the hand and is none of its six.
    #[arg(long, value_name = "TILE")]
    dora: Option<String>,
    #[command(flatten)]
    table: TableOptions,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
    /// Read one JSON request a line from standard input and answer one JSON line each.
    #[arg(long, conflicts_with_all = ["hand", "dora", "dealer"])]
    batch: bool,
}

/// Runs the command.
///
/// # Errors
/// A hand, dora, number of players or house rule that cannot be. In a batch only what concerns all lines; a bad line is
/// answered by its error.
pub fn run(args: ScoreArgs) -> Result<(), CliError> {
    let ruleset = ruleset(&args.table.rules)?;
    let players = player_count(args.table.players)?;
    if args.batch {
        return batch(io::stdin().lock(), players, &ruleset);
    }
    let dora = dora(args.dora.as_deref())?;
    let hand = Hand::parse(args.hand.as_deref().unwrap_or_default(), dora)?;
    let answer = answer(&hand, args.table.dealer, players, &ruleset);
    if args.json { print_json(&answer) } else { print_line(&text(&hand, &answer, args.table.dealer, players)) }
}

fn answer(hand: &Hand, dealer: bool, players: PlayerCount, ruleset: &Ruleset) -> ScoreAnswer {
    ScoreAnswer::new(&judge(hand, dealer, ruleset), dealer, players)
}

/// Answers every line in its order, whatever the lines before it were.
fn batch(mut input: impl BufRead, players: PlayerCount, ruleset: &Ruleset) -> Result<(), CliError> {
    let unreadable = |error| CliError::new("input_failed", format!("standard input could not be read: {error}"));
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line).map_err(unreadable)?;
        if read == 0 {
            return Ok(());
        }
        let complete = line.ends_with(b"\n") || read < LONGEST_LINE || skip_line(&mut input).map_err(unreadable)? == 0;
        let answered = if complete {
            request(&line, players).map(|(hand, dealer, players)| answer(&hand, dealer, players, ruleset))
        } else {
            Err(CliError::new("line_too_long", format!("a line has at most {LONGEST_LINE} bytes")))
        };
        match answered {
            Ok(answer) => print_json(&answer)?,
            Err(error) => print_json(&error.json())?,
        }
    }
}

/// Skips the rest of a line; how many bytes that was, its end not counted.
fn skip_line(input: &mut impl BufRead) -> io::Result<usize> {
    let mut skipped = 0;
    loop {
        let buffer = input.fill_buf()?;
        let (used, ended) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        skipped += used - usize::from(ended && used > 0);
        input.consume(used);
        if ended {
            return Ok(skipped);
        }
    }
}

/// Reads one request: `hand`, and optionally `dora`, `dealer` and `players`.
fn request(line: &[u8], players: PlayerCount) -> Result<(Hand, bool, PlayerCount), CliError> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| CliError::new("malformed_json", format!("the line is no JSON: {error}")))?;
    let Value::Object(fields) = value else {
        return Err(CliError::new("malformed_json", "the line is no JSON object"));
    };
    let (mut hand, mut dora_tile, mut dealer, mut count) = (None, None, false, players);
    for (name, value) in &fields {
        match (name.as_str(), value) {
            ("hand", Value::String(text)) => hand = Some(text.as_str()),
            ("dora", Value::String(text)) => dora_tile = Some(text.as_str()),
            ("dora", Value::Null) => {}
            ("dealer", Value::Bool(deals)) => dealer = *deals,
            ("players", Value::Number(number)) => count = player_count_of(number)?,
            ("hand" | "dora", _) => return Err(wrong_type(name, "a string")),
            ("dealer", _) => return Err(wrong_type(name, "true or false")),
            ("players", _) => return Err(wrong_type(name, "a number")),
            _ => return Err(CliError::new("unknown_field", format!("a request has no field {name:?}"))),
        }
    }
    let hand = hand.ok_or_else(|| CliError::new("missing_field", "a request needs the field \"hand\""))?;
    Ok((Hand::parse(hand, dora(dora_tile)?)?, dealer, count))
}

fn player_count_of(number: &serde_json::Number) -> Result<PlayerCount, CliError> {
    let players = number.as_u64().and_then(|players| usize::try_from(players).ok());
    players.map_or_else(|| Err(CliError::new("player_count", format!("2 to 5 can play, not {number}"))), player_count)
}

fn wrong_type(name: &str, expected: &str) -> CliError {
    CliError::new("wrong_type", format!("the field {name:?} is {expected}"))
}

/// The answer for people.
fn text(hand: &Hand, answer: &ScoreAnswer, dealer: bool, players: PlayerCount) -> String {
    let mut lines = hand.to_string();
    // Writing to a String cannot fail.
    let _ = match answer.reason {
        Some("no_shape") => write!(lines, ": does not win, the six tiles do not split into two melds"),
        Some(_) => write!(lines, ": does not win, {} points are under the minimum", answer.points),
        None => write!(lines, ": wins with {} points", answer.points),
    };
    if let Some(dora) = hand.dora() {
        let _ = write!(lines, " (dora {dora})");
    }
    for meld in &answer.melds {
        let _ = write!(lines, "\n  {:<12} {:<8} {:>2}", meld.kind, meld.tiles.join(" "), meld.points);
    }
    for bonus in &answer.bonuses {
        let count = if matches!(bonus.id, "red" | "dora") { format!("x {}", bonus.count) } else { String::new() };
        let _ = write!(lines, "\n  {:<12} {count:<8} {:>2}", bonus.id, bonus.points);
    }
    if let Some(limit) = &answer.limit {
        let _ = write!(lines, "\n  {:<12} {:<8} {:>2}", limit.id, "", limit.points);
    }
    if answer.wins {
        if dealer {
            let _ = write!(lines, "\n  {:<12} {:<8} {:>2}", "dealer", "", answer.total - answer.points);
        }
        let others = players.get() - 1;
        let _ = write!(lines, "\n  ron: the discarder pays {}", answer.ron);
        let _ = match others {
            1 => write!(lines, "; tsumo: the other player pays {}", answer.tsumo_each),
            _ => write!(lines, "; tsumo: each of the {others} others pays {}", answer.tsumo_each),
        };
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_skipped_up_to_its_end() {
        let mut input = io::BufReader::with_capacity(3, &b"abcdefg\nnext"[..]);
        assert_eq!(skip_line(&mut input).expect("bytes"), 7);
        let mut rest = String::new();
        input.read_to_string(&mut rest).expect("bytes");
        assert_eq!(rest, "next");
        assert_eq!(skip_line(&mut input).expect("bytes"), 0);
        assert_eq!(skip_line(&mut &b"\nnext"[..]).expect("bytes"), 0);
        assert_eq!(skip_line(&mut &b"end"[..]).expect("bytes"), 3);
    }
}
