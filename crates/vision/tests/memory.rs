//! The largest pictures are read in bounded memory. Alone in its process, so that the peak is this test's own.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use vision::Picture;

/// The most memory that this process has used, in bytes, where the system says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// A transparent PNG of one colour that wants to be turned by a quarter, so many pixels wide and high.
fn transparent(width: u32, height: u32) -> Vec<u8> {
    let pixels = vec![0x80; width as usize * height as usize * 4];
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::NoFilter);
    let orientation = *b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    encoder.set_exif_metadata(orientation.to_vec()).expect("PNG takes EXIF data");
    encoder.write_image(&pixels, width, height, ExtendedColorType::Rgba8).expect("encoding works");
    bytes
}

#[test]
fn a_large_transparent_picture_on_its_side_is_held_once() {
    // 40 megapixels of four bytes: 160 MB. Making it takes as much, before the measuring starts.
    let bytes = transparent(8000, 5000);
    let before = peak_memory();
    let picture = Picture::from_bytes(&bytes).expect("a good picture");
    assert_eq!(picture.size(), [5000, 8000]);
    assert_eq!(picture.pixels().dimensions(), (2560, 4096));
    assert_eq!(picture.pixels().get_pixel(9, 9).0, [191; 3], "half transparent grey on white");
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        let more = after.saturating_sub(before);
        assert!(more < 80_000_000, "{more} bytes beyond those of making the picture");
    }
}
