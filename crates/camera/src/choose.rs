//! Which of the formats that a camera offers is taken. Pure.
//!
//! Cameras offer sizes that they send twice a second, and their largest is often such a one. What a table needs is first
//! a picture that moves, then tiles of enough pixels, and no more pixels than can be read in time.

use std::cmp::Ordering;

/// How a camera packs its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A JPEG a frame.
    Mjpeg,
    /// 4:2:2, two pixels in four bytes.
    Yuyv,
    /// 4:2:0, the brightness first, then the colours in pairs.
    Nv12,
    /// Red, green, blue.
    Rgb,
    /// Blue, green, red.
    Bgr,
    /// Brightness only: an infrared camera. Red tiles cannot be told from others.
    Grey,
}

impl Encoding {
    /// A stable code: `mjpeg`, `yuyv`, `nv12`, `rgb`, `bgr`, `grey`.
    pub const fn code(self) -> &'static str {
        match self {
            Encoding::Mjpeg => "mjpeg",
            Encoding::Yuyv => "yuyv",
            Encoding::Nv12 => "nv12",
            Encoding::Rgb => "rgb",
            Encoding::Bgr => "bgr",
            Encoding::Grey => "grey",
        }
    }

    /// Of two formats that are otherwise alike, the one with the lower rank is taken: MJPEG leaves a USB 2 bus room.
    const fn rank(self) -> u32 {
        match self {
            Encoding::Mjpeg => 0,
            Encoding::Nv12 => 1,
            Encoding::Yuyv => 2,
            Encoding::Rgb | Encoding::Bgr => 3,
            Encoding::Grey => 9,
        }
    }
}

/// One thing that a camera can send.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    /// How the pixels are packed.
    pub encoding: Encoding,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: f32,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// More frames a second than this are no better.
    pub fps: f32,
    /// Fewer are taken only when nothing else is offered.
    pub least_fps: f32,
}

impl Default for Wish {
    /// 1280 x 720 at 30 frames a second, at least 15.
    fn default() -> Wish {
        Wish { size: [1280, 720], fps: 30.0, least_fps: 15.0 }
    }
}

/// A rate within this share of the wish is as good: 29.97 is 30.
const NEARLY: f32 = 0.97;

/// The best of these formats; `None` when there is none.
pub fn choose(offered: &[Format], wish: Wish) -> Option<Format> {
    offered.iter().copied().min_by(|a, b| compare(a, b, wish))
}

/// The better format is less: colour before none, fast enough, then the size nearest to the wish, then the fuller rate,
/// then the encoding.
fn compare(a: &Format, b: &Format, wish: Wish) -> Ordering {
    let is_grey = |format: &Format| format.encoding == Encoding::Grey;
    let too_slow = |format: &Format| format.fps < wish.least_fps * NEARLY;
    let rate = |format: &Format| format.fps.min(wish.fps * NEARLY);
    let surplus = |format: &Format| (format.fps - wish.fps).max(0.0);
    let by_size = distance(a, wish).total_cmp(&distance(b, wish));
    let by_rate = rate(b).total_cmp(&rate(a));
    is_grey(a)
        .cmp(&is_grey(b))
        .then(too_slow(a).cmp(&too_slow(b)))
        // When all are too slow the fastest is the best there is.
        .then(if too_slow(a) && too_slow(b) { by_rate.then(by_size) } else { by_size.then(by_rate) })
        .then(surplus(a).total_cmp(&surplus(b)))
        .then(a.encoding.rank().cmp(&b.encoding.rank()))
}

/// How far a size is from the wish, in doublings. A lack of pixels weighs twice as much as too many: tiles that are too
/// small cannot be read at all.
fn distance(format: &Format, wish: Wish) -> f32 {
    let doublings = |have: u32, want: u32| (have.max(1) as f32 / want.max(1) as f32).log2();
    let sides = [doublings(format.width, wish.size[0]), doublings(format.height, wish.size[1])];
    sides.into_iter().map(|side| if side < 0.0 { -2.0 * side } else { side }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_format() -> impl Strategy<Value = Format> {
        let encodings = [Encoding::Mjpeg, Encoding::Yuyv, Encoding::Nv12, Encoding::Rgb, Encoding::Bgr, Encoding::Grey];
        (prop::sample::select(encodings.to_vec()), 1u32..4096, 1u32..4096, 0.1f32..120.0)
            .prop_map(|(encoding, width, height, fps)| format(encoding, width, height, fps))
    }

    proptest! {
        #[test]
        fn whatever_is_offered_one_that_moves_in_colour_is_taken_if_there_is_one(
            offered in prop::collection::vec(any_format(), 1..30)
        ) {
            let best = chosen(&offered);
            prop_assert!(offered.contains(&best));
            let moves = |format: &Format| format.fps >= 15.0 && format.encoding != Encoding::Grey;
            prop_assert!(!offered.iter().any(moves) || best.fps >= 15.0 * NEARLY && best.encoding != Encoding::Grey);
            let backwards: Vec<Format> = offered.iter().rev().copied().collect();
            prop_assert_eq!(compare(&chosen(&backwards), &best, Wish::default()), Ordering::Equal);
        }
    }

    fn format(encoding: Encoding, width: u32, height: u32, fps: f32) -> Format {
        Format { encoding, width, height, fps }
    }

    fn chosen(offered: &[Format]) -> Format {
        choose(offered, Wish::default()).unwrap()
    }

    #[test]
    fn a_usual_webcam_sends_mjpeg_of_1280_by_720_at_30() {
        let best = format(Encoding::Mjpeg, 1280, 720, 30.0);
        let offered = [
            format(Encoding::Yuyv, 640, 480, 30.0),
            format(Encoding::Yuyv, 1280, 720, 10.0),
            format(Encoding::Yuyv, 1920, 1080, 5.0),
            format(Encoding::Mjpeg, 640, 480, 30.0),
            best,
            format(Encoding::Mjpeg, 1280, 720, 15.0),
            format(Encoding::Mjpeg, 1920, 1080, 30.0),
        ];
        assert_eq!(chosen(&offered), best);
        let backwards: Vec<Format> = offered.into_iter().rev().collect();
        assert_eq!(chosen(&backwards), best, "in whatever order they are listed");
    }

    #[test]
    fn never_the_largest_at_two_frames_a_second() {
        let large = format(Encoding::Yuyv, 3840, 2160, 2.0);
        let small = format(Encoding::Yuyv, 320, 180, 30.0);
        assert_eq!(chosen(&[large, small]), small);
    }

    #[test]
    fn of_slow_formats_only_the_fastest_is_taken() {
        let fastest = format(Encoding::Yuyv, 640, 480, 7.5);
        assert_eq!(chosen(&[format(Encoding::Yuyv, 1280, 720, 2.0), fastest]), fastest);
    }

    #[test]
    fn a_smaller_picture_that_moves_is_better_than_a_larger_one_that_does_not() {
        let moves = format(Encoding::Yuyv, 640, 480, 30.0);
        assert_eq!(chosen(&[moves, format(Encoding::Yuyv, 1280, 720, 10.0)]), moves);
    }

    #[test]
    fn too_many_pixels_are_better_than_too_few() {
        let full = format(Encoding::Mjpeg, 1920, 1080, 30.0);
        assert_eq!(chosen(&[format(Encoding::Mjpeg, 640, 480, 30.0), full]), full);
    }

    #[test]
    fn television_rates_are_fast_enough() {
        let ntsc = format(Encoding::Mjpeg, 1280, 720, 29.97);
        assert_eq!(chosen(&[format(Encoding::Mjpeg, 640, 480, 30.0), ntsc]), ntsc);
        let half = format(Encoding::Yuyv, 1280, 720, 14.985);
        assert_eq!(chosen(&[format(Encoding::Yuyv, 640, 480, 30.0), half]), half);
    }

    #[test]
    fn an_infrared_picture_is_the_last_resort() {
        let grey = format(Encoding::Grey, 1280, 720, 30.0);
        let colour = format(Encoding::Yuyv, 320, 240, 5.0);
        assert_eq!(chosen(&[grey, colour]), colour);
        assert_eq!(chosen(&[grey]), grey);
    }

    #[test]
    fn sixty_frames_a_second_are_not_asked_for_where_thirty_are_offered() {
        let thirty = format(Encoding::Mjpeg, 1280, 720, 30.0);
        assert_eq!(chosen(&[format(Encoding::Mjpeg, 1280, 720, 60.0), thirty]), thirty);
    }

    #[test]
    fn a_wish_for_another_size_is_followed() {
        let full = format(Encoding::Mjpeg, 1920, 1080, 30.0);
        let offered = [format(Encoding::Mjpeg, 1280, 720, 30.0), full];
        assert_eq!(choose(&offered, Wish { size: [1920, 1080], ..Wish::default() }), Some(full));
    }

    #[test]
    fn of_nothing_nothing_is_chosen() {
        assert_eq!(choose(&[], Wish::default()), None);
    }
}
