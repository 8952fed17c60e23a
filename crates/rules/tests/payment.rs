//! Who pays whom, over all seats and small purses, against points handed over one by one.

use rules::payment::{self, Transfer};
use rules::{MultipleRon, PlayerCount, Points, Ruleset, Seat};

fn tables() -> impl Iterator<Item = PlayerCount> {
    (2..=5).map(|players| PlayerCount::new(players).expect("2-5"))
}

/// All ways to fill the purses of so many players with 0 to `most` points.
fn purses(players: PlayerCount, most: Points) -> Vec<Vec<Points>> {
    players.seats().fold(vec![Vec::new()], |filled, _| {
        filled.iter().flat_map(|purses| (0..=most).map(|points| [&purses[..], &[points]].concat())).collect()
    })
}

/// The purses after the transfers.
fn apply(purses: &[Points], transfers: &[Transfer]) -> Vec<Points> {
    let mut after = purses.to_vec();
    for transfer in transfers {
        assert!(transfer.paid <= transfer.due);
        assert!(after[transfer.from.index()] >= transfer.paid, "nobody ever owes");
        after[transfer.from.index()] -= transfer.paid;
        after[transfer.to.index()] += transfer.paid;
    }
    after
}

/// Hands points over one by one until each debt, in the order given, is settled or the payer has none left.
fn one_by_one(purses: &[Points], debts: &[(usize, usize, Points)]) -> Vec<Points> {
    let mut after = purses.to_vec();
    for &(from, to, due) in debts {
        for _ in 0..due {
            if after[from] > 0 {
                after[from] -= 1;
                after[to] += 1;
            }
        }
    }
    after
}

/// The other seats in the order one meets them walking counter-clockwise.
fn walk(from: usize, players: PlayerCount) -> Vec<usize> {
    let players = usize::from(players.get());
    let mut seats = Vec::new();
    let mut at = from;
    loop {
        at = if at + 1 == players { 0 } else { at + 1 };
        if at == from {
            return seats;
        }
        seats.push(at);
    }
}

fn seat(players: PlayerCount, index: usize) -> Seat {
    players.seat(index).expect("a seat at this table")
}

#[test]
fn a_table_has_two_to_five_players() {
    for players in [0, 1, 6, 7, 255, 256, 258, usize::MAX] {
        assert_eq!(PlayerCount::new(players), None);
    }
    for players in tables() {
        let count = usize::from(players.get());
        assert_eq!(players.seats().map(Seat::index).collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
        assert!(players.seat(count).is_none());
        assert!(players.seat(count + 256).is_none());
    }
}

#[test]
fn seats_run_counter_clockwise() {
    for players in tables() {
        for from in players.seats() {
            let others: Vec<_> = players.others(from).map(Seat::index).collect();
            assert_eq!(others, walk(from.index(), players));
            for (steps, other) in (1..).zip(players.others(from)) {
                assert_eq!(from.steps_to(other, players), steps);
                assert_eq!(from.right(players, steps), other);
                assert_eq!(from.right(players, steps + u32::from(players.get()) * 7), other);
            }
            assert_eq!(from.steps_to(from, players), 0);
            assert_eq!(from.right(players, u32::MAX), from.right(players, u32::MAX % u32::from(players.get())));
        }
    }
}

#[test]
fn the_tsumo_table() {
    for (total, each) in [
        (5, [5, 3, 2, 2]),
        (6, [6, 3, 2, 2]),
        (7, [7, 4, 3, 2]),
        (8, [8, 4, 3, 2]),
        (9, [9, 5, 3, 3]),
        (25, [25, 13, 9, 7]),
    ] {
        assert_eq!(tables().map(|players| payment::tsumo_each(total, players)).collect::<Vec<_>>(), each);
    }
}

/// The smallest equal shares that together reach the total, for every total there is.
#[test]
fn a_tsumo_share_is_rounded_up() {
    for players in tables() {
        let payers = Points::from(players.get()) - 1;
        for total in 0..=25 {
            let share = (0..=total).find(|share| share * payers >= total).expect("the total itself suffices");
            assert_eq!(payment::tsumo_each(total, players), share);
        }
    }
}

#[test]
fn four_players_and_seven_points_pay_nine_in_all() {
    let players = PlayerCount::new(4).expect("4");
    let transfers = payment::tsumo(&[40; 4], players, seat(players, 1), 7);
    assert_eq!(transfers.iter().map(|transfer| transfer.paid).collect::<Vec<_>>(), [3, 3, 3]);
    assert_eq!(apply(&[40; 4], &transfers), [37, 49, 37, 37]);
}

#[test]
fn a_tsumo_takes_from_each_what_it_has() {
    for players in tables() {
        let most = if players.get() == 5 { 4 } else { 7 };
        for purses in purses(players, most) {
            for winner in players.seats() {
                for total in [2, 5, 7, 8, 10, 25] {
                    let transfers = payment::tsumo(&purses, players, winner, total);
                    let each = payment::tsumo_each(total, players);
                    let debts: Vec<_> =
                        walk(winner.index(), players).into_iter().map(|from| (from, winner.index(), each)).collect();
                    let after = apply(&purses, &transfers);
                    assert_eq!(after, one_by_one(&purses, &debts));
                    assert_eq!(after.iter().sum::<Points>(), purses.iter().sum());
                    assert_eq!(transfers.len(), debts.len());
                    assert!(transfers.iter().all(|transfer| transfer.due == each));
                }
            }
        }
    }
}

/// Every discarder, every set of winners in every order they may be named in, purses that last and purses that do not.
#[test]
fn rons_are_paid_nearest_counter_clockwise_first() {
    let nearest_only = Ruleset { multiple_ron: MultipleRon::NearestOnly, ..Ruleset::default() };
    for players in tables() {
        for discarder in players.seats() {
            for winners in ordered_subsets(&walk(discarder.index(), players)) {
                // Each winner's total differs, so that a mistaken order shows.
                let named: Vec<_> = winners.iter().map(|&to| (seat(players, to), 5 + to as Points)).collect();
                for has in 0..=40 {
                    let mut purses = vec![10; usize::from(players.get())];
                    purses[discarder.index()] = has;
                    let debts: Vec<_> = walk(discarder.index(), players)
                        .into_iter()
                        .filter(|to| winners.contains(to))
                        .map(|to| (discarder.index(), to, 5 + to as Points))
                        .collect();

                    let transfers = payment::ron(&purses, players, discarder, &named, &Ruleset::default());
                    let after = apply(&purses, &transfers);
                    assert_eq!(after, one_by_one(&purses, &debts));
                    assert_eq!(after.iter().sum::<Points>(), purses.iter().sum());
                    assert_eq!(transfers.len(), winners.len(), "also who gets nothing has a line");

                    let transfers = payment::ron(&purses, players, discarder, &named, &nearest_only);
                    assert_eq!(apply(&purses, &transfers), one_by_one(&purses, &debts[..1]));
                }
            }
        }
    }
}

#[test]
fn a_ron_conserves_points_whatever_the_purses() {
    for players in tables() {
        let most = if players.get() == 5 { 4 } else { 7 };
        for purses in purses(players, most) {
            for discarder in players.seats() {
                let named: Vec<_> = players.others(discarder).map(|to| (to, 3)).collect();
                let debts: Vec<_> =
                    walk(discarder.index(), players).into_iter().map(|to| (discarder.index(), to, 3)).collect();
                let transfers = payment::ron(&purses, players, discarder, &named, &Ruleset::default());
                assert_eq!(apply(&purses, &transfers), one_by_one(&purses, &debts));
            }
        }
    }
}

#[test]
fn a_false_win_costs_two_to_each_counter_clockwise_as_far_as_it_lasts() {
    for players in tables() {
        let most = if players.get() == 5 { 4 } else { 9 };
        for purses in purses(players, most) {
            for offender in players.seats() {
                let transfers = payment::false_win(&purses, players, offender);
                let order = walk(offender.index(), players);
                let debts: Vec<_> = order.iter().map(|&to| (offender.index(), to, 2)).collect();
                let after = apply(&purses, &transfers);
                assert_eq!(after, one_by_one(&purses, &debts));
                assert_eq!(after.iter().sum::<Points>(), purses.iter().sum());
                assert_eq!(transfers.iter().map(|transfer| transfer.to.index()).collect::<Vec<_>>(), order);
            }
        }
    }
    let players = PlayerCount::new(5).expect("5");
    let transfers = payment::false_win(&[40, 40, 5, 40, 40], players, seat(players, 2));
    let paid: Vec<_> = transfers.iter().map(|transfer| (transfer.to.index(), transfer.paid)).collect();
    assert_eq!(paid, [(3, 2), (4, 2), (0, 1), (1, 0)]);
}

/// Every non-empty subset in every order.
fn ordered_subsets(seats: &[usize]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(chosen) = open.pop() {
        for seat in seats.iter().filter(|seat| !chosen.contains(seat)) {
            let longer = [&chosen[..], &[*seat]].concat();
            found.push(longer.clone());
            open.push(longer);
        }
    }
    found
}
