//! The odd cases, where a group would argue.

mod common;

use common::{apply, dora, game, game_with, ron, started, tsumo, winner};
use ledger::{Event, Happening, NameError, PlayerName, Refusal, Store};
use rules::{Ruleset, Wind};

/// 111 and 789 with chanta: 5 points, 7 for the dealer.
const FIVE: &str = "111789";
/// Super Red: 23 points, 25 for the dealer.
const SUPER_RED: &str = "1r2r3rccc";

fn rons(discarder: u8, winners: &[(u8, &str)]) -> Event {
    Event::Ron { discarder, winners: winners.iter().map(|(seat, hand)| winner(*seat, hand)).collect() }
}

#[test]
fn several_rons_the_later_winner_gets_what_is_left() {
    let mut game = game(3, 0);
    apply(&mut game, ron(1, 2, SUPER_RED)).expect("seat 1 has 17 left");
    // Both are All Green: 4 + 10 and 3 + 10. The discard is the third normal 2, which both hands hold.
    apply(&mut game, rons(1, &[(0, "222ggg"), (2, "234888")])).expect("two wins");
    let line = game.log().last().expect("a line");
    let paid: Vec<_> = line.payments.iter().map(|p| (p.to.index(), p.due, p.paid)).collect();
    assert_eq!(paid, [(2, 13, 13), (0, 14, 4)], "seat 2 sits right of the discarder and is paid in full");
    assert_eq!(game.points(), [44, 0, 76]);
}

#[test]
fn with_nearest_only_the_others_are_remembered_and_paid_nothing() {
    let mut ruleset = Ruleset::default();
    ruleset.set("multiple_ron", "nearest_only").expect("a house rule");
    let mut game = game_with(4, 0, ruleset);
    apply(&mut game, rons(3, &[(2, "777rggg"), (0, FIVE)])).expect("two claims");
    let line = &game.log()[0];
    let wins: Vec<_> = line.wins.iter().map(|win| (win.seat.index(), win.head_bumped)).collect();
    assert_eq!(wins, [(0, false), (2, true)]);
    assert_eq!(game.points(), [47, 40, 40, 33]);
}

#[test]
fn hands_that_cannot_lie_on_one_table_are_refused() {
    let mut game = game(4, 0);
    assert_eq!(apply(&mut game, rons(3, &[(0, FIVE), (0, FIVE)])), Err(Refusal::WinnerTwice(0)));
    let refused = apply(&mut game, rons(3, &[(0, FIVE), (1, FIVE)])).expect_err("five normal 1");
    assert_eq!(refused.code(), "hands_contradict");
    let refused = apply(&mut game, rons(3, &[(0, SUPER_RED), (3, "ccc999")])).expect_err("its own discard");
    assert_eq!(refused, Refusal::RonFromSelf(3));
}

#[test]
fn a_false_win_is_paid_as_far_as_it_lasts_and_costs_no_hand_even_the_last() {
    let mut game = game(5, 0);
    for _ in 0..2 {
        apply(&mut game, ron(1, 2, SUPER_RED)).expect("a win");
    }
    assert_eq!(game.points()[1], 0, "it owes nothing and plays on");
    apply(&mut game, tsumo(1, FIVE)).expect("2 from each");
    apply(&mut game, Event::FalseWin { offender: 1 }).expect("8 are due");
    assert_eq!(game.points()[1], 0);
    apply(&mut game, Event::FalseWin { offender: 1 }).expect("8 are due, 0 are paid");
    let line = game.log().last().expect("a line");
    assert!(line.payments.iter().all(|payment| (payment.due, payment.paid) == (2, 0)));
    for _ in 3..19 {
        apply(&mut game, Event::Draw {}).expect("a draw");
    }
    assert_eq!((game.hand_number(), game.wind(), game.is_finished()), (20, Wind::North, false));
    apply(&mut game, Event::FalseWin { offender: 0 }).expect("in the last hand too");
    assert_eq!((game.hand_number(), game.is_finished()), (20, false));
    apply(&mut game, Event::Draw {}).expect("the last hand");
    assert!(game.is_finished());
    assert_eq!(apply(&mut game, Event::FalseWin { offender: 0 }), Err(Refusal::Finished));
}

#[test]
fn ending_early_leaves_the_points_as_they_are_and_can_be_undone() {
    let mut game = game(3, 2);
    apply(&mut game, ron(0, 1, FIVE)).expect("a win");
    let before = game.clone();
    apply(&mut game, Event::GameEnded {}).expect("agreed");
    assert!(game.is_finished() && game.ended_by_agreement());
    assert_eq!((game.points(), game.hand_number()), (before.points(), 2));
    assert_eq!(game.log().last().map(|line| line.happening), Some(Happening::GameEnded));
    assert_eq!(apply(&mut game, dora("1")), Err(Refusal::Finished));
    apply(&mut game, Event::Undone {}).expect("they play on");
    assert!(game.same_table(&before));
}

#[test]
fn a_preview_tells_what_would_be_logged_and_changes_nothing() {
    let mut game = game(3, 0);
    apply(&mut game, dora("5")).expect("a dora");
    let before = game.clone();
    let line = game.preview(&tsumo(0, "234555r"), 2000).expect("a win").expect("a line");
    assert_eq!(game, before);
    apply(&mut game, tsumo(0, "234555r")).expect("a win");
    assert_eq!(game.log(), [line]);
    assert_eq!(game.preview(&Event::Redone {}, 0), Err(Refusal::NothingToRedo));
}

#[test]
fn names_of_any_script_fit_and_empty_looking_ones_do_not() {
    let name = |text: &str| PlayerName::new(text).map(|name| name.to_string());
    assert_eq!(name("  하늘 "), Ok("하늘".to_owned()));
    assert_eq!(name("さくら・ボブ"), Ok("さくら・ボブ".to_owned()));
    assert_eq!(name(" "), Err(NameError::Empty));
    assert_eq!(name("\u{3164}\u{200B}"), Err(NameError::Empty), "a Hangul filler and a zero-width space");
    assert_eq!(name("A\nB"), Err(NameError::Control { found: '\n' }));
    assert_eq!(name("\u{202E}A"), Err(NameError::Control { found: '\u{202E}' }));
    assert_eq!(name(&"하".repeat(41)), Err(NameError::TooLong { found: 41 }));
    assert!(name(&"하".repeat(40)).is_ok());
}

#[test]
fn a_folder_is_no_file_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Store::open(folder.path()).map_err(|error| error.code()).err(), Some("file_unusable"));
    let mut store = Store::create(&folder.path().join("g")).expect("a new file");
    assert!(store.begin(started(2, 0, Ruleset::default()), 0).is_ok());
}
