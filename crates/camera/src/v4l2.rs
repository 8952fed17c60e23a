//! Linux: what the kernel says of its video devices, and nokhwa's way to them.
//!
//! nokhwa's own Linux back end waits for a frame without end, gives the whole buffer where the driver filled a part (what
//! is left of an older frame then makes a cut-off one whole), and refuses cameras of 29.97 frames a second. So this is a
//! back end of ours, behind the same [`CaptureBackendTrait`], on `v4l`, the crate that nokhwa stands on.

use crate::devices::{Found, Index};
use crate::{Encoding, Format};
use nokhwa::NokhwaError;
use nokhwa::camera_traits::CaptureBackendTrait;
use nokhwa::utils::{
    ApiBackend, CameraControl, CameraFormat, CameraIndex, CameraInfo, ControlValueSetter, FrameFormat,
    KnownCameraControl, Resolution,
};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::time::Duration;
use v4l::buffer::{Flags as BufferFlags, Type};
use v4l::capability::Flags;
use v4l::frameinterval::FrameIntervalEnum;
use v4l::framesize::FrameSizeEnum;
use v4l::io::traits::{CaptureStream, Stream as _};
use v4l::prelude::MmapStream;
use v4l::video::Capture;
use v4l::video::capture::Parameters;
use v4l::{Device, FourCC, Fraction};

mod controls;

/// So long a frame is waited for at a time; then somebody may want the camera closed (milliseconds).
const WAIT: i32 = 100;
/// The error that says that no frame came in that time.
pub(crate) const NO_FRAME: &str = "no frame in time";
/// `POLLIN` of poll(2).
const READABLE: i16 = 1;
/// How many buffers are shared with the driver.
const BUFFERS: u32 = 4;
/// The sizes that are looked for where a device takes any.
const USUAL: [[u32; 2]; 6] = [[640, 480], [800, 600], [1280, 720], [1280, 960], [1920, 1080], [3840, 2160]];
/// The rates that are looked for where a device takes any, in frames a second.
const RATES: [u32; 5] = [30, 15, 60, 10, 5];

/// The nodes that are cameras.
pub(crate) fn list() -> Vec<Found> {
    let entries = std::fs::read_dir("/dev").into_iter().flatten().flatten();
    let mut numbers: Vec<u32> =
        entries.filter_map(|entry| entry.file_name().to_str()?.strip_prefix("video")?.parse().ok()).collect();
    numbers.sort_unstable();
    numbers.into_iter().filter_map(found).collect()
}

/// This node, if it is a camera.
fn found(number: u32) -> Option<Found> {
    let address = format!("/dev/video{number}");
    let serial = about(number, "device/../serial");
    let device = match Device::new(number as usize) {
        Ok(device) => device,
        Err(cause) => {
            // It is there and may not be opened: that is told when somebody wants it. The first node of a device is the
            // one with the pictures.
            let is_shut =
                cause.kind() == io::ErrorKind::PermissionDenied || cause.kind() == io::ErrorKind::ResourceBusy;
            let name = about(number, "name").filter(|_| is_shut && about(number, "index").as_deref() == Some("0"))?;
            let (port, index) = (String::new(), Index::Number(number));
            return Some(Found { name, serial, port, address, formats: Vec::new(), index });
        }
    };
    // The crate takes the driver's texts for UTF-8 and panics where they are not.
    let caps = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| device.query_caps())).ok()?.ok()?;
    let is_camera = caps.capabilities.contains(Flags::VIDEO_CAPTURE | Flags::STREAMING)
        && !caps.capabilities.intersects(Flags::VIDEO_M2M | Flags::META_CAPTURE | Flags::TOUCH);
    if !is_camera {
        return None;
    }
    let formats: Vec<Format> = offered(&device).into_iter().map(|(format, _)| format).collect();
    let name = caps.card.trim().to_owned();
    (!formats.is_empty()).then_some(Found {
        name,
        serial,
        port: caps.bus,
        address,
        formats,
        index: Index::Number(number),
    })
}

/// What the kernel says about a node in a file of this name, such as the serial number of the USB device behind it.
fn about(number: u32, file: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("/sys/class/video4linux/video{number}/{file}")).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

const fn encoding_of(code: FourCC) -> Option<Encoding> {
    match &code.repr {
        b"MJPG" | b"JPEG" => Some(Encoding::Mjpeg),
        b"YUYV" => Some(Encoding::Yuyv),
        b"NV12" => Some(Encoding::Nv12),
        b"RGB3" => Some(Encoding::Rgb),
        b"BGR3" => Some(Encoding::Bgr),
        b"GREY" => Some(Encoding::Grey),
        _ => None,
    }
}

/// What a device offers and how its driver writes that: the pixel code and, where it names one, the time from frame to
/// frame. A device that says nothing of rates is taken to send 30 frames a second.
fn offered(device: &Device) -> Vec<(Format, Offer)> {
    let mut all: Vec<(Format, Offer)> = Vec::new();
    for description in device.enum_formats().unwrap_or_default() {
        let code = description.fourcc;
        let Some(encoding) = encoding_of(code) else { continue };
        for [width, height] in sizes(device, code) {
            for interval in intervals(device, code, width, height) {
                let fps = interval
                    .map_or(30.0, |Fraction { numerator, denominator }| denominator as f32 / numerator.max(1) as f32);
                let format = Format { encoding, width, height, fps };
                if !all.iter().any(|(other, _)| *other == format) {
                    all.push((format, Offer { code, interval }));
                }
            }
        }
    }
    all
}

/// How a driver writes a format.
#[derive(Clone, Copy, Debug)]
struct Offer {
    code: FourCC,
    interval: Option<Fraction>,
}

fn sizes(device: &Device, code: FourCC) -> Vec<[u32; 2]> {
    let listed = device.enum_framesizes(code).unwrap_or_default();
    let sizes = listed.into_iter().flat_map(|listed| match listed.size {
        FrameSizeEnum::Discrete(one) => vec![[one.width, one.height]],
        FrameSizeEnum::Stepwise(any) => {
            let fits = |side: u32, [min, max, step]: [u32; 3]| {
                (min..=max).contains(&side) && (side - min).is_multiple_of(step.max(1))
            };
            let fit = |[width, height]: &[u32; 2]| {
                fits(*width, [any.min_width, any.max_width, any.step_width])
                    && fits(*height, [any.min_height, any.max_height, any.step_height])
            };
            let usual: Vec<[u32; 2]> = USUAL.into_iter().filter(fit).collect();
            if usual.is_empty() { vec![[any.max_width, any.max_height]] } else { usual }
        }
    });
    sizes.filter(|size| size.iter().all(|side| side.is_multiple_of(2) && (24..=8192).contains(side))).collect()
}

/// The times from frame to frame; one that is not known where the driver names none.
fn intervals(device: &Device, code: FourCC, width: u32, height: u32) -> Vec<Option<Fraction>> {
    let listed = device.enum_frameintervals(code, width, height).unwrap_or_default();
    let seconds = |fraction: Fraction| f64::from(fraction.numerator) / f64::from(fraction.denominator.max(1));
    let all = listed.into_iter().flat_map(|listed| match listed.interval {
        FrameIntervalEnum::Discrete(one) => vec![one],
        FrameIntervalEnum::Stepwise(any) => {
            let within = seconds(any.min)..=seconds(any.max);
            let usual = RATES.into_iter().map(|rate| Fraction::new(1, rate));
            usual.filter(|fraction| within.contains(&seconds(*fraction))).collect()
        }
    });
    let usable: Vec<Option<Fraction>> =
        all.filter(|fraction| fraction.numerator > 0 && fraction.denominator > 0).map(Some).collect();
    if usable.is_empty() { vec![None] } else { usable }
}

/// A device that is open.
pub(crate) struct V4l2 {
    device: Device,
    info: CameraInfo,
    offered: Vec<(Format, Offer)>,
    /// In which format it sends, and how many bytes a row takes.
    current: Format,
    stride: u32,
    stream: Option<MmapStream<'static>>,
}

fn failed(cause: &io::Error) -> NokhwaError {
    NokhwaError::GeneralError(cause.to_string())
}

fn refused(what: &str) -> NokhwaError {
    NokhwaError::SetPropertyError { property: "format".into(), value: what.into(), error: "refused".into() }
}

/// nokhwa counts whole frames a second.
fn in_whole(format: &Format) -> CameraFormat {
    let rate = (format.fps.round() as u32).max(1);
    CameraFormat::new_from(format.width, format.height, frame_format(format.encoding), rate)
}

const fn frame_format(encoding: Encoding) -> FrameFormat {
    match encoding {
        Encoding::Mjpeg => FrameFormat::MJPEG,
        Encoding::Yuyv => FrameFormat::YUYV,
        Encoding::Nv12 => FrameFormat::NV12,
        Encoding::Rgb => FrameFormat::RAWRGB,
        Encoding::Bgr => FrameFormat::RAWBGR,
        Encoding::Grey => FrameFormat::GRAY,
    }
}

impl V4l2 {
    /// Opens a node. Nothing is set yet.
    pub(crate) fn open(number: u32) -> Result<V4l2, NokhwaError> {
        let device = Device::new(number as usize).map_err(|cause| failed(&cause))?;
        let caps = device.query_caps().map_err(|cause| failed(&cause))?;
        let offered = offered(&device);
        let current = offered.first().map(|(format, _)| *format);
        let current = current.unwrap_or(Format { encoding: Encoding::Yuyv, width: 0, height: 0, fps: 1.0 });
        let info = CameraInfo::new(&caps.card, &caps.driver, &caps.bus, CameraIndex::Index(number));
        Ok(V4l2 { device, info, offered, current, stride: 0, stream: None })
    }

    fn stream(&mut self) -> io::Result<MmapStream<'static>> {
        let mut stream = MmapStream::with_buffers(&self.device, Type::VideoCapture, BUFFERS)?;
        // `next` hands the buffer of the frame before back first, to begin with the one numbered 0: all but that one are
        // handed to the driver here. How many there are the driver decides; it refuses the first that is not there.
        for index in 1..32 {
            if CaptureStream::queue(&mut stream, index).is_err() {
                break;
            }
        }
        stream.start()?;
        stream.set_timeout(Duration::from_secs(2));
        Ok(stream)
    }
}

/// The rows without what drivers pad them with.
fn without_padding(format: Format, stride: u32, bytes: &[u8]) -> Cow<'_, [u8]> {
    let (per_pixel, rows) = match format.encoding {
        Encoding::Mjpeg => return Cow::Borrowed(bytes),
        Encoding::Yuyv => (2, format.height),
        Encoding::Nv12 => (1, format.height + format.height / 2),
        Encoding::Grey => (1, format.height),
        Encoding::Rgb | Encoding::Bgr => (3, format.height),
    };
    let (row, stride) = (per_pixel * format.width as usize, stride as usize);
    if stride <= row {
        return Cow::Borrowed(bytes);
    }
    let whole = bytes.chunks(stride).filter_map(|line| line.get(..row)).take(rows as usize);
    Cow::Owned(whole.flatten().copied().collect())
}

impl CaptureBackendTrait for V4l2 {
    fn backend(&self) -> ApiBackend {
        ApiBackend::Video4Linux
    }

    fn camera_info(&self) -> &CameraInfo {
        &self.info
    }

    fn refresh_camera_format(&mut self) -> Result<(), NokhwaError> {
        Ok(())
    }

    fn camera_format(&self) -> CameraFormat {
        in_whole(&self.current)
    }

    fn set_camera_format(&mut self, wanted: CameraFormat) -> Result<(), NokhwaError> {
        let offered = self.offered.iter().find(|(format, _)| in_whole(format) == wanted);
        let &(format, Offer { code, interval }) = offered.ok_or_else(|| refused(&wanted.to_string()))?;
        self.stream = None;
        let asked = v4l::Format::new(format.width, format.height, code);
        let set = self.device.set_format(&asked).map_err(|cause| failed(&cause))?;
        if (set.width, set.height, set.fourcc) != (asked.width, asked.height, code) {
            return Err(refused(&wanted.to_string()));
        }
        (self.current, self.stride) = (format, set.stride);
        if let Some(interval) = interval {
            // A driver that takes no rate sends at its own.
            if let Ok(set) = self.device.set_params(&Parameters::new(interval)) {
                let Fraction { numerator, denominator } = set.interval;
                if numerator > 0 && denominator > 0 {
                    self.current.fps = denominator as f32 / numerator as f32;
                }
            }
        }
        Ok(())
    }

    fn compatible_list_by_resolution(
        &mut self,
        code: FrameFormat,
    ) -> Result<HashMap<Resolution, Vec<u32>>, NokhwaError> {
        let mut sizes: HashMap<Resolution, Vec<u32>> = HashMap::new();
        for format in self.offered.iter().map(|(format, _)| in_whole(format)).filter(|format| format.format() == code) {
            sizes.entry(format.resolution()).or_default().push(format.frame_rate());
        }
        Ok(sizes)
    }

    fn compatible_fourcc(&mut self) -> Result<Vec<FrameFormat>, NokhwaError> {
        let mut codes: Vec<FrameFormat> =
            self.offered.iter().map(|(format, _)| frame_format(format.encoding)).collect();
        codes.sort();
        codes.dedup();
        Ok(codes)
    }

    fn resolution(&self) -> Resolution {
        self.camera_format().resolution()
    }

    fn set_resolution(&mut self, size: Resolution) -> Result<(), NokhwaError> {
        let mut wanted = self.camera_format();
        wanted.set_resolution(size);
        self.set_camera_format(wanted)
    }

    fn frame_rate(&self) -> u32 {
        self.camera_format().frame_rate()
    }

    fn set_frame_rate(&mut self, rate: u32) -> Result<(), NokhwaError> {
        let mut wanted = self.camera_format();
        wanted.set_frame_rate(rate);
        self.set_camera_format(wanted)
    }

    fn frame_format(&self) -> FrameFormat {
        frame_format(self.current.encoding)
    }

    fn set_frame_format(&mut self, code: FrameFormat) -> Result<(), NokhwaError> {
        let mut wanted = self.camera_format();
        wanted.set_format(code);
        self.set_camera_format(wanted)
    }

    fn camera_control(&self, control: KnownCameraControl) -> Result<CameraControl, NokhwaError> {
        let found = controls::all(&self.device)?.into_iter().find(|one| one.control() == control);
        found.ok_or_else(|| refused("a control that is not offered"))
    }

    fn camera_controls(&self) -> Result<Vec<CameraControl>, NokhwaError> {
        controls::all(&self.device)
    }

    fn set_camera_control(&mut self, id: KnownCameraControl, value: ControlValueSetter) -> Result<(), NokhwaError> {
        controls::set(&self.device, id, &value)
    }

    fn open_stream(&mut self) -> Result<(), NokhwaError> {
        self.stream = None;
        self.stream = Some(self.stream().map_err(|cause| failed(&cause))?);
        Ok(())
    }

    fn is_stream_open(&self) -> bool {
        self.stream.is_some()
    }

    fn frame(&mut self) -> Result<nokhwa::Buffer, NokhwaError> {
        let (resolution, code) = (self.resolution(), self.frame_format());
        Ok(nokhwa::Buffer::new(resolution, &self.frame_raw()?, code))
    }

    /// Exactly the bytes that the driver filled; none of a frame that it calls broken.
    fn frame_raw(&mut self) -> Result<Cow<'_, [u8]>, NokhwaError> {
        let (format, stride) = (self.current, self.stride);
        let stream = self.stream.as_mut().ok_or_else(|| refused("a frame of a stream that is closed"))?;
        let interrupted = |cause: &io::Error| cause.kind() == io::ErrorKind::Interrupted;
        match stream.handle().poll(READABLE, WAIT) {
            Ok(0) => return Err(NokhwaError::ReadFrameError(NO_FRAME.to_owned())),
            Err(cause) if interrupted(&cause) => return Err(NokhwaError::ReadFrameError(NO_FRAME.to_owned())),
            Ok(_) => {}
            Err(cause) => return Err(failed(&cause)),
        }
        let (bytes, about) = CaptureStream::next(stream).map_err(|cause| failed(&cause))?;
        let filled = bytes.get(..about.bytesused as usize).unwrap_or(bytes);
        let whole = if about.flags.contains(BufferFlags::ERROR) { &[] } else { filled };
        Ok(without_padding(format, stride, whole))
    }

    fn stop_stream(&mut self) -> Result<(), NokhwaError> {
        self.stream = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_given_without_padding() {
        let format = Format { encoding: Encoding::Grey, width: 4, height: 2, fps: 30.0 };
        let padded = [1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 0, 0];
        assert_eq!(*without_padding(format, 6, &padded), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(*without_padding(format, 4, &padded[..8]), padded[..8]);
        assert_eq!(without_padding(format, 6, &padded[..8]).len(), 4, "a row that is cut off is left out");
        let jpeg = Format { encoding: Encoding::Mjpeg, ..format };
        assert_eq!(*without_padding(jpeg, 6, &padded), padded);
    }

    #[test]
    fn rates_of_television_are_told_to_nokhwa_in_whole() {
        let format = Format { encoding: Encoding::Mjpeg, width: 1280, height: 720, fps: 30000.0 / 1001.0 };
        assert_eq!(in_whole(&format).frame_rate(), 30);
        assert_eq!(in_whole(&Format { fps: 0.4, ..format }).frame_rate(), 1);
    }

    #[test]
    fn a_node_that_is_not_there_is_no_camera() {
        assert!(found(9_999).is_none());
        let error = V4l2::open(9_999).err().unwrap();
        assert!(error.to_string().contains("os error 2"), "{error}");
    }
}
