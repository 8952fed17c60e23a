//! Every picture file either becomes upright RGB pixels or is refused by a typed error: nothing panics, and nothing
//! that is cut off passes for whole.

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageBuffer, ImageFormat, Rgb, RgbImage};
use std::io::Cursor;
use vision::{Picture, VisionError};

/// 48 x 32: red, green, blue and white quarters.
fn quarters() -> RgbImage {
    RgbImage::from_fn(48, 32, |x, y| {
        Rgb(match (x < 24, y < 16) {
            (true, true) => [230, 20, 20],
            (false, true) => [20, 200, 20],
            (true, false) => [20, 20, 230],
            (false, false) => [250, 250, 250],
        })
    })
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).expect("encoding works");
    bytes
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 95).encode_image(picture).expect("encoding works");
    bytes
}

fn code(bytes: &[u8]) -> &'static str {
    Picture::from_bytes(bytes).map_or_else(|error| error.code(), |_| "read")
}

/// Whether a decoder panicked on these bytes: that is caught, and refused like this.
fn gave_up(bytes: &[u8]) -> bool {
    matches!(Picture::from_bytes(bytes), Err(VisionError::Damaged { cause }) if cause == "its decoder gave up")
}

/// The colours in the middle of the four quarters, roughly: r, g, b or w.
fn corners(picture: &Picture) -> String {
    let (width, height) = picture.pixels().dimensions();
    let middle =
        [(1, 1), (3, 1), (1, 3), (3, 3)].map(|(x, y)| picture.pixels().get_pixel(width * x / 4, height * y / 4).0);
    middle
        .iter()
        .map(|&[red, green, blue]| match (red > 150, green > 150, blue > 150) {
            (true, false, false) => 'r',
            (false, true, false) => 'g',
            (false, false, true) => 'b',
            (true, true, true) => 'w',
            _ => '?',
        })
        .collect()
}

#[test]
fn every_format_and_depth_is_read() {
    let eight_bit = DynamicImage::ImageRgb8(quarters());
    let formats = [ImageFormat::Png, ImageFormat::Bmp, ImageFormat::Gif, ImageFormat::Tiff, ImageFormat::WebP];
    for format in formats {
        let picture = Picture::from_bytes(&encoded(&eight_bit, format)).expect("a good picture");
        assert_eq!((corners(&picture).as_str(), picture.size()), ("rgbw", [48, 32]), "{format:?}");
    }
    let picture = Picture::from_bytes(&jpeg(&quarters())).expect("a good picture");
    assert_eq!(corners(&picture), "rgbw");
    let sixteen_bit = DynamicImage::ImageRgb16(eight_bit.to_rgb16());
    let picture = Picture::from_bytes(&encoded(&sixteen_bit, ImageFormat::Png)).expect("a good picture");
    assert_eq!(corners(&picture), "rgbw");
    assert_eq!(picture.pixels().get_pixel(3, 3).0, [230, 20, 20]);
}

#[test]
fn grey_becomes_three_equal_channels() {
    let grey = DynamicImage::ImageLuma8(ImageBuffer::from_pixel(30, 30, image::Luma([90])));
    let deep_grey = DynamicImage::ImageLuma16(ImageBuffer::from_pixel(30, 30, image::Luma([90 * 257])));
    for (picture, format) in [(&grey, ImageFormat::Png), (&grey, ImageFormat::Jpeg), (&deep_grey, ImageFormat::Png)] {
        let picture = Picture::from_bytes(&encoded(picture, format)).expect("a good picture");
        assert_eq!(picture.pixels().get_pixel(9, 9).0, [90; 3]);
    }
}

#[test]
fn transparent_parts_are_white() {
    let clear = ImageBuffer::from_fn(30, 30, |x, _| image::Rgba([200, 0, 0, if x < 15 { 0 } else { 255 }]));
    let bytes = encoded(&DynamicImage::ImageRgba8(clear), ImageFormat::Png);
    let picture = Picture::from_bytes(&bytes).expect("a good picture");
    assert_eq!(picture.pixels().get_pixel(3, 3).0, [255; 3]);
    assert_eq!(picture.pixels().get_pixel(20, 3).0, [200, 0, 0]);
}

/// A JPEG of four components, 32 x 32 of one colour, coded by hand: DC only, all quantisers 1, one Huffman table whose
/// codes are the categories 0-10 in four bits, and an end-of-block. `transform` is what Adobe's mark says: 0 for CMYK,
/// 2 for YCCK; without it there is no mark.
fn four_inks(values: [u8; 4], transform: Option<u8>) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8];
    if let Some(transform) = transform {
        bytes.extend([0xff, 0xee, 0, 14]);
        bytes.extend(b"Adobe");
        bytes.extend([0, 100, 0, 0, 0, 0, transform]);
    }
    bytes.extend([0xff, 0xdb, 0, 67, 0]);
    bytes.extend([1; 64]);
    bytes.extend([0xff, 0xc0, 0, 20, 8, 0, 32, 0, 32, 4]);
    for id in 1..=4 {
        bytes.extend([id, 0x11, 0]);
    }
    // Eleven codes of four bits; one code of one bit.
    bytes.extend([0xff, 0xc4, 0, 30, 0x00, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(0..11);
    bytes.extend([0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([0xff, 0xda, 0, 14, 4]);
    for id in 1..=4 {
        bytes.extend([id, 0x00]);
    }
    bytes.extend([0, 63, 0]);
    let mut bits = String::new();
    for block in 0..16 {
        for value in values {
            // The first block says DC = 8 x (value - 128), all others say that nothing changed.
            let dc = if block == 0 { 8 * (i32::from(value) - 128) } else { 0 };
            let category = i32::BITS - dc.abs().leading_zeros();
            bits.push_str(&format!("{category:04b}"));
            if category > 0 {
                let raw = if dc > 0 { dc } else { dc + (1 << category) - 1 };
                bits.push_str(&format!("{raw:0width$b}", width = category as usize));
            }
            bits.push('0');
        }
    }
    while !bits.len().is_multiple_of(8) {
        bits.push('1');
    }
    for byte in bits.as_bytes().chunks(8) {
        let byte = byte.iter().fold(0u8, |value, bit| value << 1 | (bit - b'0'));
        bytes.push(byte);
        if byte == 0xff {
            bytes.push(0);
        }
    }
    bytes.extend([0xff, 0xd9]);
    bytes
}

#[test]
fn cmyk_jpegs_become_rgb() {
    // As Adobe writes them, inverted: cyan 250, magenta 30, yellow 30, black 250 is a strong red. As YCCK the same.
    for (bytes, kind) in
        [(four_inks([250, 30, 30, 250], Some(0)), "CMYK"), (four_inks([159, 165, 18, 250], Some(2)), "YCCK")]
    {
        let picture = Picture::from_bytes(&bytes).expect("a good picture");
        let [red, green, blue] = picture.pixels().get_pixel(16, 16).0;
        assert!(red > 220 && green < 60 && blue < 60, "{kind}: {red} {green} {blue}");
    }
}

#[test]
fn four_inks_of_which_nothing_says_whether_they_are_inverted_are_refused() {
    let error = Picture::from_bytes(&four_inks([250, 30, 30, 250], None)).expect_err("red or its negative");
    assert_eq!(error.code(), "picture_damaged");
    assert!(error.to_string().contains("save it as RGB"), "{error}");
}

/// The JPEG with an EXIF segment that says only its orientation.
fn with_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend([0xff, 0xe1, 0, 34]);
    bytes.extend(b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0");
    bytes.extend([orientation, 0, 0, 0, 0, 0, 0]);
    bytes.extend(&jpeg[2..]);
    bytes
}

#[test]
fn all_eight_exif_orientations_are_put_upright() {
    let plain = jpeg(&quarters());
    // By the EXIF standard: where the 0th row and the 0th column of the stored pixels belong.
    let upright = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"];
    for (orientation, expected) in (1..=8).zip(upright) {
        let picture = Picture::from_bytes(&with_orientation(&plain, orientation)).expect("a good picture");
        assert_eq!(corners(&picture), expected, "orientation {orientation}");
        let size = if orientation < 5 { [48, 32] } else { [32, 48] };
        assert_eq!(picture.size(), size, "orientation {orientation}");
    }
    for nonsense in [0, 9, 255] {
        let picture = Picture::from_bytes(&with_orientation(&plain, nonsense)).expect("a good picture");
        assert_eq!(corners(&picture), "rgbw", "orientation {nonsense}");
    }
}

#[test]
fn a_picture_that_is_cut_off_anywhere_is_refused() {
    let picture = DynamicImage::ImageRgb8(quarters());
    for (bytes, kind) in [
        (jpeg(&quarters()), "JPEG"),
        (encoded(&picture, ImageFormat::Png), "PNG"),
        (encoded(&picture, ImageFormat::Bmp), "BMP"),
        (encoded(&picture, ImageFormat::WebP), "WebP"),
        (encoded(&picture, ImageFormat::Tiff), "TIFF"),
    ] {
        assert_eq!(code(&bytes), "read", "{kind}");
        for length in 0..bytes.len() - 1 {
            let answer = code(&bytes[..length]);
            assert_ne!(answer, "read", "{kind} of {} bytes cut to {length}", bytes.len());
            let is_telling = length < 16 || matches!(answer, "picture_truncated" | "picture_damaged");
            assert!(is_telling, "{kind} cut to {length}: {answer}");
        }
    }
}

#[test]
fn a_gif_that_is_cut_off_never_panics() {
    let bytes = encoded(&DynamicImage::ImageRgb8(quarters()), ImageFormat::Gif);
    for length in 0..bytes.len() {
        assert!(!gave_up(&bytes[..length]), "cut to {length}");
    }
    assert_ne!(code(&bytes[..bytes.len() / 2]), "read");
}

#[test]
fn damaged_bytes_never_panic() {
    let picture = DynamicImage::ImageRgb8(quarters());
    let mut state = 12345u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize
    };
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif, ImageFormat::Tiff] {
        let good = encoded(&picture, format);
        for _ in 0..300 {
            let mut bytes = good.clone();
            for _ in 0..1 + random() % 4 {
                let at = random() % bytes.len();
                bytes[at] = random() as u8;
            }
            // The answer may be a picture or an error, but never a panic that was caught.
            assert!(!gave_up(&bytes), "{format:?}");
        }
    }
}

#[test]
fn of_a_moving_picture_the_first_frame_is_read() {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut bytes);
    let later = RgbImage::from_pixel(48, 32, Rgb([0, 0, 0]));
    for pixels in [quarters(), later] {
        let frame = image::Frame::new(DynamicImage::ImageRgb8(pixels).into_rgba8());
        encoder.encode_frame(frame).expect("encoding works");
    }
    drop(encoder);
    assert_eq!(corners(&Picture::from_bytes(&bytes).expect("a good picture")), "rgbw");
}

#[test]
fn sixteen_bits_with_transparency_are_laid_on_white() {
    let clear = ImageBuffer::from_fn(30, 30, |x, _| image::Rgba([0xc8c8, 0, 0, if x < 15 { 0 } else { 0xffff_u16 }]));
    let bytes = encoded(&DynamicImage::ImageRgba16(clear), ImageFormat::Png);
    let picture = Picture::from_bytes(&bytes).expect("a good picture");
    assert_eq!(picture.pixels().get_pixel(3, 3).0, [255; 3]);
    assert_eq!(picture.pixels().get_pixel(20, 3).0, [200, 0, 0]);
}

#[test]
fn what_is_no_picture_is_said_to_be_none() {
    // Formats of phones that are not read: said to be none, not damaged.
    for brand in [b"heic", b"avif", b"mif1"] {
        let mut bytes = vec![0, 0, 0, 24];
        bytes.extend(b"ftyp");
        bytes.extend(brand);
        bytes.extend([0; 4096]);
        assert_eq!(code(&bytes), "not_a_picture", "{}", String::from_utf8_lossy(brand));
    }
    assert_eq!(code(b""), "not_a_picture");
    assert_eq!(code(b"1r 2 3 ccc"), "not_a_picture");
    assert_eq!(code(&[0; 4096]), "not_a_picture");
}

#[test]
fn a_renamed_file_is_what_its_bytes_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let png_named_jpg = folder.path().join("tiles.jpg");
    std::fs::write(&png_named_jpg, encoded(&DynamicImage::ImageRgb8(quarters()), ImageFormat::Png)).expect("written");
    assert_eq!(corners(&Picture::open(&png_named_jpg).expect("a PNG whatever its name")), "rgbw");
    let text_named_png = folder.path().join("tiles.png");
    std::fs::write(&text_named_png, b"no picture at all, but long enough").expect("written");
    assert_eq!(Picture::open(&text_named_png).expect_err("a text").code(), "not_a_picture");
    assert_eq!(Picture::open(&folder.path().join("none.png")).expect_err("no file").code(), "picture_not_found");
    assert_eq!(Picture::open(folder.path()).expect_err("a folder").code(), "picture_unreadable");
}

#[test]
fn pictures_without_room_for_a_tile_are_refused() {
    for (width, height) in [(1, 1), (1, 400), (400, 23), (23, 23)] {
        let bytes = encoded(&DynamicImage::ImageRgb8(RgbImage::new(width, height)), ImageFormat::Png);
        assert_eq!(code(&bytes), "picture_too_small", "{width} x {height}");
    }
    assert_eq!(code(&encoded(&DynamicImage::ImageRgb8(RgbImage::new(24, 24)), ImageFormat::Png)), "read");
}

/// A file that says it is enormous and holds next to nothing.
fn enormous(format: ImageFormat, side: u16) -> Vec<u8> {
    let mut bytes = encoded(&DynamicImage::ImageRgb8(quarters()), format);
    match format {
        ImageFormat::Jpeg => {
            let at = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame header");
            bytes[at + 5..at + 7].copy_from_slice(&side.to_be_bytes());
            bytes[at + 7..at + 9].copy_from_slice(&side.to_be_bytes());
        }
        ImageFormat::Bmp => {
            bytes[18..22].copy_from_slice(&u32::from(side).to_le_bytes());
            bytes[22..26].copy_from_slice(&u32::from(side).to_le_bytes());
        }
        ImageFormat::Gif => {
            bytes[6..8].copy_from_slice(&side.to_le_bytes());
            bytes[8..10].copy_from_slice(&side.to_le_bytes());
        }
        _ => {
            bytes[16..20].copy_from_slice(&u32::from(side).to_be_bytes());
            bytes[20..24].copy_from_slice(&u32::from(side).to_be_bytes());
            let sum = crc32(&bytes[12..29]);
            bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        }
    }
    bytes
}

/// The checksum of PNG chunks.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    })
}

#[test]
fn enormous_sizes_are_refused_before_memory_is_taken() {
    let before = peak_memory();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Bmp, ImageFormat::Gif] {
        let answer = code(&enormous(format, 65_000));
        assert_eq!(answer, "picture_too_large", "{format:?}");
    }
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        assert!(after - before < 400_000, "refusing took {} kB", after - before);
    }
}

/// The most memory that this process has used, in kB, where the system says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_large_picture_is_scaled_down_and_keeps_its_size() {
    let picture = Picture::from_rgb(RgbImage::from_pixel(6000, 3000, Rgb([9, 9, 9]))).expect("large enough");
    assert_eq!(picture.size(), [6000, 3000]);
    assert_eq!(picture.pixels().dimensions(), (4096, 2048));
    let [x, y] = picture.scale();
    assert!((x - 6000.0 / 4096.0).abs() < 1e-6 && (y - 3000.0 / 2048.0).abs() < 1e-6);
    let strip = Picture::from_rgb(RgbImage::new(60_000, 24)).expect_err("a line of 4096 x 1 shows nothing");
    assert_eq!(strip.code(), "picture_too_small");
}
