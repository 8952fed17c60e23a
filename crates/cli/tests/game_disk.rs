//! What the disk does to `suzume game`: it is full, the file may only be read, several programs want it. The message names it,
//! nothing is recorded by half, and the game goes on afterwards.
#![cfg(unix)]

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn new_game(folder: &Path) -> PathBuf {
    let file = folder.join("evening");
    let output = suzume(&file, "new", &["--players", "하늘,아라", "--first", "0"]).output().expect("suzume runs");
    assert!(output.status.success());
    file
}

fn suzume(file: &Path, command: &str, args: &[&str]) -> Command {
    let mut suzume = Command::new(env!("CARGO_BIN_EXE_suzume"));
    suzume.args(["game", command, "--json", "--file"]).arg(file).args(args);
    suzume
}

fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn code(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    answer(output)["error"]["code"].as_str().expect("a code").to_owned()
}

/// Runs a command that may not make any file larger than so many blocks of 512 bytes: to the program a disk that is full.
fn with_room_for(blocks: u64, command: &Command) -> Output {
    Command::new("sh")
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""))
        .arg(command.get_program())
        .args(command.get_args())
        .output()
        .expect("a shell")
}

#[test]
fn a_disk_without_room_is_named_and_the_game_goes_on_when_there_is_room_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = new_game(folder.path());
    let shown = |file: &Path| answer(&suzume(file, "show", &[]).output().expect("suzume runs"));
    let before = shown(&file);
    // Not even the journal has room.
    let refused = with_room_for(1, &suzume(&file, "draw", &[]));
    assert!(["disk_full", "disk_failed"].contains(&code(&refused).as_str()), "{refused:?}");
    assert_eq!(shown(&file), before);
    // Room for the journal, but not for a file that grows.
    let blocks = fs::metadata(&file).expect("the file").len() / 512;
    let mut recorded = 0;
    loop {
        let output = with_room_for(blocks, &suzume(&file, "false-win", &["--offender", "1"]));
        if output.status.success() {
            recorded += 1;
            continue;
        }
        assert!(["disk_full", "disk_failed"].contains(&code(&output).as_str()), "{output:?}");
        break;
    }
    assert_eq!(shown(&file)["log"].as_array().map(Vec::len), Some(recorded));
    assert!(suzume(&file, "draw", &[]).output().expect("suzume runs").status.success());
    assert_eq!(shown(&file)["log"].as_array().map(Vec::len), Some(recorded + 1));
}

#[test]
fn a_new_game_without_room_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("evening");
    let refused = with_room_for(1, &suzume(&file, "new", &["--players", "A,B"]));
    assert!(["disk_full", "disk_failed"].contains(&code(&refused).as_str()), "{refused:?}");
    assert!(!file.exists());
}

#[test]
fn a_file_that_may_only_be_read_is_shown_and_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = new_game(folder.path());
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    set(&file, 0o444);
    set(folder.path(), 0o555);
    // The superuser writes where it likes: there is nothing to be refused then.
    let bound = fs::File::options().write(true).open(&file).is_err();
    let show = suzume(&file, "show", &[]).output().expect("suzume runs");
    let draw = suzume(&file, "draw", &[]).output().expect("suzume runs");
    set(folder.path(), 0o755);
    set(&file, 0o644);
    assert_eq!(answer(&show)["hand_number"], 1);
    if bound {
        assert_eq!(code(&draw), "file_read_only");
    } else {
        assert!(draw.status.success());
    }
}

#[test]
fn eight_programs_at_once_record_each_hand_once_or_say_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = new_game(folder.path());
    let children: Vec<_> = (0..8)
        .map(|_| {
            let mut draw = suzume(&file, "draw", &[]);
            draw.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null()).spawn().expect("suzume runs")
        })
        .collect();
    let outputs: Vec<Output> = children.into_iter().map(|child| child.wait_with_output().expect("it ends")).collect();
    let recorded = outputs.iter().filter(|output| output.status.success()).count();
    for output in outputs.iter().filter(|output| !output.status.success()) {
        assert!(["stale", "file_locked"].contains(&code(output).as_str()), "{output:?}");
    }
    let shown = answer(&suzume(&file, "show", &[]).output().expect("suzume runs"));
    assert_eq!(shown["log"].as_array().map(Vec::len), Some(recorded));
}
