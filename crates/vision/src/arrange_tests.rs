use super::*;
use crate::Probabilities;

const WIDTH: f32 = 30.0;
const HEIGHT: f32 = 40.0;

/// Tiles in one row, all sure; `gap` pixels more before the tile at `gap_before`.
fn row(ids: &str, gap_before: usize, gap: f32) -> Vec<ReadTile> {
    let faces = ids.split_whitespace().map(|id| Face::from_id(id).expect("a face"));
    faces
        .enumerate()
        .map(|(i, face)| {
            let left = 100.0 + i as f32 * 33.0 + if i >= gap_before { gap } else { 0.0 };
            ReadTile {
                face,
                corners: Quad::rectangle(left, 300.0, left + WIDTH, 300.0 + HEIGHT).0,
                confidence: 1.0,
                doubtful: false,
                probabilities: Probabilities::new([(face, 1.0)]),
            }
        })
        .collect()
}

/// The same tile, but with these probabilities.
fn unsure(tile: &mut ReadTile, pairs: &[(&str, f32)]) {
    let pairs = pairs.iter().map(|&(id, probability)| (Face::from_id(id).expect("a face"), probability));
    tile.probabilities = Probabilities::new(pairs);
    tile.confidence = tile.probabilities.of(tile.face);
    tile.doubtful = tile.confidence < 0.92;
}

fn arranged(read: &[ReadTile]) -> Arranged {
    Arranged::new(SetProfile::Suzume, read, &[])
}

#[test]
fn six_tiles_are_the_hand_in_the_order_in_which_they_lie() {
    let six = arranged(&row("3sr 2s 1s chun hatsu 9s", 6, 0.0));
    assert_eq!(six.hand_notation().as_deref(), Some("3r21cg9"));
    assert_eq!((six.dora, six.winning), (None, None));
    assert!(six.possible && six.tiles.iter().all(|tile| !tile.doubtful && tile.changed_from.is_none()));
}

#[test]
fn faces_outside_the_set_are_kept_and_are_no_part_of_the_hand() {
    let mixed = arranged(&row("E 1s 2s 3s back 7sr 8s 9s", 8, 0.0));
    assert_eq!(mixed.tiles.len(), 8);
    assert_eq!((mixed.tiles[0].tile, mixed.tiles[4].tile), (None, None));
    assert_eq!((mixed.tiles[0].face.id(), mixed.tiles[4].face.id()), ("E", "back"));
    assert_eq!(mixed.hand, Some([1, 2, 3, 5, 6, 7]));
}

#[test]
fn a_seventh_tile_that_lies_apart_is_proposed_as_dora() {
    let apart = arranged(&row("1s 2s 3s chun chun chun 4s", 6, 60.0));
    assert_eq!(apart.hand_notation().as_deref(), Some("123ccc"));
    assert_eq!(apart.dora_tile(), Tile::normal(4));
    let close = arranged(&row("1s 2s 3s chun chun chun 4s", 6, 8.0));
    assert_eq!((close.hand, close.dora), (None, None), "not apart");
}

#[test]
fn a_sixth_tile_that_lies_apart_is_proposed_as_the_winning_one() {
    let apart = arranged(&row("1s 2s 3s chun chun chun", 5, 60.0));
    assert_eq!(apart.hand_notation().as_deref(), Some("123ccc"));
    assert_eq!((apart.winning, apart.winning_tile()), (Some(5), Some(Tile::CHUN)));
}

#[test]
fn six_tiles_that_cannot_exist_together_are_no_hand() {
    let two_red_threes = arranged(&row("3sr 3sr 1s 2s chun hatsu", 6, 0.0));
    assert_eq!((two_red_threes.hand, two_red_threes.possible), (None, false));
    let doubtful: Vec<bool> = two_red_threes.tiles.iter().map(|tile| tile.doubtful).collect();
    assert_eq!(doubtful, [true, true, false, false, false, false], "either may be the wrong one");
    let four_of_a_face = arranged(&row("1s 1s 1s 2s 2s 2s 1s", 6, 60.0));
    assert_eq!((four_of_a_face.hand, four_of_a_face.dora), (None, None), "the dora counts too");
}

#[test]
fn a_hand_may_exist_beside_other_tiles_that_cannot() {
    let mut read = row("1s 2s 3s chun chun chun 9sr 9sr", 6, 200.0);
    for tile in &mut read[6..] {
        tile.corners = Quad(tile.corners).moved([0.0, 200.0]).0;
    }
    let arranged = arranged(&read);
    assert_eq!(arranged.hand_notation().as_deref(), Some("123ccc"));
    assert!(!arranged.possible);
}

#[test]
fn a_tile_that_cannot_be_what_was_read_is_changed_marked_and_doubtful() {
    let mut read = row("3sr 3sr 1s 2s chun hatsu", 6, 0.0);
    unsure(&mut read[0], &[("3sr", 0.93), ("3s", 0.004), ("5s", 0.03), ("7s", 0.02), ("9s", 0.012)]);
    let arranged = arranged(&read);
    let changed = &arranged.tiles[0];
    assert_eq!(changed.face.id(), "5s");
    assert_eq!(changed.changed_from, Some(read[0].face));
    assert_eq!((changed.tile, changed.confidence), (Tile::normal(5), 0.03));
    assert!(changed.doubtful && !read[0].doubtful, "though the reader was sure");
    let alternatives: Vec<&str> = changed.alternatives.iter().map(|(face, _)| face.id()).collect();
    assert_eq!(alternatives, ["3sr", "7s", "9s"], "the face that was read comes first");
    assert_eq!(arranged.tiles[1].changed_from, None);
    assert_eq!(arranged.hand_notation().as_deref(), Some("53r12cg"));
    assert!(arranged.possible);
}

#[test]
fn known_tiles_are_not_in_view_again() {
    let mut read = row("3sr 4s 5s chun chun chun", 6, 0.0);
    unsure(&mut read[0], &[("3sr", 0.8), ("3s", 0.2)]);
    let red_three = Tile::red(3).expect("1-9");
    let with = |known: &[Tile]| Arranged::new(SetProfile::Suzume, &read, known);
    assert_eq!(with(&[]).hand_notation().as_deref(), Some("3r45ccc"));
    assert_eq!(with(&[red_three]).hand_notation().as_deref(), Some("345ccc"));
    assert_eq!(with(&[Tile::CHUN, Tile::CHUN]).hand, None, "five chun");
}
