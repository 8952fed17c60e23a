//! From a camera's bytes to pixels. A frame that is broken says so: it never crashes, and one that is cut off never becomes a half picture.

use crate::{Encoding, Format};
use image::RgbImage;
use std::borrow::Cow;
use vision::Picture;

/// A frame that shows nothing whole: cut off, damaged, or of the wrong size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a broken frame: {0}")]
pub struct Broken(String);

/// Decodes one frame.
///
/// # Errors
/// [`Broken`] when the bytes end too early or are damaged.
pub fn decode(format: Format, bytes: &[u8]) -> Result<Picture, Broken> {
    let Format { encoding, width, height, .. } = format;
    let pixels = match encoding {
        // What a JPEG shows is told by itself; a camera may send another size than it promised.
        Encoding::Mjpeg => {
            let known = if can_be_shown(bytes) { Cow::Borrowed(bytes) } else { Cow::Owned(marked(bytes)) };
            return Picture::from_bytes(&known).map_err(|error| Broken(error.code().to_owned()));
        }
        Encoding::Yuyv => yuyv(width, height, whole(bytes, 2 * count(width, height)?)?),
        Encoding::Nv12 => nv12(width, height, whole(bytes, count(width, height)?.div_ceil(2) * 3)?),
        Encoding::Rgb => whole(bytes, 3 * count(width, height)?)?.to_vec(),
        Encoding::Bgr => {
            whole(bytes, 3 * count(width, height)?)?.chunks_exact(3).flat_map(|p| [p[2], p[1], p[0]]).collect()
        }
        Encoding::Grey => whole(bytes, count(width, height)?)?.iter().flat_map(|&grey| [grey; 3]).collect(),
    };
    let pixels = RgbImage::from_raw(width, height, pixels).ok_or_else(|| Broken("size".to_owned()))?;
    Picture::from_rgb(pixels).map_err(|error| Broken(error.code().to_owned()))
}

/// How many pixels there are. Colours come in pairs, so the sides must be even.
fn count(width: u32, height: u32) -> Result<usize, Broken> {
    let all = u64::from(width) * u64::from(height);
    if !width.is_multiple_of(2) || !height.is_multiple_of(2) || all > 100_000_000 {
        return Err(Broken(format!("{width} x {height}")));
    }
    Ok(all as usize)
}

/// The first so many bytes. Drivers may send padding after them.
fn whole(bytes: &[u8], length: usize) -> Result<&[u8], Broken> {
    bytes.get(..length).ok_or_else(|| Broken(format!("{} of {length} bytes", bytes.len())))
}

/// BT.601 of limited range, as webcams send it, in 16.16 fixed point.
fn rgb(y: u8, u: u8, v: u8) -> [u8; 3] {
    let y = (i32::from(y) - 16) * 76_309 + 32_768;
    let (u, v) = (i32::from(u) - 128, i32::from(v) - 128);
    let clamp = |value: i32| (value >> 16).clamp(0, 255) as u8;
    [clamp(y + 104_597 * v), clamp(y - 25_674 * u - 53_278 * v), clamp(y + 132_201 * u)]
}

fn yuyv(width: u32, height: u32, bytes: &[u8]) -> Vec<u8> {
    let mut pixels = vec![0; 3 * width as usize * height as usize];
    for (two, from) in pixels.chunks_exact_mut(6).zip(bytes.chunks_exact(4)) {
        two[..3].copy_from_slice(&rgb(from[0], from[1], from[3]));
        two[3..].copy_from_slice(&rgb(from[2], from[1], from[3]));
    }
    pixels
}

fn nv12(width: u32, height: u32, bytes: &[u8]) -> Vec<u8> {
    let (width, height) = (width as usize, height as usize);
    let (brightness, colours) = bytes.split_at(width * height);
    let mut pixels = vec![0; 3 * width * height];
    for (row, line) in pixels.chunks_exact_mut(3 * width).enumerate() {
        let brightness = &brightness[row * width..][..width];
        let colours = &colours[row / 2 * width..][..width];
        let pairs = line.chunks_exact_mut(6).zip(brightness.chunks_exact(2)).zip(colours.chunks_exact(2));
        for ((two, y), colour) in pairs {
            two[..3].copy_from_slice(&rgb(y[0], colour[0], colour[1]));
            two[3..].copy_from_slice(&rgb(y[1], colour[0], colour[1]));
        }
    }
    pixels
}

/// Whether a JPEG brings its own Huffman tables. Some cameras leave out the usual ones, and not every program that shows
/// pictures knows them by heart.
pub(crate) fn can_be_shown(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xff, mark, high, low]) = jpeg.get(at..at + 4) {
        match mark {
            0xff => {
                at += 1;
                continue;
            }
            0xc4 => return true,
            0xda => return false,
            _ => at += 2 + usize::from(u16::from_be_bytes([high, low])),
        }
    }
    false
}

/// The JPEG with the mark of motion JPEG after its start: whoever decodes it then takes the usual tables where it has none.
/// Cameras that leave them out may leave out the mark, too.
fn marked(jpeg: &[u8]) -> Vec<u8> {
    const MARK: &[u8] = b"\xff\xe0\x00\x10AVI1\0\0\0\0\0\0\0\0\0\0";
    let (start, rest) = jpeg.split_at(jpeg.len().min(2));
    [start, MARK, rest].concat()
}

#[cfg(test)]
#[path = "decode_tests.rs"]
mod tests;
