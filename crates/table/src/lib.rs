//! The use cases of Suzume Table behind one door: [`Intent`]s go in, a [`View`] or a [`Failure`] comes out.
//!
//! The DTOs of this crate are the whole language between the window and the core; their TypeScript is generated from them.
//! Time and chance are passed in; pictures are read by [`read_picture`], beside the table, since reading records nothing, and kept by [`Pictures`].

mod appraise;
mod card;
mod describe;
mod diagnostics;
mod failure;
mod intent;
mod live;
mod mending;
mod pictures;
mod practice;
mod reading;
mod records;
mod sticks;
mod study;
mod table;
mod teaching;
mod view;

pub use card::{CardBonus, CardLimit, CardMeld, CardShare, CardShares, CardView};
pub use diagnostics::{Diagnostics, ModelCheck, RuntimeCheck, Shell};
pub use intent::{
    Claim, HandEnd, HouseRule, Intent, Language, Mend, Origin, ResultsOf, Settings, StickCount, Theme, TileSet,
};
pub use live::{
    CameraChange, CameraChoice, CameraSettings, CameraView, CamerasView, ControlId, ControlView, Equipment, Framing,
    LiveCapture, LiveDesk, LivePurpose, LiveState, LiveView, Misread, ShownFrame,
};
pub use mending::{ChangedLineView, Consequences, ImpossibleView};
pub use pictures::Pictures;
pub use practice::SAMPLE_PICTURE;
pub use reading::read_picture;
pub use records::{BestHandView, ExportFormat, FavouriteYaku, GameRecord, PlayerRecord, Records, UnreadGame};
pub use sticks::{HandingView, StickPaymentView, SticksView};
pub use study::{DiscardView, HandQuestion, HandStudy, WaitView, Waiting};
pub use table::Table;
pub use teaching::{
    FindingView, LessonPicture, LessonTile, LessonView, SetChange, SetsView, TaughtSetView, Teaching, TilePlace,
    ToldFaces,
};
pub use view::*;
