//! How the picture is looked at: turned and cropped once, before it is read and shown.

use image::{RgbImage, imageops};
use vision::Picture;

/// How the picture is looked at. Applied to a frame before it is read, so that reading and overlay agree with what is
/// shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// By how many quarters the picture is turned clockwise; counted modulo 4.
    pub quarters: u8,
    /// Left, top, width and height of the part that is kept, as shares (0-1) of the turned picture.
    pub crop: Option<[f32; 4]>,
    /// Whether the window shows it mirrored. It concerns what is shown only, overlay included: a mirrored tile is read
    /// wrongly, so frames are never mirrored here.
    pub mirror: bool,
}

impl View {
    /// A crop keeps at least this share of each side.
    pub const LEAST: f32 = 0.1;

    /// Whether frames stay as they are.
    pub fn is_plain(&self) -> bool {
        self.quarters.is_multiple_of(4) && self.crop.is_none()
    }

    /// The picture, turned and cropped.
    pub fn apply(&self, picture: &Picture) -> Option<Picture> {
        if self.is_plain() {
            return None;
        }
        let pixels = picture.pixels();
        let turned = match self.quarters % 4 {
            1 => imageops::rotate90(pixels),
            2 => imageops::rotate180(pixels),
            3 => imageops::rotate270(pixels),
            _ => pixels.clone(),
        };
        // A part that is too small to show a tile is not looked at alone.
        let part = self.crop.and_then(|part| Picture::from_rgb(cropped(&turned, part)).ok());
        part.or_else(|| Picture::from_rgb(turned).ok())
    }
}

fn cropped(pixels: &RgbImage, part: [f32; 4]) -> RgbImage {
    let [left, top, width, height] = part;
    let span = |start: f32, share: f32, side: u32| {
        let share = if share.is_finite() { share.clamp(View::LEAST, 1.0) } else { 1.0 };
        let start = if start.is_finite() { start.clamp(0.0, 1.0 - share) } else { 0.0 };
        let length = ((share * side as f32).round() as u32).clamp(1, side);
        ((start * side as f32).round() as u32).min(side - length)..=length
    };
    let (x, y) = (span(left, width, pixels.width()), span(top, height, pixels.height()));
    imageops::crop_imm(pixels, *x.start(), *y.start(), *x.end(), *y.end()).to_image()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// 60 x 40, every pixel tells its place.
    fn picture() -> Picture {
        Picture::from_rgb(RgbImage::from_fn(60, 40, |x, y| Rgb([x as u8, y as u8, 0]))).unwrap()
    }

    fn seen(quarters: u8, crop: Option<[f32; 4]>) -> RgbImage {
        let view = View { quarters, crop, mirror: false };
        view.apply(&picture()).map_or_else(|| picture().pixels().clone(), |picture| picture.pixels().clone())
    }

    #[test]
    fn a_plain_view_leaves_the_frame_alone() {
        assert!(View::default().apply(&picture()).is_none());
        assert!(View { quarters: 4, mirror: true, crop: None }.apply(&picture()).is_none(), "mirroring is for show");
    }

    #[test]
    fn a_quarter_turns_clockwise() {
        let turned = seen(1, None);
        assert_eq!(turned.dimensions(), (40, 60));
        assert_eq!(turned.get_pixel(0, 0).0, [0, 39, 0], "what was at the bottom left is at the top left");
        assert_eq!(seen(3, None).get_pixel(0, 0).0, [59, 0, 0]);
        assert_eq!(seen(2, None).get_pixel(0, 0).0, [59, 39, 0]);
    }

    #[test]
    fn the_crop_is_a_part_of_the_turned_picture() {
        let part = seen(0, Some([0.5, 0.25, 0.5, 0.75]));
        assert_eq!(part.dimensions(), (30, 30));
        assert_eq!(part.get_pixel(0, 0).0, [30, 10, 0]);
        assert_eq!(seen(1, Some([0.0, 0.5, 1.0, 0.5])).dimensions(), (40, 30));
    }

    #[test]
    fn a_crop_that_cannot_be_is_made_one_that_can() {
        assert_eq!(seen(0, Some([0.9, 0.9, 0.6, 0.65])).dimensions(), (36, 26), "moved inside");
        assert_eq!(seen(0, Some([f32::NAN, -3.0, 7.0, f32::INFINITY])).dimensions(), (60, 40));
        for quarters in 0..4 {
            let all = seen(quarters, None);
            assert_eq!(seen(quarters, Some([0.0; 4])), all, "too small to show a tile: all of it is shown, turned");
        }
    }
}
