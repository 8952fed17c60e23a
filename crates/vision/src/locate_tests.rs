use super::*;
use std::sync::{Arc, Mutex};

fn spec() -> LocatorSpec {
    LocatorSpec {
        file: String::new(),
        sha256: String::new(),
        stride: 8,
        long_side: 320,
        score_threshold: 0.5,
        nms_iou: 0.3,
    }
}

/// A locator model that "sees" the pixels of one colour: it answers one upright quad around all that are red.
struct RedFinder {
    looks: Arc<Mutex<Vec<(usize, usize)>>>,
}

impl LocatorModel for RedFinder {
    fn locate(&mut self, picture: &Planes) -> Result<Maps, VisionError> {
        self.looks.lock().expect("one thread").push((picture.width, picture.height));
        let (width, height) = (picture.width, picture.height);
        let plane = width * height;
        let red = |i: usize| picture.data[i] > 0.7 && picture.data[plane + i] < 0.3;
        let spots: Vec<(usize, usize)> = (0..plane).filter(|&i| red(i)).map(|i| (i % width, i / width)).collect();
        let mut maps = empty(width / 8, height / 8);
        if !spots.is_empty() {
            let left = spots.iter().map(|s| s.0).min().unwrap_or(0) as f32;
            let right = spots.iter().map(|s| s.0).max().unwrap_or(0) as f32 + 1.0;
            let top = spots.iter().map(|s| s.1).min().unwrap_or(0) as f32;
            let bottom = spots.iter().map(|s| s.1).max().unwrap_or(0) as f32 + 1.0;
            put(&mut maps, &Quad::rectangle(left, top, right, bottom), 0.9);
        }
        Ok(maps)
    }
}

fn empty(columns: usize, rows: usize) -> Maps {
    Maps { columns, rows, heat: vec![0.0; columns * rows], corners: vec![0.0; 8 * columns * rows] }
}

/// Writes a quad into the cell of its centre.
fn put(maps: &mut Maps, quad: &Quad, heat: f32) {
    let [x, y] = quad.centre();
    let (column, row) = ((x / 8.0) as usize, (y / 8.0) as usize);
    let (cell, cells) = (row * maps.columns + column, maps.columns * maps.rows);
    maps.heat[cell] = heat;
    let centre = [(column as f32 + 0.5) * 8.0, (row as f32 + 0.5) * 8.0];
    for (i, corner) in quad.0.iter().enumerate() {
        maps.corners[2 * i * cells + cell] = corner[0] - centre[0];
        maps.corners[(2 * i + 1) * cells + cell] = corner[1] - centre[1];
    }
}

fn picture_with(width: u32, height: u32, red: [u32; 4]) -> RgbImage {
    let [left, top, right, bottom] = red;
    RgbImage::from_fn(width, height, |x, y| {
        let inside = x >= left && x < right && y >= top && y < bottom;
        image::Rgb(if inside { [255, 0, 0] } else { [0, 90, 60] })
    })
}

fn run(picture: &RgbImage) -> (Vec<Located>, Vec<(usize, usize)>) {
    let looks = Arc::new(Mutex::new(Vec::new()));
    let mut locator = Locator::new(spec(), Box::new(RedFinder { looks: Arc::clone(&looks) }));
    let found = locator.locate(picture).expect("the fake does not fail");
    let looks = looks.lock().expect("one thread").clone();
    (found, looks)
}

#[test]
fn a_quad_comes_back_in_pixels_of_the_picture() {
    let (found, looks) = run(&picture_with(1280, 720, [400, 200, 560, 440]));
    assert_eq!(looks, [(320, 192), (160, 96)], "1280x720 scaled to 320x180, padded to a multiple of 32; and half");
    assert_eq!(found.len(), 1);
    let [left, top, right, bottom] = found[0].quad.bounds();
    for (value, expected) in [(left, 400.0), (top, 200.0), (right, 560.0), (bottom, 440.0)] {
        assert!((value - expected).abs() <= 4.0, "{:?}", found[0]);
    }
}

#[test]
fn small_tiles_are_looked_at_closely_and_found_once() {
    // 60 x 80 pixels of 1280 are 15 x 20 of 320.
    let (found, looks) = run(&picture_with(1280, 960, [610, 450, 670, 530]));
    assert_eq!(looks.len(), 6, "the whole twice, and four close views: {looks:?}");
    assert_eq!(found.len(), 1, "the overlapping views show the same tile: {found:?}");
}

#[test]
fn print_that_looks_a_little_like_tiles_does_not_make_tiles_small() {
    let at = |side: f32, score| Located { quad: Quad::rectangle(0.0, 0.0, side * 0.75, side), score };
    let tiles = [at(60.0, 0.9), at(64.0, 0.8)];
    let books = [at(15.0, 0.3), at(16.0, 0.45), at(17.0, 0.3), at(14.0, 0.26), at(18.0, 0.3)];
    assert_eq!(median_side(&[&tiles[..], &books[..]].concat()), Some(64.0));
    assert_eq!(median_side(&books), Some(16.0), "where nothing is sure all count");
    assert_eq!(median_side(&[]), None);
}

#[test]
fn a_tile_that_fills_the_picture_is_found_from_afar() {
    let (found, looks) = run(&picture_with(960, 960, [130, 40, 830, 920]));
    assert_eq!(looks, [(320, 320), (160, 160), (96, 96)]);
    assert_eq!(found.len(), 1);
    assert!((found[0].quad.long_side() - 880.0).abs() < 30.0, "{found:?}");
}

#[test]
fn an_empty_picture_is_looked_at_closely_and_from_afar() {
    let (found, looks) = run(&picture_with(400, 300, [0, 0, 0, 0]));
    assert!(found.is_empty());
    assert_eq!(looks.len(), 7 - 4, "as near as its pixels allow");
    let (_, looks) = run(&picture_with(640, 480, [0, 0, 0, 0]));
    assert_eq!(looks.len(), 3 + 4);
    assert_eq!(looks[2], (96, 64));
    let (_, looks) = run(&picture_with(1280, 960, [0, 0, 0, 0]));
    assert_eq!(looks.len(), 3 + 4 + 12, "a large picture closer still");
}

#[test]
fn a_small_picture_has_nothing_more_to_show_up_close() {
    let (_, looks) = run(&picture_with(300, 200, [0, 0, 0, 0]));
    assert_eq!(looks.len(), 3, "no close views: {looks:?}");
}

#[test]
fn padding_is_grey_and_pixels_keep_their_place() {
    let scaled = RgbImage::from_fn(33, 2, |x, y| image::Rgb([x as u8, y as u8, 255]));
    let mut planes = Planes::default();
    letterbox(&scaled, &mut planes);
    assert_eq!((planes.width, planes.height), (64, 32));
    let at = |plane: usize, x: usize, y: usize| planes.data[plane * 64 * 32 + y * 64 + x];
    assert_eq!([at(0, 32, 1), at(1, 32, 1), at(2, 32, 1)], [32.0 / 255.0, 1.0 / 255.0, 1.0]);
    assert_eq!([at(0, 33, 0), at(1, 0, 2), at(2, 63, 31)], [0.5; 3]);
}

#[test]
fn close_views_cover_the_picture_and_overlap() {
    let expected = [
        ((1280, 720, 2), 4),
        ((4000, 1000, 2), 2),
        ((1000, 4000, 2), 2),
        ((33, 33, 2), 4),
        ((1280, 720, 4), 12),
        ((4000, 1000, 4), 4),
        ((900, 900, 4), 16),
    ];
    for ((width, height, parts), expected) in expected {
        let views = close_views(width, height, 320, parts);
        assert_eq!(views.len(), expected);
        for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width / 2, height / 2), (width - 1, height - 1)] {
            let covers = |view: &&View| {
                let [left, top, w, h] = view.part;
                x >= left && x < left + w && y >= top && y < top + h
            };
            assert!(views.iter().any(|view| covers(&view)), "{x} {y}");
        }
        for View { part: [left, top, w, h], .. } in views {
            assert!(left + w <= width && top + h <= height);
        }
    }
}

#[test]
fn only_peaks_above_the_threshold_with_proper_corners_count() {
    let mut maps = empty(40, 20);
    let tile = Quad([[100.0, 40.0], [130.0, 44.0], [128.0, 84.0], [97.0, 80.0]]);
    put(&mut maps, &tile, 0.8);
    put(&mut maps, &tile.moved([8.0, 0.0]), 0.7); // a neighbouring cell that is less hot
    put(&mut maps, &tile.moved([100.0, 0.0]), 0.49); // below the threshold
    put(&mut maps, &Quad([[200.0, 100.0], [230.0, 140.0], [230.0, 100.0], [200.0, 140.0]]), 0.9); // crossed
    let [a, b, c, d] = Quad::rectangle(250.0, 20.0, 270.0, 50.0).0;
    put(&mut maps, &Quad([d, c, b, a]), 0.9); // counter-clockwise
    put(&mut maps, &Quad::rectangle(20.0, 20.0, 25.0, 26.0), 0.9); // tiny
    let found = decode(&maps, 8, 0.5);
    assert_eq!(found.len(), 1, "{found:?}");
    for (corner, expected) in found[0].quad.0.iter().zip(tile.0) {
        assert!((corner[0] - expected[0]).abs() < 1e-3 && (corner[1] - expected[1]).abs() < 1e-3);
    }
}

#[test]
fn of_equal_neighbours_one_is_the_peak() {
    let mut maps = empty(40, 20);
    for column in 10..13 {
        put(&mut maps, &Quad::rectangle(70.0, 60.0, 100.0, 100.0).moved([column as f32 * 8.0 - 80.0, 0.0]), 0.75);
    }
    assert_eq!(decode(&maps, 8, 0.5).len(), 1);
}

#[test]
fn what_is_not_a_number_is_no_tile() {
    let mut maps = empty(4, 4);
    maps.heat.fill(f32::NAN);
    assert!(decode(&maps, 8, 0.5).is_empty());
    put(&mut maps, &Quad::rectangle(2.0, 2.0, 30.0, 30.0), 0.9);
    maps.corners.fill(f32::NAN);
    assert!(decode(&maps, 8, 0.5).is_empty());
}

#[test]
fn the_surer_of_overlapping_quads_stays_and_neighbours_both_stay() {
    let tile = Quad::rectangle(0.0, 0.0, 30.0, 40.0);
    let at = |x: f32, score: f32| Located { quad: tile.moved([x, 0.0]), score };
    let kept = best_of_overlapping(vec![at(4.0, 0.6), at(0.0, 0.9), at(30.0, 0.7), at(15.0, 0.5)], 0.3);
    assert_eq!(kept.iter().map(|tile| tile.score).collect::<Vec<_>>(), [0.9, 0.7]);
    let part = Located { quad: Quad::rectangle(5.0, 5.0, 17.0, 17.0), score: 0.8 };
    assert_eq!(best_of_overlapping(vec![part, at(0.0, 0.9)], 0.3).len(), 1, "a part of a tile is no tile");
}
