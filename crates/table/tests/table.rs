//! The table as the window uses it: intents in, views out, and everything still there after a restart.

mod common;

use common::{Evening, code, new_game, ron, tsumo};
use table::{HandEnd, HappeningView, HouseRule, Intent, Settings, Table};

#[test]
fn an_empty_table_has_no_games_and_that_is_fine() {
    let mut evening = Evening::new();
    let view = evening.table.view().expect("a view");
    assert!(view.games.is_empty() && view.game.is_none());
    assert_eq!(view.settings, Settings::default());
    assert_eq!(view.house_rules.len(), 6);
}

#[test]
fn a_tsumo_moves_points_dealer_and_hand() {
    let mut evening = Evening::with_players(&["하늘", "아라", "보미"]);
    // 111 + 789 with chanta is 5; the dealer's bonus makes 7, in two shares of 4.
    let view = evening.end_hand(tsumo(0, "1 1 1 7 8 9")).expect("a win");
    let game = view.game.expect("open");
    assert_eq!(evening.points(), [48, 36, 36]);
    assert_eq!((game.dealer, game.first_dealer, game.hand_number, game.hand_in_wind), (1, 0, 2, 2));
    let line = &game.log[0];
    assert_eq!(line.happening, HappeningView::Tsumo);
    assert_eq!((&line.points_before[..], &line.points_after[..]), (&[40, 40, 40][..], &[48, 36, 36][..]));
    assert_eq!((line.wins[0].score.points, line.wins[0].score.dealer_bonus), (5, 2));
}

#[test]
fn a_ron_is_paid_by_the_discarder_alone() {
    let mut evening = Evening::with_players(&["A", "B", "C", "D"]);
    evening.end_hand(ron(3, 2, "1r 2r 3r c c c")).expect("a win");
    assert_eq!(evening.points(), [40, 40, 63, 17]);
}

#[test]
fn nothing_is_lost_by_closing_the_window() {
    let mut evening = Evening::with_players(&["하늘", "あら"]);
    let seq = evening.seq();
    evening.dispatch(Intent::SetDora { seq, tile: "3r".into() }).expect("a dora");
    evening.end_hand(tsumo(1, "2 3 4 5 5 5r")).expect("a win with two... dora 3 and red 5");
    let before = evening.table.view().expect("a view");
    evening.restart();
    assert_eq!(evening.table.view().expect("a view"), before);
}

#[test]
fn a_double_click_records_once() {
    let mut evening = Evening::with_players(&["A", "B"]);
    let seq = evening.seq();
    let click = || Intent::EndHand { seq, end: tsumo(0, "1 1 1 7 8 9") };
    evening.dispatch(click()).expect("the first click");
    assert_eq!(code(evening.dispatch(click())), "stale");
    assert_eq!(evening.game().log.len(), 1);
}

#[test]
fn a_second_window_records_nothing_on_a_state_it_has_not_seen() {
    let mut evening = Evening::with_players(&["A", "B"]);
    let mut second = Table::open(&evening.path).expect("the same file");
    let seq = evening.seq();
    evening.end_hand(tsumo(0, "1 1 1 7 8 9")).expect("the first window");
    let late = Intent::EndHand { seq, end: tsumo(1, "1 1 1 7 8 9") };
    assert_eq!(code(second.dispatch(late, evening.now, &mut evening.rng)), "stale");
    let caught_up = second.view().expect("a view").game.expect("open");
    assert_eq!(caught_up, evening.game(), "it shows what the first window recorded");
}

#[test]
fn games_that_do_not_open_are_refused_with_the_place_of_their_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    std::fs::write(&path, "no games").expect("written");
    let refused = Table::open(&path).err().expect("no ledger");
    assert_eq!(
        (refused.code.as_str(), refused.details["file"].as_str()),
        ("not_a_ledger", path.to_str().expect("text"))
    );
}

#[test]
fn a_second_click_on_start_starts_no_second_game() {
    let mut evening = Evening::with_players(&["A", "B"]);
    assert_eq!(code(evening.dispatch(new_game(&["A", "B"]))), "game_open");
    assert_eq!(evening.table.view().expect("a view").games.len(), 1);
}

#[test]
fn undo_takes_back_points_and_dealer_together_and_redo_brings_them_again() {
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    let before = evening.game();
    evening.end_hand(ron(1, 2, "1 1 1 c c c")).expect("a win");
    let after = evening.game();
    let seq = evening.seq();
    evening.dispatch(Intent::Undo { seq }).expect("undone");
    let undone = evening.game();
    assert_eq!((&undone.players, undone.dealer, &undone.log), (&before.players, before.dealer, &before.log));
    assert!(undone.can_redo && !undone.can_undo);
    let seq = evening.seq();
    evening.dispatch(Intent::Redo { seq }).expect("redone");
    let redone = evening.game();
    assert_eq!((&redone.players, redone.dealer, &redone.log), (&after.players, after.dealer, &after.log));
}

#[test]
fn the_last_hand_can_be_taken_back_after_the_end() {
    let mut evening = Evening::with_players(&["A", "B"]);
    for _ in 0..8 {
        evening.end_hand(HandEnd::Draw).expect("a draw");
    }
    let game = evening.game();
    assert!(game.finished);
    assert_eq!(game.ranking.iter().map(|place| place.rank).collect::<Vec<_>>(), [1, 1], "equal points share a rank");
    assert_eq!(code(evening.end_hand(HandEnd::Draw)), "game_finished");
    let seq = evening.seq();
    evening.dispatch(Intent::Undo { seq }).expect("undone");
    assert!(!evening.game().finished);
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut evening = Evening::with_players(&["A", "B", "C"]);
    let seq = evening.seq();
    evening.dispatch(Intent::SetDora { seq, tile: "3r".into() }).expect("a dora");
    let before = evening.table.view().expect("a view");
    for (end, expected) in [
        (tsumo(0, "3r 3 3 c c c"), "too_many_copies"),
        (tsumo(0, "1 1 1 7 8"), "wrong_tile_count"),
        (tsumo(0, "1 1 1 7 8 x"), "unknown_tile"),
        (tsumo(0, "1 2 4 7 8 9"), "no_shape"),
        (tsumo(0, "2 3 4 6 7 8"), "under_minimum"),
        (tsumo(3, "1 1 1 7 8 9"), "no_such_seat"),
        (ron(1, 1, "1 1 1 7 8 9"), "ron_from_self"),
    ] {
        let appraisal = evening.appraise(end.clone());
        assert_eq!(appraisal.refusal.expect("a refusal").code, expected);
        assert_eq!(code(evening.end_hand(end)), expected);
    }
    assert_eq!(evening.table.view().expect("a view"), before);
}

#[test]
fn an_appraisal_shows_the_score_while_typing_and_what_is_left_in_the_box() {
    let evening = Evening::with_players(&["A", "B", "C"]);
    let typing = evening.appraise(tsumo(1, "1 1 1 7 8"));
    assert!(!typing.may_confirm && typing.hands[0].score.is_none());
    assert_eq!(
        (typing.hands[0].left["1"], typing.hands[0].left["1r"], typing.hands[0].left["7"], typing.hands[0].left["g"]),
        (0, 1, 2, 4)
    );
    let whole = evening.appraise(tsumo(1, "1 1 1 7 8 9"));
    assert!(whole.may_confirm);
    assert_eq!(whole.points_after, [37, 46, 37]);
    let low = evening.appraise(tsumo(1, "1 1 1 4 5 6"));
    assert_eq!(low.hands[0].score.as_ref().expect("a shape").points, 3, "why it may not win is shown with its score");
    assert_eq!(low.refusal.expect("a refusal").details["points"], "3");
}

#[test]
fn a_game_can_be_left_and_opened_again() {
    let mut evening = Evening::with_players(&["A", "B"]);
    let first = evening.game().id;
    evening.dispatch(Intent::CloseGame).expect("closed");
    evening.dispatch(new_game(&["C", "D", "E"])).expect("another game");
    evening.dispatch(Intent::CloseGame).expect("closed");
    let view = evening.dispatch(Intent::OpenGame { id: first }).expect("opened");
    assert_eq!(view.game.expect("open").players[0].name, "A");
    assert_eq!(view.games.len(), 2);
    assert_eq!(code(evening.dispatch(Intent::OpenGame { id: 99 })), "no_such_game");
}

/// What was recorded is shown; what was not done has changed nothing.
#[test]
fn a_disk_that_cannot_keep_which_game_is_open_keeps_nobody_from_playing() {
    let mut evening = Evening::new();
    evening.take_no_settings();
    let begun = evening.dispatch(new_game(&["A", "B"])).expect("begun").game.expect("open");
    let left = evening.dispatch(Intent::CloseGame).expect("left");
    assert!(left.game.is_none() && left.games.len() == 1);
    let opened = evening.dispatch(Intent::OpenGame { id: begun.id }).expect("opened");
    assert_eq!(opened.game, Some(begun));
    let settings = Settings { zoom: 150, ..Settings::default() };
    evening.dispatch(Intent::SetSettings { settings }).expect_err("no room");
    assert_eq!(evening.table.view().expect("a view"), opened);
}

#[test]
fn scoring_without_a_game_says_so() {
    let mut evening = Evening::new();
    let end = Intent::EndHand { seq: 1, end: HandEnd::Draw };
    assert_eq!(code(evening.dispatch(end)), "no_game");
    assert_eq!(code(evening.table.appraise(&HandEnd::Draw)), "no_game");
}

#[test]
fn the_first_dealer_is_drawn_among_all_players() {
    let mut drawn = [0; 3];
    let mut evening = Evening::new();
    for _ in 0..60 {
        let players = vec!["A".to_owned(), "B".to_owned(), "C".to_owned()];
        let view = evening
            .dispatch(Intent::NewGame { players, first_dealer: None, rules: Vec::new(), sticks: true })
            .expect("a game");
        drawn[view.game.expect("open").first_dealer as usize] += 1;
        evening.dispatch(Intent::CloseGame).expect("closed");
    }
    assert!(drawn.iter().all(|&times| times > 5), "{drawn:?}");
}

#[test]
fn house_rules_are_chosen_before_the_game_and_shown_in_it() {
    let mut evening = Evening::new();
    let rule = |name: &str, value: &str| HouseRule { name: name.into(), value: value.into() };
    let start =
        |rules| Intent::NewGame { players: vec!["A".into(), "B".into()], first_dealer: None, rules, sticks: true };
    assert_eq!(code(evening.dispatch(start(vec![rule("uma", "10")]))), "unknown_rule");
    assert_eq!(code(evening.dispatch(start(vec![rule("minimum", "6")]))), "unknown_rule_value");
    let view = evening.dispatch(start(vec![rule("minimum", "none")])).expect("a game");
    assert!(view.game.expect("open").rules.contains(&rule("minimum", "none")));
    evening.end_hand(tsumo(0, "1 2 3 6 7 8")).expect("two points suffice for beginners");
}

#[test]
fn settings_outlive_the_window() {
    let mut evening = Evening::new();
    let settings = Settings { language: Some(table::Language::Ko), zoom: 150, ..Settings::default() };
    evening.dispatch(Intent::SetSettings { settings: settings.clone() }).expect("saved");
    evening.restart();
    assert_eq!(evening.table.view().expect("a view").settings, settings);
}

#[test]
fn nothing_is_drawn_too_small_to_read_or_too_large_to_use() {
    let mut evening = Evening::new();
    for (asked, given) in [(100, 100), (200, 200), (0, 100), (99, 100), (201, 200), (u32::MAX, 200)] {
        let settings = Settings { zoom: asked, ..Settings::default() };
        let view = evening.dispatch(Intent::SetSettings { settings }).expect("saved");
        assert_eq!(view.settings.zoom, given, "{asked}");
    }
}
