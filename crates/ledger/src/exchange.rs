//! A game on its way to another program: as JSON, complete, and as a table for a spreadsheet.

use crate::event::{Envelope, Event, EventError, FORMAT};
use crate::game::{Game, ReplayError};
use crate::log::{Happening, LogEntry};
use rules::{Extra, format_tiles};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The most that an import may be, in bytes: a hundred times the longest evening.
pub const LARGEST_IMPORT: usize = 16 << 20;

/// Why a text is no game that can be taken over.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// Not JSON, or JSON of something else.
    #[error("this is no exported game: {0}")]
    NotAnExport(String),
    /// Longer than any game.
    #[error("an exported game has at most {LARGEST_IMPORT} bytes, not {found}")]
    TooLarge {
        /// How many bytes it has.
        found: usize,
    },
    /// A newer program exported it.
    #[error("the game has format {found}; this program knows formats up to {FORMAT}")]
    NewerFormat {
        /// The format that the export names.
        found: u64,
    },
    /// An event that cannot be read.
    #[error("event {seq}: {cause}")]
    Event {
        /// Its place in the list, from 1.
        seq: u64,
        /// Why.
        cause: EventError,
    },
    /// Events that contradict each other.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl ImportError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            ImportError::NotAnExport(_) => "not_an_export",
            ImportError::TooLarge { .. } => "import_too_large",
            ImportError::NewerFormat { .. } => "newer_format",
            ImportError::Event { cause, .. } => cause.code(),
            ImportError::Replay(_) => "contradicting_events",
        }
    }
}

/// A whole game as JSON on one line: `{"format":2,"events":[{"seq","at","event"},…]}`, undone and corrected events included.
///
/// [`import_json`] gives the same events back, and exporting these the same text.
pub fn export_json(events: &[Envelope]) -> String {
    #[derive(Serialize)]
    struct Export<'a> {
        format: u32,
        events: &'a [Envelope],
    }
    // No event holds anything whose serialisation fails.
    serde_json::to_string(&Export { format: FORMAT, events }).unwrap_or_default()
}

/// Reads a game that [`export_json`] wrote, of this program or an older one, and checks that it can have happened.
///
/// # Errors
/// See [`ImportError`]; nothing is taken over by half.
pub fn import_json(text: &str) -> Result<Vec<Envelope>, ImportError> {
    #[derive(Deserialize)]
    struct Header {
        format: u64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Import {
        #[serde(rename = "format")]
        _format: u64,
        events: Vec<Line>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        seq: u64,
        at: u64,
        event: Value,
    }
    let text = text.trim_start_matches('\u{FEFF}');
    if text.len() > LARGEST_IMPORT {
        return Err(ImportError::TooLarge { found: text.len() });
    }
    let not_an_export = |error: serde_json::Error| ImportError::NotAnExport(error.to_string());
    let Header { format } = serde_json::from_str(text).map_err(not_an_export)?;
    if format > u64::from(FORMAT) {
        return Err(ImportError::NewerFormat { found: format });
    }
    let import: Import = serde_json::from_str(text).map_err(not_an_export)?;
    let mut events = Vec::with_capacity(import.events.len());
    for (index, line) in import.events.into_iter().enumerate() {
        let event = Event::from_json(&line.event.to_string())
            .map_err(|cause| ImportError::Event { seq: index as u64 + 1, cause })?;
        if i64::try_from(line.at).is_err() {
            let cause = EventError::Malformed { kind: event.kind(), cause: "no such time".to_owned() };
            return Err(ImportError::Event { seq: index as u64 + 1, cause });
        }
        events.push(Envelope { seq: line.seq, at: line.at, event });
    }
    Game::replay(&events)?;
    Ok(events)
}

/// The ledger of a game as a table that a spreadsheet opens: a line a hand, everybody's points after it and what it changed.
///
/// UTF-8 with a byte order mark, without which some spreadsheets garble Korean and Japanese names; lines end with CR LF
/// (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front.
pub fn export_csv(game: &Game) -> String {
    let mut csv = String::from('\u{FEFF}');
    let names = || game.setup().names.iter().map(ToString::to_string);
    let header = ["hand", "wind", "dealer", "dora", "end", "from", "winners", "tiles", "yaku", "points", "time"];
    let columns = header.map(str::to_owned).into_iter().chain(names()).chain(names().map(|name| format!("{name} +/-")));
    line(&mut csv, columns);
    for entry in game.log() {
        line(&mut csv, csv_cells(game, entry));
    }
    csv
}

fn csv_cells(game: &Game, entry: &LogEntry) -> Vec<String> {
    let name = |seat: rules::Seat| game.setup().names[seat.index()].to_string();
    let from = match entry.happening {
        Happening::Ron { discarder: seat } | Happening::FalseWin { offender: seat } => name(seat),
        Happening::Tsumo | Happening::Draw | Happening::GameEnded => String::new(),
    };
    let of_wins = |cell: &dyn Fn(&crate::Win) -> String| entry.wins.iter().map(cell).collect::<Vec<_>>().join("; ");
    let mut cells = vec![
        entry.hand_number.to_string(),
        entry.wind.id().to_owned(),
        name(entry.dealer),
        entry.dora.map_or_else(String::new, |tile| tile.to_string()),
        entry.happening.id().to_owned(),
        from,
        of_wins(&|win| name(win.seat)),
        of_wins(&|win| format_tiles(*win.hand.tiles())),
        of_wins(&|win| yaku(win).join(" ")),
        of_wins(&|win| win.total().to_string()),
        utc(entry.at),
    ];
    cells.extend(entry.after.iter().map(ToString::to_string));
    cells.extend(game.setup().players.seats().map(|seat| entry.change(seat).to_string()));
    cells
}

/// The ids of what a winning hand scored besides its melds, as often as they count: `red×2`, `chinyao`.
fn yaku(win: &crate::Win) -> Vec<String> {
    match &win.score.extra {
        Extra::Limit(limit) => vec![limit.id().to_owned()],
        Extra::Bonuses(bonuses) => bonuses
            .items()
            .map(|bonus| match bonus.count {
                1 => bonus.id.id().to_owned(),
                count => format!("{}×{count}", bonus.id.id()),
            })
            .collect(),
    }
}

fn line(csv: &mut String, cells: impl IntoIterator<Item = String>) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            csv.push(',');
        }
        csv.push_str(&quoted(&cell));
    }
    csv.push_str("\r\n");
}

/// A cell as it stands in the file. Numbers may have a sign; every other text that begins like a formula is disarmed.
fn quoted(cell: &str) -> String {
    let is_number = cell.parse::<i64>().is_ok();
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) && !is_number;
    let text = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if text.contains([',', '"', '\n', '\r', ';']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// A time in milliseconds since 1970-01-01 UTC as `2026-11-30 07:15:00`, in UTC.
///
/// The days are counted in eras of 400 years that begin in March, so that the leap day is the last of its year.
pub fn utc(at: u64) -> String {
    let seconds = at / 1000;
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", time / 3600, time / 60 % 60, time % 60)
}
