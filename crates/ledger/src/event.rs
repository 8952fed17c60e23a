//! What happened at the table: the one event enum, which is the file format, the wire format and the test format.
//!
//! An event is a JSON object whose `kind` names it; `docs/events.md` describes every kind. A program refuses a kind, a field
//! or a format that it does not know instead of skipping it: a ledger with a hole in it would be worse than none.

use crate::name::PlayerName;
use crate::sticks::Sticks;
use rules::{Hand, HandError, Ruleset, Tile, format_tiles, parse_tiles};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The format that this program writes, and the newest that it reads. It is raised whenever a kind, a field or the meaning of
/// one is added, so that an older program refuses the file.
///
/// 1: the game as it is played. 2: corrections of earlier hands, swapped seats, sticks.
pub const FORMAT: u32 = 2;

/// A seat as it stands in an event: its index from 0, counter-clockwise. Whether anybody sits there is for the fold to say.
///
/// It is the number of a player: where seats were swapped the number goes with the player, see [`Event::SeatsSwapped`].
pub type SeatIndex = u8;

/// One thing that happened at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The first event of every game, and only the first.
    GameStarted {
        /// The format of this game's events, see [`FORMAT`].
        format: u32,
        /// Who plays, by seat: 2-5 different names.
        players: Vec<PlayerName>,
        /// Who deals hand 1. Drawn or chosen before the event is made: the fold knows no chance.
        first_dealer: SeatIndex,
        /// The house rules.
        ruleset: Ruleset,
        /// Whether the ledger follows the sticks. Not written where it does.
        #[serde(default = "followed", skip_serializing_if = "is_followed")]
        sticks: bool,
    },
    /// The dora tile was turned up. Once more before the hand ends: it had been entered wrongly.
    DoraTurned {
        /// The tile on the dealer marker; its own kind is dora.
        tile: Tile,
    },
    /// A player drew the winning tile.
    Tsumo {
        /// Who, with what.
        winner: Winner,
    },
    /// One or several players won on one discard.
    Ron {
        /// Whose discard it was.
        discarder: SeatIndex,
        /// Everyone who claimed it, in any order.
        winners: Vec<Winner>,
    },
    /// The stock ran out and nobody won.
    Draw {},
    /// A player called a win that is none, and paid for it; the same hand goes on.
    FalseWin {
        /// Who.
        offender: SeatIndex,
    },
    /// The players agreed to stop before the last hand; the points stand as they are.
    GameEnded {},
    /// An earlier hand had been recorded wrongly; everything after it follows from the right one. The old version stays in the
    /// log.
    HandCorrected {
        /// The number of the event that recorded it.
        of: u64,
        /// The hand's dora tile, if one was turned up.
        dora: Option<Tile>,
        /// How it really ended.
        end: CorrectedEnd,
        /// The numbers of later events that can no longer have happened, in order: whoever confirms the correction has seen
        /// them. They no longer count.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drops: Vec<u64>,
    },
    /// Two players sit at each other's places from some hand on, or had been entered so.
    SeatsSwapped {
        /// One of them.
        a: SeatIndex,
        /// The other.
        b: SeatIndex,
        /// From which hand on, from 1.
        from_hand: u32,
        /// What the hands recorded since then are about.
        results: ResultsOf,
        /// As in [`Event::HandCorrected`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drops: Vec<u64>,
    },
    /// These are the sticks that lie on the table; players had exchanged some. Also begins to follow them.
    SticksSet {
        /// By seat. Each player's must be worth the player's points.
        purses: Vec<Sticks>,
    },
    /// The ledger follows the sticks no longer.
    SticksOff {},
    /// The last event that still counts was taken back. One step; several in a row take back several.
    Undone {},
    /// The last event that was taken back counts again. Possible until something else happens.
    Redone {},
}

/// How a hand ended, as a correction tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CorrectedEnd {
    /// As [`Event::Tsumo`].
    Tsumo {
        /// Who, with what.
        winner: Winner,
    },
    /// As [`Event::Ron`].
    Ron {
        /// Whose discard it was.
        discarder: SeatIndex,
        /// Everyone who claimed it, in any order.
        winners: Vec<Winner>,
    },
    /// As [`Event::Draw`].
    Draw {},
    /// As [`Event::FalseWin`]: the hand goes on.
    FalseWin {
        /// Who.
        offender: SeatIndex,
    },
    /// It never happened: it had been recorded twice, say.
    Removed {},
}

impl CorrectedEnd {
    /// The event that should have been recorded; `None` if none should.
    pub fn event(&self) -> Option<Event> {
        Some(match self.clone() {
            CorrectedEnd::Tsumo { winner } => Event::Tsumo { winner },
            CorrectedEnd::Ron { discarder, winners } => Event::Ron { discarder, winners },
            CorrectedEnd::Draw {} => Event::Draw {},
            CorrectedEnd::FalseWin { offender } => Event::FalseWin { offender },
            CorrectedEnd::Removed {} => return None,
        })
    }

    /// What a correction says that leaves this event as it is; `None` for an event that is about no hand.
    pub fn of(event: &Event) -> Option<CorrectedEnd> {
        Some(match event.clone() {
            Event::Tsumo { winner } => CorrectedEnd::Tsumo { winner },
            Event::Ron { discarder, winners } => CorrectedEnd::Ron { discarder, winners },
            Event::Draw {} => CorrectedEnd::Draw {},
            Event::FalseWin { offender } => CorrectedEnd::FalseWin { offender },
            _ => return None,
        })
    }
}

/// What recorded hands are about once seats are swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultsOf {
    /// The players that they name: whoever recorded them chose a name. Who dealt is what changes.
    Players,
    /// The places at the table: whoever recorded them chose a place, and the other player sat there.
    Places,
}

/// A player who won, with which tiles, and how the tiles came into the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Winner {
    /// The player's seat.
    pub seat: SeatIndex,
    /// The six tiles, the winning tile included.
    pub hand: SixTiles,
    /// How they were entered.
    #[serde(default)]
    pub origin: Origin,
}

/// How a hand's tiles came into the ledger. A person confirmed them in every case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum Origin {
    /// Tapped or typed.
    Keys {},
    /// Read from a photo.
    Photo(Reading),
    /// Read by the camera while the hand lay on the table.
    Camera(Reading),
}

impl Default for Origin {
    fn default() -> Self {
        Origin::Keys {}
    }
}

/// What is known of a hand that was read from a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The picture's key in the program's picture store, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The reader's certainty for its least certain tile, in thousandths (0-1000).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<u16>,
    /// How many of the six tiles a person changed or added after reading.
    #[serde(default)]
    pub corrected: u8,
}

/// An event in its place in a game's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// Its number in the game, from 1 without gaps.
    pub seq: u64,
    /// When it was recorded: milliseconds since 1970-01-01 UTC, by the clock of whoever recorded it.
    pub at: u64,
    /// What happened.
    pub event: Event,
}

/// Six tiles that exist together, without a dora: that belongs to the hand that is being played, not to the winner's event.
///
/// In JSON the notation, `"1r23ccc"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SixTiles([Tile; 6]);

impl SixTiles {
    /// Takes exactly six tiles; they are kept sorted.
    ///
    /// # Errors
    /// Another number of tiles; more copies of a face than the box holds.
    pub fn new(tiles: &[Tile]) -> Result<SixTiles, HandError> {
        Hand::new(tiles, None).map(|hand| SixTiles(*hand.tiles()))
    }

    /// Reads the notation.
    ///
    /// # Errors
    /// What [`parse_tiles`] and [`SixTiles::new`] refuse.
    pub fn parse(text: &str) -> Result<SixTiles, HandError> {
        SixTiles::new(&parse_tiles(text)?)
    }

    /// The tiles, sorted.
    pub const fn tiles(&self) -> &[Tile; 6] {
        &self.0
    }

    /// The hand that they make beside this dora tile.
    ///
    /// # Errors
    /// Together with the dora tile there would be more copies of a face than the box holds.
    pub fn with_dora(&self, dora: Option<Tile>) -> Result<Hand, HandError> {
        Hand::new(&self.0, dora)
    }
}

impl Serialize for SixTiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format_tiles(self.0))
    }
}

impl<'de> Deserialize<'de> for SixTiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SixTiles::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// Why a text is no event of this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// It is not a JSON object with a `kind`.
    #[error("this is no event: {0}")]
    NotAnEvent(String),
    /// A kind that this program does not know: a newer program wrote it.
    #[error("this program does not know events of the kind {0:?}; a newer one may")]
    UnknownKind(String),
    /// A game of a newer format.
    #[error("the game has format {found}; this program knows formats up to {FORMAT}")]
    NewerFormat {
        /// The format that the game names.
        found: u64,
    },
    /// A known kind with a field that is missing, unknown or cannot be.
    #[error("an event of the kind {kind} cannot be read: {cause}")]
    Malformed {
        /// The kind.
        kind: &'static str,
        /// What is wrong with it.
        cause: String,
    },
}

impl EventError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            EventError::NotAnEvent(_) => "not_an_event",
            EventError::UnknownKind(_) => "unknown_event_kind",
            EventError::NewerFormat { .. } => "newer_format",
            EventError::Malformed { .. } => "malformed_event",
        }
    }
}

impl Event {
    /// Every kind that this program knows, as it stands in JSON.
    pub const KINDS: [&'static str; 13] = [
        "game_started",
        "dora_turned",
        "tsumo",
        "ron",
        "draw",
        "false_win",
        "game_ended",
        "hand_corrected",
        "seats_swapped",
        "sticks_set",
        "sticks_off",
        "undone",
        "redone",
    ];

    /// The kind, as it stands in JSON.
    pub const fn kind(&self) -> &'static str {
        Self::KINDS[match self {
            Event::GameStarted { .. } => 0,
            Event::DoraTurned { .. } => 1,
            Event::Tsumo { .. } => 2,
            Event::Ron { .. } => 3,
            Event::Draw {} => 4,
            Event::FalseWin { .. } => 5,
            Event::GameEnded {} => 6,
            Event::HandCorrected { .. } => 7,
            Event::SeatsSwapped { .. } => 8,
            Event::SticksSet { .. } => 9,
            Event::SticksOff {} => 10,
            Event::Undone {} => 11,
            Event::Redone {} => 12,
        }]
    }

    /// Reads one event.
    ///
    /// # Errors
    /// Anything that this program would not have written: see [`EventError`].
    pub fn from_json(text: &str) -> Result<Event, EventError> {
        /// What can be read of an event of any version.
        #[derive(Deserialize)]
        struct Header {
            kind: String,
            #[serde(default)]
            format: Option<u64>,
        }
        let header: Header = serde_json::from_str(text).map_err(|error| EventError::NotAnEvent(error.to_string()))?;
        let Some(kind) = Self::KINDS.into_iter().find(|kind| *kind == header.kind) else {
            return Err(EventError::UnknownKind(header.kind));
        };
        if let Some(found) = header.format.filter(|format| *format > u64::from(FORMAT)) {
            return Err(EventError::NewerFormat { found });
        }
        serde_json::from_str(text).map_err(|error| EventError::Malformed { kind, cause: error.to_string() })
    }

    /// Writes the event as one line of JSON.
    pub fn to_json(&self) -> String {
        // No event holds a map with other keys than strings, nor a type whose serialisation fails.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A game follows the sticks unless its start says otherwise; those of format 1 say nothing.
const fn followed() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_followed(sticks: &bool) -> bool {
    *sticks
}
