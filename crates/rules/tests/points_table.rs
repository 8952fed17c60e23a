//! The generated table against the scorer it is made from and against the survey's counts.

mod second;

use rules::{Extra, Hand, PointsTable, Ruleset, Score, Tile};
use second::House;

/// Every hand, every dora, every house rule that touches points.
#[test]
fn the_table_says_what_the_scorer_says() {
    for house in House::all().filter(|house| house.minimum && !house.dealer_counts) {
        let ruleset = house.ruleset();
        let table = PointsTable::new(&ruleset);
        for hand in second::all_hands::<6>() {
            let tiles = hand.map(second::tile);
            for dora in std::iter::once(None).chain(Tile::all().map(Some)) {
                let Ok(hand) = Hand::new(&tiles, dora) else { continue };
                let expected = Score::of(&hand, &ruleset);
                let found = table.score(&hand);
                assert_eq!(found.points(), expected.map(|score| score.points()), "{hand} {dora:?} {house:?}");
                let limit = expected.and_then(|score| match score.extra {
                    Extra::Limit(limit) => Some(limit),
                    Extra::Bonuses(_) => None,
                });
                assert_eq!(found.limit(), limit, "{hand} {dora:?} {house:?}");
                assert_eq!(found.reaches_minimum(), expected.is_some_and(|score| score.points() >= 5));
            }
        }
    }
}

#[test]
fn the_physical_sets_are_those_of_the_survey() {
    let (mut sets, mut in_shape, mut that_win) = (0, 0, 0);
    PointsTable::new(&Ruleset::default()).for_each_physical_set(None, |_, score| {
        sets += 1;
        in_shape += u32::from(score.points().is_some());
        that_win += u32::from(score.reaches_minimum());
    });
    assert_eq!((sets, in_shape, that_win), (7_059_052, 69_160, 29_475));
}

/// With each face as dora: a hand is visited as often as the 43 other tiles can make it, with its own score.
#[test]
fn the_walk_with_a_dora_tile_leaves_that_tile_out() {
    let table = PointsTable::new(&Ruleset::default());
    for dora in Tile::all().step_by(3) {
        let (mut sets, mut points) = (0_u64, 0_u64);
        let mut earlier = None;
        table.for_each_physical_set(Some(dora), |tiles, score| {
            sets += 1;
            points += u64::from(score.points().unwrap_or(0));
            if earlier != Some(tiles) {
                let hand = Hand::new(&tiles, Some(dora)).expect("the box holds these");
                assert_eq!(score, table.score(&hand));
                earlier = Some(tiles);
            }
        });
        assert_eq!(sets, 6_096_454);
        let expected: u64 = second::all_hands::<6>()
            .iter()
            .filter_map(|hand| {
                let made = Hand::new(&hand.map(second::tile), Some(dora)).ok()?;
                let points = Score::of(&made, &Ruleset::default())?.points();
                // Picking the hand from 43 tiles: the dora's face has one copy less.
                let held = made.tiles().iter().filter(|tile| **tile == dora).count() as u64;
                let copies = u64::from(dora.copies());
                Some(u64::from(points) * second::physical_sets(hand) as u64 * (copies - held) / copies)
            })
            .sum();
        assert_eq!(points, expected);
    }
}
