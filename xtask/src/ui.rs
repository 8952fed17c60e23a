//! The web side of the window: its packages by lock file, and its build.

use crate::error::{Error, Result};
use crate::{fingerprint, shell};
use std::path::{Path, PathBuf};

/// The oldest Node.js that the UI's tools run on.
const NODE: u32 = 20;

/// The folder of the UI.
pub fn folder() -> PathBuf {
    shell::root().join("ui")
}

/// Sees to it that the UI's packages are exactly those of its lock file.
pub fn ensure_packages() -> Result<()> {
    ensure_locked(&folder(), "npm packages of the UI, by its lock file")
}

/// Sees to it that the npm packages in a folder are exactly those of its lock file.
pub fn ensure_locked(folder: &Path, what: &str) -> Result<()> {
    check_node()?;
    let lock = fingerprint::of_file(&folder.join("package-lock.json"))?;
    // Inside node_modules, so that it goes when they go.
    let stamp = folder.join("node_modules").join(".suzume-lock");
    if fingerprint::stamped(&stamp, &lock) {
        shell::up_to_date(what);
        return Ok(());
    }
    let step = shell::step(what);
    shell::stream(&mut shell::npm(folder, ["ci", "--no-audit", "--no-fund"]))?;
    fingerprint::stamp(&stamp, &lock)?;
    step.done();
    Ok(())
}

/// Sees to it that `ui/dist` is built from what is in `ui` now.
pub fn ensure_built() -> Result<()> {
    if is_built()? {
        shell::up_to_date("UI");
        return Ok(());
    }
    build()
}

/// Builds `ui/dist`.
pub fn build() -> Result<()> {
    let step = shell::step("UI: vite build");
    shell::stream(&mut shell::npm(&folder(), ["run", "build"]))?;
    mark_built()?;
    step.done();
    Ok(())
}

/// Whether `ui/dist` is built from what is in `ui` now.
pub fn is_built() -> Result<bool> {
    Ok(folder().join("dist").join("index.html").is_file() && fingerprint::stamped(&built_stamp(), &sources()?))
}

/// Remembers that `ui/dist` is built from what is in `ui` now.
pub fn mark_built() -> Result<()> {
    fingerprint::stamp(&built_stamp(), &sources()?)
}

fn built_stamp() -> PathBuf {
    shell::cache().join("stamps").join("ui-dist")
}

fn sources() -> Result<String> {
    fingerprint::of_folder(&folder(), &["node_modules", "dist"])
}

fn check_node() -> Result<()> {
    let install = format!(
        "Install Node.js {NODE} or newer, with npm (on Debian: its packages nodejs and npm, or a newer Node.js from its makers)."
    );
    let version =
        shell::quiet(&mut shell::program("node", ["--version"])).ok_or_else(|| Error::Missing(install.clone()))?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|part| part.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE) {
        return Err(Error::Missing(format!("Node.js {} is too old. {install}", version.trim())));
    }
    if shell::quiet(&mut shell::npm(&folder(), ["--version"])).is_none() {
        return Err(Error::Missing(format!("npm is missing. {install}")));
    }
    Ok(())
}
