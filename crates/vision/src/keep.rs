//! Which of the places that the two networks found count as tiles.
//!
//! Neither network alone is held to be right: what one is unsure of, the other must be sure of. A print on a book or a
//! box is mostly found alone, while the tiles of a game lie beside others of their size; so what lies alone must be surer.
//! The lines are the manifest's; they were chosen on held-out pictures (see the model card), never on the unseen set.

use crate::manifest::ReaderSpec;
use crate::{Face, Quad, distance, median};

/// From so many sure tiles on it is known how large a tile is here.
const ENOUGH: usize = 4;
/// Tiles of one set are of one size: what is below this share of the usual longer side, even after a table's depth in
/// perspective, is a print on something else.
const LEAST_SHARE: f32 = 0.4;
/// From this certainty on a place keeps its neighbour company.
const COMPANY_FROM: f32 = 0.5;
/// Neighbours lie nearer than this many of the larger one's longer sides, from middle to middle.
const NEAR: f32 = 2.2;
/// Neighbours differ in size by at most this factor.
const ALIKE: f32 = 1.8;

/// A place that was found, as both networks judge it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// What the reader calls it.
    pub face: Face,
    /// The reader's probability of that, 0-1.
    pub confidence: f32,
    /// The locator's score, 0-1.
    pub score: f32,
    /// Where it lies.
    pub quad: Quad,
}

impl Candidate {
    /// How sure both are together, 0-1; of junk nothing is sure.
    fn certainty(&self) -> f32 {
        if self.face == Face::JUNK { 0.0 } else { self.score * self.confidence }
    }

    fn keeps_company(&self, other: &Candidate) -> bool {
        let (size, other_size) = (self.quad.long_side(), other.quad.long_side());
        let (larger, smaller) = (size.max(other_size), size.min(other_size));
        larger <= ALIKE * smaller && distance(self.quad.centre(), other.quad.centre()) < NEAR * larger
    }
}

/// Which of them are tiles, in their order.
pub(crate) fn kept(candidates: &[Candidate], spec: &ReaderSpec) -> Vec<bool> {
    let least = least_side(candidates, spec.doubt_below);
    let in_company = |i: usize| {
        let mut others =
            candidates.iter().enumerate().filter(|&(j, other)| j != i && other.certainty() >= COMPANY_FROM);
        others.any(|(_, other)| candidates[i].keeps_company(other))
    };
    let is_tile = |(i, candidate): (usize, &Candidate)| {
        let certainty = candidate.certainty();
        candidate.face != Face::JUNK
            && candidate.quad.long_side() >= least
            && (certainty >= spec.keep_alone_from || certainty >= spec.keep_from && in_company(i))
    };
    candidates.iter().enumerate().map(is_tile).collect()
}

/// The least longer side of a tile beside the others, in pixels: 0 when too few are sure to say.
fn least_side(candidates: &[Candidate], sure: f32) -> f32 {
    let are_sure = candidates.iter().filter(|tile| tile.face != Face::JUNK && tile.confidence >= sure);
    let sides: Vec<f32> = are_sure.map(|tile| tile.quad.long_side()).collect();
    let is_known = sides.len() >= ENOUGH;
    median(sides).filter(|_| is_known).map_or(0.0, |usual| usual * LEAST_SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec() -> ReaderSpec {
        ReaderSpec {
            file: String::new(),
            sha256: String::new(),
            size: 16,
            fill: 0.8,
            classes: vec![Face::CHUN, Face::JUNK],
            temperature: 1.0,
            doubt_below: 0.9,
            keep_from: 0.25,
            keep_alone_from: 0.4,
        }
    }

    fn candidate(left: f32, height: f32, score: f32) -> Candidate {
        let quad = Quad::rectangle(left, 100.0, left + 0.75 * height, 100.0 + height);
        Candidate { face: Face::CHUN, confidence: 1.0, score, quad }
    }

    #[test]
    fn what_lies_alone_must_be_surer() {
        assert_eq!(kept(&[candidate(0.0, 80.0, 0.39)], &spec()), [false]);
        assert_eq!(kept(&[candidate(0.0, 80.0, 0.41)], &spec()), [true], "one tile alone is a tile");
        let beside = |score| kept(&[candidate(0.0, 80.0, 0.9), candidate(61.0, 80.0, score)], &spec());
        assert_eq!((beside(0.24), beside(0.26)), (vec![true, false], vec![true, true]));
    }

    #[test]
    fn company_is_a_sure_tile_of_its_size_nearby() {
        let unsure = candidate(0.0, 80.0, 0.3);
        let with = |other: Candidate| kept(&[unsure, other], &spec())[0];
        assert!(with(candidate(170.0, 80.0, 0.9)));
        assert!(!with(candidate(180.0, 80.0, 0.9)), "too far");
        assert!(with(candidate(70.0, 140.0, 0.9)));
        assert!(!with(candidate(70.0, 150.0, 0.9)), "too large");
        assert!(!with(candidate(70.0, 80.0, 0.45)), "itself unsure");
        assert!(!with(Candidate { face: Face::JUNK, ..candidate(70.0, 80.0, 0.9) }), "no tile");
        assert_eq!(kept(&[unsure; 2], &spec()), [false, false], "two that are unsure do not vouch for each other");
    }
}
