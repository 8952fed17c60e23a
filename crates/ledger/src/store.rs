//! Games on the disk: SQLite, append-only, durable before anybody is told.
//!
//! One file holds any number of games; the command line keeps one game a file, the window all of them in one. The journal is
//! rolled back, not written ahead, so that at rest a game is one whole file that can be copied.

use crate::store_error::StoreError;
use crate::{Envelope, Event, Game};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};
use std::path::Path;
use std::time::Duration;

/// Marks a file as ours, in SQLite's `application_id`: "Suzu" in ASCII.
const APPLICATION_ID: i32 = 0x5375_7A75;
/// The version of the tables below, in SQLite's `user_version`. Events have a format of their own, [`crate::FORMAT`].
const SCHEMA_VERSION: i32 = 1;
/// How long another program may hold the file before it counts as locked.
const PATIENCE: Duration = Duration::from_secs(3);

/// The triggers hold also against whoever opens the file with another program.
const SCHEMA: &str = "
    CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games (id),
        seq INTEGER NOT NULL CHECK (seq >= 1),
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
    CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
";

/// The number of a game within its file, from 1.
pub type GameId = u32;

/// Games in a file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

/// A line in the list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// Its number.
    pub id: GameId,
    /// Names by seat.
    pub players: Vec<String>,
    /// When its last event was recorded, in milliseconds since 1970-01-01 UTC.
    pub updated_at: u64,
}

impl Store {
    /// Makes a new file.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if there is one already; a place that cannot be written.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        // Made by the system call that fails when the file exists, so that two programs cannot both make it.
        std::fs::File::create_new(path).map_err(|cause| match cause.kind() {
            std::io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
            _ => StoreError::File { path: path.to_owned(), cause: cause.to_string() },
        })?;
        Store::initialised(path).inspect_err(|_| {
            // A file without tables would only be in the way of the next try.
            let _ = std::fs::remove_file(path);
        })
    }

    /// Opens an existing file.
    ///
    /// # Errors
    /// [`StoreError::Missing`]; a file that is not ours, of a newer version, damaged, locked or unreadable.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let store = Store::connect(path)?;
        store.check_is_ours(path)?;
        Ok(store)
    }

    /// Opens the file, or makes it and the folder it lies in.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::create`].
    pub fn open_or_create(path: &Path) -> Result<Store, StoreError> {
        let is_empty = std::fs::metadata(path).is_ok_and(|file| file.len() == 0);
        if is_empty {
            // What a crash between making the file and its tables leaves behind.
            return Store::initialised(path);
        }
        if path.exists() {
            return Store::open(path);
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|cause| StoreError::File { path: folder.to_owned(), cause: cause.to_string() })?;
        }
        Store::create(path)
    }

    fn connect(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|error| match error.sqlite_error_code() {
            // A folder, say, or a file that this user may not read.
            Some(ErrorCode::CannotOpen) => StoreError::File { path: path.to_owned(), cause: error.to_string() },
            _ => error.into(),
        })?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // EXTRA also syncs the folder after the journal is deleted: without it a power cut could bring the journal back
        // and roll a confirmed hand away.
        connection.pragma_update(None, "synchronous", "EXTRA")?;
        Ok(Store { connection })
    }

    fn initialised(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::connect(path)?;
        let transaction = store.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version == 0 {
            transaction.execute_batch(SCHEMA)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        }
        transaction.commit()?;
        store.check_is_ours(path)?;
        Ok(store)
    }

    fn check_is_ours(&self, path: &Path) -> Result<(), StoreError> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        let application = pragma("application_id").map_err(|error| match StoreError::from(error) {
            StoreError::NotADatabase => StoreError::NotALedger { path: path.to_owned() },
            error => error,
        })?;
        if application != APPLICATION_ID {
            return Err(StoreError::NotALedger { path: path.to_owned() });
        }
        match pragma("user_version")? {
            SCHEMA_VERSION => Ok(()),
            found => Err(StoreError::OtherVersion { found, known: SCHEMA_VERSION }),
        }
    }

    /// Begins a game with its first event and puts it on the disk. `now` is in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    /// A start that cannot be; a disk that does not take it. Nothing is recorded then.
    pub fn begin(&mut self, started: Event, now: u64) -> Result<(GameId, Game), StoreError> {
        let first = Envelope { seq: 1, at: now, event: started };
        let game = Game::start(&first)?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute("INSERT INTO games DEFAULT VALUES", [])?;
        let id = GameId::try_from(transaction.last_insert_rowid()).map_err(|_| StoreError::Full)?;
        insert(&transaction, id, &first)?;
        transaction.commit()?;
        Ok((id, game))
    }

    /// Records what happened, on the state that `game` is in, and moves `game` on. On the disk before it returns.
    ///
    /// # Errors
    /// [`StoreError::Refused`] for an event that cannot be; [`StoreError::Stale`] if somebody else recorded something since
    /// `game` was loaded; a disk that does not take it. Neither the file nor `game` has changed then.
    pub fn append(&mut self, id: GameId, game: &mut Game, event: Event, now: u64) -> Result<(), StoreError> {
        let envelope = Envelope { seq: game.next_seq(), at: now, event };
        let mut next = game.clone();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let newest: Option<i64> =
            transaction.query_row("SELECT max(seq) FROM events WHERE game = ?1", [id], |row| row.get(0))?;
        let newest = newest.ok_or(StoreError::NoSuchGame(id))?;
        if newest != sql_integer(game.seq())? {
            return Err(StoreError::Stale { expected: game.seq(), found: newest.unsigned_abs() });
        }
        next.apply(&envelope)?;
        insert(&transaction, id, &envelope)?;
        transaction.commit()?;
        *game = next;
        Ok(())
    }

    /// Reads a game's events, in order.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`]; an event that this program does not know; a file that cannot be read.
    pub fn events(&self, id: GameId) -> Result<Vec<Envelope>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT seq, at, event FROM events WHERE game = ?1 ORDER BY seq")?;
        let rows = statement
            .query_map([id], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?)))?;
        let mut events = Vec::new();
        for row in rows {
            let (seq, at, text) = row?;
            let (seq, at) = (seq.unsigned_abs(), at.unsigned_abs());
            let event = Event::from_json(&text).map_err(|cause| StoreError::Event { seq, cause })?;
            events.push(Envelope { seq, at, event });
        }
        if events.is_empty() { Err(StoreError::NoSuchGame(id)) } else { Ok(events) }
    }

    /// Reads a game and folds its events.
    ///
    /// # Errors
    /// As [`Store::events`]; a sequence of events that the fold refuses.
    pub fn load(&self, id: GameId) -> Result<Game, StoreError> {
        Ok(Game::replay(&self.events(id)?)?)
    }

    /// All games, the one that was recorded last first.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn games(&self) -> Result<Vec<GameEntry>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT first.game, first.event, last.at
             FROM events AS first
             JOIN events AS last ON last.game = first.game
                AND last.seq = (SELECT max(seq) FROM events WHERE game = first.game)
             WHERE first.seq = 1
             ORDER BY last.at DESC, first.game DESC",
        )?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, GameId>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)))?;
        rows.map(|row| {
            let (id, text, at) = row?;
            // A game of a newer format is still listed; opening it says what is wrong.
            let players = match Event::from_json(&text) {
                Ok(Event::GameStarted { players, .. }) => players.iter().map(ToString::to_string).collect(),
                _ => Vec::new(),
            };
            Ok(GameEntry { id, players, updated_at: at.unsigned_abs() })
        })
        .collect()
    }

    /// What the program keeps under this key.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        Ok(self
            .connection
            .query_row("SELECT value FROM settings WHERE key = ?1", [key], |row| row.get(0))
            .optional()?)
    }

    /// Keeps a value under this key, instead of what was kept before.
    ///
    /// # Errors
    /// A disk that does not take it.
    pub fn set_setting(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        let statement = "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.connection.execute(statement, [key, value])?;
        Ok(())
    }
}

fn insert(connection: &Connection, id: GameId, envelope: &Envelope) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO events (game, seq, at, event) VALUES (?1, ?2, ?3, ?4)",
        params![id, sql_integer(envelope.seq)?, sql_integer(envelope.at)?, envelope.event.to_json()],
    )?;
    Ok(())
}

/// SQLite's integers have a sign.
fn sql_integer(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError::Full)
}
