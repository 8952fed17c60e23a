//! `suzume score`, the built program: its JSON, its text, its refusals and its batch.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn suzume(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_suzume")).args(args).output().expect("suzume runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

/// The answer of a command that succeeds.
fn answer(args: &[&str]) -> Value {
    let output = suzume(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    assert_eq!(stdout(&output).lines().count(), 1);
    serde_json::from_str(stdout(&output)).expect("JSON")
}

/// The code of a refusal: status 2, one line on standard error, the error on standard output.
fn refusal(args: &[&str]) -> String {
    let output = suzume(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let stderr = std::str::from_utf8(&output.stderr).expect("UTF-8");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let error: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(format!("suzume: {}\n", error["error"]["message"].as_str().expect("a message")), stderr);
    error["error"]["code"].as_str().expect("a code").to_owned()
}

/// Feeds standard input; all lines of the answer.
fn batch(args: &[&str], input: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_suzume"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("suzume runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // Written beside reading, so that neither side waits for the other with a full pipe.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("suzume ends");
    writer.join().expect("the writer ends").expect("suzume reads all");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_json_of_a_hand_that_wins_by_bonuses() {
    let output = suzume(&["score", "2 3 4 5 5 5r", "--dora", "3", "--json"]);
    let expected = concat!(
        r#"{"shape":true,"wins":true,"reason":null,"points":6,"total":6,"#,
        r#""melds":[{"kind":"run","tiles":["2","3","4"],"points":1},{"kind":"triplet","tiles":["5","5","5r"],"points":2}],"#,
        r#""bonuses":[{"id":"red","count":1,"points":1},{"id":"dora","count":1,"points":1},{"id":"tanyao","count":1,"points":1}],"#,
        r#""limit":null,"ron":6,"tsumo_each":3}"#,
        "\n"
    );
    assert_eq!(stdout(&output), expected);
}

#[test]
fn the_json_of_a_limit_hand_of_the_dealer() {
    assert_eq!(
        answer(&["score", "1r2r3rccc", "--dealer", "--players", "4", "--json"]),
        json!({
            "shape": true, "wins": true, "reason": null, "points": 23, "total": 25,
            "melds": [
                {"kind": "run", "tiles": ["1r", "2r", "3r"], "points": 1},
                {"kind": "triplet", "tiles": ["c", "c", "c"], "points": 2}
            ],
            "bonuses": [], "limit": {"id": "super_red", "points": 20}, "ron": 25, "tsumo_each": 9
        })
    );
}

/// A hand under the minimum keeps its score, but nobody pays for it.
#[test]
fn the_json_of_a_hand_under_the_minimum() {
    let found = answer(&["score", "111456", "--dealer", "--json"]);
    assert_eq!(
        (&found["shape"], &found["wins"], &found["reason"]),
        (&json!(true), &json!(false), &json!("under_minimum"))
    );
    assert_eq!((&found["points"], &found["total"]), (&json!(3), &json!(5)));
    assert_eq!((&found["ron"], &found["tsumo_each"]), (&json!(0), &json!(0)));
}

#[test]
fn the_json_of_tiles_without_two_melds() {
    assert_eq!(
        answer(&["score", "ggggcc", "--dealer", "--json"]),
        json!({
            "shape": false, "wins": false, "reason": "no_shape", "points": 0, "total": 0,
            "melds": [], "bonuses": [], "limit": null, "ron": 0, "tsumo_each": 0
        })
    );
}

/// The survey's facts, through the program; also through one batch, in order.
#[test]
fn the_golden_scores_and_payments() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/rules.json");
    let facts: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the golden file")).expect("JSON");
    let scores = facts["score"].as_array().expect("a list");
    let requests: String =
        scores.iter().map(|fact| json!({"hand": fact["hand"], "dora": fact["dora"]}).to_string() + "\n").collect();
    let answers = batch(&["score", "--batch"], requests.as_bytes());
    assert_eq!(answers.len(), scores.len());
    for (fact, found) in scores.iter().zip(&answers) {
        assert_eq!((&found["points"], &found["wins"]), (&fact["points"], &fact["wins"]), "{fact}");
    }
    // A hand of five points and one of seven, paid as the survey says.
    for (hand, players, dealer) in
        [("222777", 3, false), ("222777", 3, true), ("333ccc", 3, true), ("333ccc", 4, false)]
    {
        let found = &batch(
            &["score", "--batch"],
            json!({"hand": hand, "players": players, "dealer": dealer}).to_string().as_bytes(),
        )[0];
        let same = |fact: &&Value| {
            (&fact["points"], &fact["players"], &fact["dealer"]) == (&found["points"], &json!(players), &json!(dealer))
        };
        let fact = facts["pay"].as_array().expect("a list").iter().find(same).expect("a fact");
        assert_eq!((&found["ron"], &found["tsumo_each"]), (&fact["ron"], &fact["tsumo_each"]), "{fact}");
    }
    for fact in facts["refuse"].as_array().expect("a list") {
        assert_eq!(refusal(&["score", fact["hand"].as_str().expect("a text")]), fact["code"].as_str().expect("a code"));
    }
}

#[test]
fn house_rules_are_named() {
    let found = answer(&["score", "234ggg", "--rule", "limit_hands=flat", "--json"]);
    assert_eq!((&found["points"], &found["melds"][0]["points"]), (&json!(10), &json!(0)));
    let found = answer(&["score", "111456", "--rule", "minimum=5", "--rule", "minimum=none", "--json"]);
    assert_eq!(found["wins"], true, "the last of one rule counts");
    assert_eq!(refusal(&["score", "111456", "--rule", "maximum=5"]), "unknown_rule");
    assert_eq!(refusal(&["score", "111456", "--rule", "minimum=4"]), "unknown_rule_value");
    assert_eq!(refusal(&["score", "111456", "--rule", "minimum"]), "usage");
}

#[test]
fn what_cannot_be_is_refused() {
    assert_eq!(refusal(&["score", "333456", "--dora", "3"]), "too_many_copies");
    assert_eq!(refusal(&["score", "111456", "--dora", "gr"]), "stray_red");
    assert_eq!(refusal(&["score", "111456", "--dora", ""]), "not_one_tile");
    assert_eq!(refusal(&["score", "111456", "--dora", "12"]), "not_one_tile");
    assert_eq!(refusal(&["score", "111456", "--players", "1"]), "player_count");
    assert_eq!(refusal(&["score", "111456", "--players", "6"]), "player_count");
    assert_eq!(refusal(&["score", "111456", "--players", "many"]), "usage");
    assert_eq!(refusal(&["score"]), "usage");
    assert_eq!(refusal(&["score", "111456", "--batch"]), "usage");
    assert_eq!(refusal(&["score", "111456", "--unknown"]), "usage");
}

#[test]
fn without_json_a_refusal_leaves_standard_output_empty() {
    let output = suzume(&["score", "3r3r4567"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert_eq!(
        std::str::from_utf8(&output.stderr).expect("UTF-8"),
        "suzume: the box holds only 1 of the tile 3r, the dora tile and other seen tiles counted\n"
    );
}

#[test]
fn the_text_for_people() {
    let output = suzume(&["score", "中3r2r1r中中", "--dealer"]);
    let expected = "\
1r2r3rccc: wins with 23 points
  run          1r 2r 3r  1
  triplet      c c c     2
  super_red             20
  dealer                 2
  ron: the discarder pays 25; tsumo: each of the 2 others pays 13
";
    assert_eq!(stdout(&output), expected);
    let output = suzume(&["score", "111456"]);
    assert!(stdout(&output).starts_with("111456: does not win, 3 points are under the minimum\n"));
    let output = suzume(&["score", "ggggcc", "--dora", "1r"]);
    assert_eq!(stdout(&output), "ggggcc: does not win, the six tiles do not split into two melds (dora 1r)\n");
}

#[test]
fn a_batch_answers_each_line_in_order_and_goes_on_after_bad_ones() {
    let lines = [
        (r#"{"hand":"222777"}"#, "5"),
        ("", "malformed_json"),
        ("{", "malformed_json"),
        (r#""222777""#, "malformed_json"),
        ("[]", "malformed_json"),
        (r#"{"dora":"1"}"#, "missing_field"),
        (r#"{"hand":"222777","tiles":"1"}"#, "unknown_field"),
        (r#"{"hand":222777}"#, "wrong_type"),
        (r#"{"hand":null}"#, "wrong_type"),
        (r#"{"hand":"222777","dora":2}"#, "wrong_type"),
        (r#"{"hand":"222777","dealer":1}"#, "wrong_type"),
        (r#"{"hand":"222777","players":"3"}"#, "wrong_type"),
        (r#"{"hand":"222777","players":6}"#, "player_count"),
        (r#"{"hand":"222777","players":2.5}"#, "player_count"),
        (r#"{"hand":"222777","players":-3}"#, "player_count"),
        (r#"{"hand":"3r3r4567"}"#, "too_many_copies"),
        (r#"{"hand":"123"}"#, "wrong_tile_count"),
        (r#"{"hand":"012345"}"#, "unknown_tile"),
        (r#"{"hand":"gr12345"}"#, "stray_red"),
        (r#"{"hand":"222777","dora":""}"#, "not_one_tile"),
        (r#" {"hand":"111456","dora":"1r","dealer":true,"players":5}"#, "6"),
        (r#"{"hand":"222777","dora":null,"dealer":false}"#, "5"),
    ];
    let input = lines.map(|(line, _)| line).join("\n");
    let answers = batch(&["score", "--batch"], input.as_bytes());
    assert_eq!(answers.len(), lines.len());
    for ((line, expected), answer) in lines.iter().zip(&answers) {
        let found = match &answer["error"]["code"] {
            Value::String(code) => code.clone(),
            _ => answer["points"].to_string(),
        };
        assert_eq!(&found, expected, "{line}: {answer}");
        assert!(answer["error"].is_null() || answer["error"]["message"].is_string());
    }
    assert_eq!((&answers[20]["total"], &answers[20]["tsumo_each"]), (&json!(8), &json!(2)));
}

#[test]
fn a_batch_survives_bytes_that_are_no_text_and_endless_lines() {
    let mut input = b"\xff\xfe\n".to_vec();
    input.extend(vec![b'x'; 1 << 20]);
    input.extend(b"\r\n{\"hand\":\"222777\"}\r\n");
    let answers = batch(&["score", "--batch"], &input);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["error"]["code"], "malformed_json");
    assert_eq!(answers[1]["error"]["code"], "line_too_long");
    assert_eq!(answers[2]["points"], 5);
    assert!(batch(&["score", "--batch"], b"").is_empty());
}

#[test]
fn options_of_a_batch_hold_for_every_line() {
    let answers = batch(
        &["score", "--batch", "--players", "5", "--rule", "limit_hands=flat"],
        b"{\"hand\":\"234ggg\"}\n{\"hand\":\"234ggg\",\"players\":2}\n",
    );
    assert_eq!((&answers[0]["points"], &answers[0]["tsumo_each"]), (&json!(10), &json!(3)));
    assert_eq!(answers[1]["tsumo_each"], 10);
}

/// A reader such as `head` may leave early; that is no error of ours.
#[test]
fn a_closed_pipe_ends_the_batch_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_suzume"))
        .args(["score", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("suzume runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may be gone before it has read all.
    let _ = stdin.write_all("{\"hand\":\"222777\"}\n".repeat(10).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("suzume ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn help_and_version_are_answers() {
    for args in [&["--help"][..], &["score", "--help"], &["--version"]] {
        let output = suzume(args);
        assert_eq!(output.status.code(), Some(0));
        assert!(!output.stdout.is_empty() && output.stderr.is_empty());
    }
    assert_eq!(refusal(&[]), "usage");
    assert_eq!(refusal(&["riichi"]), "usage");
}
