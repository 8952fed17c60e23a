//! `cargo xtask bundle`: the packages of this system, with the models and ONNX Runtime inside.
//!
//! What a package says of itself stands in `src-tauri/tauri.*.conf.json`. What goes into it besides the program is staged
//! here, file by file, and handed to Tauri's bundler as one more piece of configuration: a plain build of the window
//! needs none of it.

mod check;
pub mod configuration;
mod licences;
mod needs;
mod root;
mod stage;

use crate::error::{Error, Result};
use crate::{apt, fingerprint, run, setup, shell, ui};
use std::fs;
use std::path::PathBuf;

/// The package of the command line, and the name of its program.
const COMMAND_LINE: (&str, &str) = ("suzume-cli", "suzume");

/// What making the packages of Linux needs on Debian besides a build: what reads from a program which libraries it needs.
const TOOLS: &[&str] = &["dpkg-dev", "rpm"];

/// `bundle [--check]`
pub fn bundle(arguments: &[String]) -> Result<()> {
    let checked = match arguments {
        [] => false,
        [one] if one == "--check" => true,
        _ => return Err(Error::Check(format!("bundle knows --check only, not {arguments:?}"))),
    };
    let complaints = configuration::complaints()?;
    if !complaints.is_empty() {
        return Err(Error::Check(format!("the packages' configuration:\n  {}", complaints.join("\n  "))));
    }
    if cfg!(target_os = "linux") && !apt::is_debian() {
        return Err(Error::Missing(
            "The packages of Linux are made on Debian 12, for every system that is as new; see docs/packages.md."
                .into(),
        ));
    }
    let packages = make()?;
    if checked { check::check(&packages) } else { Ok(()) }
}

/// Builds, stages and packs; gives the packages, which lie in `artefacts/packages`.
fn make() -> Result<Vec<PathBuf>> {
    setup::for_window()?;
    if cfg!(target_os = "linux") {
        apt::ensure(TOOLS)?;
    }
    ui::ensure_built()?;
    ui::ensure_locked(&bundler(), "npm package of Tauri's bundler, by its lock file")?;
    let step = shell::step("the programs: cargo build --release (minutes)");
    let packages = ["--package", run::PACKAGE, "--package", COMMAND_LINE.0, "--features", run::FEATURES];
    shell::stream(&mut shell::cargo(["build", "--release"].iter().chain(&packages)))?;
    step.done();
    let step = shell::step("the packages");
    let staged = stage::stage()?;
    let made = run::target().join("release").join("bundle");
    if made.exists() {
        fs::remove_dir_all(&made).map_err(Error::file(&made))?;
    }
    let mut tauri = shell::npm(&bundler(), ["run", "tauri", "--", "bundle", "--ci", "--config"]);
    tauri.arg(staged);
    // Of AppImage the bundler fetches the tools from where not everybody comes; see docs/packages.md.
    if cfg!(target_os = "linux") {
        tauri.args(["--bundles", "deb,rpm"]);
    }
    shell::stream(&mut tauri)?;
    let kept = keep(&made)?;
    step.done();
    Ok(kept)
}

/// The folder of the window, from which the bundler works.
fn bundler() -> PathBuf {
    shell::root().join("src-tauri")
}

/// The kind of machine that cargo builds for here, such as `x86_64-unknown-linux-gnu`.
fn host() -> Result<String> {
    let said = shell::quiet(&mut shell::program("rustc", ["-vV"])).unwrap_or_default();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Error::Check("`rustc -vV` names no host".into()))
}

/// What packages are called at their end.
const ENDINGS: &[&str] = &["deb", "rpm", "AppImage", "dmg", "exe", "msi"];

/// Copies the packages to where a person finds them, and says how large they are.
fn keep(made: &std::path::Path) -> Result<Vec<PathBuf>> {
    let folder = shell::artefacts().join("packages");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut kept = Vec::new();
    // Two levels deep: a folder for each kind, and in it what the kind was made of beside the package.
    for path in fingerprint::files(made, &["data", "control"])? {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let (true, Some(name)) = (ENDINGS.contains(&ending), path.file_name()) else { continue };
        let place = folder.join(name);
        let bytes = fs::copy(&path, &place).map_err(Error::file(&path))?;
        eprintln!("    {} ({:.1} MB)", place.display(), bytes as f64 / 1e6);
        kept.push(place);
    }
    if kept.is_empty() { Err(Error::content(made, "the bundler made no package")) } else { Ok(kept) }
}
