//! `cargo xtask test`: everything that can be wrong, and one honest line at the end.

use crate::count::{self, Counts};
use crate::error::{Error, Result};
use crate::shell::{self, Heard};
use crate::{bundle, camera_lab, e2e, fingerprint, run, setup, tidy, ui};
use std::fs;
use std::time::Instant;

/// Packages and features are the same in every step that compiles, so that nothing is compiled twice for tests.
const WORKSPACE: &[&str] = &["--workspace", "--exclude", "xtask", "--features"];

/// All features that the tests need; the window's own is what embeds the UI in it.
fn features() -> String {
    format!("{},suzume-vision/onnx", run::FEATURES)
}

/// A step of the tests: its name, and what runs it.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn() -> Result<Counts>,
}

const STEPS: &[Step] = &[
    Step { name: "format", what: "rustfmt", run: format },
    Step { name: "tidy", what: "house rules: sizes, arrows, unfinished work", run: tidy },
    Step { name: "packages", what: "what the packages say of themselves", run: packages },
    Step { name: "ui", what: "UI: types, unit tests, build", run: ui },
    Step { name: "clippy", what: "clippy, warnings are errors", run: clippy },
    Step { name: "rust", what: "Rust tests", run: rust },
    Step { name: "window", what: "the real window, end to end", run: e2e::test },
    Step { name: "cameras", what: "real camera devices in a guest, the short form", run: camera_lab::test },
];

/// Gets what the tests need, runs them all (or the named steps) and prints the line that counts.
pub fn test(names: &[String]) -> Result<()> {
    if names.iter().any(|name| !STEPS.iter().any(|step| step.name == name)) {
        for step in STEPS {
            println!("{:8} {}", step.name, step.what);
        }
        return Ok(());
    }
    let started = Instant::now();
    let mut report = Vec::new();
    match setup::for_tests() {
        Ok(()) => {
            for step in STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|name| name == step.name)) {
                let heading = shell::step(&format!("{}: {}", step.name, step.what));
                let counts = (step.run)().unwrap_or_else(|error| {
                    eprintln!("    {}: {error}", step.name);
                    Counts::one(false)
                });
                heading.done();
                report.push((step.name, counts));
            }
        }
        Err(error) => {
            eprintln!("setup: {error}");
            report.push(("setup", Counts::one(false)));
        }
    }
    let mut total = Counts::default();
    println!();
    for (name, counts) in report {
        println!("  {name:8} {counts}");
        total += counts;
    }
    println!("  in {:.0} s", started.elapsed().as_secs_f64());
    println!("\n{total}");
    if total.failed == 0 { Ok(()) } else { Err(Error::TestsFailed) }
}

fn check(mut command: std::process::Command) -> Result<Counts> {
    Ok(Counts::one(shell::tee(&mut command)?.success))
}

fn format() -> Result<Counts> {
    check(shell::cargo(["fmt", "--all", "--check"]))
}

fn tidy() -> Result<Counts> {
    Ok(without(&tidy::complaints()?))
}

fn packages() -> Result<Counts> {
    Ok(without(&bundle::configuration::complaints()?))
}

fn without(complaints: &[String]) -> Counts {
    for complaint in complaints {
        println!("{complaint}");
    }
    Counts::one(complaints.is_empty())
}

fn ui() -> Result<Counts> {
    let mut counts = check(shell::npm(&ui::folder(), ["run", "check"]))?;
    counts += vitest()?;
    // Always built here, though it may be up to date: that it builds is one of the tests.
    counts += Counts::one(ui::build().inspect_err(|error| eprintln!("    {error}")).is_ok());
    Ok(counts)
}

fn vitest() -> Result<Counts> {
    let report = shell::artefacts().join("vitest.json");
    let _ = fs::remove_file(&report);
    let file = format!("--outputFile.json={}", report.display());
    let arguments = ["run", "test", "--", "--reporter=default", "--reporter=json", &file];
    let heard = shell::tee(&mut shell::npm(&ui::folder(), arguments))?;
    let counts = fs::read_to_string(&report).ok().and_then(|text| count::vitest(&text)).unwrap_or_default();
    Ok(counts.ended(heard.success))
}

fn clippy() -> Result<Counts> {
    ensure_ui()?;
    let features = features();
    let all = ["--all-targets", "--keep-going", "--", "-D", "warnings"];
    let mut counts = check(shell::cargo(["clippy"].iter().chain(WORKSPACE).chain([&features.as_str()]).chain(&all)))?;
    counts += check(shell::cargo(["clippy", "--package", "xtask"].iter().chain(&all)))?;
    Ok(counts)
}

fn rust() -> Result<Counts> {
    ensure_ui()?;
    let generated = ui::folder().join("src").join("generated");
    let before = fingerprint::of_folder(&generated, &[])?;
    let features = features();
    let cargo = |first: &[&str], last: &[&str]| -> Result<Heard> {
        shell::tee(&mut shell::cargo(first.iter().chain(WORKSPACE).chain([&features.as_str()]).chain(last)))
    };
    // Everything in one go first, the programs themselves included: the tests then find all of it built.
    if !cargo(&["build"], &["--all-targets"])?.success {
        return Ok(Counts::one(false));
    }
    let mut counts = Counts::default();
    let runs = [
        cargo(&["test", "--no-fail-fast"], &["--lib", "--bins", "--tests", "--", "--show-output"])?,
        cargo(&["test", "--no-fail-fast", "--doc"], &[])?,
        shell::tee(&mut shell::cargo(["test", "--package", "xtask"]))?,
    ];
    for heard in runs {
        counts += count::cargo(&heard.text).ended(heard.success);
        for name in count::skipped_names(&heard.text) {
            eprintln!("    skipped: {name}");
        }
    }
    // The tests of `suzume-table` write the TypeScript of its DTOs; if that changed anything, the tree held old types.
    let fresh = fingerprint::of_folder(&generated, &[])? == before;
    if !fresh {
        println!("ui/src/generated was out of date and has been written anew: commit it");
    }
    counts += Counts::one(fresh);
    Ok(counts)
}

/// The window embeds the UI, so whatever compiles the window needs it built.
fn ensure_ui() -> Result<()> {
    if ui::is_built()? { Ok(()) } else { ui::build() }
}

/// Builds the window as the tests do.
pub fn build_window() -> Result<()> {
    ensure_ui()?;
    let features = features();
    shell::stream(&mut shell::cargo(
        ["build"].iter().chain(WORKSPACE).chain([&features.as_str()]).chain(&["--all-targets"]),
    ))
}
