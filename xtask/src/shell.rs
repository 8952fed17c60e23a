//! Running other programs, and telling the person what is going on meanwhile.

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

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

/// How long output is still listened to when the program has ended: what it started may live on with the pipe open.
const LAST_WORDS: Duration = Duration::from_secs(2);

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
    child.stdout.take().into_iter().for_each(|pipe| lines(pipe, send.clone()));
    child.stderr.take().into_iter().for_each(|pipe| lines(pipe, send.clone()));
    drop(send);
    let mut text = String::new();
    let mut end = None;
    while end.is_none_or(|end| Instant::now() < end) {
        match receive.recv_timeout(LAST_WORDS / 10) {
            Ok(line) => {
                // A closed terminal must not stop the tests from being counted.
                let _ = writeln!(std::io::stdout(), "{line}");
                text.push_str(&line);
                text.push('\n');
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if end.is_none() && child.try_wait().is_ok_and(|ended| ended.is_some()) {
            end = Some(Instant::now() + LAST_WORDS);
        }
    }
    let status = child.wait().map_err(|cause| start_error(command, cause))?;
    Ok(Heard { text, success: status.success() })
}

fn lines(pipe: impl Read + Send + 'static, send: mpsc::Sender<String>) {
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
    });
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_leaves_another_behind_is_not_waited_for_longer() {
        let begun = Instant::now();
        for left_behind in ["sleep 60", "for i in $(seq 60); do sleep 1; echo still there; done"] {
            let script = format!("({left_behind}) & echo said; echo warned >&2");
            let heard = tee(&mut program("sh", ["-c", &script])).unwrap();
            assert!(heard.success && heard.text.contains("said") && heard.text.contains("warned"));
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "it waited for the program left behind");
    }

    #[test]
    fn a_program_that_is_silent_for_longer_than_last_words_take_is_heard_out() {
        let heard = tee(&mut program("sh", ["-c", "sleep 3; echo late; exit 3"])).unwrap();
        assert_eq!((heard.text.as_str(), heard.success), ("late\n", false));
    }
}
