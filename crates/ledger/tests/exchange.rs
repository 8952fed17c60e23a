//! Statistics, the chart, and games on their way to another program.

mod common;

use common::{apply, dora, game, ron, started, tsumo};
use ledger::{Envelope, Event, Game, PlayerName, Store, chart, export_csv, export_json, import_json, statistics, utc};
use rules::Ruleset;

const FIVE: &str = "111789";
const SUPER_RED: &str = "1r2r3rccc";

#[test]
fn nothing_played_is_an_ordinary_state() {
    assert!(statistics([]).is_empty());
    let fresh = game(2, 0);
    let [first, _] = &statistics([(1, &fresh)])[..] else { panic!("two players") };
    assert_eq!((first.games, first.hands, first.wins()), (1, 0, 0));
    assert_eq!((first.average_points(), first.average_win(), first.favourite_yaku()), (None, None, None));
    assert_eq!(chart(&fresh).len(), 1);
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::create(&folder.path().join("g")).expect("a file");
    assert!(store.load_all().expect("readable").games.is_empty());
}

#[test]
fn statistics_count_what_happened() {
    let mut played = game(2, 0);
    apply(&mut played, dora("7")).expect("a dora");
    apply(&mut played, tsumo(0, FIVE)).expect("5, a dora, 2 for the dealer");
    apply(&mut played, ron(0, 1, SUPER_RED)).expect("25: the dealer's Super Red");
    apply(&mut played, Event::FalseWin { offender: 1 }).expect("2 points");
    for _ in 2..8 {
        apply(&mut played, Event::Draw {}).expect("a draw");
    }
    let begun = game(2, 0);
    let stats = statistics([(1, &played), (2, &begun)]);
    let of = |name: &str| stats.iter().find(|player| player.name.as_str() == name).expect("a player");
    let (one, two) = (of("P0"), of("P1"));
    assert_eq!((one.games, one.finished, one.firsts, one.hands), (2, 1, 0, 8));
    assert_eq!((one.tsumo, one.ron, one.dealt_in, one.won_points), (1, 0, 1, 8));
    assert_eq!((two.tsumo, two.ron, two.false_wins, two.limit_hands), (0, 1, 1, 1));
    assert_eq!((one.average_points(), two.average_points()), (Some(25.0), Some(55.0)));
    assert_eq!((two.average_rank(), two.favourite_yaku()), (Some(1.0), Some(("super_red", 1))));
    assert_eq!(one.favourite_yaku(), Some(("chanta", 1)));
    assert_eq!(two.best.as_ref().map(|best| (best.game, best.hand_number, best.win.total())), Some((1, 2, 25)));
    assert_eq!(stats[0].name.as_str(), "P1", "who won most leads");
    let points: Vec<_> = chart(&played).into_iter().map(|point| point.points).collect();
    assert_eq!(points[..4], [vec![40, 40], vec![48, 32], vec![23, 57], vec![25, 55]]);
}

#[test]
fn export_and_import_are_the_identity_and_nonsense_is_refused() {
    let events: Vec<Envelope> = [started(3, 1, Ruleset::default()), tsumo(0, FIVE), Event::Undone {}, Event::Draw {}]
        .into_iter()
        .enumerate()
        .map(|(index, event)| Envelope { seq: index as u64 + 1, at: 1_700_000_000_000 + index as u64, event })
        .collect();
    let text = export_json(&events);
    assert_eq!(import_json(&text).as_deref(), Ok(&events[..]));
    assert_eq!(import_json(&format!("\u{FEFF}{text}")).as_deref(), Ok(&events[..]), "an editor may add a mark");
    for (from, to, code) in [
        ("\"format\":2,\"events\"", "\"format\":3,\"events\"", "newer_format"),
        ("\"seq\":2", "\"seq\":3", "contradicting_events"),
        ("\"draw\"", "\"earthquake\"", "unknown_event_kind"),
        ("\"seat\":0", "\"seat\":7", "contradicting_events"),
        ("\"at\":1700000000001", "\"at\":18446744073709551615", "malformed_event"),
        ("\"events\"", "\"happenings\"", "not_an_export"),
        ("{", "", "not_an_export"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(import_json(&text.replacen(from, to, 1)).expect_err(to).code(), code, "{to}");
    }
}

#[test]
fn games_of_format_1_are_read_and_follow_the_sticks() {
    let text = r#"{"format":1,"events":[{"seq":1,"at":5,"event":{"kind":"game_started","format":1,"players":["A","B"],"first_dealer":0,"ruleset":{}}}]}"#;
    let events = import_json(text).expect("an older program's");
    let game = Game::replay(&events).expect("a game");
    assert!(game.follows_sticks());
    assert!(!events[0].event.to_json().contains("sticks"), "written as it was read");
}

#[test]
fn a_table_for_a_spreadsheet_disarms_what_looks_like_a_formula() {
    let names = ["=HYPERLINK(\"x\")", "@sum", "하늘, 아라"];
    let players = names.map(|name| PlayerName::new(name).expect("a name")).to_vec();
    let event = Event::GameStarted { format: 2, players, first_dealer: 0, ruleset: Ruleset::default(), sticks: true };
    let mut game = Game::start(&Envelope { seq: 1, at: 0, event }).expect("a game");
    apply(&mut game, ron(0, 2, FIVE)).expect("a win");
    let csv = export_csv(&game);
    assert!(csv.contains("\"'=HYPERLINK(\"\"x\"\")\""), "{csv}");
    assert!(csv.contains(",'@sum,"), "{csv}");
    assert!(csv.contains("\"하늘, 아라\""), "{csv}");
    let last = csv.trim_end().lines().last().expect("a hand");
    assert!(last.ends_with(",35,40,45,-5,0,5"), "numbers stay numbers: {last}");
}

#[test]
fn times_are_told_in_utc() {
    assert_eq!(utc(0), "1970-01-01 00:00:00");
    assert_eq!(utc(951_782_400_000), "2000-02-29 00:00:00");
    assert_eq!(utc(1_796_023_455_000), "2026-11-30 07:24:15");
    assert_eq!(utc(4_107_542_399_999), "2100-02-28 23:59:59");
}
