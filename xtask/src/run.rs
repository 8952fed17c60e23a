//! `cargo xtask run`: from whatever is there to an open window.

use crate::error::{Error, Result};
use crate::{setup, shell, ui};
use std::path::PathBuf;
use std::process::Command;

/// The package of the window.
pub const PACKAGE: &str = "suzume-table-app";
/// The name of its program.
pub const PROGRAM: &str = "suzume-table";

/// With this feature the UI is embedded in the program; without it the window would look for a development server.
pub const FEATURES: &str = "suzume-table-app/custom-protocol";

/// Gets what is missing, builds, and opens the window; what follows the command goes to the program.
pub fn run(arguments: &[String]) -> Result<()> {
    setup::for_window()?;
    build()?;
    check_screen()?;
    let step = shell::step("Suzume Table is open; close its window to end this");
    let mut window = shell::program(&program().to_string_lossy(), arguments);
    if cfg!(target_os = "linux") && !on_a_bus() {
        without_bus(&mut window);
    }
    shell::stream(&mut window)?;
    step.done();
    Ok(())
}

/// Builds the window with the UI in it, where [`program`] is.
pub fn build() -> Result<()> {
    ui::ensure_built()?;
    // The dev profile: its dependencies and our own pixel work are optimised, so it reads as fast as a release build
    // for practical purposes and starts minutes sooner on a cold machine.
    let step = shell::step("the window: cargo build (a cold build takes some minutes)");
    shell::stream(&mut shell::cargo(["build", "--package", PACKAGE, "--features", FEATURES]))?;
    step.done();
    Ok(())
}

/// Whether this session of a Linux desktop has a bus, which its programs speak on.
fn on_a_bus() -> bool {
    let there = |name: &str, file: &str| std::env::var_os(name).is_some_and(|at| PathBuf::from(at).join(file).exists());
    std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || there("XDG_RUNTIME_DIR", "bus")
}

/// Lets the window do without a bus. Where there is none, GTK starts one; that bus starts the portals of a desktop, and if they
/// cannot work, in a container for one, the window waits 25 seconds for them.
pub fn without_bus(window: &mut Command) {
    window.env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
}

/// Where cargo puts the program of the window.
pub fn program() -> PathBuf {
    built(PROGRAM)
}

/// Where cargo puts a program built with the dev profile.
pub fn built(name: &str) -> PathBuf {
    target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Where cargo puts a program built with the release profile.
pub fn released(name: &str) -> PathBuf {
    target().join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| shell::root().join("target"), |folder| shell::root().join(folder))
}

fn check_screen() -> Result<()> {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !named("DISPLAY") && !named("WAYLAND_DISPLAY") {
        return Err(Error::Missing(
            "The window is built, but there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set). To look at it all the same:\n\n  \
             apt-get install xvfb && xvfb-run -a cargo xtask run\n"
                .into(),
        ));
    }
    Ok(())
}
