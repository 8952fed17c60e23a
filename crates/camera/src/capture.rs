//! The capture thread: opens the camera, opens it again, and has the newest frame.

use crate::live::{Opener, Shared};
use crate::motion::{Motion, Thumb};
use crate::reader_thread::Input;
use crate::requests::Request;
use crate::{CameraError, CameraSource, CameraState, CameraStatus, Frame, Shot, View};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use vision::Picture;

/// So long a camera that cannot be opened is left alone before the next try.
const AGAIN: Duration = Duration::from_millis(400);
/// At most so long the camera is waited for at a time: then it is looked whether anything else is to be done.
const TICK: Duration = Duration::from_millis(100);
/// After so long without a new picture the camera stands still (milliseconds).
const STILL: u64 = 2000;
/// After so long without any picture it is opened anew (milliseconds).
const STALLED: u64 = 3000;
/// After so long with one picture to the last bit it is opened anew, once for that picture (milliseconds): some cameras
/// send one for ever after the machine has slept.
const STUCK: u64 = 15_000;
/// And so long after it was opened, as some take their time before the first (milliseconds).
const FIRST: u64 = 6000;
/// While nothing moves, frames are taken this far apart (milliseconds): fifteen a second.
const CALM: u64 = 66;

/// Runs until the handle is dropped.
pub(crate) fn run(shared: &Shared, mut opener: Opener) {
    let mut state = Capture::new(shared);
    while !shared.is_ending() {
        state.refuse_requests();
        if !shared.is_watched() {
            state.rest();
            shared.ending.wait_newer(0, AGAIN);
            continue;
        }
        let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(&mut opener));
        let error = match opened {
            Ok(Ok(source)) => state.watch(source),
            Ok(Err(error)) => Some(error),
            Err(_) => Some(CameraError::Failed { name: state.name.to_string(), cause: "its driver gave up".into() }),
        };
        if let Some(error) = error {
            state.fail(error);
            // Ends early when the handle is dropped.
            shared.ending.wait_newer(0, AGAIN);
        }
    }
}

struct Capture<'a> {
    shared: &'a Shared,
    name: Arc<str>,
    camera: CameraState,
    /// The last frame, and when the picture last was another one.
    last: Option<Frame>,
    changed_at: u64,
    /// The picture for which the camera was opened anew.
    stuck: Option<Arc<Picture>>,
    /// When any picture last came.
    came_at: u64,
    number: u64,
    fps: Rate,
    /// Since the start, whatever was opened.
    broken: u64,
    /// How the last frame was looked at.
    view: View,
    motion: Motion,
    /// Whether it shows nothing at all.
    flat: bool,
    frozen: bool,
}

impl<'a> Capture<'a> {
    fn new(shared: &'a Shared) -> Capture<'a> {
        Capture {
            shared,
            name: Arc::from(""),
            camera: CameraState::Opening,
            last: None,
            changed_at: 0,
            stuck: None,
            came_at: 0,
            number: 0,
            fps: Rate::default(),
            broken: 0,
            view: View::default(),
            motion: Motion::default(),
            flat: false,
            frozen: false,
        }
    }

    /// Takes frames until the camera fails (why), or the handle is dropped or nobody looks any more (`None`).
    fn watch(&mut self, mut source: Box<dyn CameraSource>) -> Option<CameraError> {
        self.name = Arc::from(source.name());
        let controls = Arc::from(source.controls());
        self.camera = CameraState::Running { name: Arc::clone(&self.name), format: source.format(), controls };
        let opened_at = self.shared.now_ms();
        (self.came_at, self.changed_at, self.frozen, self.last) = (opened_at, opened_at, false, None);
        self.fps = Rate::default();
        // Who asked while there was no picture asked for what was in view before.
        self.shared.asked.store(false, Ordering::Relaxed);
        self.publish(None, opened_at);
        let (mut taken_at, broken_before) = (0, self.broken);
        while !self.shared.is_ending() && self.shared.is_watched() {
            self.answer_requests(source.as_mut());
            let next = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| source.next(TICK)));
            let shot = match next {
                Ok(Ok(shot)) => shot,
                Ok(Err(error)) => return Some(error),
                Err(_) => {
                    let cause = "its driver gave up".to_owned();
                    return Some(CameraError::Failed { name: self.name.to_string(), cause });
                }
            };
            let at = self.shared.now_ms();
            let broken = broken_before + source.broken();
            match shot {
                Some(shot) => {
                    self.broken = broken;
                    self.came_at = at;
                    self.take(shot, at, source.is_real());
                    if source.is_real() && self.is_stuck(at) {
                        return Some(CameraError::Hung { name: self.name.to_string() });
                    }
                    let calm = self.shared.calm.load(Ordering::Relaxed);
                    if calm && at < taken_at + CALM {
                        self.shared.ending.wait_newer(0, Duration::from_millis(taken_at + CALM - at));
                    }
                    taken_at = at;
                }
                None => {
                    let stalled = source.is_real() && self.last.is_some() && at - self.came_at >= STILL;
                    if stalled != self.frozen && stalled || broken != self.broken {
                        (self.frozen, self.broken) = (stalled, broken);
                        if stalled {
                            self.fps = Rate::default();
                        }
                        self.publish(None, at);
                    }
                    let patience = if self.last.is_some() { STALLED } else { FIRST };
                    if source.is_real() && at - self.came_at >= patience {
                        return Some(CameraError::Hung { name: self.name.to_string() });
                    }
                }
            }
        }
        None
    }

    /// Makes a frame of a picture and puts it where everybody finds it.
    fn take(&mut self, shot: Shot, now: u64, is_real: bool) {
        let start = Instant::now();
        let Shot { picture, jpeg, decode } = shot;
        let view = self.shared.settings().view;
        self.view = view;
        let (picture, jpeg) = match view.apply(&picture) {
            Some(seen) => (Arc::new(seen), None),
            None => (picture, jpeg),
        };
        let decode_ms = (decode + start.elapsed()).as_secs_f32() * 1000.0;
        let at = now.saturating_sub(decode.as_millis() as u64);
        self.number += 1;
        let same = self.last.as_ref().is_some_and(|last| is_same(&last.picture, &picture));
        if !same {
            self.changed_at = now;
            let thumb = Thumb::of(picture.pixels());
            self.flat = thumb.is_flat();
            self.motion.see(thumb, at);
        }
        let motion = self.motion.clone();
        let frame = Frame { picture, jpeg, number: self.number, at_ms: at, decode_ms, motion };
        // A lens that is covered may well give one picture for ever: that it is covered is what helps.
        self.frozen = is_real && !self.flat && now - self.changed_at >= STILL;
        self.fps.tick(now);
        self.last = Some(frame.clone());
        self.shared.frames.put(frame.clone());
        self.publish(Some(frame), now);
    }

    /// Whether the picture has stood still for so long that opening the camera anew may help, and has not been tried.
    fn is_stuck(&mut self, now: u64) -> bool {
        let picture = self.last.as_ref().map(|last| &last.picture);
        if now - self.changed_at < STUCK || picture.zip(self.stuck.as_ref()).is_some_and(|(a, b)| is_same(a, b)) {
            return false;
        }
        self.stuck = picture.cloned();
        true
    }

    fn publish(&self, frame: Option<Frame>, at: u64) {
        self.shared.statuses.put(CameraStatus {
            camera: self.camera.clone(),
            frame: self.number,
            at_ms: at,
            fps: self.fps.a_second(),
            broken: self.broken,
            frozen: self.frozen,
        });
        self.shared.inputs.put(Input {
            frame,
            view: self.view,
            flat: self.flat,
            motion: self.motion.clone(),
            at_ms: at,
            camera: self.camera.clone(),
            fps: self.fps.a_second(),
            broken: self.broken,
            frozen: self.frozen,
        });
    }

    /// Nobody looks: the camera is closed until somebody does.
    fn rest(&mut self) {
        if self.camera != CameraState::Opening {
            self.camera = CameraState::Opening;
            (self.frozen, self.fps) = (false, Rate::default());
            self.publish(None, self.shared.now_ms());
        }
    }

    fn fail(&mut self, error: CameraError) {
        // A camera that gave pictures and is no longer listed was lost, and stays so until it is back.
        let error = match error {
            CameraError::NoCamera { .. } if self.number > 0 => CameraError::Lost { name: self.name.to_string() },
            other => other,
        };
        let state = CameraState::Failed(error);
        if self.camera != state {
            self.camera = state;
            (self.frozen, self.fps) = (false, Rate::default());
            self.publish(None, self.shared.now_ms());
        }
    }

    fn answer_requests(&mut self, source: &mut dyn CameraSource) {
        let requests = self.shared.requests.take();
        if requests.is_empty() {
            return;
        }
        for Request { control, value, reply, .. } in requests {
            // Who asked may have gone.
            let _ = reply.send(source.set_control(control, value));
        }
        if let CameraState::Running { controls, .. } = &mut self.camera {
            *controls = Arc::from(source.controls());
        }
        self.publish(None, self.shared.now_ms());
    }

    /// Whoever wants something set is told why there is no camera; one that is being opened may still answer in time.
    fn refuse_requests(&self) {
        if let CameraState::Failed(error) = &self.camera {
            for request in self.shared.requests.take() {
                let _ = request.reply.send(Err(error.clone()));
            }
        }
    }
}

/// Whether two pictures are alike to the last bit.
fn is_same(a: &Arc<Picture>, b: &Arc<Picture>) -> bool {
    Arc::ptr_eq(a, b)
        || a.pixels().dimensions() == b.pixels().dimensions() && a.pixels().as_raw() == b.pixels().as_raw()
}

/// How often something happens, lately.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rate {
    last: Option<u64>,
    /// Milliseconds from one to the next, the last ones weighing more.
    span: Option<f32>,
}

impl Rate {
    /// It happens now.
    pub(crate) fn tick(&mut self, at: u64) {
        if let Some(last) = self.last {
            let span = at.saturating_sub(last) as f32;
            self.span = Some(self.span.map_or(span, |mean| mean + (span - mean) * 0.1));
        }
        self.last = Some(at);
    }

    /// How often a second; 0 before the second time.
    pub(crate) fn a_second(&self) -> f32 {
        self.span.map_or(0.0, |span| 1000.0 / span.max(1.0))
    }
}
