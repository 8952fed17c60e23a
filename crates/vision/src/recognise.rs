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

/// Milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// Scaling and the locator.
    pub locate: f32,
    /// Crops and the reader.
    pub read: f32,
    /// All of it, without decoding the file.
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
        let pixels = picture.pixels();
        let located = self.locator.locate(pixels)?;
        let located_at = Instant::now();
        let quads: Vec<Quad> = located.iter().map(|tile| tile.quad).collect();
        let mut pyramid = Pyramid::new(pixels);
        let named = self.reader.read(&mut pyramid, &quads)?;
        let judged = |(tile, found): (&Named, &Located)| Candidate {
            face: tile.face,
            confidence: tile.confidence,
            score: found.score,
            quad: tile.upright,
        };
        let candidates: Vec<Candidate> = named.iter().zip(&located).map(judged).collect();
        let keep = kept(&candidates, self.reader.spec());
        let (named, junk): (Vec<_>, Vec<_>) = named.into_iter().zip(keep).partition(|&(_, is_tile)| is_tile);
        let alone = |pairs: Vec<(Named, bool)>| pairs.into_iter().map(|(tile, _)| tile).collect::<Vec<_>>();
        let (named, junk) = (alone(named), alone(junk));
        let mut upright: Vec<Quad> = named.iter().map(|tile| tile.upright).collect();
        let shows_head: Vec<bool> = named.iter().map(|tile| tile.face.shows_its_head()).collect();
        let up = common_up(&upright, &shows_head);
        for (quad, _) in upright.iter_mut().zip(&shows_head).filter(|(_, shows)| !**shows) {
            *quad = turned_up(quad, up);
        }
        let scale = picture.scale();
        let coloured: Vec<bool> = named.iter().map(|tile| tile.face.has_coloured_ink()).collect();
        let conditions = conditions(pixels, &mut pyramid, &upright, &coloured);
        let hard = mislead(&conditions);
        let tiles = reading_order(&upright, up)
            .into_iter()
            .map(|i| ReadTile {
                face: named[i].face,
                corners: upright[i].scaled(scale).0,
                confidence: named[i].confidence,
                doubtful: hard || named[i].confidence < self.reader.doubt_below(),
                probabilities: named[i].probabilities,
            })
            .collect();
        let rejected = junk
            .into_iter()
            .map(|tile| Rejected {
                corners: tile.upright.scaled(scale).0,
                face: tile.face,
                confidence: tile.confidence,
            })
            .collect();
        let end = Instant::now();
        let ms = |from: Instant, to: Instant| (to - from).as_secs_f32() * 1000.0;
        let timing = Timing { locate: ms(start, located_at), read: ms(located_at, end), total: ms(start, end) };
        Ok(Reading { tiles, rejected, size: picture.size(), conditions, timing })
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
