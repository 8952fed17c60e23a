//! The automatic backup: a second file beside the first that holds the same events, brought up to date after each hand.
//!
//! It is a ledger of its own, so it grows with the first and is never larger. It takes only rows that continue its chain, in
//! one transaction, so it is whole whatever happens to the machine, and nothing that went wrong in the first file is copied.

use super::chain::{Digest, Head, Row};
use super::check::{read_head, rows_after};
use super::{GameId, aside, insert_row, schema};
use crate::store_error::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

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

/// The backup of one file. It is written on a thread of its own: what was recorded is on the disk by then, and nobody waits for
/// a second copy.
#[derive(Debug)]
pub(super) struct Backup {
    main: PathBuf,
    /// Open once something was copied.
    connection: Option<Connection>,
    running: Option<JoinHandle<Copied>>,
    problem: Option<StoreError>,
}

/// What a copy leaves: the open backup, or why it was not made.
type Copied = Result<Connection, StoreError>;

impl Backup {
    pub fn of(main: &Path) -> Backup {
        Backup { main: main.to_owned(), connection: None, running: None, problem: None }
    }

    /// Copies what the backup lacks of this game; of all games, the first time. Waits only for a copy that is still running.
    pub fn update(&mut self, game: GameId) {
        self.finish();
        let (main, connection) = (self.main.clone(), self.connection.take());
        let copy = std::thread::Builder::new().name("backup".to_owned()).spawn(move || update(&main, connection, game));
        match copy {
            Ok(running) => self.running = Some(running),
            Err(cause) => self.problem = Some(StoreError::file(&self.main, &cause)),
        }
    }

    /// Waits for a running copy and says whether the last one failed.
    pub fn finish(&mut self) -> Option<&StoreError> {
        if let Some(running) = self.running.take() {
            match running.join() {
                Ok(Ok(connection)) => (self.connection, self.problem) = (Some(connection), None),
                Ok(Err(problem)) => self.problem = Some(problem),
                Err(_) => self.problem = Some(StoreError::Database("the backup broke off".to_owned())),
            }
        }
        self.problem.as_ref()
    }

    /// Whether the last copy failed; `None` as well while one is running.
    pub fn problem(&mut self) -> Option<&StoreError> {
        if self.running.as_ref().is_some_and(|running| !running.is_finished()) { None } else { self.finish() }
    }
}

impl Drop for Backup {
    /// A program that ends has its backup.
    fn drop(&mut self) {
        self.finish();
    }
}

fn update(main_path: &Path, backup: Option<Connection>, game: GameId) -> Copied {
    let main = schema::connect(main_path)?;
    if let Some(mut connection) = backup
        && copy(&main, &mut connection, &[game])?
    {
        return Ok(connection);
    }
    let path = path_of(main_path);
    let mut connection = open_or_create(&path)?;
    let behind = games_behind(&main, &connection)?;
    if !copy(&main, &mut connection, &behind)? {
        // The backup of another ledger that had this name: it is kept, but not mixed with ours.
        drop(connection);
        aside::move_aside(&path, aside::OLD)?;
        connection = open_or_create(&path)?;
        copy(&main, &mut connection, &game_ids(&main)?)?;
    }
    copy_settings(&main, &mut connection)?;
    Ok(connection)
}

/// Opens the backup, or makes it anew where there is none or it is damaged itself.
fn open_or_create(path: &Path) -> Result<Connection, StoreError> {
    // By the system call that leaves a file alone which another program makes at the same moment.
    match std::fs::File::create_new(path) {
        Err(cause) if cause.kind() != std::io::ErrorKind::AlreadyExists => return Err(StoreError::file(path, &cause)),
        _ => {}
    }
    let open = || {
        let mut connection = schema::connect(path)?;
        schema::initialise(&mut connection, path)?;
        super::check::check(&connection, schema::SCHEMA_VERSION)?;
        Ok(connection)
    };
    match open() {
        Err(StoreError::Damaged(_) | StoreError::NotADatabase | StoreError::NotALedger { .. }) => {
            aside::move_aside(path, aside::DAMAGED)?;
            std::fs::File::create_new(path).map_err(|cause| StoreError::file(path, &cause))?;
            open()
        }
        opened => opened,
    }
}

fn game_ids(connection: &Connection) -> Result<Vec<GameId>, StoreError> {
    Ok(heads(connection)?.into_keys().collect())
}

fn heads(connection: &Connection) -> Result<BTreeMap<GameId, (i64, Digest)>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT game, seq, digest FROM heads")?;
    let heads = statement.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
    Ok(heads.collect::<rusqlite::Result<_>>()?)
}

/// The games whose ends differ, those that only the backup has among them.
fn games_behind(main: &Connection, backup: &Connection) -> Result<Vec<GameId>, StoreError> {
    let (main, backup) = (heads(main)?, heads(backup)?);
    let differs = |game: &GameId| main.get(game) != backup.get(game);
    let games: BTreeSet<GameId> = main.keys().chain(backup.keys()).copied().filter(differs).collect();
    Ok(games.into_iter().collect())
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

fn copy_settings(main: &Connection, backup: &mut Connection) -> Result<(), StoreError> {
    let transaction = backup.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut statement = main.prepare_cached("SELECT key, value FROM settings")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (key, value): (String, String) = (row.get(0)?, row.get(1)?);
        transaction.execute(super::SET_SETTING, [key, value])?;
    }
    transaction.commit()?;
    Ok(())
}
