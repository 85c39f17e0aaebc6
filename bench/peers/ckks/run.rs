//! Timed calls.

use super::clock::median;
use super::memory::{forget_peak, peak};

/// The time of calls, with the memory that was used meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    /// Median time of one call.
    pub(crate) milliseconds: f64,
    /// Most bytes that the process had resident; nothing where the system does not tell.
    pub(crate) peak: Option<u64>,
}

/// Times a `call`, which leaves its result where the next one replaces it.
///
/// # Errors
/// The one of the call.
pub(crate) fn watch<S, E>(samples: usize, state: &mut S, call: impl FnMut(&mut S) -> Result<(), E>) -> Result<Run, E> {
    forget_peak();
    let milliseconds = median(samples, state, |_| Ok(()), call)?;
    Ok(Run { milliseconds, peak: peak() })
}
