//! The public reader from PyPI, `mahjong-detector` (MIT, a YOLO11n), installed aside under `target/`. Nothing of it is
//! part of this project.

use crate::error::{Error, Result};
use crate::shell;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed, with the version that was measured.
pub const PACKAGE: &str = "mahjong-detector==0.0.6";

/// Prints what `suzume read` prints, as far as it is compared: one JSON object a picture.
const SCRIPT: &str = include_str!("peer.py");

/// The installed peer.
pub struct Peer {
    python: PathBuf,
    script: PathBuf,
    /// The size of its model, in bytes.
    pub model: u64,
}

/// Installs it in a Python environment of its own; what is there already is kept.
pub fn install() -> Result<Peer> {
    let folder = shell::root().join("target").join("peer");
    let python = if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") };
    let step = shell::step(&format!("the peer {PACKAGE}, into target/peer"));
    if !python.is_file() {
        let system = if cfg!(windows) { "python" } else { "python3" };
        shell::stream(shell::program(system, ["-m", "venv"]).arg(&folder))?;
    }
    shell::stream(Command::new(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]))?;
    let script = folder.join("peer.py");
    std::fs::write(&script, SCRIPT).map_err(Error::file(&script))?;
    let model = shell::quiet(Command::new(&python).arg(&script).arg("--model"))
        .and_then(|path| std::fs::metadata(path.trim()).ok())
        .ok_or_else(|| Error::Check("the installed mahjong-detector has no model.onnx".into()))?;
    step.done();
    Ok(Peer { python, script, model: model.len() })
}

impl Peer {
    /// The command that reads these pictures.
    pub fn command(&self, pictures: &[&Path]) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(&self.script).args(pictures);
        command
    }
}
