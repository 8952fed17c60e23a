//! Running other programs, and telling the person what is going on meanwhile.

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Instant;

/// The root of the repository: the parent of this package.
pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_path_buf()
}

/// Where fetched tools and stamps live; git ignores it.
pub fn cache() -> PathBuf {
    root().join(".cache")
}

/// Where screenshots and reports of the tests are kept; git ignores it.
pub fn artefacts() -> PathBuf {
    root().join("artefacts")
}

/// Prints a heading for a step that may take a while; the returned value prints the time it took.
pub fn step(what: &str) -> Step {
    eprintln!("==> {what}");
    Step { what: what.to_owned(), started: Instant::now() }
}

/// One line for a step that had nothing to do.
pub fn up_to_date(what: &str) {
    eprintln!("==> {what}: up to date");
}

/// A step that is under way.
pub struct Step {
    what: String,
    started: Instant,
}

impl Step {
    /// Prints that the step is done and how long it took.
    pub fn done(self) {
        eprintln!("    {}: done in {:.1} s", self.what, self.started.elapsed().as_secs_f64());
    }
}

/// A program with its arguments, to be started in the root of the repository.
pub fn program<S: AsRef<OsStr>>(name: &str, arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// Cargo, the same one that built this program.
///
/// Incremental compilation is off unless the person says otherwise: from nothing it is slower, and an optimised crate whose
/// incremental build was interrupted (Ctrl-C while `run` builds) has been seen not to link ever after.
pub fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = program(&cargo, arguments);
    if std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// npm, in `folder`. On Windows it is a script, which only its full name starts.
pub fn npm<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = program(if cfg!(windows) { "npm.cmd" } else { "npm" }, arguments);
    command.current_dir(folder);
    command
}

/// How the command reads at a prompt.
pub fn shown(command: &Command) -> String {
    let mut text = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

/// Runs the command with its output on the terminal; anything but success is an error.
pub fn stream(command: &mut Command) -> Result<()> {
    eprintln!("    $ {}", shown(command));
    let status = command.stdin(Stdio::null()).status().map_err(|cause| start_error(command, cause))?;
    if status.success() { Ok(()) } else { Err(Error::Failed { program: shown(command), status: status.to_string() }) }
}

/// Runs the command silently and gives what it printed, or nothing when it failed or is not there.
pub fn quiet(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a command printed, while it was also shown.
pub struct Heard {
    /// Standard output and standard error, line by line as they came.
    pub text: String,
    /// Whether it ended with success.
    pub success: bool,
}

/// Runs the command, shows its output as it comes and also keeps it.
pub fn tee(command: &mut Command) -> Result<Heard> {
    eprintln!("    $ {}", shown(command));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|cause| start_error(command, cause))?;
    let (send, receive) = mpsc::channel();
    let readers = [
        child.stdout.take().map(|pipe| lines(Box::new(pipe), send.clone())),
        child.stderr.take().map(|pipe| lines(Box::new(pipe), send.clone())),
    ];
    drop(send);
    let mut text = String::new();
    for line in receive {
        // A closed terminal must not stop the tests from being counted.
        let _ = writeln!(std::io::stdout(), "{line}");
        text.push_str(&line);
        text.push('\n');
    }
    for reader in readers.into_iter().flatten() {
        let _ = reader.join();
    }
    let status = child.wait().map_err(|cause| start_error(command, cause))?;
    Ok(Heard { text, success: status.success() })
}

fn lines(pipe: Box<dyn Read + Send>, send: mpsc::Sender<String>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        // Bytes, not `lines()`: a tool that prints something that is not UTF-8 must not end the reading.
        while matches!(reader.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line);
            if send.send(text.trim_end_matches(['\n', '\r']).to_owned()).is_err() {
                return;
            }
            line.clear();
        }
    })
}

fn start_error(command: &Command, cause: std::io::Error) -> Error {
    Error::Start { program: shown(command), cause }
}

/// Whether a program of this name can be found on the path.
pub fn on_path(name: &str) -> bool {
    let extensions: &[&str] = if cfg!(windows) { &["", ".exe", ".cmd"] } else { &[""] };
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| extensions.iter().any(|e| folder.join(format!("{name}{e}")).is_file()))
}
