//! How well tiles are read by how large they are in the picture, and by how their print is turned.

use crate::eval::measure::{Share, count};
use serde::Serialize;
use vision::Quad;

/// Where the bands of a tile's shorter side begin, in pixels of the picture.
const SIDES: [f32; 7] = [0.0, 16.0, 24.0, 32.0, 64.0, 128.0, 256.0];
/// Where the bands of a print's turn begin, in degrees from upright, to either side: upright, aslant, on its side, aslant
/// on its head, on its head.
const TURNS: [f32; 5] = [0.0, 15.0, 75.0, 105.0, 165.0];

/// The tiles of one band.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Band {
    /// Its least value.
    pub from: f32,
    /// What lies below the next band; null of the last.
    pub to: Option<f32>,
    /// Found and named rightly.
    pub named: Share,
}

/// Counts of bands.
#[derive(Debug, Default)]
pub struct Bands {
    sides: [[usize; 2]; SIDES.len()],
    turns: [[usize; 2]; TURNS.len()],
}

impl Bands {
    /// Counts one tile with this shorter side and turn.
    pub fn add(&mut self, side: f32, turn: Option<f32>, is_right: bool) {
        count(&mut self.sides[band(&SIDES, side)], usize::from(is_right));
        if let Some(turn) = turn {
            count(&mut self.turns[band(&TURNS, turn)], usize::from(is_right));
        }
    }

    /// By the shorter side, in pixels: the bands that have tiles.
    pub fn by_side(&self) -> Vec<Band> {
        bands(&SIDES, &self.sides)
    }

    /// By the turn, in degrees from upright: the bands that have tiles.
    pub fn by_turn(&self) -> Vec<Band> {
        bands(&TURNS, &self.turns)
    }
}

/// How far a print is turned from upright, in degrees 0-180: the first corner of its quad is its own top-left one.
pub fn turn(quad: &Quad) -> f32 {
    let [top_left, top_right, bottom_right, bottom_left] = quad.0;
    let up = [0, 1].map(|axis| top_left[axis] + top_right[axis] - bottom_left[axis] - bottom_right[axis]);
    up[0].atan2(-up[1]).abs().to_degrees()
}

/// The last band that begins at `value` or before.
fn band(begins: &[f32], value: f32) -> usize {
    begins.iter().rposition(|&begin| begin <= value).unwrap_or(0)
}

fn bands(begins: &[f32], counts: &[[usize; 2]]) -> Vec<Band> {
    let all = counts.iter().enumerate().map(|(i, &[named, of])| Band {
        from: begins[i],
        to: begins.get(i + 1).copied(),
        named: Share::new(named, of),
    });
    all.filter(|band| band.named.of > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_measured_from_upright_to_either_side() {
        let upright = Quad::rectangle(0.0, 0.0, 30.0, 40.0);
        let turns: Vec<f32> = (0..4).map(|quarters| turn(&upright.rolled(quarters))).collect();
        assert_eq!(turns, [0.0, 90.0, 180.0, 90.0]);
        let leaning = Quad([[10.0, 0.0], [40.0, 0.0], [30.0, 10.0], [0.0, 10.0]]);
        assert!((turn(&leaning) - 45.0).abs() < 1e-3);
    }

    #[test]
    fn every_tile_falls_into_one_band_of_its_side_and_where_it_is_known_of_its_turn() {
        let mut bands = Bands::default();
        bands.add(15.9, None, true);
        bands.add(16.0, Some(14.9), false);
        bands.add(700.0, Some(180.0), true);
        let sides: Vec<_> = bands.by_side().iter().map(|band| (band.from, band.to, band.named.count)).collect();
        assert_eq!(sides, [(0.0, Some(16.0), 1), (16.0, Some(24.0), 0), (256.0, None, 1)]);
        let turns: Vec<_> = bands.by_turn().iter().map(|band| (band.from, band.named.of)).collect();
        assert_eq!(turns, [(0.0, 1), (165.0, 1)]);
    }
}
