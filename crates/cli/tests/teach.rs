//! `suzume teach` as other programs meet it, with the golden pictures as somebody's set.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The tiles of `easy.jpg` in reading order: the dora tile, then the hand.
const EASY: &str = "5s,2s,3s,4sr,7s,7s,7sr";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn golden(name: &str) -> String {
    repository().join("tests/golden").join(name).display().to_string()
}

/// Runs suzume with this folder of data.
fn suzume(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_suzume"));
    command.current_dir(repository()).env("SUZUME_DATA", data).args(arguments).output().expect("suzume runs")
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("one JSON object ({error}): {text}"))
}

fn answer(data: &Path, arguments: &[&str]) -> Value {
    let output = suzume(data, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    json(&output)
}

/// The code and the findings of a refusal, which also stands as one line on standard error.
fn refusal(data: &Path, arguments: &[&str]) -> (String, Value) {
    let output = suzume(data, arguments);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    let answer = json(&output);
    (answer["error"]["code"].as_str().expect("a code").to_owned(), answer["findings"].clone())
}

#[test]
fn a_set_is_taught_listed_used_and_forgotten() {
    let data = tempfile::tempdir().expect("a folder");
    let (data, easy) = (data.path(), golden("easy.jpg"));
    let taught = answer(data, &["teach", "할머니 패", &easy, &easy, "--faces", EASY, "--json"]);
    assert_eq!(taught["name"], "할머니 패");
    assert_eq!((taught["tiles"].as_u64(), taught["right_after"].as_u64()), (Some(14), Some(14)));
    assert_eq!(taught["pictures"][0]["tiles"][1]["face"], "2s");
    assert_eq!(taught["findings"], serde_json::json!([]));
    let listed = answer(data, &["teach", "--list", "--json"]);
    assert_eq!(listed["sets"][0]["name"], "할머니 패");
    assert_eq!(listed["sets"][0]["usable"], true);
    assert_eq!(listed["sets"][0]["faces"].as_array().map(Vec::len), Some(6));

    let plain = answer(data, &["read", "--json", &easy]);
    let with_set = answer(data, &["read", "--json", "--taught", "할머니 패", &easy]);
    assert_eq!(with_set["hand"], plain["hand"]);
    for (a, b) in with_set["tiles"].as_array().expect("tiles").iter().zip(plain["tiles"].as_array().expect("tiles")) {
        assert!(a["confidence"].as_f64() >= b["confidence"].as_f64(), "its own picture is the surest: {a} {b}");
    }
    assert_eq!(answer(data, &["teach", "--forget", "할머니 패", "--json"])["forgotten"], "할머니 패");
    assert_eq!(refusal(data, &["read", "--json", "--taught", "할머니 패", &easy]).0, "set_unknown");
    assert_eq!(refusal(data, &["teach", "--forget", "할머니 패", "--json"]).0, "set_unknown");
}

#[test]
fn a_wrong_layout_teaches_nothing_and_says_where() {
    let data = tempfile::tempdir().expect("a folder");
    let (data, easy) = (data.path(), golden("easy.jpg"));
    let swapped = "5s,3s,2s,4sr,7s,7s,7sr";
    let (code, findings) = refusal(data, &["teach", "a", &easy, "--faces", swapped, "--json"]);
    assert_eq!(code, "wrong_tile");
    let places: Vec<_> = findings.as_array().expect("findings").iter().map(|it| it["tile"].as_u64()).collect();
    assert_eq!(places, [Some(2), Some(3)]);
    let (code, findings) = refusal(data, &["teach", "a", &easy, "--faces", "5s,2s,3s,4sr,7s,7s", "--json"]);
    assert_eq!(code, "tile_count_differs");
    let sentence = findings[0]["message"].as_str().expect("a sentence");
    assert!(sentence.starts_with(&format!("{easy}: ")) && sentence.contains("shows 7 tiles, the layout has 6"));
    let reds = format!("{EASY},1sr,2sr");
    assert_eq!(refusal(data, &["teach", "a", &easy, "--faces", &reds, "--json"]).0, "faces_missing");
    // Whether or not its die is taken for a doubtful tile, an empty table is no layout.
    let (code, _) = refusal(data, &["teach", "a", &golden("empty.jpg"), "--json"]);
    assert!(["tile_count_differs", "faces_missing"].contains(&code.as_str()), "{code}");
    assert_eq!(answer(data, &["teach", "--list", "--json"])["sets"], serde_json::json!([]));
    // The person knows better.
    answer(data, &["teach", "a", &easy, "--faces", &reds, "--anyway", "--json"]);
    assert_eq!(answer(data, &["teach", "--list", "--json"])["sets"][0]["name"], "a");
}

#[test]
fn a_damaged_set_and_one_of_another_reader_are_refused_by_name() {
    let data = tempfile::tempdir().expect("a folder");
    let (data, easy) = (data.path(), golden("easy.jpg"));
    for name in ["whole", "할머니 패"] {
        answer(data, &["teach", name, &easy, "--faces", EASY, "--json"]);
    }
    let files: Vec<PathBuf> =
        std::fs::read_dir(data.join("sets")).expect("sets").flatten().map(|it| it.path()).collect();
    let file = files.iter().find(|path| !path.display().to_string().contains("whole")).expect("its file");
    let text = std::fs::read_to_string(file).expect("written");
    std::fs::write(file, &text[..text.len() / 2]).expect("damaged");
    let listed = answer(data, &["teach", "--list", "--json"]);
    assert_eq!(listed["sets"].as_array().map(Vec::len), Some(1));
    assert_eq!(listed["damaged"][0]["code"], "set_damaged");
    assert!(listed["damaged"][0]["message"].as_str().expect("a sentence").contains("할머니 패"));
    assert_eq!(refusal(data, &["read", "--json", "--taught", "할머니 패", &easy]).0, "set_damaged");

    let start = text.find("\"reader\":\"").expect("the reader") + 10;
    std::fs::write(file, format!("{}{}{}", &text[..start], "0".repeat(64), &text[start + 64..])).expect("written");
    assert_eq!(refusal(data, &["read", "--json", "--taught", "할머니 패", &easy]).0, "set_other_reader");
    assert_eq!(answer(data, &["teach", "--list", "--json"])["sets"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_cannot_be_understood_is_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let (data, easy) = (data.path(), golden("easy.jpg"));
    for (arguments, code) in [
        (&["teach", "--json"][..], "usage"),
        (&["teach", "a", "--json"], "usage"),
        (&["teach", "a", &easy, "--faces", "10s", "--json"], "usage"),
        (&["teach", "--list", "a", "--json"], "usage"),
        (&["teach", &easy, &easy, "--faces", EASY, "--json"], "usage"),
        (&["teach", " ", &easy, "--faces", EASY, "--json"], "set_name_invalid"),
        (&["teach", "a", "nowhere.jpg", "--json"], "picture_not_found"),
    ] {
        assert_eq!(refusal(data, arguments).0, code, "{arguments:?}");
    }
    assert!(!data.join("sets").exists(), "nothing was written");
}
