//! In which order a fresh machine gets what it lacks.

use crate::error::Result;
use crate::{apt, runtime, shell, ui};
use std::path::PathBuf;

/// The pinned WebDriver server for Tauri windows.
const TAURI_DRIVER: &str = "2.1.0";

/// What `run` needs, short of the build itself.
pub fn for_window() -> Result<()> {
    let packages: Vec<&str> = apt::WINDOW.iter().chain(apt::fonts()).copied().collect();
    common(&packages)
}

/// What `test` needs.
pub fn for_tests() -> Result<()> {
    let packages: Vec<&str> = apt::WINDOW.iter().chain(apt::TESTS).copied().collect();
    common(&packages)?;
    tauri_driver()
}

fn common(packages: &[&str]) -> Result<()> {
    apt::ensure(packages)?;
    ui::ensure_packages()?;
    runtime::ensure()
}

/// Where the driver of the window is once `for_tests` has been through.
pub fn driver() -> PathBuf {
    tools().join("bin").join("tauri-driver")
}

fn tools() -> PathBuf {
    shell::cache().join("tools")
}

fn tauri_driver() -> Result<()> {
    let what = format!("tauri-driver {TAURI_DRIVER}");
    let tools = tools();
    let root = tools.to_string_lossy();
    let installed = shell::quiet(&mut shell::cargo(["install", "--list", "--root", &root])).unwrap_or_default();
    if installed.lines().any(|line| line.starts_with(&format!("tauri-driver v{TAURI_DRIVER}"))) {
        shell::up_to_date(&what);
        return Ok(());
    }
    let step = shell::step(&what);
    let version = format!("tauri-driver@{TAURI_DRIVER}");
    shell::stream(&mut shell::cargo(["install", "--locked", "--root", &root, &version]))?;
    step.done();
    Ok(())
}
