//! Standard output: results for people, objects for scripts, and data.

use crate::error::CliError;
use serde::Serialize;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The form of a command's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text for people.
    Text,
    /// One JSON object for scripts.
    Json,
}

/// Whether nobody reads standard output any more.
static CLOSED: AtomicBool = AtomicBool::new(false);
/// Whether an object was printed already.
static ANSWERED: AtomicBool = AtomicBool::new(false);
/// Whether standard output carries data, so that reports go to standard error.
static DATA: AtomicBool = AtomicBool::new(false);

/// Sends reports to standard error from now on: standard output carries the data of this call.
pub(crate) fn carries_data() {
    DATA.store(true, Ordering::Relaxed);
}

/// Prints text. A full disk behind a redirection is an error. A reader that has gone away is none:
/// what was asked for is still done and its outcome is the exit code, but long work stops at its
/// next step ([`crate::progress::check`]).
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    if DATA.load(Ordering::Relaxed) {
        tell(text);
        return Ok(());
    }
    let mut output = stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(())
        }
        written => written.map_err(CliError::io("write to", Path::new("standard output"))),
    }
}

/// Writes to standard error; where that fails there is nobody to tell.
pub(crate) fn tell(text: &str) {
    drop(stderr().lock().write_all(text.as_bytes()));
}

/// Prints one JSON object, the answer of a command.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::input)?;
    ANSWERED.store(true, Ordering::Relaxed);
    print(&format!("{text}\n"))
}

/// Prints aligned lines. Names are those that scripts see, written as words.
pub(crate) fn print_lines(lines: &[(&'static str, String)]) -> Result<(), CliError> {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(11);
    print(&lines.iter().map(|(name, value)| format!("{:>width$}  {value}\n", name.replace('_', " "))).collect::<String>())
}

/// Prints what a command did, as lines or as an object.
pub(crate) fn answer(format: Format, object: &impl Serialize, lines: &[(&'static str, String)]) -> Result<(), CliError> {
    if format == Format::Json { print_json(object) } else { print_lines(lines) }
}

/// Whether nobody reads any more.
pub(crate) fn closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Whether the command has given its answer as an object.
pub(crate) fn answered() -> bool {
    ANSWERED.load(Ordering::Relaxed)
}

/// Writes data. Data that nobody reads ends the command.
pub(crate) fn write_data(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), CliError> {
    let mut output = std::io::BufWriter::new(stdout().lock());
    match write(&mut output).and_then(|()| output.flush()) {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(CliError::ClosedPipe),
        written => written.map_err(CliError::io("write to", Path::new("standard output"))),
    }
}
