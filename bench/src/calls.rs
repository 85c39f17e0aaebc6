//! Single calls of our side, each checked before it is timed.

use crate::ntt::protocol::middle;
use std::hint::black_box;
use std::time::Instant;

/// The measurement of our side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Median time of one call.
    pub milliseconds: f64,
    /// Whether the result decrypts to what arithmetic in the clear gives.
    pub correct: bool,
}

/// Checks what a first call makes, and times further ones. What `prepare` does before each is not
/// timed, nor the end of what a call made: the peers' results have a place already, or are freed
/// outside of their calls.
///
/// # Errors
/// The errors of the call and the check.
pub(crate) fn timed<I, O, E>(
    samples: usize,
    mut prepare: impl FnMut() -> I,
    mut call: impl FnMut(I) -> Result<O, E>,
    check: impl FnOnce(O) -> Result<bool, E>,
) -> Result<Measured, E> {
    let correct = check(call(prepare())?)?;
    let mut sample = || {
        let input = black_box(prepare());
        let start = Instant::now();
        let made = black_box(call(input));
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        made.map(|_| milliseconds)
    };
    let mut times = (0..samples.max(1)).map(|_| sample()).collect::<Result<Vec<_>, _>>()?;
    Ok(Measured { milliseconds: middle(&mut times), correct })
}

/// Times a call that needs nothing prepared, otherwise as [`timed`].
///
/// # Errors
/// The errors of [`timed`].
pub(crate) fn made<O, E>(
    samples: usize,
    mut call: impl FnMut() -> Result<O, E>,
    check: impl FnOnce(O) -> Result<bool, E>,
) -> Result<Measured, E> {
    timed(samples, || (), |()| call(), check)
}

/// Times a call in place that takes its own result again, otherwise as [`timed`]: nothing is copied
/// in between.
///
/// # Errors
/// The errors of [`timed`].
pub(crate) fn repeated<T: Clone, E>(
    samples: usize,
    operand: &T,
    call: impl Fn(&mut T) -> Result<(), E>,
    check: impl FnOnce(T) -> Result<bool, E>,
) -> Result<Measured, E> {
    let first = || {
        let mut first = operand.clone();
        call(&mut first)?;
        check(first)
    };
    let mut work = operand.clone();
    made(samples, || call(&mut work), |()| first())
}
