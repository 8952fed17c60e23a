//! What is printed on each tile: crops go through the reader in every way they may stand, and the surest way wins.

use crate::manifest::ReaderSpec;
use crate::model::{EMBEDDING, ReaderModel};
use crate::rectify::{Pyramid, turn_into};
use crate::taught::{TaughtError, TaughtSet};
use crate::{Face, Probabilities, Quad, VisionError};

/// The quarter turns in which a crop is read. A tile that lies flat and is seen from the side is wider than high,
/// so the shape of a quad does not say how its print stands.
const TURNS: [usize; 4] = [0, 1, 2, 3];
/// A face that is as likely as this as the crop stands is not looked at in the other turns: the reader was taught to be
/// unsure of a print that stands any other way, so none of them would be likelier. Most tiles then cost one turn of four.
const SURE: f32 = 0.98;
/// No face is so likely: tiles to learn from are looked at in every way they may stand.
const EVERY_WAY: f32 = 2.0;
/// What is less likely than this in every turn is no face; from here to [`SURE`] a second look is worth its time.
const WORTH_A_LOOK: f32 = 0.2;
/// Where the second looks are taken, in widths of the place as it was found, along its top edge. They name hardly more tiles,
/// but are less often surely wrong (`models/MODEL_CARD.md`).
const ASIDE: [f32; 2] = [-0.04, 0.04];
/// Crops go through the model at most this many at a time, which bounds the memory.
const BATCH: usize = 64;

/// What the reader makes of one quad.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The most likely face.
    pub face: Face,
    /// Its probability, 0-1.
    pub confidence: f32,
    /// How likely every face is, standing so.
    pub probabilities: Probabilities,
    /// What it looks like to the reader, standing so ([`crate::Answers`]).
    pub embedding: Vec<f32>,
    /// The quad with the corner first that is the top-left one as the print stands.
    pub upright: Quad,
}

/// Names faces with a model and the manifest's calibration.
pub struct Reader {
    spec: ReaderSpec,
    model: Box<dyn ReaderModel>,
    crops: Vec<f32>,
    straight: Vec<f32>,
    taught: Option<TaughtSet>,
}

/// What the reader says of a quad that stands one way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Way {
    /// How likely every face is.
    pub(crate) probabilities: Probabilities,
    /// What it looks like ([`crate::Answers`]).
    pub(crate) embedding: Vec<f32>,
}

impl Reader {
    /// A reader with this model.
    pub fn new(spec: ReaderSpec, model: Box<dyn ReaderModel>) -> Reader {
        Reader { spec, model, crops: Vec::new(), straight: Vec::new(), taught: None }
    }

    /// Below this confidence a name is doubtful.
    pub const fn doubt_below(&self) -> f32 {
        self.spec.doubt_below
    }

    /// How its answer is read.
    pub(crate) const fn spec(&self) -> &ReaderSpec {
        &self.spec
    }

    /// From now on the tiles are held to be of this set; of none in particular with `None`.
    ///
    /// # Errors
    /// [`TaughtError::OtherReader`] when the set was taught with another reader.
    pub fn expect(&mut self, set: Option<TaughtSet>) -> Result<(), TaughtError> {
        if let Some(set) = &set {
            set.check_reader(&self.spec.sha256)?;
        }
        self.taught = set;
        Ok(())
    }

    /// Takes the set away that the tiles are held to be of, until it is put back by [`Reader::remember`].
    pub(crate) fn forget(&mut self) -> Option<TaughtSet> {
        self.taught.take()
    }

    /// Puts a set back that [`Reader::forget`] took away.
    pub(crate) fn remember(&mut self, set: Option<TaughtSet>) {
        self.taught = set;
    }

    /// SHA-256 of the model's file, in hexadecimal.
    pub fn id(&self) -> &str {
        &self.spec.sha256
    }

    /// Names each quad of a picture, in the order given.
    ///
    /// # Errors
    /// When the model fails.
    pub fn read(&mut self, pyramid: &mut Pyramid, quads: &[Quad]) -> Result<Vec<Named>, VisionError> {
        let mut every = self.ways(pyramid, quads, SURE)?;
        self.look_again(pyramid, &mut every)?;
        if let Some(set) = &self.taught {
            every.iter_mut().flat_map(|(_, ways)| ways).for_each(|way| set.weigh(way));
        }
        Ok(every.into_iter().map(|(quad, ways)| surest(&quad, ways)).collect())
    }

    /// What the model says of each quad in all four ways it may stand, the likeliest looked at again where [`Reader::read`]
    /// does: what a set makes of these is what it makes of a picture that is read.
    ///
    /// # Errors
    /// When the model fails.
    pub(crate) fn every_way(
        &mut self,
        pyramid: &mut Pyramid,
        quads: &[Quad],
    ) -> Result<Vec<(Quad, Vec<Way>)>, VisionError> {
        let mut every = self.ways(pyramid, quads, EVERY_WAY)?;
        self.look_again(pyramid, &mut every)?;
        Ok(every)
    }

    /// What the model says of each quad in the ways it may stand, a quarter turn from one to the next, with the quad whose
    /// turns they are: one way where some face is as likely as `enough` already, else all four.
    fn ways(
        &mut self,
        pyramid: &mut Pyramid,
        quads: &[Quad],
        enough: f32,
    ) -> Result<Vec<(Quad, Vec<Way>)>, VisionError> {
        let size = self.spec.size as usize;
        let values = 3 * size * size;
        let mut every = Vec::with_capacity(quads.len());
        for part in quads.chunks(BATCH) {
            let start = every.len();
            self.straight.resize(part.len() * values, 0.0);
            for (quad, crop) in part.iter().map(Quad::portrait).zip(self.straight.chunks_exact_mut(values)) {
                pyramid.crop_into(&quad, size, self.spec.fill, crop);
                every.push((quad, Vec::with_capacity(TURNS.len())));
            }
            let here: &mut [(Quad, Vec<Way>)] = &mut every[start..];
            let first = ask(&self.spec, self.model.as_mut(), &self.straight, part.len())?;
            here.iter_mut().zip(first).for_each(|((_, ways), way)| ways.push(way));

            let unsure = |(_, ways): &(Quad, Vec<Way>)| ways.iter().all(|way| likeliest_face(way) < enough);
            let turned: Vec<usize> = (0..here.len()).filter(|&i| unsure(&here[i])).collect();
            for few in turned.chunks(BATCH / (TURNS.len() - 1)) {
                self.crops.resize(few.len() * (TURNS.len() - 1) * values, 0.0);
                let places = few.iter().flat_map(|&i| TURNS[1..].iter().map(move |&quarters| (i, quarters)));
                for ((i, quarters), crop) in places.zip(self.crops.chunks_exact_mut(values)) {
                    turn_into(&self.straight[i * values..(i + 1) * values], size, quarters, crop);
                }
                let mut more =
                    ask(&self.spec, self.model.as_mut(), &self.crops, self.crops.len() / values)?.into_iter();
                few.iter().for_each(|&i| here[i].1.extend(more.by_ref().take(TURNS.len() - 1)));
            }
        }
        Ok(every)
    }

    /// Looks at what is unsure a little to either side too, as it most likely stands: a face that is seen wrongly for where
    /// its edge was taken to be is not seen so three times.
    fn look_again(&mut self, pyramid: &mut Pyramid, every: &mut [(Quad, Vec<Way>)]) -> Result<(), VisionError> {
        let size = self.spec.size as usize;
        let values = 3 * size * size;
        let unsure = |(i, (_, ways)): (usize, &(Quad, Vec<Way>))| {
            let turn = likeliest_way(ways)?;
            (WORTH_A_LOOK..SURE).contains(&likeliest_face(&ways[turn])).then_some((i, turn))
        };
        let unsure: Vec<(usize, usize)> = every.iter().enumerate().filter_map(unsure).collect();
        for few in unsure.chunks(BATCH / ASIDE.len()) {
            self.straight.resize(values, 0.0);
            self.crops.resize(few.len() * ASIDE.len() * values, 0.0);
            let places = few.iter().flat_map(|&(i, turn)| ASIDE.map(|by| (every[i].0.aside(by), turn)));
            for ((quad, turn), crop) in places.zip(self.crops.chunks_exact_mut(values)) {
                pyramid.crop_into(&quad, size, self.spec.fill, &mut self.straight);
                turn_into(&self.straight, size, turn, crop);
            }
            let looks = ask(&self.spec, self.model.as_mut(), &self.crops, few.len() * ASIDE.len())?;
            for (&(i, turn), aside) in few.iter().zip(looks.chunks_exact(ASIDE.len())) {
                let way = &mut every[i].1[turn];
                let all: Vec<&Probabilities> = aside.iter().chain([&*way]).map(|look| &look.probabilities).collect();
                let agreed = Probabilities::agreed(&all);
                // From the side more of what lies beside it is seen: that never speaks against there being a tile.
                way.probabilities = agreed.with_at_most(Face::JUNK, way.probabilities.of(Face::JUNK));
            }
        }
        Ok(())
    }
}

/// Sends crops through the model.
fn ask(spec: &ReaderSpec, model: &mut dyn ReaderModel, crops: &[f32], count: usize) -> Result<Vec<Way>, VisionError> {
    let classes = &spec.classes;
    let answers = model.name(crops, count)?;
    let rows = answers.logits.chunks_exact(classes.len()).zip(answers.embeddings.chunks_exact(EMBEDDING));
    Ok(rows
        .map(|(logits, looks)| {
            let likely = softmax(logits, spec.temperature);
            Way { probabilities: Probabilities::new(classes.iter().copied().zip(likely)), embedding: looks.to_vec() }
        })
        .collect())
}

/// Probabilities of logits divided by the temperature.
fn softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut values: Vec<f32> = logits.iter().map(|logit| ((logit - most) / temperature).exp()).collect();
    let sum: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= sum);
    values
}

/// How likely the likeliest face is, standing so.
fn likeliest_face(way: &Way) -> f32 {
    let faces = way.probabilities.iter().filter(|(face, _)| *face != Face::JUNK);
    faces.map(|(_, probability)| probability).fold(0.0, f32::max)
}

/// The way of standing in which some face is likeliest; of equally likely ones the first, so that a symmetric print keeps
/// its corners.
fn likeliest_way(ways: &[Way]) -> Option<usize> {
    let likely = ways.iter().map(likeliest_face).enumerate().rev();
    likely.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(turn, _)| turn)
}

/// Picks the way of standing in which some face is likeliest; a tile is junk only when it is so in every way.
pub(crate) fn surest(quad: &Quad, ways: Vec<Way>) -> Named {
    let all_junk = ways.iter().all(|way| way.probabilities.of(Face::JUNK) > likeliest_face(way));
    let quarters = likeliest_way(&ways).unwrap_or(0);
    let nothing = || Way { probabilities: Probabilities::new([]), embedding: Vec::new() };
    let way = ways.into_iter().nth(quarters).unwrap_or_else(nothing);
    let mut ranked = way.probabilities.ranked().into_iter();
    // The winning way may still call it junk by a hair while another way does not.
    let first = if all_junk { ranked.next() } else { ranked.find(|(face, _)| *face != Face::JUNK) };
    let (face, confidence) = first.unwrap_or((Face::JUNK, 0.0));
    let Way { probabilities, embedding } = way;
    Named { face, confidence, probabilities, embedding, upright: quad.rolled(quarters) }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
