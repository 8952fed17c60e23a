use super::*;

fn face(id: &str) -> Face {
    Face::from_id(id).expect("a face")
}

/// Tiles of 30 x 40, side by side, the first one's top left at (0, 0).
fn row(faces: &[&str]) -> Labelled {
    let tile = |(i, id): (usize, &&str)| Truth { face: face(id), quad: place(i), turn: None };
    let tiles = faces.iter().enumerate().map(tile).collect();
    Labelled { path: "row.jpg".into(), size: [640, 480], tiles, ignored: Vec::new(), faces: Vec::new(), hand: None }
}

fn place(i: usize) -> Quad {
    let left = 31.0 * i as f32;
    Quad::rectangle(left, 0.0, left + 30.0, 40.0)
}

fn seen(id: &str, quad: Quad, confidence: f32) -> Seen {
    Seen { face: face(id), quad, confidence, doubtful: confidence < 0.9 }
}

fn measured(one: &Labelled, readings: &[Seen]) -> Figures {
    let mut tally = Tally::default();
    tally.add(one, &Answer { tiles: readings.to_vec(), ..Answer::default() });
    tally.figures()
}

#[test]
fn the_surest_reading_takes_the_tile_and_the_second_one_is_false() {
    let one = row(&["1s"]);
    let readings = [seen("2s", place(0).moved([3.0, 0.0]), 0.8), seen("1s", place(0).moved([9.0, 0.0]), 0.95)];
    assert_eq!(matched(&readings, &one), Matched { answers: vec![Some(1)], false_tiles: vec![0] });
}

#[test]
fn a_reading_between_two_tiles_takes_the_nearer_one_that_is_free() {
    let one = row(&["1s", "2s"]);
    // Both middles lie in the first tile; the second reading overlaps the second tile by more than 0.3 too.
    let readings = [seen("1s", place(0), 0.99), seen("2s", place(0).moved([14.0, 0.0]), 0.95)];
    assert_eq!(matched(&readings, &one).answers, [Some(0), None]);
    let readings = [seen("1s", place(0), 0.99), seen("2s", place(0).moved([16.0, 0.0]), 0.95)];
    assert_eq!(matched(&readings, &one).answers, [Some(0), Some(1)]);
}

#[test]
fn backs_and_what_lies_on_ignored_faces_are_neither_found_nor_false() {
    let mut one = row(&["1s"]);
    one.ignored = vec![place(3), place(5)];
    let readings = [seen("back", place(0), 1.0), seen("7s", place(3), 0.97), seen("7s", place(9), 0.97)];
    let Matched { answers, false_tiles } = matched(&readings, &one);
    assert_eq!((answers, false_tiles), (vec![None], vec![2]));
}

#[test]
fn a_tile_held_for_a_back_or_for_none_is_rejected_and_not_merely_missed() {
    let one = row(&["1s", "2s", "3s"]);
    let mut tally = Tally::default();
    tally.add(&one, &Answer { tiles: vec![seen("back", place(0), 1.0)], rejected: vec![place(1)], hand: None });
    let figures = tally.figures();
    let kinds: Vec<_> = figures.mistakes.iter().map(|mistake| mistake.kind).collect();
    assert_eq!(kinds, ["rejected", "rejected", "missed"]);
    assert_eq!((figures.found.count, figures.rejected.count), (0, 2));
}

#[test]
fn seven_in_a_row_are_two_sixes_and_a_gap_ends_a_row() {
    let seven = row(&["1s", "2s", "3s", "4s", "5s", "6s", "7s"]);
    assert_eq!(neighbours(&seven.tiles), [vec![0, 1, 2, 3, 4, 5], vec![1, 2, 3, 4, 5, 6]]);
    let mut gap = seven.clone();
    for tile in &mut gap.tiles[4..] {
        tile.quad = tile.quad.moved([30.0, 0.0]);
    }
    assert!(neighbours(&gap.tiles).is_empty());
    let mut step = seven;
    step.tiles[6].quad = step.tiles[6].quad.moved([0.0, 15.0]);
    assert_eq!(neighbours(&step.tiles), [vec![0, 1, 2, 3, 4, 5]]);
}

#[test]
fn one_error_breaks_every_hand_that_holds_it() {
    let one = row(&["1s", "2m", "3s", "hatsu", "chun", "6s", "7p"]);
    let mut readings: Vec<Seen> =
        one.tiles.iter().enumerate().map(|(i, tile)| seen(tile.face.id(), place(i), 0.99)).collect();
    let whole = measured(&one, &readings);
    assert_eq!((whole.hands, whole.playable_hands), (Share::new(2, 2), Share::new(1, 1)));
    readings[0].face = face("1m");
    let broken = measured(&one, &readings);
    assert_eq!((broken.hands, broken.playable_hands), (Share::new(1, 2), Share::new(0, 1)));
    readings.remove(3);
    assert_eq!(measured(&one, &readings).hands, Share::new(0, 2));
}

#[test]
fn a_named_hand_counts_alone_and_only_if_all_six_can_be_seen() {
    let mut one = row(&["1s", "2s", "3s", "4s", "5s", "6s", "7s"]);
    let readings: Vec<Seen> =
        one.tiles.iter().enumerate().skip(1).map(|(i, tile)| seen(tile.face.id(), place(i), 0.99)).collect();
    one.hand = Some(vec![1, 2, 3, 4, 5, 6]);
    assert_eq!(measured(&one, &readings).hands, Share::new(1, 1));
    one.hand = Some(vec![1, 2, 3, 4, 5]);
    assert_eq!(measured(&one, &readings).hands, Share::new(0, 0));
}

#[test]
fn the_proposed_hand_must_be_the_six_places_whatever_was_read_there() {
    let mut one = row(&["1s", "2s", "3s", "4s", "5s", "6s", "7s"]);
    one.hand = Some(vec![1, 2, 3, 4, 5, 6]);
    let tiles: Vec<Seen> = (0..7).map(|i| seen("9s", place(i), 0.99)).collect();
    let proposed = |hand| {
        let mut tally = Tally::default();
        tally.add(&one, &Answer { tiles: tiles.clone(), rejected: Vec::new(), hand });
        tally.figures().proposed_hands
    };
    assert_eq!(proposed(Some([6, 5, 4, 3, 2, 1])), Share::new(1, 1));
    assert_eq!(proposed(Some([0, 1, 2, 3, 4, 5])), Share::new(0, 1));
    assert_eq!(proposed(None), Share::new(0, 1));
    assert_eq!(measured(&row(&["1s"]), &[]).proposed_hands, Share::new(0, 0), "no label names a hand");
}

#[test]
fn doubts_are_counted_against_what_was_right() {
    let one = row(&["1s", "2s", "3s", "4s", "5s"]);
    let readings = [
        seen("1s", place(0), 0.99), // right
        seen("2s", place(1), 0.60), // right, flagged
        seen("9s", place(2), 0.99), // wrong, not flagged
        seen("9s", place(3), 0.50), // wrong, flagged
    ];
    let figures = measured(&one, &readings);
    assert_eq!((figures.found, figures.named), (Share::new(4, 5), Share::new(2, 5)));
    assert_eq!(figures.wrong_unflagged, Share::new(1, 5));
    assert_eq!(figures.right_flagged, Share::new(1, 2));
}

#[test]
fn a_false_tile_that_was_flagged_is_a_lesser_evil() {
    let one = row(&["1s", "2s"]);
    let figures = measured(&one, &[seen("1s", place(5), 0.99), seen("1s", place(7), 0.5)]);
    assert_eq!((figures.false_tiles, figures.false_unflagged), (Share::new(2, 2), Share::new(1, 2)));
}

#[test]
fn the_colour_is_judged_where_souzu_was_read_as_souzu_whatever_its_number() {
    let one = row(&["1s", "2sr", "3sr", "4s", "5m"]);
    let readings = [
        seen("1s", place(0), 0.9),
        seen("3sr", place(1), 0.9), // the number is wrong, the colour right
        seen("3s", place(2), 0.9),  // the colour is wrong
        seen("4m", place(3), 0.9),  // no souzu: not judged
        seen("5mr", place(4), 0.9),
    ];
    let figures = measured(&one, &readings);
    assert_eq!(figures.colour, Share::new(2, 3));
    assert_eq!(figures.by_face["2sr"], Share::new(0, 1));
}

#[test]
fn confusions_stand_most_frequent_first() {
    let one = row(&["8s", "6s", "6s"]);
    let readings = [seen("1m", place(0), 0.9), seen("9s", place(1), 0.9), seen("9s", place(2), 0.9)];
    let confusions = measured(&one, &readings).confusions;
    assert_eq!(confusions[0], Confusion { face: "6s", read: "9s", count: 2 });
    assert_eq!(confusions[1], Confusion { face: "8s", read: "1m", count: 1 });
}

#[test]
fn faces_without_a_reading_stand_most_frequent_first() {
    let one = row(&["8s", "haku", "haku", "6s"]);
    assert_eq!(measured(&one, &[seen("5s", place(3), 0.9)]).unread(), [("haku", 2), ("8s", 1)]);
}

#[test]
fn what_the_game_has_is_counted_apart() {
    let one = row(&["8s", "3sr", "hatsu", "haku", "9p", "5m"]);
    let readings = [seen("8s", place(0), 0.9), seen("3s", place(1), 0.9), seen("haku", place(3), 0.9)];
    assert_eq!(measured(&one, &readings).game_faces, Share::new(1, 3));
}

#[test]
fn the_calibration_error_is_what_one_works_out_by_hand() {
    assert_eq!(calibration_error(&[]), None);
    // Ten answers at 0.95 of which nine are right: 0.05 apart.
    let sure: Vec<_> = (0..10).map(|i| (0.95, i > 0)).collect();
    assert!((calibration_error(&sure).expect("answers") - 0.05).abs() < 1e-5);
    // And ten at 0.55 that are all right: 0.45 apart; half the answers each.
    let both: Vec<_> = sure.into_iter().chain((0..10).map(|_| (0.55, true))).collect();
    assert!((calibration_error(&both).expect("answers") - 0.25).abs() < 1e-5);
    assert_eq!(calibration_error(&[(1.0, true)]), Some(0.0));
}

#[test]
fn nothing_labelled_is_no_share() {
    let figures = measured(&row(&[]), &[]);
    assert_eq!((figures.pictures, figures.named.share, figures.calibration_error), (1, None, None));
}
