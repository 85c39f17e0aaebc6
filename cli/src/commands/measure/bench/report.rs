//! Fields of the tables of benchmarks, and their verdict.

use crate::error::CliError;

/// How a benchmark ends that found these of our answers wrong.
pub(super) fn verdict(wrong: &[String]) -> Result<(), CliError> {
    if wrong.is_empty() { Ok(()) } else { Err(CliError::Unverified(wrong.join(", "))) }
}

pub(super) fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

pub(super) fn ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}

pub(super) fn yes(correct: bool) -> String {
    if correct { "yes" } else { "WRONG" }.to_owned()
}
