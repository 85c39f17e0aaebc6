//! One case: prepare, time the kernel, decrypt and compare.

use std::time::Instant;

use crate::cases::Case;
use crate::field;
use crate::kernel::{Constants, Workspace, transform};
use crate::object::Error;
use crate::plan::frequency;
use crate::scheme::{Ciphertext, Scheme};

/// Above this many outputs a spread sample is decrypted instead of all.
const DECRYPTED: usize = 256;
const SAMPLED: usize = 32;

/// The result of one implementation on one case.
pub(crate) struct Row {
    /// Median time of the kernel, one thread.
    pub(crate) seconds: f64,
    /// Whether every decrypted output has the right value in every lane.
    pub(crate) correct: bool,
}

/// SEAL's row, with what only its user must know.
pub(crate) struct Peer {
    pub(crate) row: Row,
    /// Seconds spent encoding the constants, outside the kernel.
    pub(crate) preparation: f64,
    /// Bits of noise budget of an input, and the fewest of any decrypted output.
    pub(crate) budget: (i32, i32),
}

/// Runs a case on SEAL.
pub(crate) fn seal(case: &Case) -> Result<Peer, Error> {
    let scheme = Scheme::new(case.bits)?;
    let start = Instant::now();
    let constants = Constants::new(&scheme, case.columns)?;
    let preparation = start.elapsed().as_secs_f64();
    let input = encrypt(&scheme, case)?;
    let largest = case.radices.iter().copied().max().unwrap_or(1);
    let mut work = Workspace::new(&scheme, case.columns, largest)?;
    let seconds = median(case.reps, || transform(&scheme, &constants, case.radices, &input, &mut work))?;
    let fresh = scheme.decrypt(&input[0])?.1;
    let (correct, left) = verify(&scheme, case, work.results())?;
    Ok(Peer { row: Row { seconds, correct }, preparation, budget: (fresh, left) })
}

fn encrypt(scheme: &Scheme, case: &Case) -> Result<Vec<Ciphertext>, Error> {
    let column = |j| (0..case.lanes).map(|lane| field::sample(lane, j)).collect::<Vec<_>>();
    (0..case.columns).map(|j| scheme.encrypt(&column(j))).collect()
}

/// The median of `reps` timed runs, after one that warms up.
pub(crate) fn median<E>(reps: usize, mut run: impl FnMut() -> Result<(), E>) -> Result<f64, E> {
    run()?;
    let mut times = Vec::with_capacity(reps);
    for _ in 0..reps.max(1) {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// Whether the outputs are the transform of the inputs (and zero outside the lanes), and the least
/// budget seen.
fn verify(scheme: &Scheme, case: &Case, outputs: &[Ciphertext]) -> Result<(bool, i32), Error> {
    let expected = expected(case);
    let step = if case.columns > DECRYPTED { case.columns / SAMPLED - 1 } else { 1 };
    let (mut correct, mut least) = (true, i32::MAX);
    for (position, output) in outputs.iter().enumerate().step_by(step) {
        let (slots, budget) = scheme.decrypt(output)?;
        let k = frequency(case.radices, position);
        let (lanes, rest) = slots.split_at(case.lanes);
        correct &= lanes.iter().zip(&expected).all(|(&slot, lane)| slot == lane[k]) && rest.iter().all(|&slot| slot == 0);
        least = least.min(budget);
    }
    Ok((correct, least))
}

/// For every lane, the transform of its values, in order of frequency.
fn expected(case: &Case) -> Vec<Vec<u64>> {
    let root = field::root(case.columns);
    let row = |lane| (0..case.columns).map(|j| field::sample(lane, j)).collect::<Vec<_>>();
    (0..case.lanes).map(|lane| field::transform(&row(lane), root)).collect()
}
