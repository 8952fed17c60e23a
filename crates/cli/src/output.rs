//! Lines on standard output. `println!` would panic when a reader such as `head` closes the pipe.

use crate::error::CliError;
use serde::Serialize;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes one line and flushes it, so that a program on the other end gets each answer at once.
///
/// # Errors
/// [`CliError::OUTPUT_CLOSED`] when nobody reads any more; `output_failed` when the line cannot be written.
pub fn print_line(line: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(failed)
}

/// Writes one value as one line of JSON; its fields keep the order in which the type declares them.
///
/// # Errors
/// As [`print_line`].
pub fn print_json(value: &impl Serialize) -> Result<(), CliError> {
    let line = serde_json::to_string(value)
        .map_err(|error| CliError::new("output_failed", format!("the answer does not fit JSON: {error}")))?;
    print_line(&line)
}

/// Writes a text that ends its own lines.
///
/// # Errors
/// As [`print_line`].
pub fn print_text(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(failed)
}

/// A text without the characters that would break a line or steer the terminal: a file's name may hold any.
pub fn printable(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, letter| {
        if letter.is_control() {
            shown.extend(letter.escape_default())
        } else {
            shown.push(letter)
        }
        shown
    })
}

/// The name of a file for people, on one line.
pub fn name_of(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// Writes a file that was asked for, whole or not at all: what was there is lost to nothing less. Where the name is a link, it
/// stays, and the file that it leads to is written so. What is no ordinary file, such as `/dev/stdout` or a link to a file that
/// is not there yet, takes the bytes as they come.
///
/// # Errors
/// `output_failed` when the system refuses.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let written = match path.canonicalize() {
        Ok(file) if file.is_file() => vision::write_whole(&file, bytes),
        Err(_) if path.symlink_metadata().is_err() => vision::write_whole(path, bytes),
        _ => std::fs::write(path, bytes),
    };
    written.map_err(|error| CliError::new("output_failed", format!("{}: {error}", path.display())))
}

fn failed(error: io::Error) -> CliError {
    match error.kind() {
        ErrorKind::BrokenPipe => CliError::new(CliError::OUTPUT_CLOSED, "nobody reads the output any more"),
        _ => CliError::new("output_failed", format!("the output could not be written: {error}")),
    }
}
