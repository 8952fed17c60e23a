//! A program that answers with JSON lines, watched from outside: when the first line came, and how much memory it took.

use crate::error::{Error, Result};
use crate::shell;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a program did.
pub struct Watched {
    /// From the start of the process to its first line.
    pub first: Duration,
    /// All its lines.
    pub lines: Vec<Value>,
    /// The most memory it had at once, in bytes (the peak of its resident set); nothing where the system does not say.
    pub peak: Option<u64>,
}

/// Runs the program to its end.
pub fn watch(command: &mut Command) -> Result<Watched> {
    let shown = shell::shown(command);
    let failed = |status: String| Error::Failed { program: shown.clone(), status };
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|cause| Error::Start { program: shown.clone(), cause })?;
    let output = child.stdout.take().ok_or_else(|| failed("it has no output".into()))?;
    let reader = std::thread::spawn(move || {
        let mut first = None;
        let mut lines = Vec::new();
        for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
            first.get_or_insert_with(|| start.elapsed());
            lines.extend(serde_json::from_str::<Value>(&line));
        }
        (first, lines)
    });
    let (status, peak) = wait(&mut child).map_err(|cause| Error::Start { program: shown.clone(), cause })?;
    let (first, lines) = reader.join().map_err(|_| failed("its output could not be read".into()))?;
    match first {
        Some(first) if status.success() => Ok(Watched { first, lines, peak }),
        _ => Err(failed(status.to_string())),
    }
}

/// Waits for the end and looks at the memory meanwhile. The kernel keeps the peak until the end, so only what is taken
/// in the last two milliseconds can be missed.
fn wait(child: &mut Child) -> std::io::Result<(std::process::ExitStatus, Option<u64>)> {
    let mut peak = None;
    loop {
        peak = peak_memory(child.id()).max(peak);
        if let Some(status) = child.try_wait()? {
            return Ok((status, peak));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// `VmHWM` of a process, in bytes.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_first_line_is_timed_and_failures_are_told() {
        let script = "echo '{\"a\":1}'; sleep 0.2; echo 'no JSON'; echo '{\"a\":2}'";
        let watched = watch(Command::new("sh").args(["-c", script])).unwrap();
        assert!(watched.first < Duration::from_millis(200), "{:?}", watched.first);
        assert_eq!(watched.lines, [serde_json::json!({"a": 1}), serde_json::json!({"a": 2})]);
        if cfg!(target_os = "linux") {
            assert!(watched.peak.is_some_and(|bytes| bytes > 100_000 && bytes < 100_000_000), "{:?}", watched.peak);
        }
        assert!(watch(Command::new("sh").args(["-c", "echo 1; exit 3"])).is_err());
        assert!(watch(&mut Command::new("no-such-program-anywhere")).is_err());
    }
}
