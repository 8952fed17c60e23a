//! Where the tiles are: the picture is scaled for the locator, its answer becomes quads in picture pixels.

use crate::frame::resize_into;
use crate::manifest::LocatorSpec;
use crate::model::{LocatorModel, Maps, Planes};
use crate::{Quad, VisionError, median};
use fast_image_resize::Resizer;
use image::RgbImage;

/// The locator takes sides that are multiples of this.
const CELL: u32 = 32;
/// What the picture is padded with.
const PADDING: f32 = 0.5;
/// A quad of fewer input pixels than this cannot be read and is noise.
const LEAST_AREA: f32 = 40.0;
/// At most this many quads are kept: a whole riichi set is 136 tiles.
const MOST: usize = 256;
/// The longer side, in input pixels, up to which a look is trusted with a tile; the next coarser look shows larger ones
/// better. On `tables/valid`, quads of tiles of 80 to 120 pixels fit their boxes less than half as often as those of 30
/// to 80 pixels.
const LARGEST: f32 = 90.0;
/// What a coarser look shows below this many input pixels is left to the finer one.
const LEAST: f32 = 18.0;
/// Tiles whose longer side is below this many input pixels are small: a closer look finds more of them, and frames them
/// better. Chosen on 160 held-out and 40 wide scenes (`models/MODEL_CARD.md`).
const SMALL: f32 = 28.0;
/// Into how many parts the sides of a picture are cut for closer looks, the next finer only where the tiles still are
/// small, or where there still are none.
const CLOSER: [u32; 2] = [2, 4];
/// Faces do not lie on each other: of two quads that share this much of the smaller one, one is wrong.
const COVERED: f32 = 0.6;
/// From this score on a place is surely a tile.
const SURE: f32 = 0.5;
/// How much of its neighbour a close view also shows, so that no tile is cut in all views.
const OVERLAP: f32 = 0.2;
/// A closer look shows more only where the look before it scaled the picture's own pixels down to less than this.
const LOST_DETAIL: f32 = 0.8;

/// A tile that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located {
    /// The corners of its face, clockwise, in picture pixels; any of them may be first.
    pub quad: Quad,
    /// How sure the locator is, 0-1.
    pub score: f32,
}

/// Finds tiles with a model and the manifest's thresholds.
pub struct Locator {
    spec: LocatorSpec,
    model: Box<dyn LocatorModel>,
    resizer: Resizer,
    scaled: RgbImage,
    planes: Planes,
}

/// A part of the picture (left, top, width, height) and the longer side it is scaled to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct View {
    part: [u32; 4],
    long_side: u32,
}

impl Locator {
    /// A locator with this model.
    pub fn new(spec: LocatorSpec, model: Box<dyn LocatorModel>) -> Locator {
        Locator { spec, model, resizer: Resizer::new(), scaled: RgbImage::default(), planes: Planes::default() }
    }

    /// Finds the tiles of a picture, the surest first.
    ///
    /// The whole picture is looked at, and once more at half the scale, which costs a quarter. Only if that still shows
    /// tiles too large, or nothing shows any, it is halved again; and only if the tiles come out small, or nothing
    /// shows any, the picture is looked at in close views, and a large one in closer ones still.
    ///
    /// # Errors
    /// When the model fails.
    pub fn locate(&mut self, pixels: &RgbImage) -> Result<Vec<Located>, VisionError> {
        let (width, height) = pixels.dimensions();
        let side = self.spec.long_side;
        let scale = side as f32 / width.max(height) as f32;
        let whole = |long_side: u32| View { part: [0, 0, width, height], long_side };

        let fine = self.look(pixels, whole(side))?;
        let coarse = self.look(pixels, whole(side / 2))?;
        let (_, too_large) = trusted(coarse.clone(), 0.0, LARGEST / scale * 2.0);
        let (fine, _) = trusted(fine, 0.0, LARGEST / scale);
        let coarse = if fine.is_empty() && coarse.is_empty() || !too_large.is_empty() {
            let coarsest = self.look(pixels, whole(side / 4))?;
            let (mut kept, _) = trusted(coarse, LEAST / scale * 2.0, LARGEST / scale * 2.0);
            kept.extend(trusted(coarsest, LEAST / scale * 4.0, f32::MAX).0);
            kept
        } else {
            trusted(coarse, LEAST / scale * 2.0, f32::MAX).0
        };
        let mut found = fine;
        found.extend(coarse);
        let mut found = best_of_overlapping(found, self.spec.nms_iou);

        let mut closeness = scale;
        for parts in CLOSER {
            let is_small = median_side(&found).is_none_or(|median| median * closeness < SMALL);
            if !is_small || closeness >= LOST_DETAIL {
                break;
            }
            closeness = scale * parts as f32 / (1.0 + OVERLAP);
            for view in close_views(width, height, side, parts) {
                let more = self.look(pixels, view)?;
                found.extend(trusted(more, 0.0, LARGEST / closeness).0);
            }
            found = best_of_overlapping(found, self.spec.nms_iou);
        }
        Ok(found)
    }

    /// Looks at one view; quads come back in picture pixels.
    fn look(&mut self, pixels: &RgbImage, view: View) -> Result<Vec<Located>, VisionError> {
        let [left, top, width, height] = view.part;
        let scale = view.long_side as f32 / width.max(height) as f32;
        let fit = |side: u32| ((side as f32 * scale).round() as u32).max(1);
        let (fit_width, fit_height) = (fit(width), fit(height));
        if self.scaled.dimensions() != (fit_width, fit_height) {
            self.scaled = RgbImage::new(fit_width, fit_height);
        }
        resize_into(&mut self.resizer, pixels, view.part, &mut self.scaled);
        letterbox(&self.scaled, &mut self.planes);
        let maps = self.model.locate(&self.planes)?;
        let back = [width as f32 / fit_width as f32, height as f32 / fit_height as f32];
        let inside = [fit_width as f32, fit_height as f32];
        let mut found = decode(&maps, self.spec.stride, self.spec.score_threshold);
        found.retain(|tile| {
            let [x, y] = tile.quad.centre();
            x >= 0.0 && y >= 0.0 && x < inside[0] && y < inside[1]
        });
        for tile in &mut found {
            tile.quad = tile.quad.scaled(back).moved([left as f32, top as f32]);
        }
        Ok(best_of_overlapping(found, self.spec.nms_iou))
    }
}

/// The tiles whose longer side lies between two lengths in picture pixels, and the larger ones.
fn trusted(found: Vec<Located>, least: f32, largest: f32) -> (Vec<Located>, Vec<Located>) {
    let (fitting, too_large): (Vec<_>, Vec<_>) = found
        .into_iter()
        .filter(|tile| tile.quad.long_side() >= least)
        .partition(|tile| tile.quad.long_side() <= largest);
    (fitting, too_large)
}

/// The middle one of the longer sides, in picture pixels: of what is surely a tile, where anything is. What is only a little
/// like one, such as print on books, is small and plenty.
fn median_side(found: &[Located]) -> Option<f32> {
    let is_any_sure = found.iter().any(|tile| tile.score >= SURE);
    let counted = found.iter().filter(|tile| !is_any_sure || tile.score >= SURE);
    median(counted.map(|tile| tile.quad.long_side()).collect())
}

/// Views that cover the picture and overlap: so many along its longer side, and along the other as many as make them
/// about square, or one if it is narrow.
fn close_views(width: u32, height: u32, long_side: u32, parts: u32) -> Vec<View> {
    let spans = |side: u32, other: u32| {
        let parts = if side * parts <= other { 1 } else { (side * parts).div_ceil(side.max(other)) };
        let span = ((side as f32 * (1.0 + OVERLAP) / parts as f32).ceil() as u32).min(side);
        (0..parts).map(move |part| ((side - span) * part / (parts - 1).max(1), span))
    };
    let rows: Vec<(u32, u32)> = spans(height, width).collect();
    let view = |left, view_width, &(top, view_height): &(u32, u32)| View {
        part: [left, top, view_width, view_height],
        long_side,
    };
    spans(width, height).flat_map(|(left, span)| rows.iter().map(move |row| view(left, span, row))).collect()
}

/// Pixels as three planes 0-1 in the top-left corner of a grey picture whose sides are multiples of 32.
fn letterbox(scaled: &RgbImage, planes: &mut Planes) {
    let (width, height) = (scaled.width() as usize, scaled.height() as usize);
    planes.width = scaled.width().next_multiple_of(CELL) as usize;
    planes.height = scaled.height().next_multiple_of(CELL) as usize;
    let plane = planes.width * planes.height;
    planes.data.clear();
    planes.data.resize(3 * plane, PADDING);
    let (red, rest) = planes.data.split_at_mut(plane);
    let (green, blue) = rest.split_at_mut(plane);
    for (row, pixels) in scaled.as_raw().chunks_exact(width * 3).enumerate().take(height) {
        let start = row * planes.width;
        let (red, green, blue) = (&mut red[start..], &mut green[start..], &mut blue[start..]);
        for (((pixel, red), green), blue) in pixels.chunks_exact(3).zip(red).zip(green).zip(blue) {
            *red = f32::from(pixel[0]) / 255.0;
            *green = f32::from(pixel[1]) / 255.0;
            *blue = f32::from(pixel[2]) / 255.0;
        }
    }
}

/// The tiles that the locator's answer tells of, in input pixels: cells that are at least as hot as their eight
/// neighbours and as the threshold, whose corners make a convex quad.
fn decode(maps: &Maps, stride: u32, threshold: f32) -> Vec<Located> {
    let (columns, rows) = (maps.columns, maps.rows);
    let cells = columns * rows;
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let cell = row * columns + column;
            let score = maps.heat[cell];
            if score.is_nan() || score < threshold || !is_peak(maps, row, column) {
                continue;
            }
            let centre = [(column as f32 + 0.5) * stride as f32, (row as f32 + 0.5) * stride as f32];
            let corner = |i: usize| {
                [centre[0] + maps.corners[2 * i * cells + cell], centre[1] + maps.corners[(2 * i + 1) * cells + cell]]
            };
            let quad = Quad([corner(0), corner(1), corner(2), corner(3)]);
            if quad.is_convex() && quad.area() >= LEAST_AREA {
                found.push(Located { quad, score: score.min(1.0) });
            }
        }
    }
    found
}

/// Whether no neighbour is hotter; of equal neighbours the first in reading order is the peak.
fn is_peak(maps: &Maps, row: usize, column: usize) -> bool {
    let cell = row * maps.columns + column;
    let heat = maps.heat[cell];
    (row.saturating_sub(1)..(row + 2).min(maps.rows)).all(|y| {
        (column.saturating_sub(1)..(column + 2).min(maps.columns)).all(|x| {
            let other = y * maps.columns + x;
            maps.heat[other] < heat || (maps.heat[other] == heat && other >= cell)
        })
    })
}

/// Of quads whose intersection over union is above `most`, or that cover each other, only the surest; the surest first.
fn best_of_overlapping(mut found: Vec<Located>, most: f32) -> Vec<Located> {
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Located> = Vec::with_capacity(found.len());
    for tile in found {
        if kept.len() == MOST {
            break;
        }
        let clashes = |better: &Located| {
            let (one, other) = (better.quad.area(), tile.quad.area());
            let shared = better.quad.intersection(&tile.quad);
            shared > most * (one + other - shared) || shared > COVERED * one.min(other)
        };
        if !kept.iter().any(clashes) {
            kept.push(tile);
        }
    }
    kept
}

#[cfg(test)]
#[path = "locate_tests.rs"]
mod tests;
