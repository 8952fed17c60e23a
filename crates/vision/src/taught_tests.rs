use super::*;
use std::f32::consts::FRAC_PI_3;

fn face(id: &str) -> Face {
    Face::from_id(id).expect("a face")
}

/// The direction of one axis of the embedding.
fn axis(number: usize) -> Vec<f32> {
    (0..EMBEDDING).map(|i| if i == number { 1.0 } else { 0.0 }).collect()
}

/// A direction at an angle from one axis towards another.
fn between(a: usize, b: usize, angle: f32) -> Vec<f32> {
    axis(a).iter().zip(axis(b)).map(|(x, y)| x * angle.cos() + y * angle.sin()).collect()
}

fn set(faces: &[(&str, usize)]) -> TaughtSet {
    let faces = faces.iter().map(|&(id, number)| TaughtFace { face: face(id), pictures: 1, looks: vec![axis(number)] });
    TaughtSet::new("our set", "abc", faces.collect()).expect("a name")
}

fn way(likely: &[(&str, f32)], embedding: Vec<f32>) -> Way {
    Way { probabilities: Probabilities::new(likely.iter().map(|&(id, p)| (face(id), p))), embedding }
}

#[test]
fn a_tile_that_looks_like_a_taught_face_is_more_likely_that_face() {
    let mut seen = way(&[("6s", 0.7), ("9s", 0.2), ("junk", 0.1)], axis(1));
    set(&[("6s", 0), ("9s", 1)]).weigh(&mut seen);
    let of = |id| seen.probabilities.of(face(id));
    // exp(12 (1 - 0.6)) for 9s; for 6s, which it is not like at all, no less than exp(-0.5).
    let (nine, six, junk) = (0.2 * 4.8f32.exp(), 0.7 * (-0.5f32).exp(), 0.1);
    let sum = nine + six + junk;
    for (id, expected) in [("9s", nine / sum), ("6s", six / sum), ("junk", junk / sum)] {
        assert!((of(id) - expected).abs() < 1e-5, "{id}");
    }
}

#[test]
fn a_blurred_tile_that_is_like_nothing_loses_little() {
    let mut seen = way(&[("6s", 0.9), ("E", 0.1)], axis(9));
    set(&[("6s", 0), ("9s", 1)]).weigh(&mut seen);
    assert!(seen.probabilities.of(face("6s")) > 0.8, "{:?}", seen.probabilities);
}

#[test]
fn a_red_that_was_not_taught_shares_the_likeness_of_the_plain_one() {
    let taught = set(&[("3s", 0)]);
    let looks = between(0, 1, FRAC_PI_3);
    assert_eq!(taught.likeness(face("3sr"), &looks), taught.likeness(face("3s"), &looks));
    assert!((taught.likeness(face("3s"), &looks).expect("taught") - 0.5).abs() < 1e-5);
    assert_eq!(taught.likeness(face("3m"), &looks), None);
    let mut seen = way(&[("3s", 0.4), ("3sr", 0.6)], axis(0));
    taught.weigh(&mut seen);
    assert!((seen.probabilities.of(face("3sr")) - 0.6).abs() < 1e-5, "the colour stays the reader's to say");
    let with_red = set(&[("3s", 0), ("3sr", 1)]);
    with_red.weigh(&mut seen);
    assert!(seen.probabilities.of(face("3s")) > 0.9);
}

#[test]
fn a_print_is_known_either_way_up() {
    let both = TaughtFace { face: face("3s"), pictures: 2, looks: vec![axis(0), axis(1)] };
    let taught = TaughtSet::new("s", "abc", vec![both]).expect("a name");
    assert_eq!(taught.likeness(face("3s"), &axis(1)), Some(1.0));
}

#[test]
fn what_is_written_is_read_again() {
    let faces = vec![
        TaughtFace { face: face("3s"), pictures: 3, looks: vec![between(0, 5, 0.3), between(1, 2, 1.0)] },
        TaughtFace { face: face("hatsu"), pictures: 1, looks: vec![axis(7)] },
    ];
    let set = TaughtSet::new("  우리 집 세트 ", "ABC", faces).expect("a name");
    assert_eq!(set.name(), "우리 집 세트");
    let again = TaughtSet::from_json(&set.to_json()).expect("our own file");
    assert_eq!((again.name(), again.faces().len()), (set.name(), 2));
    for (a, b) in set.faces().iter().zip(again.faces()) {
        assert_eq!((a.face, a.pictures, a.looks.len()), (b.face, b.pictures, b.looks.len()));
        assert!(a.looks.iter().zip(&b.looks).all(|(a, b)| cosine(a, b) > 0.9999));
    }
    assert!(again.check_reader("abc").is_ok(), "a digest in capitals is the same");
    assert_eq!(again.check_reader("abd").expect_err("another reader").code(), "set_other_reader");
}

#[test]
fn a_damaged_file_says_what_is_wrong() {
    let good = set(&[("3s", 0), ("4s", 1)]).to_json();
    let cases = [
        (r#""version":1"#, r#""version":2"#, "version 2"),
        (r#""face":"4s""#, r#""face":"3s""#, "twice"),
        (r#""face":"4s""#, r#""face":"4x""#, "no face"),
        (r#""face":"4s""#, r#""face":"junk""#, "no face"),
        (r#"[10000,"#, r#"[9,"#, "damaged"),
        (r#"[10000,"#, r#"[10000,0,"#, "damaged"),
        (r#""name":"our set""#, r#""name":"""#, "name"),
    ];
    for (from, to, reason) in cases.into_iter() {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{from}");
        let refused = TaughtSet::from_json(&text).expect_err(to);
        assert!(refused.contains(reason), "{to}: {refused}");
    }
    assert!(TaughtSet::from_json(&good[..good.len() / 2]).is_err(), "half a file");
}

#[test]
fn names_are_what_people_write() {
    for good in ["우리 집", "祖母の牌", "Café №1", "../../etc", "a".repeat(40).as_str()] {
        assert_eq!(proper_name(good).expect(good), good);
    }
    for bad in ["", "  ", "two\nlines", "a".repeat(41).as_str()] {
        assert_eq!(proper_name(bad).expect_err(bad).code(), "set_name_invalid");
    }
}
