//! The file: append-only, durable, and never the victim of a double click.

mod common;

use common::{dora, started, tsumo};
use ledger::{Event, Store, StoreError};
use rules::Ruleset;
use std::fs;
use std::path::PathBuf;

struct File {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

fn file() -> File {
    let folder = tempfile::tempdir().expect("a folder");
    File { path: folder.path().join("game.suzume"), _folder: folder }
}

fn code<T: std::fmt::Debug>(result: Result<T, StoreError>) -> &'static str {
    result.expect_err("an error").code()
}

#[test]
fn a_game_is_the_same_after_it_was_closed_and_opened() {
    let file = file();
    let mut store = Store::create(&file.path).expect("a new file");
    let (id, mut game) = store.begin(started(3, 1, Ruleset::default()), 5).expect("a game");
    for event in [dora("1r"), tsumo(2, "111789"), Event::Undone {}, Event::Redone {}, Event::Draw {}] {
        store.append(id, &mut game, event, 6).expect("recorded");
    }
    drop(store);
    let store = Store::open(&file.path).expect("the file");
    assert_eq!(store.load(id).expect("the game"), game);
    assert_eq!(store.games().expect("a list")[0].players, ["P0", "P1", "P2"]);
}

#[test]
fn two_confirmations_of_one_state_record_once() {
    let file = file();
    let mut first = Store::create(&file.path).expect("a new file");
    let (id, mut here) = first.begin(started(2, 0, Ruleset::default()), 0).expect("a game");
    let mut second = Store::open(&file.path).expect("a second window");
    let mut there = second.load(id).expect("the game");
    first.append(id, &mut here, tsumo(0, "111789"), 1).expect("the first");
    let before = there.clone();
    assert_eq!(code(second.append(id, &mut there, tsumo(0, "111789"), 1)), "stale");
    assert_eq!(there, before);
    assert_eq!(second.load(id).expect("the game"), here);
}

#[test]
fn two_programs_at_once_record_each_state_once() {
    let file = file();
    let (id, _) = Store::create(&file.path)
        .and_then(|mut store| store.begin(started(5, 0, Ruleset::default()), 0))
        .expect("a game");
    let recorded: usize = std::thread::scope(|scope| {
        let window = || {
            let mut store = Store::open(&file.path).expect("the file");
            let mut recorded = 0;
            for _ in 0..10 {
                let mut game = store.load(id).expect("the game");
                match store.append(id, &mut game, Event::Draw {}, 1) {
                    Ok(()) => recorded += 1,
                    Err(error) => assert!(["stale", "game_finished"].contains(&error.code()), "{error}"),
                }
            }
            recorded
        };
        let windows: Vec<_> = (0..3).map(|_| scope.spawn(window)).collect();
        windows.into_iter().map(|window| window.join().expect("no panic")).sum()
    });
    let events = Store::open(&file.path).expect("the file").events(id).expect("events");
    assert_eq!(events.len(), 1 + recorded);
    assert!(events.iter().enumerate().all(|(i, envelope)| envelope.seq == i as u64 + 1));
}

#[test]
fn a_file_is_whole_also_while_another_program_records() {
    let file = file();
    let (mut store, id, mut game) =
        Store::create_with(&file.path, started(5, 0, Ruleset::default()), 0).expect("a game");
    std::thread::scope(|scope| {
        let recording = scope.spawn(|| {
            for _ in 0..60 {
                store.append(id, &mut game, Event::FalseWin { offender: 0 }, 1).expect("recorded");
            }
        });
        while !recording.is_finished() {
            let store = Store::open(&file.path).expect("whole");
            assert_eq!(store.recovery(), None);
            store.load(id).expect("the game so far");
        }
    });
    assert_eq!(Store::open(&file.path).and_then(|store| store.events(id)).expect("events").len(), 61);
}

#[test]
fn a_refused_event_leaves_the_file_as_it_was() {
    let file = file();
    let mut store = Store::create(&file.path).expect("a new file");
    let (id, mut game) = store.begin(started(2, 0, Ruleset::default()), 0).expect("a game");
    let bytes = fs::read(&file.path).expect("bytes");
    assert_eq!(code(store.append(id, &mut game, tsumo(0, "124789"), 1)), "no_shape");
    assert_eq!(code(store.begin(started(6, 0, Ruleset::default()), 1)), "player_count");
    assert_eq!(fs::read(&file.path).expect("bytes"), bytes);
}

#[test]
fn the_ledger_cannot_be_rewritten_even_by_another_program() {
    let file = file();
    let mut store = Store::create(&file.path).expect("a new file");
    store.begin(started(2, 0, Ruleset::default()), 0).expect("a game");
    let other = rusqlite::Connection::open(&file.path).expect("another program");
    for statement in ["UPDATE events SET at = 9", "DELETE FROM events"] {
        let refused = other.execute(statement, []).expect_err("refused").to_string();
        assert!(refused.contains("append-only"), "{refused}");
    }
}

#[test]
fn files_that_are_none_of_ours_are_refused_and_left_alone() {
    let file = file();
    assert_eq!(code(Store::open(&file.path)), "file_missing");
    fs::write(&file.path, "a shopping list, long enough to hold a database's header ".repeat(20)).expect("written");
    let bytes = fs::read(&file.path).expect("bytes");
    assert_eq!(code(Store::open(&file.path)), "not_a_ledger");
    assert_eq!(code(Store::open_or_create(&file.path)), "not_a_ledger");
    assert_eq!(code(Store::create(&file.path)), "file_exists");
    assert_eq!(fs::read(&file.path).expect("bytes"), bytes);

    fs::remove_file(&file.path).expect("removed");
    rusqlite::Connection::open(&file.path).and_then(|c| c.execute_batch("CREATE TABLE t (a)")).expect("a database");
    assert_eq!(code(Store::open(&file.path)), "not_a_ledger");
}

#[test]
fn a_file_of_a_newer_program_is_refused() {
    let file = file();
    Store::create_with(&file.path, started(2, 0, Ruleset::default()), 0).expect("a game");
    let other = rusqlite::Connection::open(&file.path).expect("a newer program");
    other.pragma_update(None, "user_version", 3).expect("its version");
    other.execute("UPDATE settings SET value = '3' WHERE key = 'suzume.schema'", []).expect("its version again");
    drop(other);
    let bytes = fs::read(&file.path).expect("bytes");
    assert_eq!(code(Store::open(&file.path)), "file_too_new");
    assert_eq!(fs::read(&file.path).expect("bytes"), bytes, "left alone, also where there is a backup");
}

#[test]
fn a_file_that_a_crash_left_empty_is_made_anew() {
    let file = file();
    fs::write(&file.path, "").expect("an empty file");
    let mut store = Store::open_or_create(&file.path).expect("a store");
    store.begin(started(2, 0, Ruleset::default()), 0).expect("a game");
}

#[test]
fn what_a_killed_start_leaves_behind_is_used_by_the_next() {
    let tables = |path: &std::path::Path| drop(Store::create(path).expect("tables without a game"));
    let nothing = |path: &std::path::Path| fs::write(path, "").expect("an empty file");
    for leave in [&tables as &dyn Fn(&std::path::Path), &nothing] {
        let file = file();
        leave(&file.path);
        let (store, id, game) =
            Store::create_with(&file.path, started(2, 0, Ruleset::default()), 0).expect("a game all the same");
        assert_eq!(store.load(id).expect("the game"), game);
        assert_eq!(code(Store::create_with(&file.path, started(2, 0, Ruleset::default()), 0)), "file_exists");
    }
}

#[test]
fn a_start_that_cannot_be_leaves_no_file() {
    let file = file();
    assert_eq!(code(Store::create_with(&file.path, started(6, 0, Ruleset::default()), 0)), "player_count");
    assert!(!file.path.exists());
}

#[test]
fn a_second_program_that_holds_the_file_is_waited_for_and_then_named() {
    let file = file();
    let (mut store, id, mut game) =
        Store::create_with(&file.path, started(2, 0, Ruleset::default()), 0).expect("a game");
    let other = rusqlite::Connection::open(&file.path).expect("a second program");
    other.execute_batch("BEGIN EXCLUSIVE").expect("held");
    let before = game.clone();
    assert_eq!(code(store.append(id, &mut game, Event::Draw {}, 1)), "file_locked");
    assert_eq!(game, before);
    assert_eq!(code(Store::open(&file.path)), "file_locked");
    other.execute_batch("COMMIT").expect("let go");
    store.append(id, &mut game, Event::Draw {}, 1).expect("recorded once");
    assert_eq!(store.events(id).expect("events").len(), 2);
}

#[test]
fn settings_are_kept_and_replaced() {
    let file = file();
    let mut store = Store::create(&file.path).expect("a new file");
    assert_eq!(store.setting("language").expect("readable"), None);
    store.set_setting("language", "ja").expect("written");
    store.set_setting("language", "ko").expect("written");
    assert_eq!(store.setting("language").expect("readable").as_deref(), Some("ko"));
}
