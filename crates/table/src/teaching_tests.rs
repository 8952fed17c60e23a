use super::*;
use image::{ImageFormat, Rgb, RgbImage};
use std::io::Cursor;
use vision::{
    Answers, EMBEDDING, Locator, LocatorModel, LocatorSpec, Maps, Planes, Reader, ReaderModel, ReaderSpec, SetProfile,
    VisionError,
};

/// Tiles of 48 x 64 pixels in rows of ten.
struct Row(usize);

impl LocatorModel for Row {
    fn locate(&mut self, picture: &Planes) -> Result<Maps, VisionError> {
        let (columns, rows) = (picture.width / 8, picture.height / 8);
        let cells = columns * rows;
        let mut maps = Maps { columns, rows, heat: vec![0.0; cells], corners: vec![0.0; 8 * cells] };
        // Other looks than the one at the picture's own size show nothing new.
        let tiles = if (columns, rows) == (88, 24) { self.0 } else { 0 };
        for tile in 0..tiles {
            // The cell around the middle of a tile: (36 + 64 column, 52 + 96 row).
            let cell = (6 + 12 * (tile / 10)) * columns + 4 + 8 * (tile % 10);
            maps.heat[cell] = 0.9;
            for (i, corner) in [[-24.0, -32.0], [24.0, -32.0], [24.0, 32.0], [-24.0, 32.0]].iter().enumerate() {
                maps.corners[2 * i * cells + cell] = corner[0];
                maps.corners[(2 * i + 1) * cells + cell] = corner[1];
            }
        }
        Ok(maps)
    }
}

/// Names a tile by how bright its red is: 10 a face, in the order of the classes.
struct Brightness(usize);

impl ReaderModel for Brightness {
    fn name(&mut self, crops: &[f32], count: usize) -> Result<Answers, VisionError> {
        let mut answers = Answers::default();
        for crop in crops.chunks_exact(crops.len() / count) {
            let side = ((crop.len() / 3) as f32).sqrt() as usize;
            let class = (crop[side / 2 * side + side / 2] * 25.5).round() as usize;
            answers.logits.extend((0..self.0).map(|i| if i == class { 9.0 } else { 0.0 }));
            answers.embeddings.extend((0..EMBEDDING).map(|i| if i == class { 1.0 } else { 0.0 }));
        }
        Ok(answers)
    }
}

fn layout() -> Layout {
    Layout::usual(SetProfile::Suzume)
}

/// A recogniser that sees so many tiles in every picture.
fn recogniser(tiles: usize, reader: &str) -> Recogniser {
    let locator = LocatorSpec {
        file: String::new(),
        sha256: String::new(),
        stride: 8,
        long_side: 704,
        score_threshold: 0.5,
        nms_iou: 0.3,
    };
    let mut classes = layout().faces().to_vec();
    classes.push(Face::JUNK);
    let model = Brightness(classes.len());
    let (file, sha256) = (String::new(), reader.to_owned());
    let reader = ReaderSpec {
        file,
        sha256,
        size: 16,
        fill: 0.8,
        classes,
        temperature: 1.0,
        doubt_below: 0.9,
        keep_from: 0.0,
        keep_alone_from: 0.0,
    };
    Recogniser::new(Locator::new(locator, Box::new(Row(tiles))), Reader::new(reader, Box::new(model)))
}

/// A picture whose tiles show these faces, by their place in the layout.
fn picture(faces: &[usize]) -> Vec<u8> {
    let pixels = RgbImage::from_fn(704, 192, |x, y| {
        let face = faces.get(x as usize / 64 + 10 * (y as usize / 96)).copied().unwrap_or(0);
        // Sharp squares, so that the picture is not held to be blurred.
        Rgb([face as u8 * 10, if (x / 6 + y / 6) % 2 == 0 { 20 } else { 230 }, 90])
    });
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, ImageFormat::Png).expect("a PNG");
    bytes.into_inner()
}

fn faces(view: &LessonView) -> ToldFaces {
    view.pictures.iter().map(|one| one.tiles.iter().map(|tile| tile.face.clone()).collect()).collect()
}

fn at(picture: u32, tile: u32) -> TilePlace {
    TilePlace { picture, tile }
}

#[test]
fn a_finding_says_all_that_it_knows_and_names_all_its_tiles() {
    let [one, two] = [Place { picture: 0, tile: 3 }, Place { picture: 2, tile: 4 }];
    let different = finding_view(&Finding::LooksDifferent { face: Face::CHUN, places: [one, two] });
    assert_eq!((different.picture, different.tiles), (None, vec![at(0, 3), at(2, 4)]));
    assert_eq!(different.details["faces"], "chun");
    let (missing, extra) = (vec![Face::HATSU], vec![5, 6]);
    let count = Finding::TileCount { picture: 1, found: 21, layout: 20, missing, extra, unclear: 2 };
    let count = finding_view(&count);
    assert_eq!((count.picture, count.tiles), (Some(1), vec![at(1, 5), at(1, 6)]));
    let details = ["found", "layout", "faces", "unclear"].map(|role| count.details[role].as_str());
    assert_eq!(details, ["21", "20", "hatsu", "2"]);
}

#[test]
fn a_set_is_taught_used_forgotten_and_had_back() {
    let data = tempfile::tempdir().expect("a folder");
    let mut teaching = Teaching::new(data.path());
    let mut reader = recogniser(20, "a");
    let lesson = teaching.show(&mut reader, &picture(&(0..20).collect::<Vec<_>>()), TileSet::Suzume).expect("a lesson");
    assert_eq!((lesson.tiles, lesson.right_before, lesson.can_learn), (20, 20, true), "{:?}", lesson.findings);
    assert_eq!(lesson.findings, []);
    assert_eq!(lesson.pictures[0].tiles[9].face.as_deref(), Some("hatsu"));

    let learn = SetChange::Learn { name: " 우리 집 ".into(), faces: faces(&lesson), tile_set: TileSet::Suzume };
    let view = teaching.change(&mut reader, learn).expect("learnt");
    assert_eq!(view.sets, [TaughtSetView { name: "우리 집".into(), faces: 20, usable: true }]);
    assert_eq!(view.active.as_deref(), Some("우리 집"));

    let later = Teaching::new(data.path());
    later.prepare(&mut reader);
    assert_eq!(later.view(&reader).expect("a view").active.as_deref(), Some("우리 집"));
    let other = recogniser(20, "b");
    let view = later.view(&other).expect("a view");
    assert_eq!((view.active, view.sets[0].usable), (None, false), "another reader: to be taught again");

    let view = teaching.change(&mut reader, SetChange::Forget { name: "우리 집".into() }).expect("forgotten");
    assert_eq!((view.sets.len(), view.active, view.forgotten.as_deref()), (0, None, Some("우리 집")));
    let view = teaching.change(&mut reader, SetChange::Restore).expect("had back");
    assert_eq!((view.sets.len(), view.forgotten), (1, None));
    assert_eq!(view.active.as_deref(), Some("우리 집"), "it was in use");
    teaching.change(&mut reader, SetChange::Use { name: None }).expect("no longer");
    teaching.change(&mut reader, SetChange::Forget { name: "우리 집".into() }).expect("forgotten");
    assert_eq!(teaching.change(&mut reader, SetChange::Restore).expect("had back").active, None, "it was not in use");
    let gone = teaching.change(&mut reader, SetChange::Use { name: Some("nobody's".into()) }).expect_err("never there");
    assert_eq!((gone.code.as_str(), gone.details["name"].as_str()), ("set_unknown", "nobody's"));
}

#[test]
fn what_is_odd_is_said_and_the_person_puts_it_right() {
    let data = tempfile::tempdir().expect("a folder");
    let mut teaching = Teaching::new(data.path());
    let mut reader = recogniser(20, "a");
    let mut order: Vec<usize> = (0..20).collect();
    order.swap(2, 3);
    let lesson = teaching.show(&mut reader, &picture(&order), TileSet::Suzume).expect("a lesson");
    let found: Vec<_> = lesson.findings.iter().map(|it| (it.code.as_str(), it.picture, it.tiles.as_slice())).collect();
    assert_eq!(found, [("wrong_tile", None, &[at(0, 2)][..]), ("wrong_tile", None, &[at(0, 3)])]);
    let details = &lesson.findings[0].details;
    assert_eq!((details["looks_like"].as_str(), details["percent"].as_str()), ("4s", "100"));
    let mut told = faces(&lesson);
    told[0].swap(2, 3);
    let lesson = teaching.check(&told, TileSet::Suzume).expect("a lesson");
    assert_eq!((lesson.findings, lesson.can_learn), (Vec::new(), true));
    let lesson = teaching.show(&mut reader, &picture(&order), TileSet::Suzume).expect("another picture");
    assert_eq!(faces(&lesson)[0], told[0], "what was put right stays so");
    let found: Vec<_> = lesson.findings.iter().map(|it| (it.code.as_str(), it.picture, it.tiles.as_slice())).collect();
    assert_eq!(found[..2], [("wrong_tile", None, &[at(1, 2)][..]), ("wrong_tile", None, &[at(1, 3)])]);
    told[0][0] = Some("junk".into());
    assert_eq!(teaching.check(&told, TileSet::Suzume).expect_err("no face").code, "unknown_face");
}

#[test]
fn tiles_that_do_not_fit_teach_nothing_until_the_person_says_what_they_are() {
    let data = tempfile::tempdir().expect("a folder");
    let mut teaching = Teaching::new(data.path());
    let mut reader = recogniser(3, "a");
    let lesson = teaching.show(&mut reader, &picture(&[0, 2, 15]), TileSet::Suzume).expect("a lesson");
    assert_eq!((lesson.findings[0].code.as_str(), lesson.can_learn), ("tile_count_differs", false));
    let told = vec![vec![Some("1s".to_owned()), Some("3s".to_owned()), None]];
    let lesson = teaching.check(&told, TileSet::Suzume).expect("a lesson");
    assert!(lesson.can_learn && lesson.findings.iter().all(|it| it.code == "faces_missing"), "{:?}", lesson.findings);
    let lesson = teaching.show(&mut reader, &picture(&[0, 2, 15]), TileSet::Suzume).expect("another picture");
    assert_eq!((lesson.findings[0].code.as_str(), lesson.findings[0].picture), ("tile_count_differs", Some(1)));
    assert_eq!((&faces(&lesson)[..1], lesson.can_learn), (&told[..], false));
    assert_eq!(teaching.change(&mut reader, SetChange::Begin).expect("begun anew").sets, []);
    let lesson = teaching.show(&mut reader, &picture(&[0, 2, 15]), TileSet::Suzume).expect("a lesson");
    assert_eq!((lesson.pictures.len(), lesson.findings[0].picture), (1, Some(0)), "nothing is said of it yet");
    teaching.change(&mut reader, SetChange::Begin).expect("begun anew");
    assert_eq!(teaching.check(&Vec::new(), TileSet::Suzume).expect_err("no picture").code, "no_faces");
}
