//! The tests that drive the real window, and the pictures of it.

use crate::count::{self, Counts};
use crate::error::{Error, Result};
use crate::{run, runtime, setup, shell, test, ui};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Runs `tests/e2e` against the window, on a screen in memory.
pub fn test() -> Result<Counts> {
    if !cfg!(target_os = "linux") {
        eprintln!("    skipped: the real window: the drivers this test uses are those of Linux");
        return Ok(Counts { skipped: 1, ..Counts::default() });
    }
    test::build_window()?;
    let report = shell::artefacts().join("e2e.tap");
    fs::create_dir_all(shell::artefacts()).map_err(Error::file(&shell::artefacts()))?;
    let _ = fs::remove_file(&report);
    let mut node: Vec<OsString> = [
        "--test",
        "--test-concurrency=1",
        // Of a file, in milliseconds. The longest takes a few minutes; one that hangs has failed, and the others go on.
        "--test-timeout=900000",
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
    ]
    .map(OsString::from)
    .into();
    node.push("--test-reporter=tap".into());
    node.push(format!("--test-reporter-destination={}", report.display()).into());
    node.extend(scripts(".test.mjs")?);
    let heard = shell::tee(&mut on_a_screen(&node)?)?;
    let counts = fs::read_to_string(&report).ok().and_then(|text| count::node(&text)).unwrap_or_default();
    Ok(counts.ended(heard.success))
}

/// `cargo xtask screenshots`: of every screen, or of those that `wished` names, see `tests/e2e/screenshots.mjs`.
pub fn screenshots(wished: &[String]) -> Result<()> {
    setup::for_tests()?;
    run::build()?;
    let step = shell::step("screenshots, into artefacts/screenshots");
    let arguments: Vec<OsString> =
        [script("screenshots.mjs")].into_iter().chain(wished.iter().map(OsString::from)).collect();
    shell::stream(&mut on_a_screen(&arguments)?)?;
    step.done();
    Ok(())
}

/// How long the released window takes to be usable, and how much memory it has: `cargo xtask bench --window`.
pub fn measure() -> Result<()> {
    setup::for_tests()?;
    ui::ensure_built()?;
    let step = shell::step("the window: cargo build --release (minutes)");
    shell::stream(&mut shell::cargo(["build", "--release", "--package", run::PACKAGE, "--features", run::FEATURES]))?;
    step.done();
    let step = shell::step("its start and its memory");
    let mut command = on_a_screen(&[script("measure.mjs")])?;
    shell::stream(command.env("SUZUME_APP", run::released(run::PROGRAM)))?;
    step.done();
    Ok(())
}

/// Node with these arguments, on a screen in memory, told where everything is.
fn on_a_screen(arguments: &[OsString]) -> Result<Command> {
    // 24 bits of colour; larger than the largest window that is tested. Without `-noreset` the screen begins anew when its
    // last window closes, and a window that opens just then fails.
    let screen = ["-a", "-s", "-noreset -screen 0 1920x1200x24", "node"].map(OsString::from);
    let mut command = shell::program("xvfb-run", screen.into_iter().chain(arguments.iter().cloned()));
    command
        .env("SUZUME_APP", run::program())
        .env("SUZUME_TAURI_DRIVER", setup::driver())
        .env("SUZUME_ARTEFACTS", shell::artefacts())
        .env("SUZUME_ORT_LIB", runtime::library()?)
        // No bus for screen readers is started for a screen nobody sits at.
        .env("NO_AT_BRIDGE", "1");
    run::without_bus(&mut command);
    Ok(command)
}

fn script(name: &str) -> OsString {
    shell::root().join("tests").join("e2e").join(name).into_os_string()
}

fn scripts(ending: &str) -> Result<Vec<OsString>> {
    let folder = shell::root().join("tests").join("e2e");
    let mut found: Vec<PathBuf> = fs::read_dir(&folder)
        .map_err(Error::file(&folder))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    found.sort();
    if found.is_empty() {
        Err(Error::content(&folder, "there is no test"))
    } else {
        Ok(found.into_iter().map(PathBuf::into_os_string).collect())
    }
}
