//! `suzume read` as other programs meet it: its JSON, its exit status, and what it says about input that cannot be.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn golden(name: &str) -> String {
    repository().join("tests/golden").join(name).display().to_string()
}

fn suzume() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_suzume"));
    command.current_dir(repository()).arg("read");
    command
}

fn run(arguments: &[&str]) -> Output {
    suzume().args(arguments).output().expect("suzume runs")
}

fn json_lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON value a line")).collect()
}

fn error_lines(output: &Output) -> usize {
    String::from_utf8_lossy(&output.stderr).lines().count()
}

#[test]
fn a_picture_is_one_json_object() {
    let path = golden("easy.jpg");
    let output = run(&["--json", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let [answer] = &json_lines(&output)[..] else { panic!("one line") };
    assert_eq!(answer["picture"], path.as_str());
    assert_eq!(answer["size"], serde_json::json!([1280, 720]));
    assert!(answer["hand"].is_string() || answer["hand"].is_null());
    assert_eq!(answer["possible"], true);
    for name in ["locate", "read", "total"] {
        assert!(answer["ms"][name].as_f64().is_some_and(|ms| ms > 0.0), "{name}");
    }
    let tiles = answer["tiles"].as_array().expect("tiles");
    assert!(!tiles.is_empty());
    for tile in tiles {
        assert!(tile["face"].is_string() && (tile["tile"].is_string() || tile["tile"].is_null()));
        assert!(tile["confidence"].as_f64().is_some_and(|p| (0.0..=1.0).contains(&p)));
        let corners = tile["corners"].as_array().expect("corners");
        assert_eq!(corners.len(), 4);
        assert!(corners.iter().all(|corner| corner.as_array().is_some_and(|xy| xy.len() == 2)));
        assert!(tile["alternatives"].as_array().is_some_and(|all| all.iter().all(|a| a["face"].is_string())));
    }
}

#[test]
fn a_tile_that_is_known_to_lie_elsewhere_is_not_read_again() {
    let read = |known: &[&str]| {
        let output = run(&[&["--json", &golden("easy.jpg")], known].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        json_lines(&output).remove(0)
    };
    let tiles = read(&[])["tiles"].as_array().expect("tiles").clone();
    let one = tiles.iter().find_map(|tile| tile["tile"].as_str()).expect("a tile of the set").to_owned();
    let copies = rules::parse_tile(&one).expect("a tile").copies();
    let known = vec![one.as_str(); usize::from(copies)].join(" ");
    let answer = read(&["--known", &known]);
    let at = tiles.iter().position(|tile| tile["tile"] == one.as_str()).expect("it is there");
    let now = &answer["tiles"][at];
    assert_eq!(now["doubtful"], true);
    let changed = now["changed_from"] == tiles[at]["face"] && now["tile"] != one.as_str();
    assert!(changed || (answer["possible"] == false && answer["hand"].is_null()), "{answer}");

    let output = run(&["--json", &golden("easy.jpg"), "--known", "3r 3r"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn people_get_text_and_a_drawing() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawing = folder.path().join("read.png").display().to_string();
    let output = run(&[&golden("easy.jpg"), "--draw", &drawing]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1280 x 720"));
    let bytes = std::fs::read(drawing).expect("a drawing");
    assert!(bytes.starts_with(b"\x89PNG"));
}

#[test]
fn a_drawing_never_takes_the_place_of_its_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("easy.jpg");
    std::fs::copy(golden("easy.jpg"), &picture).expect("copied");
    let named = [picture.display().to_string(), folder.path().join(".").join("easy.jpg").display().to_string()];
    let output = run(&["--json", &named[0], "--draw", &named[1]]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json_lines(&output)[0]["error"]["code"], "usage");
    assert_eq!(std::fs::read(&picture).expect("there"), std::fs::read(golden("easy.jpg")).expect("golden"));
}

#[cfg(unix)]
#[test]
fn a_drawing_goes_where_a_link_leads_and_the_link_stays() {
    use std::os::unix::fs::{MetadataExt as _, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let [old, new, picture, device] = ["old.png", "new.png", "easy.jpg", "device.png"].map(|it| folder.path().join(it));
    std::fs::write(&old, "an older drawing").expect("written");
    std::fs::copy(golden("easy.jpg"), &picture).expect("copied");
    symlink("/dev/null", &device).expect("a device in its place");
    let inode = |path: &Path| std::fs::metadata(path).ok().map(|file| file.ino());
    // By its name beside the link, by its whole name, and before there is a file.
    let links = [("beside", Path::new("old.png"), &old), ("whole", &old, &old), ("before", Path::new("new.png"), &new)];
    for (name, target, file) in links {
        let link = folder.path().join(name);
        symlink(target, &link).expect("a link");
        let before = inode(file);
        let output = run(&[&golden("easy.jpg"), "--draw", &link.display().to_string()]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(std::fs::read_link(&link).expect("still a link"), target, "{name}");
        assert!(std::fs::read(file).expect("a drawing").starts_with(b"\x89PNG"), "{name}");
        assert_ne!(inode(file), before, "{name}: it was put in the old one's place, whole");
    }
    let output = run(&[&golden("easy.jpg"), "--draw", &device.display().to_string()]);
    assert_eq!((output.status.code(), device.is_symlink()), (Some(0), true));

    let link = folder.path().join("to-the-picture");
    symlink(&picture, &link).expect("a link");
    let output = run(&["--json", &picture.display().to_string(), "--draw", &link.display().to_string()]);
    assert_eq!(json_lines(&output)[0]["error"]["code"], "usage", "never over the picture, by whatever name");
}

#[cfg(unix)]
#[test]
fn a_name_with_a_line_break_is_one_line_for_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("two\nlines\u{1b}[2J.jpg");
    std::fs::copy(golden("empty.jpg"), &picture).expect("copied");
    let output = run(&[&picture.display().to_string()]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let first = text.lines().next().expect("a line");
    assert!(first.contains(r"two\nlines\u{1b}[2J.jpg: 1280 x 720"), "{text:?}");
}

#[test]
fn a_bad_picture_among_good_ones_is_answered_in_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = std::fs::read(golden("easy.jpg")).expect("the golden picture");
    let half = folder.path().join("half.jpg");
    std::fs::write(&half, &whole[..whole.len() / 2]).expect("written");
    let half = half.display().to_string();
    let output = run(&["--json", &golden("easy.jpg"), &half, &golden("empty.jpg")]);
    assert_eq!(output.status.code(), Some(2));
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["tiles"].is_array() && lines[2]["tiles"].is_array());
    assert_eq!(lines[1]["picture"], half.as_str());
    assert_eq!(lines[1]["error"]["code"], "picture_truncated");
}

#[test]
fn what_cannot_be_is_one_line_a_code_and_status_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text.jpg").display().to_string();
    std::fs::write(&text, "1r 2 3 ccc").expect("written");
    let missing = folder.path().join("none.jpg").display().to_string();
    for (path, code) in [(&text, "not_a_picture"), (&missing, "picture_not_found")] {
        let output = run(&["--json", path]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(error_lines(&output), 1);
        let [answer] = &json_lines(&output)[..] else { panic!("one line") };
        assert_eq!(answer["error"]["code"], code);
        assert!(answer["error"]["message"].as_str().is_some_and(|message| message.contains(path.as_str())));
        let plain = run(&[path]);
        assert_eq!((plain.status.code(), plain.stdout.len(), error_lines(&plain)), (Some(2), 0, 1));
    }
}

#[test]
fn a_missing_model_or_library_is_said_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        ("SUZUME_MODELS", folder.path().to_owned(), "model_missing"),
        ("SUZUME_ORT_LIB", folder.path().join("libonnxruntime.so"), "runtime_missing"),
    ];
    for (variable, value, code) in cases {
        let output = suzume().args(["--json", &golden("easy.jpg")]).env(variable, value).output().expect("suzume runs");
        assert_eq!(output.status.code(), Some(2), "{variable}");
        assert_eq!(json_lines(&output)[0]["error"]["code"], code);
        assert_eq!(error_lines(&output), 1);
    }
}

#[test]
fn a_changed_model_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in std::fs::read_dir(repository().join("models")).expect("the models ship").flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("copied");
        }
    }
    let reader = folder.path().join("reader.onnx");
    let mut bytes = std::fs::read(&reader).expect("the reader");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&reader, bytes).expect("written");
    let output = suzume().args(["--json", &golden("easy.jpg")]).env("SUZUME_MODELS", folder.path()).output();
    let output = output.expect("suzume runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json_lines(&output)[0]["error"]["code"], "model_corrupt");
}

#[test]
fn usage_errors_are_errors_too() {
    for arguments in
        [&["--json"][..], &["--json", "--set", "souzu", "a.jpg"], &["--json", "a.jpg", "b.jpg", "--draw", "c.png"]]
    {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(json_lines(&output)[0]["error"]["code"], "usage", "{arguments:?}");
    }
    let said = String::from_utf8_lossy(&run(&["--no-such-option"]).stderr).into_owned();
    assert!(said.trim_end().ends_with("see suzume read --help"), "{said}");
}
