//! The recogniser thread: reads the newest frame and says what it means.

use crate::capture::Rate;
use crate::live::{ReadFrame, Shared};
use crate::motion::Motion;
use crate::watch::missed;
use crate::{CameraState, Frame, Hindrance, Offer, OfferedBy, Phase, Report, View, Watch};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use vision::VisionError;

/// What the capture thread has for this one.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The newest frame, if this is about one.
    pub(crate) frame: Option<Frame>,
    /// How it is looked at.
    pub(crate) view: View,
    /// Whether its picture shows nothing at all.
    pub(crate) flat: bool,
    /// What last moved.
    pub(crate) motion: Motion,
    pub(crate) at_ms: u64,
    pub(crate) camera: CameraState,
    pub(crate) fps: f32,
    pub(crate) broken: u64,
    pub(crate) frozen: bool,
}

/// While nothing moves, frames are read this far apart (milliseconds).
const SLOW: u64 = 1000;
/// So long nothing must have moved before reading slows down, when there is nothing to wait for (milliseconds).
const SOON: u64 = 1000;
/// And when the vote still goes on.
const LATER: u64 = 4000;
/// A slow machine misses frames; where nothing moved meanwhile, it missed no more than this (milliseconds).
const MISSED: u64 = 1000;
/// At most so long the next frame is waited for at a time.
const TICK: Duration = Duration::from_millis(500);

/// Runs until the handle is dropped.
pub(crate) fn run(shared: &Shared, mut read: ReadFrame, watch: Watch) {
    let mut state = State::new(shared, watch);
    let mut number = 0;
    while !shared.is_ending() {
        if let Some((newer, input)) = shared.inputs.wait_newer(number, TICK) {
            number = newer;
            state.take(input, &mut read);
        }
    }
}

struct State<'a> {
    shared: &'a Shared,
    watch: Watch,
    report: Report,
    read_at: u64,
    /// How the last frame was looked at.
    view: View,
    /// When the frame that was read last came, and what the time was for [`Watch`].
    last_frame_at: u64,
    watch_at: u64,
    rate: Rate,
    offers: u64,
}

impl<'a> State<'a> {
    fn new(shared: &'a Shared, watch: Watch) -> State<'a> {
        let report = Report {
            frame: 0,
            at_ms: 0,
            phase: Phase::NoPicture,
            hindrances: Vec::new(),
            reading: None,
            missed: Vec::new(),
            offer: None,
            camera: CameraState::Opening,
            moved_ms: 0,
            done_ms: 0,
            decode_ms: 0.0,
            fps: 0.0,
            reads_per_second: 0.0,
            broken: 0,
            failure: None,
        };
        State {
            shared,
            watch,
            report,
            read_at: 0,
            view: shared.settings().view,
            last_frame_at: 0,
            watch_at: 0,
            rate: Rate::default(),
            offers: 0,
        }
    }

    fn take(&mut self, input: Input, read: &mut ReadFrame) {
        let Input { frame, view, flat, motion, at_ms, camera, fps, broken, frozen } = input;
        let is_new = (&camera, broken) != (&self.report.camera, self.report.broken);
        (self.report.camera, self.report.fps, self.report.broken) = (camera, fps, broken);
        if let CameraState::Failed(error) = &self.report.camera {
            self.report.hindrances = vec![Hindrance::of_error(error)];
            (self.report.phase, self.report.reading) = (Phase::NoPicture, None);
            self.report.reads_per_second = 0.0;
            self.rate = Rate::default();
            self.publish();
            return;
        }
        let Some(frame) = frame else {
            self.report.hindrances.retain(|hindrance| *hindrance != Hindrance::CameraFrozen);
            if frozen {
                self.report.hindrances.insert(0, Hindrance::CameraFrozen);
            }
            self.publish();
            return;
        };
        let asked = self.shared.asked.swap(false, Ordering::Relaxed);
        let shown = |view: View| View { mirror: false, ..view };
        if shown(self.view) != shown(view) {
            self.view = view;
            self.watch.turned();
        }
        self.report.moved_ms = motion.last();
        let calm = self.is_calm(at_ms);
        self.shared.calm.store(calm, Ordering::Relaxed);
        if calm && !asked && at_ms < self.read_at + SLOW {
            if is_new {
                self.publish();
            }
            return;
        }
        self.read_at = at_ms;
        // The models are foreign code on foreign pixels: their panic is a frame that could not be read.
        let reading =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&frame.picture))).unwrap_or_else(|_| {
                Err(VisionError::Inference { model: "recogniser", cause: "it gave up on this frame".to_owned() })
            });
        self.rate.tick(at_ms);
        self.report.reads_per_second = self.rate.a_second();
        (self.report.frame, self.report.at_ms) = (frame.number, frame.at_ms);
        self.report.decode_ms = frame.decode_ms;
        // Frames that were missed while a slow machine read are no gap in the video when nothing moved in them.
        let passed = frame.at_ms.saturating_sub(self.last_frame_at);
        self.watch_at += if motion.last() <= self.last_frame_at { passed.min(MISSED) } else { passed };
        self.last_frame_at = frame.at_ms;
        match reading {
            Err(error) => {
                (self.report.failure, self.report.reading) = (Some(Arc::new(error)), None);
                (self.report.phase, self.report.hindrances) = (Phase::Looking, Vec::new());
                // Whoever asked gets the next frame that can be read.
                self.shared.asked.fetch_or(asked, Ordering::Relaxed);
            }
            Ok(reading) => {
                let since_moved = |place| frame.at_ms.saturating_sub(motion.last_at(place).unwrap_or(0));
                let seen = self.watch.see(&reading, flat, since_moved, self.watch_at);
                self.report.failure = None;
                (self.report.phase, self.report.hindrances) = (seen.phase, seen.hindrances);
                let by_person = asked.then(|| self.watch.ask(&reading));
                self.report.missed = missed(&seen.voted, &reading);
                self.report.reading = Some(Arc::new(seen.voted));
                let offer = match (by_person, &self.report.reading) {
                    (Some(asked), _) => Some((asked, OfferedBy::Person)),
                    (None, Some(voted)) if seen.offer => Some((voted.as_ref().clone(), OfferedBy::Itself)),
                    _ => None,
                };
                if let Some((reading, by)) = offer {
                    self.offers += 1;
                    self.report.offer = Some(Arc::new(Offer { number: self.offers, reading, frame, by }));
                    self.shared.settings().offered = self.watch.offered().clone();
                }
            }
        }
        if frozen {
            self.report.hindrances.insert(0, Hindrance::CameraFrozen);
        }
        self.publish();
    }

    /// Whether nothing has moved for so long that reading every frame would tell nothing new.
    fn is_calm(&self, at: u64) -> bool {
        let span = match self.report.phase {
            Phase::Offered | Phase::Looking => SOON,
            Phase::NoPicture | Phase::HoldStill | Phase::Settling { .. } => LATER,
        };
        self.report.frame > 0 && at.saturating_sub(self.report.moved_ms) >= span
    }

    fn publish(&mut self) {
        self.report.done_ms = self.shared.now_ms();
        self.shared.reports.put(self.report.clone());
    }
}
