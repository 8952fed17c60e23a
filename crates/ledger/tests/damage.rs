//! A damaged file: it is kept, the game is there again, and what is missing is said.
//!
//! `SUZUME_FLIPS` and `SUZUME_SEED` flip more and other bits than `cargo test` does.

mod common;

use common::{dora, ron, started, tsumo};
use ledger::{Envelope, Event, Store};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::Ruleset;
use std::fs;
use std::path::{Path, PathBuf};

/// A file with two games, and its events as they were recorded.
struct Evening {
    folder: tempfile::TempDir,
    recorded: Vec<Vec<Envelope>>,
}

impl Evening {
    fn new() -> Evening {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("evening");
        let mut store = Store::create(&path).expect("a new file");
        let mut recorded = Vec::new();
        for players in [3, 5] {
            let (id, mut game) = store.begin(started(players, 0, Ruleset::default()), 1).expect("a game");
            for hand in 0..10u8 {
                store.append(id, &mut game, dora("5"), 2).expect("recorded");
                let end = match hand % 3 {
                    0 => tsumo(hand % 3, "111789"),
                    1 => ron(0, 1, "234555r"),
                    _ => Event::Draw {},
                };
                store.append(id, &mut game, end, 3).expect("recorded");
            }
            recorded.push(store.events(id).expect("events"));
        }
        Evening { folder, recorded }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("evening")
    }

    /// The same file and its backup in a new folder, to be damaged.
    fn copy(&self) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["evening", "evening.backup"] {
            fs::copy(self.folder.path().join(name), folder.path().join(name)).expect("copied");
        }
        let path = folder.path().join("evening");
        (folder, path)
    }

    /// Opens a damaged file: whatever happened to it, every event is there or is said to be missing, nothing else is there,
    /// and the next opening finds a whole file.
    fn assert_nothing_is_dropped_silently(&self, path: &Path, what: &str) {
        let damaged = fs::read(path).expect("bytes");
        let store = Store::open(path).unwrap_or_else(|error| panic!("{what}: {error}"));
        for (index, recorded) in self.recorded.iter().enumerate() {
            let id = index as u32 + 1;
            let missing = store
                .recovery()
                .and_then(|recovery| recovery.games.iter().find(|game| game.id == id))
                .map_or(0, |game| game.missing);
            let found = store.events(id).unwrap_or_default();
            assert_eq!(found.len() as u64 + missing, recorded.len() as u64, "{what}: game {id}");
            assert_eq!(found, recorded[..found.len()], "{what}: game {id}");
        }
        if let Some(recovery) = store.recovery() {
            assert_eq!(fs::read(&recovery.kept).expect("the damaged file"), damaged, "{what}: it is kept");
        }
        drop(store);
        assert!(Store::open(path).expect("whole").recovery().is_none(), "{what}: once is enough");
    }
}

#[test]
fn a_flipped_bit_anywhere_is_harmless_or_found_and_mended() {
    let evening = Evening::new();
    let size = fs::metadata(evening.path()).expect("the file").len() as usize;
    let number = |name: &str, otherwise| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let flips: u32 = number("SUZUME_FLIPS", 120);
    let mut random = StdRng::seed_from_u64(number("SUZUME_SEED", 4).into());
    let mut recovered = 0_u32;
    for _ in 0..flips {
        let (at, bit) = (random.random_range(0..size), random.random_range(0..8));
        let (_folder, path) = evening.copy();
        let mut bytes = fs::read(&path).expect("bytes");
        bytes[at] ^= 1 << bit;
        fs::write(&path, bytes).expect("damaged");
        evening.assert_nothing_is_dropped_silently(&path, &format!("bit {bit} of byte {at}"));
        recovered += u32::from(fs::read_dir(_folder.path()).expect("files").count() > 2);
    }
    // Most of a small file is room for later events.
    println!("{recovered} of {flips} flips hit something");
    assert!(
        recovered > flips / 10,
        "only {recovered} of {flips} flips hit anything: the test looks in the wrong place"
    );
}

#[test]
fn the_first_bytes_of_the_file_are_no_exception() {
    let evening = Evening::new();
    for at in (0..100).step_by(3) {
        let (_folder, path) = evening.copy();
        let mut bytes = fs::read(&path).expect("bytes");
        bytes[at] ^= 0x10;
        fs::write(&path, bytes).expect("damaged");
        evening.assert_nothing_is_dropped_silently(&path, &format!("byte {at} of the header"));
    }
}

#[test]
fn a_truncated_file_is_mended_from_the_backup() {
    let evening = Evening::new();
    let size = fs::metadata(evening.path()).expect("the file").len();
    for length in [0, 1, 99, 100, 511, 512, 4096, size / 2, size / 2 + 1, size - 4096, size - 1] {
        let (_folder, path) = evening.copy();
        fs::File::options().write(true).open(&path).and_then(|file| file.set_len(length)).expect("truncated");
        evening.assert_nothing_is_dropped_silently(&path, &format!("the first {length} bytes"));
    }
}

#[test]
fn an_overwritten_page_is_mended_from_the_backup() {
    let evening = Evening::new();
    let size = fs::metadata(evening.path()).expect("the file").len() as usize;
    for page in 0..size / 4096 {
        let (_folder, path) = evening.copy();
        let mut bytes = fs::read(&path).expect("bytes");
        bytes[page * 4096..(page + 1) * 4096].fill(0);
        fs::write(&path, bytes).expect("damaged");
        evening.assert_nothing_is_dropped_silently(&path, &format!("page {page}"));
    }
}

#[test]
fn without_a_backup_everything_before_the_damage_is_there_and_the_rest_is_said_to_be_missing() {
    let evening = Evening::new();
    let (folder, path) = evening.copy();
    fs::remove_file(folder.path().join("evening.backup")).expect("no backup");
    let other = rusqlite::Connection::open(&path).expect("another program");
    other
        .execute_batch("DROP TRIGGER events_are_never_changed; UPDATE events SET at = 9 WHERE game = 2 AND seq = 8")
        .expect("changed");
    drop(other);
    let store = Store::open(&path).expect("recovered");
    let recovery = store.recovery().expect("it says so");
    assert_eq!(recovery.games.iter().map(|game| (game.events, game.missing)).collect::<Vec<_>>(), [(21, 0), (7, 14)]);
    assert_eq!((recovery.from_backup(), recovery.missing()), (0, 14));
    assert_eq!(store.events(2).expect("events"), evening.recorded[1][..7]);
}

#[test]
fn the_last_events_cannot_vanish_unnoticed() {
    let evening = Evening::new();
    let (_folder, path) = evening.copy();
    let other = rusqlite::Connection::open(&path).expect("another program");
    other
        .execute_batch(
            "DROP TRIGGER events_are_never_deleted; DROP TRIGGER digests_are_never_deleted;
             DELETE FROM digests WHERE game = 1 AND seq > 15; DELETE FROM events WHERE game = 1 AND seq > 15",
        )
        .expect("deleted");
    drop(other);
    let store = Store::open(&path).expect("recovered");
    assert_eq!(store.recovery().expect("it says so").from_backup(), 6);
    assert_eq!(store.events(1).expect("events"), evening.recorded[0]);
}

#[test]
fn a_damaged_file_of_which_nothing_is_left_stays_as_it_is() {
    let evening = Evening::new();
    let (folder, path) = evening.copy();
    fs::remove_file(folder.path().join("evening.backup")).expect("no backup");
    let mut bytes = fs::read(&path).expect("bytes");
    bytes[200..].fill(7);
    fs::write(&path, &bytes).expect("damaged");
    assert_eq!(Store::open(&path).expect_err("lost").code(), "file_damaged");
    assert_eq!(fs::read(&path).expect("bytes"), bytes);
    assert_eq!(Store::create(&path).expect_err("not to be written over").code(), "file_exists");
}

#[test]
fn a_damaged_backup_or_that_of_another_game_is_kept_and_made_anew() {
    let evening = Evening::new();
    for (content, reason) in [(b"not a database".to_vec(), "damaged"), (other_ledger(), "old")] {
        let (folder, path) = evening.copy();
        let backup = folder.path().join("evening.backup");
        fs::write(&backup, &content).expect("another backup");
        let mut store = Store::open(&path).expect("whole");
        let mut game = store.load(1).expect("the game");
        store.append(1, &mut game, Event::Draw {}, 9).expect("recorded");
        assert!(store.finish_backup().is_none());
        let kept = fs::read(folder.path().join(format!("evening.backup.{reason}-1"))).expect("it is kept");
        assert_eq!(kept, content);
        assert_eq!(Store::open(&backup).expect("a whole backup").load(1).expect("the game"), game);
    }
}

fn other_ledger() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other");
    drop(Store::create_with(&path, started(2, 1, Ruleset::default()), 77).expect("a game"));
    fs::read(path).expect("bytes")
}

/// Both files at once: each event comes from wherever it can still be proven.
#[test]
fn damage_in_the_file_and_in_its_backup_is_mended_from_both() {
    let evening = Evening::new();
    let (folder, path) = evening.copy();
    let spoil = |path: &Path, game: u32, seq: u32| {
        let other = rusqlite::Connection::open(path).expect("another program");
        let update = format!("UPDATE events SET at = 9 WHERE game = {game} AND seq = {seq}");
        other.execute_batch("DROP TRIGGER IF EXISTS events_are_never_changed").expect("no trigger");
        other.execute_batch(&update).expect("spoiled");
    };
    spoil(&path, 1, 5);
    spoil(&folder.path().join("evening.backup"), 1, 9);
    let store = Store::open(&path).expect("recovered");
    assert_eq!(store.recovery().expect("it says so").from_backup(), 1);
    assert_eq!(store.events(1).expect("events"), evening.recorded[0]);
    assert_eq!(store.events(2).expect("events"), evening.recorded[1]);
}
