//! The time that steps take.

use crate::error::CliError;
use std::time::Instant;

/// Adds the seconds of a step.
pub(crate) fn timed<T>(seconds: &mut f64, step: impl FnOnce() -> Result<T, CliError>) -> Result<T, CliError> {
    let start = Instant::now();
    let outcome = step();
    *seconds += start.elapsed().as_secs_f64();
    outcome
}
