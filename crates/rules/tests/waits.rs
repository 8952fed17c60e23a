//! What five tiles wait for, against trying every sixth tile; and furiten by kind.

mod second;

use rules::{Hand, HandError, Ruleset, Tile, Wait, WaitingHand, discards, furiten, parse_tile, parse_tiles, waits};
use second::House;
use std::collections::BTreeMap;

const HOUSE: House = House { minimum: true, limits_stand_alone: false, dealer_counts: false, chun_earns_red: true };

/// Every five-tile hand, with no dora and with each face as dora.
#[test]
fn a_wait_is_a_tile_that_makes_the_six_win_shaped() {
    let shapes: BTreeMap<[usize; 6], second::Parting> = second::all_hands::<6>()
        .into_iter()
        .filter_map(|hand| Some((hand, *second::partings(second::kinds(&hand)).first()?)))
        .collect();
    assert_eq!(shapes.len(), 2_001);
    let fives = second::all_hands::<5>();
    for five in &fives {
        for dora in std::iter::once(None).chain((0..second::BOX.len()).map(Some)) {
            if !second::exists(five.iter().copied().chain(dora)) {
                continue;
            }
            let tiles = five.map(second::tile);
            let hand = WaitingHand::new(&tiles, dora.map(second::tile), &[], &[]).expect("the box holds these");
            let mut found = waits(&hand, false, &Ruleset::default()).into_iter();
            for sixth in 0..second::BOX.len() {
                let mut six = [five[0], five[1], five[2], five[3], five[4], sixth];
                six.sort_unstable();
                if !second::exists(six.into_iter().chain(dora)) {
                    continue;
                }
                let Some(parting) = shapes.get(&six) else { continue };
                let wait = found.next().expect("the crate finds this wait too");
                assert_eq!(wait.tile, second::tile(sixth));
                let sheet = second::score(&six, Some(parting), dora, HOUSE).expect("two melds");
                assert_eq!(wait.verdict.score().map(|score| usize::from(score.points())), Some(sheet.points));
                assert_eq!(wait.verdict.wins(), sheet.points >= 5);
                assert_eq!((wait.may_ron(), wait.may_tsumo()), (sheet.points >= 5, sheet.points >= 5));
                let known = five.iter().chain(dora.as_ref()).filter(|&&held| held == sixth).count();
                assert_eq!(usize::from(wait.left), second::BOX[sixth].copies - known);
            }
            assert_eq!(found.next(), None, "{five:?} {dora:?}");
        }
    }
}

fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(text).expect("tiles")
}

fn waits_of(five: &str, dora: Option<&str>, seen: &str, own_discards: &str) -> Vec<Wait> {
    let dora = dora.map(|tile| parse_tile(tile).expect("a tile"));
    let hand = WaitingHand::new(&tiles(five), dora, &tiles(seen), &tiles(own_discards)).expect("a waiting hand");
    waits(&hand, false, &Ruleset::default())
}

/// (tile, how many left, points, whether it wins)
fn summary(waits: &[Wait]) -> Vec<(String, u8, u8, bool)> {
    waits
        .iter()
        .map(|wait| {
            let points = wait.verdict.score().map_or(0, |score| score.points());
            (wait.tile.to_string(), wait.left, points, wait.verdict.wins())
        })
        .collect()
}

/// The rule document's example: from 224777, dropping a 2 waits for four 3s and wins nothing without reds or dora, dropping
/// the 4 waits for only two 2s and wins.
#[test]
fn the_example_of_224777() {
    let drop_2 = waits_of("24777", None, "", "2");
    assert_eq!(summary(&drop_2), [("3".into(), 3, 4, false), ("3r".into(), 1, 5, true)]);
    assert_eq!(drop_2.iter().map(|wait| wait.left).sum::<u8>(), 4);

    let drop_4 = waits_of("22777", None, "", "4");
    assert_eq!(summary(&drop_4), [("2".into(), 1, 5, true), ("2r".into(), 1, 6, true)]);
    assert_eq!(drop_4.iter().map(|wait| wait.left).sum::<u8>(), 2);
}

/// The same example asked the other way round: what each discard of 224777 leaves.
#[test]
fn every_discard_of_224777() {
    let hand = Hand::parse("224777", None).expect("a hand");
    let found = discards(&hand, &[], &[], false, &Ruleset::default()).expect("the box holds these");
    let by_tile: Vec<_> = found.iter().map(|discard| (discard.tile.to_string(), summary(&discard.waits))).collect();
    assert_eq!(
        by_tile,
        [
            ("2".into(), vec![("3".into(), 3, 4, false), ("3r".into(), 1, 5, true)]),
            ("4".into(), vec![("2".into(), 1, 5, true), ("2r".into(), 1, 6, true)]),
            ("7".into(), vec![]),
        ]
    );
}

/// Whoever drops a tile cannot ron its kind afterwards, and the tile is not to be drawn again.
#[test]
fn the_dropped_tile_bars_a_ron_on_its_kind() {
    let hand = Hand::parse("7 7 7 2 3 4r", None).expect("a hand");
    let found = discards(&hand, &[], &[], false, &Ruleset::default()).expect("the box holds these");
    let drop_4r = found.iter().find(|discard| discard.tile.to_string() == "4r").expect("the red 4 can be dropped");
    let barred: Vec<_> = drop_4r.waits.iter().map(|wait| (wait.tile.to_string(), wait.left, wait.furiten)).collect();
    assert_eq!(
        barred,
        [("1".into(), 3, false), ("4".into(), 3, true), ("1r".into(), 1, false), ("4r".into(), 0, true)]
    );
}

/// For every six tiles the box holds: each discard leaves what its five tiles wait for when asked alone.
#[test]
fn a_discard_leaves_what_its_five_tiles_wait_for() {
    for six in second::all_hands::<6>().iter().step_by(97) {
        let tiles = six.map(second::tile);
        let hand = Hand::new(&tiles, None).expect("the box holds these");
        let found = discards(&hand, &[], &[], false, &Ruleset::default()).expect("the box holds these");
        let mut faces = tiles.to_vec();
        faces.sort_unstable();
        faces.dedup();
        assert_eq!(found.iter().map(|discard| discard.tile).collect::<Vec<_>>(), faces);
        for discard in found {
            let at = tiles.iter().position(|&tile| tile == discard.tile).expect("a tile of the hand");
            let rest: Vec<_> =
                tiles.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, &tile)| tile).collect();
            let alone = WaitingHand::new(&rest, None, &[], &[discard.tile]).expect("the box holds these");
            assert_eq!(discard.waits, waits(&alone, false, &Ruleset::default()));
        }
    }
}

#[test]
fn a_discard_from_tiles_that_cannot_be_is_refused() {
    let hand = Hand::parse("224777", None).expect("a hand");
    let refused = discards(&hand, &tiles("7"), &[], false, &Ruleset::default()).expect_err("four normal 7");
    assert_eq!(refused.code(), "too_many_copies");
}

#[test]
fn tiles_seen_elsewhere_are_not_left() {
    let left = |seen, own| waits_of("24777", None, seen, own).iter().map(|wait| wait.left).collect::<Vec<_>>();
    assert_eq!(left("", ""), [3, 1]);
    assert_eq!(left("3", "3"), [1, 1]);
    assert_eq!(left("33", "3r"), [1, 0]);
    assert_eq!(left("3333r", ""), [0, 0], "a wait of which none is left is still a wait");
    let with_dora = waits_of("24777", Some("3"), "", "");
    assert_eq!(summary(&with_dora), [("3".into(), 2, 5, true), ("3r".into(), 1, 6, true)]);
}

#[test]
fn a_waiting_hand_that_cannot_be_is_refused() {
    let refused = |five, dora: Option<&str>, seen, own| {
        let dora = dora.map(|tile| parse_tile(tile).expect("a tile"));
        WaitingHand::new(&tiles(five), dora, &tiles(seen), &tiles(own)).expect_err("no waiting hand")
    };
    assert_eq!(refused("1234", None, "", ""), HandError::WrongCount { needed: 5, found: 4 });
    assert_eq!(refused("123456", None, "", ""), HandError::WrongCount { needed: 5, found: 6 });
    assert_eq!(refused("3r3r456", None, "", "").code(), "too_many_copies");
    assert_eq!(refused("33456", Some("3"), "3", "").code(), "too_many_copies");
    assert_eq!(refused("33456", None, "3", "3").code(), "too_many_copies");
    assert_eq!(refused("33456", Some("3r"), "", "3r").code(), "too_many_copies");
    assert_eq!(WaitingHand::parse("0", None).expect_err("no tile").code(), "unknown_tile");
}

/// A discarded green 3 bars a ron on a green or a red 3, and nothing else.
#[test]
fn furiten_goes_by_kind_for_every_discard() {
    for discard in Tile::all() {
        for tile in Tile::all() {
            assert_eq!(furiten::forbids_ron(&[discard], tile), discard.kind() == tile.kind());
            assert_eq!(furiten::forbids_ron_on_kind(&[discard], tile.kind()), discard.kind() == tile.kind());
        }
        assert!(!furiten::forbids_ron(&[], discard));
        let all_others: Vec<_> = Tile::all().filter(|other| other.kind() != discard.kind()).collect();
        assert!(!furiten::forbids_ron(&all_others, discard));
    }
}

/// 23 waits for 1 and 4: a discarded 1 bars the 1 alone, where riichi would bar both.
#[test]
fn other_waits_stay_open_and_tsumo_is_never_barred() {
    let found = waits_of("23777", Some("7r"), "", "1r");
    let may: Vec<_> = found.iter().map(|wait| (wait.tile.to_string(), wait.may_ron(), wait.may_tsumo())).collect();
    assert_eq!(
        may,
        [("1".into(), false, true), ("4".into(), true, true), ("1r".into(), false, true), ("4r".into(), true, true)]
    );
    assert_eq!(found[2].left, 0, "the only red 1 is the discard");
}

/// Others' discards bar nothing.
#[test]
fn only_own_discards_bar_a_ron() {
    assert!(waits_of("23777", Some("7r"), "1 4 4", "").iter().all(Wait::may_ron));
}

/// The dealer's bonus helps a wait over the minimum only by house rule.
#[test]
fn the_minimum_holds_for_the_dealer_too() {
    let hand = WaitingHand::parse("24777", None).expect("a waiting hand");
    let mut ruleset = Ruleset::default();
    assert!(!waits(&hand, true, &ruleset)[0].may_tsumo());
    ruleset.set("dealer_bonus_counts_to_minimum", "yes").expect("a house rule");
    assert!(waits(&hand, true, &ruleset)[0].may_tsumo());
    assert!(!waits(&hand, false, &ruleset)[0].may_tsumo());
}
