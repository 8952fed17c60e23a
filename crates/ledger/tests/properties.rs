//! Whatever happens at the table, in whatever order: what always holds.

mod common;

use common::{apply, dora, ron, started, tsumo};
use ledger::{Envelope, Event, Game, Origin, Reading, SixTiles, Store, Winner};
use proptest::prelude::*;
use rules::Ruleset;

/// Hands that win, hands that stay under the minimum, and hands that are none.
const HANDS: [&str; 7] = ["111789", "1r2r3rccc", "234555r", "234ggg", "123678", "124789", "999rccc"];

fn event() -> impl Strategy<Value = Event> {
    let seat = 0..6u8;
    let hand = prop::sample::select(&HANDS[..]);
    prop_oneof![
        2 => prop::sample::select(&["1", "3r", "9", "g", "c"][..]).prop_map(dora),
        4 => (seat.clone(), hand.clone()).prop_map(|(seat, hand)| tsumo(seat, hand)),
        4 => (seat.clone(), seat.clone(), hand).prop_map(|(from, seat, hand)| ron(from, seat, hand)),
        1 => Just(Event::Draw {}),
        1 => seat.prop_map(|offender| Event::FalseWin { offender }),
        3 => Just(Event::Undone {}),
        2 => Just(Event::Redone {}),
    ]
}

fn evening() -> impl Strategy<Value = (Game, Vec<Event>)> {
    (2..=5usize, 0..2u8, prop::collection::vec(event(), 0..60))
        .prop_map(|(players, first, events)| (common::game(players, first), events))
}

proptest! {
    #[test]
    fn points_are_conserved_and_what_is_refused_changes_nothing((mut game, events) in evening()) {
        let total: u32 = game.points().iter().sum();
        for event in events {
            let before = game.clone();
            match apply(&mut game, event) {
                Ok(()) => prop_assert_eq!(game.seq(), before.seq() + 1),
                Err(_) => prop_assert_eq!(&game, &before),
            }
            prop_assert_eq!(game.points().iter().sum::<u32>(), total);
            let ended = game.log().iter().filter(|line| line.happening.ends_hand()).count();
            prop_assert_eq!(game.is_finished(), ended == game.hands_total() as usize);
        }
    }

    #[test]
    fn undo_restores_every_state_and_redo_every_state_again((mut game, events) in evening()) {
        let mut states = vec![game.clone()];
        for event in events {
            if !matches!(event, Event::Undone {} | Event::Redone {}) && apply(&mut game, event).is_ok() {
                states.push(game.clone());
            }
        }
        for before in states.iter().rev().skip(1) {
            prop_assert_eq!(apply(&mut game, Event::Undone {}), Ok(()));
            prop_assert!(game.same_table(before));
        }
        for after in &states[1..] {
            prop_assert_eq!(apply(&mut game, Event::Redone {}), Ok(()));
            prop_assert!(game.same_table(after));
        }
    }

    #[test]
    fn events_are_the_same_after_writing_and_reading(event in event(), certainty in 0..=1000u16, corrected: u8) {
        prop_assert_eq!(Event::from_json(&event.to_json()), Ok(event));
        let reading = Reading { picture: Some("a/1".into()), certainty: Some(certainty), corrected };
        let hand = SixTiles::parse(HANDS[0]).expect("six tiles");
        let photo = Event::Tsumo { winner: Winner { seat: 1, hand, origin: Origin::Photo(reading) } };
        prop_assert_eq!(Event::from_json(&photo.to_json()), Ok(photo));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".{0,80}", kind in prop::sample::select(&Event::KINDS[..])) {
        let _ = Event::from_json(&text);
        let _ = Event::from_json(&format!(r#"{{"kind":"{kind}","winner":{{"hand":"{}"}}}}"#, text.escape_default()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_file_tells_the_same_game((_, events) in evening(), players in 2..=5usize) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("g");
        let mut store = Store::create(&path).expect("a new file");
        let (id, mut game) = store.begin(started(players, 0, Ruleset::default()), 0).expect("a game");
        for event in events.into_iter().take(12) {
            let _ = store.append(id, &mut game, event, 1);
        }
        drop(store);
        let store = Store::open(&path).expect("the file");
        let events: Vec<Envelope> = store.events(id).expect("events");
        prop_assert_eq!(Game::replay(&events), Ok(game));
    }
}
