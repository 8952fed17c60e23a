//! A reading drawn over its picture, for people who check what was read.

use crate::{Arranged, Picture, Point, Reading, distance};
use image::{Rgb, RgbImage};

const SURE: Rgb<u8> = Rgb([40, 230, 120]);
const DOUBTFUL: Rgb<u8> = Rgb([255, 170, 40]);
const REJECTED: Rgb<u8> = Rgb([150, 150, 150]);
const LABEL: Rgb<u8> = Rgb([15, 15, 15]);

/// Glyphs of 5 x 7 dots, a row a number whose bit 4 is the leftmost dot: what face ids are made of, and `?`.
const GLYPHS: [(char, [u8; 7]); 35] = [
    ('0', [14, 17, 19, 21, 25, 17, 14]),
    ('1', [4, 12, 4, 4, 4, 4, 14]),
    ('2', [14, 17, 1, 6, 8, 16, 31]),
    ('3', [31, 2, 4, 6, 1, 17, 14]),
    ('4', [2, 6, 10, 18, 31, 2, 2]),
    ('5', [31, 16, 30, 1, 1, 17, 14]),
    ('6', [6, 8, 16, 30, 17, 17, 14]),
    ('7', [31, 1, 2, 4, 8, 8, 8]),
    ('8', [14, 17, 17, 14, 17, 17, 14]),
    ('9', [14, 17, 17, 15, 1, 2, 12]),
    ('?', [14, 17, 1, 2, 4, 0, 4]),
    ('E', [31, 16, 16, 30, 16, 16, 31]),
    ('N', [17, 25, 21, 19, 17, 17, 17]),
    ('S', [14, 17, 16, 14, 1, 17, 14]),
    ('W', [17, 17, 17, 21, 21, 27, 17]),
    ('a', [0, 0, 14, 1, 15, 17, 15]),
    ('b', [16, 16, 30, 17, 17, 17, 30]),
    ('c', [0, 0, 15, 16, 16, 16, 15]),
    ('d', [1, 1, 15, 17, 17, 17, 15]),
    ('e', [0, 0, 14, 17, 31, 16, 14]),
    ('f', [6, 8, 30, 8, 8, 8, 8]),
    ('h', [16, 16, 30, 17, 17, 17, 17]),
    ('i', [4, 0, 12, 4, 4, 4, 14]),
    ('j', [2, 0, 6, 2, 2, 18, 12]),
    ('k', [16, 16, 18, 20, 24, 20, 18]),
    ('l', [12, 4, 4, 4, 4, 4, 14]),
    ('m', [0, 0, 26, 21, 21, 21, 21]),
    ('n', [0, 0, 30, 17, 17, 17, 17]),
    ('o', [0, 0, 14, 17, 17, 17, 14]),
    ('p', [0, 0, 30, 17, 30, 16, 16]),
    ('r', [0, 0, 22, 24, 16, 16, 16]),
    ('s', [0, 0, 15, 16, 14, 1, 30]),
    ('t', [8, 8, 30, 8, 8, 9, 6]),
    ('u', [0, 0, 17, 17, 17, 19, 13]),
    ('w', [0, 0, 17, 17, 21, 21, 10]),
];

/// The picture with an outline around each tile and beside it its face, as the reading was arranged. Doubtful tiles are
/// dashed and bear a `?`; what was rejected is thin and grey.
pub fn draw(picture: &Picture, reading: &Reading, arranged: &Arranged) -> RgbImage {
    let mut canvas = picture.pixels().clone();
    let [scale_x, scale_y] = picture.scale();
    let on_canvas = |corners: &[Point; 4]| corners.map(|[x, y]| [x / scale_x, y / scale_y]);
    let thick = (canvas.width().max(canvas.height()) / 640).clamp(1, 6) as i64;
    for rejected in &reading.rejected {
        outline(&mut canvas, &on_canvas(&rejected.corners), 1, true, REJECTED);
    }
    let tiles = || reading.tiles.iter().map(|read| on_canvas(&read.corners)).zip(&arranged.tiles);
    for (corners, tile) in tiles() {
        let colour = if tile.doubtful { DOUBTFUL } else { SURE };
        outline(&mut canvas, &corners, thick, tile.doubtful, colour);
    }
    // Labels last, so that no outline crosses them.
    for (corners, tile) in tiles() {
        let (colour, mark) = if tile.doubtful { (DOUBTFUL, "?") } else { (SURE, "") };
        label(&mut canvas, &corners, &format!("{}{mark}", tile.face), colour);
    }
    canvas
}

/// A coordinate as a whole number; what is far outside any picture stays just that.
fn whole(value: f32) -> i64 {
    value.clamp(-1e6, 1e6) as i64
}

fn put(canvas: &mut RgbImage, x: i64, y: i64, colour: Rgb<u8>) {
    if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
        && let Some(pixel) = canvas.get_pixel_mut_checked(x, y)
    {
        *pixel = colour;
    }
}

fn fill(canvas: &mut RgbImage, left: i64, top: i64, width: i64, height: i64, colour: Rgb<u8>) {
    for y in top..top + height {
        for x in left..left + width {
            put(canvas, x, y, colour);
        }
    }
}

/// Four lines; the first one, the head of the print, is thicker.
fn outline(canvas: &mut RgbImage, corners: &[Point; 4], thick: i64, dashed: bool, colour: Rgb<u8>) {
    let reach = (canvas.width() + canvas.height()) as f32;
    for side in 0..4 {
        let ([x0, y0], [x1, y1]) = (corners[side], corners[(side + 1) % 4]);
        // Corners may lie outside the picture, but a line of a broken quad must not take forever.
        let length = distance([x0, y0], [x1, y1]).min(reach).max(1.0);
        let thick = if side == 0 && thick > 1 { thick + 1 } else { thick };
        let dash = 4.0 * (thick as f32 + 1.0);
        for step in 0..=length as usize {
            let t = step as f32 / length;
            if dashed && (step as f32 / dash) as usize % 2 == 1 {
                continue;
            }
            let (x, y) = (whole(x0 + t * (x1 - x0)), whole(y0 + t * (y1 - y0)));
            fill(canvas, x - thick / 2, y - thick / 2, thick, thick, colour);
        }
    }
}

/// Text on a dark plate at the head of the tile, as the picture stands.
fn label(canvas: &mut RgbImage, corners: &[Point; 4], text: &str, colour: Rgb<u8>) {
    let [left, top, right, bottom] = crate::Quad(*corners).bounds();
    let dot = (((bottom - top).max(right - left) / 40.0).round() as i64).clamp(1, 8);
    let (width, height) = (text.chars().count() as i64 * 6 * dot + dot, 9 * dot);
    let x = whole((left + right) / 2.0) - width / 2;
    let x = x.clamp(0, (i64::from(canvas.width()) - width).max(0));
    let y = (whole(top) - height).clamp(0, (i64::from(canvas.height()) - height).max(0));
    fill(canvas, x, y, width, height, LABEL);
    for (i, character) in text.chars().enumerate() {
        let Some((_, rows)) = GLYPHS.iter().find(|(known, _)| *known == character) else { continue };
        let start = x + dot + i as i64 * 6 * dot;
        for (row, bits) in rows.iter().enumerate() {
            for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                fill(canvas, start + column * dot, y + dot + row as i64 * dot, dot, dot, colour);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Face, ReadTile, Rejected, Timing};

    #[test]
    fn every_face_can_be_written() {
        for face in Face::all() {
            for character in face.id().chars() {
                assert!(GLYPHS.iter().any(|(known, _)| *known == character), "{face}: {character}");
            }
        }
        assert!(GLYPHS.iter().all(|(_, rows)| rows.iter().all(|row| *row < 32)));
    }

    #[test]
    fn outlines_and_labels_are_drawn_and_stay_inside() {
        let picture = Picture::from_rgb(RgbImage::new(200, 200)).expect("large enough");
        let tile = |left: f32, doubtful: bool| ReadTile {
            face: Face::HATSU,
            corners: crate::Quad::rectangle(left, 60.0, left + 40.0, 110.0).0,
            confidence: 0.8,
            doubtful,
            probabilities: crate::Probabilities::new([]),
        };
        let far = [[f32::MAX, 0.0], [f32::MAX, f32::MAX], [-1e30, 1e30], [f32::NAN, 0.0]];
        let reading = Reading {
            tiles: vec![tile(20.0, false), tile(120.0, true), ReadTile { corners: far, ..tile(0.0, true) }],
            rejected: vec![Rejected {
                corners: crate::Quad::rectangle(-50.0, 150.0, 500.0, 190.0).0,
                face: Face::JUNK,
                confidence: 0.9,
            }],
            size: [200, 200],
            conditions: Vec::new(),
            timing: Timing::default(),
        };
        let drawn = draw(&picture, &reading, &reading.arranged(crate::SetProfile::Suzume));
        assert_eq!(drawn.dimensions(), (200, 200));
        let count = |colour: Rgb<u8>| drawn.pixels().filter(|pixel| **pixel == colour).count();
        assert!(count(SURE) > 100 && count(DOUBTFUL) > 50 && count(REJECTED) > 50 && count(LABEL) > 100);
        assert_eq!(drawn.get_pixel(20, 100), &SURE, "the left side of the first tile");
    }
}
