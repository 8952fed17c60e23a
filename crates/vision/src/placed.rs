//! Tiles by what they show and where they lie, to tell whether others are the same ones.

use crate::{Face, Point, Quad, ReadTile, distance};

/// From so many tiles on one can tell that all of them were moved alike, as by a nudge to the camera.
const MANY: usize = 3;

/// What a tile shows and where it lies, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// What it shows.
    pub face: Face,
    /// The middle of the printed face.
    pub centre: Point,
    /// The root of its area.
    pub size: f32,
}

impl Placed {
    /// A face that lies here.
    pub fn new(face: Face, quad: &Quad) -> Placed {
        Placed { face, centre: quad.centre(), size: quad.size() }
    }

    /// Whether the other one lies where this one does, once this one is moved by `shift`: nearer than the share `within` of the
    /// larger one's size.
    pub fn is_near(&self, other: &Placed, shift: Point, within: f32) -> bool {
        let way = [other.centre[0] - self.centre[0], other.centre[1] - self.centre[1]];
        distance(shift, way) < within * self.size.max(other.size)
    }

    /// Whether these are the same faces in the same places, all of them and no more, each nearer than the share `within` of its size.
    /// A nudge to the camera, which shifts all alike, changes nothing.
    pub fn are_the_same(before: &[Placed], now: &[Placed], within: f32) -> bool {
        let [from, to] = if now.len() < MANY { [[0.0; 2]; 2] } else { [middle(before), middle(now)] };
        let shift = [to[0] - from[0], to[1] - from[1]];
        let is_there = |was: &Placed| now.iter().any(|is| is.face == was.face && was.is_near(is, shift, within));
        before.len() == now.len() && before.iter().all(is_there)
    }
}

impl From<&ReadTile> for Placed {
    fn from(tile: &ReadTile) -> Placed {
        Placed::new(tile.face, &Quad(tile.corners))
    }
}

fn middle(all: &[Placed]) -> Point {
    let count = all.len() as f32;
    all.iter().fold([0.0, 0.0], |[x, y], tile| [x + tile.centre[0] / count, y + tile.centre[1] / count])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of 20 by 20 pixels in a row, one every 30.
    fn row(faces: &[Face], left: f32) -> Vec<Placed> {
        let at = |i: usize| Quad::rectangle(0.0, 0.0, 20.0, 20.0).moved([left + 30.0 * i as f32, 0.0]);
        faces.iter().enumerate().map(|(i, &face)| Placed::new(face, &at(i))).collect()
    }

    #[test]
    fn the_same_faces_in_the_same_places_are_the_same() {
        let [one, two] = [Face::CHUN, Face::HATSU];
        let before = row(&[one, two], 0.0);
        assert!(Placed::are_the_same(&before, &row(&[one, two], 4.0), 0.25));
        assert!(
            !Placed::are_the_same(&before, &row(&[one, two], 6.0), 0.25),
            "too far, and two may each have been moved"
        );
        assert!(!Placed::are_the_same(&before, &row(&[two, one], 0.0), 0.25));
        assert!(!Placed::are_the_same(&before, &row(&[one, two, one], 0.0), 0.25));
        assert!(!Placed::are_the_same(&[], &before, 0.25));
    }

    #[test]
    fn many_that_moved_alike_are_those_that_lay_there() {
        let faces = [Face::CHUN, Face::HATSU, Face::CHUN];
        let before = row(&faces, 0.0);
        let mut now = row(&faces, 17.0);
        assert!(Placed::are_the_same(&before, &now, 0.25), "a nudge to the camera");
        now[2].centre[0] += 12.0;
        assert!(!Placed::are_the_same(&before, &now, 0.25), "one of them moved");
    }
}
