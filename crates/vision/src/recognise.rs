//! From a picture to a reading: locate, rectify, name, put in order.

use crate::arrange::Arranged;
use crate::condition::{Condition, conditions, mislead};
use crate::keep::{Candidate, kept};
use crate::locate::{Located, Locator};
use crate::order::{common_up, reading_order, turned_up};
use crate::read::{Named, Reader};
use crate::rectify::Pyramid;
use crate::taught::{TaughtError, TaughtSet};
use crate::teach::Shown;
use crate::{Face, Picture, Point, Probabilities, Quad, SetProfile, VisionError};
use rules::Tile;
use std::time::Instant;

/// Finds and names the tiles of pictures. It keeps its buffers, so one is used for many pictures, one at a time.
pub struct Recogniser {
    locator: Locator,
    reader: Reader,
}

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The tiles in reading order. Tiles that lie face down are among them, as `back`.
    pub tiles: Vec<ReadTile>,
    /// What looked like a tile to the locator and is none: the reader says so, both were unsure, or it is far smaller than the tiles.
    pub rejected: Vec<Rejected>,
    /// Width and height of the picture in pixels, upright.
    pub size: [u32; 2],
    /// What makes the picture hard to read.
    pub conditions: Vec<Condition>,
    /// How long it took.
    pub timing: Timing,
}

/// One tile of a reading.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadTile {
    /// The face.
    pub face: Face,
    /// The corners of the face in pixels of the picture: clockwise, the print's own top-left corner first. A print that
    /// does not show its head ([`Face::shows_its_head`]) is taken to stand as most tiles do.
    pub corners: [Point; 4],
    /// The probability that the face is right, 0-1.
    pub confidence: f32,
    /// Whether a person should look: the confidence is below what the manifest calls sure, or the picture is blurred,
    /// over-exposed or without colour.
    pub doubtful: bool,
    /// How likely every face is.
    pub probabilities: Probabilities,
}

/// A place that was held for a tile and is none, or one too covered to name.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejected {
    /// Its corners in pixels of the picture, clockwise.
    pub corners: [Point; 4],
    /// What the reader said: `junk`, or a face when its size gave it away or both networks were too unsure of it.
    pub face: Face,
    /// How sure the reader is of that, 0-1.
    pub confidence: f32,
}

/// How long [`Recogniser::read`] took, in milliseconds. Neither decoding the file before it nor [`Reading::arranged`] after it counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// Scaling, the locator, and what its answers come to.
    pub locate: f32,
    /// All after that: crops, the reader, which places are tiles, how they stand, the picture's conditions and the order.
    pub read: f32,
    /// Both.
    pub total: f32,
}

impl Recogniser {
    /// A recogniser of these parts.
    pub const fn new(locator: Locator, reader: Reader) -> Recogniser {
        Recogniser { locator, reader }
    }

    /// Loads the models that the manifest names, after checking that they are those.
    ///
    /// # Errors
    /// When the manifest, a model or the library is missing, broken or not what it should be.
    #[cfg(feature = "onnx")]
    pub fn load(paths: &crate::ModelPaths) -> Result<Recogniser, VisionError> {
        use crate::manifest::{Manifest, checked_bytes};
        use crate::onnx::{OnnxLocator, OnnxReader};
        let Manifest { locator, reader, .. } = Manifest::open(&paths.models)?;
        let locator_bytes = checked_bytes(&paths.models, &locator.file, &locator.sha256)?;
        let reader_bytes = checked_bytes(&paths.models, &reader.file, &reader.sha256)?;
        let locator_model = OnnxLocator::load(&paths.runtime, &locator_bytes, &locator)?;
        let reader_model = OnnxReader::load(&paths.runtime, &reader_bytes, &reader)?;
        let locator = Locator::new(locator, Box::new(locator_model));
        let reader = Reader::new(reader, Box::new(reader_model));
        Ok(Recogniser::new(locator, reader))
    }

    /// Below this confidence (0-1) a tile is doubtful: what [`crate::SteadyRules::sure`] is for this reader.
    pub const fn doubt_below(&self) -> f32 {
        self.reader.doubt_below()
    }

    /// Reads a picture.
    ///
    /// # Errors
    /// When a model fails.
    pub fn read(&mut self, picture: &Picture) -> Result<Reading, VisionError> {
        let start = Instant::now();
        let located = self.locator.locate(picture.pixels())?;
        let located_at = Instant::now();
        let quads: Vec<Quad> = located.iter().map(|tile| tile.quad).collect();
        let mut pyramid = Pyramid::new(picture.pixels());
        let named = self.reader.read(&mut pyramid, &quads)?;
        let (mut tiles, junk) = self.told_apart(named, &located);
        let up = stand_as_most(&mut tiles);
        let conditions = hardships(picture, &mut pyramid, &tiles);
        let tiles = self.in_order(&tiles, up, picture.scale(), mislead(&conditions));
        let rejected = rejected(&junk, picture.scale());
        let timing = Timing::of(start, located_at, Instant::now());
        Ok(Reading { tiles, rejected, size: picture.size(), conditions, timing })
    }

    /// What is a tile, and what was only located; each in the order in which it was located.
    fn told_apart(&self, named: Vec<Named>, located: &[Located]) -> (Vec<Named>, Vec<Named>) {
        let judged = |(tile, found): (&Named, &Located)| Candidate {
            face: tile.face,
            confidence: tile.confidence,
            score: found.score,
            quad: tile.upright,
        };
        let candidates: Vec<Candidate> = named.iter().zip(located).map(judged).collect();
        let keep = kept(&candidates, self.reader.spec());
        let (tiles, junk): (Vec<_>, Vec<_>) = named.into_iter().zip(keep).partition(|&(_, is_tile)| is_tile);
        let alone = |pairs: Vec<(Named, bool)>| pairs.into_iter().map(|(tile, _)| tile).collect();
        (alone(tiles), alone(junk))
    }

    /// The tiles in reading order, where `up` is up, scaled to the picture; all are doubtful where it is `hard` to read.
    fn in_order(&self, tiles: &[Named], up: [f32; 2], scale: Point, hard: bool) -> Vec<ReadTile> {
        let read = |tile: &Named| ReadTile {
            face: tile.face,
            corners: tile.upright.scaled(scale).0,
            confidence: tile.confidence,
            doubtful: hard || tile.confidence < self.reader.doubt_below(),
            probabilities: tile.probabilities,
        };
        reading_order(&uprights(tiles), up).into_iter().map(|i| read(&tiles[i])).collect()
    }

    /// From now on the tiles are held to be of this set; of none in particular with `None`.
    ///
    /// # Errors
    /// [`TaughtError::OtherReader`] when the set was taught with another reader.
    pub fn expect(&mut self, set: Option<TaughtSet>) -> Result<(), TaughtError> {
        self.reader.expect(set)
    }

    /// SHA-256 of the reader's file, in hexadecimal: sets are taught with one reader.
    pub fn reader_id(&self) -> &str {
        self.reader.id()
    }

    /// Reads a picture that shows a set which is to be taught, without any set that was.
    ///
    /// # Errors
    /// When a model fails.
    pub fn show(&mut self, picture: &Picture) -> Result<Shown, VisionError> {
        let expected = self.reader.forget();
        let reading = self.read(picture);
        self.reader.remember(expected);
        let reading = reading?;
        let [x, y] = picture.scale();
        let quads: Vec<Quad> = reading.tiles.iter().map(|tile| Quad(tile.corners).scaled([1.0 / x, 1.0 / y])).collect();
        let every = self.reader.every_way(&mut Pyramid::new(picture.pixels()), &quads)?;
        let ways = every.into_iter().map(|(_, ways)| ways).collect();
        Ok(Shown { reading, ways, reader: self.reader.id().to_owned() })
    }
}

/// Lets prints that do not show their head stand as most tiles do, and answers which way is up for these.
fn stand_as_most(tiles: &mut [Named]) -> [f32; 2] {
    let shows_head: Vec<bool> = tiles.iter().map(|tile| tile.face.shows_its_head()).collect();
    let up = common_up(&uprights(tiles), &shows_head);
    for tile in tiles.iter_mut().filter(|tile| !tile.face.shows_its_head()) {
        tile.upright = turned_up(&tile.upright, up);
    }
    up
}

/// What makes the picture with these tiles hard to read.
fn hardships(picture: &Picture, pyramid: &mut Pyramid, tiles: &[Named]) -> Vec<Condition> {
    let coloured: Vec<bool> = tiles.iter().map(|tile| tile.face.has_coloured_ink()).collect();
    conditions(picture.pixels(), pyramid, &uprights(tiles), &coloured)
}

fn rejected(junk: &[Named], scale: Point) -> Vec<Rejected> {
    let one =
        |tile: &Named| Rejected { corners: tile.upright.scaled(scale).0, face: tile.face, confidence: tile.confidence };
    junk.iter().map(one).collect()
}

fn uprights(tiles: &[Named]) -> Vec<Quad> {
    tiles.iter().map(|tile| tile.upright).collect()
}

impl Timing {
    fn of(start: Instant, located: Instant, end: Instant) -> Timing {
        let ms = |from: Instant, to: Instant| (to - from).as_secs_f32() * 1000.0;
        Timing { locate: ms(start, located), read: ms(located, end), total: ms(start, end) }
    }
}

impl ReadTile {
    /// Other faces that it may be: at most three, the likeliest first, each with its probability.
    pub fn alternatives(&self) -> Vec<(Face, f32)> {
        self.probabilities.beside(self.face)
    }
}

impl Reading {
    /// The tiles as tiles of the game: the most probable faces that can exist together, and which six are the hand.
    pub fn arranged(&self, profile: SetProfile) -> Arranged {
        self.arranged_with(profile, &[])
    }

    /// As [`Reading::arranged`], while these tiles are known to lie where the picture does not show them: a dora tile
    /// entered by hand, discards. A tile in view must not be among them.
    pub fn arranged_with(&self, profile: SetProfile, known: &[Tile]) -> Arranged {
        Arranged::new(profile, &self.tiles, known)
    }
}

#[cfg(test)]
#[path = "recognise_tests.rs"]
mod tests;
