//! Lines on standard output. `println!` would panic when a reader such as `head` closes the pipe.

use crate::error::CliError;
use serde::Serialize;
use std::io::{self, ErrorKind, Write};

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

fn failed(error: io::Error) -> CliError {
    match error.kind() {
        ErrorKind::BrokenPipe => CliError::new(CliError::OUTPUT_CLOSED, "nobody reads the output any more"),
        _ => CliError::new("output_failed", format!("the output could not be written: {error}")),
    }
}
