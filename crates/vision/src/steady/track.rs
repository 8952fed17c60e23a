//! One tile, followed from frame to frame by its place.

use crate::{Face, Point, Probabilities, Quad, ReadTile, distance};

/// A tile of the next frame may be the same when its centre is nearer than this share of its size (the root of the area).
const NEAR: f32 = 0.5;
/// And when it is at most so many times as large or as small.
const ALIKE: f32 = 1.5;
/// A tile has moved when its centre is further than this share of its size from where the vote began.
const MOVED: f32 = 0.2;
/// So many frames in a row must show a tile before it counts.
const CONFIRMED: u32 = 3;
/// The last frames count for about so many, so that another tile in the same place wins after half as many.
const WINDOW: f32 = 12.0;
/// A face is never held for less likely than this, so that a single frame cannot rule it out.
const LEAST: f32 = 1e-5;

/// What is known of one tile.
#[derive(Clone, Debug)]
pub(super) struct Track {
    /// The mean of the corners, in the order in which they were first seen.
    quad: Quad,
    /// Where the vote began.
    anchor: Point,
    /// The mean logarithm of each face's probability.
    logs: [f32; Face::COUNT],
    /// How the print stands: votes for each corner of `quad` being its top left.
    turns: [f32; 4],
    votes: f32,
    /// For how many frames in a row it was read as another face than they voted for.
    contrary: u32,
    seen: u32,
    seen_at: u64,
    misses: u32,
}

fn logs(tile: &ReadTile) -> [f32; Face::COUNT] {
    let mut logs = [0.0; Face::COUNT];
    for (face, probability) in tile.probabilities.iter() {
        logs[face.index()] = probability.max(LEAST).ln();
    }
    logs
}

impl Track {
    /// A tile that is seen for the first time.
    pub(super) fn new(tile: &ReadTile, at: u64) -> Track {
        let quad = Quad(tile.corners);
        let mut track = Track {
            quad,
            anchor: quad.centre(),
            logs: [0.0; Face::COUNT],
            turns: [0.0; 4],
            votes: 0.0,
            contrary: 0,
            seen: 0,
            seen_at: at,
            misses: 0,
        };
        track.see(tile, at);
        track
    }

    /// How far a tile is from this one, in sizes; `None` when it must be another.
    pub(super) fn distance(&self, tile: &ReadTile) -> Option<f32> {
        let quad = Quad(tile.corners);
        let (mine, other) = (self.quad.size(), quad.size());
        let far = distance(self.quad.centre(), quad.centre()) / mine.max(other).max(f32::MIN_POSITIVE);
        let alike = mine <= other * ALIKE && other <= mine * ALIKE;
        (alike && far < NEAR).then_some(far)
    }

    /// A frame shows it. Whether that changes what lies on the table: it has moved, or counts from now on.
    pub(super) fn see(&mut self, tile: &ReadTile, at: u64) -> bool {
        let quad = Quad(tile.corners);
        let moved = distance(self.anchor, quad.centre()) > MOVED * quad.size();
        if moved {
            (self.quad, self.anchor, self.turns, self.votes) = (quad, quad.centre(), [0.0; 4], 0.0);
        }
        // The reader may begin the corners of a print that looks the same on its head at either end.
        let apart = |by: usize| -> f32 { (0..4).map(|i| distance(self.quad.0[i], quad.0[(i + by) % 4])).sum() };
        let turn = (0..4).min_by(|&a, &b| apart(a).total_cmp(&apart(b))).unwrap_or(0);
        let aligned = quad.rolled(turn);
        self.votes = (self.votes + 1.0).min(WINDOW);
        let weight = 1.0 / self.votes;
        for (mean, value) in self.logs.iter_mut().zip(logs(tile)) {
            *mean += (value - *mean) * weight;
        }
        for (mean, corner) in self.quad.0.iter_mut().zip(aligned.0) {
            *mean = [mean[0] + (corner[0] - mean[0]) * weight, mean[1] + (corner[1] - mean[1]) * weight];
        }
        // The print's own top left, corner 0 of the tile, is this corner of the aligned quad.
        for (i, votes) in self.turns.iter_mut().enumerate() {
            let vote = if i == (4 - turn) % 4 { 1.0 } else { 0.0 };
            *votes += (vote - *votes) * weight;
        }
        (self.seen_at, self.misses) = (at, 0);
        self.contrary = if tile.face == self.voted().0 { 0 } else { self.contrary.saturating_add(1) };
        self.seen = self.seen.saturating_add(1);
        (moved && self.seen > CONFIRMED) || self.seen == CONFIRMED
    }

    /// A frame does not show it.
    pub(super) const fn miss(&mut self) {
        self.misses = self.misses.saturating_add(1);
    }

    /// Whether it was seen often enough to be a tile.
    pub(super) const fn is_confirmed(&self) -> bool {
        self.seen >= CONFIRMED
    }

    /// For how many frames it has not been seen.
    pub(super) const fn misses(&self) -> u32 {
        self.misses
    }

    /// When it was last seen.
    pub(super) const fn seen_at(&self) -> u64 {
        self.seen_at
    }

    /// For how many frames in a row it has been read as another face than the frames voted for.
    pub(super) const fn contrary(&self) -> u32 {
        self.contrary
    }

    /// The face that the frames voted for, with its probability.
    pub(super) fn voted(&self) -> (Face, f32) {
        // A tile that some frames hold for none is still one: those frames did not report it.
        let ranked = self.probabilities().ranked();
        ranked.into_iter().find(|(face, _)| *face != Face::JUNK).unwrap_or((Face::JUNK, 0.0))
    }

    /// All faces as the frames voted: the mean of the logarithms, made to add up to 1.
    pub(super) fn probabilities(&self) -> Probabilities {
        let sum: f32 = self.logs.iter().map(|log| log.exp()).sum();
        Probabilities::new(Face::all().map(|face| (face, self.logs[face.index()].exp() / sum)))
    }

    /// The mean of its corners, the print's own top left first.
    pub(super) fn upright(&self) -> Quad {
        let most = (0..4).rev().max_by(|&a, &b| self.turns[a].total_cmp(&self.turns[b])).unwrap_or(0);
        self.quad.rolled(most)
    }
}
