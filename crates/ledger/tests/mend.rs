//! Mending the past: what follows is worked out anew, what was said before stays to be looked at.

mod common;

use common::{apply, dora, game, game_with, ron, tsumo, winner};
use ledger::{CorrectedEnd, Event, Game, Happening, Refusal, ResultsOf};
use rules::{Ruleset, Seat, Tile, parse_tile};

/// 111 and 789 with chanta: 5 points, 7 for the dealer.
const FIVE: &str = "111789";
/// Super Red: 23 points, 25 for the dealer.
const SUPER_RED: &str = "1r2r3rccc";

fn correct(of: u64, dora: Option<Tile>, end: CorrectedEnd) -> Event {
    Event::HandCorrected { of, dora, end, drops: Vec::new() }
}

fn swap(a: u8, b: u8, from_hand: u32, results: ResultsOf) -> Event {
    Event::SeatsSwapped { a, b, from_hand, results, drops: Vec::new() }
}

fn won_by(seat: u8, hand: &str) -> CorrectedEnd {
    CorrectedEnd::Tsumo { winner: winner(seat, hand) }
}

fn indices(seats: &[Seat]) -> Vec<usize> {
    seats.iter().map(|seat| seat.index()).collect()
}

/// The numbers of the events that a mend makes impossible.
fn impossible(game: &Game, event: &Event) -> Vec<(u64, &'static str)> {
    let preview = game.preview_mend(event).expect("a mend");
    preview.impossible.iter().map(|impossible| (impossible.seq, impossible.refusal.code())).collect()
}

#[test]
fn a_corrected_hand_moves_all_points_after_it() {
    let mut game = game(3, 0);
    apply(&mut game, ron(1, 2, SUPER_RED)).expect("event 2");
    apply(&mut game, ron(1, 2, SUPER_RED)).expect("event 3: seat 1 pays the 17 it has");
    assert_eq!(game.points(), [40, 0, 80]);
    // The first was dealt in by seat 0, the dealer; then seat 1 can pay the second in full.
    let event = correct(2, None, CorrectedEnd::Ron { discarder: 0, winners: vec![winner(2, SUPER_RED)] });
    let preview = game.preview_mend(&event).expect("a correction");
    assert_eq!((&preview.points[..], preview.changed.len()), (&[17, 17, 86][..], 2));
    apply(&mut game, event).expect("event 4");
    assert_eq!(game.points(), [17, 17, 86]);
    let [first, second] = game.log() else { panic!("two lines") };
    assert_eq!((first.seq, first.hand_number, second.payments[0].paid), (2, 1, 23));
    let Happening::Ron { discarder } = first.earlier[0].line.happening else { panic!("a ron") };
    assert_eq!((discarder.index(), first.earlier[0].mended_by), (1, 4));
    assert!(second.earlier.is_empty(), "nothing else was said of it, only its points follow");
}

#[test]
fn the_tiles_the_dora_the_winner_and_the_kind_of_end_can_all_be_wrong() {
    let mut game = game(2, 0);
    apply(&mut game, dora("9")).expect("event 2");
    apply(&mut game, tsumo(1, FIVE)).expect("event 3: 5 and a dora");
    assert_eq!(game.points(), [34, 46]);
    for (end, dora, points) in [
        (won_by(1, FIVE), None, [35, 45]),
        (won_by(1, FIVE), Some("1r"), [32, 48]),
        (won_by(0, FIVE), Some("1r"), [50, 30]),
        (won_by(1, "222ggg"), Some("1r"), [26, 54]),
        (CorrectedEnd::Draw {}, None, [40, 40]),
        (CorrectedEnd::Ron { discarder: 0, winners: vec![winner(1, FIVE)] }, Some("9"), [34, 46]),
    ] {
        let dora = dora.map(|text| parse_tile(text).expect("a tile"));
        let event = correct(3, dora, end);
        apply(&mut game, event.clone()).expect("a correction");
        assert_eq!(game.points(), points, "{event:?}");
        assert_eq!(game.log()[0].dora, dora);
    }
    assert_eq!(game.log()[0].earlier.len(), 6);
}

#[test]
fn corrections_are_undone_and_redone_also_after_the_end_of_the_game() {
    let mut game = game(2, 0);
    for _ in 0..8 {
        apply(&mut game, tsumo(0, FIVE)).expect("a win");
    }
    assert!(game.is_finished());
    let (before, sticks) = (game.clone(), game.sticks());
    apply(&mut game, correct(2, None, won_by(1, FIVE))).expect("noticed on the way home");
    let (after, after_sticks) = (game.clone(), game.sticks());
    assert!(game.is_finished() && game.points() != before.points());
    apply(&mut game, Event::Undone {}).expect("undone");
    assert!(game.same_table(&before));
    assert_eq!(game.sticks(), sticks);
    apply(&mut game, Event::Redone {}).expect("redone");
    assert!(game.same_table(&after));
    assert_eq!(game.sticks(), after_sticks);
}

#[test]
fn a_mend_that_cannot_be_is_refused_and_changes_nothing() {
    let mut game = game(3, 0);
    apply(&mut game, tsumo(1, FIVE)).expect("event 2");
    apply(&mut game, dora("1")).expect("event 3");
    let before = game.clone();
    for (event, code) in [
        (correct(2, None, won_by(1, FIVE)), "changes_nothing"),
        (correct(3, None, CorrectedEnd::Draw {}), "no_such_hand"),
        (correct(9, None, CorrectedEnd::Draw {}), "no_such_hand"),
        (correct(2, None, won_by(1, "124789")), "no_shape"),
        (correct(2, Some(parse_tile("1r").expect("a tile")), won_by(1, SUPER_RED)), "too_many_copies"),
        (correct(2, None, won_by(3, FIVE)), "no_such_seat"),
        (swap(1, 1, 1, ResultsOf::Players), "changes_nothing"),
        (swap(0, 3, 1, ResultsOf::Players), "no_such_seat"),
        (swap(0, 1, 0, ResultsOf::Players), "no_such_hand_number"),
        (swap(0, 1, 3, ResultsOf::Players), "no_such_hand_number"),
    ] {
        assert_eq!(apply(&mut game, event.clone()).expect_err("refused").code(), code, "{event:?}");
        assert_eq!(game, before);
    }
}

#[test]
fn what_becomes_impossible_must_be_named() {
    let mut ruleset = Ruleset::default();
    ruleset.set("dealer_bonus_counts_to_minimum", "yes").expect("a house rule");
    let mut game = game_with(2, 0, ruleset);
    apply(&mut game, Event::Draw {}).expect("event 2");
    apply(&mut game, tsumo(1, "111456")).expect("event 3: 3 points, and 2 for the dealer of hand 2");
    apply(&mut game, ron(0, 1, FIVE)).expect("event 4");
    let removed = |drops| Event::HandCorrected { of: 2, dora: None, end: CorrectedEnd::Removed {}, drops };
    assert_eq!(impossible(&game, &removed(vec![])), [(3, "under_minimum")]);
    let before = game.clone();
    for wrong in [vec![], vec![4], vec![3, 4]] {
        assert_eq!(apply(&mut game, removed(wrong)), Err(Refusal::MakesImpossible(vec![3])));
        assert_eq!(game, before);
    }
    apply(&mut game, removed(vec![3])).expect("seen and accepted");
    assert_eq!(game.log().iter().map(|line| (line.seq, line.hand_number)).collect::<Vec<_>>(), [(4, 1)]);
    assert_eq!(
        game.struck().iter().map(|struck| (struck.line.seq, struck.mended_by)).collect::<Vec<_>>(),
        [(2, 5), (3, 5)]
    );
    apply(&mut game, Event::Undone {}).expect("undone");
    assert!(game.same_table(&before));
}

#[test]
fn a_hand_that_did_not_end_lets_the_game_go_on() {
    let mut game = game(2, 0);
    for _ in 0..8 {
        apply(&mut game, Event::Draw {}).expect("a draw");
    }
    assert!(game.is_finished());
    apply(&mut game, correct(4, None, CorrectedEnd::FalseWin { offender: 1 })).expect("hand 3 went on");
    assert_eq!((game.is_finished(), game.hand_number()), (false, 8));
    apply(&mut game, Event::Draw {}).expect("the last hand");
    // And if it had ended after all there would be one hand too many.
    assert_eq!(impossible(&game, &correct(4, None, CorrectedEnd::Draw {})), [(11, "game_finished")]);
}

#[test]
fn swapped_players_deal_and_are_paid_in_their_new_order() {
    let mut game = game(3, 0);
    for _ in 0..2 {
        apply(&mut game, Event::Draw {}).expect("hands 1 and 2");
    }
    apply(&mut game, swap(1, 2, 3, ResultsOf::Players)).expect("they change places before hand 3");
    assert_eq!(indices(&game.seating(2)), [0, 1, 2]);
    assert_eq!(indices(&game.seating(3)), [0, 2, 1]);
    assert_eq!(game.dealer().index(), 1, "player 1 sits at the third place now, whose turn it is");
    // A false win of a player with 3 points pays the next on the right first: player 2 now, who sits beside 0.
    apply(&mut game, ron(0, 1, SUPER_RED)).expect("25 for the dealer");
    apply(&mut game, ron(0, 1, "222ggg")).expect("14 of the 15 that are left");
    apply(&mut game, Event::FalseWin { offender: 0 }).expect("1 is left");
    let paid: Vec<_> = game.log().last().expect("a line").payments.iter().map(|p| (p.to.index(), p.paid)).collect();
    assert_eq!(paid, [(2, 1), (1, 0)]);
}

#[test]
fn seats_that_were_entered_wrongly_keep_the_first_dealer_and_the_winners() {
    let mut game = game(3, 1);
    apply(&mut game, tsumo(1, FIVE)).expect("the first dealer wins hand 1");
    apply(&mut game, tsumo(2, FIVE)).expect("hand 2, as its dealer");
    let before = game.points().to_vec();
    apply(&mut game, swap(1, 2, 1, ResultsOf::Players)).expect("noticed in hand 3");
    assert_eq!(indices(&game.seating(1)), [0, 2, 1]);
    let dealers: Vec<usize> = game.log().iter().map(|line| line.dealer.index()).collect();
    assert_eq!(dealers, [1, 0], "player 1 dealt first; 0 sits on its right");
    assert_eq!((game.dealer().index(), game.first_dealer().index()), (2, 1));
    let winners: Vec<usize> = game.log().iter().map(|line| line.wins[0].seat.index()).collect();
    assert_eq!(winners, [1, 2], "the winners were right");
    assert_ne!(game.points(), before, "player 2 was not the dealer of hand 2");
}

#[test]
fn seats_that_were_entered_wrongly_can_take_the_results_along() {
    let mut wrong = game(3, 1);
    let mut right = game(3, 2);
    let hands = [(1u8, 2u8), (2, 0), (0, 1)];
    let other = |seat: u8| [0u8, 2, 1][usize::from(seat)];
    for (discarder, seat) in hands {
        apply(&mut wrong, ron(discarder, seat, FIVE)).expect("a win");
    }
    apply(&mut wrong, swap(1, 2, 1, ResultsOf::Places)).expect("the two had sat the other way round");
    // The same game with 1 and 2 entered the other way round and everything tapped at the same places.
    for (discarder, seat) in hands {
        apply(&mut right, ron(discarder, seat, FIVE)).expect("a win");
    }
    assert_eq!(wrong.points()[0], right.points()[0]);
    let swapped: Vec<usize> = wrong.log().iter().map(|line| line.wins[0].seat.index()).collect();
    assert_eq!(swapped, hands.map(|(_, seat)| usize::from(other(seat))));
    assert!(wrong.log().iter().all(|line| line.earlier.len() == 1), "each line says what it said before");
    apply(&mut wrong, swap(1, 2, 1, ResultsOf::Places)).expect("back again");
    assert_eq!(
        wrong.log().iter().map(|line| line.wins[0].seat.index()).collect::<Vec<_>>(),
        hands.map(|(_, s)| usize::from(s))
    );
}

#[test]
fn a_correction_moves_the_sticks_that_lie_on_the_table_now() {
    let mut game = game(3, 0);
    apply(&mut game, tsumo(1, FIVE)).expect("event 2");
    apply(&mut game, correct(2, None, won_by(2, FIVE))).expect("event 3");
    let last = game.settlements().pop().expect("sticks moved");
    assert_eq!((last.seq, last.payments.len()), (3, 1));
    // Seat 1 hands seat 2 the six points that it had been given, with the fewest sticks: a 5 and a 1.
    let handings = &last.payments[0].handings;
    assert_eq!(handings.iter().map(|handing| handing.sticks.count()).sum::<u32>(), 2, "{handings:?}");
    let worth: Vec<u32> = last.after.players().iter().map(|purse| purse.points()).collect();
    assert_eq!(worth, game.points());
}
