//! `cargo xtask camera-lab`: the real capture path against real camera devices, in a guest whose kernel takes modules.
//!
//! A scenario (`tests/camera-lab/*.scenario`) says what happens to the cameras, and what `suzume camera` must make of it.
//! `guest.rs` makes the guest, `film.rs` what its cameras show, `qemu.rs` runs it, `expect.rs` judges what came of it.

mod evidence;
mod expect;
mod film;
mod guest;
mod qemu;
mod query;
mod report;
mod scenario;

use crate::count::Counts;
use crate::error::{Error, Result};
use crate::{run, runtime, shell, test};
use evidence::Evidence;
use qemu::End;
use report::Outcome;
use scenario::Scenario;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Where the scenarios are.
pub fn folder() -> PathBuf {
    shell::root().join("tests").join("camera-lab")
}

/// Where the guest, the films and what scenarios leave behind are kept; git ignores it.
fn lab() -> PathBuf {
    shell::root().join("target").join("camera-lab")
}

/// What was asked for.
#[derive(Debug, Default)]
struct Options {
    short: bool,
    program: Option<PathBuf>,
    names: Vec<String>,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match (argument.as_str(), argument.starts_with('-')) {
                ("--short", _) => options.short = true,
                ("--program", _) => match rest.next() {
                    Some(file) => options.program = Some(shell::root().join(file)),
                    None => return Err(Error::Check("--program needs a file".into())),
                },
                (_, true) => return Err(Error::Check(format!("{argument}: not known (--short, --program FILE)"))),
                (name, false) => options.names.push(name.to_owned()),
            }
        }
        Ok(options)
    }

    fn chooses(&self, scenario: &Scenario) -> bool {
        if self.names.is_empty() { !self.short || scenario.short } else { self.names.contains(&scenario.name) }
    }

    /// Only what a full run has shown is kept in the docs.
    fn is_full(&self) -> bool {
        !self.short && self.names.is_empty()
    }
}

/// `camera-lab [--short] [--program FILE] [SCENARIO]..`
pub fn camera_lab(arguments: &[String]) -> Result<()> {
    let options = Options::parse(arguments)?;
    if let Some(obstacle) = guest::obstacle() {
        return Err(Error::Missing(format!("The camera lab cannot be had here: {obstacle}.")));
    }
    let scenarios: Vec<Scenario> =
        scenario::all(&folder())?.into_iter().filter(|scenario| options.chooses(scenario)).collect();
    if let Some(name) = options.names.iter().find(|name| !scenarios.iter().any(|one| one.name == **name)) {
        return Err(Error::Check(format!("there is no scenario {name} in {}", folder().display())));
    }
    runtime::ensure()?;
    let program = match &options.program {
        Some(program) => program.clone(),
        None => {
            let step = shell::step("the program: cargo build --package suzume-cli");
            shell::stream(&mut shell::cargo(["build", "--package", "suzume-cli"]))?;
            step.done();
            run::built("suzume")
        }
    };
    let started = Instant::now();
    let outcomes = play(&program, &scenarios)?;
    let took = started.elapsed().as_secs_f64();
    println!("{}", report::text(&outcomes, took));
    if options.is_full() {
        let file = shell::root().join("docs").join("camera-lab.md");
        fs::write(&file, report::page(&outcomes, took)).map_err(Error::file(&file))?;
    }
    if outcomes.iter().all(Outcome::passed) { Ok(()) } else { Err(Error::TestsFailed) }
}

/// The short form, as a step of `cargo xtask test`.
pub fn test() -> Result<Counts> {
    let scenarios: Vec<Scenario> = scenario::all(&folder())?.into_iter().filter(|scenario| scenario.short).collect();
    let skipped = |why: &str| {
        eprintln!("    skipped: the camera lab: {why}");
        Ok(Counts { skipped: scenarios.len(), ..Counts::default() })
    };
    if let Some(obstacle) = guest::obstacle() {
        return skipped(obstacle);
    }
    // Where nothing can be installed or downloaded there is no guest; what is wrong with the guest itself is a failure.
    match guest::ensure(&lab()) {
        Err(error @ (Error::Missing(_) | Error::Start { .. })) => return skipped(&error.to_string()),
        other => other?,
    };
    test::build_window()?;
    let started = Instant::now();
    let outcomes = play(&run::built("suzume"), &scenarios)?;
    println!("{}", report::text(&outcomes, started.elapsed().as_secs_f64()));
    let mut counts = Counts::default();
    for outcome in &outcomes {
        counts += Counts::one(outcome.passed());
    }
    Ok(counts)
}

/// Runs the scenarios and judges them.
fn play(program: &Path, scenarios: &[Scenario]) -> Result<Vec<Outcome>> {
    let lab = lab();
    let guest = guest::ensure(&lab)?;
    let (films, golden) = (lab.join("films"), shell::root().join("tests").join("golden"));
    for film in scenarios.iter().flat_map(|scenario| &scenario.films) {
        film.ensure(&films, &golden)?;
    }
    let step = shell::step(&format!("{} scenarios in the guest", scenarios.len()));
    let ends = qemu::run(&guest, &lab, program, scenarios)?;
    step.done();
    Ok(scenarios.iter().zip(ends).map(|(scenario, (_, end))| judge(&lab, program, scenario, &end)).collect())
}

fn judge(lab: &Path, program: &Path, scenario: &Scenario, end: &End) -> Outcome {
    let case = lab.join("out").join(&scenario.name);
    let mut evidence = Evidence::read(&case);
    evidence.read_pictures(&case, |picture| {
        let mut read = shell::program(&program.to_string_lossy(), [Path::new("read"), picture, Path::new("--json")]);
        shell::quiet(read.env("SUZUME_ORT_LIB", runtime::library().ok()?))
    });
    let mut complaints = evidence.complaints();
    let seconds = match end {
        End::Hung => {
            complaints.push("the guest hung".into());
            None
        }
        End::Ended { seconds, status, clean } => {
            if matches!(status, 124 | 137) {
                complaints.push(format!("it hung: not over after {} s", scenario.limit));
            } else if *status != 0 {
                complaints.push(format!("the script ended with {status}"));
            }
            if !clean {
                complaints.push("a camera could not be unloaded afterwards".into());
            }
            Some(*seconds)
        }
    };
    Outcome {
        name: scenario.name.clone(),
        title: scenario.title.clone(),
        seconds,
        findings: scenario.expectations.iter().map(|one| (one.text.clone(), one.check(&evidence))).collect(),
        complaints,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Result<Options> {
        Options::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn names_choose_scenarios_and_only_a_full_run_is_written_down() {
        assert!(options("").unwrap().is_full());
        assert!(!options("--short").unwrap().is_full());
        assert!(!options("mjpeg-720").unwrap().is_full());
        assert!(options("--program").is_err());
        assert!(options("--shirt").is_err());
    }
}
