//! The errors and the time of a side.

use super::definition::{inverse_error, value_error};
use super::ntt::{Direction, median_of_batches};
use super::protocol::{Answer, Request};
use super::transform::{Transform, data, write};
use std::hint::black_box;

/// Forward transforms of the same numbers that may follow one another: each multiplies them by
/// `√n`, all of them by no more than `2^512`; so do the inverse ones, or divide.
const GROWTH: u32 = 1024;

/// Finds the errors of both directions, and times the one asked for.
pub fn measure<T: Transform>(request: &Request, name: &str, transform: &mut T) -> Answer {
    Answer {
        peer: name.to_owned(),
        value_error: value_error(transform, request.n, request.seed),
        inverse_error: inverse_error(transform, &data(request.seed, request.n)),
        nanoseconds: time(request, request.samples, transform),
        note: None,
    }
}

/// Median nanoseconds of a transform. Each takes what the last one left, until the numbers are
/// written anew, so that they stay far from the ends of the range of doubles.
pub fn time<T: Transform>(request: &Request, samples: usize, transform: &mut T) -> f64 {
    write(transform, &data(request.seed, request.n));
    let fresh = transform.numbers().to_vec();
    let batch = GROWTH / request.n.ilog2().max(1);
    let prepare = |transform: &mut T| transform.numbers().copy_from_slice(&fresh);
    median_of_batches(samples, batch, transform, prepare, |transform| match request.direction {
        Direction::Forward => black_box(transform).forward(),
        Direction::Inverse => black_box(transform).inverse(),
    })
}
