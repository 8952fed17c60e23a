//! The ledger of a game: what happened, in order, and what follows from it.
//!
//! [`Event`] is the one description of what happened at the table; it is the file format, the wire format and the test format.
//! [`Game`] is the pure fold over events: no clock, no chance, no IO. [`Store`] keeps events in SQLite, append-only, and has
//! them on the disk before it says so.

mod event;
mod exchange;
mod game;
mod log;
mod name;
mod refusal;
mod stats;
mod sticks;
mod store;
mod store_error;

pub use event::{
    CorrectedEnd, Envelope, Event, EventError, FORMAT, Origin, Reading, ResultsOf, SeatIndex, SixTiles, Winner,
};
pub use exchange::{ImportError, LARGEST_IMPORT, export_csv, export_json, import_json, utc};
pub use game::{ChangedLine, Game, Impossible, MendPreview, Placing, ReplayError, Settlement, Setup, StickPayment};
pub use log::{EarlierVersion, Happening, LogEntry, StruckLine, Win};
pub use name::{NameError, PlayerName};
pub use refusal::Refusal;
pub use stats::{BestHand, ChartPoint, PlayerStatistics, chart, statistics};
pub use sticks::{Handing, Holder, Purses, PursesError, Sticks};
pub use store::{AllGames, GameEntry, GameId, RecoveredGame, Recovery, Store};
pub use store_error::{StoreError, is_full};
