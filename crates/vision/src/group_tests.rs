use super::*;

const WIDTH: f32 = 30.0;
const HEIGHT: f32 = 40.0;

/// A tile with its centre here, in tile widths, turned clockwise by so many degrees.
fn tile(x: f32, y: f32, turned: f32) -> Quad {
    let (sin, cos) = turned.to_radians().sin_cos();
    let upright = Quad::rectangle(-WIDTH / 2.0, -HEIGHT / 2.0, WIDTH / 2.0, HEIGHT / 2.0);
    Quad(upright.0.map(|[u, v]| [x * WIDTH + u * cos - v * sin, y * WIDTH + u * sin + v * cos]))
}

/// A row of so many tiles with a tenth of a width between them, the first one's centre here.
fn row(count: usize, x: f32, y: f32) -> Vec<Quad> {
    (0..count).map(|i| tile(x + i as f32 * 1.1, y, 0.0)).collect()
}

fn proposed(quads: &[Quad]) -> Option<Proposal> {
    propose(quads, &vec![true; quads.len()])
}

/// The proposal, which must be the same however the picture is turned, scaled, and its tiles listed.
fn proposed_at_any_turn(quads: &[Quad]) -> Option<Proposal> {
    let expected = proposed(quads);
    for degrees in (0..360).step_by(20) {
        let (sin, cos) = (degrees as f32).to_radians().sin_cos();
        let scale = 0.5 + degrees as f32 / 100.0;
        let turn = |[x, y]: [f32; 2]| [700.0 + scale * (x * cos - y * sin), 700.0 + scale * (x * sin + y * cos)];
        let turned: Vec<Quad> = quads.iter().map(|quad| Quad(quad.0.map(turn))).collect();
        assert_eq!(proposed(&turned), expected, "turned by {degrees}");
        let backwards: Vec<Quad> = turned.into_iter().rev().collect();
        let last = quads.len().saturating_sub(1);
        let mirrored = expected.map(|proposal| {
            let mut hand = proposal.hand.map(|i| last - i);
            hand.sort_unstable();
            Proposal { hand, winning: proposal.winning.map(|i| last - i), dora: proposal.dora.map(|i| last - i) }
        });
        assert_eq!(proposed(&backwards), mirrored, "listed backwards");
    }
    expected
}

fn hand(positions: std::ops::Range<usize>) -> [usize; HAND] {
    positions.collect::<Vec<_>>().try_into().expect("six")
}

/// Discards before one player: rows of six, loosely laid, and one turned.
fn discards(count: usize, x: f32, y: f32) -> Vec<Quad> {
    (0..count)
        .map(|i| tile(x + (i % 4) as f32 * 1.25, y + (i / 4) as f32 * 1.55, if i == 2 { 90.0 } else { 0.0 }))
        .collect()
}

#[test]
fn a_row_of_six_among_discards_and_other_players_tiles() {
    let mut quads = row(6, 0.0, 12.0);
    quads.extend(discards(7, 1.0, 5.0));
    quads.extend(discards(3, -8.0, 2.0));
    assert_eq!(proposed_at_any_turn(&quads), Some(Proposal { hand: hand(0..6), winning: None, dora: None }));
}

#[test]
fn two_rows_of_three_are_one_hand() {
    let mut quads = row(3, 0.0, 10.0);
    quads.extend(row(3, 0.0, 11.5));
    quads.extend(discards(9, 9.0, 2.0));
    assert_eq!(proposed_at_any_turn(&quads).map(|proposal| proposal.hand), Some(hand(0..6)));
}

#[test]
fn a_tile_apart_from_six_is_the_dora_also_with_discards_further_away() {
    let mut quads = row(6, 0.0, 10.0);
    quads.push(tile(7.5, 10.0, 0.0));
    let expected = Some(Proposal { hand: hand(0..6), winning: None, dora: Some(6) });
    assert_eq!(proposed_at_any_turn(&quads), expected, "seven in all");
    quads.extend(discards(5, 0.0, 0.0));
    assert_eq!(proposed_at_any_turn(&quads), expected, "and discards");
}

#[test]
fn a_tile_apart_from_five_is_the_winning_tile_and_one_further_away_the_dora() {
    let mut quads = row(5, 0.0, 10.0);
    quads.push(tile(6.3, 10.0, 0.0));
    let winning = Some(Proposal { hand: hand(0..6), winning: Some(5), dora: None });
    assert_eq!(proposed_at_any_turn(&quads), winning, "six in all");
    quads.push(tile(2.0, 5.0, 90.0));
    let both = Some(Proposal { hand: hand(0..6), winning: Some(5), dora: Some(6) });
    assert_eq!(proposed_at_any_turn(&quads), both);
    quads.extend(discards(7, -20.0, -5.0));
    assert_eq!(proposed_at_any_turn(&quads), both, "and discards");
}

#[test]
fn melds_pushed_apart_are_still_one_hand() {
    let mut quads = row(3, 0.0, 10.0);
    quads.extend(row(3, 3.9, 10.0));
    quads.push(tile(11.0, 10.0, 0.0));
    quads.extend(discards(8, -8.0, -2.0));
    assert_eq!(proposed_at_any_turn(&quads).map(|p| (p.hand, p.winning, p.dora)), Some((hand(0..6), None, Some(6))));
}

#[test]
fn of_a_row_of_six_and_one_close_beside_it_the_row_is_the_hand() {
    for (x, y, turned) in [(2.0, 8.5, 25.0), (5.9, 8.6, 0.0), (-0.6, 11.3, 60.0)] {
        let mut quads: Vec<Quad> = (0..6).map(|i| tile(i as f32 * 1.4, 10.0 + (i % 2) as f32 * 0.2, 0.0)).collect();
        quads.push(tile(x, y, turned));
        let expected = Some(Proposal { hand: hand(0..6), winning: None, dora: Some(6) });
        assert_eq!(proposed_at_any_turn(&quads), expected, "beside it at {x}, {y}");
        quads.extend(discards(5, 0.0, -4.0));
        assert_eq!(proposed_at_any_turn(&quads), expected, "and discards");
    }
}

#[test]
fn of_two_tiles_apart_from_five_in_a_row_the_one_in_line_is_the_winning_tile() {
    for (x, dora) in [(6.3, [2.0, 7.9]), (6.9, [7.0, 6.2]), (-2.4, [9.0, 13.5])] {
        let mut quads = row(5, 0.0, 10.0);
        quads.extend([tile(x, 10.1, 10.0), tile(dora[0], dora[1], 70.0)]);
        let expected = Some(Proposal { hand: hand(0..6), winning: Some(5), dora: Some(6) });
        assert_eq!(proposed_at_any_turn(&quads), expected, "winning tile at {x}, dora at {dora:?}");
    }
    let mut dora_in_line = row(5, 0.0, 10.0);
    dora_in_line.extend([tile(6.9, 10.0, 0.0), tile(2.0, 7.6, 0.0)]);
    assert_eq!(proposed_at_any_turn(&dora_in_line), None, "the one nearer to the five may be the winning tile too");
    let mut both_ends = row(5, 0.0, 10.0);
    both_ends.extend([tile(6.6, 10.0, 0.0), tile(-2.2, 10.0, 0.0)]);
    assert_eq!(proposed_at_any_turn(&both_ends), None, "which of the two was won on?");
    let mut far = row(5, 0.0, 10.0);
    far.extend([tile(8.6, 10.0, 0.0), tile(2.0, 5.5, 0.0)]);
    assert_eq!(proposed_at_any_turn(&far), None, "too far to belong to the row");
}

#[test]
fn seven_tiles_of_which_no_six_form_a_row_are_no_hand() {
    let mut corner = row(5, 0.0, 10.0);
    corner.extend([tile(4.4, 8.6, 0.0), tile(4.4, 7.2, 0.0)]);
    assert_eq!(proposed_at_any_turn(&corner), None, "five and two");
    assert_eq!(proposed_at_any_turn(&row(7, 0.0, 10.0)), None, "seven in a row");
    let mut gap_within = row(3, 0.0, 10.0);
    gap_within.extend(row(3, 6.0, 10.0));
    gap_within.push(tile(2.2, 8.6, 0.0));
    assert_eq!(proposed_at_any_turn(&gap_within), None, "a row with a hole");
}

#[test]
fn two_rows_of_six_are_no_hand() {
    let mut quads = row(6, 0.0, 10.0);
    quads.extend(row(6, 0.0, 3.0));
    assert_eq!(proposed_at_any_turn(&quads), None, "two players' hands");
}

#[test]
fn what_does_not_stand_out_is_no_hand() {
    let mut close = row(6, 0.0, 10.0);
    close.push(tile(6.9, 10.0, 0.0));
    assert_eq!(proposed_at_any_turn(&close), None, "a gap of .4 widths");
    let mut discards_touch = row(6, 0.0, 10.0);
    discards_touch.extend(discards(5, 0.0, 8.2));
    assert_eq!(proposed_at_any_turn(&discards_touch), None, "discards right before the hand");
    let mut four_and_three = row(4, 0.0, 10.0);
    four_and_three.extend(row(3, 8.0, 10.0));
    assert_eq!(proposed_at_any_turn(&four_and_three), None);
    assert_eq!(proposed_at_any_turn(&row(13, 0.0, 10.0)), None, "another game's hand");
    assert_eq!(proposed_at_any_turn(&row(5, 0.0, 10.0)), None, "five tiles");
    assert_eq!(proposed_at_any_turn(&[]), None);
}

#[test]
fn of_two_single_tiles_neither_is_clearly_the_dora() {
    let mut quads = row(6, 0.0, 10.0);
    quads.push(tile(8.0, 10.0, 0.0));
    quads.push(tile(2.0, 6.0, 0.0));
    assert_eq!(proposed_at_any_turn(&quads).map(|proposal| (proposal.hand, proposal.dora)), Some((hand(0..6), None)));
}

#[test]
fn six_tiles_of_the_set_are_the_hand_wherever_they_lie() {
    let quads: Vec<Quad> = (0..9).map(|i| tile((i * i) as f32, (i % 4) as f32 * 3.0, i as f32 * 30.0)).collect();
    let of_the_set = [true, false, true, true, false, true, true, false, true];
    let proposal = propose(&quads, &of_the_set).expect("six tiles");
    assert_eq!(proposal.hand, [0, 2, 3, 5, 6, 8]);
}

#[test]
fn a_tile_of_another_set_in_the_row_is_passed_over() {
    let mut quads = row(7, 0.0, 10.0);
    quads.extend(discards(4, 0.0, 2.0));
    let mut of_the_set = vec![true; quads.len()];
    of_the_set[3] = false;
    assert_eq!(propose(&quads, &of_the_set).map(|proposal| proposal.hand), Some([0, 1, 2, 4, 5, 6]));
}

#[test]
fn the_far_end_of_the_table_is_measured_in_its_own_tiles() {
    // The picture narrows upwards: what lies twice as far away looks half as large, gaps and tiles alike.
    let far = |[x, y]: [f32; 2]| {
        let depth = 1.0 + (600.0 - y) / 500.0;
        [500.0 + (x - 500.0) / depth, 600.0 - (600.0 - y) / depth]
    };
    let mut quads = row(6, 10.0, 4.0);
    quads.push(tile(18.5, 4.0, 0.0));
    quads.extend(discards(8, 10.0, 17.0));
    let seen: Vec<Quad> = quads.iter().map(|quad| Quad(quad.0.map(far))).collect();
    assert_eq!(proposed(&seen), Some(Proposal { hand: hand(0..6), winning: None, dora: Some(6) }));
}

#[test]
fn gaps_are_from_edge_to_edge_in_tile_sizes() {
    let one = tile(0.0, 0.0, 0.0);
    let size = (WIDTH * HEIGHT).sqrt();
    assert!((gap(&one, &tile(3.0, 0.0, 0.0)) - 2.0 * WIDTH / size).abs() < 1e-5);
    let corner_to_corner = gap(&one, &tile(3.0, 2.0 + HEIGHT / WIDTH, 0.0));
    assert!((corner_to_corner - 8f32.sqrt() * WIDTH / size).abs() < 1e-4);
    assert_eq!(gap(&one, &tile(0.5, 0.5, 45.0)), 0.0, "overlapping");
    assert_eq!(gap(&one, &tile(1.0, 0.0, 0.0)), 0.0, "touching");
    let point = Quad([[9.0, 9.0]; 4]);
    assert!(gap(&point, &point).is_finite(), "even where there is no tile to speak of");
}
