//! The rules of the table, sentence by sentence.

mod common;

use common::{apply, dora, game, ron, tsumo, winner};
use ledger::{Envelope, Event, EventError, Game, Refusal};
use rules::{Ruleset, Wind};

/// 111 and 789 with chanta: 5 points, 7 for the dealer.
const FIVE: &str = "111789";
/// Super Red: 23 points, 25 for the dealer.
const SUPER_RED: &str = "1r2r3rccc";

fn house(name: &str, value: &str) -> Ruleset {
    let mut ruleset = Ruleset::default();
    ruleset.set(name, value).expect("a house rule");
    ruleset
}

#[test]
fn everyone_starts_with_forty_and_the_first_dealer_deals() {
    for players in 2..=5 {
        for first in 0..players {
            let game = game(players, first as u8);
            assert_eq!(game.points(), vec![40; players]);
            assert_eq!((game.dealer().index(), game.wind(), game.hand_number()), (first, Wind::East, 1));
            assert_eq!(game.hands_total() as usize, 4 * players);
        }
    }
}

#[test]
fn the_dealer_marker_always_passes_to_the_right_and_the_wind_turns_when_it_returns_to_the_first_dealer() {
    for players in 2..=5usize {
        for first in 0..players {
            let mut game = game(players, first as u8);
            for hand in 0..4 * players {
                assert!(!game.is_finished());
                assert_eq!(game.hand_number() as usize, hand + 1);
                assert_eq!(game.dealer().index(), (first + hand) % players);
                assert_eq!(game.wind(), Wind::ALL[hand / players]);
                // Also after the dealer's own win: every third hand is one, the others end without a winner.
                let dealer = game.dealer().index() as u8;
                let end = if hand % 3 == 0 { tsumo(dealer, FIVE) } else { Event::Draw {} };
                apply(&mut game, end).expect("a hand that ends");
            }
            assert!(game.is_finished(), "everyone has dealt four times");
            assert_eq!(apply(&mut game, Event::Draw {}), Err(Refusal::Finished));
        }
    }
}

#[test]
fn a_tsumo_is_shared_rounded_up_with_the_dealers_bonus_in() {
    for (players, dealer_each, other_each) in [(2, 7, 5), (3, 4, 3), (4, 3, 2), (5, 2, 2)] {
        for (seat, each) in [(0, dealer_each), (1, other_each)] {
            let mut game = game(players, 0);
            apply(&mut game, tsumo(seat, FIVE)).expect("a win");
            for (other, &points) in game.points().iter().enumerate() {
                let expected = if other == seat as usize { 40 + each * (players as u32 - 1) } else { 40 - each };
                assert_eq!(points, expected, "{players} players, seat {seat} wins");
            }
        }
    }
}

#[test]
fn a_ron_is_paid_by_the_discarder_and_nobody_ever_owes() {
    let mut game = game(3, 0);
    apply(&mut game, ron(1, 2, SUPER_RED)).expect("a win");
    assert_eq!(game.points(), [40, 17, 63]);
    apply(&mut game, ron(1, 2, SUPER_RED)).expect("a win");
    assert_eq!(game.points(), [40, 0, 80], "17 of 23 are paid, the rest is forgiven");
    let last = game.log().last().expect("a line");
    assert_eq!((last.payments[0].due, last.payments[0].paid), (23, 17));
    apply(&mut game, tsumo(1, FIVE)).expect("and it plays on at 0");
    assert_eq!(game.points(), [37, 6, 77]);
}

#[test]
fn several_rons_are_paid_nearest_first() {
    let mut game = game(4, 0);
    let both = |near: &str, far: &str| Event::Ron { discarder: 3, winners: vec![winner(2, far), winner(0, near)] };
    assert_eq!(apply(&mut game, both("111ccc", "777rggg")), Err(Refusal::NoCommonTile), "one discard, one tile");
    apply(&mut game, both("111789", "777rggg")).expect("both hold a normal 7, the discard");
    let line = &game.log()[0];
    assert_eq!(line.wins.iter().map(|win| win.seat.index()).collect::<Vec<_>>(), [0, 2], "seat 0 sits nearer to 3");
    assert_eq!(line.payments.iter().map(|payment| payment.to.index()).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn a_false_win_costs_two_to_each_and_the_same_hand_goes_on() {
    let mut game = game(4, 0);
    apply(&mut game, dora("5")).expect("a dora");
    apply(&mut game, Event::FalseWin { offender: 2 }).expect("a false win");
    assert_eq!(game.points(), [42, 42, 34, 42]);
    assert_eq!((game.hand_number(), game.dealer().index(), game.dora()), (1, 0, Some(common::tile_of("5"))));
}

#[test]
fn the_dora_counts_by_kind_for_this_hand_only_and_can_be_set_again() {
    let mut game = game(2, 0);
    apply(&mut game, dora("9")).expect("a dora");
    apply(&mut game, dora("1r")).expect("it was entered wrongly");
    apply(&mut game, tsumo(1, "111456")).expect("three points and three dora");
    assert_eq!(game.points(), [34, 46]);
    assert_eq!(game.dora(), None);
    assert!(matches!(apply(&mut game, tsumo(1, "111456")), Err(Refusal::UnderMinimum { points: 3, .. })));
}

#[test]
fn what_is_no_win_is_refused_with_its_reason_and_changes_nothing() {
    let mut game = game(3, 0);
    apply(&mut game, dora("3r")).expect("a dora");
    let before = game.clone();
    for (event, code) in [
        (tsumo(0, "124789"), "no_shape"),
        (tsumo(1, "123678"), "under_minimum"),
        (tsumo(0, "3r33ccc"), "too_many_copies"),
        (tsumo(3, FIVE), "no_such_seat"),
        (ron(3, 0, FIVE), "no_such_seat"),
        (ron(1, 1, FIVE), "ron_from_self"),
        (Event::Ron { discarder: 0, winners: Vec::new() }, "no_winner"),
        (Event::Redone {}, "nothing_to_redo"),
        (common::started(3, 0, Ruleset::default()), "game_already_started"),
    ] {
        assert_eq!(apply(&mut game, event.clone()).expect_err("refused").code(), code, "{event:?}");
        assert_eq!(game, before);
    }
}

#[test]
fn a_game_that_cannot_be_does_not_start() {
    let start = |players, first, ruleset| {
        Game::start(&Envelope { seq: 1, at: 0, event: common::started(players, first, ruleset) }).map_err(|e| e.code())
    };
    assert_eq!(start(1, 0, Ruleset::default()).err(), Some("player_count"));
    assert_eq!(start(6, 0, Ruleset::default()).err(), Some("player_count"));
    assert_eq!(start(3, 3, Ruleset::default()).err(), Some("no_such_seat"));
    assert_eq!(start(5, 0, house("starting_points", "50")).err(), Some("box_too_small"));
    assert!(start(4, 0, house("starting_points", "50")).is_ok());
}

#[test]
fn equal_points_share_a_rank() {
    let mut game = game(4, 0);
    apply(&mut game, ron(2, 3, FIVE)).expect("a win");
    let ranks: Vec<_> = game.ranking().iter().map(|place| (place.seat.index(), place.rank, place.points)).collect();
    assert_eq!(ranks, [(3, 1, 45), (0, 2, 40), (1, 2, 40), (2, 4, 35)]);
}

#[test]
fn the_log_shows_points_before_and_after() {
    let mut game = game(2, 0);
    apply(&mut game, tsumo(1, FIVE)).expect("a win");
    apply(&mut game, Event::Draw {}).expect("a draw");
    let [win, draw] = game.log() else { panic!("two lines") };
    assert_eq!((&win.before[..], &win.after[..]), (&[40, 40][..], &[35, 45][..]));
    assert_eq!((&draw.before[..], &draw.after[..]), (&[35, 45][..], &[35, 45][..]));
    assert!(draw.wins.is_empty() && draw.payments.is_empty());
}

#[test]
fn undo_takes_back_any_number_of_steps_also_after_the_end() {
    let mut game = game(2, 1);
    let mut states = vec![game.clone()];
    for hand in 0..8u8 {
        apply(&mut game, dora("7")).expect("a dora");
        states.push(game.clone());
        apply(&mut game, tsumo(hand % 2, FIVE)).expect("a win");
        states.push(game.clone());
    }
    assert!(game.is_finished());
    for before in states.iter().rev().skip(1) {
        apply(&mut game, Event::Undone {}).expect("undone");
        assert!(game.same_table(before));
    }
    assert_eq!(apply(&mut game, Event::Undone {}), Err(Refusal::NothingToUndo));
    for after in &states[1..] {
        apply(&mut game, Event::Redone {}).expect("redone");
        assert!(game.same_table(after));
    }
    apply(&mut game, Event::Undone {}).expect("undone");
    apply(&mut game, Event::Draw {}).expect("something else happens instead");
    assert_eq!(apply(&mut game, Event::Redone {}), Err(Refusal::NothingToRedo));
}

#[test]
fn events_of_a_newer_program_are_refused_not_skipped() {
    let read = |text: &str| Event::from_json(text).map_err(|error| error.code());
    assert_eq!(read(r#"{"kind":"draw"}"#), Ok(Event::Draw {}));
    assert_eq!(read(r#"{"kind":"earthquake"}"#), Err("unknown_event_kind"));
    assert_eq!(read(r#"{"kind":"draw","by":"cat"}"#), Err("malformed_event"));
    assert_eq!(read("7"), Err("not_an_event"));
    let newer = r#"{"kind":"game_started","format":3,"players":["A","B"],"first_dealer":0,"ruleset":{}}"#;
    assert!(matches!(Event::from_json(newer), Err(EventError::NewerFormat { found: 3 })));
}
