//! Every winning multiset of kinds splits into two melds in exactly one way, and the crate finds it.

mod second;

use rules::{Kind, Meld, MeldKind, Tile, split};
use std::collections::BTreeSet;

/// All multisets of six kinds that four copies of each kind can fill.
fn kind_multisets() -> BTreeSet<[usize; 6]> {
    second::all_hands::<6>()
        .iter()
        .map(|hand| {
            let mut kinds = second::kinds(hand);
            kinds.sort_unstable();
            kinds
        })
        .collect()
}

#[test]
fn there_are_160_winning_multisets_and_each_splits_one_way() {
    let splits: Vec<_> = kind_multisets().into_iter().map(second::partings).filter(|ways| !ways.is_empty()).collect();
    assert_eq!(splits.len(), 160);
    assert!(splits.iter().all(|ways| ways.len() == 1));
}

#[test]
fn the_crate_finds_the_one_split_of_every_hand() {
    for hand in second::all_hands::<6>() {
        let found = split(&hand.map(second::tile));
        let expected = second::partings(second::kinds(&hand)).first().copied();
        assert_eq!(found.map(|melds| melds.map(meld_kinds)), expected, "{hand:?}");
        // The melds are the hand's own tiles, each once: no red tile is lost or doubled.
        if let Some(melds) = found {
            let mut tiles: Vec<Tile> = melds.iter().flat_map(|meld| *meld.tiles()).collect();
            tiles.sort_unstable();
            assert_eq!(tiles, hand.map(second::tile));
        }
    }
}

/// A split does not depend on the order in which the six tiles lie.
#[test]
fn the_order_of_the_tiles_does_not_matter() {
    for hand in second::all_hands::<6>().iter().step_by(7) {
        let sorted = hand.map(second::tile);
        let mut turned = sorted;
        for _ in 0..6 {
            turned.rotate_left(1);
            assert_eq!(split(&turned), split(&sorted));
            let mut backwards = turned;
            backwards.reverse();
            assert_eq!(split(&backwards), split(&sorted));
        }
    }
}

#[test]
fn dragons_are_in_no_run_and_nine_does_not_wrap_to_one() {
    let meld = |text: &str| {
        let tiles = rules::parse_tiles(text).expect("tiles");
        Meld::of([tiles[0], tiles[1], tiles[2]]).map(|meld| meld.kind())
    };
    assert_eq!(meld("789"), Some(MeldKind::Run));
    assert_eq!(meld("312"), Some(MeldKind::Run));
    assert_eq!(meld("5r55"), Some(MeldKind::Triplet));
    assert_eq!(meld("ggg"), Some(MeldKind::Triplet));
    for none in ["891", "912", "8 9 g", "9 g c", "g c 1", "ggc", "113", "135"] {
        assert_eq!(meld(none), None, "{none}");
    }
    assert!(Kind::all().all(|kind| kind.number().is_some() != [Kind::HATSU, Kind::CHUN].contains(&kind)));
}

fn meld_kinds(meld: Meld) -> [usize; 3] {
    meld.tiles().map(|tile| tile.kind().index() + 1)
}
