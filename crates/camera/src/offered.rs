//! What was offered last, so that the same tiles left lying are not offered again: not when an arm was over them for a
//! while, not when the camera was gone and came back.

use vision::{Placed, Point, Reading, SetProfile};

/// Tiles lie as they did when each is nearer than this share of its size to where it was, apart from what moved all.
const SAME_PLACE: f32 = 0.4;

/// The tiles that were offered last. It can be carried from one [`crate::Live`] to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offered {
    tiles: Vec<Placed>,
    /// The picture was turned or cropped since: they lie elsewhere in it now, nobody knows where.
    anywhere: bool,
}

impl Offered {
    /// These tiles were offered. What is no tile of the set does not count: it may be a print on the cloth that is taken
    /// for one now and then.
    pub(crate) fn of(reading: &Reading, set: SetProfile) -> Offered {
        let counts = |tile: &&vision::ReadTile| set.tile(tile.face).is_some();
        Offered { tiles: reading.tiles.iter().filter(counts).map(Placed::from).collect(), anywhere: false }
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
        let is_one_of =
            |tile: &Placed, others: &[Placed]| others.iter().any(|other| other.is_near(tile, [0.0; 2], SAME_PLACE));
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
        Placed::are_the_same(before, &now, SAME_PLACE)
    }
}
