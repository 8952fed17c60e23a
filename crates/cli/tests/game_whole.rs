//! `suzume game` from the outside: everything besides playing on. Mending, sticks, statistics, exchange, streams.

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn suzume(file: &Path, command: &str, args: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_suzume"))
        .args(["game", command, "--file"])
        .arg(file)
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("suzume runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("written");
    child.wait_with_output().expect("it ends")
}

fn text(file: &Path, command: &str, args: &str) -> String {
    let output = suzume(file, command, args, "");
    assert!(output.status.success(), "{command} {args}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn state(file: &Path, command: &str, args: &str) -> Value {
    serde_json::from_str(&text(file, command, &format!("{args} --json"))).expect("JSON")
}

fn refusal(file: &Path, command: &str, args: &str) -> String {
    let output = suzume(file, command, &format!("{args} --json"), "");
    assert_eq!(output.status.code(), Some(2), "{command} {args}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["error"]["code"].as_str().expect("a code").to_owned()
}

fn points(state: &Value) -> Vec<u64> {
    state["players"].as_array().expect("players").iter().map(|p| p["points"].as_u64().expect("points")).collect()
}

/// Three hands of three players: a tsumo, a ron and a draw.
fn evening(folder: &Folder) -> PathBuf {
    let file = folder.path("evening.suzume");
    state(&file, "new", "--players 하늘,さくら,=1+1 --first 0");
    state(&file, "dora", "5");
    state(&file, "tsumo", "--winner 0 --hand 234555r");
    state(&file, "ron", "--from 0 --winner 2 --hand 111789");
    state(&file, "draw", "");
    file
}

#[test]
fn several_winners_of_one_discard_are_paid_in_one_step() {
    let folder = Folder::new();
    let file = folder.path("g");
    state(&file, "new", "--players A,B,C,D --first 0");
    let after = state(&file, "ron", "--from 3 --winner 2 --hand 777rggg --winner 0 --hand 111789");
    let wins: Vec<_> =
        after["log"][0]["wins"].as_array().expect("wins").iter().map(|win| win["seat"].clone()).collect();
    assert_eq!(wins, [0, 2], "the nearest first");
    assert_eq!(refusal(&file, "ron", "--from 3 --winner 2 --winner 0 --hand 111789"), "usage");
}

#[test]
fn a_ron_on_a_kind_that_one_discarded_is_refused_where_the_discards_are_known() {
    let folder = Folder::new();
    let file = folder.path("g");
    state(&file, "new", "--players A,B --first 0");
    let claim = "--from 0 --winner 1 --hand 111789 --tile 9";
    assert_eq!(refusal(&file, "ron", &format!("{claim} --own-discards 29r")), "furiten");
    assert_eq!(refusal(&file, "ron", "--from 0 --winner 1 --hand 111789 --tile 5"), "not_in_the_hand");
    assert_eq!(points(&state(&file, "ron", &format!("{claim} --own-discards 25r8"))), [35, 45]);
}

#[test]
fn a_false_win_and_the_end_by_agreement() {
    let folder = Folder::new();
    let file = folder.path("g");
    state(&file, "new", "--players A,B,C --first 0");
    assert_eq!(points(&state(&file, "false-win", "--offender 1")), [42, 36, 42]);
    let ended = state(&file, "end", "");
    assert_eq!((&ended["finished"], &ended["ended_by_agreement"]), (&true.into(), &true.into()));
    assert_eq!(refusal(&file, "draw", ""), "game_finished");
    assert_eq!(state(&file, "undo", "")["finished"], false);
}

#[test]
fn an_earlier_hand_is_corrected_and_the_old_version_stays() {
    let folder = Folder::new();
    let file = evening(&folder);
    let before = state(&file, "show", "");
    let preview = state(&file, "correct", "2 --from 1 --preview");
    assert_eq!(preview["changed"].as_array().expect("lines").len(), 2, "the hand, and the points of the one after it");
    assert_eq!(preview["impossible"], json!([]));
    assert_eq!(state(&file, "show", ""), before, "a preview records nothing");
    let after = state(&file, "correct", "2 --from 1");
    assert_eq!(json!(points(&after)), preview["points"]);
    assert_eq!(after["log"][1]["from"], 1);
    let earlier = &after["log"][1]["earlier"][0];
    assert_eq!((&earlier["line"]["from"], &earlier["mended_by"]), (&0.into(), &after["seq"]));
    let undone = state(&file, "undo", "");
    assert_eq!(
        (&undone["log"], &undone["players"], &undone["sticks"]["purses"]),
        (&before["log"], &before["players"], &before["sticks"]["purses"])
    );
    assert_eq!(state(&file, "redo", "")["log"], after["log"]);
    // The dora alone, the tiles alone, the winner alone.
    assert_eq!(state(&file, "correct", "1 --dora none")["log"][0]["wins"][0]["total"], 7);
    assert_eq!(state(&file, "correct", "2 --hand 222ggg")["log"][1]["wins"][0]["hand"], "222ggg");
    assert_eq!(state(&file, "correct", "1 --winner 1")["log"][0]["wins"][0]["seat"], 1);
    assert_eq!(refusal(&file, "correct", "1 --winner 1"), "changes_nothing");
    assert_eq!(refusal(&file, "correct", "9 --as draw"), "no_such_hand");
    assert_eq!(refusal(&file, "correct", "3 --as tsumo"), "usage");
    assert_eq!(refusal(&file, "correct", "2 --hand 124789"), "no_shape");
}

#[test]
fn what_a_correction_makes_impossible_is_named_and_goes_only_if_that_is_accepted() {
    let folder = Folder::new();
    let file = folder.path("g");
    state(&file, "new", "--players A,B --first 0 --rule dealer_bonus_counts_to_minimum=yes");
    state(&file, "draw", "");
    // 3 points, and 5 with the dealer's bonus: only a dealer may win with it.
    state(&file, "tsumo", "--winner 1 --hand 111456");
    let before = state(&file, "show", "");
    // Had hand 1 never been, seat 0 would have dealt.
    let preview = state(&file, "correct", "1 --as removed --preview");
    assert_eq!(
        (&preview["impossible"][0]["seq"], &preview["impossible"][0]["code"]),
        (&3.into(), &"under_minimum".into())
    );
    assert_eq!(refusal(&file, "correct", "1 --as removed"), "makes_impossible");
    assert_eq!(state(&file, "show", ""), before);
    let after = state(&file, "correct", "1 --as removed --accept");
    assert_eq!((points(&after), after["log"].as_array().map(Vec::len)), (vec![40, 40], Some(0)));
    assert_eq!(after["struck"].as_array().map(Vec::len), Some(2), "both lines stay to be looked at");
    assert_eq!(state(&file, "undo", "")["log"], before["log"]);
}

#[test]
fn seats_are_swapped_from_a_hand_on() {
    let folder = Folder::new();
    let file = evening(&folder);
    let swapped = state(&file, "swap-seats", "1 2 --from-hand 2");
    assert_eq!(swapped["seating"], json!([0, 2, 1]));
    assert_eq!(swapped["log"][1]["dealer"], 2);
    assert_eq!(refusal(&file, "swap-seats", "1 2 --from-hand 9"), "no_such_hand_number");
    assert_eq!(refusal(&file, "swap-seats", "1 1"), "changes_nothing");
}

#[test]
fn sticks_are_shown_set_and_switched_off() {
    let folder = Folder::new();
    let file = folder.path("g");
    let new = state(&file, "new", "--players A,B --first 0");
    assert_eq!(new["sticks"]["purses"][0], json!({"tens":2,"fives":3,"ones":5}));
    let after = state(&file, "tsumo", "--winner 0 --hand 111789");
    assert_eq!(
        after["sticks"]["payments"],
        json!([{"from":1,"to":0,"paid":7,"handings":[{"from":1,"to":0,"tens":0,"fives":1,"ones":2}]}])
    );
    assert!(text(&file, "sticks", "").contains("B hands A 1x5 2x1"));
    let set = state(&file, "sticks", "--set 4/1/2,3/0/3");
    assert_eq!(set["sticks"]["bank"], json!({"tens":3,"fives":14,"ones":20}));
    assert_eq!(refusal(&file, "sticks", "--set 4/1/3,3/0/3"), "sticks_not_the_points");
    assert_eq!(refusal(&file, "sticks", "--set 4/1"), "usage");
    assert_eq!(state(&file, "sticks", "--off")["sticks"], Value::Null);
    let other = folder.path("h");
    assert_eq!(state(&other, "new", "--players A,B --no-sticks")["sticks"], Value::Null);
}

#[test]
fn an_exported_game_is_the_same_game_again() {
    let folder = Folder::new();
    let file = evening(&folder);
    state(&file, "correct", "2 --from 1");
    state(&file, "undo", "");
    let exported = text(&file, "export", "--format json");
    let copy = folder.path("copy");
    let output = suzume(&copy, "import", "--json", &exported);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text(&copy, "export", "--format json"), exported);
    assert_eq!(state(&copy, "show", ""), state(&file, "show", ""));
    assert_eq!(state(&copy, "redo", "")["log"], state(&file, "redo", "")["log"]);
    let refused = suzume(&folder.path("x"), "import", "--json", &exported.replace("\"seq\":3", "\"seq\":4"));
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stdout).contains("contradicting_events"));
    assert!(!folder.path("x").exists());
}

#[test]
fn a_spreadsheet_opens_the_table_and_runs_no_formula() {
    let folder = Folder::new();
    let csv = text(&evening(&folder), "export", "--format csv");
    assert!(csv.starts_with('\u{FEFF}'), "without it a spreadsheet garbles the names");
    let lines: Vec<&str> = csv.trim_start_matches('\u{FEFF}').split("\r\n").collect();
    assert_eq!(lines.len(), 5, "a header, three hands, and the end of the last line");
    assert!(lines[0].ends_with("하늘,さくら,'=1+1,하늘 +/-,さくら +/-,'=1+1 +/-"), "{}", lines[0]);
    assert!(lines[1].starts_with("1,east,하늘,5,tsumo,,하늘,234555r,red dora×3 tanyao,"), "{}", lines[1]);
    assert!(lines[2].contains(",ron,하늘,'=1+1,111789,chanta,5,"), "{}", lines[2]);
    assert!(lines[2].ends_with(",-5,0,5"), "{}", lines[2]);
}

#[test]
fn a_summary_for_a_chat_holds_the_ranking_and_every_hand() {
    let folder = Folder::new();
    let summary = text(&evening(&folder), "export", "--format text");
    assert!(summary.contains("하늘 234555r"), "{summary}");
    assert!(summary.contains("ron from 하늘"), "{summary}");
    assert_eq!(summary.lines().count(), 1 + 3 + 1 + 3);
}

#[test]
fn games_are_listed_and_statistics_count_them_also_where_there_is_nothing() {
    let folder = Folder::new();
    let file = evening(&folder);
    let list = state(&file, "list", "");
    assert_eq!((&list["games"][0]["game"], &list["games"][0]["hand_number"]), (&1.into(), &4.into()));
    let stats = state(&file, "stats", "");
    let player = |name: &str| {
        stats["players"].as_array().expect("players").iter().find(|player| player["name"] == name).expect(name).clone()
    };
    assert_eq!((&player("하늘")["tsumo"], &player("하늘")["dealt_in"]), (&1.into(), &1.into()));
    assert_eq!((&player("=1+1")["ron"], &player("=1+1")["favourite_yaku"]), (&1.into(), &"chanta".into()));
    assert_eq!(player("하늘")["best_hand"]["hand"], "234555r");
    assert_eq!((&player("さくら")["wins"], &player("さくら")["average_points"]), (&0.into(), &Value::Null));
    assert_eq!(stats["games"][0]["chart"].as_array().expect("points").len(), 4);
    let fresh = folder.path("fresh");
    state(&fresh, "new", "--players A,B");
    assert_eq!(state(&fresh, "stats", "")["players"][0]["hands"], 0);
}

#[test]
fn events_are_applied_line_by_line_and_replayed_to_the_same_states() {
    let folder = Folder::new();
    let file = folder.path("g");
    let events = [
        r#"{"kind":"game_started","format":2,"players":["A","B"],"first_dealer":0,"ruleset":{}}"#,
        r#"{"kind":"dora_turned","tile":"5"}"#,
        r#"{"kind":"tsumo","winner":{"seat":0,"hand":"124789"}}"#,
        "nonsense",
        r#"{"kind":"tsumo","winner":{"seat":0,"hand":"234555r"}}"#,
        r#"{"kind":"undone"}"#,
    ]
    .join("\n");
    let lines = |output: &Output| -> Vec<Value> {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let applied = lines(&suzume(&file, "apply", "", &events));
    let codes: Vec<_> = applied.iter().map(|line| line["error"]["code"].clone()).collect();
    assert_eq!(codes, json!([null, null, "no_shape", "not_an_event", null, null]).as_array().expect("codes")[..]);
    assert_eq!((&applied[4]["line"]["kind"], points(&applied[4])), (&"tsumo".into(), vec![50, 30]));
    assert_eq!((&applied[5]["line"], points(&applied[5])), (&Value::Null, vec![40, 40]));
    let replayed = lines(&suzume(&file, "replay", "", ""));
    let states: Vec<_> = replayed.iter().map(|line| (&line["seq"], points(line))).collect();
    let expected: Vec<_> =
        applied.iter().filter(|line| line["error"].is_null()).map(|line| (&line["seq"], points(line))).collect();
    assert_eq!(states, expected);
    let mut child = Command::new(env!("CARGO_BIN_EXE_suzume"))
        .args(["game", "replay"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("suzume runs");
    child.stdin.take().expect("an input").write_all(format!("{events}\n{events}").as_bytes()).expect("written");
    let streamed = lines(&child.wait_with_output().expect("it ends"));
    assert_eq!(streamed.len(), 12, "two games in one stream, a line for each event");
    assert_eq!(streamed[..6], streamed[6..]);
}

#[test]
fn a_damaged_file_is_recovered_before_anything_is_recorded_on_it() {
    let folder = Folder::new();
    let file = evening(&folder);
    let before = state(&file, "show", "");
    let mut bytes = fs::read(&file).expect("bytes");
    bytes.truncate(5000);
    fs::write(&file, &bytes).expect("truncated");
    assert_eq!(refusal(&file, "draw", ""), "damaged_recovered");
    assert_eq!(state(&file, "show", ""), before);
    assert_eq!(fs::read(folder.path("evening.suzume.damaged-1")).expect("it is kept"), bytes);
    fs::write(&file, &bytes).expect("truncated again");
    let output = suzume(&file, "show", "--json", "");
    let shown: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&shown["recovered"]["code"], &shown["recovered"]["missing"]), (&"damaged_recovered".into(), &0.into()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged_recovered"));
}
