//! The ledger of a game: what happened, in order, and what follows from it.
//!
//! [`Event`] is the one description of what happened at the table; it is the file format, the wire format and the test format.
//! [`Game`] is the pure fold over events: no clock, no chance, no IO. [`Store`] keeps events in SQLite, append-only, and has
//! them on the disk before it says so.

mod event;
mod game;
mod log;
mod name;
mod refusal;
mod store;
mod store_error;

pub use event::{Envelope, Event, EventError, FORMAT, Origin, Reading, SeatIndex, SixTiles, Winner};
pub use game::{Game, Placing, ReplayError, Setup};
pub use log::{Happening, LogEntry, Win};
pub use name::{NameError, PlayerName};
pub use refusal::Refusal;
pub use store::{GameEntry, GameId, RecoveredGame, Recovery, Store};
pub use store_error::StoreError;
