//! What is done with a damaged file: the damaged one is kept, and a whole one with everything that can still be proven takes
//! its place.

use super::backup::{path_of, with_ending};
use super::chain::{Digest, GENESIS, Head, Row};
use super::check::{read_head, row_at};
use super::{GameId, SET_SETTING, aside, insert_row, schema};
use crate::store_error::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// What became of a file that was found damaged when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// What was wrong with it.
    pub damage: String,
    /// Where the damaged file was put. It is never deleted.
    pub kept: PathBuf,
    /// Every game of which anything was known.
    pub games: Vec<RecoveredGame>,
}

/// What became of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoveredGame {
    /// Its number; it stays the same.
    pub id: GameId,
    /// How many events are there again, from the first on; 0 if the game is lost.
    pub events: u64,
    /// How many of these came out of the backup, because the damaged file no longer held them.
    pub from_backup: u64,
    /// How many events at the end are known to have been recorded and are missing.
    pub missing: u64,
}

impl Recovery {
    /// A stable code for programs.
    pub const CODE: &'static str = "damaged_recovered";

    /// How many events are known to be missing, of all games.
    pub fn missing(&self) -> u64 {
        self.games.iter().map(|game| game.missing).sum()
    }

    /// How many events came out of the backup, of all games.
    pub fn from_backup(&self) -> u64 {
        self.games.iter().map(|game| game.from_backup).sum()
    }
}

impl std::fmt::Display for Recovery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the file was damaged ({}) and is kept as {}; ", self.damage, self.kept.display())?;
        let events: u64 = self.games.iter().map(|game| game.events).sum();
        write!(f, "{events} events are there again, {} of them from the backup, ", self.from_backup())?;
        match self.missing() {
            0 => f.write_str("none is known to be missing"),
            missing => write!(f, "{missing} are missing: look at the last hands"),
        }
    }
}

/// The files that may still hold events: the damaged one and its backup, each as far as it opens at all.
struct Sources {
    damaged: Option<Connection>,
    backup: Option<Connection>,
}

/// A game as far as it can be proven.
#[derive(Default)]
struct Salvage {
    rows: Vec<(Row, Digest)>,
    from_backup: u64,
    /// How many more were recorded.
    missing: u64,
}

/// Puts a whole file in the place of a damaged one.
///
/// # Errors
/// [`StoreError::Damaged`] if neither the file nor its backup holds a single event: the file stays as it is then. A disk that
/// does not take the new file.
pub(super) fn recover(path: &Path, damage: String) -> Result<Recovery, StoreError> {
    let sources = Sources { damaged: schema::connect(path).ok(), backup: open_backup(path) };
    let mut salvaged: BTreeMap<GameId, Salvage> = BTreeMap::new();
    for game in 1..=sources.last_game() {
        let salvage = sources.salvage(game);
        if !salvage.rows.is_empty() || salvage.missing > 0 {
            salvaged.insert(game, salvage);
        }
    }
    if salvaged.values().all(|game| game.rows.is_empty()) {
        return Err(StoreError::Damaged(damage));
    }
    let fresh = with_ending(path, ".recovering");
    File::create(&fresh).map_err(|cause| StoreError::file(&fresh, &cause))?;
    write(&fresh, &salvaged, &sources.settings())?;
    drop(sources);
    let kept = aside::copy_aside(path, aside::DAMAGED)?;
    aside::move_journal(path, &kept)?;
    fs::rename(&fresh, path).map_err(|cause| StoreError::file(path, &cause))?;
    sync_folder(path);
    let games = salvaged.into_iter().map(|(id, game)| RecoveredGame {
        id,
        events: game.rows.len() as u64,
        from_backup: game.from_backup,
        missing: game.missing,
    });
    Ok(Recovery { damage, kept, games: games.collect() })
}

/// The backup, if there is one that opens. It need not be whole: every row of it has to be proven as well.
fn open_backup(path: &Path) -> Option<Connection> {
    let path = path_of(path);
    let connection = schema::connect(&path).ok()?;
    let version = schema::version(&connection, &path).ok()?;
    (version == schema::SCHEMA_VERSION).then_some(connection)
}

/// Whether there is a backup with at least one game in it.
pub(super) fn has_backup(path: &Path) -> bool {
    open_backup(path).is_some_and(|backup| last_game(&backup) > 0)
}

fn last_game(connection: &Connection) -> GameId {
    // Any of these may be what is damaged.
    ["SELECT max(game) FROM heads", "SELECT max(game) FROM events", "SELECT max(id) FROM games"]
        .iter()
        .filter_map(|statement| connection.query_row(statement, [], |row| row.get::<_, Option<GameId>>(0)).ok()?)
        .max()
        .unwrap_or(0)
        .min(MOST_GAMES)
}

/// More games than anybody plays: a damaged number must not keep the salvage busy for hours.
const MOST_GAMES: GameId = 100_000;

impl Sources {
    fn last_game(&self) -> GameId {
        self.both().map(last_game).max().unwrap_or(0)
    }

    fn both(&self) -> impl Iterator<Item = &Connection> {
        self.damaged.iter().chain(&self.backup)
    }

    /// Takes events from either file as long as each one continues the chain.
    fn salvage(&self, game: GameId) -> Salvage {
        let mut salvage = Salvage::default();
        let mut previous = GENESIS;
        for seq in 1.. {
            let at = |file: &Option<Connection>| file.as_ref().and_then(|file| row_at(file, game, seq));
            let own = at(&self.damaged).map(|row| (row, false));
            let copied = at(&self.backup).map(|row| (row, true));
            let proven = own.into_iter().chain(copied).find_map(|(row, from_backup)| {
                let digest = row.link(&previous, game);
                self.is_proven(game, &row, &digest).then_some((row, digest, from_backup))
            });
            let Some((row, digest, from_backup)) = proven else { break };
            salvage.from_backup += u64::from(from_backup);
            salvage.rows.push((row, digest));
            previous = digest;
        }
        let followed = salvage.rows.len() as u64;
        let known = self.both().map(|file| Traces::of(file, game).events(followed, &previous)).max();
        salvage.missing = known.unwrap_or(0).saturating_sub(followed);
        salvage
    }

    /// Whether the row is what was recorded: its digest says so or, where that is damaged, the game's head or the next row.
    fn is_proven(&self, game: GameId, row: &Row, digest: &Digest) -> bool {
        let is_head = |head: Head| head.seq == row.seq && head.digest == *digest;
        row.digest.as_ref() == Some(digest)
            || self.both().filter_map(|file| read_head(file, game).ok()?).any(is_head)
            || self
                .both()
                .filter_map(|file| row_at(file, game, row.seq + 1))
                .any(|next| next.digest == Some(next.link(digest, game)))
    }

    /// The settings of the damaged file, else those of the backup.
    fn settings(&self) -> Vec<(String, String)> {
        self.both().find_map(|file| settings(file).ok()).unwrap_or_default()
    }
}

fn settings(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let mut statement = connection.prepare("SELECT key, value FROM settings")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// What a file still tells of a game, besides its events themselves. Any one of these may be what is damaged.
struct Traces {
    head: Option<Head>,
    /// The larger of the numbers of its events and of its digests. Counted, because a number within a row may be damaged.
    rows: u64,
    /// How many of the four tables know the game.
    known_to: u32,
    /// How many of the four tables cannot be read.
    unreadable: u32,
}

impl Traces {
    fn of(file: &Connection, game: GameId) -> Traces {
        let count = |statement| file.query_row(statement, [game], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
        let head = read_head(file, game);
        let counts = [
            count("SELECT count(*) FROM games WHERE id = ?1"),
            count("SELECT count(*) FROM events WHERE game = ?1"),
            count("SELECT count(*) FROM digests WHERE game = ?1"),
            head.as_ref().map(|head| u64::from(head.is_some())).map_err(|_| rusqlite::Error::InvalidQuery),
        ];
        let counted = |index: usize| counts[index].as_ref().copied().unwrap_or(0);
        Traces {
            rows: counted(1).max(counted(2)),
            known_to: counts.iter().filter(|count| count.as_ref().is_ok_and(|count| *count > 0)).count() as u32,
            unreadable: counts.iter().filter(|count| count.is_err()).count() as u32,
            head: head.ok().flatten(),
        }
    }

    /// Whether there was such a game. A single trace of it, where all others are there to be asked, is a damaged number of
    /// another game's.
    const fn is_game(&self) -> bool {
        self.known_to > 1 || (self.known_to == 1 && self.unreadable > 0)
    }

    /// How many events were recorded, if the chain could be followed up to this digest and this many.
    fn events(&self, followed: u64, last: &Digest) -> u64 {
        match self.head {
            _ if !self.is_game() => 0,
            // The end itself was reached, whatever its number says.
            Some(head) if head.digest == *last => followed,
            Some(head) => head.seq.max(self.rows),
            None => self.rows,
        }
    }
}

fn write(path: &Path, games: &BTreeMap<GameId, Salvage>, settings: &[(String, String)]) -> Result<(), StoreError> {
    let mut connection = schema::connect(path)?;
    schema::initialise(&mut connection, path)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (key, value) in settings {
        transaction.execute(SET_SETTING, [key, value])?;
    }
    schema::note_version(&transaction)?;
    // Every number up to the last game's, so that a lost game's is not given to another.
    for game in 1..=games.keys().copied().max().unwrap_or(0) {
        transaction.execute("INSERT INTO games (id) VALUES (?1)", [game])?;
    }
    for (&game, salvage) in games {
        for (row, digest) in &salvage.rows {
            insert_row(&transaction, game, row, digest)?;
        }
    }
    transaction.commit()?;
    Ok(())
}

/// Brings a rename onto the disk, where the system can sync a folder at all.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
