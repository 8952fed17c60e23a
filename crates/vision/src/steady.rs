//! Several frames vote: from the readings of a video to one answer that holds.
//!
//! A tile is followed by its place, and every frame in which it is seen votes on its face with the logarithm of its
//! probabilities, so that one wrong frame does not outvote many right ones. When the tiles lie still and the answer has
//! been the same and sure for long enough, it is offered, once. There is no clock in here: each frame brings its time.
//!
//! What restarts the vote: a tile that moves, comes or goes, another tile in its place, and a gap in the video. What does
//! not: a tile that is missed for a moment, something held for a tile in one frame or two, a face that is misread now and
//! then.

mod track;

use crate::condition::mislead;
use crate::order::{common_up, reading_order};
use crate::{Face, Placed, Quad, ReadTile, Reading};
use track::Track;

/// A gap in the video after which nothing that was seen before counts, in milliseconds.
const GAP: u64 = 1500;
/// A tile that is not seen for longer than this (milliseconds), and in more than one frame, is gone.
const GONE: u64 = 600;
/// So long after the last tile moved, came or went (milliseconds), the tiles lie still.
const STILL: u64 = 250;
/// For so many frames an offer is put off because the last frame is not as all of them voted.
const PUT_OFF: u32 = 3;
/// Tiles lie as they did when each is nearer than this share of its size to where it was, apart from what moved all.
const SAME_PLACE: f32 = 0.25;

/// When an answer is offered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyRules {
    /// From this probability on a face is sure, 0-1: what the reader calls doubtful below it.
    pub sure: f32,
    /// For so long the answer must have been the same and sure, in milliseconds.
    pub hold_ms: u64,
    /// For so long the answer must have been the same when some tile stays doubtful, in milliseconds; `None` when such an
    /// answer is never offered by itself.
    pub patience_ms: Option<u64>,
}

impl SteadyRules {
    /// For a reader whose faces are sure from `sure` on: an answer must hold for 0.8 seconds, and one with a doubtful tile
    /// is never offered by itself.
    pub const fn new(sure: f32) -> SteadyRules {
        SteadyRules { sure, hold_ms: 800, patience_ms: None }
    }
}

/// How far the vote is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steadiness {
    /// No tile is in view.
    Looking,
    /// Tiles are in view, and they or the camera move.
    HoldStill,
    /// The tiles lie still and the vote goes on.
    Settling {
        /// How much of the time has passed for which the answer must be the same and sure, 0-1; 0 while it is not sure.
        share: f32,
    },
    /// The answer has been offered, and the tiles still lie so.
    Offered,
}

/// What a frame led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// How far the vote is.
    pub state: Steadiness,
    /// The answer, in the frame in which it is offered: the tiles in reading order as all frames voted, the rest as in
    /// this frame.
    pub offer: Option<Reading>,
}

/// Follows the tiles of a video.
#[derive(Clone, Debug)]
pub struct Steady {
    rules: SteadyRules,
    tracks: Vec<Track>,
    /// The time of the last frame.
    last: Option<u64>,
    /// When a tile last moved, came or went.
    moved_at: u64,
    /// When the answer last became another.
    changed_at: u64,
    /// When some tile was last doubtful.
    unsure_at: u64,
    /// The faces of the last frame's answer, track by track.
    faces: Vec<Face>,
    /// The last answer that was offered.
    offered: Vec<Placed>,
    /// For how many frames the offer has been put off.
    put_off: u32,
}

impl Steady {
    /// Nothing seen yet.
    pub const fn new(rules: SteadyRules) -> Steady {
        Steady {
            rules,
            tracks: Vec::new(),
            last: None,
            moved_at: 0,
            changed_at: 0,
            unsure_at: 0,
            faces: Vec::new(),
            offered: Vec::new(),
            put_off: 0,
        }
    }

    /// Takes in a frame's reading; `at` is when the frame was taken, in milliseconds from any fixed moment, and does not
    /// decrease.
    pub fn see(&mut self, reading: &Reading, at: u64) -> Step {
        let at = self.last.map_or(at, |last| at.max(last));
        if self.last.is_some_and(|last| at - last > GAP) {
            self.tracks.clear();
            self.moved_at = at;
        }
        self.last = Some(at);
        if self.follow(&reading.tiles, at) {
            self.moved_at = at;
        }
        let confirmed: Vec<&Track> = self.tracks.iter().filter(|track| track.is_confirmed()).collect();
        if confirmed.is_empty() {
            self.faces.clear();
            let state = if self.tracks.is_empty() { Steadiness::Looking } else { Steadiness::HoldStill };
            if state == Steadiness::Looking {
                self.offered.clear();
            }
            return Step { state, offer: None };
        }
        let voted: Vec<(Face, f32)> = confirmed.iter().map(|track| track.voted()).collect();
        let faces: Vec<Face> = voted.iter().map(|(face, _)| *face).collect();
        let placed: Vec<Placed> =
            confirmed.iter().zip(&faces).map(|(track, &face)| Placed::new(face, &track.upright())).collect();
        if faces != self.faces {
            (self.faces, self.changed_at) = (faces, at);
        }
        if mislead(&reading.conditions) || voted.iter().any(|(_, confidence)| *confidence < self.rules.sure) {
            self.unsure_at = at;
        }
        let state = self.state(at, &placed);
        if !matches!(state, Steadiness::Settling { share } if share >= 1.0) {
            self.put_off = 0;
            return Step { state, offer: None };
        }
        if !self.frame_agrees() {
            self.put_off += 1;
            return Step { state, offer: None };
        }
        self.offered = placed;
        Step { state: Steadiness::Offered, offer: Some(self.voted(reading)) }
    }

    /// Whether the last frame is as all of them voted. A tile that it misses may have been taken away, one that reads
    /// otherwise may be another one, and what is seen for the first time may be one more: that will show in the next
    /// frames, so the offer is put off. When it has been put off for long enough, single frames no longer matter.
    fn frame_agrees(&self) -> bool {
        let tolerated = if self.put_off < PUT_OFF { 0 } else { 1 };
        self.tracks.iter().all(|track| match track.is_confirmed() {
            true => track.misses() <= tolerated && track.contrary() <= tolerated,
            false => tolerated > 0,
        })
    }

    /// The tiles that are followed, as they have been voted on so far, in reading order; the rest as in this reading.
    pub fn voted(&self, reading: &Reading) -> Reading {
        let confirmed: Vec<&Track> = self.tracks.iter().filter(|track| track.is_confirmed()).collect();
        let upright: Vec<Quad> = confirmed.iter().map(|track| track.upright()).collect();
        let tiles: Vec<ReadTile> = confirmed
            .iter()
            .zip(&upright)
            .map(|(track, quad)| {
                let (face, confidence) = track.voted();
                ReadTile {
                    face,
                    corners: quad.0,
                    confidence,
                    doubtful: mislead(&reading.conditions) || confidence < self.rules.sure,
                    probabilities: track.probabilities(),
                }
            })
            .collect();
        let shows_head: Vec<bool> = tiles.iter().map(|tile| tile.face.shows_its_head()).collect();
        let order = reading_order(&upright, common_up(&upright, &shows_head));
        Reading { tiles: order.into_iter().map(|i| tiles[i].clone()).collect(), ..reading.clone() }
    }

    /// Gives every tile of a frame to the track whose place it has. Whether a tile moved, came or went.
    fn follow(&mut self, tiles: &[ReadTile], at: u64) -> bool {
        let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
        for (t, track) in self.tracks.iter().enumerate() {
            let near = tiles.iter().enumerate().filter_map(|(i, tile)| Some((track.distance(tile)?, t, i)));
            pairs.extend(near);
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut followed, mut given) = (vec![false; self.tracks.len()], vec![false; tiles.len()]);
        let mut changed = false;
        for (_, t, i) in pairs {
            if !followed[t] && !given[i] {
                (followed[t], given[i]) = (true, true);
                changed |= self.tracks[t].see(&tiles[i], at);
            }
        }
        for (track, _) in self.tracks.iter_mut().zip(&followed).filter(|(_, followed)| !**followed) {
            track.miss();
        }
        let gone = |track: &Track| track.misses() > 1 && at - track.seen_at() > GONE;
        changed |= self.tracks.iter().any(|track| track.is_confirmed() && gone(track));
        self.tracks.retain(|track| if track.is_confirmed() { !gone(track) } else { track.misses() == 0 });
        let fresh = tiles.iter().zip(&given).filter(|(_, given)| !**given);
        self.tracks.extend(fresh.map(|(tile, _)| Track::new(tile, at)));
        changed
    }

    fn state(&self, at: u64, placed: &[Placed]) -> Steadiness {
        if at - self.moved_at < STILL {
            return Steadiness::HoldStill;
        }
        if Placed::are_the_same(&self.offered, placed, SAME_PLACE) {
            return Steadiness::Offered;
        }
        let same_since = self.moved_at.max(self.changed_at);
        let share = |since: u64, span: u64| if span == 0 { 1.0 } else { ((at - since) as f32 / span as f32).min(1.0) };
        let sure = if self.unsure_at == at { 0.0 } else { share(same_since.max(self.unsure_at), self.rules.hold_ms) };
        let patient = self.rules.patience_ms.map_or(0.0, |patience| share(same_since, patience));
        Steadiness::Settling { share: sure.max(patient) }
    }
}

#[cfg(test)]
#[path = "steady_tests.rs"]
mod tests;
