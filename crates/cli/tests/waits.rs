//! `suzume waits`, the built program.

use serde_json::{Value, json};
use std::process::{Command, Output};

fn suzume(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_suzume")).args(args).output().expect("suzume runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn answer(args: &[&str]) -> Value {
    let output = suzume(&[&["waits"], args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    serde_json::from_str(stdout(&output)).expect("JSON")
}

fn refusal(args: &[&str]) -> Value {
    let output = suzume(&[&["waits"], args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert_eq!(std::str::from_utf8(&output.stderr).expect("UTF-8").lines().count(), 1);
    serde_json::from_str::<Value>(stdout(&output)).expect("JSON")["error"]["code"].clone()
}

#[test]
fn the_json_of_the_example_224777_without_a_2() {
    assert_eq!(
        answer(&["2 4 7 7 7"]),
        json!({
            "hand": "24777",
            "waits": [
                {
                    "tile": "3", "left": 3, "wins": false, "reason": "under_minimum", "points": 4, "total": 4,
                    "melds": [
                        {"kind": "run", "tiles": ["2", "3", "4"], "points": 1},
                        {"kind": "triplet", "tiles": ["7", "7", "7"], "points": 2}
                    ],
                    "bonuses": [{"id": "tanyao", "count": 1, "points": 1}],
                    "limit": null, "furiten": false, "ron": null, "tsumo_each": null
                },
                {
                    "tile": "3r", "left": 1, "wins": true, "reason": null, "points": 5, "total": 5,
                    "melds": [
                        {"kind": "run", "tiles": ["2", "3r", "4"], "points": 1},
                        {"kind": "triplet", "tiles": ["7", "7", "7"], "points": 2}
                    ],
                    "bonuses": [{"id": "red", "count": 1, "points": 1}, {"id": "tanyao", "count": 1, "points": 1}],
                    "limit": null, "furiten": false, "ron": 5, "tsumo_each": 3
                }
            ],
            "left": 4, "left_that_win": 1
        })
    );
}

/// The rule document's section 5: dropping a 2 leaves four tiles and hardly a win, dropping a 4 two tiles that both win.
#[test]
fn each_discard_of_the_example_224777() {
    let found = answer(&["224777"]);
    assert_eq!((&found["hand"], &found["wins"], &found["total"]), (&json!("224777"), &json!(false), &json!(0)));
    let left: Vec<_> = found["discards"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|discard| {
            let waits = discard["waits"].as_array().expect("a list");
            let waits: Vec<_> = waits.iter().map(|wait| json!([wait["tile"], wait["left"], wait["points"]])).collect();
            json!([discard["tile"], discard["left"], discard["left_that_win"], waits])
        })
        .collect();
    assert_eq!(
        left,
        [
            json!(["4", 2, 2, [["2", 1, 5], ["2r", 1, 6]]]),
            json!(["2", 4, 1, [["3", 3, 4], ["3r", 1, 5]]]),
            json!(["7", 0, 0, []]),
        ]
    );
    // Each answer is the one that the five tiles would get, had the sixth been discarded.
    let five = answer(&["24777", "--own-discards", "2"]);
    assert_eq!(found["discards"][1]["waits"], five["waits"]);
}

#[test]
fn of_six_tiles_that_win_it_is_said_that_they_do() {
    let found = answer(&["234r777r", "--dealer"]);
    assert_eq!((&found["wins"], &found["total"]), (&json!(true), &json!(8)));
    let text = suzume(&["waits", "234r777r", "--dealer"]);
    assert!(stdout(&text).starts_with("23774r7r: wins as it is, 8 points\n"));
}

/// A discarded 1 bars ron on both 1s and leaves the 4s open; tsumo is never barred.
#[test]
fn own_discards_bar_ron_by_kind() {
    let found =
        answer(&["23777", "--dora", "7r", "--own-discards", "1r", "--seen", "4 4", "--dealer", "--players", "4"]);
    let waits: Vec<_> = found["waits"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|wait| {
            json!([wait["tile"], wait["left"], wait["furiten"], wait["total"], wait["ron"], wait["tsumo_each"]])
        })
        .collect();
    assert_eq!(
        waits,
        [
            json!(["1", 3, true, 8, null, 3]),
            json!(["4", 1, false, 9, 9, 3]),
            json!(["1r", 0, true, 9, null, 3]),
            json!(["4r", 1, false, 10, 10, 4]),
        ]
    );
    assert_eq!((&found["left"], &found["left_that_win"]), (&json!(5), &json!(5)));
}

#[test]
fn a_limit_hand_is_named() {
    let found = answer(&["1r 2r c c c"]);
    assert_eq!(found["waits"][1]["tile"], "3r");
    assert_eq!(found["waits"][1]["limit"], json!({"id": "super_red", "points": 20}));
    assert_eq!(found["waits"][1]["bonuses"], json!([]));
}

#[test]
fn five_tiles_may_wait_for_nothing() {
    let found = answer(&["1 3 5 g c"]);
    assert_eq!(found, json!({"hand": "135gc", "waits": [], "left": 0, "left_that_win": 0}));
    assert_eq!(stdout(&suzume(&["waits", "1 3 5 g c"])), "135gc: no tile completes it\n");
}

#[test]
fn what_cannot_be_is_refused() {
    assert_eq!(refusal(&["1234"]), "wrong_tile_count");
    assert_eq!(refusal(&["1234567"]), "wrong_tile_count");
    let said = suzume(&["waits", "111"]);
    assert!(String::from_utf8_lossy(&said.stderr).contains("5 or 6 tiles are needed, not 3"), "{said:?}");
    assert_eq!(refusal(&["3r3r4567"]), "too_many_copies");
    assert_eq!(refusal(&["223456", "--dora", "2", "--seen", "2"]), "too_many_copies");
    assert_eq!(refusal(&["3r3r456"]), "too_many_copies");
    assert_eq!(refusal(&["33456", "--dora", "3", "--seen", "3"]), "too_many_copies");
    assert_eq!(refusal(&["33456", "--seen", "3", "--own-discards", "3"]), "too_many_copies");
    assert_eq!(refusal(&["23777", "--seen", "0"]), "unknown_tile");
    assert_eq!(refusal(&["23777", "--own-discards", "cr"]), "stray_red");
    assert_eq!(refusal(&["23777", "--players", "6"]), "player_count");
    assert_eq!(refusal(&["23777", "--rule", "maximum=5"]), "unknown_rule");
    assert_eq!(refusal(&[]), "usage");
}

#[test]
fn the_text_for_people() {
    let expected = "\
23777: 7 tiles complete it, 7 of them win
  1   3 left   6 points  ron barred by an own discard, tsumo 3 each
  4   3 left   7 points  ron 7, tsumo 4 each
  1r  0 left   7 points  ron barred by an own discard, tsumo 4 each
  4r  1 left   8 points  ron 8, tsumo 4 each
";
    assert_eq!(stdout(&suzume(&["waits", "23777", "--dora", "7r", "--own-discards", "1r"])), expected);
    assert!(stdout(&suzume(&["waits", "24777"])).contains("\n  3   3 left   4 points  under the minimum\n"));
}

#[test]
fn the_text_for_people_of_six_tiles() {
    let expected = "\
224777
  without 4: 2 tiles complete it, 2 of them win
    2   1 left   5 points  ron 5, tsumo 3 each
    2r  1 left   6 points  ron 6, tsumo 3 each
  without 2: 4 tiles complete it, 1 of them win
    3   3 left   4 points  under the minimum
    3r  1 left   5 points  ron 5, tsumo 3 each
  without 7: no tile completes it
";
    assert_eq!(stdout(&suzume(&["waits", "224777"])), expected);
}
