//! Games on the disk: SQLite, append-only, durable before anybody is told, and whole or known not to be.
//!
//! One file holds any number of games; the command line keeps one game a file, the window all of them in one. The journal is
//! rolled back, not written ahead, so that at rest a game is one whole file that can be copied. A chain of digests makes damage
//! visible (`chain`), a second file holds the same events (`backup`), and a damaged file is kept and replaced (`recovery`).

mod aside;
mod backup;
mod chain;
mod check;
mod recovery;
mod schema;
#[cfg(test)]
mod tests;

pub use recovery::{RecoveredGame, Recovery};

use crate::store_error::StoreError;
use crate::{Envelope, Event, Game};
use backup::{Backup, with_ending};
use chain::{Digest, GENESIS, Head, Row};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The number of a game within its file, from 1.
pub type GameId = u32;

const SET_SETTING: &str = "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";

/// Games in a file.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    /// Whether the file has digests: not so for a file of version 1 that may only be read.
    chained: bool,
    backup: Backup,
    recovery: Option<Recovery>,
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

/// All games of a file.
#[derive(Debug, Default)]
pub struct AllGames {
    /// Those that this program understands, the first begun first.
    pub games: Vec<(GameId, Game)>,
    /// The others, with the reason: a newer program's, say.
    pub unread: Vec<(GameId, StoreError)>,
}

impl Store {
    /// Makes a new file without games. What a program that was killed while making one left behind counts as new.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if there is one already; a place that cannot be written.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        let made = Store::make(path)?;
        let store = Store::initialised(path).inspect_err(|_| Store::unmake(path, made))?;
        if store.has_games()? { Err(StoreError::Exists { path: path.to_owned() }) } else { Ok(store) }
    }

    /// Makes a new file with a first game in it: both are there or neither.
    ///
    /// # Errors
    /// As [`Store::create`] and [`Store::begin`].
    pub fn create_with(path: &Path, started: Event, now: u64) -> Result<(Store, GameId, Game), StoreError> {
        // What cannot start makes no file.
        Game::start(&Envelope { seq: 1, at: now, event: started.clone() })?;
        Store::make_with(path, |transaction| begin(transaction, started, now))
    }

    fn make_with(
        path: &Path,
        fill: impl FnOnce(&Transaction) -> Result<(GameId, Game), StoreError>,
    ) -> Result<(Store, GameId, Game), StoreError> {
        let made = Store::make(path)?;
        let filled = || {
            let mut connection = schema::connect(path)?;
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let version = schema::version(&transaction, path)?;
            schema::bring_up_to_date(&transaction, version)?;
            if has_games(&transaction)? {
                // Another program was faster.
                return Err(StoreError::Exists { path: path.to_owned() });
            }
            let (id, game) = fill(&transaction)?;
            transaction.commit()?;
            let mut store = Store::whole(path, connection, true);
            store.back_up(id);
            Ok((store, id, game))
        };
        filled().inspect_err(|error| Store::unmake(path, made && !matches!(error, StoreError::Exists { .. })))
    }

    /// Makes an empty file, or finds one that nobody needs; says whether it made it.
    fn make(path: &Path) -> Result<bool, StoreError> {
        // By the system call that fails when the file exists, so that two programs cannot both make it.
        match File::create_new(path) {
            Ok(_) => Ok(true),
            Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists => {
                if Store::is_unfinished(path) {
                    Ok(false)
                } else {
                    Err(StoreError::Exists { path: path.to_owned() })
                }
            }
            Err(cause) => Err(StoreError::file(path, &cause)),
        }
    }

    /// A file without tables would only be in the way of the next try.
    fn unmake(path: &Path, made: bool) {
        if made {
            let _ = fs::remove_file(path);
        }
    }

    /// Whether the file is what a program leaves that is killed while it makes one: nothing, or tables without a game; and no
    /// backup says that there was more.
    fn is_unfinished(path: &Path) -> bool {
        let is_bare = || {
            let connection = schema::connect(path).ok()?;
            match schema::version(&connection, path).ok()? {
                // A journal that is still to be rolled back leaves nothing of the file.
                0 => Some(fs::metadata(path).ok()?.len() == 0),
                _ => Some(!has_games(&connection).ok()?),
            }
        };
        is_bare().unwrap_or(false) && !recovery::has_backup(path)
    }

    /// Opens an existing file and checks that it is whole. A damaged one is recovered, see [`Store::recovery`].
    ///
    /// # Errors
    /// [`StoreError::Missing`]; a file that is not ours, of a newer version, locked or unreadable; a damaged one of which nothing
    /// can be recovered.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        match Store::open_whole(path) {
            Err(error) if error.is_damage() => Store::recovered(path, error),
            // Its first bytes may be what is damaged.
            Err(error @ StoreError::NotALedger { .. }) if recovery::has_backup(path) => Store::recovered(path, error),
            opened => opened,
        }
    }

    /// Opens the file, or makes it and the folder it lies in.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::create`].
    pub fn open_or_create(path: &Path) -> Result<Store, StoreError> {
        if path.exists() && !Store::is_unfinished(path) {
            return Store::open(path);
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|cause| StoreError::file(folder, &cause))?;
        }
        match Store::create(path) {
            // Another program made it a moment ago.
            Err(StoreError::Exists { .. }) => Store::open(path),
            made => made,
        }
    }

    fn open_whole(path: &Path) -> Result<Store, StoreError> {
        let not_ours = |error| match error {
            StoreError::NotADatabase => StoreError::NotALedger { path: path.to_owned() },
            error => error,
        };
        let mut connection = schema::connect(path).map_err(not_ours)?;
        let mut version = schema::version(&connection, path).map_err(not_ours)?;
        if version == 0 {
            return Err(StoreError::NotALedger { path: path.to_owned() });
        }
        check::check(&connection, version).map_err(|error| match error {
            // A table or column that is not there: our statements are right, so the file is not.
            StoreError::Database(cause) => StoreError::Damaged(cause),
            error => error,
        })?;
        if version != schema::SCHEMA_VERSION {
            match schema::initialise(&mut connection, path) {
                Ok(()) => version = schema::SCHEMA_VERSION,
                // It can still be looked at.
                Err(StoreError::ReadOnly) if version < schema::SCHEMA_VERSION => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Store::whole(path, connection, version == schema::SCHEMA_VERSION))
    }

    fn whole(path: &Path, connection: Connection, chained: bool) -> Store {
        Store { path: path.to_owned(), connection, chained, backup: Backup::of(path), recovery: None }
    }

    fn initialised(path: &Path) -> Result<Store, StoreError> {
        let mut connection = schema::connect(path)?;
        schema::initialise(&mut connection, path)?;
        Ok(Store::whole(path, connection, true))
    }

    /// Recovers a damaged file, one program at a time.
    fn recovered(path: &Path, damage: StoreError) -> Result<Store, StoreError> {
        let lock_path = with_ending(path, ".recovery-lock");
        let lock = File::create(&lock_path).map_err(|cause| StoreError::file(&lock_path, &cause))?;
        lock.lock().map_err(|cause| StoreError::file(&lock_path, &cause))?;
        let store = match Store::open_whole(path) {
            // Another program has recovered it meanwhile.
            Ok(store) => Ok(store),
            Err(_) => recovery::recover(path, damage.to_string()).and_then(|recovery| {
                let mut store = Store::open_whole(path)?;
                store.recovery = Some(recovery);
                Ok(store)
            }),
        };
        let _ = fs::remove_file(&lock_path);
        store
    }

    /// What was done when this file was found damaged; `None` if it was whole. A program must show it.
    pub const fn recovery(&self) -> Option<&Recovery> {
        self.recovery.as_ref()
    }

    /// Why the last backup was not made; `None` if it was, or is being made. What was recorded is recorded all the same.
    pub fn backup_problem(&mut self) -> Option<&StoreError> {
        self.backup.problem()
    }

    /// Waits until the backup is up to date, and says why it is not. A store that is dropped waits as well.
    pub fn finish_backup(&mut self) -> Option<&StoreError> {
        self.backup.finish()
    }

    fn back_up(&mut self, id: GameId) {
        self.backup.update(id);
    }

    fn has_games(&self) -> Result<bool, StoreError> {
        has_games(&self.connection)
    }

    /// Begins a game with its first event and puts it on the disk. `now` is in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    /// A start that cannot be; a disk that does not take it. Nothing is recorded then.
    pub fn begin(&mut self, started: Event, now: u64) -> Result<(GameId, Game), StoreError> {
        self.check_writable()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (id, game) = begin(&transaction, started, now)?;
        transaction.commit()?;
        self.back_up(id);
        Ok((id, game))
    }

    /// Records what happened, on the state that `game` is in, and moves `game` on. On the disk before it returns.
    ///
    /// # Errors
    /// [`StoreError::Refused`] for an event that cannot be; [`StoreError::Stale`] if somebody else recorded something since
    /// `game` was loaded; a disk that does not take it. Neither the file nor `game` has changed then.
    pub fn append(&mut self, id: GameId, game: &mut Game, event: Event, now: u64) -> Result<(), StoreError> {
        self.check_writable()?;
        let envelope = Envelope { seq: game.next_seq(), at: now, event };
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let head = check::read_head(&transaction, id)?.ok_or(StoreError::NoSuchGame(id))?;
        if head.seq != game.seq() {
            return Err(StoreError::Stale { expected: game.seq(), found: head.seq });
        }
        let change = game.prepare(&envelope)?;
        insert(&transaction, id, &head, &envelope)?;
        transaction.commit()?;
        game.accept(change);
        // A dora alone is not worth a second write: the backup follows when the hand ends.
        if !matches!(envelope.event, Event::DoraTurned { .. }) {
            self.back_up(id);
        }
        Ok(())
    }

    /// Reads a game's events, in order.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`]; an event that this program does not know; a file that cannot be read.
    pub fn events(&self, id: GameId) -> Result<Vec<Envelope>, StoreError> {
        let rows = if self.chained { self.proven_rows(id)? } else { self.old_rows(id)? };
        let read = |row: Row| match Event::from_json(&row.event) {
            Ok(event) => Ok(Envelope { seq: row.seq, at: row.at, event }),
            Err(cause) => Err(StoreError::Event { seq: row.seq, cause }),
        };
        let events: Vec<Envelope> = rows.into_iter().map(read).collect::<Result<_, _>>()?;
        if events.is_empty() { Err(StoreError::NoSuchGame(id)) } else { Ok(events) }
    }

    fn proven_rows(&self, id: GameId) -> Result<Vec<Row>, StoreError> {
        let rows = check::rows_after(&self.connection, id, 0)?;
        let mut previous = GENESIS;
        for row in &rows {
            previous = row.link(&previous, id);
            if row.digest != Some(previous) {
                return Err(StoreError::Damaged(format!("event {} of game {id} is not what was recorded", row.seq)));
            }
        }
        Ok(rows)
    }

    fn old_rows(&self, id: GameId) -> Result<Vec<Row>, StoreError> {
        let statement = "SELECT seq, at, event, NULL FROM events WHERE game = ?1 ORDER BY seq";
        let mut statement = self.connection.prepare_cached(statement)?;
        let rows = statement.query_map([id], |row| check::read_row(row, 0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Reads a game and folds its events.
    ///
    /// # Errors
    /// As [`Store::events`]; a sequence of events that the fold refuses.
    pub fn load(&self, id: GameId) -> Result<Game, StoreError> {
        Ok(Game::replay(&self.events(id)?)?)
    }

    /// Takes a whole game over, as [`crate::import_json`] read it: all its events with their numbers and times, or none.
    ///
    /// # Errors
    /// Events that contradict each other; a disk that does not take them.
    pub fn import(&mut self, events: &[Envelope]) -> Result<(GameId, Game), StoreError> {
        self.check_writable()?;
        let game = Game::replay(events)?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let id = new_game(&transaction)?;
        insert_all(&transaction, id, events)?;
        transaction.commit()?;
        self.back_up(id);
        Ok((id, game))
    }

    /// Takes many games over, all of them or none; see [`Store::import`].
    ///
    /// # Errors
    /// As [`Store::import`].
    pub fn import_all<'a>(
        &mut self,
        games: impl IntoIterator<Item = &'a [Envelope]>,
    ) -> Result<Vec<GameId>, StoreError> {
        self.check_writable()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut ids = Vec::new();
        for events in games {
            Game::replay(events)?;
            let id = new_game(&transaction)?;
            insert_all(&transaction, id, events)?;
            ids.push(id);
        }
        transaction.commit()?;
        // The first backup of a session copies all games that it lacks; only then does one alone not do.
        self.backup = Backup::of(&self.path);
        ids.last().copied().into_iter().for_each(|id| self.back_up(id));
        Ok(ids)
    }

    /// Makes a new file of a game that was exported: all of it is there or no file.
    ///
    /// # Errors
    /// As [`Store::create`] and [`Store::import`].
    pub fn create_from(path: &Path, events: &[Envelope]) -> Result<(Store, GameId, Game), StoreError> {
        let game = Game::replay(events)?;
        Store::make_with(path, |transaction| {
            let id = new_game(transaction)?;
            insert_all(transaction, id, events)?;
            Ok((id, game))
        })
    }

    /// Reads all games, the first begun first. Those that this program does not understand are named apart, with the reason.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn load_all(&self) -> Result<AllGames, StoreError> {
        let mut all = AllGames::default();
        let mut ids: Vec<GameId> = self.games()?.into_iter().map(|game| game.id).collect();
        ids.sort_unstable();
        for id in ids {
            match self.load(id) {
                Ok(game) => all.games.push((id, game)),
                Err(error) => all.unread.push((id, error)),
            }
        }
        Ok(all)
    }

    /// The keys of the pictures that any event of any game names, also one that was taken back or corrected since. `None`
    /// where a damaged or an older file of this name was put aside: its events may name others.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn pictures(&self) -> Result<Option<BTreeSet<String>>, StoreError> {
        if aside::is_any(&self.path)? {
            return Ok(None);
        }
        // By their text, so that the events of a newer program count as well.
        let mut statement = self.connection.prepare(
            "SELECT DISTINCT tree.value FROM events, json_tree(events.event) AS tree
             WHERE tree.key = 'picture' AND tree.type = 'text'",
        )?;
        let keys = statement.query_map([], |row| row.get(0))?;
        Ok(Some(keys.collect::<rusqlite::Result<_>>()?))
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
        self.connection.execute(SET_SETTING, [key, value])?;
        Ok(())
    }

    /// A file of version 1 that could not be brought up to date may only be read.
    const fn check_writable(&self) -> Result<(), StoreError> {
        if self.chained { Ok(()) } else { Err(StoreError::ReadOnly) }
    }
}

fn has_games(connection: &Connection) -> Result<bool, StoreError> {
    Ok(connection.query_row("SELECT EXISTS (SELECT 1 FROM games)", [], |row| row.get(0))?)
}

fn begin(transaction: &Transaction, started: Event, now: u64) -> Result<(GameId, Game), StoreError> {
    let first = Envelope { seq: 1, at: now, event: started };
    let game = Game::start(&first)?;
    let id = new_game(transaction)?;
    insert(transaction, id, &Head { seq: 0, digest: GENESIS }, &first)?;
    Ok((id, game))
}

fn new_game(transaction: &Transaction) -> Result<GameId, StoreError> {
    transaction.execute("INSERT INTO games DEFAULT VALUES", [])?;
    GameId::try_from(transaction.last_insert_rowid()).map_err(|_| StoreError::Full)
}

fn insert_all(transaction: &Transaction, id: GameId, events: &[Envelope]) -> Result<(), StoreError> {
    let mut head = Head { seq: 0, digest: GENESIS };
    for envelope in events {
        head = insert(transaction, id, &head, envelope)?;
    }
    Ok(())
}

/// Puts an event behind the last one.
fn insert(connection: &Connection, id: GameId, head: &Head, envelope: &Envelope) -> Result<Head, StoreError> {
    let row = Row { seq: envelope.seq, at: envelope.at, event: envelope.event.to_json(), digest: None };
    let digest = row.link(&head.digest, id);
    insert_row(connection, id, &row, &digest)?;
    Ok(Head { seq: row.seq, digest })
}

fn insert_row(connection: &Connection, id: GameId, row: &Row, digest: &Digest) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO events (game, seq, at, event) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id, sql_integer(row.seq)?, sql_integer(row.at)?, row.event])?;
    schema::insert_digest(connection, id, row.seq, digest)
}

/// SQLite's integers have a sign.
fn sql_integer(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError::Full)
}
