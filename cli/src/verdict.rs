//! The verdict on a result that was compared with the transform in the clear.

use crate::error::CliError;

/// The line of a report.
pub(crate) fn text(verified: bool) -> &'static str {
    if verified { "VERIFIED: equal to the transform in the clear" } else { "FAILED" }
}

/// An error unless the result was verified.
pub(crate) fn verdict(verified: bool) -> Result<(), CliError> {
    let reason = "the result differs from the transform in the clear".to_owned();
    if verified { Ok(()) } else { Err(CliError::Unverified(reason)) }
}
