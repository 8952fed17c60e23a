use super::*;

const WIDTH: f32 = 30.0;
const HEIGHT: f32 = 40.0;

/// A tile that stands upright with its centre here, turned clockwise by so many degrees about its centre.
fn tile(x: f32, y: f32, turned: f32) -> Quad {
    let (w, h) = (WIDTH / 2.0, HEIGHT / 2.0);
    let (sin, cos) = turned.to_radians().sin_cos();
    Quad(Quad::rectangle(-w, -h, w, h).0.map(|[u, v]| [x + u * cos - v * sin, y + u * sin + v * cos]))
}

/// The whole scene turned clockwise about (300, 300).
fn turned(quads: &[Quad], degrees: f32) -> Vec<Quad> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let turn = |[x, y]: [f32; 2]| {
        let (u, v) = (x - 300.0, y - 300.0);
        [300.0 + u * cos - v * sin, 300.0 + u * sin + v * cos]
    };
    quads.iter().map(|quad| Quad(quad.0.map(turn))).collect()
}

/// Two rows of three and a single tile below, listed in reading order.
fn two_rows() -> Vec<Quad> {
    let mut quads: Vec<Quad> =
        (0..6).map(|i| tile(100.0 + (i % 3) as f32 * 32.0, 100.0 + (i / 3) as f32 * 44.0, 0.0)).collect();
    quads.push(tile(132.0, 260.0, 0.0));
    quads
}

/// The reading order of tiles whose prints all show their heads.
fn order_of(quads: &[Quad]) -> Vec<usize> {
    reading_order(quads, common_up(quads, &vec![true; quads.len()]))
}

/// Reading order must give back 0, 1, 2 ... however the list is shuffled.
fn assert_order(listed: &[Quad], what: &str) {
    let expected: Vec<usize> = (0..listed.len()).collect();
    for step in [1, 2, 3, 5] {
        let shuffle: Vec<usize> = (0..listed.len()).map(|i| (i * step + 1) % listed.len()).collect();
        let is_shuffle = shuffle.iter().collect::<std::collections::BTreeSet<_>>().len() == listed.len();
        if is_shuffle {
            let shuffled: Vec<Quad> = shuffle.iter().map(|&i| listed[i]).collect();
            let order: Vec<usize> = order_of(&shuffled).into_iter().map(|i| shuffle[i]).collect();
            assert_eq!(order, expected, "{what}, step {step}");
        }
    }
}

#[test]
fn rows_are_read_left_to_right_and_top_to_bottom_at_any_tilt() {
    for degrees in (0..360).step_by(15) {
        assert_order(&turned(&two_rows(), degrees as f32), &format!("turned by {degrees}"));
    }
}

#[test]
fn a_row_may_climb() {
    // The camera looks from the side: the tiles stand straight, the row climbs by a whole tile height.
    let row: Vec<Quad> = (0..7).map(|i| tile(100.0 + i as f32 * 33.0, 300.0 - i as f32 * 12.0, 0.0)).collect();
    assert_order(&row, "climbing row");
}

#[test]
fn one_tile_on_its_head_or_on_its_side_does_not_turn_the_picture() {
    let mut row: Vec<Quad> = (0..6).map(|i| tile(100.0 + i as f32 * 36.0, 300.0, 0.0)).collect();
    row[2] = tile(172.0, 300.0, 180.0);
    row[4] = tile(244.0, 300.0, 90.0);
    assert_order(&row, "one on its head, one on its side");
}

#[test]
fn a_hand_seen_from_across_the_table_is_read_as_it_stands() {
    let row: Vec<Quad> = (0..6).map(|i| tile(400.0 - i as f32 * 33.0, 300.0, 180.0)).collect();
    assert_order(&row, "all on their heads");
}

#[test]
fn prints_that_look_the_same_on_their_heads_do_not_turn_the_row() {
    // As the reader has it: five souzu that could stand either way were read on their heads, hatsu was not.
    let row: Vec<Quad> =
        (0..6).map(|i| tile(100.0 + i as f32 * 33.0, 300.0, if i < 5 { 180.0 } else { 0.0 })).collect();
    let up = common_up(&row, &[false, false, false, false, false, true]);
    assert!((up[0].abs() < 1e-4) && (up[1] + 1.0).abs() < 1e-4, "{up:?}");
    assert_eq!(reading_order(&row, up), [0, 1, 2, 3, 4, 5]);
    assert_eq!(turned_up(&row[0], up), row[0].rolled(2));
    assert_eq!(turned_up(&row[5], up), row[5]);
    // And with no print that shows its head, the picture's up is up.
    let up = common_up(&row[..5], &[false; 5]);
    assert!((up[1] + 1.0).abs() < 1e-4, "{up:?}");
}

#[test]
fn tiles_that_disagree_are_read_as_the_picture_stands() {
    let row: Vec<Quad> = (0..8).map(|i| tile(100.0 + i as f32 * 45.0, 300.0, i as f32 * 45.0)).collect();
    assert_order(&row, "turned every way");
    let heads: Vec<Quad> = (0..6).map(|i| tile(100.0 + i as f32 * 45.0, 300.0, (i % 2) as f32 * 180.0)).collect();
    assert_order(&heads, "half of them on their heads");
}

#[test]
fn nothing_and_one_tile_have_an_order() {
    assert!(order_of(&[]).is_empty());
    assert_eq!(order_of(&[tile(5.0, 5.0, 45.0)]), [0]);
}
