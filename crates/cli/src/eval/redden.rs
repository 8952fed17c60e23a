//! Prints souzu red in place, so that red or normal can be measured on photos.
//!
//! No public photo shows an all-red souzu other than the 5. What is darker than the tile's own white becomes red ink of
//! the same strength, inside the face only; shadows, glare, the table and neighbouring tiles keep their colours. The
//! idea is that of `models/training/redden.py`, which made the training's reds.

use image::{ImageBuffer, Rgb, RgbImage};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use vision::{Face, Quad, percentile};

use crate::eval::labels::{Labelled, shorter_side};

/// The face is taken a little smaller than its label, which often holds a rim of the tile's body.
const INNER: f32 = 0.95;
/// Faces whose shorter side is below this many pixels are left as they are.
const LEAST_SIDE: f32 = 12.0;

type Surface = ImageBuffer<Rgb<f32>, Vec<f32>>;

/// Prints about half of the picture's normal souzu red, in the pixels and in the label. The same seed and number of the
/// picture draw the same tiles and the same reds.
pub fn redden(pixels: &mut RgbImage, one: &mut Labelled, seed: u64, number: u64) {
    let mut random = StdRng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(number));
    for tile in &mut one.tiles {
        let Some(('s', souzu, false)) = tile.face.suited() else { continue };
        let chosen = random.random_bool(0.5);
        let ink = Ink::drawn(&mut random);
        if let (true, Some(red)) =
            (chosen && shorter_side(&tile.quad) >= LEAST_SIDE, Face::from_id(&format!("{souzu}sr")))
        {
            print_red(pixels, &tile.quad, ink);
            tile.face = red;
        }
    }
}

/// A red ink: what it leaves of red, green and blue light, and how strong it stands against the ink that it replaces.
#[derive(Clone, Copy)]
struct Ink {
    left: [f32; 3],
    strength: f32,
}

impl Ink {
    fn drawn(random: &mut StdRng) -> Ink {
        let left = [random.random_range(0.7..0.9), random.random_range(0.08..0.26), random.random_range(0.1..0.28)];
        Ink { left, strength: random.random_range(1.0..1.12) }
    }
}

/// Prints the ink of one face red.
fn print_red(pixels: &mut RgbImage, quad: &Quad, ink: Ink) {
    let [left, top, right, bottom] = quad.bounds();
    let (left, top) = (left.floor().max(0.0) as u32, top.floor().max(0.0) as u32);
    let (right, bottom) = ((right.ceil() as u32).min(pixels.width()), (bottom.ceil() as u32).min(pixels.height()));
    if right <= left || bottom <= top {
        return;
    }
    let part = image::imageops::crop_imm(pixels, left, top, right - left, bottom - top).to_image();
    let inner = shrunk(quad).moved([-(left as f32), -(top as f32)]);
    let mask: Vec<bool> =
        part.enumerate_pixels().map(|(x, y, _)| inner.contains([x as f32 + 0.5, y as f32 + 0.5])).collect();
    let inside = |values: &[f32]| values.iter().zip(&mask).filter(|(_, inside)| **inside).map(|(v, _)| *v).collect();
    let white = local_white(&part, &mask);
    let reflected: Vec<[f32; 3]> = part
        .pixels()
        .zip(white.pixels())
        .map(|(pixel, white)| std::array::from_fn(|c| (f32::from(pixel.0[c]) / white.0[c].max(1.0)).min(1.2)))
        .collect();
    let taken: Vec<f32> = reflected.iter().map(|[r, g, b]| 1.0 - r.min(*g).min(*b)).collect();
    // As much red ink as there is ink, measured by what the strongest of this face takes.
    let full = percentile(inside(&taken), 0.97).unwrap_or(1.0).max(0.15);
    let strength = (full * ink.strength).min(1.0);
    for (i, (x, y, pixel)) in part.enumerate_pixels().enumerate() {
        if !mask[i] {
            continue;
        }
        let amount = ((taken[i] - 0.06) / (full - 0.06).max(0.05)).clamp(0.0, 1.0);
        // Dark outlines stay a little darker than the fill, as where ink lies thick.
        let [r, g, b] = reflected[i];
        let dark = (0.45 - r.max(g).max(b)).clamp(0.0, 0.45);
        let soft = ((taken[i] - 0.04) / 0.08).clamp(0.0, 1.0);
        let printed = std::array::from_fn(|c| {
            let red = white.get_pixel(x, y).0[c] * (1.0 - amount * strength * (1.0 - ink.left[c])) * (1.0 - 0.5 * dark);
            (f32::from(pixel.0[c]) * (1.0 - soft) + red * soft).round().clamp(0.0, 255.0) as u8
        });
        pixels.put_pixel(left + x, top + y, Rgb(printed));
    }
}

/// The tile's unprinted colour at every pixel: a smooth surface through its bright pixels.
fn local_white(part: &RgbImage, mask: &[bool]) -> Surface {
    let darkest = |pixel: &Rgb<u8>| f32::from(pixel.0[0].min(pixel.0[1]).min(pixel.0[2]));
    let brightness = part.pixels().zip(mask).filter(|(_, inside)| **inside).map(|(pixel, _)| darkest(pixel)).collect();
    let level = percentile(brightness, 0.6).unwrap_or(0.0);
    let sure: Vec<f32> = part
        .pixels()
        .zip(mask)
        .map(|(pixel, inside)| f32::from(u8::from(*inside && darkest(pixel) >= level)))
        .collect();
    let (width, height) = part.dimensions();
    let reach = width.max(height) as f32 * 0.22;
    let at = |x: u32, y: u32| sure[(y * width + x) as usize];
    // The blur keeps values to 0-1.
    let colour =
        Surface::from_fn(width, height, |x, y| Rgb(part.get_pixel(x, y).0.map(|v| f32::from(v) / 255.0 * at(x, y))));
    let weight = Surface::from_fn(width, height, |x, y| Rgb([at(x, y); 3]));
    let (colour, weight) = (image::imageops::fast_blur(&colour, reach), image::imageops::fast_blur(&weight, reach));
    Surface::from_fn(width, height, |x, y| {
        let (colour, weight) = (colour.get_pixel(x, y).0, weight.get_pixel(x, y).0);
        Rgb(std::array::from_fn(|c| 255.0 * colour[c] / weight[c].max(1e-4)))
    })
}

fn shrunk(quad: &Quad) -> Quad {
    let [x, y] = quad.centre();
    Quad(quad.0.map(|corner| [x + (corner[0] - x) * INNER, y + (corner[1] - y) * INNER]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::labels::Truth;

    const WHITE: [u8; 3] = [225, 220, 205];
    const TABLE: [u8; 3] = [40, 90, 60];

    /// A tile at (20, 20)-(60, 72) with a green bar in its middle, on a green table; a second one without a label.
    fn picture() -> RgbImage {
        RgbImage::from_fn(140, 100, |x, y| {
            let tile = |left: u32| (left..left + 40).contains(&x) && (20..72).contains(&y);
            let bar = |left: u32| (left + 15..left + 25).contains(&x) && (30..62).contains(&y);
            Rgb(match () {
                () if bar(20) || bar(80) => [30, 110, 70],
                () if tile(20) || tile(80) => WHITE,
                () => TABLE,
            })
        })
    }

    fn labelled(id: &str) -> Labelled {
        let tile = Truth {
            face: Face::from_id(id).expect("a face"),
            quad: Quad::rectangle(20.0, 20.0, 60.0, 72.0),
            turn: None,
        };
        Labelled {
            path: "".into(),
            size: [140, 100],
            tiles: vec![tile],
            ignored: Vec::new(),
            faces: Vec::new(),
            hand: None,
        }
    }

    /// Picture and face after the first number of a picture that draws the tile.
    fn reddened(id: &str) -> (RgbImage, &'static str) {
        let mut drawn = (0..20).map(|number| {
            let (mut pixels, mut one) = (picture(), labelled(id));
            redden(&mut pixels, &mut one, 5, number);
            (pixels, one.tiles[0].face.id())
        });
        drawn.find(|(_, face)| *face != id).unwrap_or((picture(), "the same"))
    }

    #[test]
    fn the_ink_turns_red_and_nothing_else_changes() {
        let (after, face) = reddened("2s");
        assert_eq!(face, "2sr");
        let [red, green, blue] = after.get_pixel(40, 45).0;
        assert!(red > 130 && green < 90 && blue < 90, "{red} {green} {blue}");
        assert_eq!(after.get_pixel(26, 26).0, WHITE);
        assert_eq!(after.get_pixel(10, 10).0, TABLE);
        assert_eq!(after.get_pixel(100, 45).0, [30, 110, 70], "the other tile");
    }

    #[test]
    fn only_normal_souzu_are_reddened_about_half_of_them_and_repeatably() {
        assert_eq!(reddened("2p").1, "the same");
        assert_eq!(reddened("2sr").1, "the same");
        let faces = |seed| -> Vec<&str> {
            let mut drawn = Vec::new();
            for number in 0..100 {
                let mut one = labelled("7s");
                redden(&mut picture(), &mut one, seed, number);
                drawn.push(one.tiles[0].face.id());
            }
            drawn
        };
        assert_eq!(faces(1), faces(1));
        assert_ne!(faces(1), faces(2));
        let red = faces(1).iter().filter(|face| **face == "7sr").count();
        assert!((30..70).contains(&red), "{red} of 100");
    }
}
