//! What about a picture makes reading hard, in codes that a window can turn into advice.

use crate::Quad;
use image::RgbImage;

/// A picture is dark when even its bright parts (the brightest tenth) stay below this of 255.
const DARK: u8 = 50;
/// Tiles whose longer side is below this many pixels are misread more often than not worth it.
const SMALL: f32 = 20.0;

/// Something that makes reading hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// There is too little light.
    TooDark,
    /// No tile was found.
    NoTiles,
    /// Tiles were found, but they are too small in the picture to be sure of.
    TilesTooSmall,
}

impl Condition {
    /// A stable code: `too_dark`, `no_tiles`, `tiles_too_small`.
    pub const fn code(self) -> &'static str {
        match self {
            Condition::TooDark => "too_dark",
            Condition::NoTiles => "no_tiles",
            Condition::TilesTooSmall => "tiles_too_small",
        }
    }
}

/// What makes this picture hard. `quads` are the tiles found, in pixels of the picture that was looked at.
pub(crate) fn conditions(pixels: &RgbImage, quads: &[Quad]) -> Vec<Condition> {
    let mut found = Vec::new();
    if brightest_tenth(pixels) < DARK {
        found.push(Condition::TooDark);
    }
    let mut sides: Vec<f32> = quads.iter().map(Quad::long_side).collect();
    sides.sort_by(f32::total_cmp);
    match sides.get(sides.len() / 2) {
        None => found.push(Condition::NoTiles),
        Some(&median) if median < SMALL => found.push(Condition::TilesTooSmall),
        Some(_) => {}
    }
    found
}

/// The brightness that nine of ten pixels stay below, from a sample of the pixels.
fn brightest_tenth(pixels: &RgbImage) -> u8 {
    let mut counts = [0usize; 256];
    let step = (pixels.as_raw().len() / 3 / 20_000).max(1);
    for pixel in pixels.as_raw().chunks_exact(3).step_by(step) {
        let [red, green, blue] = [pixel[0], pixel[1], pixel[2]].map(u32::from);
        counts[((red * 77 + green * 150 + blue * 29) / 256) as usize] += 1;
    }
    let total: usize = counts.iter().sum();
    let mut above = 0;
    for (value, count) in counts.iter().enumerate().rev() {
        above += count;
        if above * 10 > total {
            return value as u8;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn dark_and_empty_are_told_apart() {
        let tile = Quad::rectangle(10.0, 10.0, 40.0, 50.0);
        let dark = RgbImage::from_pixel(100, 100, Rgb([20; 3]));
        let light = RgbImage::from_pixel(100, 100, Rgb([120; 3]));
        assert_eq!(conditions(&dark, &[tile]), [Condition::TooDark]);
        assert_eq!(conditions(&dark, &[]), [Condition::TooDark, Condition::NoTiles]);
        assert_eq!(conditions(&light, &[]), [Condition::NoTiles]);
        assert_eq!(conditions(&light, &[tile]), []);
    }

    #[test]
    fn a_lit_tile_on_black_is_not_dark() {
        let picture = RgbImage::from_fn(100, 100, |x, _| Rgb([if x < 15 { 200 } else { 5 }; 3]));
        assert_eq!(conditions(&picture, &[Quad::rectangle(0.0, 0.0, 15.0, 100.0)]), []);
    }

    #[test]
    fn small_is_what_most_tiles_are() {
        let light = RgbImage::from_pixel(100, 100, Rgb([120; 3]));
        let (small, large) = (Quad::rectangle(0.0, 0.0, 9.0, 12.0), Quad::rectangle(0.0, 0.0, 30.0, 40.0));
        assert_eq!(conditions(&light, &[small, small, large]), [Condition::TilesTooSmall]);
        assert_eq!(conditions(&light, &[small, large, large]), []);
    }
}
