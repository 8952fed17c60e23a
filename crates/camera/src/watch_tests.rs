use super::*;
use vision::{Condition, Face, Probabilities, Quad, ReadTile, Rejected, Timing};

/// Milliseconds from frame to frame: fifteen a second.
const FRAME: u64 = 66;
const HAND: [&str; 6] = ["2s", "3s", "4s", "chun", "chun", "chun"];

fn face(id: &str) -> Face {
    Face::from_id(id).unwrap()
}

/// The place of a tile in a row.
fn place(i: usize) -> Quad {
    Quad::rectangle(0.0, 0.0, 60.0, 80.0).moved([100.0 + 66.0 * i as f32, 300.0])
}

fn tile(id: &str, confidence: f32, quad: Quad) -> ReadTile {
    ReadTile {
        face: face(id),
        corners: quad.0,
        confidence,
        doubtful: confidence < 0.92,
        probabilities: Probabilities::new([(face("9m"), 1.0 - confidence), (face(id), confidence)]),
    }
}

fn row(ids: &[&str]) -> Reading {
    shown(ids.iter().enumerate().map(|(i, id)| tile(id, 0.98, place(i))).collect())
}

fn shown(tiles: Vec<ReadTile>) -> Reading {
    Reading { tiles, rejected: Vec::new(), size: [1280, 720], conditions: Vec::new(), timing: Timing::default() }
}

fn hard(mut reading: Reading, conditions: &[Condition]) -> Reading {
    reading.conditions = conditions.to_vec();
    reading
}

fn codes(seen: &Seen) -> Vec<&'static str> {
    seen.hindrances.iter().map(|hindrance| hindrance.code()).collect()
}

/// A table that is watched.
struct Table {
    watch: Watch,
    at: u64,
    /// Whether something moves about on it.
    moving: bool,
}

impl Table {
    fn expecting(expect: Expect) -> Table {
        let rules = SteadyRules { patience_ms: Some(2500), ..SteadyRules::new(0.92) };
        Table { watch: Watch::new(rules, SetProfile::Suzume, expect), at: 0, moving: false }
    }

    /// Shows the same for so many milliseconds. What came last, and how many offers there were.
    fn show(&mut self, reading: &Reading, ms: u64) -> (Seen, usize) {
        self.show_flat(reading, false, ms)
    }

    fn show_flat(&mut self, reading: &Reading, flat: bool, ms: u64) -> (Seen, usize) {
        let (until, mut offers) = (self.at + ms, 0);
        let rests = if self.moving { 0 } else { u64::MAX };
        loop {
            self.at += FRAME;
            let seen = self.watch.see(reading, flat, |_| rests, self.at);
            offers += usize::from(seen.offer);
            if self.at >= until {
                return (seen, offers);
            }
        }
    }
}

#[test]
fn a_hand_is_looked_for_settles_and_is_offered_within_one_and_a_half_seconds() {
    let mut table = Table::expecting(Expect::Hand);
    assert_eq!(table.show(&shown(Vec::new()), 500).0.phase, Phase::Looking);
    let laid_at = table.at;
    assert_eq!(table.show(&row(&HAND), FRAME).0.phase, Phase::HoldStill);
    let (settling, _) = table.show(&row(&HAND), 500);
    assert!(matches!(settling.phase, Phase::Settling { share } if share > 0.0 && share < 1.0), "{settling:?}");
    loop {
        let (seen, offers) = table.show(&row(&HAND), FRAME);
        if offers == 1 {
            assert_eq!(seen.phase, Phase::Offered);
            assert_eq!(seen.voted.tiles.len(), 6);
            break;
        }
    }
    assert!(table.at - laid_at < 1500, "{} ms", table.at - laid_at);
}

#[test]
fn tiles_left_lying_are_not_offered_again() {
    let mut table = Table::expecting(Expect::Hand);
    assert_eq!(table.show(&row(&HAND), 3000).1, 1);
    assert_eq!(table.show(&row(&HAND), 60_000).1, 0);
    // An arm over the table: nothing is seen for a while.
    assert_eq!(table.show(&shown(Vec::new()), 4000).0.phase, Phase::Looking);
    let (seen, offers) = table.show(&row(&HAND), 5000);
    assert_eq!((seen.phase, offers), (Phase::Offered, 0));
    // The camera was gone, and was nudged meanwhile.
    table.at += 30_000;
    let mut nudged = row(&HAND);
    for tile in &mut nudged.tiles {
        tile.corners = Quad(tile.corners).moved([25.0, -12.0]).0;
    }
    assert_eq!(table.show(&nudged, 5000).1, 0);
}

#[test]
fn another_hand_and_the_same_tiles_laid_otherwise_are_offered() {
    let mut table = Table::expecting(Expect::Hand);
    assert_eq!(table.show(&row(&HAND), 3000).1, 1);
    assert_eq!(table.show(&row(&["2s", "3s", "4s", "hatsu", "hatsu", "hatsu"]), 4000).1, 1);
    let mut swapped = HAND;
    swapped.swap(0, 5);
    assert_eq!(table.show(&row(&swapped), 4000).1, 1);
}

#[test]
fn a_wrong_number_of_tiles_is_said_and_not_offered() {
    let mut table = Table::expecting(Expect::Hand);
    let (seen, offers) = table.show(&row(&HAND[..5]), 3000);
    assert_eq!((offers, codes(&seen)), (0, vec!["wrong_count"]));
    assert!(seen.hindrances.contains(&Hindrance::WrongCount { seen: 5 }));
    assert!(matches!(seen.phase, Phase::Settling { .. }));
    // The sixth is laid down.
    let (seen, offers) = table.show(&row(&HAND), 3000);
    assert_eq!((seen.phase, offers, codes(&seen)), (Phase::Offered, 1, Vec::new()));
}

#[test]
fn a_print_on_the_cloth_that_is_no_tile_of_the_set_is_not_waited_for() {
    let mut table = Table::expecting(Expect::Hand);
    let (seen, offers) = table.show(&row(&["3p"]), 4000);
    assert_eq!((seen.phase, offers, codes(&seen)), (Phase::Looking, 0, Vec::new()));
    let mut beside = row(&HAND);
    beside.tiles.push(tile("3p", 0.97, place(0).moved([900.0, -250.0])));
    assert_eq!(table.show(&beside, 4000).1, 1, "a hand is found beside it");
    assert_eq!(table.show(&row(&HAND), 4000).1, 0, "nor does it make the hand another when it is no longer seen");
    assert_eq!(table.show(&beside, 4000).1, 0);
}

#[test]
fn a_wrong_number_is_said_also_while_a_tile_is_doubtful() {
    let rules = crate::LiveRules::default();
    let mut table =
        Table { watch: Watch::new(rules.steady, rules.set, rules.expect), ..Table::expecting(Expect::Hand) };
    let mut five = row(&HAND[..5]);
    five.tiles[1] = tile("3s", 0.6, place(1));
    assert_eq!(codes(&table.show(&five, 5000).0), ["wrong_count"]);
}

#[test]
fn six_tiles_and_a_dora_are_a_hand() {
    let mut table = Table::expecting(Expect::Hand);
    let mut tiles = row(&HAND).tiles;
    tiles.push(tile("5s", 0.98, place(3).moved([0.0, -240.0])));
    assert_eq!(table.show(&shown(tiles), 3000).1, 1);
}

#[test]
fn one_tile_or_any_number_are_offered_where_they_are_asked_for() {
    let mut dora = Table::expecting(Expect::One);
    assert_eq!(dora.show(&row(&["5s"]), 3000).1, 1);
    assert_eq!(codes(&dora.show(&row(&["5s", "6s"]), 3000).0), ["wrong_count"]);
    let mut discards = Table::expecting(Expect::Any);
    assert_eq!(discards.show(&row(&HAND[..4]), 3000).1, 1);
    assert_eq!(discards.show(&row(&HAND[..5]), 3000).1, 1);
}

#[test]
fn what_hinders_is_said_when_it_lasts() {
    for (condition, code) in [
        (Condition::TooDark, "too_dark"),
        (Condition::OverExposed, "over_exposed"),
        (Condition::Blurred, "blurred"),
        (Condition::NoColour, "no_colour"),
        (Condition::TilesTooSmall, "tiles_too_small"),
    ] {
        let mut table = Table::expecting(Expect::Hand);
        let dim = hard(shown(Vec::new()), &[condition, Condition::NoTiles]);
        assert_eq!(codes(&table.show(&dim, FRAME).0), Vec::<&str>::new(), "not at once");
        assert_eq!(codes(&table.show(&dim, 1000).0), [code]);
        assert_eq!(codes(&table.show(&shown(Vec::new()), 1000).0), Vec::<&str>::new(), "no longer");
    }
}

#[test]
fn a_doubtful_tile_that_is_hard_to_see_is_not_offered_by_itself_but_when_asked() {
    let mut table = Table::expecting(Expect::Hand);
    let mut unsure = row(&HAND);
    unsure.tiles[2] = tile("4s", 0.6, place(2));
    let blurred = hard(unsure.clone(), &[Condition::Blurred]);
    let (seen, offers) = table.show(&blurred, 8000);
    assert_eq!((offers, codes(&seen)), (0, vec!["blurred"]));
    // In good light the person is shown which tile is doubtful.
    let (seen, offers) = table.show(&unsure, 1000);
    assert_eq!(offers, 1);
    assert!(seen.voted.tiles[2].doubtful);
    let mut other = Table::expecting(Expect::Hand);
    other.show(&blurred, 1000);
    assert_eq!(other.watch.ask(&blurred).tiles.len(), 6);
    assert_eq!(other.show(&unsure, 5000).1, 0, "what was asked for is not offered again");
}

#[test]
fn a_doubtful_tile_is_never_offered_by_itself_by_the_usual_rules() {
    let rules = crate::LiveRules::default();
    let watch = Watch::new(rules.steady, rules.set, rules.expect);
    let mut table = Table { watch, ..Table::expecting(Expect::Hand) };
    let mut unsure = row(&HAND);
    unsure.tiles[2] = tile("4s", 0.6, place(2));
    let (seen, offers) = table.show(&unsure, 30_000);
    assert_eq!((seen.phase, offers), (Phase::Settling { share: 0.0 }, 0));
    assert_eq!(table.show(&row(&HAND), 3000).1, 1, "as soon as it is sure");
}

#[test]
fn turning_the_picture_makes_no_new_hand() {
    let mut table = Table::expecting(Expect::Hand);
    assert_eq!(table.show(&row(&HAND), 3000).1, 1);
    table.watch.turned();
    let mut elsewhere = row(&HAND);
    for tile in &mut elsewhere.tiles {
        tile.corners = tile.corners.map(|[x, y]| [720.0 - y, 1.3 * x]);
    }
    let (seen, offers) = table.show(&elsewhere, 3000);
    assert_eq!((seen.phase, offers), (Phase::Offered, 0));
    // From now on it is known where they lie.
    let mut swapped = elsewhere.clone();
    let [first, last] = [swapped.tiles[0].corners, swapped.tiles[5].corners];
    (swapped.tiles[0].corners, swapped.tiles[5].corners) = (last, first);
    assert_eq!(table.show(&swapped, 4000).1, 1);
}

#[test]
fn what_is_in_view_can_be_had_at_once() {
    let mut table = Table::expecting(Expect::Hand);
    let first = row(&HAND);
    table.at += FRAME;
    table.watch.see(&first, false, |_| u64::MAX, table.at);
    assert_eq!(table.watch.ask(&first).tiles.len(), 6, "in the first frame");
}

#[test]
fn other_tiles_in_the_same_places_are_had_as_they_are() {
    let mut table = Table::expecting(Expect::Hand);
    table.show(&row(&HAND), 3000);
    let others = row(&["5s", "6s", "7s", "hatsu", "hatsu", "hatsu"]);
    table.show(&others, FRAME);
    let faces = |reading: Reading| reading.tiles.iter().map(|tile| tile.face.id()).collect::<Vec<_>>();
    assert_eq!(faces(table.watch.ask(&others)), ["5s", "6s", "7s", "hatsu", "hatsu", "hatsu"]);
    // One frame that is unsure of a face does not outvote all before it.
    let mut table = Table::expecting(Expect::Hand);
    table.show(&row(&HAND), 3000);
    let mut unsure = row(&HAND);
    unsure.tiles[0] = tile("7s", 0.5, place(0));
    table.show(&unsure, FRAME);
    assert_eq!(faces(table.watch.ask(&unsure)), HAND);
}

#[test]
fn tiles_that_cannot_be_together_are_neither_offered_nor_miscounted() {
    let mut table = Table::expecting(Expect::Hand);
    let all_sure = ["3sr", "3sr", "4s", "chun", "chun", "chun"].iter().enumerate();
    let both_red = shown(
        all_sure
            .map(|(i, id)| ReadTile { probabilities: Probabilities::new([(face(id), 1.0)]), ..tile(id, 1.0, place(i)) })
            .collect(),
    );
    assert!(!both_red.arranged(SetProfile::Suzume).possible);
    let (seen, offers) = table.show(&both_red, 4000);
    assert_eq!((offers, codes(&seen)), (0, Vec::new()));
}

#[test]
fn glare_is_not_called_covered_while_tiles_are_read() {
    let mut table = Table::expecting(Expect::Hand);
    let mut pale = hard(row(&HAND), &[Condition::OverExposed]);
    for tile in &mut pale.tiles {
        *tile = self::tile(tile.face.id(), 0.6, Quad(tile.corners));
    }
    let (seen, offers) = table.show_flat(&pale, true, 5000);
    assert_eq!((offers, codes(&seen)), (0, vec!["over_exposed"]));
}

#[test]
fn something_over_the_tiles_is_called_covered() {
    let mut table = Table::expecting(Expect::Hand);
    let mut under_a_hand = row(&HAND[..4]);
    for i in 4..6 {
        under_a_hand.rejected.push(Rejected { corners: place(i).0, face: Face::JUNK, confidence: 0.9 });
    }
    assert_eq!(codes(&table.show(&under_a_hand, 3000).0), ["covered"]);
}

#[test]
fn an_arm_over_some_of_a_hand_is_called_covered_and_tiles_that_were_taken_away_are_counted() {
    let mut table = Table::expecting(Expect::Hand);
    table.show(&row(&HAND), 3000);
    table.moving = true;
    let mut under_an_arm = row(&HAND);
    under_an_arm.tiles.drain(..2);
    assert_eq!(codes(&table.show(&under_an_arm, 3000).0), ["covered"]);
    // The arm is gone, and the two tiles with it.
    table.moving = false;
    let (seen, _) = table.show(&under_an_arm, 1500);
    assert_eq!(seen.hindrances, [Hindrance::WrongCount { seen: 4 }]);
}

#[test]
fn hands_that_lay_the_next_tiles_cover_none() {
    let mut table = Table::expecting(Expect::Hand);
    table.show(&row(&HAND), 3000);
    table.moving = true;
    table.show(&shown(Vec::new()), 1500);
    assert_eq!(codes(&table.show(&row(&HAND[..3]), 3000).0), ["wrong_count"]);
}

#[test]
fn a_covered_lens_is_called_covered_and_a_dark_room_dark() {
    let mut table = Table::expecting(Expect::Hand);
    let nothing = hard(shown(Vec::new()), &[Condition::Blurred, Condition::NoTiles]);
    assert_eq!(codes(&table.show_flat(&nothing, true, 1000).0), ["covered"]);
    let black = hard(shown(Vec::new()), &[Condition::TooDark, Condition::NoTiles]);
    assert_eq!(codes(&table.show_flat(&black, true, 2000).0), ["too_dark"]);
}

#[test]
fn what_was_offered_before_the_window_was_closed_is_remembered() {
    let mut before = Table::expecting(Expect::Hand);
    assert_eq!(before.show(&row(&HAND), 3000).1, 1);
    let mut after = Table::expecting(Expect::Hand);
    after.watch.remember(before.watch.offered().clone());
    let (seen, offers) = after.show(&row(&HAND), 3000);
    assert_eq!((seen.phase, offers), (Phase::Offered, 0));
}
