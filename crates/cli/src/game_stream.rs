//! `suzume game apply` and `replay`: events as JSON lines, for other programs.

use crate::error::CliError;
use crate::game::{GameArgs, now, open_to_look, open_to_record, warn_of_backup};
use crate::game_state::{GameState, LogLine, log_line, state_without_log};
use crate::output;
use clap::Args;
use ledger::{Envelope, Event, Game, GameId, Store};
use serde::Serialize;
use std::io::BufRead;
use std::path::PathBuf;

/// The longest line that an event may take, in bytes.
const LONGEST_LINE: usize = 65_536;

/// What is replayed.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The game's file; without it, events from standard input, one JSON object a line.
    #[arg(long, value_name = "G")]
    file: Option<PathBuf>,
    /// The number of the game in a file that holds several.
    #[arg(long, value_name = "ID", default_value_t = 1)]
    game: GameId,
}

/// The answer to an event that was taken.
#[derive(Debug, Serialize)]
struct Step {
    /// The line that this event added to the ledger.
    line: Option<LogLine>,
    #[serde(flatten)]
    state: GameState,
}

/// The answer to an event that was recorded.
#[derive(Debug, Serialize)]
struct Applied {
    game: GameId,
    #[serde(flatten)]
    step: Step,
}

/// Records each event that stands on standard input, and answers each, once it is durable, with the state after it. An event
/// that cannot be is answered with its error, changes nothing, and the rest goes on.
///
/// A `game_started` makes the file, or begins another game in it.
pub fn apply(args: &GameArgs) -> Result<(), CliError> {
    let mut open: Option<(Store, GameId, Game)> = None;
    if args.file.exists() && std::fs::metadata(&args.file).is_ok_and(|file| file.len() > 0) {
        let store = open_to_record(args)?;
        let game = store.load(args.game)?;
        open = Some((store, args.game, game));
    }
    for_each_line(|line| {
        let event = read_event(line)?.1;
        match (&mut open, event) {
            (Some((store, id, game)), event @ Event::GameStarted { .. }) => {
                (*id, *game) = store.begin(event, now()?)?;
            }
            (Some((store, id, game)), event) => store.append(*id, game, event, now()?)?,
            (None, event @ Event::GameStarted { .. }) => open = Some(Store::create_with(&args.file, event, now()?)?),
            (None, _) => return Err(ledger::Refusal::NotStarted.into()),
        }
        let Some((_, id, game)) = &open else { return Err(ledger::Refusal::NotStarted.into()) };
        output::print_json(&Applied { game: *id, step: step(game) })
    })?;
    if let Some((store, ..)) = &mut open {
        warn_of_backup(store);
    }
    Ok(())
}

/// Prints the state after every event. Of events on standard input a `game_started` begins a new game; one that cannot be is
/// answered with its error and the rest goes on.
pub fn replay(args: &ReplayArgs) -> Result<(), CliError> {
    let mut game: Option<Game> = None;
    let mut take = |envelope: Envelope| {
        match (&mut game, &envelope.event) {
            (_, Event::GameStarted { .. }) => game = Some(Game::start(&envelope)?),
            (Some(game), _) => game.apply(&envelope)?,
            (None, _) => return Err(ledger::Refusal::NotStarted.into()),
        }
        game.as_ref().map_or(Ok(()), |game| output::print_json(&step(game)))
    };
    match &args.file {
        Some(file) => {
            let look = GameArgs { file: file.clone(), game: args.game, json: true };
            open_to_look(&look)?.events(args.game)?.into_iter().try_for_each(take)
        }
        None => {
            let mut next = 1;
            for_each_line(|line| {
                let (at, event) = read_event(line)?;
                if matches!(event, Event::GameStarted { .. }) {
                    next = 1;
                }
                take(Envelope { seq: next, at, event })?;
                next += 1;
                Ok(())
            })
        }
    }
}

fn step(game: &Game) -> Step {
    // An event that added a line has its number; of a redo it is the redone event's.
    let last = game.counting().last().map(|envelope| envelope.seq);
    let line = game.log().last().filter(|line| Some(line.seq) == last).map(log_line);
    Step { line, state: state_without_log(game) }
}

/// An event, bare or in its envelope; the time is 0 unless the envelope tells it, the number is not looked at.
fn read_event(line: &str) -> Result<(u64, Event), CliError> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        #[serde(rename = "seq")]
        _seq: u64,
        at: u64,
        event: serde_json::Value,
    }
    let event = |text: &str| Event::from_json(text).map_err(|error| CliError::new(error.code(), error.to_string()));
    match serde_json::from_str::<Line>(line) {
        Ok(line) => Ok((line.at, event(&line.event.to_string())?)),
        Err(_) => Ok((0, event(line)?)),
    }
}

/// Answers each line of standard input. What is wrong with a line is its answer; only an output that cannot be written ends
/// it.
fn for_each_line(mut answer: impl FnMut(&str) -> Result<(), CliError>) -> Result<(), CliError> {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = read_line(&mut input, &mut line);
        if read.map_err(|error| CliError::new("input_failed", format!("standard input: {error}")))? == 0 {
            return Ok(());
        }
        let answered = if line.len() >= LONGEST_LINE {
            Err(CliError::new("line_too_long", format!("an event has at most {LONGEST_LINE} bytes")))
        } else {
            let text = std::str::from_utf8(&line).map_err(|error| CliError::new("not_an_event", error.to_string()));
            text.and_then(|text| if text.trim().is_empty() { Ok(()) } else { answer(text.trim()) })
        };
        match answered {
            Err(error) if [CliError::OUTPUT_CLOSED, "output_failed"].contains(&error.code) => return Err(error),
            Err(error) => output::print_json(&error.json())?,
            Ok(()) => {}
        }
    }
}

/// Reads up to the end of the line; keeps at most [`LONGEST_LINE`] bytes of it and skips the rest.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<usize> {
    let mut read = 0;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(read);
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&buffer[..end.unwrap_or(buffer.len()).min(room)]);
        input.consume(used);
        read += used;
        if end.is_some() {
            return Ok(read);
        }
    }
}
