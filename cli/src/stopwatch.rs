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

/// The median of some times, and NaN if there are none.
pub(crate) fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
