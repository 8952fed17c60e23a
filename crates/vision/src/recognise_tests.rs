use super::*;
use crate::manifest::{LocatorSpec, ReaderSpec};
use crate::model::{Answers, EMBEDDING, LocatorModel, Maps, Planes, ReaderModel};
use image::{Rgb, RgbImage};

/// Answers the same quads whatever it sees, given in pixels of an input that is 640 wide.
struct FixedLocator(Vec<Quad>);

impl LocatorModel for FixedLocator {
    fn locate(&mut self, picture: &Planes) -> Result<Maps, VisionError> {
        let (columns, rows) = (picture.width / 8, picture.height / 8);
        let cells = columns * rows;
        let mut maps = Maps { columns, rows, heat: vec![0.0; cells], corners: vec![0.0; 8 * cells] };
        let scale = picture.width as f32 / 640.0;
        for quad in self.0.iter().map(|quad| quad.scaled([scale, scale])) {
            let [x, y] = quad.centre();
            let (column, row) = ((x / 8.0) as usize, (y / 8.0) as usize);
            let cell = row * columns + column;
            maps.heat[cell] = 0.9;
            for (i, corner) in quad.0.iter().enumerate() {
                maps.corners[2 * i * cells + cell] = corner[0] - (column as f32 + 0.5) * 8.0;
                maps.corners[(2 * i + 1) * cells + cell] = corner[1] - (row as f32 + 0.5) * 8.0;
            }
        }
        Ok(maps)
    }
}

/// Names a crop by its colour in the middle: green is hatsu, red is chun, all else is junk.
struct ColourReader;

impl ReaderModel for ColourReader {
    fn name(&mut self, crops: &[f32], count: usize) -> Result<Answers, VisionError> {
        let plane = crops.len() / count / 3;
        let side = (plane as f32).sqrt() as usize;
        let middle = side / 2 * side + side / 2;
        let logits = crops
            .chunks_exact(3 * plane)
            .flat_map(|crop| {
                let (red, green) = (crop[middle] > 0.7, crop[plane + middle] > 0.7);
                [if green { 3.0 } else { 0.0 }, if red { 6.0 } else { 0.0 }, if red || green { 0.0 } else { 9.0 }]
            })
            .collect();
        Ok(Answers { logits, embeddings: vec![0.0; count * EMBEDDING] })
    }
}

fn recogniser(quads: Vec<Quad>) -> Recogniser {
    let locator = LocatorSpec {
        file: String::new(),
        sha256: String::new(),
        stride: 8,
        long_side: 640,
        score_threshold: 0.5,
        nms_iou: 0.3,
    };
    let reader = Reader::new(reader_spec(0.3), Box::new(ColourReader));
    Recogniser::new(Locator::new(locator, Box::new(FixedLocator(quads))), reader)
}

fn reader_spec(keep_from: f32) -> ReaderSpec {
    let classes = vec![Face::HATSU, Face::CHUN, Face::JUNK];
    let (file, sha256) = (String::new(), String::new());
    ReaderSpec {
        file,
        sha256,
        size: 16,
        fill: 0.8,
        classes,
        temperature: 1.0,
        doubt_below: 0.95,
        keep_from,
        keep_alone_from: keep_from,
    }
}

#[test]
fn what_neither_network_is_sure_of_is_no_tile() {
    let pixels = RgbImage::from_pixel(1280, 720, Rgb([255, 0, 0]));
    let picture = Picture::from_rgb(pixels).expect("large enough");
    let mut recogniser = recogniser(vec![Quad::rectangle(60.0, 100.0, 120.0, 180.0)]);
    assert_eq!(recogniser.read(&picture).expect("the fakes do not fail").tiles.len(), 1);
    recogniser.reader = Reader::new(reader_spec(0.999), Box::new(ColourReader));
    let reading = recogniser.read(&picture).expect("the fakes do not fail");
    assert_eq!((reading.tiles.len(), reading.rejected.len()), (0, 1), "score times probability is below the line");
}

#[test]
fn a_picture_becomes_tiles_in_reading_order_with_doubt_and_leftovers() {
    // The left third is red, the middle black, the right green.
    let pixels = RgbImage::from_fn(1280, 720, |x, _| Rgb([[255, 0, 0], [0, 0, 0], [0, 255, 0]][x as usize * 3 / 1280]));
    let quad = |x: f32| Quad::rectangle(x, 100.0, x + 60.0, 180.0);
    let picture = Picture::from_rgb(pixels).expect("large enough");
    let mut recogniser = recogniser(vec![quad(500.0), quad(290.0), quad(60.0)]);
    let reading = recogniser.read(&picture).expect("the fakes do not fail");

    let shown: Vec<_> = reading.tiles.iter().map(|tile| (tile.face.id(), tile.doubtful)).collect();
    assert_eq!(shown, [("chun", false), ("hatsu", true)]);
    assert_eq!(reading.rejected.len(), 1, "the black one is no tile");
    assert_eq!(reading.size, [1280, 720]);
    assert_eq!(reading.tiles[0].corners[0][1], 200.0, "corners are in pixels of the picture, not of the input");
    assert!(reading.timing.total >= reading.timing.locate);
    let tiles = |known: &[Tile]| -> Vec<_> {
        reading.arranged_with(SetProfile::Suzume, known).tiles.into_iter().map(|tile| tile.tile).collect()
    };
    assert_eq!(tiles(&[]), [Some(Tile::CHUN), Some(Tile::HATSU)]);
    let dragons = [[Tile::HATSU; 4], [Tile::HATSU, Tile::CHUN, Tile::CHUN, Tile::CHUN]].concat();
    assert_eq!(tiles(&dragons), [Some(Tile::CHUN), None], "no hatsu is left, nor a second chun");
    assert!(reading.conditions.is_empty());
}

#[test]
fn what_is_read_in_a_blurred_picture_is_doubtful_however_sure_the_reader_is() {
    // A chessboard: with hard edges, and as a lens out of focus shows it.
    let chessboard = |edge: f32| {
        let picture = RgbImage::from_fn(1280, 720, |x, y| {
            let wave = ((x as f32 / 20.0).sin() * (y as f32 / 20.0).sin() * edge).clamp(-1.0, 1.0);
            let value = (70.0 + 50.0 * wave) as u8;
            Rgb([255, value, value])
        });
        let picture = Picture::from_rgb(picture).expect("large enough");
        recogniser(vec![Quad::rectangle(60.0, 100.0, 120.0, 180.0)]).read(&picture).expect("the fakes do not fail")
    };
    let (sharp, smeared) = (chessboard(50.0), chessboard(1.0));
    assert_eq!(sharp.conditions, []);
    assert!(!sharp.tiles[0].doubtful);
    assert_eq!(smeared.conditions, [Condition::Blurred]);
    assert!(smeared.tiles[0].doubtful && smeared.tiles[0].confidence > 0.95);
}

#[test]
fn corners_are_those_of_the_picture_as_it_was_given() {
    let picture = Picture::from_rgb(RgbImage::from_pixel(8192, 4608, Rgb([255, 0, 0]))).expect("large enough");
    let mut recogniser = recogniser(vec![Quad::rectangle(64.0, 100.0, 128.0, 180.0)]);
    let reading = recogniser.read(&picture).expect("the fakes do not fail");
    assert_eq!(reading.size, [8192, 4608]);
    let corners = Quad(reading.tiles[0].corners).bounds();
    for (found, expected) in corners.iter().zip([64.0, 100.0, 128.0, 180.0]) {
        assert!((found - expected * 12.8).abs() < 0.1, "{corners:?}");
    }
}

#[test]
fn a_print_far_smaller_than_the_tiles_is_no_tile() {
    let picture = Picture::from_rgb(RgbImage::from_pixel(1280, 720, Rgb([255, 0, 0]))).expect("large enough");
    let mut quads: Vec<Quad> =
        (0..5).map(|i| Quad::rectangle(0.0, 0.0, 60.0, 80.0).moved([80.0 * i as f32, 20.0])).collect();
    quads.push(Quad::rectangle(500.0, 300.0, 520.0, 325.0));
    let reading = recogniser(quads.clone()).read(&picture).expect("the fakes do not fail");
    assert_eq!((reading.tiles.len(), reading.rejected.len()), (5, 1));
    assert_eq!(reading.rejected[0].face.id(), "chun");
    // A tile half as large as the others may well stand at the far end of the table.
    quads[5] = Quad::rectangle(500.0, 300.0, 530.0, 340.0);
    assert_eq!(recogniser(quads.clone()).read(&picture).expect("the fakes do not fail").tiles.len(), 6);
    // Two or three tiles do not say what size is usual.
    let few = vec![quads[0], quads[1], Quad::rectangle(500.0, 300.0, 520.0, 325.0)];
    assert_eq!(recogniser(few).read(&picture).expect("the fakes do not fail").tiles.len(), 3);
}
