//! Texts that nobody meant: mutated bytes go into everything that reads them.
//!
//! `cargo fuzz` needs a nightly compiler, which the project does not use. These are its targets as ordinary tests: seeded,
//! some thousand inputs each in `cargo test`, and for minutes in `cargo xtask fuzz`, which sets `SUZUME_FUZZ_SECONDS` and
//! `SUZUME_SEED`. An input that makes a target panic is printed and becomes a case of [`FOUND`].

use ledger::{Event, Game, export_json, import_json};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Hand, format_tiles, parse_tiles};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Inputs that once made a target panic, or that a person thought of.
const FOUND: &[&str] =
    &["", "\u{FEFF}", "r", "1rr", "１", "{}", "[]", "{\"kind\":1}", "{\"format\":-1}", "\u{0}", "1e999"];

const TILES: &[&str] = &["1r23ccc", "1r 2 3 ccc", "發發發中中中", "발 중", "9r9g", "111789", "2 3 4 5 5 5r"];

const EVENTS: &[&str] = &[
    r#"{"kind":"game_started","format":2,"players":["하늘","さくら"],"first_dealer":0,"ruleset":{"minimum":"5"},"sticks":false}"#,
    r#"{"kind":"dora_turned","tile":"3r"}"#,
    r#"{"kind":"tsumo","winner":{"seat":1,"hand":"111789","origin":{"by":"photo","certainty":997,"corrected":1}}}"#,
    r#"{"kind":"ron","discarder":0,"winners":[{"seat":1,"hand":"222ggg"},{"seat":2,"hand":"234888"}]}"#,
    r#"{"kind":"draw"}"#,
    r#"{"kind":"false_win","offender":4}"#,
    r#"{"kind":"hand_corrected","of":3,"dora":null,"end":{"kind":"removed"},"drops":[4,5]}"#,
    r#"{"kind":"seats_swapped","a":0,"b":1,"from_hand":1,"results":"places"}"#,
    r#"{"kind":"sticks_set","purses":[{"tens":2,"fives":3,"ones":5},{"tens":2,"fives":3,"ones":5}]}"#,
    r#"{"kind":"undone"}"#,
];

const WORDS: &[&str] = &[
    "\"kind\"",
    "\"seq\"",
    "null",
    "-1",
    "0",
    "1",
    "2",
    "255",
    "256",
    "18446744073709551616",
    "1.5",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "\\u0000",
    "\\ud800",
    "g",
    "c",
    "1r",
    "中",
    "\"draw\"",
    "\"undone\"",
    "\"redone\"",
    "\"game_ended\"",
];

/// Inputs out of a seed: those of the corpus, mutated.
struct Inputs {
    random: StdRng,
    corpus: Vec<Vec<u8>>,
}

impl Inputs {
    fn next(&mut self) -> Vec<u8> {
        let mut input = self.pick();
        for _ in 0..self.random.random_range(0..8) {
            self.mutate(&mut input);
        }
        input.truncate(20_000);
        input
    }

    fn pick(&mut self) -> Vec<u8> {
        self.corpus[self.random.random_range(0..self.corpus.len())].clone()
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let at = self.random.random_range(0..=input.len());
        let end = self.random.random_range(at..=input.len().min(at + 40));
        match self.random.random_range(0..7) {
            0 => drop(input.drain(at..end)),
            1 => {
                let copy = input[at..end].to_vec();
                input.splice(at..at, copy);
            }
            2 => input.insert(at, self.random.random()),
            3 if at < input.len() => input[at] ^= 1 << self.random.random_range(0..8),
            4 => {
                let other = self.pick();
                let from = self.random.random_range(0..=other.len());
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            5 => {
                let word = WORDS[self.random.random_range(0..WORDS.len())];
                input.splice(at..end, word.bytes());
            }
            _ => {
                let word = WORDS[self.random.random_range(0..WORDS.len())];
                input.splice(at..at, word.bytes());
            }
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Feeds a target; whatever it does with a text, it must not panic. Says how many texts it took as right.
fn fuzz(name: &str, corpus: Vec<String>, target: impl Fn(&str) -> bool) {
    let seed = number("SUZUME_SEED").unwrap_or(1);
    let time = number("SUZUME_FUZZ_SECONDS").map(Duration::from_secs);
    let corpus: Vec<Vec<u8>> = corpus.into_iter().map(String::into_bytes).collect();
    let mut inputs = Inputs { random: StdRng::seed_from_u64(seed), corpus };
    let (started, mut tried, mut taken) = (Instant::now(), 0_u64, 0_u64);
    let found = FOUND.iter().map(|text| text.as_bytes().to_vec());
    let mut given: Vec<Vec<u8>> = found.chain(inputs.corpus.clone()).collect();
    while !given.is_empty() || time.map_or(tried < 3000, |time| started.elapsed() < time) {
        let input = given.pop().unwrap_or_else(|| inputs.next());
        let text = String::from_utf8_lossy(&input);
        match catch_unwind(AssertUnwindSafe(|| target(&text))) {
            Ok(right) => taken += u64::from(right),
            Err(_) => panic!("{name}, seed {seed}, input {tried}: {text:?}"),
        }
        tried += 1;
    }
    println!(
        "fuzz {name}: seed {seed}, {tried} inputs, {taken} of them right, {:.1} s",
        started.elapsed().as_secs_f64()
    );
    assert!(taken > 0, "no input was right: the corpus does not fit the target");
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn the_notation() {
    fuzz("notation", owned(TILES), |text| {
        let Ok(tiles) = parse_tiles(text) else { return false };
        let written = format_tiles(tiles.iter().copied());
        assert_eq!(parse_tiles(&written).expect("our own writing"), tiles);
        if let Ok(hand) = Hand::new(&tiles, None) {
            assert_eq!(Hand::parse(&hand.to_string(), None), Ok(hand));
        }
        true
    });
}

#[test]
fn events() {
    fuzz("event", owned(EVENTS), |text| match Event::from_json(text) {
        Ok(event) => {
            assert_eq!(Event::from_json(&event.to_json()).expect("our own writing"), event);
            true
        }
        Err(error) => {
            assert!(!error.code().is_empty());
            false
        }
    });
}

#[test]
fn imports() {
    let envelopes = |events: &[&str]| {
        let lines: Vec<String> = events
            .iter()
            .enumerate()
            .map(|(index, event)| format!(r#"{{"seq":{},"at":{index},"event":{event}}}"#, index + 1))
            .collect();
        format!(r#"{{"format":2,"events":[{}]}}"#, lines.join(","))
    };
    let corpus = vec![
        envelopes(&EVENTS[..1]),
        envelopes(&[EVENTS[0], EVENTS[1], r#"{"kind":"tsumo","winner":{"seat":1,"hand":"111789"}}"#, EVENTS[9]]),
        envelopes(&[EVENTS[0], EVENTS[4], r#"{"kind":"hand_corrected","of":2,"dora":null,"end":{"kind":"removed"}}"#]),
        envelopes(&[EVENTS[0], EVENTS[8], EVENTS[7], EVENTS[9]]),
        envelopes(EVENTS),
    ];
    fuzz("import", corpus, |text| match import_json(text) {
        Ok(events) => {
            let game = Game::replay(&events).expect("an import is a game");
            assert_eq!(game.points().iter().sum::<u32>() % 10, 0);
            let written = export_json(&events);
            assert_eq!(import_json(&written).as_deref(), Ok(&events[..]));
            true
        }
        Err(error) => {
            assert!(!error.code().is_empty());
            false
        }
    });
}
