//! What about a picture makes reading hard, in codes that a window can turn into advice.
//!
//! The lines were chosen on photos of `tables/valid` and on rendered scenes that were blurred (by a lens and by movement)
//! and brightened step by step, where reading gets worse; `crates/cli/tests/hardship.rs` does the same to a golden picture.

use crate::frame::scaled_down;
use crate::{Pyramid, Quad, median, percentile};
use image::RgbImage;

/// A picture is dark when even its bright parts (the brightest tenth) stay below this of 255.
const DARK: u8 = 50;
/// Tiles whose longer side is below this many pixels are misread more often than not worth it.
const SMALL: f32 = 20.0;
/// A face whose steepest edges rise by less than this share of its contrast over two pixels of a crop is blurred. Below
/// it one tile in three was misread, while of the pictures that were read well one in twenty lies there.
const BLURRED: f32 = 0.29;
/// The same of a whole picture that shows no tile, scaled to 640 pixels. What a lens sees sharply lies above 0.2.
const BLURRED_WHOLE: f32 = 0.1;
/// Faces and pictures of less contrast than this, 0-1, have no edges to judge by: blank tiles, bare tables.
const FLAT: f32 = 0.06;
/// A face is washed out when it is this bright in the middle and its ink is no darker than the next value; 0-1.
const WHITE: f32 = 245.0 / 255.0;
/// See [`WHITE`]. There every second tile was misread.
const PALE_INK: f32 = 180.0 / 255.0;
/// A face is also washed out when this share of it has no tone left: of a whole print a fifth and more is ink.
const CLIPPED: f32 = 0.8;
/// A picture that shows no tile has too much light when this share of it has no tone left.
const CLIPPED_WHOLE: f32 = 0.4;
/// Above this, 0-1, there is no tone left.
const NO_TONE: f32 = 250.0 / 255.0;
/// Tiles show no colour when the channels of their most colourful ink, as shares of the tile's own white, are this near
/// to each other: in the middle one of the tiles whose print has a colour. Photos without colour stay below 0.014, with a
/// twelfth of it below 0.041; of 351 pictures in colour the faintest has 0.051.
const COLOURLESS: f32 = 0.045;
/// The side of the crops that are judged, in pixels, and the share of it that a face's longer side takes.
const CROP: usize = 48;
const FILL: f32 = 0.8;
/// Of a face its middle is judged, without the rim where the tile's edge may show.
const INNER: f32 = 0.85;
/// At most so many tiles are judged.
const MOST_JUDGED: usize = 9;

/// Something that makes reading hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// There is too little light.
    TooDark,
    /// There is so much light that the ink is washed out.
    OverExposed,
    /// The tiles, or where there are none the whole picture, are out of focus or were moved.
    Blurred,
    /// The tiles show no colour, so a red one looks like any other.
    NoColour,
    /// No tile was found.
    NoTiles,
    /// Tiles were found, but they are too small in the picture to be sure of.
    TilesTooSmall,
}

impl Condition {
    /// A stable code: `too_dark`, `over_exposed`, `blurred`, `no_colour`, `no_tiles`, `tiles_too_small`.
    pub const fn code(self) -> &'static str {
        match self {
            Condition::TooDark => "too_dark",
            Condition::OverExposed => "over_exposed",
            Condition::Blurred => "blurred",
            Condition::NoColour => "no_colour",
            Condition::NoTiles => "no_tiles",
            Condition::TilesTooSmall => "tiles_too_small",
        }
    }
}

/// Whether any of these makes one face look like another, so that the reader may be wrong however sure it is.
pub(crate) fn mislead(conditions: &[Condition]) -> bool {
    conditions
        .iter()
        .any(|condition| matches!(condition, Condition::Blurred | Condition::OverExposed | Condition::NoColour))
}

/// What makes this picture hard. `pyramid` is that of the `pixels`; `quads` are the tiles found, in pixels, and
/// `coloured` says of each whether its print has coloured ink.
pub(crate) fn conditions(
    pixels: &RgbImage,
    pyramid: &mut Pyramid,
    quads: &[Quad],
    coloured: &[bool],
) -> Vec<Condition> {
    let mut found = Vec::new();
    if brightest_tenth(pixels) < DARK {
        found.push(Condition::TooDark);
    }
    let faces = judged(pyramid, quads, coloured);
    let washed_out = faces.iter().filter(|face| face.is_washed_out()).count();
    let is_over_exposed = match quads {
        [] => clipped_share(pixels) >= CLIPPED_WHOLE,
        _ => washed_out * 2 > faces.len(),
    };
    if is_over_exposed {
        found.push(Condition::OverExposed);
    }
    let is_blurred = match quads {
        [] => Grey::of_whole(pixels).sharpness(0.995).is_some_and(|sharpness| sharpness < BLURRED_WHOLE),
        _ => median(faces.iter().filter_map(|face| face.sharpness).collect()).is_some_and(|middle| middle < BLURRED),
    };
    if is_blurred {
        found.push(Condition::Blurred);
    }
    if median(faces.iter().filter_map(|face| face.colour).collect()).is_some_and(|middle| middle < COLOURLESS) {
        found.push(Condition::NoColour);
    }
    match median(quads.iter().map(Quad::long_side).collect()) {
        None => found.push(Condition::NoTiles),
        Some(side) if side < SMALL => found.push(Condition::TilesTooSmall),
        Some(_) => {}
    }
    found
}

/// What one face looks like.
struct Look {
    /// How steep its edges are beside its contrast; `None` of a blank one.
    sharpness: Option<f32>,
    /// How bright its ink is: of twenty pixels one is darker.
    ink: f32,
    /// How bright its middle pixel is.
    middle: f32,
    /// The share without tone.
    clipped: f32,
    /// How far apart the channels of its most colourful ink are, as shares of its white; `None` of a print without colour.
    colour: Option<f32>,
}

impl Look {
    fn is_washed_out(&self) -> bool {
        self.middle >= WHITE && self.ink >= PALE_INK || self.clipped >= CLIPPED
    }
}

/// Looks at some of the tiles, spread over all.
fn judged(pyramid: &mut Pyramid, quads: &[Quad], coloured: &[bool]) -> Vec<Look> {
    let mut crop = vec![0.0; 3 * CROP * CROP];
    let step = quads.len().div_ceil(MOST_JUDGED).max(1);
    let looks = quads.iter().zip(coloured).step_by(step).filter_map(|(quad, is_coloured)| {
        pyramid.crop_into(quad, CROP, FILL, &mut crop);
        let (width, height) = quad.portrait().sides();
        let half = FILL * CROP as f32 / 2.0 * INNER;
        let (inner, width) = middle_of(&crop, half * width / height.max(1e-6), half);
        let grey = Grey { values: inner.iter().copied().map(brightness).collect(), width };
        let clipped = grey.values.iter().filter(|&&value| value >= NO_TONE).count() as f32 / grey.values.len() as f32;
        let [ink, middle] = [percentile(grey.values.clone(), 0.05)?, percentile(grey.values.clone(), 0.5)?];
        let colour = if *is_coloured { Some(colour(&inner)?) } else { None };
        Some(Look { sharpness: grey.sharpness(0.95), ink, middle, clipped, colour })
    });
    looks.collect()
}

/// The pixels in the middle of a crop of three planes, so far to the sides and so far up and down; and how many a row has.
fn middle_of(crop: &[f32], half_width: f32, half_height: f32) -> (Vec<[f32; 3]>, usize) {
    let range = |half: f32| {
        let middle = CROP as f32 / 2.0;
        (middle - half).round().max(0.0) as usize..((middle + half).round() as usize).min(CROP)
    };
    let plane = CROP * CROP;
    let at = |i: usize| [crop[i], crop[plane + i], crop[2 * plane + i]];
    let columns = range(half_width);
    let pixels = range(half_height).flat_map(|row| columns.clone().map(move |column| at(row * CROP + column)));
    (pixels.collect(), columns.len())
}

/// How far apart the channels of a face's most colourful pixels are (three in a hundred are more colourful), as shares of
/// its white: so grey ink under a coloured light is grey. `None` of no pixels.
fn colour(face: &[[f32; 3]]) -> Option<f32> {
    let mut white = [0.0; 3];
    for (channel, white) in white.iter_mut().enumerate() {
        // Below a tenth the steps of a picture's 256 values are colour enough.
        *white = percentile(face.iter().map(|pixel| pixel[channel]).collect(), 0.9)?.max(0.1);
    }
    let apart = face.iter().map(|pixel| {
        let balanced: [f32; 3] = std::array::from_fn(|i| pixel[i] / white[i]);
        balanced.into_iter().fold(0.0, f32::max) - balanced.into_iter().fold(f32::MAX, f32::min)
    });
    percentile(apart.collect(), 0.97)
}

/// Brightness, 0-1, row by row.
struct Grey {
    values: Vec<f32>,
    width: usize,
}

impl Grey {
    /// A whole picture, its longer side scaled down to 640 pixels.
    fn of_whole(pixels: &RgbImage) -> Grey {
        let small = scaled_down(pixels, 640);
        let pixels = small.as_ref().unwrap_or(pixels);
        let values = pixels.pixels().map(|pixel| brightness(pixel.0.map(|value| f32::from(value) / 255.0)));
        Grey { values: values.collect(), width: pixels.width() as usize }
    }

    /// How steep the steepest edges are, beside the contrast, in the direction in which they are least steep: a picture
    /// that was moved is sharp across the movement only. `steepest` is the share of all pixels that are less steep.
    /// `None` where there is too little contrast, or too little of a picture.
    fn sharpness(&self, steepest: f32) -> Option<f32> {
        let height = self.values.len() / self.width.max(1);
        if self.width < 5 || height < 5 {
            return None;
        }
        let contrast = percentile(self.values.clone(), 0.95)? - percentile(self.values.clone(), 0.05)?;
        if contrast < FLAT {
            return None;
        }
        let at = |x: usize, y: usize| self.values[y * self.width + x];
        // From one neighbour to the opposite one: the distance is 2, on the diagonals longer.
        let directions: [([usize; 4], f32); 4] =
            [([2, 1, 0, 1], 1.0), ([1, 2, 1, 0], 1.0), ([2, 2, 0, 0], 2f32.sqrt()), ([2, 0, 0, 2], 2f32.sqrt())];
        let steepness = directions.into_iter().filter_map(|([x1, y1, x0, y0], distance)| {
            let places = (0..height - 2).flat_map(|y| (0..self.width - 2).map(move |x| (x, y)));
            let rises = places.map(|(x, y)| (at(x + x1, y + y1) - at(x + x0, y + y0)).abs() / distance);
            percentile(rises.collect(), steepest)
        });
        steepness.min_by(f32::total_cmp).map(|least| least / contrast)
    }
}

fn brightness([red, green, blue]: [f32; 3]) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

/// A sample of the pixels.
fn sampled(pixels: &RgbImage) -> impl Iterator<Item = [u8; 3]> {
    let step = (pixels.as_raw().len() / 3 / 20_000).max(1);
    pixels.as_raw().chunks_exact(3).step_by(step).map(|pixel| [pixel[0], pixel[1], pixel[2]])
}

/// The share of the pixels in which no channel has any tone left.
fn clipped_share(pixels: &RgbImage) -> f32 {
    let (mut clipped, mut all) = (0u32, 0u32);
    for pixel in sampled(pixels) {
        clipped += u32::from(pixel.iter().all(|&value| f32::from(value) / 255.0 >= NO_TONE));
        all += 1;
    }
    clipped as f32 / all.max(1) as f32
}

/// The brightness that nine of ten pixels stay below, from a sample of the pixels.
fn brightest_tenth(pixels: &RgbImage) -> u8 {
    let mut counts = [0usize; 256];
    for pixel in sampled(pixels) {
        let [red, green, blue] = pixel.map(u32::from);
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
#[path = "condition_tests.rs"]
mod tests;
