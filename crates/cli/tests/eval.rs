//! `suzume eval` as other programs meet it, on the golden pictures.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn eval(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_suzume"));
    command.current_dir(repository()).arg("eval").args(arguments).output().expect("suzume runs")
}

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// A folder with one golden scene.
fn scene(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for ending in ["jpg", "json"] {
        let file = format!("{name}.{ending}");
        std::fs::copy(repository().join("tests/golden").join(&file), folder.path().join(&file)).expect("copied");
    }
    folder
}

/// The same scene as a set of photos with upright boxes, `set/easy.jsonl`.
fn photos(folder: &Path) {
    let text = std::fs::read_to_string(folder.join("easy.json")).expect("a label");
    let mut label: Value = serde_json::from_str(&text).expect("JSON");
    for tile in label["tiles"].as_array_mut().expect("tiles") {
        let corners: Vec<[f64; 2]> = serde_json::from_value(tile["corners"].take()).expect("corners");
        let side = |axis: usize, best: fn(f64, f64) -> f64| corners.iter().map(|c| c[axis]).reduce(best).expect("four");
        tile["box"] = serde_json::json!([side(0, f64::min), side(1, f64::min), side(0, f64::max), side(1, f64::max)]);
    }
    std::fs::create_dir(folder.join("set")).expect("a folder");
    std::fs::rename(folder.join("easy.jpg"), folder.join("set/easy.jpg")).expect("moved");
    std::fs::write(folder.join("set/easy.jsonl"), label.to_string() + "\n").expect("written");
}

#[test]
fn a_scene_that_is_read_rightly_is_one_whole_hand() {
    let folder = scene("easy");
    let out = folder.path().join("figures.out");
    let path = folder.path().display().to_string();
    let report = json(&eval(&["--scenes", &path, "--json", "--out", &out.display().to_string()]));
    let set = &report["sets"][0];
    assert_eq!((&set["pictures"], &set["tiles"]), (&1.into(), &7.into()));
    assert_eq!(set["named"], serde_json::json!({"count": 7, "of": 7, "share": 1.0}));
    assert_eq!(set["hands"], serde_json::json!({"count": 1, "of": 1, "share": 1.0}));
    assert_eq!((&set["false_tiles"]["count"], &set["mistakes"]), (&0.into(), &serde_json::json!([])));
    assert!(set["ms"]["median"].as_f64().is_some_and(|ms| ms > 0.0));
    for model in ["locator", "reader"] {
        assert_eq!(report["models"][model].as_str().map(str::len), Some(64));
    }
    assert!(report["command"].as_str().is_some_and(|command| command.starts_with("suzume eval --scenes ")));
    let written: Value = serde_json::from_slice(&std::fs::read(&out).expect("written")).expect("JSON");
    assert_eq!(written, report);
}

#[test]
fn reds_printed_in_place_are_read_as_red() {
    let folder = scene("easy");
    photos(folder.path());
    let path = folder.path().display().to_string();
    for seed in ["1", "2"] {
        let report = json(&eval(&["--data", &path, "--set", "set/easy", "--redden", seed, "--json"]));
        let set = &report["sets"][0];
        assert_eq!(set["name"], "set/easy, reddened");
        assert_eq!(set["colour"]["count"], set["colour"]["of"], "{}", set["mistakes"]);
    }
}

#[test]
fn people_get_a_table() {
    let folder = scene("empty");
    let path = folder.path().display().to_string();
    let output = eval(&["--scenes", &path, "--limit", "1"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("named") && text.contains(&path), "{text}");
}

#[test]
fn what_cannot_be_measured_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    std::fs::write(folder.path().join("bad.jsonl"), "{\"image\":\n").expect("written");
    for (arguments, code) in [
        (vec!["--data", &path, "--set", "none"], "labels_missing"),
        (vec!["--data", &path, "--set", "bad"], "labels_invalid"),
        (vec!["--scenes", &path], "labels_invalid"),
        (vec!["--stretch", "16"], "usage"),
    ] {
        let output = eval(&[&arguments[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["error"]["code"], code, "{arguments:?}");
    }
}
