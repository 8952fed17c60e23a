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

    /// What several looks at one tile say together: their geometric mean, which is the mean of the logits, adding up to 1.
    pub(crate) fn agreed(looks: &[&Probabilities]) -> Probabilities {
        let mut values = [0.0; Face::COUNT];
        for (index, value) in values.iter_mut().enumerate() {
            let logs: f32 = looks.iter().map(|look| look.0[index].max(f32::MIN_POSITIVE).ln()).sum();
            *value = (logs / looks.len() as f32).exp();
        }
        let sum: f32 = values.iter().sum();
        Probabilities(values.map(|value| value / sum))
    }

    /// The same, but with no more than `most` (0-1) for this face; the others share what it loses as they stand to each other.
    pub(crate) fn with_at_most(self, face: Face, most: f32) -> Probabilities {
        let likely = self.of(face);
        if likely <= most {
            return self;
        }
        let mut values = self.0.map(|value| value * (1.0 - most) / (1.0 - likely).max(f32::MIN_POSITIVE));
        values[face.index()] = most;
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
    fn looks_that_differ_agree_on_what_all_hold_likely() {
        let look = |seven: f32, nine: f32| Probabilities::new([(face("7s"), seven), (face("9s"), nine)]);
        let both = Probabilities::agreed(&[&look(0.9, 0.1), &look(0.4, 0.6)]);
        let (seven, nine) = (both.of(face("7s")), both.of(face("9s")));
        assert!((seven / nine - (0.9_f32 * 0.4 / (0.1 * 0.6)).sqrt()).abs() < 1e-4, "{both:?}");
        assert!((both.iter().map(|(_, p)| p).sum::<f32>() - 1.0).abs() < 1e-5);
        let same = Probabilities::agreed(&[&look(0.8, 0.2); 3]);
        assert!((same.of(face("7s")) - 0.8).abs() < 1e-5 && same.of(face("1m")) < 1e-6);
    }

    #[test]
    fn what_a_face_may_not_have_goes_to_the_others() {
        let all = Probabilities::new([(face("7s"), 0.3), (face("9s"), 0.1), (face("junk"), 0.6)]);
        let less = all.with_at_most(face("junk"), 0.2);
        let shares = ["7s", "9s", "junk"].map(|id| less.of(face(id)));
        assert!(shares.iter().zip([0.6, 0.2, 0.2]).all(|(is, wanted)| (is - wanted).abs() < 1e-6), "{shares:?}");
        assert_eq!(all.with_at_most(face("junk"), 0.7), all);
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
