//! The notation of tiles, and hands that cannot be.

mod second;

use rules::{Hand, HandError, NotationError, Tile, TileCounts, format_tiles, parse_tile, parse_tiles};

#[test]
fn every_tile_is_written_and_read_back() {
    for (position, face) in second::BOX.iter().enumerate() {
        assert_eq!(second::tile(position).to_string(), face.name);
        assert_eq!(parse_tile(face.name), Ok(second::tile(position)));
    }
}

/// Also where tiles stand without a space between: `11r` is a normal and a red one.
#[test]
fn every_three_tiles_are_written_and_read_back() {
    for first in Tile::all() {
        for second in Tile::all() {
            for third in Tile::all() {
                let tiles = vec![first, second, third];
                assert_eq!(parse_tiles(&format_tiles(tiles.clone())), Ok(tiles.clone()));
                assert_eq!(parse_tiles(&format!(" {first}  {second}\t{third}\n")), Ok(tiles));
            }
        }
    }
}

#[test]
fn every_hand_is_written_and_read_back() {
    for hand in second::all_hands::<6>() {
        let made = Hand::new(&hand.map(second::tile), None).expect("a hand");
        assert_eq!(Hand::parse(&made.to_string(), None), Ok(made));
    }
}

/// `ui/tests/tiles.test.ts` holds the window's text field to the same list.
#[test]
fn what_a_person_types_is_read_as_the_window_reads_it() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/notation.json");
    let golden: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the list")).expect("JSON");
    let typed = golden["typed"].as_array().expect("a list");
    assert!(typed.len() > 20);
    for pair in typed {
        let read = parse_tiles(pair[0].as_str().expect("a text")).ok().map(format_tiles);
        assert_eq!(read.as_deref(), pair[1].as_str(), "{pair}");
    }
}

#[test]
fn what_is_no_tile_is_refused_with_its_place() {
    for (text, found, at) in [
        ("0 1 2 3 4 5", '0', 0),
        ("12x", 'x', 2),
        ("發 白", '白', 2),
        ("1-2", '-', 1),
        ("１，２", '，', 1),
        ("1rㅏ", 'ㅏ', 2),
    ] {
        let error = parse_tiles(text).expect_err(text);
        assert_eq!(error, NotationError::Unknown { found, at });
        assert_eq!(error.code(), "unknown_tile");
    }
}

/// Hatsu is never red, chun's red is not written, and an `r` belongs to the number right before it.
#[test]
fn a_stray_r_is_refused_with_its_place() {
    for (text, at) in [("r1", 0), ("gr", 1), ("cr", 1), ("1 r", 2), ("1rr", 2)] {
        let error = parse_tiles(text).expect_err(text);
        assert_eq!(error, NotationError::StrayRed { at });
        assert_eq!(error.code(), "stray_red");
    }
}

#[test]
fn one_tile_is_one_tile() {
    for (text, found) in [("", 0), ("12", 2), ("1r c", 2)] {
        let error = parse_tile(text).expect_err(text);
        assert_eq!(error, NotationError::NotOneTile { found });
        assert_eq!(error.code(), "not_one_tile");
    }
}

#[test]
fn a_hand_is_six_tiles() {
    for (text, found) in [("", 0), ("1 2 3", 3), ("12345", 5), ("1 2 3 4 5 6 7", 7)] {
        let error = Hand::parse(text, None).expect_err(text);
        assert_eq!(error, HandError::WrongCount { needed: 6, found });
        assert_eq!(error.code(), "wrong_tile_count");
    }
}

#[test]
fn a_hand_never_holds_more_copies_than_the_box() {
    for (text, tile) in [("3r3r4567", "3r"), ("333345", "3"), ("gggggc", "g"), ("cccccg", "c")] {
        let error = Hand::parse(text, None).expect_err(text);
        assert_eq!(error, HandError::TooManyCopies(parse_tile(tile).expect("a tile")));
        assert_eq!(error.code(), "too_many_copies");
    }
}

/// The dora tile is out of play, so a copy of it is missing from the hands.
#[test]
fn the_dora_tile_counts_as_a_copy() {
    for (text, dora) in [("3r45678", "3r"), ("333456", "3"), ("ggggcc", "g"), ("ccccgg", "c")] {
        let dora = parse_tile(dora).expect("a tile");
        assert!(Hand::parse(text, None).is_ok());
        assert_eq!(Hand::parse(text, Some(dora)), Err(HandError::TooManyCopies(dora)));
    }
    assert!(Hand::parse("333456", Some(parse_tile("3r").expect("a tile"))).is_ok());
}

#[test]
fn exactly_the_hands_that_exist_with_their_dora_are_hands() {
    for hand in second::all_hands::<6>().into_iter().step_by(3) {
        for dora in 0..second::BOX.len() {
            let made = Hand::new(&hand.map(second::tile), Some(second::tile(dora)));
            assert_eq!(made.is_ok(), second::exists(hand.into_iter().chain([dora])), "{hand:?} {dora}");
        }
    }
}

#[test]
fn tile_counts_never_pass_the_box() {
    let mut counts = TileCounts::default();
    for tile in Tile::all() {
        for taken in 0..tile.copies() {
            assert_eq!((counts.taken(tile), counts.left(tile)), (taken, tile.copies() - taken));
            assert_eq!(counts.take(tile), Ok(()));
        }
        assert_eq!(counts.take(tile), Err(tile));
        assert_eq!((counts.taken(tile), counts.left(tile)), (tile.copies(), 0));
    }
}
