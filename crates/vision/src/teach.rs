//! Teaching a set: tiles laid out in a known order become what their faces look like, after a look for what cannot be right.
//!
//! Nothing here insists that the reader knows a print already: a set is taught because it does not. Refused is what would
//! teach something wrong: another number of tiles, a tile that is surely another one, or is no clear tile at all.

use crate::layout::Layout;
use crate::read::{Way, surest};
use crate::taught::{TaughtError, TaughtFace, TaughtSet, cosine, proper_name, unit};
use crate::{Condition, Face, Probabilities, Quad, Reading, distance};
use std::fmt;

/// A face that the reader holds for less likely than this is not what it sees.
const PLAUSIBLE: f32 = 0.05;
/// A tile of which the reader holds so much for junk is covered or blurred.
const UNCLEAR: f32 = 0.25;
/// Two tiles of one face are at least so like each other. Of like faces in one set 98 to 99.5 % are, rendered or photographed.
const LIKE: f32 = 0.5;
/// Two faces are at most so like each other; of rendered and photographed sets none are nearer than 0.6, photos with wrong
/// labels are at 0.8 and more.
const TOO_LIKE: f32 = 0.8;
/// A place that was held for a tile and is none counts as a covered tile within so many times the tiles' longer side.
const NEAR: f32 = 1.2;

/// One picture of a lesson: what was read in it, and what each tile looks like in every way it may stand.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What was read, without any taught set.
    pub reading: Reading,
    /// For each tile of the reading what the reader says of its quarter turns.
    pub(crate) ways: Vec<Vec<Way>>,
    /// SHA-256 of the reader's file.
    pub(crate) reader: String,
}

/// Where a tile is: in which picture of the lesson and which in reading order, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The picture.
    pub picture: usize,
    /// The tile.
    pub tile: usize,
}

/// Something about a lesson that a person should know.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// A picture does not show as many tiles as the layout has.
    TileCount {
        /// The picture.
        picture: usize,
        /// How many tiles were found.
        found: usize,
        /// How many the whole layout has.
        layout: usize,
        /// Faces that seem to be left out.
        missing: Vec<Face>,
        /// Tiles that the layout does not have there, in reading order.
        extra: Vec<usize>,
        /// Places beside the tiles that are covered or blurred beyond naming.
        unclear: usize,
    },
    /// Faces of the layout that no picture shows.
    FacesMissing {
        /// Which.
        faces: Vec<Face>,
    },
    /// Of the layout all but the red tiles are there.
    RedsMissing {
        /// Which.
        faces: Vec<Face>,
    },
    /// A tile is surely another one than the layout says.
    WrongTile {
        /// Where.
        place: Place,
        /// What the layout says.
        expected: Face,
        /// What it looks like.
        looks_like: Face,
        /// How sure the reader is of that, 0-1.
        confidence: f32,
    },
    /// A tile is too covered, blurred or strange to be told.
    UnclearTile {
        /// Where.
        place: Place,
        /// What the layout says.
        expected: Face,
        /// What it may be.
        looks_like: Face,
    },
    /// Two tiles of one face do not look the same.
    LooksDifferent {
        /// The face.
        face: Face,
        /// The two tiles that are least alike.
        places: [Place; 2],
    },
    /// Two faces look the same.
    TooAlike {
        /// Which.
        faces: [Face; 2],
    },
    /// After all was learnt, a tile of the lesson itself is read as another.
    StillMisread {
        /// Where.
        place: Place,
        /// What it is.
        expected: Face,
        /// What it is read as.
        looks_like: Face,
    },
    /// A picture in which tiles are hard to read.
    PoorPicture {
        /// The picture.
        picture: usize,
        /// Why.
        condition: Condition,
    },
}

/// What a lesson comes to.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The set, when there was something to learn it from.
    pub set: Option<TaughtSet>,
    /// What is wrong or odd, the gravest first.
    pub findings: Vec<Finding>,
    /// The face at each place of each picture, as far as tiles and layout fit; `None` where no tile of the set is.
    pub faces: Vec<Vec<Option<Face>>>,
    /// How many tiles were learnt from.
    pub tiles: usize,
    /// How many of them the reader had right before.
    pub right_before: usize,
    /// How many of them it has right with the set.
    pub right_after: usize,
}

impl Finding {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Finding::TileCount { .. } => "tile_count_differs",
            Finding::FacesMissing { .. } => "faces_missing",
            Finding::RedsMissing { .. } => "reds_missing",
            Finding::WrongTile { .. } => "wrong_tile",
            Finding::UnclearTile { .. } => "unclear_tile",
            Finding::LooksDifferent { .. } => "looks_different",
            Finding::TooAlike { .. } => "faces_too_alike",
            Finding::StillMisread { .. } => "still_misread",
            Finding::PoorPicture { .. } => "poor_picture",
        }
    }

    /// The picture that it is about as a whole.
    pub const fn picture(&self) -> Option<usize> {
        match self {
            Finding::TileCount { picture, .. } | Finding::PoorPicture { picture, .. } => Some(*picture),
            Finding::FacesMissing { .. }
            | Finding::RedsMissing { .. }
            | Finding::WrongTile { .. }
            | Finding::UnclearTile { .. }
            | Finding::LooksDifferent { .. }
            | Finding::TooAlike { .. }
            | Finding::StillMisread { .. } => None,
        }
    }

    /// The tiles that it is about.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Finding::TileCount { picture, extra, .. } => {
                extra.iter().map(|&tile| Place { picture: *picture, tile }).collect()
            }
            Finding::WrongTile { place, .. }
            | Finding::UnclearTile { place, .. }
            | Finding::StillMisread { place, .. } => vec![*place],
            Finding::LooksDifferent { places, .. } => places.to_vec(),
            Finding::FacesMissing { .. }
            | Finding::RedsMissing { .. }
            | Finding::TooAlike { .. }
            | Finding::PoorPicture { .. } => Vec::new(),
        }
    }

    /// Whether nothing can be learnt as it is, whatever the person says.
    pub const fn is_final(&self) -> bool {
        matches!(self, Finding::TileCount { .. })
    }
}

impl fmt::Display for Finding {
    /// A sentence without a full stop; pictures and tiles are counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::TileCount { picture, found, layout, missing, extra, unclear } => {
                write!(f, "picture {} shows {found} tiles, the layout has {layout}", picture + 1)?;
                if !missing.is_empty() {
                    write!(f, "; left out or hidden: {}", listed(missing))?;
                }
                if !extra.is_empty() {
                    let numbers: Vec<String> = extra.iter().map(|tile| (tile + 1).to_string()).collect();
                    write!(f, "; not in the layout there: tile {}", numbers.join(", "))?;
                }
                match unclear {
                    0 => Ok(()),
                    1 => write!(f, "; a place beside them is covered or blurred"),
                    _ => write!(f, "; {unclear} places beside them are covered or blurred"),
                }
            }
            Finding::FacesMissing { faces } => write!(f, "no picture shows {}", listed(faces)),
            Finding::RedsMissing { faces } => write!(f, "the red tiles are missing: {}", listed(faces)),
            Finding::WrongTile { place, expected, looks_like, confidence } => write!(
                f,
                "{place} should be {expected} and is surely {looks_like} ({:.0} %): is the layout as laid out?",
                confidence * 100.0
            ),
            Finding::UnclearTile { place, expected, looks_like } => write!(
                f,
                "{place} should be {expected} and cannot be told ({looks_like}?): is it covered, blurred or in glare?"
            ),
            Finding::LooksDifferent { face, places: [a, b] } => {
                write!(f, "{face} looks different at {a} and at {b}")
            }
            Finding::TooAlike { faces: [a, b] } => {
                write!(f, "{a} and {b} look the same: is one of them there twice?")
            }
            Finding::StillMisread { place, expected, looks_like } => {
                write!(f, "{place}, {expected}, would still be read as {looks_like}")
            }
            Finding::PoorPicture { picture, condition } => {
                write!(f, "picture {} is hard to read: {}", picture + 1, condition.code())
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} of picture {}", self.tile + 1, self.picture + 1)
    }
}

fn listed(faces: &[Face]) -> String {
    faces.iter().map(|face| face.id()).collect::<Vec<_>>().join(", ")
}

/// One tile of which it is known what it shows.
struct Sample {
    place: Place,
    face: Face,
    upright: Vec<f32>,
    on_its_head: Vec<f32>,
}

impl Sample {
    /// How like two tiles are to each other, a print that does not show its head either way up.
    fn likeness(&self, other: &Sample) -> f32 {
        let straight = cosine(&self.upright, &other.upright);
        if self.face.shows_its_head() { straight } else { straight.max(cosine(&self.upright, &other.on_its_head)) }
    }
}

impl Lesson {
    /// What pictures teach in which the tiles lie as the layout says: each picture all of it, or one part after the other.
    ///
    /// # Errors
    /// [`TaughtError::Name`]; [`TaughtError::NoFaces`] without any picture.
    pub fn of(name: &str, layout: &Layout, shown: &[Shown]) -> Result<Lesson, TaughtError> {
        let counts: Vec<usize> = shown.iter().map(|one| one.reading.tiles.len()).collect();
        if let Some(dealt) = layout.dealt(&counts) {
            let faces = dealt.into_iter().map(|part| part.into_iter().map(Some).collect()).collect();
            return Lesson::as_told(name, layout, shown, faces);
        }
        // The numbers do not come out even: what the tiles look like says which stretch each picture shows.
        let likely =
            |one: &Shown| one.reading.tiles.iter().map(|tile| tile.probabilities).collect::<Vec<Probabilities>>();
        let fits: Vec<_> = shown.iter().map(|one| layout.fit(&likely(one))).collect();
        let on_layout = |place: &Option<usize>| place.map(|at| layout.faces()[at]);
        let faces: Vec<Vec<Option<Face>>> = fits.iter().map(|fit| fit.places.iter().map(on_layout).collect()).collect();
        let mut lesson = if faces.iter().flatten().any(Option::is_some) {
            Lesson::as_told(name, layout, shown, faces)?
        } else {
            proper_name(name)?;
            Lesson { set: None, findings: Vec::new(), faces, tiles: 0, right_before: 0, right_after: 0 }
        };
        let mut miscounted = Vec::new();
        for (picture, (one, fit)) in shown.iter().zip(fits).enumerate() {
            let extra: Vec<usize> = (0..fit.places.len()).filter(|&tile| fit.places[tile].is_none()).collect();
            if one.reading.tiles.is_empty() || !extra.is_empty() || !fit.missing.is_empty() {
                let (found, unclear) = (one.reading.tiles.len(), unclear_places(&one.reading));
                let (layout, missing) = (layout.faces().len(), fit.missing);
                miscounted.push(Finding::TileCount { picture, found, layout, missing, extra, unclear });
            }
        }
        if !miscounted.is_empty() {
            lesson.set = None;
            // Which faces no picture shows is not known before each tile has its place.
            lesson.findings.retain(|it| !matches!(it, Finding::FacesMissing { .. } | Finding::RedsMissing { .. }));
            lesson.findings.splice(0..0, miscounted);
        }
        Ok(lesson)
    }

    /// What pictures teach of which a person has said what each tile is, in reading order; `None` for what is no tile of the
    /// set. Faces of the layout that are nowhere are reported as missing.
    ///
    /// # Errors
    /// [`TaughtError::Name`]; [`TaughtError::NoFaces`] when no tile has a face.
    pub fn as_told(
        name: &str,
        layout: &Layout,
        shown: &[Shown],
        faces: Vec<Vec<Option<Face>>>,
    ) -> Result<Lesson, TaughtError> {
        let samples = samples(shown, &faces);
        let reader = shown.first().map(|one| one.reader.as_str()).unwrap_or_default();
        let set = TaughtSet::new(name, reader, prototypes(&samples))?;
        if samples.is_empty() {
            return Err(TaughtError::NoFaces);
        }
        let mut findings = Vec::new();
        findings.extend(missing(layout, &samples));
        let doubts: Vec<Finding> = samples.iter().filter_map(|sample| doubt(sample, shown)).collect();
        let doubted: Vec<Place> = doubts.iter().flat_map(Finding::places).collect();
        findings.extend(doubts);
        // Faces that were mixed up say nothing about what faces look like.
        let mixed_up = |face: &Face| samples.iter().any(|it| it.face == *face && doubted.contains(&it.place));
        let alike = too_alike(&set).into_iter();
        findings.extend(alike.filter(|it| !matches!(it, Finding::TooAlike { faces } if faces.iter().any(mixed_up))));
        findings.extend(different(&samples));
        let (mut right_before, mut right_after) = (0, 0);
        for &Sample { place, face, .. } in &samples {
            let tile = &shown[place.picture].reading.tiles[place.tile];
            right_before += usize::from(tile.face == face);
            let mut ways = shown[place.picture].ways[place.tile].clone();
            ways.iter_mut().for_each(|way| set.weigh(way));
            let again = surest(&Quad(tile.corners), ways).face;
            right_after += usize::from(again == face);
            if again != face && !doubted.contains(&place) {
                findings.push(Finding::StillMisread { place, expected: face, looks_like: again });
            }
        }
        for (picture, one) in shown.iter().enumerate() {
            let conditions = one.reading.conditions.iter();
            findings.extend(conditions.map(|&condition| Finding::PoorPicture { picture, condition }));
        }
        Ok(Lesson { set: Some(set), findings, faces, tiles: samples.len(), right_before, right_after })
    }
}

/// The tiles that have a face, each in the way of standing in which that face is likeliest.
fn samples(shown: &[Shown], faces: &[Vec<Option<Face>>]) -> Vec<Sample> {
    let mut samples = Vec::new();
    for (picture, (one, faces)) in shown.iter().zip(faces).enumerate() {
        for (tile, (ways, face)) in one.ways.iter().zip(faces).enumerate() {
            let Some(face) = *face else { continue };
            let likely = |at: &usize| ways[*at].probabilities.of(face);
            let Some(at) = (0..ways.len()).max_by(|a, b| likely(a).total_cmp(&likely(b))) else { continue };
            let upright = ways[at].embedding.clone();
            let on_its_head = ways[(at + 2) % ways.len()].embedding.clone();
            samples.push(Sample { place: Place { picture, tile }, face, upright, on_its_head });
        }
    }
    samples
}

/// The mean of each face's tiles; of prints that do not show their head also as they look on it.
fn prototypes(samples: &[Sample]) -> Vec<TaughtFace> {
    let of_face = |face: Face| {
        let mut these = samples.iter().filter(|sample| sample.face == face);
        let first = these.next()?;
        let (mut upright, mut on_its_head) = (first.upright.clone(), first.on_its_head.clone());
        let mut pictures = 1;
        for sample in these {
            // Of a print that does not show its head the ways up are told apart by the first tile.
            let turned = cosine(&first.upright, &sample.on_its_head) > cosine(&first.upright, &sample.upright);
            let turned = turned && !face.shows_its_head();
            let (a, b) = (&sample.upright, &sample.on_its_head);
            add(&mut upright, if turned { b } else { a });
            add(&mut on_its_head, if turned { a } else { b });
            pictures += 1;
        }
        let mut looks = vec![unit(upright)];
        if !face.shows_its_head() {
            looks.push(unit(on_its_head));
        }
        Some(TaughtFace { face, pictures, looks })
    };
    Face::all().filter_map(of_face).collect()
}

fn add(sum: &mut [f32], values: &[f32]) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

fn missing(layout: &Layout, samples: &[Sample]) -> Option<Finding> {
    let is_there = |face: &Face| samples.iter().any(|sample| sample.face == *face);
    let faces: Vec<Face> = layout.faces().iter().copied().filter(|face| !is_there(face)).collect();
    let reds = layout.faces().iter().filter(|face| face.plain().is_some());
    match faces.len() {
        0 => None,
        count if faces.iter().all(|face| face.plain().is_some()) && count == reds.count() => {
            Some(Finding::RedsMissing { faces })
        }
        _ => Some(Finding::FacesMissing { faces }),
    }
}

/// What the reader has against a tile being the face that it is said to be.
fn doubt(sample: &Sample, shown: &[Shown]) -> Option<Finding> {
    let (place, expected) = (sample.place, sample.face);
    let one = &shown[place.picture];
    let tile = &one.reading.tiles[place.tile];
    let likely = one.ways[place.tile].iter().map(|way| way.probabilities.of(expected)).fold(0.0, f32::max);
    let implausible = tile.face != expected && likely < PLAUSIBLE;
    if implausible && !tile.doubtful {
        return Some(Finding::WrongTile { place, expected, looks_like: tile.face, confidence: tile.confidence });
    }
    let unclear = implausible || tile.probabilities.of(Face::JUNK) > UNCLEAR;
    unclear.then_some(Finding::UnclearTile { place, expected, looks_like: tile.face })
}

/// For each face whose tiles are not all alike, the two that are least so.
fn different(samples: &[Sample]) -> Vec<Finding> {
    let of_face = |face: Face| {
        let these: Vec<&Sample> = samples.iter().filter(|sample| sample.face == face).collect();
        let pairs = these.iter().enumerate().flat_map(|(i, &a)| these[i + 1..].iter().map(move |&b| (a, b)));
        let (a, b) = pairs.min_by(|(a, b), (c, d)| a.likeness(b).total_cmp(&c.likeness(d)))?;
        (a.likeness(b) < LIKE).then_some(Finding::LooksDifferent { face, places: [a.place, b.place] })
    };
    Face::all().filter_map(of_face).collect()
}

fn too_alike(set: &TaughtSet) -> Vec<Finding> {
    let faces = set.faces();
    let pairs = faces.iter().enumerate().flat_map(|(i, a)| faces[i + 1..].iter().map(move |b| (a, b)));
    let alike = pairs.filter(|(a, b)| a.looks.iter().any(|x| b.looks.iter().any(|y| cosine(x, y) > TOO_LIKE)));
    alike.map(|(a, b)| Finding::TooAlike { faces: [a.face, b.face] }).collect()
}

/// Places beside the tiles, and of their size, in which the reader sees something but nothing that it can name.
fn unclear_places(reading: &Reading) -> usize {
    let tiles: Vec<Quad> = reading.tiles.iter().map(|tile| Quad(tile.corners)).collect();
    let is_near = |quad: &Quad| {
        tiles.iter().any(|tile| {
            let side = tile.long_side();
            let alike = (0.6..1.7).contains(&(quad.long_side() / side.max(1.0)));
            alike && distance(quad.centre(), tile.centre()) < NEAR * side
        })
    };
    let unnamed = reading.rejected.iter().filter(|place| place.face == Face::JUNK);
    unnamed.filter(|place| is_near(&Quad(place.corners))).count()
}

#[cfg(test)]
#[path = "teach_tests.rs"]
mod tests;
