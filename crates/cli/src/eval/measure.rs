//! The measuring itself: which reading answers which label, and what the figures count. Pure.

use crate::eval::bands::{Band, Bands};
use crate::eval::labels::{Labelled, Truth, shorter_side};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use vision::{ArrangedTile, Face, Point, Quad, ReadTile, SetProfile, distance};

/// Tiles of a hand.
const HAND: usize = 6;
/// Bins of equal width over which the calibration error is taken.
const BINS: usize = 10;

/// What the program said about one tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The face it named.
    pub face: Face,
    /// Where, in pixels.
    pub quad: Quad,
    /// How sure it was, 0-1.
    pub confidence: f32,
    /// Whether it asked a person to look.
    pub doubtful: bool,
}

impl From<&ReadTile> for Seen {
    fn from(tile: &ReadTile) -> Seen {
        Seen { face: tile.face, quad: Quad(tile.corners), confidence: tile.confidence, doubtful: tile.doubtful }
    }
}

impl Seen {
    /// The same tile after the rules of the box were asked.
    pub fn arranged(read: &ReadTile, tile: &ArrangedTile) -> Seen {
        let (face, confidence, doubtful) = (tile.face, tile.confidence, tile.doubtful);
        Seen { face, quad: Quad(read.corners), confidence, doubtful }
    }
}

/// What the program said about one picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The tiles.
    pub tiles: Vec<Seen>,
    /// The places that it held for no tile.
    pub rejected: Vec<Quad>,
    /// The hand that it proposed, by position in `tiles`.
    pub hand: Option<[usize; HAND]>,
}

/// Which reading answers which label.
#[derive(Debug, PartialEq)]
pub struct Matched {
    /// For each label the position of its reading.
    pub answers: Vec<Option<usize>>,
    /// The positions of readings where there is no tile.
    pub false_tiles: Vec<usize>,
}

/// Gives each label at most one reading: the surest reading chooses first, the nearest label whose quad holds its middle
/// (or that it overlaps by more than 0.3). What is left over and lies on nothing ignored is a false tile. A `back` or
/// `junk` is no reading of a tile.
pub fn matched(readings: &[Seen], one: &Labelled) -> Matched {
    let mut answers = vec![None; one.tiles.len()];
    let mut false_tiles = Vec::new();
    let mut order: Vec<usize> =
        (0..readings.len()).filter(|&i| readings[i].face != Face::JUNK && readings[i].face != Face::BACK).collect();
    order.sort_by(|&a, &b| readings[b].confidence.total_cmp(&readings[a].confidence));
    for i in order {
        let quad = &readings[i].quad;
        let middle = quad.centre();
        let lies_on = |other: &Quad, share: f32| other.contains(middle) || quad.iou(other) > share;
        let free = (0..one.tiles.len()).filter(|&k| answers[k].is_none() && lies_on(&one.tiles[k].quad, 0.3));
        let far = |k: &usize| distance(one.tiles[*k].quad.centre(), middle);
        match free.min_by(|a, b| far(a).total_cmp(&far(b))) {
            Some(k) => answers[k] = Some(i),
            None if one.ignored.iter().any(|other| lies_on(other, 0.1)) => {}
            None => false_tiles.push(i),
        }
    }
    Matched { answers, false_tiles }
}

/// Every six tiles that stand side by side: from each tile to the nearest one on its right that is at most 1.6 widths
/// away and at most 0.35 heights higher or lower, five times.
pub fn neighbours(tiles: &[Truth]) -> Vec<Vec<usize>> {
    let middles: Vec<Point> = tiles.iter().map(|tile| tile.quad.centre()).collect();
    let next = |from: usize| {
        let (width, height) = tiles[from].quad.sides();
        let right_of = |k: &usize| {
            let [x, y] = [middles[*k][0] - middles[from][0], middles[*k][1] - middles[from][1]];
            x > 0.0 && x < 1.6 * width && y.abs() < 0.35 * height
        };
        (0..tiles.len()).filter(right_of).min_by(|&a, &b| middles[a][0].total_cmp(&middles[b][0]))
    };
    let chains = (0..tiles.len()).map(|start| {
        let chain = std::iter::successors(Some(start), |&from| next(from));
        chain.take(HAND).collect::<Vec<_>>()
    });
    chains.filter(|chain| chain.len() == HAND).collect()
}

/// The hands that must be whole: the one that the label names, if all six can be seen, else every six neighbours.
fn hands(one: &Labelled) -> Vec<Vec<usize>> {
    match &one.hand {
        Some(hand) if hand.len() == HAND => vec![hand.clone()],
        Some(_) => Vec::new(),
        None => neighbours(&one.tiles),
    }
}

/// Whether a Suzume hand can be played with this face: souzu, manzu (which may stand in for the reds), hatsu, chun.
fn is_playable(face: Face) -> bool {
    face == Face::HATSU || face == Face::CHUN || matches!(face.suited(), Some(('s' | 'm', ..)))
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// `count` / `of`, rounded to five digits; null of none.
    pub share: Option<f64>,
}

impl Share {
    /// `count` of `of`.
    pub fn new(count: usize, of: usize) -> Share {
        let share = (of > 0).then(|| (count as f64 / of as f64 * 1e5).round() / 1e5);
        Share { count, of, share }
    }
}

/// One confusion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Confusion {
    /// What is printed.
    pub face: &'static str,
    /// What was read.
    pub read: &'static str,
    /// How often.
    pub count: usize,
}

/// One thing that went wrong, to look it up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// The picture file's name.
    pub picture: String,
    /// `missed`, `rejected` (found and held for no tile), `wrong` or `false`.
    pub kind: &'static str,
    /// What is printed; null of a false tile.
    pub face: Option<&'static str>,
    /// What was read; null of a tile that was not.
    pub read: Option<&'static str>,
    /// How sure the program was; null of a tile that was not read.
    pub confidence: Option<f32>,
    /// Whether it asked a person to look.
    pub doubtful: bool,
    /// The middle of the tile or of the false one, in pixels.
    pub at: Point,
    /// Its shorter side, in pixels.
    pub side: f32,
}

/// Counts over a set of pictures.
#[derive(Debug, Default)]
pub struct Tally {
    pictures: usize,
    tiles: usize,
    found: usize,
    named: usize,
    rejected: usize,
    false_tiles: usize,
    false_unflagged: usize,
    wrong_unflagged: usize,
    right_flagged: usize,
    hands: [usize; 2],
    playable: [usize; 2],
    proposed: [usize; 2],
    colour: [usize; 2],
    confusions: BTreeMap<(Face, Face), usize>,
    by_face: BTreeMap<Face, [usize; 2]>,
    bands: Bands,
    answers: Vec<(f32, bool)>,
    mistakes: Vec<Mistake>,
}

/// The figures of a set. Shares are of labelled tiles unless a line says otherwise.
#[derive(Debug, Serialize)]
pub struct Figures {
    /// Pictures read.
    pub pictures: usize,
    /// Labelled tiles.
    pub tiles: usize,
    /// Tiles with a reading, whatever it says.
    pub found: Share,
    /// Tiles found and named rightly: the figure.
    pub named: Share,
    /// The same of the tiles that a Suzume box holds: souzu, normal and red, hatsu and chun.
    pub game_faces: Share,
    /// Tiles that were located and then held for no tile or for a back.
    pub rejected: Share,
    /// Readings where there is no tile, counted against the labelled tiles.
    pub false_tiles: Share,
    /// Of them those not flagged as doubtful.
    pub false_unflagged: Share,
    /// Hands (the label's, or any six neighbours) without one error.
    pub hands: Share,
    /// Of them those all of souzu, manzu, hatsu and chun.
    pub playable_hands: Share,
    /// Pictures whose label names a hand of six that can be seen: those where the program proposed these six places.
    pub proposed_hands: Share,
    /// Tiles named wrongly and not flagged as doubtful.
    pub wrong_unflagged: Share,
    /// Of the tiles named rightly, those flagged as doubtful.
    pub right_flagged: Share,
    /// Expected calibration error of found tiles, 0-1: ten bins of equal width, weighted by their tiles.
    pub calibration_error: Option<f64>,
    /// Of the souzu that were read as souzu, those whose colour (normal or red) is right.
    pub colour: Share,
    /// What was taken for what, most frequent first.
    pub confusions: Vec<Confusion>,
    /// Found and named rightly, face by face.
    pub by_face: BTreeMap<&'static str, Share>,
    /// Found and named rightly, by the shorter side in pixels.
    pub by_side: Vec<Band>,
    /// Found and named rightly, by how far the print is turned from upright, in degrees; of rendered scenes.
    pub by_turn: Vec<Band>,
    /// All that went wrong.
    pub mistakes: Vec<Mistake>,
}

impl Figures {
    /// The faces of tiles without a reading, missed or held for no tile, most frequent first.
    pub fn unread(&self) -> Vec<(&'static str, usize)> {
        let mut counts = BTreeMap::new();
        for face in self.mistakes.iter().filter(|mistake| mistake.read.is_none()).filter_map(|mistake| mistake.face) {
            *counts.entry(face).or_insert(0) += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        counts
    }
}

impl Tally {
    /// Counts one picture: its label and what the program said.
    pub fn add(&mut self, one: &Labelled, answer: &Answer) {
        let readings = &answer.tiles;
        let Matched { answers, false_tiles } = matched(readings, one);
        let picture = one.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        self.pictures += 1;
        let mut right = Vec::with_capacity(one.tiles.len());
        for (truth, reading) in one.tiles.iter().zip(&answers) {
            let seen = reading.map(|i| &readings[i]);
            let is_right = seen.is_some_and(|seen| seen.face == truth.face);
            right.push(is_right);
            self.count_tile(truth, seen);
            if is_right {
                continue;
            }
            let turned_down = readings.iter().filter(|seen| seen.face == Face::BACK).map(|seen| &seen.quad);
            let held_for_none = seen.is_none()
                && answer.rejected.iter().chain(turned_down).any(|quad| truth.quad.contains(quad.centre()));
            self.rejected += usize::from(held_for_none);
            let kind = match seen {
                Some(_) => "wrong",
                None if held_for_none => "rejected",
                None => "missed",
            };
            self.mistakes.push(mistake(&picture, kind, Some(truth.face), seen, &truth.quad));
        }
        for seen in false_tiles.iter().map(|&i| &readings[i]) {
            self.false_tiles += 1;
            self.false_unflagged += usize::from(!seen.doubtful);
            self.mistakes.push(mistake(&picture, "false", None, Some(seen), &seen.quad));
        }
        if let Some(hand) = one.hand.as_ref().filter(|hand| hand.len() == HAND) {
            let places: BTreeSet<usize> = hand.iter().filter_map(|&tile| answers[tile]).collect();
            let proposed = answer.hand.is_some_and(|proposed| places == BTreeSet::from(proposed));
            count(&mut self.proposed, usize::from(proposed));
        }
        for hand in hands(one) {
            let whole = usize::from(hand.iter().all(|&tile| right[tile]));
            count(&mut self.hands, whole);
            if hand.iter().all(|&tile| is_playable(one.tiles[tile].face)) {
                count(&mut self.playable, whole);
            }
        }
    }

    fn count_tile(&mut self, truth: &Truth, seen: Option<&Seen>) {
        self.tiles += 1;
        let is_right = seen.is_some_and(|seen| seen.face == truth.face);
        count(self.by_face.entry(truth.face).or_default(), usize::from(is_right));
        self.bands.add(shorter_side(&truth.quad), truth.turn, is_right);
        let Some(seen) = seen else { return };
        self.found += 1;
        self.answers.push((seen.confidence, is_right));
        if let (Some(('s', _, red)), Some(('s', _, read_red))) = (truth.face.suited(), seen.face.suited()) {
            count(&mut self.colour, usize::from(red == read_red));
        }
        if is_right {
            self.named += 1;
            self.right_flagged += usize::from(seen.doubtful);
        } else {
            self.wrong_unflagged += usize::from(!seen.doubtful);
            *self.confusions.entry((truth.face, seen.face)).or_default() += 1;
        }
    }

    /// The figures so far.
    pub fn figures(self) -> Figures {
        let of_tiles = |count| Share::new(count, self.tiles);
        let pair = |[count, of]: [usize; 2]| Share::new(count, of);
        let of_the_game = self.by_face.iter().filter(|(face, _)| SetProfile::Suzume.tile(**face).is_some());
        let game_faces = of_the_game.fold([0; 2], |[named, all], (_, [count, of])| [named + count, all + of]);
        let mut confusions: Vec<Confusion> = self
            .confusions
            .iter()
            .map(|((face, read), &count)| Confusion { face: face.id(), read: read.id(), count })
            .collect();
        confusions.sort_by_key(|confusion| std::cmp::Reverse(confusion.count));
        Figures {
            pictures: self.pictures,
            tiles: self.tiles,
            found: of_tiles(self.found),
            named: of_tiles(self.named),
            game_faces: pair(game_faces),
            rejected: of_tiles(self.rejected),
            false_tiles: of_tiles(self.false_tiles),
            false_unflagged: of_tiles(self.false_unflagged),
            hands: pair(self.hands),
            playable_hands: pair(self.playable),
            proposed_hands: pair(self.proposed),
            wrong_unflagged: of_tiles(self.wrong_unflagged),
            right_flagged: Share::new(self.right_flagged, self.named),
            calibration_error: calibration_error(&self.answers),
            colour: pair(self.colour),
            confusions,
            by_face: self.by_face.iter().map(|(face, &counts)| (face.id(), pair(counts))).collect(),
            by_side: self.bands.by_side(),
            by_turn: self.bands.by_turn(),
            mistakes: self.mistakes,
        }
    }
}

/// Adds to (how many, of how many).
pub fn count(counts: &mut [usize; 2], yes: usize) {
    counts[0] += yes;
    counts[1] += 1;
}

fn mistake(picture: &str, kind: &'static str, face: Option<Face>, seen: Option<&Seen>, quad: &Quad) -> Mistake {
    let tenth = |value: f32| (value * 10.0).round() / 10.0;
    Mistake {
        picture: picture.to_owned(),
        kind,
        face: face.map(Face::id),
        read: seen.map(|seen| seen.face.id()),
        confidence: seen.map(|seen| (seen.confidence * 1e4).round() / 1e4),
        doubtful: seen.is_some_and(|seen| seen.doubtful),
        at: quad.centre().map(tenth),
        side: tenth(shorter_side(quad)),
    }
}

/// How far confidence and correctness lie apart: over bins of equal width, the distance of their means, weighted by how
/// many answers fall into the bin. `None` without answers.
pub fn calibration_error(answers: &[(f32, bool)]) -> Option<f64> {
    let mut bins = [(0.0f64, 0.0f64); BINS];
    for &(confidence, is_right) in answers {
        let bin = ((confidence * BINS as f32) as usize).min(BINS - 1);
        bins[bin].0 += f64::from(confidence);
        bins[bin].1 += f64::from(u8::from(is_right));
    }
    let apart: f64 = bins.iter().map(|(confidence, right)| (confidence - right).abs()).sum();
    (!answers.is_empty()).then(|| (apart / answers.len() as f64 * 1e5).round() / 1e5)
}

#[cfg(test)]
#[path = "measure_tests.rs"]
mod tests;
