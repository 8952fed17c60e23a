//! What the person sees: looking, hold still, settling, offered, and what hinders. Pure: each frame brings its time.

use crate::Hindrance;
use crate::hindrance::Lasting;
use crate::offered::Offered;
use vision::{Placed, Point, Quad, ReadTile, Reading, SetProfile, Steadiness, Steady, SteadyRules, median};

/// What is to be laid under the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// A hand: six tiles that lie together, one of them apart or a dora tile beside them if need be.
    #[default]
    Hand,
    /// One tile, such as the dora.
    One,
    /// Any number of tiles, such as discards.
    Any,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// There is no picture.
    NoPicture,
    /// No tile is in view.
    Looking,
    /// Tiles are in view, and they or the camera move.
    HoldStill,
    /// The tiles lie still and the vote goes on, or something hinders the offer.
    Settling {
        /// How much of the time has passed for which the answer must be the same and sure, 0-1.
        share: f32,
    },
    /// The tiles in view have been offered.
    Offered,
}

impl Phase {
    /// A stable code: `no_picture`, `looking`, `hold_still`, `settling`, `offered`.
    pub const fn code(self) -> &'static str {
        match self {
            Phase::NoPicture => "no_picture",
            Phase::Looking => "looking",
            Phase::HoldStill => "hold_still",
            Phase::Settling { .. } => "settling",
            Phase::Offered => "offered",
        }
    }
}

/// What a frame led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// How far it is.
    pub phase: Phase,
    /// What hinders, the most important first.
    pub hindrances: Vec<Hindrance>,
    /// The tiles as all frames voted so far.
    pub voted: Reading,
    /// Whether `voted` is offered with this frame.
    pub offer: bool,
}

/// A tile that is held for something else is about as large as the tiles: between these shares of their size.
const ALIKE: std::ops::Range<f32> = 0.6..1.6;
/// A tile lies where another was seen when it is nearer than this share of its size.
const SAME_PLACE: f32 = 0.5;
/// A tile that vanished is covered when something moves where it lay, or did so this long ago at most (milliseconds). Whoever
/// takes it away is gone before that is said.
const COVERING: u64 = 1200;
/// How many tiles a hand has.
const HAND: usize = 6;

/// Follows a camera's readings.
#[derive(Clone, Debug)]
pub struct Watch {
    steady: Steady,
    rules: SteadyRules,
    set: SetProfile,
    expect: Expect,
    offered: Offered,
    /// The last whole hand that lay still, as long as some of it is in view.
    whole: Offered,
    lasting: Lasting,
    /// Width and height of the last picture.
    size: Option<[u32; 2]>,
}

/// Why tiles that lie still are not offered.
enum Misfit {
    /// They hinder, so the person is told.
    Hinders(Hindrance),
    /// The box does not hold them together, so some tile is misread: no tile is missing and none is too many.
    Impossible,
}

impl Watch {
    /// Nothing seen yet. `set` says which tiles count.
    pub fn new(rules: SteadyRules, set: SetProfile, expect: Expect) -> Watch {
        Watch {
            steady: Steady::new(rules),
            rules,
            set,
            expect,
            offered: Offered::default(),
            whole: Offered::default(),
            lasting: Lasting::default(),
            size: None,
        }
    }

    /// These tiles were offered before: they are not offered again while they lie there.
    pub fn remember(&mut self, offered: Offered) {
        self.offered = offered;
    }

    /// What was offered last.
    pub const fn offered(&self) -> &Offered {
        &self.offered
    }

    /// The picture is turned or cropped otherwise from now on: all lies elsewhere in it, and is what it was.
    pub fn turned(&mut self) {
        self.steady = Steady::new(self.rules);
        self.offered.turned();
        self.whole = Offered::default();
    }

    /// Takes in a frame's reading; `flat` says that the picture shows nothing but one brightness, `since_moved` for how many
    /// milliseconds nothing has moved at a place of it, `at` when the frame was taken, in milliseconds from any fixed moment.
    pub fn see(&mut self, reading: &Reading, flat: bool, since_moved: impl Fn(Point) -> u64, at: u64) -> Seen {
        if self.size.replace(reading.size).is_some_and(|size| size != reading.size) {
            self.turned();
        }
        let step = self.steady.see(reading, at);
        let voted = step.offer.clone().unwrap_or_else(|| self.steady.voted(reading));
        let ready = step.offer.is_some() || step.state == Steadiness::Offered;
        // What only looks like a tile of another set, such as a print on the cloth, is nothing to wait for.
        let strange = voted.tiles.iter().all(|tile| self.set.tile(tile.face).is_none());
        // That tiles are missing is said also while some are doubtful.
        let lie_still = ready || matches!(step.state, Steadiness::Settling { .. });
        let wrong = if lie_still && !strange { self.misfit(&voted, since_moved) } else { None };
        if strange || lie_still && wrong.is_none() {
            self.whole = Offered::of(&voted, self.set);
        }
        let mut now: Vec<Hindrance> = reading.conditions.iter().copied().filter_map(Hindrance::of_condition).collect();
        if flat && reading.tiles.is_empty() && !now.contains(&Hindrance::TooDark) {
            // A covered lens is out of focus, too: that is not what helps the person.
            now = vec![Hindrance::Covered];
        }
        let hindered = !now.is_empty();
        if let Some(Misfit::Hinders(wrong)) = wrong {
            now.push(wrong);
        }
        let mut hindrances = self.lasting.see(&now, at);
        let phase = match step.state {
            Steadiness::Looking => Phase::Looking,
            Steadiness::Settling { .. } | Steadiness::Offered if strange => Phase::Looking,
            Steadiness::HoldStill => Phase::HoldStill,
            Steadiness::Settling { share } if !ready => Phase::Settling { share },
            Steadiness::Settling { .. } | Steadiness::Offered => Phase::Settling { share: 1.0 },
        };
        if !ready || strange || wrong.is_some() {
            return Seen { phase, hindrances, voted, offer: false };
        }
        let again = self.offered.are(&voted, self.set);
        // What is hard to see and doubtful is not offered by itself: a person may still ask for it.
        if !again && hindered && voted.tiles.iter().any(|tile| tile.doubtful) {
            return Seen { phase, hindrances, voted, offer: false };
        }
        // What was read needs no advice.
        hindrances.clear();
        if !again || self.offered.are_anywhere() {
            self.offered = Offered::of(&voted, self.set);
        }
        Seen { phase: Phase::Offered, hindrances, voted, offer: !again }
    }

    /// A person wants what is in view now, after [`Watch::see`] took in the same reading: the tiles as they voted, or as
    /// this frame shows them where it shows other ones, more or fewer.
    pub fn ask(&mut self, reading: &Reading) -> Reading {
        let voted = self.steady.voted(reading);
        // Where the frame is unsure of a face, the vote knows better.
        let agrees = |seen: &ReadTile| {
            voted.tiles.iter().any(|tile| lies_at(tile, seen) && (seen.doubtful || seen.face == tile.face))
        };
        let is_as_voted = voted.tiles.len() == reading.tiles.len() && reading.tiles.iter().all(agrees);
        let answer = if is_as_voted { voted } else { reading.clone() };
        self.offered = Offered::of(&answer, self.set);
        answer
    }

    /// Why these tiles are not what is looked for.
    fn misfit(&self, voted: &Reading, since_moved: impl Fn(Point) -> u64) -> Option<Misfit> {
        let arranged = voted.arranged(self.set);
        let seen = arranged.tiles.iter().filter(|tile| tile.tile.is_some()).count();
        let fits = match self.expect {
            Expect::Hand => arranged.hand.is_some(),
            Expect::One => seen == 1,
            Expect::Any => seen > 0,
        };
        let vanished = || self.whole.vanished(voted, self.set);
        let covered = self.expect == Expect::Hand
            && seen < HAND
            && (seen + tile_like(voted) >= HAND || vanished().into_iter().any(|place| since_moved(place) < COVERING));
        match (fits, covered) {
            (true, _) => None,
            (false, true) => Some(Misfit::Hinders(Hindrance::Covered)),
            (false, false) if !arranged.possible && seen >= HAND => Some(Misfit::Impossible),
            (false, false) => Some(Misfit::Hinders(Hindrance::WrongCount { seen })),
        }
    }
}

/// Which tiles of the vote a frame's own reading does not show: for a moment they still count.
pub(crate) fn missed(voted: &Reading, reading: &Reading) -> Vec<usize> {
    let is_missed = |(_, tile): &(usize, &ReadTile)| !reading.tiles.iter().any(|seen| lies_at(tile, seen));
    voted.tiles.iter().enumerate().filter(is_missed).map(|(at, _)| at).collect()
}

fn lies_at(tile: &ReadTile, other: &ReadTile) -> bool {
    Placed::from(tile).is_near(&other.into(), [0.0; 2], SAME_PLACE)
}

/// How many places look like a tile that cannot be named and are about as large as the tiles.
fn tile_like(reading: &Reading) -> usize {
    let Some(usual) = median(reading.tiles.iter().map(|tile| Placed::from(tile).size).collect()) else {
        return 0;
    };
    reading.rejected.iter().filter(|other| ALIKE.contains(&(Quad(other.corners).size() / usual))).count()
}

#[cfg(test)]
#[path = "watch_tests.rs"]
mod tests;
