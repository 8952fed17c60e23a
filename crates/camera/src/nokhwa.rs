//! Real cameras through nokhwa; no other file names that crate, but for the back end in `v4l2.rs`.
//!
//! The camera lives on a thread of its own, because on some systems waiting for a frame cannot be cut short: whoever
//! waits here waits with patience, and a driver that hangs keeps nobody but its own thread.

use crate::control::{ControlKind, ControlName};
use crate::decode::{can_be_shown, decode};
use crate::devices::{Device, Index};
use crate::requests::{Request, Requests};
use crate::{CameraError, CameraSource, Control, Encoding, Format, Newest, Shot, Wish, choose};
use nokhwa::utils::{
    CameraControl, CameraFormat, ControlValueDescription, ControlValueSetter, FrameFormat, KnownCameraControl,
    RequestedFormat, RequestedFormatType,
};
use nokhwa::{Camera, NokhwaError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// So long a driver may take to open its camera.
const OPENING: Duration = Duration::from_secs(5);
/// So long a driver may take to end a stream before its thread is left to itself.
const CLOSING: Duration = Duration::from_millis(600);
/// So long a driver may take to set a control.
const SETTING: Duration = Duration::from_secs(1);
/// So many formats are tried where a driver refuses.
const TRIES: usize = 4;
/// What is asked of nokhwa: anything.
const ALL: [FrameFormat; 6] = [
    FrameFormat::MJPEG,
    FrameFormat::YUYV,
    FrameFormat::NV12,
    FrameFormat::GRAY,
    FrameFormat::RAWRGB,
    FrameFormat::RAWBGR,
];

/// A camera that is open and sends.
pub(crate) struct NokhwaSource {
    name: String,
    format: Format,
    pump: Arc<Pump>,
    thread: Option<JoinHandle<()>>,
    /// The number of the last frame that was taken.
    taken: u64,
    broken: u64,
}

/// What the camera's thread shares.
#[derive(Default)]
struct Pump {
    /// The newest frame as it came, or why none comes any more.
    raw: Newest<Result<Arc<[u8]>, CameraError>>,
    ending: AtomicBool,
    controls: Mutex<Vec<Control>>,
    requests: Requests,
}

impl NokhwaSource {
    /// Opens a camera and starts it.
    pub(crate) fn open(device: &Device, wish: Wish) -> Result<NokhwaSource, CameraError> {
        let name = device.name.clone();
        // A driver that hangs while it opens keeps one thread, not one more with every try.
        let pending = Pending::of(&device.address).ok_or_else(|| CameraError::Hung { name: name.clone() })?;
        let pump = Arc::new(Pump::default());
        let (reply, opened) = mpsc::channel();
        let thread = {
            let (pump, device, name) = (Arc::clone(&pump), device.clone(), name.clone());
            std::thread::Builder::new().name("camera driver".into()).spawn(move || {
                // Drivers and their bindings are foreign code: a panic of theirs is a camera that failed.
                let pumping = std::panic::AssertUnwindSafe(|| pump.run(&device, wish, pending, &reply));
                if std::panic::catch_unwind(pumping).is_err() {
                    let error = CameraError::Failed { name, cause: "its driver gave up".to_owned() };
                    // Before it was open somebody waits for this; afterwards for that.
                    let _ = reply.send(Err(error.clone()));
                    pump.raw.put(Err(error));
                }
            })
        };
        let failed = |cause: String| CameraError::Failed { name: name.clone(), cause };
        let thread = thread.map_err(|error| failed(error.to_string()))?;
        match opened.recv_timeout(OPENING) {
            Ok(Ok(format)) => Ok(NokhwaSource { name, format, pump, thread: Some(thread), taken: 0, broken: 0 }),
            Ok(Err(error)) => Err(error),
            Err(_) => {
                pump.ending.store(true, Ordering::Relaxed);
                Err(CameraError::Hung { name })
            }
        }
    }
}

/// The cameras that are being opened, by their addresses.
static OPENED_NOW: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A camera that is being opened.
struct Pending(String);

impl Pending {
    /// `None` while an opening of this camera before has not come back.
    fn of(address: &str) -> Option<Pending> {
        let mut all = OPENED_NOW.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().any(|other| other == address) {
            return None;
        }
        all.push(address.to_owned());
        Some(Pending(address.to_owned()))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        OPENED_NOW.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| *other != self.0);
    }
}

impl Pump {
    /// Opens the camera, says so, and takes its frames until it fails or is no longer wanted.
    fn run(&self, device: &Device, wish: Wish, pending: Pending, opened: &mpsc::Sender<Result<Format, CameraError>>) {
        let started = start(device, wish);
        drop(pending);
        let mut camera = match started {
            Ok((camera, format)) => {
                self.list_controls(&camera);
                // Who asked may have lost patience: then the stream ends with this thread.
                if opened.send(Ok(format)).is_err() {
                    return;
                }
                camera
            }
            Err(error) => {
                let _ = opened.send(Err(error));
                return;
            }
        };
        while !self.ending.load(Ordering::Relaxed) {
            self.answer(&mut camera, &device.name);
            match camera.frame_raw() {
                Ok(bytes) => {
                    self.raw.put(Ok(Arc::from(bytes)));
                }
                Err(error) if is_only_late(&error) => {}
                Err(error) => {
                    self.raw.put(Err(said(&device.name, &error)));
                    break;
                }
            }
        }
        // Where stopping fails the camera is gone anyway.
        let _ = camera.stop_stream();
    }

    fn answer(&self, camera: &mut Camera, name: &str) {
        let requests = self.requests.take();
        if requests.is_empty() {
            return;
        }
        for Request { control, value, reply, .. } in requests {
            let done = set_control(camera, control, value);
            let refused = || CameraError::Control { name: name.to_owned(), control: control.code(), value };
            let _ = reply.send(done.then_some(()).ok_or_else(refused));
        }
        self.list_controls(camera);
    }

    fn list_controls(&self, camera: &Camera) {
        // A camera whose controls cannot be asked for offers none.
        let listed = camera.camera_controls().unwrap_or_default();
        let controls = listed.iter().filter_map(described).collect();
        *self.controls.lock().unwrap_or_else(PoisonError::into_inner) = controls;
    }
}

impl CameraSource for NokhwaSource {
    fn next(&mut self, patience: Duration) -> Result<Option<Shot>, CameraError> {
        let Some((number, raw)) = self.pump.raw.wait_newer(self.taken, patience) else {
            return Ok(None);
        };
        self.taken = number;
        let bytes = raw?;
        let start = Instant::now();
        match decode(self.format, &bytes) {
            Ok(picture) => {
                let decode = start.elapsed();
                let jpeg = self.format.encoding == Encoding::Mjpeg && can_be_shown(&bytes);
                Ok(Some(Shot { picture: Arc::new(picture), jpeg: jpeg.then_some(bytes), decode }))
            }
            Err(_) => {
                self.broken += 1;
                Ok(None)
            }
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn format(&self) -> Option<Format> {
        Some(self.format)
    }

    fn broken(&self) -> u64 {
        self.broken
    }

    fn is_real(&self) -> bool {
        true
    }

    fn controls(&mut self) -> Vec<Control> {
        self.pump.controls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_control(&mut self, control: ControlName, value: i64) -> Result<(), CameraError> {
        let answer = self.pump.requests.ask(control, value, SETTING);
        answer.unwrap_or_else(|| Err(CameraError::Hung { name: self.name.clone() }))
    }
}

impl Drop for NokhwaSource {
    fn drop(&mut self) {
        self.pump.ending.store(true, Ordering::Relaxed);
        let deadline = Instant::now() + CLOSING;
        if let Some(thread) = self.thread.take() {
            while !thread.is_finished() && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(5));
            }
            if thread.is_finished() {
                // Its panics were caught.
                let _ = thread.join();
            }
        }
    }
}

/// Opens a camera in the format that fits best, and starts its stream. Where the driver refuses what it offers, or the bus
/// has no room for it, the next best is tried.
fn start(device: &Device, wish: Wish) -> Result<(Camera, Format), CameraError> {
    let failed = |error: NokhwaError| said(&device.name, &error);
    let mut camera = connect(&device.index).map_err(failed)?;
    let listed = camera.compatible_camera_formats().map_err(failed)?;
    // Raw colours come in pairs, and are not decoded where the sides are odd.
    let is_even = |format: &Format| format.width.is_multiple_of(2) && format.height.is_multiple_of(2);
    let usable = |(format, _): &(Format, CameraFormat)| format.encoding == Encoding::Mjpeg || is_even(format);
    let mut offered: Vec<(Format, CameraFormat)> =
        listed.into_iter().map(|format| (format_of(&format), format)).filter(usable).collect();
    let mut refusal = CameraError::NoFormat { name: device.name.clone() };
    for _ in 0..TRIES {
        let formats: Vec<Format> = offered.iter().map(|(format, _)| *format).collect();
        let Some(best) = choose(&formats, wish) else { break };
        let Some(place) = formats.iter().position(|format| *format == best) else { break };
        let (_, exact) = offered.swap_remove(place);
        let request = RequestedFormat::with_formats(RequestedFormatType::Exact(exact), &ALL);
        match camera.set_camera_requset(request).and_then(|_| camera.open_stream()) {
            Ok(()) => {
                let format = format_of(&camera.camera_format());
                return Ok((camera, format));
            }
            Err(error) => match failed(error) {
                error @ CameraError::Failed { .. } => refusal = error,
                other => return Err(other),
            },
        }
    }
    Err(refusal)
}

#[cfg(target_os = "linux")]
fn connect(index: &Index) -> Result<Camera, NokhwaError> {
    use nokhwa::utils::{ApiBackend, CameraIndex};
    let number = match index {
        Index::Number(number) => *number,
        Index::Text(text) => return Err(NokhwaError::GeneralError(format!("{text}: no number of a device"))),
    };
    let backend = crate::v4l2::V4l2::open(number)?;
    Ok(Camera::with_custom(CameraIndex::Index(number), ApiBackend::Video4Linux, backend.into()))
}

#[cfg(not(target_os = "linux"))]
fn connect(index: &Index) -> Result<Camera, NokhwaError> {
    use nokhwa::utils::CameraIndex;
    if !allowed() {
        return Err(NokhwaError::GeneralError("permission denied".to_owned()));
    }
    let index = match index {
        Index::Number(number) => CameraIndex::Index(*number),
        Index::Text(text) => CameraIndex::String(text.clone()),
    };
    Camera::new(index, RequestedFormat::with_formats(RequestedFormatType::None, &ALL))
}

/// macOS asks the person once whether this program may use the cameras. Elsewhere it says yes at once.
#[cfg(not(target_os = "linux"))]
fn allowed() -> bool {
    let (reply, answer) = mpsc::channel();
    let reply = Mutex::new(reply);
    nokhwa::nokhwa_initialize(move |yes| {
        let _ = reply.lock().unwrap_or_else(PoisonError::into_inner).send(yes);
    });
    answer.recv_timeout(OPENING).unwrap_or(false)
}

/// The cameras that nokhwa lists. What they can send is known once they are open.
#[cfg(not(target_os = "linux"))]
pub(crate) fn list() -> Result<Vec<crate::devices::Found>, CameraError> {
    use nokhwa::utils::{ApiBackend, CameraIndex};
    let listed = nokhwa::query(ApiBackend::Auto).map_err(|error| said("", &error))?;
    let found = listed.into_iter().map(|info| crate::devices::Found {
        name: info.human_name(),
        serial: None,
        port: info.misc(),
        address: info.index().to_string(),
        formats: Vec::new(),
        index: match info.index() {
            CameraIndex::Index(number) => Index::Number(*number),
            CameraIndex::String(text) => Index::Text(text.clone()),
        },
    });
    Ok(found.collect())
}

fn format_of(format: &CameraFormat) -> Format {
    let encoding = match format.format() {
        FrameFormat::MJPEG => Encoding::Mjpeg,
        FrameFormat::YUYV => Encoding::Yuyv,
        FrameFormat::NV12 => Encoding::Nv12,
        FrameFormat::GRAY => Encoding::Grey,
        FrameFormat::RAWRGB => Encoding::Rgb,
        FrameFormat::RAWBGR => Encoding::Bgr,
    };
    Format { encoding, width: format.width(), height: format.height(), fps: format.frame_rate() as f32 }
}

/// Whether no frame came in time, which is no failure.
fn is_only_late(error: &NokhwaError) -> bool {
    #[cfg(target_os = "linux")]
    return matches!(error, NokhwaError::ReadFrameError(cause) if cause == crate::v4l2::NO_FRAME);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = error;
        false
    }
}

/// What a driver's words mean. On Linux they hold the number of the system's error.
fn said(name: &str, error: &NokhwaError) -> CameraError {
    let (name, cause) = (name.to_owned(), error.to_string());
    let number = cause.rsplit_once("(os error ").and_then(|(_, rest)| rest.split(')').next()?.parse::<i32>().ok());
    let text = cause.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match number {
        Some(16) => CameraError::Busy { name },
        Some(1 | 13) => CameraError::Denied { name },
        // No such file, input/output error, no such device or address, no such device: it was pulled out.
        Some(2 | 5 | 6 | 19) => CameraError::Lost { name },
        None if says(&["busy", "in use", "lock"]) => CameraError::Busy { name },
        None if says(&["denied", "permission", "authoriz"]) => CameraError::Denied { name },
        None if says(&["disconnected", "not found", "no device"]) => CameraError::Lost { name },
        _ => CameraError::Failed { name, cause },
    }
}

/// The numbers of V4L2's controls, from linux/v4l2-controls.h.
mod number {
    pub(super) const BRIGHTNESS: u128 = 0x0098_0900;
    pub(super) const EXPOSURE: u128 = 0x0098_0911;
    pub(super) const GAIN: u128 = 0x0098_0913;
    pub(super) const EXPOSURE_AUTO: u128 = 0x009a_0901;
    pub(super) const EXPOSURE_ABSOLUTE: u128 = 0x009a_0902;
    pub(super) const FOCUS_ABSOLUTE: u128 = 0x009a_090a;
    pub(super) const FOCUS_AUTO: u128 = 0x009a_090c;
    pub(super) const FLASH_LED_MODE: u128 = 0x009c_0901;
}

/// V4L2's exposure modes: the driver chooses all, the person, the driver chooses the time.
const MANUAL: i64 = 1;
const BY_TIME: i64 = 3;
/// V4L2's mode of a flash that burns steadily.
const TORCH: i64 = 2;

const fn name_of(id: KnownCameraControl) -> Option<ControlName> {
    match id {
        KnownCameraControl::Brightness | KnownCameraControl::Other(number::BRIGHTNESS) => Some(ControlName::Brightness),
        KnownCameraControl::Gain | KnownCameraControl::Other(number::GAIN) => Some(ControlName::Gain),
        KnownCameraControl::Exposure | KnownCameraControl::Other(number::EXPOSURE | number::EXPOSURE_ABSOLUTE) => {
            Some(ControlName::Exposure)
        }
        KnownCameraControl::Focus | KnownCameraControl::Other(number::FOCUS_ABSOLUTE) => Some(ControlName::Focus),
        KnownCameraControl::Other(number::EXPOSURE_AUTO) => Some(ControlName::AutoExposure),
        KnownCameraControl::Other(number::FOCUS_AUTO) => Some(ControlName::AutoFocus),
        KnownCameraControl::Other(number::FLASH_LED_MODE) => Some(ControlName::Torch),
        _ => None,
    }
}

/// A control in our words; `None` where it is none of ours.
fn described(control: &CameraControl) -> Option<Control> {
    let name = name_of(control.control())?;
    let active = control.active();
    let switch = |value: bool, default: bool| {
        Some(Control { name, kind: ControlKind::Switch, value: value.into(), default: default.into(), active })
    };
    match (name, control.description()) {
        (ControlName::AutoExposure, ControlValueDescription::IntegerRange { value, default, .. }) => {
            switch(*value != MANUAL, *default != MANUAL)
        }
        (ControlName::Torch, ControlValueDescription::IntegerRange { value, default, max, .. }) if *max >= TORCH => {
            switch(*value == TORCH, *default == TORCH)
        }
        (ControlName::Torch, _) => None,
        (_, ControlValueDescription::Boolean { value, default }) => switch(*value, *default),
        (_, &ControlValueDescription::IntegerRange { min, max, value, step, default }) if min < max => {
            Some(Control { name, kind: ControlKind::Range { min, max, step: step.max(1) }, value, default, active })
        }
        _ => None,
    }
}

/// Sets a control. Whether the camera took it.
fn set_control(camera: &mut Camera, name: ControlName, value: i64) -> bool {
    let listed = camera.camera_controls().unwrap_or_default();
    let Some((id, kind)) = listed.iter().find_map(|control| {
        let described = described(control).filter(|described| described.name == name)?;
        Some((control.control(), (described.kind, control.description().clone())))
    }) else {
        return false;
    };
    let on = value != 0;
    let tries: Vec<ControlValueSetter> = match (name, kind) {
        (_, (ControlKind::Switch, _)) if !(0..=1).contains(&value) => Vec::new(),
        // Cameras know one of the two automatic modes.
        (ControlName::AutoExposure, _) if on => vec![BY_TIME, 0].into_iter().map(ControlValueSetter::Integer).collect(),
        (ControlName::AutoExposure, _) => vec![ControlValueSetter::Integer(MANUAL)],
        (ControlName::Torch, _) => vec![ControlValueSetter::Integer(if on { TORCH } else { 0 })],
        (_, (_, ControlValueDescription::Boolean { .. })) => vec![ControlValueSetter::Boolean(on)],
        (_, (ControlKind::Range { min, max, .. }, _)) if (min..=max).contains(&value) => {
            vec![ControlValueSetter::Integer(value)]
        }
        _ => Vec::new(),
    };
    tries.into_iter().any(|value| camera.set_camera_control(id, value).is_ok())
}

#[cfg(test)]
#[path = "nokhwa_tests.rs"]
mod tests;
