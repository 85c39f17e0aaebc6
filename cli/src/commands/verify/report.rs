//! The verdict of a verification.

use crate::error::CliError;
use crate::numbers::seconds;
use crate::stdout::{Format, answer};
use crate::verdict;
use serde_json::json;

/// Prints whether a result was verified; an error unless it was.
pub(super) fn verdict(verified: bool, entries: u64, elapsed: f64, format: Format) -> Result<(), CliError> {
    let lines = [("verdict", verdict::text(verified).to_owned()), ("in clear", seconds(elapsed))];
    answer(format, &json!({ "verified": verified, "entries": entries, "seconds": elapsed }), &lines)?;
    verdict::verdict(verified)
}
