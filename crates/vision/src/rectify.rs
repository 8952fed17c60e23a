//! A quad of a picture becomes a small square crop, as the reader was trained on them.
//!
//! The reference is `models/training/rectify.py`; the crops are compared with it in `tests/rectify.rs`.

use crate::{Homography, Quad};
use image::RgbImage;

/// What lies outside the picture.
const OUTSIDE: f32 = 0.5;

/// A picture and its halvings, each made when first needed.
///
/// Halvings are kept as sums of the pixels that they cover, so that no precision is lost to rounding.
pub struct Pyramid<'a> {
    base: &'a RgbImage,
    halvings: Vec<Halving>,
}

struct Halving {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel, row by row.
    sums: Vec<u16>,
    /// What a sum is divided by to be a value 0-1.
    unit: f32,
}

/// Pixels of one level, whatever they are kept as.
trait Level {
    fn size(&self) -> (usize, usize);
    /// Red, green and blue, 0-1.
    fn at(&self, column: usize, row: usize) -> [f32; 3];
}

impl Level for RgbImage {
    fn size(&self) -> (usize, usize) {
        (self.width() as usize, self.height() as usize)
    }

    fn at(&self, column: usize, row: usize) -> [f32; 3] {
        let start = (row * self.width() as usize + column) * 3;
        let pixel = &self.as_raw()[start..start + 3];
        [f32::from(pixel[0]) / 255.0, f32::from(pixel[1]) / 255.0, f32::from(pixel[2]) / 255.0]
    }
}

impl Level for Halving {
    fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    fn at(&self, column: usize, row: usize) -> [f32; 3] {
        let start = (row * self.width + column) * 3;
        let pixel = &self.sums[start..start + 3];
        [f32::from(pixel[0]) / self.unit, f32::from(pixel[1]) / self.unit, f32::from(pixel[2]) / self.unit]
    }
}

impl Halving {
    /// The 2 x 2 sums of a level; an odd last row or column is left out. From the fifth halving on (`exact` false)
    /// sums would overflow, and means are kept.
    fn of<T: Copy + Into<u32>>(width: usize, height: usize, values: &[T], unit: f32, exact: bool) -> Halving {
        let (half_width, half_height) = (width / 2, height / 2);
        let mut sums = Vec::with_capacity(half_width * half_height * 3);
        for row in 0..half_height {
            let upper = &values[row * 2 * width * 3..][..width * 3];
            let lower = &values[(row * 2 + 1) * width * 3..][..width * 3];
            for (a, b) in upper.chunks_exact(6).zip(lower.chunks_exact(6)) {
                for channel in 0..3 {
                    let four = [a[channel], a[channel + 3], b[channel], b[channel + 3]];
                    let sum: u32 = four.into_iter().map(Into::into).sum();
                    sums.push(if exact { sum } else { (sum + 2) / 4 } as u16);
                }
            }
        }
        Halving { width: half_width, height: half_height, sums, unit: if exact { unit * 4.0 } else { unit } }
    }
}

impl<'a> Pyramid<'a> {
    /// A pyramid over upright RGB pixels.
    pub const fn new(base: &'a RgbImage) -> Pyramid<'a> {
        Pyramid { base, halvings: Vec::new() }
    }

    /// Makes halvings until there are `count`, or as many as the size allows; says how many of them to use.
    fn halve(&mut self, count: usize) -> usize {
        while self.halvings.len() < count {
            let next = match self.halvings.last() {
                None => Halving::of(self.base.width() as usize, self.base.height() as usize, self.base, 255.0, true),
                Some(last) => Halving::of(last.width, last.height, &last.sums, last.unit, self.halvings.len() < 4),
            };
            if next.width == 0 || next.height == 0 {
                break;
            }
            self.halvings.push(next);
        }
        count.min(self.halvings.len())
    }

    /// Writes the crop of one quad, standing upright or upside down: three planes of `size` x `size` values 0-1.
    ///
    /// The quad's longer side takes the share `fill` of the crop's height; around it the crop shows the picture, and
    /// grey beyond the picture. A quad that is no quadrilateral gives a grey crop.
    pub fn crop_into(&mut self, quad: &Quad, size: usize, fill: f32, crop: &mut [f32]) {
        let quad = quad.portrait();
        let (width, height) = quad.sides();
        let limit = 2.0 * fill * size as f32;
        let mut count = 0;
        let mut long = height;
        while long > limit && count < 16 {
            long /= 2.0;
            count += 1;
        }
        let count = self.halve(count);
        let half_height = fill * size as f32 / 2.0;
        let half_width = half_height * width / height.max(1e-6);
        let middle = size as f32 / 2.0;
        let target =
            Quad::rectangle(middle - half_width, middle - half_height, middle + half_width, middle + half_height);
        let step = 0.5f32.powi(count as i32);
        match Homography::between(&target, &quad.scaled([step, step])) {
            Some(map) if count == 0 => warp(self.base, &map, size, crop),
            Some(map) => warp(&self.halvings[count - 1], &map, size, crop),
            None => crop.fill(OUTSIDE),
        }
    }
}

/// Samples a level at where each crop pixel's centre goes, bilinearly.
fn warp(level: &impl Level, map: &Homography, size: usize, crop: &mut [f32]) {
    let (width, height) = level.size();
    let plane = size * size;
    for row in 0..size {
        for column in 0..size {
            let (x, y) = map.apply(column as f64 + 0.5, row as f64 + 0.5);
            let value = sample(level, width, height, x - 0.5, y - 0.5);
            for (channel, value) in value.into_iter().enumerate() {
                crop[channel * plane + row * size + column] = value;
            }
        }
    }
}

/// The value between the four pixels around (u, v), where pixel centres are at whole numbers.
fn sample(level: &impl Level, width: usize, height: usize, u: f64, v: f64) -> [f32; 3] {
    let (left, top) = (u.floor(), v.floor());
    // Also false for what is not a number.
    let near = left >= -1.0 && top >= -1.0 && left < width as f64 && top < height as f64;
    if !near {
        return [OUTSIDE; 3];
    }
    let (a, b) = ((u - left) as f32, (v - top) as f32);
    let (left, top) = (left as isize, top as isize);
    let at = |column: isize, row: isize| {
        let inside = column >= 0 && row >= 0 && column < width as isize && row < height as isize;
        if inside { level.at(column as usize, row as usize) } else { [OUTSIDE; 3] }
    };
    let (p, q, r, s) = (at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1));
    std::array::from_fn(|channel| {
        let upper = p[channel] * (1.0 - a) + q[channel] * a;
        let lower = r[channel] * (1.0 - a) + s[channel] * a;
        upper * (1.0 - b) + lower * b
    })
}

/// Turns a crop of three planes by quarter turns, counter-clockwise.
pub fn turn_into(crop: &[f32], size: usize, quarters: usize, turned: &mut [f32]) {
    let plane = size * size;
    let last = size - 1;
    for (from, to) in crop.chunks_exact(plane).zip(turned.chunks_exact_mut(plane)) {
        for row in 0..size {
            for column in 0..size {
                let (source_row, source_column) = match quarters % 4 {
                    0 => (row, column),
                    1 => (column, last - row),
                    2 => (last - row, last - column),
                    _ => (last - column, row),
                };
                to[row * size + column] = from[source_row * size + source_column];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_counter_clockwise() {
        // a b      b d      d c      c a
        // c d  ->  a c  ->  b a  ->  d b
        let crop: Vec<f32> = [1.0, 2.0, 3.0, 4.0].repeat(3);
        let expected = [[1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 1.0, 3.0], [4.0, 3.0, 2.0, 1.0], [3.0, 1.0, 4.0, 2.0]];
        for (quarters, expected) in expected.iter().enumerate() {
            let mut turned = vec![0.0; 12];
            turn_into(&crop, 2, quarters, &mut turned);
            assert_eq!(turned, expected.repeat(3), "{quarters}");
        }
    }

    #[test]
    fn a_plain_picture_stays_plain_at_every_halving() {
        let picture = RgbImage::from_pixel(3000, 3000, image::Rgb([10, 128, 250]));
        let mut pyramid = Pyramid::new(&picture);
        let mut crop = vec![0.0; 3 * 8 * 8];
        for side in [4.0, 30.0, 100.0, 400.0, 1600.0, 2040.0] {
            pyramid.crop_into(&Quad::rectangle(450.0, 450.0, 450.0 + side, 450.0 + side), 8, 0.99, &mut crop);
            for (plane, value) in crop.chunks_exact(64).zip([10.0, 128.0, 250.0]) {
                assert!(plane.iter().all(|&found| (found - value / 255.0).abs() < 0.002), "{side}: {plane:?}");
            }
        }
        assert!(pyramid.halvings.len() > 5, "more than the exact halvings were needed");
    }

    #[test]
    fn quads_that_cannot_be_give_grey() {
        let picture = RgbImage::from_pixel(30, 30, image::Rgb([255; 3]));
        let mut pyramid = Pyramid::new(&picture);
        for quad in [
            Quad([[5.0, 5.0]; 4]),
            Quad::rectangle(500.0, 500.0, 510.0, 520.0),
            Quad::rectangle(f32::NAN, 0.0, 9.0, 9.0),
            Quad::rectangle(0.0, 0.0, f32::INFINITY, 9.0),
            Quad::rectangle(-1e30, 0.0, 1e30, 9.0),
        ] {
            let mut crop = vec![0.0; 3 * 8 * 8];
            pyramid.crop_into(&quad, 8, 0.8, &mut crop);
            assert!(crop.iter().all(|value| value.is_finite()), "{quad:?}");
        }
    }
}
