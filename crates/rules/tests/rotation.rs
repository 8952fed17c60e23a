//! The two markers, walked round the table by hand.

use rules::rotation::{dealer, hands_total, stock, wind};
use rules::{PlayerCount, Wind};

#[test]
fn the_dealer_marker_walks_and_the_first_dealer_turns_the_wind() {
    for count in 2..=5 {
        let players = PlayerCount::new(count).expect("2-5");
        for first in players.seats() {
            let mut dealer_marker = first.index();
            let mut winds = ["east", "south", "west", "north"].iter();
            let mut wind_marker = winds.next();
            let mut hand_number = 0;
            let mut dealt = vec![0; count];
            while let Some(expected) = wind_marker {
                hand_number += 1;
                dealt[dealer_marker] += 1;
                assert_eq!(dealer(players, first, hand_number).index(), dealer_marker);
                assert_eq!(wind(players, hand_number).map(Wind::id), Some(*expected));
                dealer_marker = (dealer_marker + 1) % count;
                if dealer_marker == first.index() {
                    wind_marker = winds.next();
                }
            }
            assert_eq!(hand_number, hands_total(players));
            assert_eq!(dealt, vec![4; count], "everyone has dealt four times");
            assert_eq!(wind(players, hand_number + 1), None);
        }
    }
}

#[test]
fn a_game_has_four_hands_a_player() {
    let totals: Vec<_> = (2..=5).map(|count| hands_total(PlayerCount::new(count).expect("2-5"))).collect();
    assert_eq!(totals, [8, 12, 16, 20]);
}

#[test]
fn the_stock_of_a_hand() {
    let stocks: Vec<_> = (2..=5).map(|count| stock(PlayerCount::new(count).expect("2-5"))).collect();
    assert_eq!(stocks, [33, 28, 23, 18]);
}

#[test]
fn hands_count_from_one() {
    let players = PlayerCount::new(3).expect("3");
    assert_eq!(wind(players, 0), None);
    assert_eq!(wind(players, 1), Some(Wind::East));
    assert_eq!(wind(players, u32::MAX), None);
}
