//! The use cases of Suzume Table behind one door: [`Intent`]s go in, a [`View`] or a [`Failure`] comes out.
//!
//! The DTOs of this crate are the whole language between the window and the core; their TypeScript is generated from them.

mod intent;
mod view;

pub use intent::{HandEnd, HouseRule, Intent, Language, Origin, Settings, Theme, TileSet};
pub use view::*;
