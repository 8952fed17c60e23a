//! What only happens inside: a disk that is full, a file that may only be read, a file of version 1.

use super::*;
use rules::Ruleset;

fn started() -> Event {
    let players = ["하늘", "さくら", "Bo"].map(|name| crate::PlayerName::new(name).expect("a name")).to_vec();
    Event::GameStarted { format: 1, players, first_dealer: 0, ruleset: Ruleset::default(), sticks: true }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_full_disk_is_named_and_nothing_is_recorded_by_half() {
    let folder = folder();
    let path = folder.path().join("g");
    let (mut store, id, mut game) = Store::create_with(&path, started(), 0).expect("a game");
    let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).expect("pages");
    store.connection.pragma_update(None, "max_page_count", pages).expect("no room for more");
    let mut recorded = 1;
    let error = loop {
        let before = game.clone();
        match store.append(id, &mut game, Event::FalseWin { offender: 0 }, 1) {
            Ok(()) => recorded += 1,
            Err(error) => {
                assert_eq!(game, before);
                break error;
            }
        }
    };
    assert_eq!(error.code(), "disk_full");
    assert_eq!(store.events(id).expect("events").len(), recorded);
    drop(store);
    let mut store = Store::open(&path).expect("there is room again");
    assert_eq!(store.load(id).expect("the game"), game);
    store.append(id, &mut game, Event::Draw {}, 1).expect("the evening goes on");
}

#[test]
fn a_backup_that_cannot_be_made_is_reported_and_costs_no_hand() {
    let folder = folder();
    let path = folder.path().join("g");
    fs::create_dir(backup::path_of(&path)).expect("a folder in the way");
    let (mut store, id, mut game) = Store::create_with(&path, started(), 0).expect("a game");
    store.append(id, &mut game, Event::Draw {}, 1).expect("recorded");
    assert!(store.finish_backup().is_some());
    fs::remove_dir(backup::path_of(&path)).expect("out of the way");
    store.append(id, &mut game, Event::Draw {}, 1).expect("recorded");
    assert!(store.finish_backup().is_none());
    assert!(recovery::has_backup(&path));
}

#[test]
fn every_picture_that_an_event_names_is_known_also_when_the_hand_was_taken_back() {
    let folder = folder();
    let path = folder.path().join("g");
    let (mut store, id, mut game) = Store::create_with(&path, started(), 0).expect("a game");
    let read = |key: &str| crate::Reading { picture: Some(key.to_owned()), ..crate::Reading::default() };
    let winner = |origin| crate::Winner { seat: 0, hand: crate::SixTiles::parse("234555r").expect("six"), origin };
    let mut record = |event| store.append(id, &mut game, event, 1).expect("recorded");
    record(Event::Tsumo { winner: winner(crate::Origin::Camera(read("taken back"))) });
    record(Event::Undone {});
    record(Event::Ron { discarder: 1, winners: vec![winner(crate::Origin::Photo(read("corrected")))] });
    let end = crate::CorrectedEnd::Tsumo { winner: winner(crate::Origin::Photo(read("right"))) };
    record(Event::HandCorrected { of: 4, dora: None, end, drops: Vec::new() });
    let known = store.pictures().expect("read").expect("nothing was put aside");
    assert_eq!(known.into_iter().collect::<Vec<_>>(), ["corrected", "right", "taken back"]);
    fs::write(folder.path().join("g.damaged-1"), "who knows what it named").expect("written");
    assert_eq!(store.pictures().expect("read"), None);
}

#[test]
fn a_file_that_may_only_be_read_can_be_looked_at() {
    let folder = folder();
    let path = folder.path().join("g");
    let (mut store, id, mut game) = Store::create_with(&path, started(), 0).expect("a game");
    store.connection.pragma_update(None, "query_only", true).expect("as a file without write permission");
    let before = game.clone();
    let refused = store.append(id, &mut game, Event::Draw {}, 1).expect_err("refused");
    assert_eq!((refused.code(), &game), ("file_read_only", &before));
    assert_eq!(store.load(id).expect("the game"), game);
}

/// A file as the first version of this program made it.
fn of_version_1(path: &Path, events: &[Event]) {
    let connection = Connection::open(path).expect("a file");
    connection.execute_batch(schema::VERSION_1).expect("its tables");
    connection.pragma_update(None, "application_id", schema::APPLICATION_ID).expect("its mark");
    connection.pragma_update(None, "user_version", 1).expect("its version");
    connection.execute("INSERT INTO games DEFAULT VALUES", []).expect("a game");
    for (index, event) in events.iter().enumerate() {
        connection
            .execute("INSERT INTO events VALUES (1, ?1, 7, ?2)", params![index as i64 + 1, event.to_json()])
            .expect("an event");
    }
}

#[test]
fn a_file_of_version_1_is_brought_up_to_date_and_its_rows_stay() {
    let folder = folder();
    let path = folder.path().join("g");
    of_version_1(&path, &[started(), Event::Draw {}, Event::FalseWin { offender: 1 }]);
    let rows = |path: &Path| -> Vec<(i64, i64, String)> {
        let connection = Connection::open(path).expect("the file");
        let mut statement = connection.prepare("SELECT seq, at, event FROM events ORDER BY seq").expect("rows");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    };
    let before = rows(&path);
    let mut store = Store::open(&path).expect("brought up to date");
    assert_eq!(rows(&path), before);
    let mut game = store.load(1).expect("the game");
    assert_eq!(game.points(), [42, 36, 42]);
    store.append(1, &mut game, Event::Undone {}, 8).expect("it goes on");
    drop(store);
    assert!(Store::open(&path).expect("whole").recovery().is_none());
}

#[test]
fn an_event_of_a_newer_program_is_not_skipped() {
    let folder = folder();
    let path = folder.path().join("g");
    let (store, id, _) = Store::create_with(&path, started(), 0).expect("a game");
    let head = check::read_head(&store.connection, id).expect("readable").expect("a head");
    let row = Row { seq: 2, at: 0, event: r#"{"kind":"earthquake"}"#.to_owned(), digest: None };
    insert_row(&store.connection, id, &row, &row.link(&head.digest, id)).expect("as a newer program does");
    let store = Store::open(&path).expect("the file is whole");
    assert_eq!(store.load(id).expect_err("refused").code(), "unknown_event_kind");
}
