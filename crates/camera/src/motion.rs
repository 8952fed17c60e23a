//! What moves, and where, told by a few hundred cells of brightness.

use image::RgbImage;
use std::sync::Arc;
use vision::Point;

const COLUMNS: usize = 40;
const ROWS: usize = 24;
/// At most so many pixels of a cell are looked at, along each side.
const SAMPLES: u32 = 6;
/// A cell that changes by more than this of 255 shows something that moves; the noise of a sensor, averaged, stays below.
const MOVES: f32 = 9.0;
/// A picture whose cells differ less than this (standard deviation of 255) shows nothing: a lens that is covered.
const FLAT: f32 = 5.0;

/// A picture in a few cells.
#[derive(Clone, Debug)]
pub(crate) struct Thumb {
    cells: Vec<f32>,
    size: (u32, u32),
}

impl Thumb {
    /// What this picture looks like from far away.
    pub(crate) fn of(pixels: &RgbImage) -> Thumb {
        let (width, height) = pixels.dimensions();
        let edge = |i: usize, cells: usize, side: u32| (i as u64 * u64::from(side) / cells as u64) as u32;
        let cell = |column: usize, row: usize| {
            let (x0, x1) = (edge(column, COLUMNS, width), edge(column + 1, COLUMNS, width).max(1));
            let (y0, y1) = (edge(row, ROWS, height), edge(row + 1, ROWS, height).max(1));
            let step = |from: u32, to: u32| (to.saturating_sub(from) / SAMPLES).max(1) as usize;
            let (mut sum, mut count) = (0u32, 0u32);
            for y in (y0.min(y1 - 1)..y1).step_by(step(y0, y1)) {
                for x in (x0.min(x1 - 1)..x1).step_by(step(x0, x1)) {
                    let [red, green, blue] = pixels.get_pixel(x, y).0.map(u32::from);
                    sum += 77 * red + 150 * green + 29 * blue;
                    count += 256;
                }
            }
            sum as f32 / count as f32
        };
        let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)));
        Thumb { cells: cells.map(|(column, row)| cell(column, row)).collect(), size: (width, height) }
    }

    /// In which cells something moved between the two: in all of a picture of another size.
    fn differences(&self, other: &Thumb) -> impl Iterator<Item = usize> {
        let differs = |i: &usize| self.size != other.size || (self.cells[*i] - other.cells[*i]).abs() > MOVES;
        (0..COLUMNS * ROWS).filter(differs)
    }

    /// Whether it shows nothing at all, dark or bright.
    pub(crate) fn is_flat(&self) -> bool {
        let count = self.cells.len() as f32;
        let mean = self.cells.iter().sum::<f32>() / count;
        let variance = self.cells.iter().map(|cell| (cell - mean).powi(2)).sum::<f32>() / count;
        variance.sqrt() < FLAT
    }
}

/// When something last moved, in each place of the picture. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Motion {
    /// What the picture looked like when something last moved; `None` before the first picture.
    rest: Option<Arc<Thumb>>,
    /// When each cell last changed, in milliseconds.
    cells: Arc<[u64]>,
    last: u64,
}

impl Motion {
    /// Takes in what a picture looks like that is not the one before.
    pub(crate) fn see(&mut self, thumb: Thumb, at: u64) {
        let mut cells = vec![at; COLUMNS * ROWS];
        if let Some(rest) = &self.rest {
            let moved: Vec<usize> = thumb.differences(rest).collect();
            if moved.is_empty() {
                return;
            }
            cells.copy_from_slice(&self.cells);
            moved.into_iter().for_each(|cell| cells[cell] = at);
        }
        (self.rest, self.cells, self.last) = (Some(Arc::new(thumb)), cells.into(), at);
    }

    /// When something last moved anywhere; 0 before the first picture.
    pub(crate) const fn last(&self) -> u64 {
        self.last
    }

    /// When something last moved at this place of the picture; `None` outside of it.
    pub(crate) fn last_at(&self, [x, y]: Point) -> Option<u64> {
        let place = |value: f32, side: u32, cells: usize| {
            let share = value / side as f32;
            (0.0..1.0).contains(&share).then_some((share * cells as f32) as usize)
        };
        let (width, height) = self.rest.as_ref()?.size;
        self.cells.get(place(y, height, ROWS)? * COLUMNS + place(x, width, COLUMNS)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A table with a pattern, and noise as a sensor has it.
    fn table(noise: u32) -> RgbImage {
        RgbImage::from_fn(640, 360, |x, y| {
            let hash = (x * 7919 + y * 104_729 + noise * 31_337) ^ (x * y + noise);
            let value = 90 + (x / 80 + y / 60) * 8 + hash % 9;
            Rgb([value as u8; 3])
        })
    }

    fn with_tile(x: u32) -> RgbImage {
        let mut pixels = table(1);
        for (x, y) in (x..x + 30).flat_map(|x| (150..190).map(move |y| (x, y))) {
            pixels.put_pixel(x, y, Rgb([250; 3]));
        }
        pixels
    }

    /// What moves in these pictures, one every 100 milliseconds from the first on at 100.
    fn motion(pictures: impl IntoIterator<Item = RgbImage>) -> Motion {
        let mut motion = Motion::default();
        for (at, pixels) in (100..).step_by(100).zip(pictures) {
            motion.see(Thumb::of(&pixels), at);
        }
        motion
    }

    #[test]
    fn noise_does_not_move() {
        assert_eq!(motion((1..20).map(table)).last(), 100);
    }

    #[test]
    fn a_tile_that_is_laid_or_pushed_moves() {
        assert_eq!(motion([table(1), with_tile(300)]).last(), 200);
        assert_eq!(motion([table(1), with_tile(300), with_tile(312)]).last(), 300, "by less than half its width");
    }

    #[test]
    fn where_nothing_moved_is_told_from_where_something_did() {
        let motion = motion([table(1), with_tile(300), table(2)]);
        assert_eq!(motion.last_at([315.0, 170.0]), Some(300));
        assert_eq!([motion.last_at([40.0, 170.0]), motion.last_at([315.0, 40.0])], [Some(100), Some(100)]);
    }

    #[test]
    fn outside_of_the_picture_nothing_is_known_to_move() {
        let motion = motion([table(1)]);
        assert_eq!([motion.last_at([0.0, 0.0]), motion.last_at([639.9, 359.9])], [Some(100), Some(100)]);
        for place in [[315.0, 9000.0], [9000.0, 100.0], [640.0, 100.0], [-5.0, 100.0], [100.0, -5.0]] {
            assert_eq!(motion.last_at(place), None, "{place:?}");
        }
    }

    #[test]
    fn another_size_is_another_picture() {
        assert_eq!(motion([table(1), RgbImage::new(640, 480)]).last_at([9.0, 9.0]), Some(200));
    }

    #[test]
    fn a_covered_lens_is_flat_and_a_table_is_not() {
        assert!(Thumb::of(&RgbImage::from_pixel(640, 360, Rgb([70, 60, 50]))).is_flat());
        assert!(!Thumb::of(&table(1)).is_flat());
    }

    #[test]
    fn pictures_smaller_than_the_cells_have_some_all_the_same() {
        assert!(Thumb::of(&RgbImage::new(24, 24)).is_flat());
    }
}
