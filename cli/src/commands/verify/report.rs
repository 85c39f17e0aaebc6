//! The verdict of a verification.

use crate::error::CliError;
use crate::numbers::seconds;
use crate::stdout::{Format, answer};
use serde_json::json;

/// Prints whether a result was verified; an error unless it was.
pub(super) fn verdict(verified: bool, entries: u64, elapsed: f64, format: Format) -> Result<(), CliError> {
    let verdict = if verified { "VERIFIED: equal to the transform in the clear" } else { "FAILED" };
    let lines = [("verdict", verdict.to_owned()), ("in clear", seconds(elapsed))];
    answer(format, &json!({ "verified": verified, "entries": entries, "seconds": elapsed }), &lines)?;
    let reason = "the values differ from the transform in the clear".to_owned();
    if verified { Ok(()) } else { Err(CliError::Unverified(reason)) }
}
