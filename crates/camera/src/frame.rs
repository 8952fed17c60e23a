//! One picture of a camera.

use crate::motion::Motion;
use std::sync::Arc;
use vision::{Picture, Point};

/// One picture of a camera, decoded, turned and cropped as the view wants it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pixels.
    pub picture: Arc<Picture>,
    /// The same picture as the JPEG that the camera sent, where it sent one that shows exactly this picture and that every
    /// program can show.
    pub jpeg: Option<Arc<[u8]>>,
    /// Counts the frames of a [`crate::Live`], also across reopening; the first is 1.
    pub number: u64,
    /// When its bytes came, in milliseconds since the [`crate::Live`] was started.
    pub at_ms: u64,
    /// How long it took to decode, turn and crop it, in milliseconds.
    pub decode_ms: f32,
    /// When what last moved, with this frame.
    pub(crate) motion: Motion,
}

impl Frame {
    /// Whether something has moved at this place of the picture since another frame, which came `at_ms` milliseconds after the
    /// start: what was read there in that one need not lie there any more, least of all outside of this picture.
    pub fn moved_since(&self, place: Point, at_ms: u64) -> bool {
        self.motion.last_at(place).is_none_or(|last| last > at_ms)
    }
}
