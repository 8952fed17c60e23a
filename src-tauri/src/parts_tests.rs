use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use table::{Claim, Origin, Settings};
use vision::Picture;

/// There is one practice folder a process: tests that practise take turns.
static PRACTISING: Mutex<Option<()>> = Mutex::new(None);

fn new_game() -> Intent {
    let players = ["하늘", "보미", "아라"].map(str::to_owned).to_vec();
    Intent::NewGame { players, first_dealer: Some(0), rules: Vec::new(), sticks: true }
}

#[test]
fn a_game_is_there_again_after_the_window_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    let first = Parts::new(folder.path().join("data"), Places::default());
    assert!(first.view().unwrap().game.is_none());
    let shown = first.dispatch(new_game()).unwrap();
    drop(first);
    assert_eq!(Parts::new(folder.path().join("data"), Places::default()).view().unwrap(), shown);
}

#[test]
fn a_practice_game_leaves_the_real_one_as_it_was() {
    let _turn = locked(&PRACTISING);
    let folder = tempfile::tempdir().unwrap();
    let parts = Parts::new(folder.path().to_owned(), Places::default());
    let real = parts.dispatch(new_game()).unwrap();
    let practice = parts.practise(Some(["A", "B", "C"].map(str::to_owned).to_vec())).unwrap();
    assert!(practice.practice);
    let seq = practice.game.unwrap().seq;
    parts.dispatch(Intent::SetDora { seq, tile: "5".into() }).unwrap();
    let settings = Settings { sticks: false, ..real.settings.clone() };
    parts.dispatch(Intent::SetSettings { settings: settings.clone() }).unwrap();
    let after = parts.practise(None).unwrap();
    assert_eq!((after.game, after.games.len()), (real.game, 1));
    assert_eq!((after.practice, after.settings), (false, settings));
    assert!(!practice_folder().exists());
}

#[test]
fn practice_is_over_even_if_the_disk_does_not_take_the_settings() {
    let _turn = locked(&PRACTISING);
    let folder = tempfile::tempdir().unwrap();
    let parts = Parts::new(folder.path().to_owned(), Places::default());
    let real = parts.dispatch(new_game()).unwrap();
    parts.practise(Some(["A", "B", "C"].map(str::to_owned).to_vec())).unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'full'); END";
    rusqlite::Connection::open(folder.path().join(GAMES)).unwrap().execute_batch(full).unwrap();
    assert_eq!(parts.practise(None).unwrap(), real);
}

#[test]
fn the_picture_of_a_recorded_hand_stays_for_ever_and_one_of_none_for_a_while() {
    let _turn = locked(&PRACTISING);
    let folder = tempfile::tempdir().unwrap();
    let parts = Parts::new(folder.path().to_owned(), Places::default());
    let pictures = [table::SAMPLE_PICTURE, include_bytes!("../../tests/golden/empty.jpg")];
    let [recorded, unrecorded] =
        pictures.map(|file| parts.pictures().keep(&Picture::from_bytes(file).unwrap()).unwrap());
    let seq = parts.dispatch(new_game()).unwrap().game.unwrap().seq;
    let tiles = ["2", "3", "4", "5", "5", "5r"].map(str::to_owned).to_vec();
    let origin = Origin::Camera { picture: Some(recorded.clone()), certainty: 0.98, corrected: 0 };
    let winner = Claim { seat: 0, tiles, origin, own_discard: false };
    parts.dispatch(Intent::EndHand { seq, end: HandEnd::Tsumo { winner } }).unwrap();
    let later = SystemTime::now() + Duration::from_secs(30 * 24 * 60 * 60);
    parts.practise(Some(["A", "B", "C"].map(str::to_owned).to_vec())).unwrap();
    parts.prune_pictures(later).unwrap();
    parts.practise(None).unwrap();
    assert!(parts.kept_picture(&recorded).is_ok(), "not even during practice");
    assert_eq!(parts.kept_picture(&unrecorded).unwrap_err().code, "picture_not_kept");
}

#[test]
fn a_panic_costs_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let parts = Parts::new(folder.path().to_owned(), Places::default());
    let shown = parts.dispatch(new_game()).unwrap();
    let panicked = catch_unwind(AssertUnwindSafe(|| parts.with_table::<()>(|_| panic!("on purpose"))));
    assert!(panicked.is_err());
    assert_eq!(parts.view().unwrap(), shown);
}

#[test]
fn a_second_window_cannot_record_on_a_state_that_the_first_has_left() {
    let folder = tempfile::tempdir().unwrap();
    let first = Parts::new(folder.path().to_owned(), Places::default());
    let seq = first.dispatch(new_game()).unwrap().game.unwrap().seq;
    let second = Parts::new(folder.path().to_owned(), Places::default());
    second.view().unwrap();
    let shown = first.dispatch(Intent::SetDora { seq, tile: "3".into() }).unwrap();
    let refused = second.dispatch(Intent::SetDora { seq, tile: "5".into() }).unwrap_err();
    assert_eq!(refused.code, "stale");
    assert_eq!(second.view().unwrap().game, shown.game);
}

#[test]
fn an_export_never_replaces_a_file_and_goes_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let parts = Parts::new(
        folder.path().join("data"),
        Places { downloads: Some(folder.path().join("downloads")), ..Places::default() },
    );
    let first = parts.save_export(7, "txt", "하늘 47").unwrap();
    let second = parts.save_export(7, "txt", "さくら 33").unwrap();
    assert_ne!(first, second);
    assert_eq!(std::fs::read_to_string(first).unwrap(), "하늘 47");
    assert!(parts.save_export(7, "../sh", "").is_err());
    assert_eq!(std::fs::read_dir(folder.path().join("downloads")).unwrap().count(), 2);
}

#[test]
fn a_file_that_is_no_database_is_a_failure_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(GAMES), "not a database, whatever its name says").unwrap();
    let parts = Parts::new(folder.path().to_owned(), Places::default());
    assert!(parts.view().is_err());
    let text = std::fs::read_to_string(folder.path().join(GAMES)).unwrap();
    assert_eq!(text, "not a database, whatever its name says");
}
