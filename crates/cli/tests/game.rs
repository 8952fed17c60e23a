//! `suzume game` from the outside: a game kept by another program.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("evening.suzume")
    }
}

/// Runs `suzume game COMMAND --file FILE ARGS`, with the words of `args` split at spaces.
fn game(file: &Path, command: &str, args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_suzume"))
        .args(["game", command, "--file"])
        .arg(file)
        .args(args.split_whitespace())
        .output()
        .expect("suzume runs")
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The code of a refusal, which leaves status 2, one line on standard error and the file as it was.
fn refusal(file: &Path, command: &str, args: &str) -> String {
    let before = fs::read(file).ok();
    let output = game(file, command, &format!("{args} --json"));
    assert_eq!(output.status.code(), Some(2), "{command} {args}");
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    assert_eq!(fs::read(file).ok(), before, "{command} {args} wrote something");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["error"]["code"].as_str().expect("a code").to_owned()
}

fn points(state: &Value) -> Vec<u64> {
    state["players"].as_array().expect("players").iter().map(|p| p["points"].as_u64().expect("points")).collect()
}

#[test]
fn a_hand_moves_points_dealer_and_hand_number() {
    let folder = Folder::new();
    let file = folder.file();
    let state = json(&game(&file, "new", "--players 하늘,아라,보미 --first 1 --json"));
    assert_eq!((&state["dealer"], &state["hands_total"]), (&1.into(), &12.into()));
    json(&game(&file, "dora", "3r --json"));
    let state = json(&game(&file, "tsumo", "--winner 1 --hand 234555r --json"));
    assert_eq!(points(&state), [36, 48, 36]);
    let state = json(&game(&file, "show", "--json"));
    assert_eq!((&state["dealer"], &state["hand_number"], &state["dora"]), (&2.into(), &2.into(), &Value::Null));
    let line = &state["log"][0];
    assert_eq!((&line["kind"], &line["dora"], &line["wins"][0]["total"]), (&"tsumo".into(), &"3r".into(), &8.into()));
    let state = json(&game(&file, "undo", "--json"));
    assert_eq!((points(&state), &state["dora"]), (vec![40, 40, 40], &"3r".into()));
    let state = json(&game(&file, "redo", "--json"));
    assert_eq!(points(&state), [36, 48, 36]);
    let state = json(&game(&file, "ron", "--from 0 --winner 2 --hand 1r2r3rccc --json"));
    assert_eq!(points(&state), [11, 48, 61]);
    assert_eq!(state["ranking"][0]["player"], 2);
}

#[test]
fn a_whole_game_ends_after_four_hands_each() {
    let folder = Folder::new();
    let file = folder.file();
    json(&game(&file, "new", "--players A,B --first 0 --json"));
    for hand in 0..8 {
        let state = json(&game(&file, "show", "--json"));
        assert_eq!((&state["finished"], &state["dealer"]), (&false.into(), &(hand % 2).into()));
        assert_eq!(state["wind"], ["east", "south", "west", "north"][hand / 2]);
        assert!(game(&file, "draw", "").status.success());
    }
    let state = json(&game(&file, "show", "--json"));
    assert_eq!((&state["finished"], &state["ranking"][1]["rank"]), (&true.into(), &1.into()));
    assert_eq!(refusal(&file, "draw", ""), "game_finished");
    assert_eq!(json(&game(&file, "undo", "--json"))["finished"], false);
}

#[test]
fn a_seed_draws_the_same_first_dealer_again() {
    let drawn = |seed: u32| {
        let folder = Folder::new();
        json(&game(&folder.file(), "new", &format!("--players A,B,C,D,E --seed {seed} --json")))["first_dealer"].clone()
    };
    assert_eq!(drawn(7), drawn(7));
    let different: std::collections::BTreeSet<String> = (0..20).map(|seed| drawn(seed).to_string()).collect();
    assert!(different.len() > 2, "{different:?}");
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let file = folder.file();
    assert_eq!(refusal(&file, "show", ""), "file_missing");
    assert_eq!(refusal(&file, "new", "--players A,B,C,D,E,F"), "player_count");
    assert_eq!(refusal(&file, "new", "--players A,A"), "duplicate_name");
    assert_eq!(refusal(&file, "new", "--players A,"), "name_empty");
    assert_eq!(refusal(&file, "new", "--players A,B --first 2"), "no_such_seat");
    assert_eq!(refusal(&file, "new", "--players A,B --rule uma=10"), "unknown_rule");
    assert_eq!(refusal(&file, "new", "--players A,B,C,D,E --rule starting_points=50"), "box_too_small");
    assert!(!file.exists());
    json(&game(&file, "new", "--players A,B,C --first 0 --json"));
    assert_eq!(refusal(&file, "new", "--players A,B"), "file_exists");
    for (command, args, code) in [
        ("dora", "0", "unknown_tile"),
        ("dora", "gr", "stray_red"),
        ("tsumo", "--winner 0 --hand 3r3r4567", "too_many_copies"),
        ("tsumo", "--winner 0 --hand gggggc", "too_many_copies"),
        ("tsumo", "--winner 0 --hand 11178", "wrong_tile_count"),
        ("tsumo", "--winner 0 --hand 124789", "no_shape"),
        ("tsumo", "--winner 0 --hand 123678", "under_minimum"),
        ("tsumo", "--winner 3 --hand 111789", "no_such_seat"),
        ("tsumo", "--winner x --hand 111789", "usage"),
        ("ron", "--from 1 --winner 1 --hand 111789", "ron_from_self"),
        ("undo", "", "nothing_to_undo"),
        ("redo", "", "nothing_to_redo"),
    ] {
        assert_eq!(refusal(&file, command, args), code, "{command} {args}");
    }
}

#[test]
fn files_that_are_no_games_are_refused() {
    let folder = Folder::new();
    let file = folder.file();
    fs::write(&file, "not a game ".repeat(100)).expect("written");
    assert_eq!(refusal(&file, "show", ""), "not_a_ledger");
    assert_eq!(refusal(&file, "draw", ""), "not_a_ledger");
}

#[test]
fn export_holds_every_event_also_what_was_undone() {
    let folder = Folder::new();
    let file = folder.file();
    json(&game(&file, "new", "--players A,B --first 0 --json"));
    json(&game(&file, "draw", "--json"));
    json(&game(&file, "undo", "--json"));
    let export = json(&game(&file, "export", ""));
    let kinds: Vec<_> =
        export["events"].as_array().expect("events").iter().map(|e| e["event"]["kind"].clone()).collect();
    assert_eq!(kinds, ["game_started", "draw", "undone"]);
    assert_eq!(export["format"], 2);
}
