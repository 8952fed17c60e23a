//! How many tests passed, failed and were skipped, taken from what the runners themselves say.

use serde_json::Value;
use std::fmt;
use std::ops::AddAssign;

/// A test that cannot run on this machine prints a line of this beginning and returns. The harness counts it as passed, so
/// it is taken off there; `--show-output` makes the harness show what tests printed that did not fail.
pub const SKIPPED: &str = "skipped: ";

/// A count of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Counts {
    /// One check that passed or failed.
    pub fn one(passed: bool) -> Self {
        Self { passed: usize::from(passed), failed: usize::from(!passed), skipped: 0 }
    }

    /// What a runner that ended with `success` must be counted as: one that failed without naming a failed test (it did
    /// not compile, it crashed) has failed once.
    pub fn ended(mut self, success: bool) -> Self {
        if !success && self.failed == 0 {
            self.failed = 1;
        }
        self
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 { write!(f, ", {} skipped", self.skipped) } else { Ok(()) }
    }
}

/// Adds up the `test result:` lines of `cargo test`.
pub fn cargo(text: &str) -> Counts {
    let mut counts = Counts::default();
    for line in text.lines() {
        let Some(rest) = line.trim_start().strip_prefix("test result: ") else { continue };
        for part in rest.split(['.', ';']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(word)) = (words.next().and_then(|n| n.parse::<usize>().ok()), words.next()) else {
                continue;
            };
            match word {
                "passed" => counts.passed += number,
                "failed" => counts.failed += number,
                "ignored" => counts.skipped += number,
                _ => {}
            }
        }
    }
    let skipped = skipped_names(text).len();
    counts.passed = counts.passed.saturating_sub(skipped);
    counts.skipped += skipped;
    counts
}

/// The names of the tests that skipped themselves, with their reasons.
pub fn skipped_names(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix(SKIPPED)).collect()
}

/// Reads the JSON report of Vitest.
pub fn vitest(report: &str) -> Option<Counts> {
    let report: Value = serde_json::from_str(report).ok()?;
    let number = |name: &str| report[name].as_u64().and_then(|n| usize::try_from(n).ok());
    Some(Counts {
        passed: number("numPassedTests")?,
        failed: number("numFailedTests")?,
        skipped: number("numPendingTests")? + number("numTodoTests")?,
    })
}

/// Reads the closing lines of Node's test runner in its TAP form.
pub fn node(tap: &str) -> Option<Counts> {
    let number = |name: &str| {
        tap.lines().rev().find_map(|line| {
            line.strip_prefix("# ")?.strip_prefix(name)?.strip_prefix(' ')?.trim().parse::<usize>().ok()
        })
    };
    Some(Counts {
        passed: number("pass")?,
        failed: number("fail")? + number("cancelled")?,
        skipped: number("skipped")? + number("todo")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_lines_of_cargo_are_added_up() {
        let text = "running 3 tests\n\
            test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s\n\
            test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s\n";
        assert_eq!(cargo(text), Counts { passed: 5, failed: 1, skipped: 1 });
    }

    #[test]
    fn a_test_that_skipped_itself_is_not_counted_as_passed() {
        let text = "skipped: reads_the_standing_frames: the pictures are not on this machine\n\
            skipped: reads_table_photos (no pictures here)\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n";
        assert_eq!(cargo(text), Counts { passed: 1, failed: 0, skipped: 2 });
        assert!(skipped_names(text)[1].starts_with("reads_table_photos"));
    }

    #[test]
    fn a_runner_that_failed_without_a_failed_test_counts_as_one_failure() {
        assert_eq!(cargo("error: could not compile").ended(false), Counts { passed: 0, failed: 1, skipped: 0 });
        assert_eq!(Counts::one(true).ended(true), Counts { passed: 1, failed: 0, skipped: 0 });
    }

    #[test]
    fn the_reports_of_vitest_and_node_are_read() {
        let vitest_report =
            r#"{"numTotalTests":5,"numPassedTests":3,"numFailedTests":1,"numPendingTests":1,"numTodoTests":0}"#;
        assert_eq!(vitest(vitest_report), Some(Counts { passed: 3, failed: 1, skipped: 1 }));
        let tap = "ok 1 - a\n1..1\n# tests 4\n# suites 1\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 0\n# todo 0\n# duration_ms 12.5\n";
        assert_eq!(node(tap), Some(Counts { passed: 2, failed: 2, skipped: 0 }));
        assert_eq!(node("Bail out!"), None);
    }

    #[test]
    fn skips_are_mentioned_only_where_there_are_some() {
        assert_eq!(Counts { passed: 4, failed: 0, skipped: 0 }.to_string(), "4 passed, 0 failed");
        assert_eq!(Counts { passed: 4, failed: 1, skipped: 2 }.to_string(), "4 passed, 1 failed, 2 skipped");
    }
}
