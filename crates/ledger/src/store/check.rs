//! Whether a file is whole: every event with its digest, every game with its end, nothing beside them.

use super::chain::{Digest, GENESIS, Head, Row, link};
use super::schema::SCHEMA_VERSION;
use super::{GameId, sql_integer};
use crate::store_error::StoreError;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::BTreeMap;

/// Reads every page and every event of the file.
///
/// # Errors
/// [`StoreError::Damaged`] with the first thing that is not as it must be.
pub(super) fn check(connection: &Connection, version: i32) -> Result<(), StoreError> {
    // One transaction, so that all of it is of one moment: another program may be recording meanwhile.
    let transaction = connection.unchecked_transaction()?;
    check_all(&transaction, version)?;
    Ok(transaction.commit()?)
}

fn check_all(connection: &Connection, version: i32) -> Result<(), StoreError> {
    let pages: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if pages != "ok" {
        return Err(StoreError::Damaged(pages));
    }
    if version == SCHEMA_VERSION { check_chains(connection) } else { Ok(()) }
}

fn check_chains(connection: &Connection) -> Result<(), StoreError> {
    let damaged =
        |game: GameId, seq: u64, what: &str| Err(StoreError::Damaged(format!("event {seq} of game {game} {what}")));
    let mut ends: BTreeMap<GameId, Head> = BTreeMap::new();
    // Two scans side by side, each in the order in which its table lies: a join would look up every digest.
    let mut events = connection.prepare_cached("SELECT game, seq, at, event FROM events ORDER BY game, seq")?;
    let mut digests = connection.prepare_cached("SELECT game, seq, digest FROM digests ORDER BY game, seq")?;
    let (mut events, mut digests) = (events.query([])?, digests.query([])?);
    while let Some(row) = events.next()? {
        let (game, seq): (GameId, i64) = (row.get(0)?, row.get(1)?);
        let (at, seq) = (row.get::<_, i64>(2)?.unsigned_abs(), seq.unsigned_abs());
        let text = row.get_ref(3)?.as_str().map_err(|error| StoreError::Damaged(error.to_string()))?;
        let end = ends.entry(game).or_insert(Head { seq: 0, digest: GENESIS });
        if seq != end.seq + 1 {
            return damaged(game, end.seq + 1, "is missing");
        }
        let digest = link(&end.digest, game, seq, at, text);
        let Some(noted) = digests.next()? else { return damaged(game, seq, "was never recorded") };
        let noted: (GameId, i64, Digest) = (noted.get(0)?, noted.get(1)?, noted.get(2)?);
        if noted != (game, sql_integer(seq)?, digest) {
            return damaged(game, seq, "is not what was recorded");
        }
        *end = Head { seq, digest };
    }
    if digests.next()?.is_some() {
        return Err(StoreError::Damaged("events that were recorded are missing".to_owned()));
    }
    let last_game: Option<GameId> = connection
        .query_row("SELECT seq FROM sqlite_sequence WHERE name = 'games'", [], |row| row.get(0))
        .optional()?;
    for game in 1..=last_game.unwrap_or(0) {
        let head = read_head(connection, game)?;
        match (ends.remove(&game), head) {
            (Some(end), Some(head)) if end == head => {}
            // A game of which a recovery found nothing keeps its number.
            (None, None) if has_number(connection, game)? => {}
            (end, head) => {
                let seq = |end: Option<Head>| end.map_or(0, |end| end.seq);
                return damaged(game, seq(end).min(seq(head)) + 1, "is missing");
            }
        }
    }
    match ends.into_iter().next() {
        None => Ok(()),
        Some((game, _)) => damaged(game, 1, "belongs to no game"),
    }
}

fn has_number(connection: &Connection, game: GameId) -> Result<bool, StoreError> {
    let statement = "SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1)";
    Ok(connection.query_row(statement, [game], |row| row.get(0))?)
}

/// The columns `seq`, `at`, `event`, `digest` from this one on.
pub(super) fn read_row(row: &rusqlite::Row, first: usize) -> rusqlite::Result<Row> {
    Ok(Row {
        seq: row.get::<_, i64>(first)?.unsigned_abs(),
        at: row.get::<_, i64>(first + 1)?.unsigned_abs(),
        event: row.get(first + 2)?,
        digest: row.get::<_, Option<Digest>>(first + 3)?,
    })
}

/// Where a game's chain ends, as its head says.
pub(super) fn read_head(connection: &Connection, game: GameId) -> rusqlite::Result<Option<Head>> {
    connection
        .prepare_cached("SELECT seq, digest FROM heads WHERE game = ?1")?
        .query_row([game], |row| Ok(Head { seq: row.get::<_, i64>(0)?.unsigned_abs(), digest: row.get(1)? }))
        .optional()
}

/// A game's events after the one with this number, in order, with their digests.
pub(super) fn rows_after(connection: &Connection, game: GameId, seq: u64) -> Result<Vec<Row>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT events.seq, at, event, digest
         FROM events LEFT JOIN digests ON digests.game = events.game AND digests.seq = events.seq
         WHERE events.game = ?1 AND events.seq > ?2 ORDER BY events.seq",
    )?;
    let rows = statement.query_map(params![game, sql_integer(seq)?], |row| read_row(row, 0))?;
    Ok(rows.collect::<rusqlite::Result<Vec<Row>>>()?)
}

/// One event, wherever it can still be reached.
pub(super) fn row_at(connection: &Connection, game: GameId, seq: u64) -> Option<Row> {
    let event = "SELECT seq, at, event, NULL FROM events WHERE game = ?1 AND seq = ?2";
    let digest = "SELECT digest FROM digests WHERE game = ?1 AND seq = ?2";
    let key = params![game, sql_integer(seq).ok()?];
    // Asked apart: where one table cannot be read the other may still be.
    let mut row = connection.query_row(event, key, |row| read_row(row, 0)).ok()?;
    row.digest = connection.query_row(digest, key, |row| row.get(0)).ok();
    Some(row)
}
