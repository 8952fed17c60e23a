//! `suzume read` on a golden picture made harder step by step: it says what is wrong, and not before it is.

use image::{DynamicImage, Rgb, RgbImage, imageops};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn easy() -> RgbImage {
    let path = repository().join("tests/golden/easy.jpg");
    image::open(path).expect("the golden picture ships").into_rgb8()
}

/// What the program makes of each picture.
fn read(pictures: &[RgbImage]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_suzume"));
    command.current_dir(repository()).args(["read", "--json"]);
    for (number, picture) in pictures.iter().enumerate() {
        let path = folder.path().join(format!("{number}.png"));
        picture.save(&path).expect("written");
        command.arg(path);
    }
    let output = command.output().expect("suzume runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

fn says(answer: &Value, code: &str) -> bool {
    answer["conditions"].as_array().expect("a list").iter().any(|said| said == code)
}

/// As if so much more light had fallen on the sensor.
fn lit(picture: &RgbImage, gain: f32) -> RgbImage {
    let tone = |value: u8| ((f32::from(value) / 255.0).powf(2.2) * gain).min(1.0).powf(1.0 / 2.2) * 255.0;
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| Rgb(picture.get_pixel(x, y).0.map(|v| tone(v) as u8)))
}

/// As if the camera had moved so many pixels down meanwhile.
fn moved(picture: &RgbImage, by: u32) -> RgbImage {
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        Rgb(std::array::from_fn(|channel| {
            let sum: u32 = (0..by).map(|i| u32::from(picture.get_pixel(x, y.saturating_sub(i)).0[channel])).sum();
            (sum / by) as u8
        }))
    })
}

#[test]
fn a_good_picture_and_one_a_little_off_are_read_without_a_word() {
    let picture = easy();
    let slightly = imageops::fast_blur(&picture, 1.0);
    for answer in read(&[picture.clone(), slightly, lit(&picture, 0.5), lit(&picture, 1.5)]) {
        assert_eq!(answer["conditions"], serde_json::json!([]));
        assert!(answer["hand"].is_string());
    }
}

#[test]
fn out_of_focus_and_moved_are_both_blurred() {
    // The tiles are 90 pixels wide.
    let picture = easy();
    for answer in read(&[imageops::fast_blur(&picture, 7.0), moved(&picture, 24)]) {
        assert!(says(&answer, "blurred"), "{answer}");
    }
}

#[test]
fn too_little_and_too_much_light_are_told_apart() {
    let picture = easy();
    let answers = read(&[lit(&picture, 0.01), lit(&picture, 60.0)]);
    assert!(says(&answers[0], "too_dark") && !says(&answers[0], "over_exposed"), "{}", answers[0]);
    assert!(says(&answers[1], "over_exposed") && !says(&answers[1], "too_dark"), "{}", answers[1]);
}

#[test]
fn without_colour_every_tile_is_doubtful() {
    let grey = DynamicImage::ImageRgb8(easy()).into_luma8();
    let answers = read(&[DynamicImage::ImageLuma8(grey).into_rgb8()]);
    assert!(says(&answers[0], "no_colour"), "{}", answers[0]);
    let tiles = answers[0]["tiles"].as_array().expect("a list");
    assert!(tiles.len() >= 6 && tiles.iter().all(|tile| tile["doubtful"] == true), "{}", answers[0]);
}

#[test]
fn a_wide_shot_says_that_its_tiles_are_small_or_that_there_are_none() {
    let small = imageops::resize(&easy(), 160, 90, imageops::FilterType::Triangle);
    let mut wide = RgbImage::from_pixel(1280, 720, Rgb([60, 90, 70]));
    imageops::replace(&mut wide, &small, 500, 300);
    let answers = read(&[wide]);
    assert!(says(&answers[0], "tiles_too_small") || says(&answers[0], "no_tiles"), "{}", answers[0]);
}

#[test]
fn an_empty_table_is_neither_blurred_nor_too_bright() {
    let path = repository().join("tests/golden/empty.jpg");
    let picture = image::open(path).map(DynamicImage::into_rgb8).expect("the golden picture ships");
    let answers = read(&[picture]);
    assert!(!says(&answers[0], "blurred") && !says(&answers[0], "over_exposed"), "{}", answers[0]);
}
