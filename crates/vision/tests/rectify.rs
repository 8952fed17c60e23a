//! Crops are what the training code makes of the same quads: `tests/golden/rectify.json`, written by
//! `models/training/rectify.py --fixture`.

use image::{Rgb, RgbImage};
use serde_json::Value;
use vision::{Pyramid, Quad};

fn fixture() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/rectify.json");
    let text = std::fs::read_to_string(path).expect("the fixture ships with the project");
    serde_json::from_str(&text).expect("the fixture is JSON")
}

fn number(value: &Value) -> f32 {
    value.as_f64().expect("a number") as f32
}

/// The picture by formula that the fixture describes.
fn picture(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let blue = (x * x / 64 + y * y / 48) % 256;
        Rgb([((3 * x + y) % 256) as u8, (((x / 8 + y / 8) % 2) * 200 + 20) as u8, blue as u8])
    })
}

#[test]
fn crops_are_those_of_the_training_code() {
    let fixture = fixture();
    let side = |name: &str| fixture["picture"][name].as_u64().expect("a side") as u32;
    let picture = picture(side("width"), side("height"));
    let mut pyramid = Pyramid::new(&picture);
    let size = fixture["size"].as_u64().expect("a size") as usize;
    let fill = number(&fixture["fill"]);
    let cases = fixture["cases"].as_array().expect("cases");
    assert!(cases.len() >= 6);
    for case in cases {
        let name = &case["name"];
        let point = |i: usize| [number(&case["corners"][i][0]), number(&case["corners"][i][1])];
        let mut crop = vec![0.0; 3 * size * size];
        pyramid.crop_into(&Quad([point(0), point(1), point(2), point(3)]), size, fill, &mut crop);
        for pixel in case["pixels"].as_array().expect("pixels") {
            let at = |name: &str| pixel[name].as_u64().expect("a place") as usize;
            let (row, column) = (at("row"), at("column"));
            for channel in 0..3 {
                let found = crop[channel * size * size + row * size + column];
                let expected = number(&pixel["rgb"][channel]);
                assert!((found - expected).abs() <= 0.004, "{name} row {row} column {column}: {found} {expected}");
            }
        }
        for (channel, plane) in crop.chunks_exact(size * size).enumerate() {
            let mean = plane.iter().sum::<f32>() / (size * size) as f32;
            assert!((mean - number(&case["mean"][channel])).abs() <= 0.001, "{name} channel {channel}: {mean}");
        }
    }
}
