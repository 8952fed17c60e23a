//! From pixels to tiles: a picture of real tiles becomes faces with corners and honest probabilities.
//!
//! [`Picture`] decodes a file; [`Recogniser`] finds the tiles (`locate`), makes a small upright crop of each (`rectify`),
//! names its face (`read`) and puts the tiles into reading order (`order`). What a face means depends on the set on the
//! table: [`Reading::arranged`] maps faces to the game's tiles through a [`SetProfile`], chooses the most probable faces
//! that the box of 44 tiles allows (`possible`) and proposes the hand by where the tiles lie (`group`).
//!
//! The models are two small traits ([`LocatorModel`], [`ReaderModel`]); ONNX Runtime stands behind them with the feature
//! `onnx`, and `onnx.rs` is the only file that names it. This crate knows no ledger and no window, and decides nothing:
//! a person confirms what it reads.

mod arrange;
mod complete;
mod condition;
mod draw;
mod error;
mod face;
mod frame;
mod geometry;
mod group;
mod inventory;
mod keep;
mod layout;
mod locate;
mod manifest;
mod model;
#[cfg(feature = "onnx")]
mod onnx;
mod order;
mod paths;
mod percentile;
mod placed;
mod possible;
mod probabilities;
mod profile;
mod read;
mod recognise;
mod rectify;
mod steady;
mod taught;
mod taught_store;
mod teach;
mod whole_file;

pub use arrange::{Arranged, ArrangedTile};
pub use condition::Condition;
pub use draw::draw;
pub use error::VisionError;
pub use face::Face;
pub use frame::Picture;
pub use geometry::{Homography, Point, Quad, distance};
pub use inventory::{Inventory, ModelFile, RuntimeFile};
pub use layout::Layout;
pub use locate::{Located, Locator};
pub use manifest::{LocatorSpec, Manifest, ReaderSpec, checked_bytes};
pub use model::{Answers, EMBEDDING, LocatorModel, Maps, Planes, ReaderModel};
pub use paths::ModelPaths;
pub use percentile::{median, percentile};
pub use placed::Placed;
pub use probabilities::Probabilities;
pub use profile::SetProfile;
pub use read::{Named, Reader};
pub use recognise::{ReadTile, Reading, Recogniser, Rejected, Timing};
pub use rectify::Pyramid;
pub use steady::{Steadiness, Steady, SteadyRules, Step};
pub use taught::{TaughtError, TaughtFace, TaughtSet};
pub use taught_store::{Listed, TaughtSets};
pub use teach::{Finding, Lesson, Place, Shown};
pub use whole_file::write_whole;
