use super::*;
use proptest::prelude::*;

/// One tile as the reader had it: faces with their probabilities, the first one being its answer.
type Row = Vec<(Face, f32)>;

fn face(id: &str) -> Face {
    Face::from_id(id).expect("a face")
}

/// `"3sr .9 3s .08"`: read as the first face.
fn row(text: &str) -> Row {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.chunks_exact(2).map(|pair| (face(pair[0]), pair[1].parse().expect("a probability"))).collect()
}

fn rows(lines: &[&str]) -> Vec<Row> {
    lines.iter().map(|line| row(line)).collect()
}

fn settle(profile: SetProfile, rows: &[Row], known: &[Tile]) -> Vec<Settled> {
    let all: Vec<Probabilities> = rows.iter().map(|row| Probabilities::new(row.iter().copied())).collect();
    let read: Vec<(Face, &Probabilities)> = rows.iter().zip(&all).map(|(row, all)| (row[0].0, all)).collect();
    most_probable(profile, &read, known)
}

fn settled_faces(profile: SetProfile, lines: &[&str], known: &[Tile]) -> Vec<&'static str> {
    settle(profile, &rows(lines), known).into_iter().map(|tile| tile.face.id()).collect()
}

fn fits(profile: SetProfile, faces: &[Face], known: &[Tile]) -> bool {
    let tiles = faces.iter().filter_map(|&face| profile.tile(face));
    TileCounts::default().take_all(known.iter().copied().chain(tiles)).is_ok()
}

#[test]
fn of_two_red_threes_the_less_sure_one_is_the_normal_three() {
    let read = settle(SetProfile::Suzume, &rows(&["3sr .97 3s .03", "3sr .6 3s .4", "7s .99 9s .01"]), &[]);
    assert_eq!(read.iter().map(|tile| tile.face.id()).collect::<Vec<_>>(), ["3sr", "3s", "7s"]);
    assert_eq!(read.iter().map(|tile| tile.in_doubt).collect::<Vec<_>>(), [false, true, false]);
    assert!(read.iter().all(|tile| !tile.left_over));
}

#[test]
fn where_either_of_two_may_be_the_wrong_one_both_are_in_doubt() {
    let read = settle(SetProfile::Suzume, &rows(&["3sr .96 3s .04", "3sr .97 3s .03", "chun .99 1m .01"]), &[]);
    assert_eq!(read.iter().map(|tile| tile.face.id()).collect::<Vec<_>>(), ["3s", "3sr", "chun"]);
    assert_eq!(read.iter().map(|tile| tile.in_doubt).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn a_change_may_push_another_tile_on() {
    // The fourth normal 1 must be the 1 red or a 7; the 7 that it displaces nobody from is less likely.
    let lines = ["1s .9 7s .05", "1s .9 7s .05", "1s .9 7s .05", "1s .6 1sr .3 7s .1", "1sr .55 1s .05 7sr .4"];
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[]), ["1s", "1s", "1s", "1sr", "7sr"]);
}

#[test]
fn known_tiles_count() {
    let red_three = Tile::red(3).expect("1-9");
    let lines = ["3sr .9 3s .1", "chun .8 1m .1"];
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[red_three]), ["3s", "chun"]);
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[Tile::CHUN; 4]), ["3sr", "1m"]);
    // More known ones than there are: none is left.
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[Tile::CHUN; 9]), ["3sr", "1m"]);
}

#[test]
fn what_the_set_does_not_have_is_never_made_a_tile() {
    let lines = ["1p .5 1s .5", "back .4 3sr .39", "3sr .9 3s .1", "3sr .8 3s .2", "E .99"];
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[]), ["1p", "back", "3sr", "3s", "E"]);
}

#[test]
fn what_was_taken_for_a_tile_may_be_none() {
    let lines = ["3sr .97 3s .01", "3sr .5 junk .4 3s .02"];
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[]), ["3sr", "junk"]);
}

#[test]
fn what_the_reader_holds_for_next_to_impossible_is_not_chosen() {
    let read = settle(SetProfile::Suzume, &rows(&["3sr .9995 3s .0005", "3sr .9998 3s .0002", "9s .99"]), &[]);
    assert_eq!(read.iter().map(|tile| tile.face.id()).collect::<Vec<_>>(), ["3sr", "3sr", "9s"]);
    assert_eq!(read.iter().filter(|tile| tile.left_over).count(), 1);
    assert_eq!(read.iter().map(|tile| tile.in_doubt).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn in_a_substituted_set_the_other_suit_is_the_red_one() {
    let lines = ["5m .9 5mr .08 3m .02", "5mr .7 5m .2 5s .1"];
    assert_eq!(settled_faces(SetProfile::Manzu, &lines, &[]), ["5m", "5s"]);
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[]), ["5m", "5mr"], "no tiles of that set");
    // A red five that is likeliest is read as that, not as the plain five that stands for the same tile.
    assert_eq!(settled_faces(SetProfile::Manzu, &["5mr .6 5m .4"], &[]), ["5mr"]);
}

#[test]
fn a_whole_riichi_set_has_four_of_each_souzu() {
    assert_eq!(settled_faces(SetProfile::Riichi, &["1s .9 1sr .1"; 5], &[]), ["1s"; 5]);
}

#[test]
fn more_tiles_than_any_box_holds_are_left_as_they_are_and_doubtful() {
    let many: Vec<Row> = (0..140).map(|i| row(if i % 2 == 0 { "1s .9 2s .1" } else { "back 1" })).collect();
    let read = settle(SetProfile::Suzume, &many, &[]);
    assert!(read.iter().zip(&many).all(|(tile, row)| tile.face == row[0].0));
    assert!(read.iter().enumerate().all(|(i, tile)| tile.left_over == (i % 2 == 0)));
}

#[test]
fn nothing_moves_towards_a_winning_hand() {
    // 1 2 3 9 9 and an unsure tile: a 9 would win and is nearly as likely as the 8 that was read.
    let lines = ["1s .9", "2s .9", "3s .9", "9s .9", "9s .9", "8s .45 9s .44"];
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &[]), ["1s", "2s", "3s", "9s", "9s", "8s"]);
    // And it is changed away from the winning 9 when the box has no more of them.
    let known = [Tile::normal(9).expect("1-9")];
    let lines = ["1s .9", "2s .9", "3s .9", "9s .9", "9s .9", "9s .45 8s .44"];
    assert_eq!(settled_faces(SetProfile::Suzume, &lines, &known), ["1s", "2s", "3s", "9s", "9s", "8s"]);
}

#[test]
fn nothing_is_settled_to_nothing() {
    assert!(settle(SetProfile::Suzume, &[], &[]).is_empty());
}

/// Few faces, so that the box runs out of them; some are none of the set.
fn few_faces() -> impl Strategy<Value = Face> {
    prop::sample::select(["1s", "1sr", "2s", "2sr", "chun", "1p", "back"].map(face).to_vec())
}

/// A tile: two to four faces with random probabilities, the likeliest first.
fn any_row() -> impl Strategy<Value = Row> {
    prop::collection::btree_map(few_faces(), 1u32..10_000, 2..=4).prop_map(|weights| {
        let sum: u32 = weights.values().sum();
        let mut row: Row = weights.into_iter().map(|(face, weight)| (face, weight as f32 / sum as f32)).collect();
        row.sort_by(|a, b| b.1.total_cmp(&a.1));
        row
    })
}

/// The log-probability of the best possible choice of faces, by trying them all; `None` when none is possible.
fn brute_force(rows: &[Row], known: &[Tile], chosen: &mut Vec<Face>) -> Option<f64> {
    let Some(row) = rows.get(chosen.len()) else {
        return fits(SetProfile::Suzume, chosen, known).then_some(0.0);
    };
    let fixed = SetProfile::Suzume.tile(row[0].0).is_none();
    let mut best: Option<f64> = None;
    for &(face, probability) in row.iter().take(if fixed { 1 } else { row.len() }) {
        if probability < LEAST_CANDIDATE {
            continue;
        }
        chosen.push(face);
        if let Some(rest) = brute_force(rows, known, chosen) {
            let total = rest + f64::from(probability).ln();
            best = Some(best.map_or(total, |best| best.max(total)));
        }
        chosen.pop();
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn trying_everything_finds_nothing_better(
        rows in prop::collection::vec(any_row(), 0..7),
        known in prop::sample::subsequence(vec![Tile::CHUN, Tile::CHUN, Tile::red(1).expect("1-9")], 0..=3),
    ) {
        let settled = settle(SetProfile::Suzume, &rows, &known);
        let faces: Vec<Face> = settled.iter().map(|tile| tile.face).collect();
        let as_read: Vec<Face> = rows.iter().map(|row| row[0].0).collect();
        if fits(SetProfile::Suzume, &as_read, &known) {
            prop_assert_eq!(&faces, &as_read, "what can be is not touched");
            prop_assert!(settled.iter().all(|tile| !tile.in_doubt));
        }
        for ((tile, row), &read) in settled.iter().zip(&rows).zip(&as_read) {
            prop_assert!(tile.face == read || tile.in_doubt, "what was changed is in doubt");
            prop_assert!(tile.face == read || SetProfile::Suzume.tile(read).is_some());
            prop_assert!(row.iter().any(|&(face, _)| face == tile.face));
        }
        match brute_force(&rows, &known, &mut Vec::new()) {
            Some(best) => {
                prop_assert!(fits(SetProfile::Suzume, &faces, &known));
                prop_assert!(settled.iter().all(|tile| !tile.left_over));
                let found: f64 = faces.iter().zip(&rows).map(|(face, row)| {
                    let chosen = row.iter().find(|(other, _)| other == face).expect("one of the candidates");
                    f64::from(chosen.1).ln()
                }).sum();
                prop_assert!((found - best).abs() < 1e-4, "{found} instead of {best}");
            }
            None => prop_assert!(settled.iter().any(|tile| tile.left_over)),
        }
    }

    #[test]
    fn the_order_of_the_tiles_does_not_matter(
        (rows, shuffled) in prop::collection::vec(any_row(), 0..12).prop_flat_map(|rows| {
            let positions: Vec<usize> = (0..rows.len()).collect();
            (Just(rows), Just(positions).prop_shuffle())
        }),
    ) {
        // Probabilities that are equal by chance may be settled either way; make them all different.
        let rows: Vec<Row> = rows.into_iter().enumerate().map(|(i, mut row)| {
            let step = 1.0 + (i as f32).sqrt() * 1e-3;
            row.iter_mut().skip(1).enumerate().for_each(|(j, one)| one.1 /= step + j as f32 * 3e-4);
            row
        }).collect();
        let settled = settle(SetProfile::Suzume, &rows, &[]);
        let other: Vec<Row> = shuffled.iter().map(|&i| rows[i].clone()).collect();
        let again = settle(SetProfile::Suzume, &other, &[]);
        if settled.iter().all(|tile| !tile.left_over) {
            for (tile, &i) in again.iter().zip(&shuffled) {
                prop_assert_eq!(*tile, settled[i]);
            }
        } else {
            let doubts = |all: &[Settled]| all.iter().filter(|tile| tile.left_over).count();
            prop_assert_eq!(doubts(&settled), doubts(&again));
        }
    }
}
