//! What is printed on each tile: crops go through the reader in every way they may stand, and the surest way wins.

use crate::manifest::ReaderSpec;
use crate::model::{EMBEDDING, ReaderModel};
use crate::rectify::{Pyramid, turn_into};
use crate::{Face, Probabilities, Quad, VisionError};

/// The quarter turns in which every crop is read. A tile that lies flat and is seen from the side is wider than high,
/// so the shape of a quad does not say how its print stands.
const TURNS: [usize; 4] = [0, 1, 2, 3];
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
}

impl Reader {
    /// A reader with this model.
    pub fn new(spec: ReaderSpec, model: Box<dyn ReaderModel>) -> Reader {
        Reader { spec, model, crops: Vec::new(), straight: Vec::new() }
    }

    /// Below this confidence a name is doubtful.
    pub const fn doubt_below(&self) -> f32 {
        self.spec.doubt_below
    }

    /// Names each quad of a picture, in the order given.
    ///
    /// # Errors
    /// When the model fails.
    pub fn read(&mut self, pyramid: &mut Pyramid, quads: &[Quad]) -> Result<Vec<Named>, VisionError> {
        let size = self.spec.size as usize;
        let values = 3 * size * size;
        self.straight.resize(values, 0.0);
        let mut named = Vec::with_capacity(quads.len());
        let mut waiting: Vec<Quad> = Vec::new();
        self.crops.clear();
        for quad in quads {
            let quad = quad.portrait();
            pyramid.crop_into(&quad, size, self.spec.fill, &mut self.straight);
            for quarters in TURNS {
                let start = self.crops.len();
                self.crops.resize(start + values, 0.0);
                turn_into(&self.straight, size, quarters, &mut self.crops[start..]);
            }
            waiting.push(quad);
            if self.crops.len() / values + TURNS.len() > BATCH {
                self.name_waiting(&mut waiting, &mut named)?;
            }
        }
        self.name_waiting(&mut waiting, &mut named)?;
        Ok(named)
    }

    /// Sends the waiting crops through the model.
    fn name_waiting(&mut self, waiting: &mut Vec<Quad>, named: &mut Vec<Named>) -> Result<(), VisionError> {
        let count = waiting.len() * TURNS.len();
        if count == 0 {
            return Ok(());
        }
        let classes = self.spec.classes.len();
        let answers = self.model.name(&self.crops, count)?;
        let rows = answers.logits.chunks_exact(classes).zip(answers.embeddings.chunks_exact(EMBEDDING));
        let mut rows = rows.map(|(logits, looks)| (softmax(logits, self.spec.temperature), looks));
        for quad in waiting.drain(..) {
            let ways: Vec<_> =
                TURNS.into_iter().zip(&mut rows).map(|(quarters, (p, looks))| (quarters, p, looks)).collect();
            named.push(surest(&self.spec.classes, &quad, &ways));
        }
        self.crops.clear();
        Ok(())
    }
}

/// Probabilities of logits divided by the temperature.
fn softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut values: Vec<f32> = logits.iter().map(|logit| ((logit - most) / temperature).exp()).collect();
    let sum: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= sum);
    values
}

/// Picks the way of standing in which some face is likeliest; a tile is junk only when it is so in every way.
fn surest(classes: &[Face], quad: &Quad, ways: &[(usize, Vec<f32>, &[f32])]) -> Named {
    let likeliest_face = |probabilities: &[f32]| {
        let faces = classes.iter().zip(probabilities).filter(|(face, _)| **face != Face::JUNK);
        faces.map(|(_, &probability)| probability).fold(0.0, f32::max)
    };
    let junk = |probabilities: &[f32]| {
        let position = classes.iter().position(|&face| face == Face::JUNK);
        position.map_or(0.0, |position| probabilities[position])
    };
    let all_junk = ways.iter().all(|(_, p, _)| junk(p) > likeliest_face(p));
    // Of equally sure ways the first one, so that a symmetric print keeps its corners.
    let best = ways.iter().rev().max_by(|(_, a, _), (_, b, _)| likeliest_face(a).total_cmp(&likeliest_face(b)));
    let (quarters, probabilities, looks) =
        best.map_or((0, &[][..], &[][..]), |(q, p, looks)| (*q, p.as_slice(), *looks));
    let probabilities = Probabilities::new(classes.iter().copied().zip(probabilities.iter().copied()));
    let mut ranked = probabilities.ranked().into_iter();
    // The winning way may still call it junk by a hair while another way does not.
    let first = if all_junk { ranked.next() } else { ranked.find(|(face, _)| *face != Face::JUNK) };
    let (face, confidence) = first.unwrap_or((Face::JUNK, 0.0));
    Named { face, confidence, probabilities, embedding: looks.to_vec(), upright: quad.rolled(quarters) }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
