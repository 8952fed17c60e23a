//! Photos of real tiles that are not part of the project: five frames of a set that no model was trained on, and five
//! photos of known sets. They are read where the pictures are (`SUZUME_DATASETS`, or `../shared/datasets` beside the
//! working copy) and reported as skipped elsewhere.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use vision::{ModelPaths, Picture, Quad, Reading, Recogniser, distance};

#[derive(Deserialize)]
struct Photo {
    image: String,
    tiles: Vec<Label>,
}

#[derive(Deserialize)]
struct Label {
    face: String,
    /// Left, top, right, bottom in pixels.
    #[serde(rename = "box")]
    rectangle: [f32; 4],
}

/// The folder with the pictures, or nothing, and then the test says by name that it was skipped.
fn datasets(test: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets");
    let folder = std::env::var_os("SUZUME_DATASETS").map_or_else(beside, PathBuf::from);
    if folder.join("tables").is_dir() && folder.join("standing").is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {test} (no pictures at {}; set SUZUME_DATASETS)", folder.display());
    None
}

/// Five photos, evenly spread over the list.
fn five(folder: &Path, list: &str) -> Vec<Photo> {
    let text = std::fs::read_to_string(folder.join(list)).expect("the labels lie beside the pictures");
    let all: Vec<Photo> = text.lines().map(|line| serde_json::from_str(line).expect("a label")).collect();
    let step = all.len() / 5;
    all.into_iter().step_by(step).take(5).collect()
}

/// What became of each label: the face that was read with its centre inside the labelled box, nearest to its middle.
fn read_as<'a>(reading: &'a Reading, label: &Label) -> Option<&'a str> {
    let [left, top, right, bottom] = label.rectangle;
    let middle = [(left + right) / 2.0, (top + bottom) / 2.0];
    let centres = reading.tiles.iter().map(|tile| (tile, Quad(tile.corners).centre()));
    centres
        .filter(|(_, [x, y])| *x >= left && *x < right && *y >= top && *y < bottom)
        .min_by(|a, b| distance(a.1, middle).total_cmp(&distance(b.1, middle)))
        .map(|(tile, _)| tile.face.id())
}

/// The share of labelled tiles that are read right in five photos; what is wrong is printed.
fn share_read_right(folder: &Path, list: &str) -> f32 {
    let mut recogniser = ModelPaths::discover().and_then(|paths| Recogniser::load(&paths)).unwrap_or_else(|error| {
        panic!("this test needs the models and ONNX Runtime (cargo xtask test gets them): {error}")
    });
    let (mut right, mut all) = (0, 0);
    for photo in five(folder, list) {
        let path = folder.join(list).with_file_name(&photo.image);
        let picture = Picture::open(&path).expect("a photo");
        let reading = recogniser.read(&picture).expect("the models run");
        for label in &photo.tiles {
            all += 1;
            match read_as(&reading, label) {
                Some(face) if face == label.face => right += 1,
                other => println!("{}: {} was read as {}", photo.image, label.face, other.unwrap_or("nothing")),
            }
        }
    }
    let share = right as f32 / all as f32;
    println!("{list}: {right} of {all} tiles read right ({:.1} %)", share * 100.0);
    share
}

#[test]
fn five_frames_of_a_set_that_was_never_trained_on() {
    let Some(folder) = datasets("five_frames_of_a_set_that_was_never_trained_on") else { return };
    assert!(share_read_right(&folder, "standing/full.jsonl") >= 0.95);
}

#[test]
fn five_photos_of_known_sets() {
    let Some(folder) = datasets("five_photos_of_known_sets") else { return };
    assert!(share_read_right(&folder, "tables/test.jsonl") >= 0.98);
}
