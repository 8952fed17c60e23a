//! The tables of a file of games, how they are made, and how those of an older version become those of this one.

use super::chain::{Digest, GENESIS, link};
use super::{GameId, sql_integer};
use crate::store_error::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, params};
use std::path::Path;
use std::time::Duration;

/// Marks a file as ours, in SQLite's `application_id`: "Suzu" in ASCII.
pub(super) const APPLICATION_ID: i32 = 0x5375_7A75;
/// The version of the tables below, in SQLite's `user_version`. Events have a format of their own, [`crate::FORMAT`].
///
/// 1: `games`, `events`, `settings`. 2: the digests and heads of [`super::chain`] beside them; the rows of version 1 stay as
/// they are.
pub(super) const SCHEMA_VERSION: i32 = 2;
/// The version once more, among the settings: it tells a header that was damaged from a newer program's file.
const VERSION_KEY: &str = "suzume.schema";
/// How long another program may hold the file before it counts as locked.
const PATIENCE: Duration = Duration::from_secs(3);

/// The triggers hold also against whoever opens the file with another program.
pub(super) const VERSION_1: &str = "
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

const VERSION_2: &str = "
    CREATE TABLE digests (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32),
        PRIMARY KEY (game, seq),
        FOREIGN KEY (game, seq) REFERENCES events (game, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE heads (
        game INTEGER PRIMARY KEY REFERENCES games (id),
        seq INTEGER NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32)
    ) STRICT;
    CREATE TRIGGER digests_are_never_changed BEFORE UPDATE ON digests
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
    CREATE TRIGGER digests_are_never_deleted BEFORE DELETE ON digests
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
";

/// Opens a file that exists. Nothing of it has been read when this returns.
pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
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
    Ok(connection)
}

/// The version of the file's tables; 0 for a file without any.
///
/// # Errors
/// [`StoreError::NotALedger`] for a file of another program; [`StoreError::Damaged`] where the two places that hold the version
/// disagree.
pub(super) fn version(connection: &Connection, path: &Path) -> Result<i32, StoreError> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let not_ours = || StoreError::NotALedger { path: path.to_owned() };
    let application = pragma("application_id").map_err(|error| match StoreError::from(error) {
        StoreError::NotADatabase => not_ours(),
        error => error,
    })?;
    let version = pragma("user_version")?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 && version == 0 && application == 0 {
        return Ok(0);
    }
    let noted = noted_version(connection);
    match (application == APPLICATION_ID, noted) {
        (true, None) if version == 1 => Ok(1),
        (true, None) if version > SCHEMA_VERSION => Ok(version),
        (true, Some(noted)) if noted == version => Ok(version),
        (true, _) | (false, Some(_)) => Err(StoreError::Damaged("its header contradicts its tables".to_owned())),
        (false, None) => Err(not_ours()),
    }
}

fn noted_version(connection: &Connection) -> Option<i32> {
    let statement = "SELECT value FROM settings WHERE key = ?1";
    let text: String = connection.query_row(statement, [VERSION_KEY], |row| row.get(0)).ok()?;
    text.parse().ok()
}

/// Makes the tables of this version, or brings those of version 1 up to it; the caller commits.
pub(super) fn bring_up_to_date(transaction: &Transaction, version: i32) -> Result<(), StoreError> {
    match version {
        0 => {
            transaction.execute_batch(VERSION_1)?;
            transaction.execute_batch(VERSION_2)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        }
        1 => {
            transaction.execute_batch(VERSION_2)?;
            chain_all(transaction)?;
        }
        SCHEMA_VERSION => return Ok(()),
        found if found > SCHEMA_VERSION => return Err(StoreError::TooNew { found, known: SCHEMA_VERSION }),
        found => return Err(StoreError::OtherVersion { found, known: SCHEMA_VERSION }),
    }
    note_version(transaction)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    Ok(())
}

/// Writes the version among the settings.
pub(super) fn note_version(connection: &Connection) -> Result<(), StoreError> {
    connection.execute(super::SET_SETTING, [VERSION_KEY, &SCHEMA_VERSION.to_string()])?;
    Ok(())
}

/// Brings the tables up to date in a transaction of its own.
pub(super) fn initialise(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again within the transaction: another program may have been faster.
    let version = version(&transaction, path)?;
    bring_up_to_date(&transaction, version)?;
    transaction.commit()?;
    Ok(())
}

/// Gives the events of version 1 their digests. The events themselves are not touched.
fn chain_all(transaction: &Transaction) -> Result<(), StoreError> {
    let mut statement = transaction.prepare("SELECT game, seq, at, event FROM events ORDER BY game, seq")?;
    let mut rows = statement.query([])?;
    let mut last: Option<(GameId, Digest)> = None;
    while let Some(row) = rows.next()? {
        let (game, seq, at): (GameId, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (seq, at) = (seq.unsigned_abs(), at.unsigned_abs());
        let previous = match last {
            Some((same, digest)) if same == game => digest,
            _ => GENESIS,
        };
        let text = row.get_ref(3)?.as_str().map_err(|error| StoreError::Damaged(error.to_string()))?;
        let digest = link(&previous, game, seq, at, text);
        insert_digest(transaction, game, seq, &digest)?;
        last = Some((game, digest));
    }
    Ok(())
}

/// Puts an event's digest beside it and moves the game's head on.
pub(super) fn insert_digest(
    connection: &Connection,
    game: GameId,
    seq: u64,
    digest: &Digest,
) -> Result<(), StoreError> {
    let seq = sql_integer(seq)?;
    connection
        .prepare_cached("INSERT INTO digests (game, seq, digest) VALUES (?1, ?2, ?3)")?
        .execute(params![game, seq, digest])?;
    connection
        .prepare_cached(
            "INSERT INTO heads (game, seq, digest) VALUES (?1, ?2, ?3)
             ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, digest = excluded.digest",
        )?
        .execute(params![game, seq, digest])?;
    Ok(())
}
