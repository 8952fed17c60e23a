use super::*;
use crate::Answers;
use image::{Rgb, RgbImage};

const SIZE: usize = 16;

fn spec(classes: &[&str]) -> ReaderSpec {
    ReaderSpec {
        file: String::new(),
        sha256: String::new(),
        size: SIZE as u32,
        fill: 0.8,
        classes: classes.iter().map(|id| Face::from_id(id).expect("a face")).collect(),
        temperature: 1.0,
        doubt_below: 0.9,
        keep_from: 0.0,
        keep_alone_from: 0.0,
    }
}

/// A reader model that is sure of the first face when the crop's top is bright and its bottom dark, and calls all else
/// the last class.
struct BrightOnTop {
    classes: usize,
    batches: Vec<usize>,
}

impl ReaderModel for BrightOnTop {
    fn name(&mut self, crops: &[f32], count: usize) -> Result<Answers, VisionError> {
        self.batches.push(count);
        assert!(count <= BATCH);
        let values = 3 * SIZE * SIZE;
        assert_eq!(crops.len(), count * values);
        let classes = self.classes;
        let logits = crops.chunks_exact(values).flat_map(|crop| {
            let at = |row: usize, column: usize| crop[row * SIZE + column];
            let fits = at(4, 8) > 0.8 && at(12, 8) < 0.2;
            (0..classes).map(move |class| match class {
                0 if fits => 5.0,
                _ if class + 1 == classes && !fits => 4.0,
                _ => 0.0,
            })
        });
        Ok(Answers { logits: logits.collect(), embeddings: vec![0.0; count * EMBEDDING] })
    }
}

/// A tile at (20, 20) to (20 + width, 20 + height) that is white at the given side and black at the opposite one.
fn picture(width: u32, height: u32, bright: &str) -> RgbImage {
    RgbImage::from_fn(200, 200, |x, y| {
        let (x, y) = (x.saturating_sub(20) * 2 / width, y.saturating_sub(20) * 2 / height);
        let white = match bright {
            "top" => y == 0,
            "bottom" => y == 1,
            "left" => x == 0,
            _ => x == 1,
        };
        Rgb([if white { 255 } else { 0 }; 3])
    })
}

fn read_one(picture: &RgbImage, quad: Quad) -> Named {
    let classes = ["7s", "hatsu", "junk"];
    let model = BrightOnTop { classes: classes.len(), batches: Vec::new() };
    let mut reader = Reader::new(spec(&classes), Box::new(model));
    reader.read(&mut Pyramid::new(picture), &[quad]).expect("the fake does not fail").remove(0)
}

#[test]
fn a_tile_is_read_however_it_stands_and_its_corners_say_how() {
    let (width, height) = (60.0, 80.0);
    for (bright, top_left, size) in [
        ("top", [20.0, 20.0], [width, height]),
        ("bottom", [80.0, 100.0], [width, height]),
        ("left", [20.0, 80.0], [height, width]),
        ("right", [100.0, 20.0], [height, width]),
    ] {
        let shown = picture(size[0] as u32, size[1] as u32, bright);
        let quad = Quad::rectangle(20.0, 20.0, 20.0 + size[0], 20.0 + size[1]);
        for first in 0..4 {
            let named = read_one(&shown, quad.rolled(first));
            assert_eq!(named.face.id(), "7s", "bright {bright}, corner {first} first");
            assert!((named.confidence - 5f32.exp() / (5f32.exp() + 2.0)).abs() < 1e-4);
            assert_eq!(named.upright.0[0], top_left, "bright {bright}, corner {first} first");
            assert!(named.upright.area() > 0.0, "still clockwise");
        }
    }
}

#[test]
fn a_square_and_a_foreshortened_tile_are_read_in_all_four_ways() {
    for bright in ["top", "right", "bottom", "left"] {
        let named = read_one(&picture(70, 70, bright), Quad::rectangle(20.0, 20.0, 90.0, 90.0));
        assert_eq!(named.face.id(), "7s", "{bright}");
        let lying_flat = read_one(&picture(80, 60, bright), Quad::rectangle(20.0, 20.0, 100.0, 80.0));
        assert_eq!(lying_flat.face.id(), "7s", "wider than high, {bright}");
    }
}

#[test]
fn what_is_junk_every_way_is_junk() {
    let named = read_one(&RgbImage::new(200, 200), Quad::rectangle(20.0, 20.0, 80.0, 100.0));
    assert_eq!(named.face, Face::JUNK);
    assert!(named.confidence > 0.9);
}

#[test]
fn a_name_wins_over_junk_in_the_winning_way() {
    let classes: Vec<Face> = ["7s", "hatsu", "junk"].iter().filter_map(|id| Face::from_id(id)).collect();
    let quad = Quad::rectangle(0.0, 0.0, 3.0, 4.0);
    // The first way says junk by a hair but names 7s best; the second one would not call it junk.
    let way = |likely: [f32; 3], looks: f32| Way {
        probabilities: Probabilities::new(classes.iter().copied().zip(likely)),
        embedding: vec![looks],
    };
    let named = surest(&quad, vec![way([0.45, 0.08, 0.47], 1.0), way([0.1, 0.43, 0.42], 0.0)]);
    assert_eq!((named.face.id(), named.confidence), ("7s", 0.45));
    assert_eq!(named.probabilities.beside(named.face).iter().map(|a| a.0.id()).collect::<Vec<_>>(), ["junk", "hatsu"]);
    assert_eq!((named.upright, named.embedding), (quad, vec![1.0]));
}

#[test]
fn only_what_is_unsure_as_it_stands_is_turned() {
    /// Counts the crops it is asked about.
    struct Counted(BrightOnTop, std::sync::Arc<std::sync::atomic::AtomicUsize>);
    impl ReaderModel for Counted {
        fn name(&mut self, crops: &[f32], count: usize) -> Result<Answers, VisionError> {
            self.1.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
            self.0.name(crops, count)
        }
    }
    let asked = |bright: &str| {
        let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let model = Counted(BrightOnTop { classes: 2, batches: Vec::new() }, count.clone());
        let mut reader = Reader::new(spec(&["7s", "junk"]), Box::new(model));
        let quad = Quad::rectangle(20.0, 20.0, 80.0, 100.0);
        reader.read(&mut Pyramid::new(&picture(60, 80, bright)), &[quad, quad]).expect("the fake does not fail");
        count.load(std::sync::atomic::Ordering::Relaxed)
    };
    assert_eq!(asked("top"), 2, "sure at once");
    assert_eq!(asked("bottom"), 8, "all four turns of each");
}

/// A reader model that says this of three classes of what stands as it stands, sees junk in the other turns, and the second
/// class when it looks aside.
struct Wavering {
    as_it_stands: [f32; 3],
    looked: std::sync::Arc<std::sync::Mutex<Vec<Vec<f32>>>>,
}

impl ReaderModel for Wavering {
    fn name(&mut self, crops: &[f32], count: usize) -> Result<Answers, VisionError> {
        let one = match count {
            1 => self.as_it_stands,
            3 => [-4.0, -4.0, 4.0],
            _ => [-1.0, 3.0, -1.0],
        };
        self.looked.lock().expect("no panic").push(crops.to_vec());
        Ok(Answers { logits: one.repeat(count), embeddings: vec![0.0; count * EMBEDDING] })
    }
}

#[test]
fn what_is_unsure_is_looked_at_from_both_sides() {
    let read = |as_it_stands: [f32; 3]| {
        let looked = std::sync::Arc::default();
        let model = Wavering { as_it_stands, looked: std::sync::Arc::clone(&looked) };
        let mut reader = Reader::new(spec(&["7s", "hatsu", "junk"]), Box::new(model));
        let quad = Quad::rectangle(20.0, 20.0, 80.0, 100.0);
        let named = reader.read(&mut Pyramid::new(&picture(60, 80, "left")), &[quad]).expect("the fake does not fail");
        (named[0].clone(), std::mem::take(&mut *looked.lock().expect("no panic")))
    };
    let (named, looked) = read([1.0, 0.0, 0.0]);
    // Logits (1 - 1 - 1) / 3, (0 + 3 + 3) / 3, (0 - 1 - 1) / 3.
    let wanted = 2f32.exp() / (2f32.exp() + (-1f32 / 3.0).exp() + (-2f32 / 3.0).exp());
    assert_eq!((named.face.id(), looked.len()), ("hatsu", 3));
    assert!((named.confidence - wanted).abs() < 1e-4, "{} and not {wanted}", named.confidence);
    let (left, right) = looked[2].split_at(looked[0].len());
    assert!(left != right && left != looked[0] && right != looked[0], "the same place was looked at again");

    // From aside it looks more like junk than it did, which does not count.
    let (named, _) = read([1.0, 0.0, -3.0]);
    let junk = (-3f32).exp() / (1f32.exp() + 1.0 + (-3f32).exp());
    assert!((named.probabilities.of(Face::JUNK) - junk).abs() < 1e-5, "{named:?}");
    assert!((named.probabilities.iter().map(|(_, p)| p).sum::<f32>() - 1.0).abs() < 1e-5);

    let (named, looked) = read([9.0, 0.0, 0.0]);
    assert_eq!((named.face.id(), looked.len()), ("7s", 1), "it was sure at once");
    let (named, looked) = read([-2.0, -2.0, 2.0]);
    assert_eq!((named.face.id(), looked.len()), ("junk", 2), "no face to be sure of");
}

#[test]
fn temperature_flattens_and_probabilities_sum_to_one() {
    let sharp = softmax(&[2.0, 0.0, -1.0], 1.0);
    let flat = softmax(&[2.0, 0.0, -1.0], 2.0);
    assert!((sharp.iter().sum::<f32>() - 1.0).abs() < 1e-6 && (flat.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    assert!(flat[0] < sharp[0] && flat[0] > flat[1]);
    assert!((flat[0] / flat[1] - 1f32.exp()).abs() < 1e-4, "odds of logits 2 apart at temperature 2");
    assert!(softmax(&[1000.0, -1000.0], 1.0).iter().all(|p| p.is_finite()));
}

#[test]
fn many_tiles_go_in_batches_and_none_is_lost() {
    let classes = ["7s", "junk"];
    let model = BrightOnTop { classes: 2, batches: Vec::new() };
    let mut reader = Reader::new(spec(&classes), Box::new(model));
    let shown = picture(60, 80, "top");
    let quads: Vec<Quad> = (0..150)
        .map(|i| match i % 3 {
            0 => Quad::rectangle(20.0, 20.0, 80.0, 100.0),
            1 => Quad::rectangle(120.0, 120.0, 180.0, 180.0),
            _ => Quad([[5.0, 5.0]; 4]),
        })
        .collect();
    let named = reader.read(&mut Pyramid::new(&shown), &quads).expect("the fake does not fail");
    assert_eq!(named.len(), 150);
    for (i, tile) in named.iter().enumerate() {
        assert_eq!(tile.face.id(), if i % 3 == 0 { "7s" } else { "junk" }, "{i}");
    }
    assert!(reader.read(&mut Pyramid::new(&shown), &[]).expect("nothing to do").is_empty());
}
