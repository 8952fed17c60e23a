//! Whatever happens at the table, in whatever order: what always holds.

mod common;

use common::{apply, dora, ron, started, tsumo};
use ledger::{
    CorrectedEnd, Envelope, Event, Game, Origin, Reading, Refusal, ResultsOf, SixTiles, Sticks, Store, Winner,
    export_json, import_json,
};
use proptest::option;
use proptest::prelude::*;
use rules::Ruleset;

/// Hands that win, hands that stay under the minimum, and hands that are none.
const HANDS: [&str; 7] = ["111789", "1r2r3rccc", "234555r", "234ggg", "123678", "124789", "999rccc"];

fn event() -> impl Strategy<Value = Event> {
    let seat = 0..6u8;
    let hand = prop::sample::select(&HANDS[..]);
    let tile = prop::sample::select(&["1", "3r", "9", "g", "c"][..]);
    let end = prop_oneof![
        3 => (seat.clone(), hand.clone())
            .prop_map(|(seat, hand)| CorrectedEnd::Tsumo { winner: common::winner(seat, hand) }),
        3 => (seat.clone(), seat.clone(), hand.clone()).prop_map(|(discarder, seat, hand)| CorrectedEnd::Ron {
            discarder,
            winners: vec![common::winner(seat, hand)],
        }),
        2 => Just(CorrectedEnd::Draw {}),
        1 => seat.clone().prop_map(|offender| CorrectedEnd::FalseWin { offender }),
        2 => Just(CorrectedEnd::Removed {}),
    ];
    prop_oneof![
        2 => tile.clone().prop_map(dora),
        4 => (seat.clone(), hand.clone()).prop_map(|(seat, hand)| tsumo(seat, hand)),
        4 => (seat.clone(), seat.clone(), hand).prop_map(|(from, seat, hand)| ron(from, seat, hand)),
        1 => Just(Event::Draw {}),
        1 => seat.clone().prop_map(|offender| Event::FalseWin { offender }),
        1 => Just(Event::GameEnded {}),
        4 => (2..40u64, option::of(tile), end).prop_map(|(of, dora, end)| Event::HandCorrected {
            of,
            dora: dora.map(common::tile_of),
            end,
            drops: Vec::new(),
        }),
        2 => (seat.clone(), seat, 1..8u32, any::<bool>()).prop_map(|(a, b, from_hand, players)| Event::SeatsSwapped {
            a,
            b,
            from_hand,
            results: if players { ResultsOf::Players } else { ResultsOf::Places },
            drops: Vec::new(),
        }),
        1 => prop::collection::vec((0..11u8, 0..16u8, 0..26u8), 2..6).prop_map(|purses| Event::SticksSet {
            purses: purses.into_iter().map(|(tens, fives, ones)| Sticks { tens, fives, ones }).collect(),
        }),
        1 => Just(Event::SticksOff {}),
        4 => Just(Event::Undone {}),
        2 => Just(Event::Redone {}),
    ]
}

fn evening() -> impl Strategy<Value = (Game, Vec<Event>)> {
    (2..=5usize, 0..2u8, prop::collection::vec(event(), 0..60))
        .prop_map(|(players, first, events)| (common::game(players, first), events))
}

/// Takes an event; of a mend that makes later events impossible these are named, as a person does who accepts it.
fn accept(game: &mut Game, event: Event) -> Result<(), Refusal> {
    let mut event = event;
    match apply(game, event.clone()) {
        Err(Refusal::MakesImpossible(found)) => {
            if let Event::HandCorrected { drops, .. } | Event::SeatsSwapped { drops, .. } = &mut event {
                *drops = found;
            }
            apply(game, event)
        }
        outcome => outcome,
    }
}

/// What holds after every event, whatever it was.
fn check_invariants(game: &Game) {
    let count = game.points().len() as u32;
    assert_eq!(game.points().iter().sum::<u32>(), 40 * count);
    let mut before = vec![40; game.points().len()];
    let mut ended = 0;
    for line in game.log() {
        assert_eq!(line.before, before, "each line goes on where the last one ended");
        assert_eq!(line.hand_number, (ended + 1).min(game.hands_total()));
        assert!(line.payments.iter().all(|payment| payment.paid <= payment.due && payment.from != payment.to));
        assert!(line.wins.iter().all(|win| win.dealer == (win.seat == line.dealer)));
        before.clone_from(&line.after);
        ended += u32::from(line.happening.ends_hand());
    }
    assert_eq!(game.points(), before);
    assert_eq!(game.is_finished(), ended == game.hands_total() || game.ended_by_agreement());
    let mut seating: Vec<usize> = game.seating(game.hand_number()).iter().map(|seat| seat.index()).collect();
    seating.sort_unstable();
    assert!(seating.into_iter().eq(0..game.points().len()), "everybody sits somewhere");
    assert_eq!(game.sticks().is_some(), game.follows_sticks());
    if let Some(purses) = game.sticks() {
        assert!(purses.players().iter().map(|purse| purse.points()).eq(game.points().iter().copied()));
    }
}

proptest! {
    #[test]
    fn what_holds_holds_after_every_event_and_what_is_refused_changes_nothing((mut game, events) in evening()) {
        for event in events {
            let before = game.clone();
            match accept(&mut game, event) {
                Ok(()) => prop_assert_eq!(game.seq(), before.seq() + 1),
                Err(_) => prop_assert_eq!(&game, &before),
            }
            check_invariants(&game);
        }
    }

    #[test]
    fn undo_restores_every_state_and_redo_every_state_again((mut game, events) in evening()) {
        // The log, the points, the seats and the sticks, as bytes: nothing that is shown can differ.
        let shown = |game: &Game| format!("{:?}", (game.log(), game.struck(), game.points(), game.sticks(), game.dora()));
        let mut states = vec![(game.clone(), shown(&game))];
        for event in events {
            if !matches!(event, Event::Undone {} | Event::Redone {}) && accept(&mut game, event).is_ok() {
                states.push((game.clone(), shown(&game)));
            }
        }
        for (before, bytes) in states.iter().rev().skip(1) {
            prop_assert_eq!(apply(&mut game, Event::Undone {}), Ok(()));
            prop_assert!(game.same_table(before));
            prop_assert_eq!(&shown(&game), bytes);
        }
        for (after, bytes) in &states[1..] {
            prop_assert_eq!(apply(&mut game, Event::Redone {}), Ok(()));
            prop_assert!(game.same_table(after));
            prop_assert_eq!(&shown(&game), bytes);
        }
    }

    #[test]
    fn export_and_import_are_the_identity(
        players in 2..=5usize,
        first in 0..2u8,
        events in prop::collection::vec(event(), 0..60),
    ) {
        let first = Envelope { seq: 1, at: 3, event: started(players, first, Ruleset::default()) };
        let mut game = Game::start(&first).expect("a game");
        let mut recorded = vec![first];
        for event in events {
            let envelope = Envelope { seq: game.next_seq(), at: game.seq() * 7, event };
            if game.apply(&envelope).is_ok() {
                recorded.push(envelope);
            }
        }
        let text = export_json(&recorded);
        let imported = import_json(&text).expect("the same game");
        prop_assert_eq!(export_json(&imported), text);
        prop_assert_eq!(Game::replay(&imported), Ok(game));
        prop_assert_eq!(imported, recorded);
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
