//! What happens at a table besides a plain win: each test says one rule.

mod common;

use common::{Evening, claim, code, new_game, ron, tsumo};
use table::{Claim, HandEnd, HappeningView, HouseRule, Intent, StickCount};

/// 111 + 789 is chanta: 2 + 1 + 2 = 5 points.
const FIVE: &str = "1 1 1 7 8 9";
/// 123 all red + 中 three times: Super Red, 23 points.
const SUPER_RED: &str = "1r 2r 3r c c c";

fn rons(discarder: u32, winners: &[(u32, &str)]) -> HandEnd {
    HandEnd::Ron { discarder, winners: winners.iter().map(|(seat, tiles)| claim(*seat, tiles)).collect() }
}

fn worth(sticks: &StickCount) -> u32 {
    sticks.tens * 10 + sticks.fives * 5 + sticks.ones
}

#[test]
fn every_winner_on_one_discard_is_paid_the_nearest_first() {
    let mut evening = Evening::with_players(&["A", "B", "C", "D"]);
    let end = rons(1, &[(0, "9 9 9 1 2 3"), (3, "7 8 9 7 8 9r")]);
    let appraisal = evening.appraise(end.clone());
    assert!(appraisal.may_confirm, "{:?}", appraisal.refusal);
    assert_eq!(
        appraisal.payments.iter().map(|payment| payment.to).collect::<Vec<_>>(),
        [3, 0],
        "D sits nearer to B than A"
    );
    assert_eq!(
        appraisal.hands.iter().map(|hand| hand.seat).collect::<Vec<_>>(),
        [0, 3],
        "hands stay as they were asked about"
    );
    let game = evening.end_hand(end).expect("one step").game.expect("open");
    assert_eq!(game.log.len(), 1);
    assert_eq!(game.log[0].wins.iter().map(|win| win.seat).collect::<Vec<_>>(), [3, 0]);
}

#[test]
fn a_discarder_who_runs_out_pays_the_nearest_and_the_later_one_gets_what_is_left() {
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    evening.end_hand(ron(1, 2, SUPER_RED)).expect("23");
    evening.end_hand(rons(1, &[(0, "1r 2r 3r 7r 8r 9r"), (2, "1r 1 1 7 8 9")])).expect("two rons");
    let line = evening.game().log[1].clone();
    assert_eq!(line.payments.iter().map(|payment| (payment.to, payment.paid)).collect::<Vec<_>>(), [(2, 6), (0, 11)]);
    assert_eq!(line.payments[1].due, 22, "the rest is forgiven");
    assert_eq!(evening.points(), [51, 0, 69]);
}

#[test]
fn by_the_house_rule_nearest_only_the_others_are_shown_and_paid_nothing() {
    let mut evening = Evening::new();
    let Intent::NewGame { players, first_dealer, sticks, .. } = new_game(&["A", "B", "C", "D"]) else { unreachable!() };
    let rules = vec![HouseRule { name: "multiple_ron".into(), value: "nearest_only".into() }];
    evening.dispatch(Intent::NewGame { players, first_dealer, rules, sticks }).expect("a game");
    let end = rons(1, &[(0, "7 8 9 7 8 9r"), (2, FIVE)]);
    let bumped: Vec<bool> = evening.appraise(end.clone()).hands.iter().map(|hand| hand.head_bumped).collect();
    assert_eq!(bumped, [true, false]);
    evening.end_hand(end).expect("recorded");
    assert_eq!(evening.points(), [40, 35, 45, 40]);
}

#[test]
fn a_false_win_costs_two_to_each_other_player_and_the_same_hand_goes_on() {
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    let seq = evening.seq();
    evening.dispatch(Intent::SetDora { seq, tile: "5".into() }).expect("a dora");
    evening.end_hand(HandEnd::FalseWin { offender: 2 }).expect("paid");
    let game = evening.game();
    assert_eq!(evening.points(), [42, 42, 36]);
    assert_eq!((game.hand_number, game.dealer, game.dora.as_deref()), (1, 0, Some("5")));
    assert_eq!(game.log[0].happening, HappeningView::FalseWin { offender: 2 });
}

#[test]
fn a_ron_on_a_kind_that_one_discarded_oneself_is_refused_with_the_reason() {
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    let forbidden = Claim { own_discard: true, ..claim(2, FIVE) };
    let end = HandEnd::Ron { discarder: 0, winners: vec![claim(1, FIVE), forbidden.clone()] };
    let refusal = evening.appraise(end.clone()).refusal.expect("a reason");
    assert_eq!((refusal.code.as_str(), refusal.details["seat"].as_str()), ("furiten", "2"));
    assert_eq!(code(evening.end_hand(end)), "furiten");
    evening.end_hand(HandEnd::Tsumo { winner: forbidden }).expect("tsumo is never barred");
}

#[test]
fn a_refusal_names_whose_hand_it_is_about() {
    let evening = Evening::with_players(&["A", "B", "C"]);
    for (tiles, expected) in
        [("1 2 4 7 8 9", "no_shape"), ("2 3 4 6 7 8", "under_minimum"), ("1 1 1 7 8", "wrong_tile_count")]
    {
        let refusal = evening.appraise(rons(0, &[(1, FIVE), (2, tiles)])).refusal.expect("refused");
        assert_eq!((refusal.code.as_str(), refusal.details["seat"].as_str()), (expected, "2"));
    }
}

#[test]
fn a_game_ends_by_agreement_with_the_points_as_they_are_and_undo_goes_on_with_it() {
    let mut evening = Evening::with_players(&["A", "B"]);
    evening.end_hand(ron(1, 0, FIVE)).expect("a win");
    let before = evening.points();
    let seq = evening.seq();
    evening.dispatch(Intent::EndGame { seq }).expect("ended");
    let game = evening.game();
    assert!(game.finished && game.ended_by_agreement);
    assert_eq!(evening.points(), before);
    let seq = evening.seq();
    evening.dispatch(Intent::Undo { seq }).expect("undone");
    assert!(!evening.game().finished);
}

#[test]
fn every_payment_comes_with_its_sticks_and_purses_are_worth_the_points() {
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    let appraisal = evening.appraise(tsumo(0, FIVE));
    assert_eq!(appraisal.sticks.len(), appraisal.payments.len());
    let game = evening.end_hand(tsumo(0, FIVE)).expect("a win").game.expect("open");
    let sticks = game.sticks.expect("followed");
    for (purse, player) in sticks.purses.iter().zip(&game.players) {
        assert_eq!(worth(purse), player.points);
    }
    let all = sticks.purses.iter().chain([&sticks.bank]).map(worth).sum::<u32>();
    assert_eq!(all, 200, "the whole box");
    for (payment, plan) in game.log[0].payments.iter().zip(&game.log[0].sticks) {
        let (mut given, mut returned) = (0, 0);
        for handing in &plan.handings {
            given += if handing.from == Some(payment.from) { worth(&handing.sticks) } else { 0 };
            returned += if handing.to == Some(payment.from) { worth(&handing.sticks) } else { 0 };
        }
        assert_eq!(given - returned, payment.paid);
    }
}

#[test]
fn sticks_can_be_set_to_what_lies_on_the_table_as_long_as_they_are_worth_the_points() {
    let mut evening = Evening::with_players(&["A", "B"]);
    let start = evening.game().sticks.expect("followed").purses;
    assert_eq!(start[0], StickCount { tens: 2, fives: 3, ones: 5 });
    let mut exchanged = start.clone();
    exchanged[0] = StickCount { tens: 3, fives: 1, ones: 5 };
    let seq = evening.seq();
    let view = evening.dispatch(Intent::SetSticks { seq, purses: exchanged.clone() }).expect("set");
    assert_eq!(view.game.expect("open").sticks.expect("followed").purses, exchanged);
    exchanged[1].ones += 1;
    let seq = evening.seq();
    assert_eq!(code(evening.dispatch(Intent::SetSticks { seq, purses: exchanged })), "sticks_not_the_points");
}

#[test]
fn a_table_that_does_not_care_about_sticks_switches_them_off_and_on_again() {
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    let seq = evening.seq();
    evening.dispatch(Intent::FollowSticks { seq, on: false }).expect("off");
    let game = evening.end_hand(ron(0, 1, SUPER_RED)).expect("a win").game.expect("open");
    assert!(game.sticks.is_none() && game.log[0].sticks.is_empty());
    let seq = evening.seq();
    let game = evening.dispatch(Intent::FollowSticks { seq, on: true }).expect("on").game.expect("open");
    let purses = game.sticks.expect("followed").purses;
    assert_eq!(purses.iter().map(worth).collect::<Vec<_>>(), evening.points());
}

#[test]
fn a_double_click_on_anything_records_once() {
    type Make = fn(u32) -> Intent;
    let clicks: [Make; 3] = [
        |seq| Intent::EndHand { seq, end: HandEnd::FalseWin { offender: 0 } },
        |seq| Intent::FollowSticks { seq, on: false },
        |seq| Intent::EndGame { seq },
    ];
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    for click in clicks {
        let seq = evening.seq();
        evening.dispatch(click(seq)).expect("the first click");
        assert_eq!(code(evening.dispatch(click(seq))), "stale");
        assert_eq!(evening.seq(), seq + 1);
    }
}

/// Hands that win on one discard share that one tile and no other, so what one holds is gone for the others while they are
/// still being entered.
#[test]
fn what_one_winner_holds_is_gone_for_the_other() {
    let mut evening = Evening::with_players(&["A", "B", "C", "D"]);
    let seq = evening.seq();
    evening.dispatch(Intent::SetDora { seq, tile: "5".into() }).expect("a dora");
    let left = |end: HandEnd| evening.appraise(end).hands.into_iter().map(|hand| hand.left).collect::<Vec<_>>();

    let two = left(rons(0, &[(1, "2 3 4r 7 7 7"), (2, "5 6")]));
    assert_eq!(two[1]["7"], 1, "one of the three may be the discard");
    assert_eq!((two[1]["4r"], two[1]["2"], two[1]["5"], two[1]["9"]), (1, 3, 1, 3));
    let too_many = left(rons(0, &[(1, "2 3 4r 7 7 7"), (2, "5 6 7")]));
    assert_eq!(too_many[1]["7"], 0, "the discard is there already");

    let three = left(rons(0, &[(1, "2 3 4r 7 7 7"), (2, "4r 5 6"), (3, "8 8")]));
    assert_eq!((three[2]["4r"], three[2]["7"]), (1, 0), "the discard is a tile that all of them hold");
}
