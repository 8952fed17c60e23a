//! The camera of the window: opened for a purpose, watched, and let go of.
//!
//! Everything that waits here waits without a lock, so that whoever closes the camera never waits for whoever looks.

use super::film::Film;
use super::judge::{self, Circumstances};
use super::settings::SettingsFile;
use super::{
    CameraChange, CameraChoice, CameraSettings, CamerasView, ControlId, LiveCapture, LivePurpose, LiveState, LiveView,
    controls, misread,
};
use crate::reading::{picture_reading, profile};
use crate::{Failure, Misread, Pictures, TileSet};
use camera::{CameraState, Expect, Frame, Live, LiveRules, Offer, OfferedBy, Opener, Phase, ReadFrame, Report, View};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use vision::Quad;

/// What the window has to see with.
pub trait Equipment: Send + Sync {
    /// The cameras that are connected. The one that is opened by the id `chosen` has this id.
    ///
    /// # Errors
    /// When the system does not say.
    fn cameras(&self, chosen: Option<&str>) -> Result<Vec<super::CameraView>, camera::CameraError>;

    /// Opens the camera with this id, or the first that there is.
    fn opener(&self, wanted: Option<String>) -> Opener;

    /// Reads pictures. What hinders that is known before the camera is opened.
    ///
    /// # Errors
    /// When a model or its library is missing or broken.
    fn reader(&self) -> Result<ReadFrame, Failure>;
}

/// At most so long the window's question for something newer waits.
const PATIENCE: Duration = Duration::from_millis(400);
/// In pieces of this length, so that a camera which is let go of is soon free.
const PIECE: Duration = Duration::from_millis(50);
/// At most so long a capture waits for the frame that it is made of.
const CAPTURE: Duration = Duration::from_secs(4);
/// At most so long an opening waits for the camera to be let go of before.
const PARTING: Duration = Duration::from_millis(1500);
/// Tiles that have lain still for so long without being read surely are not clear.
const UNCLEAR: Duration = Duration::from_millis(1800);
/// Where readings come sooner than this after their frames, a tile that moves keeps its name for so long: the next reading is there
/// before an eye is led astray.
const BEHIND: Duration = Duration::from_millis(200);
/// A tile that a frame does not show is gone, and not only missed, where something moved at most this long before (milliseconds).
const FOLLOWED: u64 = 2000;
/// Frames are shown with at most this many pixels to the longer side: more bytes take longer on their way to the window than
/// an eye gains by them.
const SHOWN: u32 = 960;
/// And captured ones with at most as many.
const CAPTURED: u32 = 1280;
/// And with at least as many.
const LEAST_SHOWN: u32 = 320;
/// A camera's own JPEG file is handed on when it has no more bytes than this: larger ones take longer on their way to the
/// window than making them smaller does.
const HANDED_ON: usize = 60_000;
/// JPEG quality of a frame that is shown, and of one that is captured, 1-100.
const QUALITY: u8 = 66;
const CAPTURED_QUALITY: u8 = 88;

/// The camera of the window.
pub struct LiveDesk {
    equipment: Arc<dyn Equipment>,
    settings: Mutex<SettingsFile>,
    session: Mutex<Option<Arc<Session>>>,
    /// Whoever opens or closes holds it, so that no camera is opened before the one before is free.
    door: Mutex<()>,
    /// Counts who wanted to open or to close: only the last one's wish is done.
    turns: AtomicU64,
    /// What was captured last, also by an opening before this one.
    offered: Mutex<camera::Offered>,
    /// The scene with which the sample begins next.
    scene: AtomicU32,
}

/// A frame as the window shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFrame {
    /// Counts up; frames that nobody asked for are left out.
    pub number: u32,
    /// The number of the frame that was read last.
    pub read: u32,
    /// Which tiles of that reading need not be there any more: something has moved where they lay.
    pub moved: Vec<u8>,
    /// The picture as a JPEG file.
    pub jpeg: Vec<u8>,
}

/// One opening of the camera.
struct Session {
    live: Live,
    tile_set: TileSet,
    needed: u32,
    state: Mutex<SessionState>,
    /// The number of the last frame that was given to the window.
    given: Mutex<u64>,
    closing: AtomicBool,
}

#[derive(Default)]
struct SessionState {
    /// How many captures there were.
    captures: u32,
    last: Option<Arc<Offer>>,
    /// Since when the tiles lie still without being read surely.
    unsure_since: Option<Instant>,
}

impl LiveDesk {
    /// Nothing is opened yet. The choices are kept in the folder of the app's data.
    pub fn new(data: &Path, equipment: Arc<dyn Equipment>) -> LiveDesk {
        LiveDesk {
            equipment,
            settings: Mutex::new(SettingsFile::in_data(data)),
            session: Mutex::default(),
            door: Mutex::default(),
            turns: AtomicU64::new(0),
            offered: Mutex::default(),
            scene: AtomicU32::new(0),
        }
    }

    /// The cameras that are connected, and what is chosen. A system that does not say which there are has none.
    pub fn cameras(&self) -> CamerasView {
        let settings = self.settings();
        let chosen = if let CameraChoice::Camera { id, .. } = &settings.choice { Some(id.as_str()) } else { None };
        let cameras = self.equipment.cameras(chosen).unwrap_or_default();
        let controls = self.session().map(|session| controls::shown(&camera_of(&session.live))).unwrap_or_default();
        CamerasView { cameras, settings, controls }
    }

    /// Changes what is chosen. Another camera is used from the next opening on, everything else at once.
    ///
    /// # Errors
    /// `settings_unwritable`; what [`CameraError`] names for a control that the camera does not take.
    ///
    /// [`CameraError`]: camera::CameraError
    pub fn change(&self, change: &CameraChange) -> Result<CamerasView, Failure> {
        let kept = lock(&self.settings).change(change);
        if let Some(session) = self.session() {
            if let CameraChange::Control { id, value } = change {
                self.set_control(&session.live, *id, *value)?;
            }
            session.live.set_view(view_of(&self.settings()));
        }
        kept.map(|()| self.cameras())
    }

    /// Opens the chosen camera. What hinders that is told by [`LiveDesk::view`], and it is opened by itself when it can be.
    /// Where somebody chooses another one, or none, before it is opened, it is not.
    ///
    /// # Errors
    /// When pictures cannot be read at all.
    pub fn open(&self, purpose: LivePurpose, tile_set: TileSet) -> Result<(), Failure> {
        let turn = self.turn();
        let _door = lock(&self.door);
        if self.is_over(turn) {
            return Ok(());
        }
        self.let_go();
        let read = self.equipment.reader()?;
        if self.is_over(turn) {
            return Ok(());
        }
        let settings = self.settings();
        let opener = match settings.choice.clone() {
            CameraChoice::Sample => self.sample(purpose),
            CameraChoice::First => self.equipment.opener(None),
            CameraChoice::Camera { id, .. } => self.equipment.opener(Some(id)),
        };
        let (expect, needed) = match purpose {
            LivePurpose::Hand => (Expect::Hand, 6),
            LivePurpose::Dora => (Expect::One, 1),
            LivePurpose::Discards => (Expect::Any, 0),
        };
        let rules = LiveRules {
            set: profile(tile_set),
            expect,
            view: view_of(&settings),
            offered: lock(&self.offered).clone(),
            ..LiveRules::default()
        };
        let session = Session {
            live: Live::start(opener, read, rules),
            tile_set,
            needed,
            state: Mutex::default(),
            given: Mutex::default(),
            closing: false.into(),
        };
        *lock(&self.session) = Some(Arc::new(session));
        Ok(())
    }

    /// Lets go of the camera and waits until it is free, unless somebody opens it again meanwhile.
    pub fn close(&self) {
        let turn = self.turn();
        let _door = lock(&self.door);
        if !self.is_over(turn) {
            self.let_go();
        }
    }

    /// Says that the camera is to be opened or closed; the number of this wish.
    fn turn(&self) -> u64 {
        self.turns.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Whether somebody wished something else since.
    fn is_over(&self, turn: u64) -> bool {
        self.turns.load(Ordering::Relaxed) != turn
    }

    fn let_go(&self) {
        let Some(session) = lock(&self.session).take() else { return };
        session.closing.store(true, Ordering::Relaxed);
        let deadline = Instant::now() + PARTING;
        // Whoever still waits for a frame goes home at the next look; the last one out closes the camera.
        while Arc::strong_count(&session) > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits a while for a frame that was not given yet: the newest, with at most `side` pixels to the longer side. Who asks
    /// twice at once is given two frames.
    ///
    /// # Errors
    /// `camera_closed`.
    pub fn frame(&self, side: u32) -> Result<Option<ShownFrame>, Failure> {
        let session = self.opened()?;
        let newest = session.wait(|live| {
            let given = *lock(&session.given);
            session.claim(live.frame(given, PIECE)?)
        });
        let Some(frame) = newest else {
            return Ok(None);
        };
        let side = side.clamp(LEAST_SHOWN, SHOWN);
        let (read, moved) = session.moved_since_read(&frame);
        Ok(jpeg(&frame, side, QUALITY).map(|jpeg| ShownFrame { number: frame.number as u32, read, moved, jpeg }))
    }

    /// Waits a while for something newer than this view: what the camera sees now.
    ///
    /// # Errors
    /// `camera_closed`; why pictures cannot be read, if they cannot.
    pub fn view(&self, after: u32) -> Result<LiveView, Failure> {
        let session = self.opened()?;
        let newer = session.wait(|live| live.report(after.into(), PIECE));
        let Some((number, report)) = newer.or_else(|| session.live.report(0, Duration::ZERO)) else {
            return Ok(LiveView { needed: session.needed, ..opening() });
        };
        if let Some(error) = &report.failure {
            return Err(Failure::new(error.code()).with("cause", error));
        }
        let automatic = self.settings().automatic;
        self.note(&session, &report, automatic);
        Ok(session.view(number, &report))
    }

    /// What was captured last, or with `now` what is in view at this moment, whatever it is. Its picture is kept in `pictures`.
    ///
    /// # Errors
    /// `camera_closed`; `nothing_captured` when no frame came.
    pub fn capture(&self, now: bool, pictures: &Pictures) -> Result<LiveCapture, Failure> {
        let session = self.opened()?;
        if now {
            self.capture_now(&session)?;
        }
        let (number, offer) = {
            let state = lock(&session.state);
            (state.captures, state.last.clone().ok_or_else(|| Failure::new("nothing_captured"))?)
        };
        let mut reading = picture_reading(&offer.reading, session.tile_set);
        pictures.keep_with(&offer.frame.picture, &mut reading);
        Ok(LiveCapture { number, reading, by_itself: offer.by == OfferedBy::Itself })
    }

    /// The picture of the last capture, as a JPEG file.
    ///
    /// # Errors
    /// `camera_closed`, `nothing_captured`.
    pub fn captured_picture(&self) -> Result<Vec<u8>, Failure> {
        let last = lock(&self.opened()?.state).last.clone();
        last.and_then(|offer| jpeg(&offer.frame, CAPTURED, CAPTURED_QUALITY))
            .ok_or_else(|| Failure::new("nothing_captured"))
    }

    /// Saves what was read wrong in a folder of the person's own, and tells where the picture is.
    ///
    /// # Errors
    /// `picture_not_kept`, `misread_not_saved`.
    pub fn save_misread(
        &self,
        folder: &Path,
        pictures: &Pictures,
        misread: &Misread,
        reader: &str,
        taught_set: Option<&str>,
    ) -> Result<PathBuf, Failure> {
        misread::save(folder, pictures, misread, reader, taught_set)
    }

    fn capture_now(&self, session: &Session) -> Result<(), Failure> {
        let before = lock(&session.state).last_number();
        session.live.capture_now();
        let deadline = Instant::now() + CAPTURE;
        let mut after = 0;
        while Instant::now() < deadline && !session.is_closing() {
            let Some((number, report)) = session.live.report(after, PIECE) else { continue };
            after = number;
            let wanted = |offer: &Arc<Offer>| offer.number > before && offer.by == OfferedBy::Person;
            if report.offer.as_ref().is_some_and(wanted) {
                self.note(session, &report, true);
                return Ok(());
            }
        }
        // The person is told so: nothing is to be captured later, unasked.
        session.live.never_mind();
        Err(Failure::new("nothing_captured"))
    }

    /// Takes note of a new offer: it is captured if a person wanted it, or if that happens by itself.
    fn note(&self, session: &Session, report: &Report, automatic: bool) {
        let mut state = lock(&session.state);
        let unsure = matches!(report.phase, Phase::Settling { share } if share == 0.0);
        state.unsure_since = if unsure { state.unsure_since.or_else(|| Some(Instant::now())) } else { None };
        let Some(offer) = report.offer.as_ref().filter(|offer| offer.number > state.last_number()) else { return };
        // What was offered while nothing was captured by itself is captured when that is wanted, if it still lies there.
        if offer.by == OfferedBy::Person || automatic && report.phase == Phase::Offered {
            state.captures += 1;
            state.last = Some(Arc::clone(offer));
            *lock(&self.offered) = session.live.offered();
        }
    }

    /// The sample, beginning with another hand each time.
    fn sample(&self, purpose: LivePurpose) -> Opener {
        let scene = self.scene.fetch_add(1, Ordering::Relaxed);
        Box::new(move || Film::open(purpose, scene).map(|film| Box::new(film) as Box<dyn camera::CameraSource>))
    }

    fn set_control(&self, live: &Live, id: ControlId, value: Option<i32>) -> Result<(), Failure> {
        for (name, value) in controls::steps(&camera_of(live), id, value) {
            live.set_control(name, value)?;
        }
        Ok(())
    }

    fn settings(&self) -> CameraSettings {
        lock(&self.settings).settings()
    }

    fn session(&self) -> Option<Arc<Session>> {
        lock(&self.session).clone()
    }

    fn opened(&self) -> Result<Arc<Session>, Failure> {
        self.session().ok_or_else(|| Failure::new("camera_closed"))
    }
}

impl SessionState {
    /// The number of the offer that was captured last.
    fn last_number(&self) -> u64 {
        self.last.as_ref().map_or(0, |offer| offer.number)
    }
}

impl Session {
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Asks until there is an answer, at most for [`PATIENCE`], and no longer than the camera is open.
    fn wait<T>(&self, ask: impl Fn(&Live) -> Option<T>) -> Option<T> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline && !self.is_closing() {
            if let Some(answer) = ask(&self.live) {
                return Some(answer);
            }
        }
        None
    }

    /// The number of the frame that was read last, and which tiles of that reading need not be there any more in this later one.
    fn moved_since_read(&self, frame: &Frame) -> (u32, Vec<u8>) {
        let Some((_, report)) = self.live.report(0, Duration::ZERO) else { return (0, Vec::new()) };
        let behind = frame.at_ms.max(report.done_ms).saturating_sub(report.at_ms) > BEHIND.as_millis() as u64;
        let tiles = report.reading.iter().flat_map(|reading| &reading.tiles).zip(0..=u8::MAX);
        let moved = tiles.filter(|(tile, at)| {
            // It is followed for a while after it was seen last, as it may only have been missed.
            let is_missed = report.missed.contains(&usize::from(*at));
            let since = if is_missed { report.at_ms.saturating_sub(FOLLOWED) } else { report.at_ms };
            (behind || is_missed) && frame.moved_since(Quad(tile.corners).centre(), since)
        });
        (report.frame as u32, moved.map(|(_, at)| at).collect())
    }

    /// The frame, unless it was given already.
    fn claim(&self, frame: Frame) -> Option<Frame> {
        let mut given = lock(&self.given);
        let is_newer = frame.number > *given;
        *given = frame.number.max(*given);
        is_newer.then_some(frame)
    }

    fn view(&self, number: u64, report: &Report) -> LiveView {
        let arranged = report.reading.as_ref().map(|reading| reading.arranged(profile(self.tile_set)));
        let (captures, unclear) = {
            let state = lock(&self.state);
            (state.captures, state.unsure_since.is_some_and(|since| since.elapsed() > UNCLEAR))
        };
        let now = Circumstances {
            camera: &report.camera,
            phase: report.phase,
            hindrances: &report.hindrances,
            possible: arranged.as_ref().is_none_or(|arranged| arranged.possible),
            unclear,
            offered: report.offer.is_some(),
        };
        let found = arranged.map_or(0, |arranged| arranged.tiles.iter().filter(|tile| tile.tile.is_some()).count());
        LiveView {
            number: number as u32,
            frame: report.frame as u32,
            state: judge::state(&now),
            found: found as u32,
            needed: self.needed,
            share: if let Phase::Settling { share } = report.phase { share } else { 0.0 },
            reading: report.reading.as_ref().map(|reading| picture_reading(reading, self.tile_set)),
            capture: captures,
            frames_per_second: report.fps,
            readings_per_second: report.reads_per_second,
            cause: match &report.camera {
                CameraState::Failed(error) => Some(error.to_string()),
                _ => None,
            },
        }
    }
}

/// What there is to show before the camera has answered.
const fn opening() -> LiveView {
    LiveView {
        number: 0,
        frame: 0,
        state: LiveState::Opening,
        found: 0,
        needed: 0,
        share: 0.0,
        reading: None,
        capture: 0,
        frames_per_second: 0.0,
        readings_per_second: 0.0,
        cause: None,
    }
}

/// How the camera is.
fn camera_of(live: &Live) -> CameraState {
    live.camera(0, Duration::ZERO).map_or(CameraState::Opening, |(_, status)| status.camera)
}

fn view_of(settings: &CameraSettings) -> View {
    let super::Framing { quarters, mirror, crop } = settings.framing;
    View { quarters, mirror, crop }
}

/// The frame as a JPEG file: the camera's own where it sent one that is small enough.
fn jpeg(frame: &Frame, side: u32, quality: u8) -> Option<Vec<u8>> {
    let [width, height] = frame.picture.size();
    let is_small = |own: &&Arc<[u8]>| own.len() <= HANDED_ON && width.max(height) <= CAPTURED;
    match frame.jpeg.as_ref().filter(is_small) {
        Some(own) => Some(own.to_vec()),
        None => frame.picture.jpeg(side, quality).ok(),
    }
}

/// What a lock guards is whole whenever it is let go, also by a panic: every change is one assignment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "desk_tests.rs"]
mod tests;
