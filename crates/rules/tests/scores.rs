//! Every hand, every dora, every house rule: the crate's score against the second scorer's, line by line.

mod second;

use rules::{Extra, Hand, LimitHand, MultipleRon, Ruleset, Score, StartingPoints, Tile, Verdict, judge};
use second::{House, Sheet};
use std::collections::BTreeMap;

/// The crate's score in the second scorer's words.
fn sheet(score: &Score) -> Sheet {
    let mut bonuses = Vec::new();
    let mut limit = None;
    match &score.extra {
        Extra::Bonuses(found) => {
            bonuses.extend(found.items().map(|item| (item.id.id(), usize::from(item.count), usize::from(item.points))));
        }
        Extra::Limit(found) => limit = Some((found.id(), usize::from(found.points()))),
    }
    Sheet {
        melds: score.melds.map(|scored| scored.meld.tiles().map(|tile| tile.kind().index() + 1)),
        meld_points: score.melds.map(|scored| usize::from(scored.points)),
        bonuses,
        limit,
        points: usize::from(score.points()),
    }
}

/// No dora tile, and every face of which the hand leaves a copy in the box.
fn doras(hand: &[usize; 6]) -> impl Iterator<Item = Option<usize>> {
    let hand = *hand;
    let faces = (0..second::BOX.len()).filter(move |dora| second::exists(hand.into_iter().chain([*dora])));
    [None].into_iter().chain(faces.map(Some))
}

#[test]
fn every_hand_scores_as_the_second_scorer_says() {
    let hands = second::all_hands::<6>();
    let (first_half, second_half) = hands.split_at(hands.len() / 2);
    let judged = std::thread::scope(|scope| {
        let other = scope.spawn(|| compare(second_half));
        compare(first_half) + other.join().expect("no difference in the second half")
    });
    // 103,032 hands, each with no dora or one of the faces it leaves, 16 combinations of house rules, dealer or not.
    assert!(judged > 60_000_000, "{judged}");
}

/// Compares these hands under everything that touches a score; how many verdicts were compared.
fn compare(hands: &[[usize; 6]]) -> u64 {
    let houses: Vec<_> = House::all().map(|house| (house, house.ruleset())).collect();
    let mut judged = 0;
    for hand in hands {
        let partings = second::partings(second::kinds(hand));
        let tiles = hand.map(second::tile);
        for dora in doras(hand) {
            let made = Hand::new(&tiles, dora.map(second::tile)).expect("the box holds these tiles");
            for (house, ruleset) in &houses {
                let expected = second::score(hand, partings.first(), dora, *house);
                for dealer in [false, true] {
                    let verdict = judge(&made, dealer, ruleset);
                    let wins = expected.as_ref().map(|sheet| second::suffices(sheet.points, dealer, *house));
                    let agreed = match verdict {
                        Verdict::NoShape => wins.is_none(),
                        Verdict::UnderMinimum(score) => wins == Some(false) && Some(sheet(&score)) == expected,
                        Verdict::Win(score) => wins == Some(true) && Some(sheet(&score)) == expected,
                    };
                    assert!(agreed, "{made} dora {dora:?} dealer {dealer} {house:?}: {verdict:?}");
                    judged += 1;
                }
            }
        }
    }
    judged
}

/// Starting points and the order of rons concern purses, not hands.
#[test]
fn the_other_house_rules_do_not_touch_a_score() {
    let other = Ruleset {
        starting_points: StartingPoints::Fifty,
        multiple_ron: MultipleRon::NearestOnly,
        ..Ruleset::default()
    };
    for hand in second::all_hands::<6>() {
        let made = Hand::new(&hand.map(second::tile), None).expect("a hand");
        assert_eq!(judge(&made, false, &other), judge(&made, false, &Ruleset::default()));
    }
}

#[test]
fn the_counts_of_hands_limits_and_points_are_those_of_the_survey() {
    let hands = second::all_hands::<6>();
    assert_eq!(hands.len(), 103_032);
    let mut limits = BTreeMap::new();
    let mut points = BTreeMap::new();
    let (mut sets, mut sets_in_shape, mut sets_that_win) = (0, 0, 0);
    let mut wins = 0;
    for hand in &hands {
        let made = Hand::new(&hand.map(second::tile), None).expect("a hand");
        let verdict = judge(&made, false, &Ruleset::default());
        sets += second::physical_sets(hand);
        if let Some(score) = verdict.score() {
            sets_in_shape += second::physical_sets(hand);
            let limit = match score.extra {
                Extra::Bonuses(_) => "plain",
                Extra::Limit(limit) => limit.id(),
            };
            *limits.entry(limit).or_insert(0) += 1;
            *points.entry(score.points()).or_insert(0) += 1;
        }
        if verdict.wins() {
            wins += 1;
            sets_that_win += second::physical_sets(hand);
        }
    }
    assert_eq!(limits, BTreeMap::from([("plain", 1_952), ("all_green", 19), ("chinyao", 13), ("super_red", 17)]));
    let histogram = [
        (2, 10),
        (3, 92),
        (4, 322),
        (5, 562),
        (6, 550),
        (7, 304),
        (8, 92),
        (9, 14),
        (10, 6),
        (12, 1),
        (13, 3),
        (14, 15),
        (19, 13),
        (22, 10),
        (23, 7),
    ];
    assert_eq!(points, BTreeMap::from(histogram));
    assert_eq!(points.values().sum::<i32>(), 2_001);
    assert_eq!(wins, 1_577);
    assert_eq!((sets, sets_in_shape, sets_that_win), (7_059_052, 69_160, 29_475));
}

#[test]
fn no_two_limit_hands_coincide() {
    for hand in second::all_hands::<6>() {
        let tiles = hand.map(second::tile);
        let in_shape = !second::partings(second::kinds(&hand)).is_empty();
        let fulfilled = LimitHand::ALL.into_iter().filter(|limit| limit.matches(&tiles)).count();
        assert!(!in_shape || fulfilled <= 1, "{tiles:?}");
        assert!(!in_shape || second::limits(&hand).len() == fulfilled, "{tiles:?}");
    }
}

#[test]
fn the_largest_hand_is_worth_23_and_25_for_the_dealer() {
    let mut largest = 0;
    let mut largest_for_dealer = 0;
    for hand in second::all_hands::<6>() {
        for dora in doras(&hand) {
            let made = Hand::new(&hand.map(second::tile), dora.map(second::tile)).expect("a hand");
            if let Some(score) = Score::of(&made, &Ruleset::default()) {
                largest = largest.max(score.total(false));
                largest_for_dealer = largest_for_dealer.max(score.total(true));
            }
        }
    }
    assert_eq!((largest, largest_for_dealer), (23, 25));
}

/// The total is the sum of the lines and the dealer's two, limit hand or not.
#[test]
fn the_dealer_always_gets_two_more() {
    for text in ["111456", "1r2r3rccc", "111ccc", "234ggg"] {
        let hand = Hand::parse(text, None).expect("a hand");
        let score = Score::of(&hand, &Ruleset::default()).expect("two melds");
        assert_eq!(score.total(true), score.total(false) + 2);
        assert_eq!(score.total(false), score.points());
    }
}

#[test]
fn the_box_holds_44_tiles_of_20_faces_and_13_are_red() {
    let copies =
        |tiles: &dyn Fn(&Tile) -> bool| Tile::all().filter(|t| tiles(t)).map(|t| u32::from(t.copies())).sum::<u32>();
    assert_eq!(Tile::all().count(), 20);
    assert_eq!(copies(&|_| true), u32::from(Tile::IN_BOX));
    assert_eq!(copies(&|tile| tile.is_red()), 13);
    for (position, face) in second::BOX.iter().enumerate() {
        let tile = second::tile(position);
        assert_eq!(tile.index(), position);
        assert_eq!(Tile::from_index(position), Some(tile));
        assert_eq!(tile.kind().index() + 1, face.kind);
        assert_eq!((tile.is_red(), usize::from(tile.copies())), (face.red, face.copies));
        assert_eq!(tile.to_string(), face.name);
    }
    assert_eq!(Tile::from_index(20), None);
    assert_eq!((Tile::normal(0), Tile::normal(10), Tile::red(0), Tile::red(10)), (None, None, None, None));
}
