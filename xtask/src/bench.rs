//! `cargo xtask bench`: how fast the rules score, and how fast a picture is read.

use crate::error::{Error, Result};
use crate::{fingerprint, runtime, shell};
use std::ffi::OsString;

/// Runs the criterion benches of the rules, then reads the pictures that ship, with the times the program reports.
pub fn bench() -> Result<()> {
    runtime::ensure()?;
    let step = shell::step("rules: criterion");
    shell::stream(&mut shell::cargo(["bench", "--package", "suzume-rules"]))?;
    step.done();
    let step = shell::step("reading: criterion");
    shell::stream(&mut shell::cargo(["bench", "--package", "suzume-vision", "--features", "onnx"]))?;
    step.done();
    let pictures = pictures()?;
    let step = shell::step("reading: `suzume read` on the pictures that ship (see \"ms\" in each line)");
    let mut arguments: Vec<OsString> =
        ["run", "--release", "--quiet", "--package", "suzume-cli", "--", "read", "--json"].map(OsString::from).into();
    arguments.extend(pictures);
    shell::stream(&mut shell::cargo(arguments))?;
    step.done();
    Ok(())
}

fn pictures() -> Result<Vec<OsString>> {
    let golden = shell::root().join("tests").join("golden");
    let is_picture =
        |path: &std::path::PathBuf| path.extension().is_some_and(|ending| ending == "jpg" || ending == "png");
    let found: Vec<OsString> =
        fingerprint::files(&golden, &[])?.into_iter().filter(is_picture).map(|path| path.into_os_string()).collect();
    if found.is_empty() { Err(Error::content(&golden, "there is no picture to read")) } else { Ok(found) }
}
