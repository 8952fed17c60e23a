//! What the lab says in the end: on the terminal, and in docs/camera-lab.md.

use super::expect::Finding;
use crate::shell;
use std::fmt::Write;

/// What came of a scenario.
#[derive(Debug)]
pub struct Outcome {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// How long it took in the guest; nothing when the guest hung.
    pub seconds: Option<f64>,
    /// What was expected and what was found.
    pub findings: Vec<(String, Finding)>,
    /// What else went wrong.
    pub complaints: Vec<String>,
}

impl Outcome {
    /// Whether all came out as expected, and nothing else went wrong.
    pub fn passed(&self) -> bool {
        self.complaints.is_empty() && self.findings.iter().all(|(_, finding)| finding.is_ok())
    }

    fn verdict(&self) -> &'static str {
        if self.passed() { "passed" } else { "FAILED" }
    }

    fn time(&self) -> String {
        self.seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.0} s"))
    }
}

/// Lines for the terminal.
pub fn text(outcomes: &[Outcome], took: f64) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        let _ = writeln!(text, "{} {:>6}  {}: {}", outcome.verdict(), outcome.time(), outcome.name, outcome.title);
        details(&mut text, outcome, "          ");
    }
    let _ = write!(text, "{}", total(outcomes, took));
    text
}

fn details(text: &mut String, outcome: &Outcome, indent: &str) {
    for (expected, finding) in &outcome.findings {
        let (sign, found) = match finding {
            Ok(found) => ("+", found),
            Err(found) => ("-", found),
        };
        let colon = if found.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "{indent}{sign} {expected}{colon}{found}");
    }
    for complaint in &outcome.complaints {
        let _ = writeln!(text, "{indent}- {complaint}");
    }
}

fn total(outcomes: &[Outcome], took: f64) -> String {
    let passed = outcomes.iter().filter(|outcome| outcome.passed()).count();
    format!("{passed} of {} scenarios passed, in {took:.0} s", outcomes.len())
}

/// The page of the last full run.
pub fn page(outcomes: &[Outcome], took: f64) -> String {
    let said = |name: &str, arguments: &[&str]| {
        let printed = shell::quiet(&mut shell::program(name, arguments)).unwrap_or_default();
        printed.trim().to_owned()
    };
    let commit = said("git", &["rev-parse", "--short", "HEAD"]);
    let date = said("date", &["-u", "+%F"]);
    let processor = said("sh", &["-c", "grep -m1 '^model name' /proc/cpuinfo | sed 's/.*: //'"]);
    let mut text = format!(
        "# Camera lab: the last full run\n\n\
         Written by `cargo xtask camera-lab` on {date} (beside commit {commit}; host: {processor}, {} cores). What it is and how \
         to read it: [tests/camera-lab/README.md](../tests/camera-lab/README.md).\n\n\
         **{}.** Times are seconds in the guest, whose processor is emulated: what takes ten seconds there takes a tenth of one \
         on the host.\n\n| scenario | | took |\n|---|---|---|\n",
        std::thread::available_parallelism().map_or(1, usize::from),
        total(outcomes, took),
    );
    for outcome in outcomes {
        let _ = writeln!(text, "| {}: {} | {} | {} |", outcome.name, outcome.title, outcome.verdict(), outcome.time());
    }
    text.push_str("\n```text\n");
    for outcome in outcomes {
        let _ = writeln!(text, "{} {}", outcome.name, outcome.verdict());
        details(&mut text, outcome, "  ");
    }
    text.push_str("```\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(finding: Finding, complaints: &[&str]) -> Outcome {
        Outcome {
            name: "mjpeg".into(),
            title: "A webcam".into(),
            seconds: Some(12.3),
            findings: vec![("list counts 1".into(), finding)],
            complaints: complaints.iter().map(|one| (*one).to_owned()).collect(),
        }
    }

    #[test]
    fn a_scenario_passes_only_when_nothing_at_all_is_wrong() {
        assert!(outcome(Ok(String::new()), &[]).passed());
        assert!(!outcome(Err("2 listed".into()), &[]).passed());
        assert!(!outcome(Ok(String::new()), &["the guest hung"]).passed());
    }

    #[test]
    fn what_failed_is_said_in_both_forms() {
        let outcomes = [outcome(Ok("1 listed".into()), &[]), outcome(Err("2 listed".into()), &["the guest hung"])];
        for text in [text(&outcomes, 60.0), page(&outcomes, 60.0)] {
            assert!(text.contains("+ list counts 1: 1 listed"), "{text}");
            assert!(text.contains("- list counts 1: 2 listed"), "{text}");
            assert!(text.contains("- the guest hung"), "{text}");
            assert!(text.contains("1 of 2 scenarios passed, in 60 s"), "{text}");
        }
    }
}
