//! A picture file becomes upright 8-bit RGB pixels, in bounded memory.

use crate::{VisionError, complete};
use fast_image_resize as fir;
use fast_image_resize::pixels::U8x3;
use image::codecs::jpeg::JpegEncoder;
use image::error::UnsupportedErrorKind;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, RgbImage};
use std::borrow::Cow;
use std::io::{Cursor, Read};
use std::path::Path;

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 256 << 20;
/// The most pixels of a picture: 100 megapixels, three times what phones write at their best.
const MAX_PIXELS: u64 = 100_000_000;
/// The most bytes of decoded pixels: as many as the largest picture takes with transparency.
const MAX_DECODED: u64 = 4 * MAX_PIXELS;
/// Pixels are kept at most this many to the longer side; larger pictures are scaled down.
const MAX_SIDE: u32 = 4096;
/// The least side of a picture, in pixels: a tile of half this height cannot be named.
const MIN_SIDE: u32 = 24;

/// Upright RGB pixels, and the size of the picture that they came from.
#[derive(Clone, Debug)]
pub struct Picture {
    pixels: RgbImage,
    size: [u32; 2],
}

impl Picture {
    /// Reads a picture file. What it is, is told by its bytes, not by its name.
    ///
    /// # Errors
    /// What the system refuses, a file over 256 MiB, and all that [`Picture::from_bytes`] refuses.
    pub fn open(path: &Path) -> Result<Picture, VisionError> {
        Picture::from_bytes(&Picture::file(path)?)
    }

    /// The bytes of a picture file, not yet decoded.
    ///
    /// # Errors
    /// What the system refuses, and a file over 256 MiB.
    pub fn file(path: &Path) -> Result<Vec<u8>, VisionError> {
        let failed = |cause| VisionError::File { path: path.to_owned(), cause };
        let file = std::fs::File::open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(VisionError::TooLarge { detail: format!("the file has more than {} MiB", MAX_FILE >> 20) });
        }
        Ok(bytes)
    }

    /// Decodes a picture: JPEG (grey, RGB, CMYK), PNG, WebP, BMP, GIF (its first frame) or TIFF, of any depth.
    /// The EXIF orientation is applied; transparent parts are laid on white.
    ///
    /// It takes at most 600 MB, for a moment: the decoded pixels and what their decoder needs beside them. A phone's
    /// photo of 12 megapixels takes a tenth of that.
    ///
    /// # Errors
    /// [`VisionError::NotAPicture`], [`VisionError::Truncated`], [`VisionError::Damaged`], [`VisionError::TooLarge`]
    /// (over 100 megapixels, or more than 400 MB decoded) or [`VisionError::TooSmall`] (under 24 pixels).
    pub fn from_bytes(bytes: &[u8]) -> Result<Picture, VisionError> {
        // Foreign decoders run on foreign bytes: a panic of theirs is a damaged picture, not the end of the program.
        std::panic::catch_unwind(|| decode(bytes))
            .unwrap_or_else(|_| Err(VisionError::Damaged { cause: "its decoder gave up".to_owned() }))
    }

    /// Takes upright pixels, for example a camera frame.
    ///
    /// # Errors
    /// [`VisionError::TooSmall`] under 24 pixels either way, also where so few are left once a long strip is scaled down.
    pub fn from_rgb(pixels: RgbImage) -> Result<Picture, VisionError> {
        let size @ [width, height] = [pixels.width(), pixels.height()];
        let pixels = scaled_down(&pixels, MAX_SIDE).unwrap_or(pixels);
        if pixels.width().min(pixels.height()) < MIN_SIDE {
            return Err(VisionError::TooSmall { width, height, least: MIN_SIDE });
        }
        Ok(Picture { pixels, size })
    }

    /// The picture as its EXIF data want it seen.
    fn turned(self, orientation: Orientation) -> Picture {
        let mut pixels = DynamicImage::ImageRgb8(self.pixels);
        pixels.apply_orientation(orientation);
        let [width, height] = self.size;
        let on_its_side = matches!(
            orientation,
            Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
        );
        Picture { pixels: pixels.into_rgb8(), size: if on_its_side { [height, width] } else { [width, height] } }
    }

    /// Width and height of the upright picture as it was given, in pixels.
    pub const fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The pixels to work on: the picture itself, or scaled down to 4096 pixels.
    pub const fn pixels(&self) -> &RgbImage {
        &self.pixels
    }

    /// The pixels, scaled down where the longer side has more than this many.
    pub fn at_most(&self, long_side: u32) -> Cow<'_, RgbImage> {
        scaled_down(&self.pixels, long_side).map_or(Cow::Borrowed(&self.pixels), Cow::Owned)
    }

    /// The pixels as a JPEG file, scaled down where the longer side has more than this many; `quality` is 1-100.
    ///
    /// # Errors
    /// When the encoder refuses: a side over 65,535 pixels, which no picture here has.
    pub fn jpeg(&self, long_side: u32, quality: u8) -> std::io::Result<Vec<u8>> {
        let mut file = Vec::new();
        JpegEncoder::new_with_quality(&mut file, quality)
            .encode_image(&*self.at_most(long_side))
            .map_err(std::io::Error::other)?;
        Ok(file)
    }

    /// By what x and y of [`Picture::pixels`] are multiplied to get those of the picture as it was given.
    pub fn scale(&self) -> [f32; 2] {
        [self.size[0] as f32 / self.pixels.width() as f32, self.size[1] as f32 / self.pixels.height() as f32]
    }
}

fn decode(bytes: &[u8]) -> Result<Picture, VisionError> {
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| VisionError::NotAPicture)?;
    if reader.format().is_none() {
        return Err(VisionError::NotAPicture);
    }
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MAX_DECODED);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refusal(bytes, error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        let detail = format!("{width} x {height} pixels, at most {} megapixels are read", MAX_PIXELS / 1_000_000);
        return Err(VisionError::TooLarge { detail });
    }
    if decoder.total_bytes() > MAX_DECODED {
        let detail = format!("{width} x {height} pixels of {} bytes", decoder.color_type().bytes_per_pixel());
        return Err(VisionError::TooLarge { detail });
    }
    if complete::is_truncated(bytes) {
        return Err(VisionError::Truncated);
    }
    if complete::has_unmarked_inks(bytes) {
        let cause = "four inks of which nothing says whether they are inverted; save it as RGB";
        return Err(VisionError::Damaged { cause: cause.to_owned() });
    }
    // Broken EXIF data are no reason to refuse the pixels.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let decoded = DynamicImage::from_decoder(decoder).map_err(|error| refusal(bytes, error))?;
    // Scaled down before it is turned: turning takes the pixels twice.
    Ok(Picture::from_rgb(on_white(decoded))?.turned(orientation))
}

/// Why a decoder refused these bytes.
fn refusal(bytes: &[u8], error: ImageError) -> VisionError {
    let cut_off = matches!(&error, ImageError::IoError(cause) if cause.kind() == std::io::ErrorKind::UnexpectedEof);
    match error {
        ImageError::Limits(limit) => VisionError::TooLarge { detail: limit.to_string() },
        ImageError::Unsupported(what) if matches!(what.kind(), UnsupportedErrorKind::Format(_)) => {
            VisionError::NotAPicture
        }
        _ if cut_off || complete::is_truncated(bytes) => VisionError::Truncated,
        other => VisionError::Damaged { cause: other.to_string() },
    }
}

/// 8-bit RGB; where the picture is transparent, white shows through. The pixels stay where they are: of the largest
/// pictures there must not be two.
fn on_white(decoded: DynamicImage) -> RgbImage {
    if !decoded.color().has_alpha() {
        return decoded.into_rgb8();
    }
    let rgba = decoded.into_rgba8();
    let (width, height) = rgba.dimensions();
    let mut raw = rgba.into_raw();
    let mut to = 0;
    for from in (0..raw.len()).step_by(4) {
        let alpha = u32::from(raw[from + 3]);
        for channel in from..from + 3 {
            raw[to] = ((u32::from(raw[channel]) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
            to += 1;
        }
    }
    raw.truncate(to);
    RgbImage::from_raw(width, height, raw).unwrap_or_default()
}

/// The pixels scaled down so that the longer side has this many, every one the weighted mean of what it covers; `None`
/// where there are no more than that.
pub(crate) fn scaled_down(pixels: &RgbImage, long_side: u32) -> Option<RgbImage> {
    let (width, height) = pixels.dimensions();
    let long = width.max(height);
    if long <= long_side {
        return None;
    }
    let part = |side: u32| ((u64::from(side) * u64::from(long_side) / u64::from(long)) as u32).max(1);
    let mut target = RgbImage::new(part(width), part(height));
    resize_into(&mut fir::Resizer::new(), pixels, [0, 0, width, height], &mut target);
    Some(target)
}

/// Scales a part (left, top, width, height) of the pixels to fill the target.
pub(crate) fn resize_into(resizer: &mut fir::Resizer, pixels: &RgbImage, part: [u32; 4], target: &mut RgbImage) {
    let (width, height) = target.dimensions();
    let [left, top, part_width, part_height] = part.map(f64::from);
    let options = fir::ResizeOptions::new().resize_alg(fir::ResizeAlg::Convolution(fir::FilterType::Bilinear)).crop(
        left,
        top,
        part_width,
        part_height,
    );
    // Typed, so that only the code for 8-bit RGB is built: the untyped call builds every pixel type there is.
    let source = fir::images::TypedImageRef::<U8x3>::from_buffer(pixels.width(), pixels.height(), pixels.as_raw());
    let target = fir::images::TypedImage::<U8x3>::from_buffer(width, height, target);
    let done = source.map_err(|error| error.to_string()).and_then(|source| {
        let mut target = target.map_err(|error| error.to_string())?;
        resizer.resize_typed(&source, &mut target, &options).map_err(|error| error.to_string())
    });
    // Buffers fit by construction and the part lies inside: both are this crate's own doing.
    assert_eq!(done, Ok(()), "resizing a part of the picture");
}
