//! The automatic backup: a second file beside the first that holds the same events, brought up to date after each hand.
//!
//! It is a ledger of its own, so it grows with the first and is never larger. It takes only rows that continue its chain, in
//! one transaction, so it is whole whatever happens to the machine, and nothing that went wrong in the first file is copied.

use super::chain::{Head, Row};
use super::check::{read_head, rows_after};
use super::{GameId, aside, insert_row, schema};
use crate::store_error::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the backup of a file lies: beside it, under its name and `.backup`.
pub(super) fn path_of(path: &Path) -> PathBuf {
    with_ending(path, ".backup")
}

/// The path with something after its whole name.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(ending);
    PathBuf::from(name)
}

/// The backup of one file.
#[derive(Debug)]
pub(super) struct Backup {
    path: PathBuf,
    connection: Option<Connection>,
}

impl Backup {
    pub fn of(path: &Path) -> Backup {
        Backup { path: path_of(path), connection: None }
    }

    /// Copies what the backup lacks of this game; of all games, the first time.
    ///
    /// # Errors
    /// A disk that does not take it; the backup is as it was before.
    pub fn update(&mut self, main: &Connection, game: GameId) -> Result<(), StoreError> {
        match &mut self.connection {
            Some(connection) => copy(main, connection, &[game]).map(drop),
            None => {
                let games = game_ids(main)?;
                let mut connection = open_or_create(&self.path)?;
                if !copy(main, &mut connection, &games)? {
                    // The backup of another ledger that had this name: it is kept, but not mixed with ours.
                    drop(connection);
                    aside::move_aside(&self.path, "old")?;
                    connection = open_or_create(&self.path)?;
                    copy(main, &mut connection, &games)?;
                }
                copy_settings(main, &connection)?;
                self.connection = Some(connection);
                Ok(())
            }
        }
    }
}

/// Opens the backup, or makes it anew where there is none or it is damaged itself.
fn open_or_create(path: &Path) -> Result<Connection, StoreError> {
    let fresh = || {
        std::fs::File::create(path).map_err(|cause| StoreError::file(path, &cause))?;
        let mut connection = schema::connect(path)?;
        schema::initialise(&mut connection, path)?;
        Ok(connection)
    };
    if !path.exists() {
        return fresh();
    }
    let opened = schema::connect(path).and_then(|mut connection| {
        schema::initialise(&mut connection, path)?;
        super::check::check(&connection, schema::SCHEMA_VERSION)?;
        Ok(connection)
    });
    match opened {
        Err(StoreError::Damaged(_) | StoreError::NotADatabase | StoreError::NotALedger { .. }) => {
            aside::move_aside(path, "damaged")?;
            fresh()
        }
        opened => opened,
    }
}

fn game_ids(connection: &Connection) -> Result<Vec<GameId>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT id FROM games ORDER BY id")?;
    let ids = statement.query_map([], |row| row.get(0))?;
    Ok(ids.collect::<rusqlite::Result<Vec<GameId>>>()?)
}

/// Copies the rows that are missing; `false` if the backup is of another ledger.
fn copy(main: &Connection, backup: &mut Connection, games: &[GameId]) -> Result<bool, StoreError> {
    let transaction = backup.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for &game in games {
        let head = read_head(&transaction, game)?;
        if let Some(head) = head
            && !holds(main, game, &head)?
        {
            return Ok(false);
        }
        let mut digest = head.map_or(super::chain::GENESIS, |head| head.digest);
        let rows: Vec<Row> = rows_after(main, game, head.map_or(0, |head| head.seq))?;
        if head.is_none() && !rows.is_empty() {
            transaction.execute("INSERT INTO games (id) VALUES (?1)", [game])?;
        }
        for row in rows {
            digest = row.link(&digest, game);
            if row.digest != Some(digest) {
                return Err(StoreError::Damaged(format!("event {} of game {game} is not what was recorded", row.seq)));
            }
            insert_row(&transaction, game, &row, &digest)?;
        }
    }
    transaction.commit()?;
    Ok(true)
}

/// Whether the main file has this very event.
fn holds(main: &Connection, game: GameId, head: &Head) -> Result<bool, StoreError> {
    Ok(super::check::row_at(main, game, head.seq).is_some_and(|row| row.digest == Some(head.digest)))
}

fn copy_settings(main: &Connection, backup: &Connection) -> Result<(), StoreError> {
    let mut statement = main.prepare_cached("SELECT key, value FROM settings")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (key, value): (String, String) = (row.get(0)?, row.get(1)?);
        backup.execute(super::SET_SETTING, [key, value])?;
    }
    Ok(())
}
