//! The handle that runs a camera: a capture thread, a recogniser thread, and the newest of what both have.

use crate::offered::Offered;
use crate::requests::Requests;
use crate::{
    CameraError, CameraSource, CameraState, CameraStatus, ControlName, Expect, Frame, Newest, Report, View, Watch,
};
use crate::{capture, reader_thread};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use vision::{Picture, Reading, SetProfile, SteadyRules, VisionError};

/// Opens the camera, also after it was gone. It is called on the capture thread.
pub type Opener = Box<dyn FnMut() -> Result<Box<dyn CameraSource>, CameraError> + Send>;
/// Reads a picture. It is called on the recogniser thread.
pub type ReadFrame = Box<dyn FnMut(&Picture) -> Result<Reading, VisionError> + Send>;

/// By what rules a camera is watched.
#[derive(Clone, Debug)]
pub struct LiveRules {
    /// When an answer is offered.
    pub steady: SteadyRules,
    /// Which tiles count.
    pub set: SetProfile,
    /// What is looked for.
    pub expect: Expect,
    /// How the picture is looked at.
    pub view: View,
    /// What was offered before, of another [`Live`]: not offered again while it lies there.
    pub offered: Offered,
    /// After so long without anybody asking for what it has, the camera is closed until somebody does: whoever had it opened may
    /// have died or hang.
    pub unwatched: Duration,
}

impl Default for LiveRules {
    /// A hand of Suzume tiles that are all sure; one with a doubtful tile is there for whoever asks. From which certainty
    /// on a tile is sure the recogniser knows ([`vision::Recogniser::doubt_below`]).
    fn default() -> LiveRules {
        LiveRules {
            steady: SteadyRules::new(SURE),
            set: SetProfile::Suzume,
            expect: Expect::Hand,
            view: View::default(),
            offered: Offered::default(),
            unwatched: UNWATCHED,
        }
    }
}

/// Longer than a page that is busy lets one wait.
const UNWATCHED: Duration = Duration::from_secs(8);

/// For whoever cannot ask the recogniser: as careful as any reader so far was.
const SURE: f32 = 0.95;

/// What both threads and the handle share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) started: Instant,
    pub(crate) frames: Newest<Frame>,
    pub(crate) statuses: Newest<CameraStatus>,
    pub(crate) inputs: Newest<reader_thread::Input>,
    pub(crate) reports: Newest<Report>,
    /// Closed when the threads are to end.
    pub(crate) ending: Newest<()>,
    /// A person wants what is in view.
    pub(crate) asked: AtomicBool,
    /// Nothing moves: nobody needs every frame.
    pub(crate) calm: AtomicBool,
    pub(crate) settings: Mutex<Settings>,
    pub(crate) requests: Requests,
    /// When somebody last asked for something, in milliseconds since the start.
    asked_at: AtomicU64,
    unwatched: Duration,
}

/// What may be changed while it runs.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) view: View,
    pub(crate) offered: Offered,
}

impl Shared {
    /// Milliseconds since the start.
    pub(crate) fn now_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Every change of the settings is whole when the lock is let go, also by a panic.
    pub(crate) fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anybody looks at what the camera has.
    pub(crate) fn is_watched(&self) -> bool {
        let since = self.now_ms().saturating_sub(self.asked_at.load(Ordering::Relaxed));
        Duration::from_millis(since) < self.unwatched
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.ending.is_closed()
    }
}

/// A camera that is being watched. Dropping it ends both threads and closes the camera.
#[derive(Debug)]
pub struct Live {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// So long a dropped [`Live`] waits for its threads; a driver that hangs then keeps its thread to itself.
const PARTING: Duration = Duration::from_millis(900);
/// So long an answer to a control is waited for.
const CONTROL: Duration = Duration::from_secs(2);

impl Live {
    /// Starts both threads. The camera is opened, and opened again whenever it was gone, on the capture thread.
    pub fn start(opener: Opener, read: ReadFrame, rules: LiveRules) -> Live {
        let LiveRules { steady, set, expect, view, offered, unwatched } = rules;
        let mut watch = Watch::new(steady, set, expect);
        watch.remember(offered.clone());
        let shared = Arc::new(Shared {
            started: Instant::now(),
            frames: Newest::default(),
            statuses: Newest::default(),
            inputs: Newest::default(),
            reports: Newest::default(),
            ending: Newest::default(),
            asked: AtomicBool::new(false),
            calm: AtomicBool::new(false),
            settings: Mutex::new(Settings { view, offered }),
            requests: Requests::default(),
            asked_at: AtomicU64::new(0),
            unwatched,
        });
        let threads = [
            {
                let shared = Arc::clone(&shared);
                std::thread::Builder::new().name("camera".into()).spawn(move || capture::run(&shared, opener))
            },
            {
                let shared = Arc::clone(&shared);
                let name = "recogniser".into();
                std::thread::Builder::new().name(name).spawn(move || reader_thread::run(&shared, read, watch))
            },
        ];
        // Without a thread there is nothing to watch: the slots stay empty, as with a camera that never answers.
        Live { shared, threads: threads.into_iter().flatten().collect() }
    }

    /// Waits at most so long for a frame with a number higher than `after` (0 for any).
    pub fn frame(&self, after: u64, patience: Duration) -> Option<Frame> {
        self.watched().frames.wait_newer(after, patience).map(|(_, frame)| frame)
    }

    /// Waits at most so long for a report that is newer than the one with the number `after` (0 for any). Its number, and
    /// the report.
    pub fn report(&self, after: u64, patience: Duration) -> Option<(u64, Report)> {
        self.watched().reports.wait_newer(after, patience)
    }

    /// What both threads have, for somebody who looks at it.
    fn watched(&self) -> &Shared {
        self.shared.asked_at.store(self.shared.now_ms(), Ordering::Relaxed);
        &self.shared
    }

    /// What is in view is offered with the next frame that can be read, whatever it is.
    pub fn capture_now(&self) {
        self.shared.asked.store(true, Ordering::Relaxed);
    }

    /// Whoever wanted what is in view has given up waiting for it: no later frame is offered for that.
    pub fn never_mind(&self) {
        self.shared.asked.store(false, Ordering::Relaxed);
    }

    /// How the picture is looked at from the next frame on.
    pub fn set_view(&self, view: View) {
        self.shared.settings().view = view;
    }

    /// What was offered last, for the next [`Live`].
    pub fn offered(&self) -> Offered {
        self.shared.settings().offered.clone()
    }

    /// Waits at most so long for a status of the camera that is newer than the one with the number `after` (0 for any).
    /// There is one with every frame and with whatever happens to the camera. Its number, and the status.
    pub fn camera(&self, after: u64, patience: Duration) -> Option<(u64, CameraStatus)> {
        self.watched().statuses.wait_newer(after, patience)
    }

    /// Sets a control of the camera. Waits until the driver has answered; what it has not begun by then is not set any more.
    ///
    /// # Errors
    /// [`CameraError::Control`] when the camera refuses, [`CameraError::Hung`] when it does not answer, and why there is
    /// no camera.
    pub fn set_control(&self, control: ControlName, value: i64) -> Result<(), CameraError> {
        let answer = self.watched().requests.ask(control, value, CONTROL);
        answer.unwrap_or_else(|| Err(CameraError::Hung { name: self.camera_name() }))
    }

    /// What the camera is called; empty before it has been opened.
    fn camera_name(&self) -> String {
        match self.camera(0, Duration::ZERO) {
            Some((_, CameraStatus { camera: CameraState::Running { name, .. }, .. })) => name.to_string(),
            _ => String::new(),
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let Shared { ending, frames, statuses, inputs, reports, .. } = &*self.shared;
        ending.close();
        frames.close();
        statuses.close();
        inputs.close();
        reports.close();
        let deadline = Instant::now() + PARTING;
        for thread in self.threads.drain(..) {
            while !thread.is_finished() && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(5));
            }
            if thread.is_finished() {
                // A thread that panicked has said so on standard error.
                let _ = thread.join();
            }
        }
    }
}

#[cfg(test)]
#[path = "live_tests.rs"]
mod tests;
