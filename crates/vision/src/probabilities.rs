//! How likely each face is, for one tile.

use crate::Face;
use std::fmt;

/// Alternatives less likely than this are not worth showing.
const LEAST_ALTERNATIVE: f32 = 0.01;
/// At most this many alternatives are listed.
pub(crate) const MOST_ALTERNATIVES: usize = 3;

/// The probability of every face of [`Face::all`] for one tile, each 0-1.
///
/// As they come from the reader they add up to 1, and faces that the model does not know have 0.
#[derive(Clone, Copy, PartialEq)]
pub struct Probabilities([f32; Face::COUNT]);

impl Probabilities {
    /// These faces with their probabilities; all others have none.
    pub fn new(pairs: impl IntoIterator<Item = (Face, f32)>) -> Probabilities {
        let mut values = [0.0; Face::COUNT];
        for (face, probability) in pairs {
            values[face.index()] = probability;
        }
        Probabilities(values)
    }

    /// The probability of this face, 0-1.
    pub const fn of(&self, face: Face) -> f32 {
        self.0[face.index()]
    }

    /// All faces, each with its probability, in the order of [`Face::all`].
    pub fn iter(&self) -> impl Iterator<Item = (Face, f32)> {
        Face::all().zip(self.0)
    }

    /// All faces, the likeliest first; equally likely ones in the order of [`Face::all`].
    pub fn ranked(&self) -> Vec<(Face, f32)> {
        let mut ranked: Vec<(Face, f32)> = self.iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// What it may be if it is not this face: at most three, the likeliest first, none below one in a hundred.
    pub fn beside(&self, face: Face) -> Vec<(Face, f32)> {
        let others = self.ranked().into_iter().filter(|&(other, p)| other != face && p >= LEAST_ALTERNATIVE);
        others.take(MOST_ALTERNATIVES).collect()
    }
}

impl fmt::Debug for Probabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.ranked().into_iter().filter(|(_, p)| *p > 0.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(id: &str) -> Face {
        Face::from_id(id).expect("a face")
    }

    #[test]
    fn the_likeliest_come_first_and_the_hopeless_are_not_listed() {
        let given = [("7s", 0.005), ("3sr", 0.5), ("1m", 0.25), ("back", 0.125), ("3s", 0.09), ("junk", 0.03)];
        let all = Probabilities::new(given.map(|(id, p)| (face(id), p)));
        let ids = |list: Vec<(Face, f32)>| list.into_iter().map(|(face, _)| face.id()).collect::<Vec<_>>();
        assert_eq!(ids(all.ranked())[..3], ["3sr", "1m", "back"]);
        assert_eq!(ids(all.beside(face("3sr"))), ["1m", "back", "3s"]);
        assert_eq!(ids(all.beside(face("1m"))), ["3sr", "back", "3s"]);
        assert_eq!((all.of(face("7s")), all.of(face("9p"))), (0.005, 0.0));
        assert!(Probabilities::new([(face("7s"), 0.995), (face("1s"), 0.005)]).beside(face("7s")).is_empty());
        assert_eq!(all.ranked().len(), Face::COUNT);
    }
}
