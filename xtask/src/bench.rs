//! `cargo xtask bench`: how fast the rules score, what reading a picture costs, side by side with a peer, and how long it
//! takes from tiles under a camera to the offered hand.

mod compare;
mod live;
mod peer;
mod process;

use crate::error::{Error, Result};
use crate::{e2e, runtime, shell};
use std::path::{Path, PathBuf};

/// What was asked for.
#[derive(Debug, Default, PartialEq)]
struct Options {
    /// Only the table of reading, without the criterion benches.
    quick: bool,
    /// Only what a camera needs.
    live: bool,
    /// Only how the window starts and what memory it has.
    window: bool,
    /// Also the public reader from PyPI.
    peer: bool,
    /// Other folders of models to measure beside ours, such as the same networks in fp32.
    models: Vec<PathBuf>,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Options> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--quick" => options.quick = true,
                "--live" => options.live = true,
                "--window" => options.window = true,
                "--peer" => options.peer = true,
                "--models" => {
                    let folder = rest.next().ok_or_else(|| Error::Check("--models needs a folder".into()))?;
                    // Programs are started in the root of the repository, wherever this one was.
                    options.models.push(std::path::absolute(folder).map_err(Error::file(Path::new(folder)))?);
                }
                other => {
                    let known = "--quick, --live, --window, --peer, --models FOLDER";
                    return Err(Error::Check(format!("bench does not know {other:?}; it knows {known}")));
                }
            }
        }
        Ok(options)
    }
}

/// Runs the criterion benches, then reads the pictures that ship with each program and prints the table, then shows the
/// film.
pub fn bench(arguments: &[String]) -> Result<()> {
    let options = Options::parse(arguments)?;
    if options.window {
        return e2e::measure();
    }
    runtime::ensure()?;
    if options.live {
        return live::live(&compare::built()?);
    }
    if !options.quick {
        let step = shell::step("rules: criterion");
        shell::stream(&mut shell::cargo(["bench", "--package", "suzume-rules"]))?;
        step.done();
        let step = shell::step("reading: criterion");
        shell::stream(&mut shell::cargo(["bench", "--package", "suzume-vision", "--features", "onnx"]))?;
        step.done();
    }
    let suzume = compare::compare(&options.models, options.peer)?;
    live::live(&suzume)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Options> {
        Options::parse(&arguments.iter().map(|&argument| argument.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_understood_or_refused() {
        assert_eq!(parsed(&[]).unwrap(), Options::default());
        let all = parsed(&["--quick", "--models", "/a", "--peer", "--models", "/b", "--live", "--window"]).unwrap();
        assert_eq!(
            all,
            Options { quick: true, live: true, window: true, peer: true, models: vec!["/a".into(), "/b".into()] }
        );
        assert!(parsed(&["--models"]).is_err());
        assert!(parsed(&["--fast"]).is_err());
    }
}
