//! `cargo xtask fuzz` and `cargo xtask kill`: the long forms of two tests that `cargo test` runs in short.

use crate::error::{Error, Result};
use crate::shell;
use std::process::Command;

/// How many targets `crates/ledger/tests/fuzz.rs` has; each gets its share of the time.
const FUZZ_TARGETS: u64 = 3;

/// `fuzz [--minutes N] [--seed S]`: mutated bytes into notation, events and imports.
pub fn fuzz(arguments: &[String]) -> Result<()> {
    let [minutes, seed] = numbers(arguments, [("--minutes", 3), ("--seed", 1)])?;
    let seconds = (minutes * 60).div_ceil(FUZZ_TARGETS).max(1);
    let step = shell::step(&format!("fuzz: {FUZZ_TARGETS} targets, {seconds} s each, seed {seed}"));
    // One after the other: on a computer with few cores the shares of the time would not be what they say.
    let mut tests = cargo_test("suzume-ledger", "fuzz", &["--test-threads", "1"]);
    shell::stream(tests.env("SUZUME_FUZZ_SECONDS", seconds.to_string()).env("SUZUME_SEED", seed.to_string()))?;
    step.done();
    Ok(())
}

/// `kill [--rounds N] [--hands N] [--seed S]`: the program is killed at random moments while it records.
pub fn kill(arguments: &[String]) -> Result<()> {
    let [rounds, hands, seed] = numbers(arguments, [("--rounds", 100), ("--hands", 200), ("--seed", 1)])?;
    let step = shell::step(&format!("kill: {rounds} rounds of {hands} hands, seed {seed}"));
    let mut tests = cargo_test("suzume-cli", "kill", &[]);
    tests.env("SUZUME_KILL_ROUNDS", rounds.to_string()).env("SUZUME_KILL_HANDS", hands.to_string());
    shell::stream(tests.env("SUZUME_SEED", seed.to_string()))?;
    step.done();
    Ok(())
}

fn cargo_test(package: &str, test: &str, more: &[&str]) -> Command {
    let arguments = ["test", "--package", package, "--test", test, "--", "--nocapture"];
    shell::cargo(arguments.iter().chain(more))
}

/// The numbers behind these options, or their defaults.
fn numbers<const N: usize>(arguments: &[String], options: [(&str, u64); N]) -> Result<[u64; N]> {
    let mut values = options.map(|(_, default)| default);
    for pair in arguments.chunks(2) {
        let place = options.iter().position(|(name, _)| pair.first().is_some_and(|given| given == name));
        let value = pair.get(1).and_then(|text| text.parse().ok());
        match (place, value) {
            (Some(place), Some(value)) => values[place] = value,
            _ => {
                let known = options.map(|(name, default)| format!("{name} N (else {default})")).join(", ");
                return Err(Error::Check(format!("{}: the options are {known}", pair.join(" "))));
            }
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_numbers_or_their_defaults() {
        let given = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        let read = |text: &str| numbers(&given(text), [("--minutes", 3), ("--seed", 1)]).ok();
        assert_eq!(read(""), Some([3, 1]));
        assert_eq!(read("--seed 7"), Some([3, 7]));
        assert_eq!(read("--minutes 10 --seed 2"), Some([10, 2]));
        assert_eq!(read("--minutes"), None);
        assert_eq!(read("--hours 1"), None);
    }
}
