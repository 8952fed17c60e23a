use super::*;
use image::Rgb;

/// What is found where the prints are known to be black, as all are in these pictures.
fn found(pixels: &RgbImage, quads: &[Quad]) -> Vec<Condition> {
    conditions(pixels, &mut Pyramid::new(pixels), quads, &vec![false; quads.len()])
}

/// A tile of 60 x 80 at (20, 20): a dark bar on white, on a middling table.
fn tile(white: u8, ink: u8) -> RgbImage {
    RgbImage::from_fn(100, 120, |x, y| {
        let on_tile = (20..80).contains(&x) && (20..100).contains(&y);
        let on_bar = (40..60).contains(&x) && (32..88).contains(&y);
        Rgb([if on_bar {
            ink
        } else if on_tile {
            white
        } else {
            110
        }; 3])
    })
}

const PLACE: Quad = Quad::rectangle(20.0, 20.0, 80.0, 100.0);

/// The picture as it is when it moves so many pixels to the right while it is taken.
fn moved(pixels: &RgbImage, by: u32) -> RgbImage {
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let sum: u32 = (0..by).map(|i| u32::from(pixels.get_pixel(x.saturating_sub(i), y).0[0])).sum();
        Rgb([(sum / by) as u8; 3])
    })
}

#[test]
fn dark_and_empty_are_told_apart() {
    let tile = Quad::rectangle(10.0, 10.0, 40.0, 50.0);
    let dark = RgbImage::from_pixel(100, 100, Rgb([20; 3]));
    let light = RgbImage::from_pixel(100, 100, Rgb([120; 3]));
    assert_eq!(found(&dark, &[tile]), [Condition::TooDark]);
    assert_eq!(found(&dark, &[]), [Condition::TooDark, Condition::NoTiles]);
    assert_eq!(found(&light, &[]), [Condition::NoTiles]);
    assert_eq!(found(&light, &[tile]), []);
}

#[test]
fn a_lit_tile_on_black_is_not_dark() {
    let picture = RgbImage::from_fn(100, 100, |x, _| Rgb([if x < 15 { 200 } else { 5 }; 3]));
    assert_eq!(found(&picture, &[Quad::rectangle(0.0, 0.0, 15.0, 100.0)]), []);
}

#[test]
fn small_is_what_most_tiles_are() {
    let light = RgbImage::from_pixel(100, 100, Rgb([120; 3]));
    let (small, large) = (Quad::rectangle(0.0, 0.0, 9.0, 12.0), Quad::rectangle(0.0, 0.0, 30.0, 40.0));
    assert_eq!(found(&light, &[small, small, large]), [Condition::TilesTooSmall]);
    assert_eq!(found(&light, &[small, large, large]), []);
}

#[test]
fn a_movement_blurs_although_the_edges_along_it_stay_sharp() {
    let sharp = tile(210, 40);
    assert_eq!(found(&sharp, &[PLACE]), []);
    assert_eq!(found(&moved(&sharp, 2), &[PLACE]), []);
    assert_eq!(found(&moved(&sharp, 20), &[PLACE]), [Condition::Blurred]);
    let on_its_side = image::imageops::rotate90(&moved(&sharp, 20));
    assert_eq!(found(&on_its_side, &[Quad::rectangle(20.0, 20.0, 100.0, 80.0)]), [Condition::Blurred]);
}

#[test]
fn faint_light_is_no_blur() {
    // The same print with a sixth of the contrast.
    assert_eq!(found(&tile(90, 62), &[PLACE]), []);
}

#[test]
fn most_tiles_must_be_blurred_and_blank_ones_do_not_count() {
    let blurred = moved(&tile(210, 40), 20);
    let blank = Quad::rectangle(81.0, 0.0, 99.0, 24.0);
    assert_eq!(found(&blurred, &[blank, PLACE, blank]), [Condition::Blurred]);
}

#[test]
fn without_a_tile_the_whole_picture_is_judged() {
    let sharp = tile(210, 40);
    assert_eq!(found(&sharp, &[]), [Condition::NoTiles]);
    // As a ramp from left to right and back: all that is left of a picture far out of focus.
    let soft = RgbImage::from_fn(320, 240, |x, y| Rgb([(60 + x.min(320 - x) / 2 + y / 4) as u8; 3]));
    assert_eq!(found(&soft, &[]), [Condition::Blurred, Condition::NoTiles]);
}

#[test]
fn white_tiles_are_in_order_until_their_ink_goes() {
    assert_eq!(found(&tile(255, 60), &[PLACE]), []);
    assert_eq!(found(&tile(255, 200), &[PLACE]), [Condition::OverExposed]);
    let white = RgbImage::from_pixel(100, 120, Rgb([255; 3]));
    assert_eq!(found(&white, &[PLACE]), [Condition::OverExposed]);
    assert_eq!(found(&white, &[]), [Condition::OverExposed, Condition::NoTiles]);
}

#[test]
fn one_white_dragon_among_others_is_not_too_much_light() {
    let picture = RgbImage::from_fn(300, 120, |x, y| match x / 100 {
        0 => Rgb([255; 3]),
        _ => *tile(240, 40).get_pixel(x % 100, y),
    });
    let quads = [0.0, 100.0, 200.0].map(|by| PLACE.moved([by, 0.0]));
    assert_eq!(found(&picture, &quads), []);
}

#[test]
fn a_picture_without_colour_is_told_whatever_light_tints_it() {
    let judged = |pixels: &RgbImage, quads: &[Quad]| {
        conditions(pixels, &mut Pyramid::new(pixels), quads, &vec![true; quads.len()])
    };
    let grey = tile(210, 40);
    let tinted = |by: [f32; 3]| {
        RgbImage::from_fn(100, 120, |x, y| {
            Rgb(std::array::from_fn(|i| (f32::from(grey.get_pixel(x, y).0[i]) * by[i]) as u8))
        })
    };
    for by in [[1.0; 3], [1.0, 0.8, 0.5], [0.3, 0.5, 0.4]] {
        assert_eq!(judged(&tinted(by), &[PLACE]), [Condition::NoColour], "{by:?}");
        assert_eq!(judged(&tinted(by), &[]), [Condition::NoTiles], "of a table without tiles nothing is asked");
    }
    let mut stamped = tinted([1.0; 3]);
    (0..15).flat_map(|x| (0..120).map(move |y| (x, y))).for_each(|(x, y)| stamped.put_pixel(x, y, Rgb([250, 220, 0])));
    assert_eq!(
        judged(&stamped, &[PLACE]),
        [Condition::NoColour],
        "what has colour beside the tiles tells nothing of them"
    );
    assert_eq!(found(&stamped, &[PLACE]), [], "and a black print needs none");
    let mut red = tinted([1.0, 0.8, 0.5]);
    (40..60).flat_map(|x| (32..88).map(move |y| (x, y))).for_each(|(x, y)| red.put_pixel(x, y, Rgb([170, 40, 30])));
    assert_eq!(judged(&red, &[PLACE]), [], "the ink of one tile is colour enough");
    assert!(mislead(&[Condition::NoColour]));
}

#[test]
fn codes_are_stable() {
    let all = [
        (Condition::TooDark, "too_dark"),
        (Condition::OverExposed, "over_exposed"),
        (Condition::Blurred, "blurred"),
        (Condition::NoColour, "no_colour"),
        (Condition::NoTiles, "no_tiles"),
        (Condition::TilesTooSmall, "tiles_too_small"),
    ];
    for (condition, code) in all {
        assert_eq!(condition.code(), code);
    }
}
