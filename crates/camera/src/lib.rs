//! From a camera to hands that are offered: capture, decode, read, and say what the person should do.
//!
//! ```text
//! device ──> capture thread ──> newest frame ──> recogniser thread ──> newest report
//!            (CameraSource)      (Newest)         (a reading, Watch)     (Newest)
//! ```
//!
//! Nothing queues: whoever is late sees the newest frame and the newest report, and the frames between are dropped. What
//! the person sees is decided by [`Watch`], which has no clock, no thread and no device in it. [`Live`] is the handle that
//! runs all of it; dropping it stops both threads and closes the device.
//!
//! Behind [`CameraSource`] stand real cameras (feature `nokhwa`; `nokhwa.rs` is the only file that names that crate, and
//! `v4l2.rs` the only one that names `v4l`) and [`Replay`], which plays pictures from a folder.

mod capture;
mod choose;
mod control;
mod decode;
#[cfg(feature = "nokhwa")]
mod devices;
mod error;
mod frame;
mod hindrance;
mod live;
mod motion;
mod newest;
#[cfg(feature = "nokhwa")]
mod nokhwa;
mod offered;
mod reader_thread;
mod replay;
mod report;
mod requests;
mod source;
#[cfg(all(feature = "nokhwa", target_os = "linux"))]
mod v4l2;
mod view;
mod watch;

pub use choose::{Encoding, Format, Wish, choose};
pub use control::{Control, ControlKind, ControlName};
pub use decode::{Broken, decode};
#[cfg(feature = "nokhwa")]
pub use devices::{Device, find, keep, list, list_chosen, open};
pub use error::CameraError;
pub use frame::Frame;
pub use hindrance::Hindrance;
pub use live::{Live, LiveRules, Opener, ReadFrame};
pub use newest::Newest;
pub use offered::Offered;
pub use replay::{Repeat, Replay};
pub use report::{CameraState, CameraStatus, Offer, OfferedBy, Report};
pub use source::{CameraSource, Shot};
pub use view::View;
pub use watch::{Expect, Phase, Seen, Watch};
