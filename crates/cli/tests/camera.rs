//! `suzume camera` as other programs meet it: what it says about a replayed table, and about a camera that is not there.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_suzume"));
    command.current_dir(repository()).arg("camera").args(arguments);
    command.output().expect("suzume runs")
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON value a line")).collect()
}

fn events<'a>(lines: &'a [Value], name: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["event"] == name).collect()
}

/// A folder with these golden pictures in this order.
fn film(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (i, name) in names.iter().enumerate() {
        let from = repository().join("tests/golden").join(name);
        std::fs::copy(from, folder.path().join(format!("{i:03}.jpg"))).expect("a golden picture");
    }
    folder
}

#[test]
fn a_hand_laid_down_is_offered_once_and_all_is_said_in_order() {
    let film = film(&["empty.jpg", "empty.jpg", "easy.jpg"]);
    let path = film.path().display().to_string();
    let output = run(&["watch", "--replay", &path, "--fps", "15", "--seconds", "12", "--json", "--profile"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = lines(&output);
    assert_eq!(lines[0]["event"], "camera");
    assert_eq!(lines[0]["state"], "running");
    let reports = events(&lines, "report");
    assert!(reports.windows(2).all(|two| two[0]["at_ms"].as_u64() <= two[1]["at_ms"].as_u64()));
    let [offer] = events(&lines, "offer")[..] else { panic!("one offer: {lines:?}") };
    assert_eq!(offer["hand"], "234r777r");
    assert_eq!(offer["dora"], "5");
    assert_eq!(offer["by"], "itself");
    assert_eq!(reports.last().expect("a report")["phase"], "offered");
    let profile = events(&lines, "profile")[0];
    let stages = ["seen", "still", "offered"].map(|stage| profile["stages_ms"][stage].as_u64().expect("a stage"));
    assert!(stages.is_sorted(), "{stages:?}");
    assert_eq!(lines.last().expect("an end")["event"], "end");
    assert_eq!(lines.last().expect("an end")["offers"], 1);
    assert!(!events(&lines, "frames").is_empty());
}

#[test]
fn frames_alone_need_no_models_and_broken_ones_are_counted() {
    let film = film(&["easy.jpg", "dim.jpg", "empty.jpg"]);
    let whole = std::fs::read(film.path().join("001.jpg")).expect("a picture");
    std::fs::write(film.path().join("001.jpg"), &whole[..whole.len() / 2]).expect("a broken picture");
    let path = film.path().display().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_suzume"))
        .args(["camera", "watch", "--replay", &path, "--fps", "5", "--loop", "--no-read", "--seconds", "4", "--json"])
        .env("SUZUME_MODELS", film.path())
        .output()
        .expect("suzume runs");
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output);
    assert!(events(&lines, "report").is_empty());
    let end = lines.last().expect("an end");
    assert!(end["frames"].as_u64() >= Some(4), "{end}");
    assert!(end["broken"].as_u64() >= Some(2), "{end}");
}

#[test]
fn a_film_of_which_no_picture_can_be_read_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["000.jpg", "001.jpg"] {
        std::fs::write(folder.path().join(name), "no picture, whatever its name says").expect("written");
    }
    let path = folder.path().display().to_string();
    let output = run(&["watch", "--replay", &path, "--no-read", "--seconds", "1", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(lines(&output)[0]["error"]["code"], "replay_failed");
}

#[test]
fn a_camera_that_is_not_there_is_said_and_waited_for() {
    let start = Instant::now();
    let output = run(&["watch", "--camera", "no such camera", "--no-read", "--seconds", "1.5", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(start.elapsed() >= Duration::from_millis(1500));
    let lines = lines(&output);
    assert_eq!(lines[0]["state"], "failed");
    assert_eq!(lines[0]["code"], "no_camera");
    assert_eq!(events(&lines, "camera").len(), 1, "once, not at every try");
}

#[test]
fn a_picture_of_a_camera_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.jpg");
    let output = run(&["snap", &out.display().to_string(), "--camera", "no such camera", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(lines(&output)[0]["error"]["code"], "no_camera");
    assert!(!out.exists());
}

#[test]
fn the_list_is_one_json_object() {
    let output = run(&["list", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let [list] = &lines(&output)[..] else { panic!("one line") };
    assert!(list["cameras"].is_array());
}

#[test]
fn what_cannot_be_is_refused_at_once() {
    for (arguments, code) in [
        (&["watch", "--replay", "no such folder", "--no-read"][..], "replay_failed"),
        (&["watch", "--rotate", "45"], "usage"),
        (&["watch", "--crop", "0,0,2,1"], "usage"),
        (&["watch", "--crop", "0,0,0.01,0.5", "--no-read", "--seconds", "0"], "usage"),
        (&["watch", "--seconds", "-1", "--no-read"], "usage"),
        (&["watch", "--size", "big"], "usage"),
        (&["watch", "--fps", "15"], "usage"),
        (&["watch", "--replay", "tests/golden", "--no-read", "--fps", "0"], "usage"),
        (&["watch", "--replay", "tests/golden", "--no-read", "--fps", "nan"], "usage"),
        (&["watch", "--replay", "tests/golden", "--no-read", "--fps", "-15"], "usage"),
        (&["snap"], "usage"),
    ] {
        let output = run(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(lines(&output)[0]["error"]["code"], code, "{arguments:?}");
    }
}
