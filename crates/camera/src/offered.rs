//! What was offered last, so that the same tiles left lying are not offered again: not when an arm was over them for a
//! while, not when the camera was gone and came back.

use vision::{Face, Point, Quad, Reading, SetProfile};

/// Tiles lie as they did when each is nearer than this share of its size to where it was, apart from what moved all.
const SAME_PLACE: f32 = 0.4;
/// From so many tiles on one can tell that all of them were moved alike, as by a nudge to the camera.
const MANY: usize = 3;

/// The tiles that were offered last. It can be carried from one [`crate::Live`] to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offered {
    tiles: Vec<Placed>,
    /// The picture was turned or cropped since: they lie elsewhere in it now, nobody knows where.
    anywhere: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    face: Face,
    centre: Point,
    size: f32,
}

impl Placed {
    /// Whether the other one lies where this one does, once this one is moved so far.
    fn is_near(&self, other: &Placed, [right, down]: Point) -> bool {
        let [x, y] = [other.centre[0] - self.centre[0] - right, other.centre[1] - self.centre[1] - down];
        x.hypot(y) < SAME_PLACE * self.size.max(other.size)
    }
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
        Offered { tiles: reading.tiles.iter().filter(counts).map(placed).collect(), anywhere: false }
    }

    /// The picture is looked at otherwise from now on.
    pub(crate) const fn turned(&mut self) {
        self.anywhere = true;
    }

    /// Whether it is not known where they lie.
    pub(crate) const fn are_anywhere(&self) -> bool {
        self.anywhere
    }

    /// Where some of these tiles are seen no longer while all that are seen lie where one of them lay; nothing otherwise.
    pub(crate) fn vanished(&self, reading: &Reading, set: SetProfile) -> Vec<Point> {
        let now = Offered::of(reading, set).tiles;
        let is_one_of = |tile: &Placed, others: &[Placed]| others.iter().any(|other| other.is_near(tile, [0.0; 2]));
        if !now.iter().all(|tile| is_one_of(tile, &self.tiles)) {
            return Vec::new();
        }
        self.tiles.iter().filter(|tile| !is_one_of(tile, &now)).map(|tile| tile.centre).collect()
    }

    /// Whether these are the tiles that were offered last, lying where they lay: the same faces, all of them, and no more.
    pub(crate) fn are(&self, reading: &Reading, set: SetProfile) -> bool {
        let (before, now) = (&self.tiles, Offered::of(reading, set).tiles);
        if before.is_empty() || before.len() != now.len() {
            return false;
        }
        if self.anywhere {
            let faces = |tiles: &[Placed]| {
                let mut faces: Vec<usize> = tiles.iter().map(|tile| tile.face.index()).collect();
                faces.sort_unstable();
                faces
            };
            return faces(before) == faces(&now);
        }
        let middle = |all: &[Placed]| {
            let count = all.len() as f32;
            all.iter().fold([0.0, 0.0], |[x, y], tile| [x + tile.centre[0] / count, y + tile.centre[1] / count])
        };
        let [from, to] = if now.len() < MANY { [[0.0; 2]; 2] } else { [middle(before), middle(&now)] };
        let shift = [to[0] - from[0], to[1] - from[1]];
        before.iter().all(|was| now.iter().any(|is| is.face == was.face && was.is_near(is, shift)))
    }
}
