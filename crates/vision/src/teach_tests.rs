use super::*;
use crate::model::EMBEDDING;
use crate::{ReadTile, Rejected, SetProfile, Timing};

fn face(id: &str) -> Face {
    Face::from_id(id).expect("a face")
}

fn faces(ids: &str) -> Vec<Face> {
    Layout::parse(ids).expect("faces").faces().to_vec()
}

/// What a tile shows and what is read: a print of its own direction for each face, upright and on its head.
#[derive(Clone)]
struct Laid {
    print: Vec<f32>,
    turned: Vec<f32>,
    likely: Vec<(Face, f32)>,
}

fn axis(number: usize) -> Vec<f32> {
    (0..EMBEDDING).map(|i| if i == number { 1.0 } else { 0.0 }).collect()
}

fn mixed(a: &[f32], b: &[f32], share: f32) -> Vec<f32> {
    unit(a.iter().zip(b).map(|(a, b)| a * (1.0 - share) + b * share).collect())
}

/// A tile of this face that is read as these faces.
fn laid(print: &str, likely: &[(&str, f32)]) -> Laid {
    let number = face(print).index();
    let likely = likely.iter().map(|&(id, p)| (face(id), p)).collect();
    Laid { print: axis(number), turned: axis(Face::COUNT + number), likely }
}

/// A tile that is read rightly and surely.
fn sure(face: Face) -> Laid {
    laid(face.id(), &[(face.id(), 0.99), ("junk", 0.01)])
}

/// A picture of these tiles, side by side, 40 x 60 pixels each.
fn picture(tiles: &[Laid]) -> Shown {
    let quad = |i: usize| Quad::rectangle(44.0 * i as f32, 0.0, 44.0 * i as f32 + 40.0, 60.0);
    let read = |(i, tile): (usize, &Laid)| {
        let (face, confidence) = tile.likely[0];
        let probabilities = Probabilities::new(tile.likely.iter().copied());
        ReadTile { face, corners: quad(i).0, confidence, doubtful: confidence < 0.9, probabilities }
    };
    let reading = Reading {
        tiles: tiles.iter().enumerate().map(read).collect(),
        rejected: Vec::new(),
        size: [1280, 720],
        conditions: Vec::new(),
        timing: Timing::default(),
    };
    let ways = |tile: &Laid| {
        let flat = Probabilities::new(Face::all().map(|face| (face, 1.0 / Face::COUNT as f32)));
        let upright =
            Way { probabilities: Probabilities::new(tile.likely.iter().copied()), embedding: tile.print.clone() };
        let other = |embedding: Vec<f32>| Way { probabilities: flat, embedding };
        vec![other(axis(200)), upright, other(axis(201)), other(tile.turned.clone())]
    };
    Shown { reading, ways: tiles.iter().map(ways).collect(), reader: "abc".to_owned() }
}

fn suzume() -> Layout {
    Layout::usual(SetProfile::Suzume)
}

fn whole() -> Vec<Laid> {
    suzume().faces().iter().map(|&face| sure(face)).collect()
}

fn taught(layout: &Layout, pictures: &[Vec<Laid>]) -> Lesson {
    let shown: Vec<Shown> = pictures.iter().map(|tiles| picture(tiles)).collect();
    Lesson::of("ours", layout, &shown).expect("a lesson")
}

fn codes(lesson: &Lesson) -> Vec<&'static str> {
    lesson.findings.iter().map(Finding::code).collect()
}

#[test]
fn twenty_tiles_in_order_are_learnt_from_one_picture() {
    let lesson = taught(&suzume(), &[whole()]);
    assert_eq!(codes(&lesson), [""; 0]);
    let set = lesson.set.expect("learnt");
    assert_eq!(set.faces().len(), 20);
    assert_eq!((lesson.tiles, lesson.right_before, lesson.right_after), (20, 20, 20));
    let of = |id: &str| set.faces().iter().find(|taught| taught.face == face(id)).expect("taught");
    assert_eq!(of("hatsu").looks, [axis(face("hatsu").index())], "hatsu shows its head");
    let souzu = face("5s").index();
    assert_eq!(of("5s").looks, [axis(souzu), axis(Face::COUNT + souzu)], "souzu may stand on theirs");
}

#[test]
fn the_layout_may_be_split_and_repeated() {
    let (front, reds) = (whole()[..11].to_vec(), whole()[11..].to_vec());
    let lesson = taught(&suzume(), &[front, reds, whole(), whole()]);
    assert_eq!(codes(&lesson), [""; 0]);
    assert!(lesson.set.expect("learnt").faces().iter().all(|taught| taught.pictures == 3));
}

#[test]
fn a_picture_that_shows_any_stretch_of_the_layout_will_do() {
    let lesson = taught(&suzume(), &[whole(), whole()[5..12].to_vec()]);
    assert_eq!(codes(&lesson), [""; 0]);
    assert_eq!(lesson.faces[1][0], Some(face("6s")));
}

#[test]
fn an_unknown_print_is_learnt_and_read_from_then_on() {
    let mut tiles = whole();
    tiles[0] = laid("1s", &[("flower", 0.6), ("1s", 0.2), ("hatsu", 0.2)]);
    let lesson = taught(&suzume(), &[tiles]);
    assert_eq!(codes(&lesson), [""; 0]);
    assert_eq!((lesson.right_before, lesson.right_after), (19, 20));
}

#[test]
fn a_missing_a_stray_and_no_tile_are_counted_and_named() {
    let mut tiles = whole();
    tiles.remove(4);
    let lesson = taught(&suzume(), &[whole(), tiles]);
    assert!(lesson.set.is_none());
    let Finding::TileCount { picture: 1, found: 19, missing, extra, .. } = &lesson.findings[0] else {
        panic!("{:?}", lesson.findings)
    };
    assert_eq!((missing.as_slice(), extra.as_slice()), (faces("5s").as_slice(), [].as_slice()));
    assert!(lesson.findings[0].is_final());
    assert!(
        lesson.findings[0].to_string().contains("picture 2 shows 19 tiles, the layout has 20; left out or hidden: 5s"),
        "{}",
        lesson.findings[0]
    );

    let mut tiles = whole();
    tiles.insert(9, sure(face("E")));
    let lesson = taught(&suzume(), &[tiles]);
    assert!(matches!(&lesson.findings[0], Finding::TileCount { extra, .. } if extra == &[9]), "{:?}", lesson.findings);
    let stray = vec![Place { picture: 0, tile: 9 }];
    assert_eq!((lesson.findings[0].picture(), lesson.findings[0].places()), (Some(0), stray));

    let lesson = taught(&suzume(), &[Vec::new()]);
    assert_eq!((codes(&lesson), lesson.set.is_none()), (vec!["tile_count_differs"], true));
    let lesson = taught(&suzume(), &[vec![sure(face("E")), sure(face("W"))]]);
    assert_eq!((codes(&lesson), lesson.faces), (vec!["tile_count_differs"], vec![vec![None, None]]));
}

#[test]
fn a_covered_tile_beside_the_others_is_counted() {
    let mut tiles = whole();
    tiles.remove(7);
    let mut one = picture(&tiles);
    let corners = Quad::rectangle(44.0 * 7.0, 70.0, 44.0 * 7.0 + 40.0, 130.0).0;
    let unclear = Rejected { corners, face: Face::JUNK, confidence: 0.9 };
    let far = Rejected { corners: Quad::rectangle(0.0, 600.0, 40.0, 660.0).0, ..unclear.clone() };
    one.reading.rejected = vec![unclear, far];
    let lesson = Lesson::of("ours", &suzume(), &[one]).expect("a lesson");
    assert!(matches!(lesson.findings[0], Finding::TileCount { unclear: 1, .. }), "{:?}", lesson.findings);
}

#[test]
fn the_reds_are_asked_for() {
    let lesson = taught(&suzume(), &[whole()[..11].to_vec()]);
    assert_eq!(codes(&lesson), ["reds_missing"]);
    assert_eq!(lesson.set.expect("the rest is learnt").faces().len(), 11);
    let lesson = taught(&suzume(), &[whole()[..9].to_vec()]);
    assert_eq!(codes(&lesson), ["faces_missing"]);
}

#[test]
fn a_wrong_layout_is_caught_at_its_place() {
    let mut tiles = whole();
    tiles.swap(2, 3);
    let lesson = taught(&suzume(), &[tiles]);
    assert_eq!(codes(&lesson), ["wrong_tile", "wrong_tile"]);
    let place = Place { picture: 0, tile: 2 };
    let expected = Finding::WrongTile { place, expected: face("3s"), looks_like: face("4s"), confidence: 0.99 };
    assert_eq!(lesson.findings[0], expected);
    assert!(expected.to_string().starts_with("tile 3 of picture 1 should be 3s and is surely 4s (99 %)"), "{expected}");
}

#[test]
fn a_covered_or_blurred_tile_is_not_learnt_unseen() {
    let mut tiles = whole();
    tiles[6] = laid("7s", &[("7s", 0.6), ("junk", 0.4)]);
    tiles[7] = laid("8s", &[("1m", 0.5), ("hatsu", 0.5)]);
    let lesson = taught(&suzume(), &[tiles]);
    assert_eq!(codes(&lesson), ["unclear_tile", "unclear_tile"]);
    assert_eq!(
        (lesson.findings[1].picture(), lesson.findings[1].places()),
        (None, vec![Place { picture: 0, tile: 7 }])
    );
}

#[test]
fn one_face_that_looks_different_twice_is_said() {
    let mut other = whole();
    other[3].print = mixed(&axis(3), &axis(150), 0.7);
    let lesson = taught(&suzume(), &[whole(), whole(), other]);
    assert_eq!(codes(&lesson), ["looks_different"]);
    let [one, other] = lesson.findings[0].places()[..] else { panic!("two tiles: {:?}", lesson.findings) };
    assert_eq!((one.tile, other), (3, Place { picture: 2, tile: 3 }));
    // Either way up it is the same print, if it does not show its head.
    let mut turned = whole();
    let tile = &mut turned[3];
    (tile.print, tile.turned) = (tile.turned.clone(), tile.print.clone());
    assert_eq!(codes(&taught(&suzume(), &[whole(), turned])), [""; 0]);
}

#[test]
fn two_faces_that_look_the_same_are_said() {
    let mut tiles = whole();
    tiles[5] = Laid { print: tiles[8].print.clone(), turned: tiles[8].turned.clone(), ..tiles[5].clone() };
    let lesson = taught(&suzume(), &[tiles]);
    assert_eq!(codes(&lesson)[0], "faces_too_alike");
    assert_eq!(lesson.findings[0], Finding::TooAlike { faces: [face("6s"), face("9s")] });
}

#[test]
fn a_hard_picture_is_said() {
    let mut one = picture(&whole());
    one.reading.conditions = vec![Condition::TooDark];
    let lesson = Lesson::of("ours", &suzume(), &[one]).expect("a lesson");
    assert_eq!(codes(&lesson), ["poor_picture"]);
}

#[test]
fn a_person_says_what_is_what() {
    let shown = [picture(&whole())];
    let mut told: Vec<Option<Face>> = suzume().faces().iter().copied().map(Some).collect();
    told[19] = None;
    let lesson = Lesson::as_told("ours", &suzume(), &shown, vec![told]).expect("a lesson");
    assert_eq!(codes(&lesson), ["faces_missing"]);
    assert_eq!(lesson.tiles, 19);
    let nothing = Lesson::as_told("ours", &suzume(), &shown, vec![vec![None; 20]]).expect_err("no face");
    assert_eq!(nothing.code(), "no_faces");
    assert_eq!(Lesson::of("", &suzume(), &shown).expect_err("no name").code(), "set_name_invalid");
}
