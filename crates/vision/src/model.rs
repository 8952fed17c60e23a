//! What the models are asked, as two small traits, so that everything around them is tested with fakes.

use crate::VisionError;

/// A picture as the locator takes it: three planes (red, green, blue) of values 0-1, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planes {
    /// In pixels, a multiple of 32.
    pub width: usize,
    /// In pixels, a multiple of 32.
    pub height: usize,
    /// 3 x height x width values.
    pub data: Vec<f32>,
}

/// What the locator says about each cell of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Maps {
    /// Cells in a row.
    pub columns: usize,
    /// Cells in a column.
    pub rows: usize,
    /// How sure it is that the centre of a tile's face lies in the cell, 0-1; rows x columns values.
    pub heat: Vec<f32>,
    /// The x and y of four corners, clockwise, relative to the cell's centre, in input pixels; 8 x rows x columns.
    pub corners: Vec<f32>,
}

/// Finds tiles.
pub trait LocatorModel: Send {
    /// Looks at a picture whose sides are multiples of 32.
    ///
    /// # Errors
    /// When the model fails, or its answer does not have the agreed shape.
    fn locate(&mut self, picture: &Planes) -> Result<Maps, VisionError>;
}

/// What the reader says about each crop, crop by crop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// One logit for each class.
    pub logits: Vec<f32>,
    /// What the crop looks like: [`EMBEDDING`] values of unit length, centred, near to each other for like prints.
    pub embeddings: Vec<f32>,
}

/// How many values an embedding has.
pub const EMBEDDING: usize = 256;

/// Names the faces of upright crops.
pub trait ReaderModel: Send {
    /// Logits and embeddings of the crops, in their order.
    ///
    /// `crops` holds `count` crops of 3 x size x size values 0-1 each.
    ///
    /// # Errors
    /// When the model fails, or its answer does not have the agreed shape.
    fn name(&mut self, crops: &[f32], count: usize) -> Result<Answers, VisionError>;
}
