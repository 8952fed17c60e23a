//! Sticks: a payment is always possible, moves the fewest sticks, and loses none.

mod common;

use common::{apply, dora, game_with, ron, started, tsumo};
use ledger::{Envelope, Event, Game, Handing, Holder, Purses, Refusal, Sticks};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{PlayerCount, Points, Ruleset, Seat};
use std::collections::{HashSet, VecDeque};

const fn sticks(tens: u8, fives: u8, ones: u8) -> Sticks {
    Sticks { tens, fives, ones }
}

fn players(count: usize) -> PlayerCount {
    PlayerCount::new(count).expect("2 to 5")
}

fn seat(count: usize, index: usize) -> Seat {
    players(count).seat(index).expect("a seat")
}

/// How many sticks change hands.
fn moved(handings: &[Handing]) -> u32 {
    handings.iter().map(|handing| handing.sticks.count()).sum()
}

/// Checks one payment: everybody hands on only what they hold, nobody gains a stick from nowhere, and the points are right.
fn pay(before: &Purses, from: Seat, to: Seat, points: Points) -> (Purses, Vec<Handing>) {
    let mut after = before.clone();
    let handings = after.pay(from, to, points);
    let mut holders: Vec<Sticks> = before.players().to_vec();
    holders.push(before.bank());
    let index = |holder: Holder| match holder {
        Holder::Player(seat) => seat.index(),
        Holder::Bank => before.players().len(),
    };
    // All at once, as people do: nobody hands on a stick that they have just been given.
    for handing in &handings {
        let giver = &mut holders[index(handing.from)];
        *giver = *giver - handing.sticks;
    }
    for handing in &handings {
        let taker = &mut holders[index(handing.to)];
        *taker = taker.checked_add(handing.sticks).expect("within the box");
    }
    assert_eq!((&holders[..], holders.len()), ([after.players(), &[after.bank()]].concat().as_slice(), holders.len()));
    assert_eq!(
        holders.iter().fold(Sticks::default(), |sum, next| sum.checked_add(*next).expect("the box")),
        Sticks::BOX
    );
    for (index, (was, is)) in before.players().iter().zip(after.players()).enumerate() {
        let paid = if index == from.index() { points } else { 0 };
        let got = if index == to.index() { points } else { 0 };
        assert_eq!(is.points(), was.points() - paid + got, "seat {index}");
    }
    (after, handings)
}

#[test]
fn everybody_starts_as_the_rules_say_and_the_rest_is_the_bank() {
    for count in 2..=5 {
        let purses = Purses::start(players(count), 40);
        assert_eq!(purses.players(), vec![sticks(2, 3, 5); count]);
        assert_eq!(purses.bank().points() as usize, 200 - 40 * count);
    }
    assert_eq!(Purses::start(players(5), 40).bank(), sticks(0, 0, 0));
    assert_eq!(Purses::start(players(3), 50).players(), vec![sticks(3, 3, 5); 3]);
    let four = Purses::start(players(4), 50);
    assert!(four.players().iter().all(|purse| purse.points() == 50));
    assert_eq!(four.bank(), sticks(0, 0, 0));
}

#[test]
fn change_comes_from_the_receiver_else_the_bank_else_another_player() {
    let hand = |before: &[Sticks], points| {
        let worth: Vec<Points> = before.iter().map(|purse| purse.points()).collect();
        let purses = Purses::new(before, &worth).expect("sticks of one box");
        pay(&purses, seat(before.len(), 0), seat(before.len(), 1), points).1
    };
    let player = |index| Holder::Player(seat(3, index));
    let give = |from, to, sticks| Handing { from, to, sticks };
    // 7 points: a 5 and two 1s.
    assert_eq!(hand(&[sticks(2, 3, 5); 3], 7), [give(player(0), player(1), sticks(0, 1, 2))]);
    // 4 points: a 5, and a 1 comes back.
    assert_eq!(
        hand(&[sticks(2, 3, 0), sticks(2, 3, 5), sticks(2, 3, 5)], 4),
        [give(player(0), player(1), sticks(0, 1, 0)), give(player(1), player(0), sticks(0, 0, 1))]
    );
    // 5 points out of a 10, and the receiver has no 5: the bank changes.
    assert_eq!(
        hand(&[sticks(4, 0, 0), sticks(4, 0, 0), sticks(2, 3, 5)], 5),
        [
            give(player(0), Holder::Bank, sticks(1, 0, 0)),
            give(Holder::Bank, player(0), sticks(0, 1, 0)),
            give(Holder::Bank, player(1), sticks(0, 1, 0)),
        ]
    );
    // The same, and the bank has no 5 either: the third player changes.
    let handings = hand(&[sticks(4, 0, 0), sticks(4, 0, 0), sticks(0, 15, 0)], 5);
    assert_eq!(moved(&handings), 3);
    assert!(handings.contains(&give(player(0), player(2), sticks(1, 0, 0))), "{handings:?}");
}

/// Every purse that two players can come to hold by paying each other, from the start on, and every payment between them.
#[test]
fn two_players_can_always_pay_whatever_they_came_to_hold() {
    let start = Purses::start(players(2), 40);
    let (mut seen, mut queue) = (HashSet::from([start.clone()]), VecDeque::from([start]));
    let mut payments = 0;
    while let Some(purses) = queue.pop_front() {
        for (from, to) in [(0, 1), (1, 0)] {
            let most = purses.players()[from].points().min(25);
            for points in 1..=most {
                let (after, handings) = pay(&purses, seat(2, from), seat(2, to), points);
                assert!(!handings.is_empty());
                payments += 1;
                if seen.insert(after.clone()) {
                    queue.push_back(after);
                }
            }
        }
    }
    assert!(seen.len() >= 81, "{} purses, {payments} payments: at least one for each split of the points", seen.len());
}

/// The fewest sticks, found by trying every way that the sticks of all players and the bank can lie: another method than the
/// ledger's.
fn fewest_by_trying(before: &Purses, targets: &[Points]) -> u32 {
    fn gained(was: Sticks, is: Sticks) -> u32 {
        u32::from(is.tens.saturating_sub(was.tens))
            + u32::from(is.fives.saturating_sub(was.fives))
            + u32::from(is.ones.saturating_sub(was.ones))
    }
    fn try_from(seat: usize, before: &Purses, ways: &[Vec<Sticks>], lying: Sticks) -> u32 {
        let Some(own) = ways.get(seat) else { return gained(before.bank(), Sticks::BOX - lying) };
        let with = |way: &Sticks| {
            let lying = lying.checked_add(*way)?;
            let rest = try_from(seat + 1, before, ways, lying);
            Some(rest.saturating_add(gained(before.players()[seat], *way)))
        };
        own.iter().filter_map(with).min().unwrap_or(u32::MAX)
    }
    let most = Sticks::BOX;
    let mut ways = vec![Vec::new(); targets.len()];
    for (tens, fives, ones) in (0..=most.tens)
        .flat_map(|tens| (0..=most.fives).map(move |fives| (tens, fives)))
        .flat_map(|(tens, fives)| (0..=most.ones).map(move |ones| (tens, fives, ones)))
    {
        for (way, points) in ways.iter_mut().zip(targets) {
            if sticks(tens, fives, ones).points() == *points {
                way.push(sticks(tens, fives, ones));
            }
        }
    }
    try_from(0, before, &ways, Sticks::default())
}

#[test]
fn no_way_moves_fewer_sticks() {
    let mut random = StdRng::seed_from_u64(5);
    for (count, games) in [(2, 40), (3, 12), (4, 2)] {
        for _ in 0..games {
            let mut purses = Purses::start(players(count), 40);
            for _ in 0..6 {
                let (from, to) = (random.random_range(0..count), random.random_range(0..count));
                if from == to {
                    continue;
                }
                let points = random.random_range(0..=purses.players()[from].points().min(25));
                let mut targets: Vec<Points> = purses.players().iter().map(|purse| purse.points()).collect();
                targets[from] -= points;
                targets[to] += points;
                let (after, handings) = pay(&purses, seat(count, from), seat(count, to), points);
                assert_eq!(moved(&handings), fewest_by_trying(&purses, &targets), "{purses:?} pays {points}");
                purses = after;
            }
        }
    }
}

/// A purse for each player that is worth these points, drawn at random, however oddly.
fn odd_purses(points: &[Points], random: &mut StdRng) -> Option<Purses> {
    let mut left = Sticks::BOX;
    let mut purses = Vec::new();
    for &points in points {
        let tens = random.random_range(0..=left.tens.min((points / 10) as u8));
        let rest = points - Points::from(tens) * 10;
        let fives = random.random_range(0..=left.fives.min((rest / 5) as u8));
        let ones = rest - Points::from(fives) * 5;
        if ones > Points::from(left.ones) {
            return None;
        }
        let purse = sticks(tens, fives, ones as u8);
        left = left - purse;
        purses.push(purse);
    }
    Some(Purses::new(&purses, points).expect("worth the points"))
}

#[test]
fn every_payment_is_possible_from_purses_however_odd() {
    let mut random = StdRng::seed_from_u64(6);
    let mut tried = 0;
    for round in 0..4000 {
        let count = 2 + round % 4;
        // Points that sum to what these players started with, some of them at 0.
        let mut points = vec![40; count];
        for _ in 0..random.random_range(0..12) {
            let (from, to) = (random.random_range(0..count), random.random_range(0..count));
            let paid: Points = random.random_range(0..=25).min(points[from]);
            points[from] -= paid;
            points[to] += paid;
        }
        let Some(purses) = odd_purses(&points, &mut random) else { continue };
        tried += 1;
        let from = (0..count).max_by_key(|index| points[*index]).expect("a player");
        for to in (0..count).filter(|to| *to != from) {
            let paid = random.random_range(1..=points[from].min(25));
            let (_, handings) = pay(&purses, seat(count, from), seat(count, to), paid);
            assert!(!handings.is_empty(), "{purses:?} pays {paid}");
        }
    }
    assert!(tried > 800, "{tried}");
}

/// Whether the box can be shared out depends on the points alone, and of these on the remainders by ten: they say how many
/// ones and how many single fives are needed. All of them, for five holders: five players, or fewer and the bank.
#[test]
fn the_box_can_be_shared_out_for_every_remainder() {
    let start = Purses::start(players(5), 40);
    let mut shared = 0;
    for code in 0..10_u32.pow(5) {
        let mut points: Vec<Points> = (0..5).map(|place| code / 10_u32.pow(place) % 10).collect();
        let rest = 200 - points.iter().sum::<Points>();
        if !rest.is_multiple_of(10) {
            continue;
        }
        // Who has the tens makes no difference to what is needed besides them; here it is one player.
        points[shared % 5] += rest;
        let mut purses = start.clone();
        purses.settle_to(&points);
        let worth: Vec<Points> = purses.players().iter().map(|purse| purse.points()).collect();
        assert_eq!(worth, points);
        shared += 1;
    }
    assert_eq!(shared, 10_000);
}

#[test]
fn what_lies_on_the_table_can_be_set_if_it_is_worth_the_points() {
    let mut game = game_with(2, 0, Ruleset::default());
    let set = |first, second| Event::SticksSet { purses: vec![first, second] };
    apply(&mut game, set(sticks(4, 0, 0), sticks(2, 2, 10))).expect("they exchanged some");
    assert_eq!(game.sticks().expect("followed").players(), [sticks(4, 0, 0), sticks(2, 2, 10)]);
    let before = game.clone();
    assert_eq!(
        apply(&mut game, set(sticks(4, 0, 1), sticks(2, 3, 5))),
        Err(Refusal::SticksNotThePoints { seat: 0, points: 40, found: 41 })
    );
    assert_eq!(apply(&mut game, set(sticks(0, 3, 25), sticks(0, 7, 5))), Err(Refusal::MoreSticksThanTheBox));
    let one = Event::SticksSet { purses: vec![sticks(4, 0, 0)] };
    assert_eq!(apply(&mut game, one), Err(Refusal::SticksOfOthers { players: 2, found: 1 }));
    assert_eq!(game, before);
    apply(&mut game, Event::Undone {}).expect("undone");
    assert_eq!(game.sticks().expect("followed").players(), [sticks(2, 3, 5); 2]);
}

#[test]
fn a_table_that_does_not_care_has_no_sticks() {
    let mut game = game_with(2, 0, Ruleset::default());
    apply(&mut game, Event::SticksOff {}).expect("switched off");
    assert_eq!((game.sticks(), game.settlements().len()), (None, 0));
    assert_eq!(apply(&mut game, Event::SticksOff {}), Err(Refusal::ChangesNothing));
    apply(&mut game, tsumo(0, "111789")).expect("a win");
    assert_eq!(game.sticks(), None);
    let set = vec![sticks(4, 1, 2), sticks(3, 0, 3)];
    apply(&mut game, Event::SticksSet { purses: set.clone() }).expect("counted, and followed from now on");
    assert_eq!(game.sticks().expect("followed").players(), set);

    let Event::GameStarted { format, players, first_dealer, ruleset, .. } = started(3, 0, Ruleset::default()) else {
        panic!("a start")
    };
    let event = Event::GameStarted { format, players, first_dealer, ruleset, sticks: false };
    let game = Game::start(&Envelope { seq: 1, at: 0, event }).expect("a game");
    assert_eq!((game.sticks(), game.follows_sticks()), (None, false));
}

#[test]
fn every_payment_of_a_hand_has_its_plan_and_undo_takes_the_sticks_back() {
    let mut game = game_with(4, 0, Ruleset::default());
    apply(&mut game, dora("5")).expect("a dora");
    let start = game.sticks();
    let preview = game.preview(&tsumo(0, "111789"), 0).expect("a win").expect("a line");
    let plan = game.plan(&preview.payments);
    apply(&mut game, tsumo(0, "111789")).expect("3 from each");
    let settlements = game.settlements();
    assert_eq!((settlements.len(), &settlements[0].payments), (1, &plan));
    assert_eq!(plan.len(), 3);
    for payment in &plan {
        assert_eq!(moved(&payment.handings), 3, "three 1s, or a 5 and two 1s back");
    }
    apply(&mut game, ron(1, 2, "1r2r3rccc")).expect("a win");
    let purses = game.sticks().expect("followed");
    let worth: Vec<Points> = purses.players().iter().map(|purse| purse.points()).collect();
    assert_eq!(worth, game.points());
    apply(&mut game, Event::Undone {}).expect("undone");
    apply(&mut game, Event::Undone {}).expect("undone");
    assert_eq!(game.sticks(), start);
}

proptest! {
    #[test]
    fn sticks_are_always_worth_the_points(
        count in 2..=5usize,
        ends in prop::collection::vec((0..5u8, 0..5u8, prop::sample::select(&["111789", "1r2r3rccc", "222ggg"][..])), 0..20),
    ) {
        let mut game = game_with(count, 0, Ruleset::default());
        for (discarder, winner, hand) in ends {
            let _ = apply(&mut game, ron(discarder, winner, hand));
            let purses = game.sticks().expect("followed");
            let worth: Vec<Points> = purses.players().iter().map(|purse| purse.points()).collect();
            prop_assert_eq!(&worth[..], game.points());
        }
    }
}
