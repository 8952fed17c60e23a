//! The use cases of Suzume Table behind one door: [`Intent`]s go in, a [`View`] or a [`Failure`] comes out.
//!
//! The DTOs of this crate are the whole language between the window and the core; their TypeScript is generated from them.
//! Time and chance are passed in; pictures are read by [`read_picture`], beside the table, since reading changes nothing.

mod appraise;
mod describe;
mod failure;
mod intent;
mod reading;
mod table;
mod view;

pub use intent::{HandEnd, HouseRule, Intent, Language, Origin, Settings, Theme, TileSet};
pub use reading::read_picture;
pub use table::Table;
pub use view::*;
