//! The program is killed at random moments: every confirmed event is there, none twice, points conserved.
//!
//! A short form in `cargo test`. The long one: `SUZUME_KILL_ROUNDS=100 SUZUME_KILL_HANDS=200 cargo test -p suzume-cli --test
//! kill -- --nocapture`; `SUZUME_SEED` makes other moments.

use ledger::{Event, Game, Store};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// So many hands in as many games as they need, as lines for `suzume game apply`.
fn evening(hands: u64, random: &mut StdRng) -> Vec<String> {
    let mut lines = Vec::new();
    for hand in 0..hands {
        if hand % 20 == 0 {
            let players = r#"["하늘","아라","보미","さくら","Bo"]"#;
            lines.push(format!(
                r#"{{"kind":"game_started","format":2,"players":{players},"first_dealer":0,"ruleset":{{}}}}"#
            ));
        }
        if random.random_bool(0.3) {
            lines.push(r#"{"kind":"dora_turned","tile":"5"}"#.to_owned());
        }
        let (winner, steps) = (random.random_range(0..5u8), random.random_range(1..5u8));
        let discarder = (winner + steps) % 5;
        lines.push(match random.random_range(0..4) {
            0 => r#"{"kind":"draw"}"#.to_owned(),
            1 => format!(r#"{{"kind":"tsumo","winner":{{"seat":{winner},"hand":"111789"}}}}"#),
            _ => format!(r#"{{"kind":"ron","discarder":{discarder},"winners":[{{"seat":{winner},"hand":"234888"}}]}}"#),
        });
    }
    lines
}

/// Lets a program record these lines, and kills it some time after so many answers. Returns the answers that it gave.
fn record(file: &Path, game: usize, lines: &[String], kill_after: Option<(usize, Duration)>) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_suzume"))
        .args(["game", "apply", "--file"])
        .arg(file)
        .args(["--game", &game.max(1).to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("suzume runs");
    let mut input = child.stdin.take().expect("an input");
    let text = lines.join("\n");
    // Fails when the program is killed before it has read everything.
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    let mut text = String::new();
    if let Some((answers, wait)) = kill_after {
        for _ in 0..answers {
            output.read_line(&mut text).expect("readable");
        }
        std::thread::sleep(wait);
        child.kill().expect("killed");
    }
    // What it had answered before it died was confirmed as well.
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("readable");
    child.wait().expect("it ends");
    writer.join().expect("no panic");
    let complete = |text: &str| text.rfind('\n').map_or(0, |end| end + 1);
    text.push_str(&rest[..complete(&rest)]);
    text.lines().map(|line| serde_json::from_str(line).expect("whole answers")).collect()
}

/// Every event in the file, game by game; each game is a game, and its points are conserved.
fn recorded(file: &Path) -> (usize, Vec<Event>) {
    if !file.exists() || std::fs::metadata(file).expect("a file").len() == 0 {
        return (0, Vec::new());
    }
    let store = match Store::open(file) {
        Ok(store) => store,
        // Killed while the very first event was written: an empty file once its journal is rolled back.
        Err(error) if error.code() == "not_a_ledger" => return (0, Vec::new()),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(store.recovery(), None, "a kill is no damage");
    let mut events = Vec::new();
    let mut ids: Vec<u32> = store.games().expect("a list").iter().map(|game| game.id).collect();
    ids.sort_unstable();
    for id in &ids {
        let envelopes = store.events(*id).expect("events");
        assert!(envelopes.iter().enumerate().all(|(index, envelope)| envelope.seq == index as u64 + 1));
        let game = Game::replay(&envelopes).expect("a game");
        assert_eq!(game.points().iter().sum::<u32>(), 200);
        events.extend(envelopes.into_iter().map(|envelope| envelope.event));
    }
    (ids.len(), events)
}

#[test]
fn nothing_confirmed_is_lost_and_nothing_is_recorded_twice() {
    let (rounds, hands) = (number("SUZUME_KILL_ROUNDS", 6), number("SUZUME_KILL_HANDS", 25));
    let seed = number("SUZUME_SEED", 1);
    let mut in_flight = 0;
    for round in 0..rounds {
        let mut random = StdRng::seed_from_u64(seed * 10_000 + round);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("evening");
        let lines = evening(hands, &mut random);
        let expected: Vec<Event> = lines.iter().map(|line| Event::from_json(line).expect("an event")).collect();
        let mut there = 0;
        let mut games = 0;
        // Killed twice, then left to finish: what it goes on from must be right too.
        for kill in 0..3 {
            let left = lines.len() - there;
            if left == 0 {
                break;
            }
            let moment = (random.random_range(0..left), Duration::from_micros(random.random_range(0..12_000)));
            let answers = record(&file, games, &lines[there..], (kill < 2).then_some(moment));
            assert!(answers.iter().all(|answer| answer["error"].is_null()), "round {round}: {answers:?}");
            let events;
            (games, events) = recorded(&file);
            assert_eq!(events, expected[..events.len()], "round {round}: exactly what was given, in order, once");
            let confirmed = there + answers.len();
            assert!(events.len() >= confirmed, "round {round}: {confirmed} confirmed, {} there", events.len());
            assert!(events.len() <= confirmed + 1, "round {round}: at most one was on its way");
            in_flight += events.len() - confirmed;
            there = events.len();
        }
        assert_eq!(there, lines.len(), "round {round}: it went on to the end");
    }
    println!(
        "{rounds} rounds of {hands} hands, two kills each, seed {seed}: {in_flight} kills between disk and answer"
    );
}
