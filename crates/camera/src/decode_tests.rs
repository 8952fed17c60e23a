use super::*;
use image::{ExtendedColorType, codecs::jpeg::JpegEncoder};
use proptest::prelude::*;

const W: u32 = 64;
const H: u32 = 48;

fn format(encoding: Encoding) -> Format {
    Format { encoding, width: W, height: H, fps: 30.0 }
}

fn jpeg() -> Vec<u8> {
    let pixels = RgbImage::from_fn(W, H, |x, y| image::Rgb([(x * 4) as u8, (y * 5) as u8, 90]));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 90).encode(&pixels, W, H, ExtendedColorType::Rgb8).unwrap();
    bytes
}

fn near(found: [u8; 3], wanted: [u8; 3]) -> bool {
    found.iter().zip(wanted).all(|(&a, b)| a.abs_diff(b) <= 2)
}

/// Brightness and colours of pure red, green, blue, white and black in BT.601 of limited range, from the standard.
const KNOWN: [([u8; 3], [u8; 3]); 5] = [
    ([82, 90, 240], [255, 0, 0]),
    ([145, 54, 34], [0, 255, 0]),
    ([41, 240, 110], [0, 0, 255]),
    ([235, 128, 128], [255, 255, 255]),
    ([16, 128, 128], [0, 0, 0]),
];

#[test]
fn yuyv_has_the_colours_of_the_standard() {
    for ([y, u, v], wanted) in KNOWN {
        let bytes = [y, u, y, v].repeat((W * H / 2) as usize);
        let picture = decode(format(Encoding::Yuyv), &bytes).unwrap();
        let found = picture.pixels().get_pixel(W - 1, H - 1).0;
        assert!(near(found, wanted), "{found:?} for {wanted:?}");
    }
}

#[test]
fn nv12_has_the_colours_of_the_standard() {
    for ([y, u, v], wanted) in KNOWN {
        let mut bytes = vec![y; (W * H) as usize];
        bytes.extend([u, v].repeat((W * H / 4) as usize));
        let picture = decode(format(Encoding::Nv12), &bytes).unwrap();
        assert!(near(picture.pixels().get_pixel(W - 1, H - 1).0, wanted));
    }
}

#[test]
fn bgr_and_rgb_and_grey_are_what_they_say() {
    let all = (W * H) as usize;
    let corner = |encoding, bytes: Vec<u8>| decode(format(encoding), &bytes).unwrap().pixels().get_pixel(0, 0).0;
    assert_eq!(corner(Encoding::Rgb, [1, 2, 3].repeat(all)), [1, 2, 3]);
    assert_eq!(corner(Encoding::Bgr, [1, 2, 3].repeat(all)), [3, 2, 1]);
    assert_eq!(corner(Encoding::Grey, vec![9; all]), [9, 9, 9]);
}

#[test]
fn a_whole_jpeg_is_a_picture_even_with_padding_behind_it() {
    let mut bytes = jpeg();
    assert_eq!(decode(format(Encoding::Mjpeg), &bytes).unwrap().size(), [W, H]);
    bytes.extend([0; 1000]);
    assert_eq!(decode(format(Encoding::Mjpeg), &bytes).unwrap().size(), [W, H]);
}

#[test]
fn a_jpeg_cut_off_anywhere_is_broken_and_nothing_worse() {
    let bytes = jpeg();
    for length in 0..bytes.len() - 2 {
        assert!(decode(format(Encoding::Mjpeg), &bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn a_jpeg_with_any_byte_flipped_is_a_picture_or_broken() {
    let bytes = jpeg();
    for at in 0..bytes.len() {
        let mut other = bytes.clone();
        other[at] ^= 0xa5;
        // Which of the two does not matter; that it comes back does.
        let _ = decode(format(Encoding::Mjpeg), &other);
    }
}

#[test]
fn raw_frames_that_end_too_early_are_broken() {
    let all = (W * H) as usize;
    for (encoding, length) in
        [(Encoding::Yuyv, 2 * all), (Encoding::Nv12, all * 3 / 2), (Encoding::Rgb, 3 * all), (Encoding::Grey, all)]
    {
        assert!(decode(format(encoding), &vec![0; length]).is_ok());
        assert!(decode(format(encoding), &vec![0; length - 1]).is_err(), "{encoding:?}");
        assert!(decode(format(encoding), &[]).is_err(), "{encoding:?}");
    }
    let odd = Format { width: 63, ..format(Encoding::Yuyv) };
    assert!(decode(odd, &vec![0; 2 * all]).is_err(), "colours come in pairs");
}

/// The JPEG without its tables, and with this instead of what stood first in it.
fn without_tables(bytes: &[u8], first: &[u8]) -> Vec<u8> {
    let mut at = 2;
    let mut bare = bytes[..2].to_vec();
    bare.extend(first);
    while bytes[at + 1] != 0xda {
        let next = at + 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
        if bytes[at + 1] != 0xc4 && bytes[at + 1] != 0xe0 {
            bare.extend(&bytes[at..next]);
        }
        at = next;
    }
    bare.extend(&bytes[at..]);
    bare
}

#[test]
fn a_jpeg_without_tables_is_read_but_not_handed_on() {
    let bytes = jpeg();
    assert!(can_be_shown(&bytes));
    let whole = decode(format(Encoding::Mjpeg), &bytes).unwrap();
    // The mark of motion JPEG says that the usual tables are meant; some cameras write it otherwise, or not at all.
    let marks: [&[u8]; 4] = [
        b"\xff\xe0\x00\x10AVI1\0\0\0\0\0\0\0\0\0\0",
        b"\xff\xe0\x00\x10AVI1\x01\0\0\0\0\0\0\0\0\0",
        b"\xff\xe0\x00\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0",
        b"",
    ];
    for mark in marks {
        let bare = without_tables(&bytes, mark);
        assert!(!can_be_shown(&bare));
        let bare = decode(format(Encoding::Mjpeg), &bare).unwrap();
        assert_eq!(whole.pixels(), bare.pixels(), "{mark:?}: the encoder uses the usual tables");
    }
}

proptest! {
    #[test]
    fn whatever_a_driver_sends_is_a_picture_or_broken(bytes in prop::collection::vec(any::<u8>(), 0..8192), kind in 0usize..6) {
        let encodings = [Encoding::Mjpeg, Encoding::Yuyv, Encoding::Nv12, Encoding::Rgb, Encoding::Bgr, Encoding::Grey];
        if let Ok(picture) = decode(format(encodings[kind]), &bytes) {
            prop_assert_eq!(picture.size(), [W, H]);
        }
    }
}
