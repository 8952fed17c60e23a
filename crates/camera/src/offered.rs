//! What was offered last, so that the same tiles left lying are not offered again: not when an arm was over them for a
//! while, not when the camera was gone and came back.

use vision::{Face, Point, Quad, Reading, SetProfile};

/// Tiles lie as they did when each is nearer than this share of its size to where it was, apart from what moved all.
const SAME_PLACE: f32 = 0.4;
/// From so many tiles on one can tell that all of them were moved alike, as by a nudge to the camera.
const MANY: usize = 3;

/// The tiles that were offered last. It can be carried from one [`crate::Live`] to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offered(Vec<Placed>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    face: Face,
    centre: Point,
    size: f32,
}

impl Offered {
    /// These tiles were offered. What is no tile of the set does not count: it may be a print on the cloth that is taken
    /// for one now and then.
    pub(crate) fn of(reading: &Reading, set: SetProfile) -> Offered {
        let placed = |tile: &vision::ReadTile| {
            let quad = Quad(tile.corners);
            Placed { face: tile.face, centre: quad.centre(), size: quad.area().abs().sqrt() }
        };
        let counts = |tile: &&vision::ReadTile| set.tile(tile.face).is_some();
        Offered(reading.tiles.iter().filter(counts).map(placed).collect())
    }

    /// Whether these are the tiles that were offered last, lying where they lay: the same faces, all of them, and no more.
    pub(crate) fn are(&self, reading: &Reading, set: SetProfile) -> bool {
        let now = Offered::of(reading, set).0;
        if self.0.is_empty() || self.0.len() != now.len() {
            return false;
        }
        let middle = |all: &[Placed]| {
            let count = all.len() as f32;
            all.iter().fold([0.0, 0.0], |[x, y], tile| [x + tile.centre[0] / count, y + tile.centre[1] / count])
        };
        let [from, to] = if now.len() < MANY { [[0.0; 2]; 2] } else { [middle(&self.0), middle(&now)] };
        let is_same = |was: &Placed, is: &Placed| {
            let x = is.centre[0] - was.centre[0] - (to[0] - from[0]);
            let y = is.centre[1] - was.centre[1] - (to[1] - from[1]);
            is.face == was.face && x.hypot(y) < SAME_PLACE * was.size.max(is.size)
        };
        self.0.iter().all(|was| now.iter().any(|is| is_same(was, is)))
    }
}
