//! The pictures that ship with the project (`tests/golden/*.jpg`, drawn by our own generator, with their tiles in a
//! JSON file beside each) are read as what they show, by the models that ship with the project.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use vision::{Face, ModelPaths, Picture, Quad, ReadTile, Reading, Recogniser, SetProfile};

#[derive(Deserialize)]
struct Golden {
    image: String,
    size: [u32; 2],
    tiles: Vec<GoldenTile>,
    hand: Vec<String>,
    dora: Option<String>,
}

#[derive(Deserialize)]
struct GoldenTile {
    face: String,
    corners: [[f32; 2]; 4],
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

fn recogniser() -> Recogniser {
    ModelPaths::discover().and_then(|paths| Recogniser::load(&paths)).unwrap_or_else(|error| {
        panic!("this test needs the models and ONNX Runtime (cargo xtask test gets them): {error}")
    })
}

fn golden(name: &str) -> Golden {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).expect("the golden file ships");
    serde_json::from_str(&text).expect("a golden file")
}

fn read(recogniser: &mut Recogniser, golden: &Golden) -> Reading {
    let picture = Picture::open(&folder().join(&golden.image)).expect("the golden picture ships");
    assert_eq!(picture.size(), golden.size);
    recogniser.read(&picture).expect("the models run")
}

/// The tile that was read where a tile is.
fn found_at<'a>(reading: &'a Reading, quad: &Quad) -> Option<&'a ReadTile> {
    reading.tiles.iter().find(|tile| Quad(tile.corners).iou(quad) > 0.5)
}

fn profile_of(name: &str) -> SetProfile {
    SetProfile::from_id(name).unwrap_or_default()
}

/// What was read, in a line: face, confidence, and where.
fn listed(reading: &Reading) -> String {
    let one = |tile: &ReadTile| {
        let [x, y] = Quad(tile.corners).centre();
        format!("{} {:.2} at ({x:.0}, {y:.0})", tile.face, tile.confidence)
    };
    reading.tiles.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Reads the picture and compares every tile: where it is, what it is, and that nothing else is read.
fn assert_read_right(name: &str) -> Reading {
    let golden = golden(name);
    let reading = read(&mut recogniser(), &golden);
    let wrong: Vec<String> = golden
        .tiles
        .iter()
        .filter_map(|tile| match found_at(&reading, &Quad(tile.corners)) {
            None => Some(format!("{} was not found", tile.face)),
            Some(read) if read.face.id() != tile.face => Some(format!("{} was read as {}", tile.face, read.face)),
            Some(_) => None,
        })
        .collect();
    assert!(wrong.is_empty(), "{name}: {}; read: {}", wrong.join(", "), listed(&reading));
    assert_eq!(reading.tiles.len(), golden.tiles.len(), "{name}: only tiles are read: {}", listed(&reading));
    reading
}

/// Reads the picture, and finds its hand and its dora besides.
fn assert_hand(name: &str) {
    let reading = assert_read_right(name);
    let golden = golden(name);
    let profile = profile_of(name);
    let tile = |id: &String| profile.tile(Face::from_id(id).expect("a face")).expect("a tile of the set");
    let mut expected: Vec<_> = golden.hand.iter().map(tile).collect();
    expected.sort_unstable();
    let arranged = reading.arranged(profile);
    let mut hand: Vec<_> = arranged.hand.iter().flatten().filter_map(|&i| arranged.tiles[i].tile).collect();
    hand.sort_unstable();
    assert_eq!(hand, expected, "{name}");
    assert_eq!(arranged.dora_tile(), golden.dora.as_ref().map(tile), "{name}");
}

#[test]
fn a_hand_with_its_dora_beside_it() {
    assert_hand("easy");
}

#[test]
fn a_hand_in_dim_light() {
    assert_hand("dim");
}

#[test]
fn a_hand_under_a_turned_camera_with_a_tile_on_its_head() {
    assert_hand("rotated");
}

#[test]
fn a_hand_where_manzu_stand_in_for_red() {
    assert_hand("manzu");
}

#[test]
fn a_hand_among_more_tiles_is_found_and_of_two_single_ones_neither_is_the_dora() {
    let reading = assert_read_right("extra");
    let arranged = reading.arranged(SetProfile::Suzume);
    assert_eq!(arranged.hand_notation().as_deref(), Some("456999r"), "{}", listed(&reading));
    assert_eq!((arranged.dora, arranged.winning), (None, None));
}

#[test]
fn a_table_with_dice_and_sticks_alone_shows_no_tile_of_the_set() {
    let reading = read(&mut recogniser(), &golden("empty"));
    let arranged = reading.arranged(SetProfile::Suzume);
    assert!(
        arranged.tiles.iter().all(|tile| tile.tile.is_none()),
        "the three dots of a die may pass for 3p: {}",
        listed(&reading)
    );
    assert_eq!(arranged.hand, None);
}

#[test]
fn the_same_picture_is_read_the_same_again() {
    let golden = golden("easy");
    let mut recogniser = recogniser();
    let first = read(&mut recogniser, &golden).tiles;
    assert_eq!(read(&mut recogniser, &golden).tiles, first);
}
