//! The clock.

use std::time::Instant;

/// The median time of a `call` in milliseconds, over `samples` of them after one that warms up.
/// `prepare` comes before each and is not timed: it undoes what the last call did, where calls work
/// in place or make something new.
pub(crate) fn median<S, E>(
    samples: usize,
    state: &mut S,
    mut prepare: impl FnMut(&mut S) -> Result<(), E>,
    mut call: impl FnMut(&mut S) -> Result<(), E>,
) -> Result<f64, E> {
    let mut timed = || {
        prepare(state)?;
        once(state, &mut call)
    };
    timed()?;
    let mut times = (0..samples.max(1)).map(|_| timed()).collect::<Result<Vec<_>, E>>()?;
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// The time of a single `call` in milliseconds, for what takes seconds.
pub(crate) fn once<S, E>(state: &mut S, call: impl FnOnce(&mut S) -> Result<(), E>) -> Result<f64, E> {
    let start = Instant::now();
    call(state)?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}
