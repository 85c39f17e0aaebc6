//! How fast a device could be: the time of its arithmetic, or that of its memory, whichever is
//! longer.
//!
//! Instructions are those of the compiled kernels for compute capability 9.0, in which a
//! multiprocessor begins 64 operations on doubles and 64 products of words in a cycle; clock,
//! multiprocessors, cache and memory are as the driver states them. Launches, and words that a
//! cache holds between steps, are free: a device is not faster.

use papilio_cuda::select::Request;
use papilio_cuda::{Arithmetic, DeviceInfo};

/// The compute capability that instructions were counted for.
const CAPABILITY: (u32, u32) = (9, 0);
/// Instructions on doubles of a transform for a value, beside those of its levels: ends and folds.
const ENDS: f64 = 14.0;
/// Instructions of a level for a value: eight a butterfly, and a share of the folds.
const LEVEL: f64 = 4.57;
/// Operations on doubles that a multiprocessor begins in a cycle.
const DOUBLES: f64 = 64.0;
/// Cycles of a multiprocessor for a butterfly in words, ends included.
const WORDS: f64 = 0.2735;
/// Cycles for a product in a sum of 128 bits.
const PRODUCT: f64 = 0.08;

/// Microseconds for one of a batch that is on a device, at least; none for devices whose
/// instructions were not counted, and for those that do not exist.
#[must_use]
pub fn bound(info: &DeviceInfo, arithmetic: Arithmetic, request: &Request) -> Option<f64> {
    if info.emulated || info.compute_capability != CAPABILITY || info.bandwidth == 0 {
        return None;
    }
    let cycles = f64::from(info.multiprocessors) * f64::from(info.clock_khz) * 1e3;
    let levels = f64::from(request.shape.degree.ilog2());
    // Butterflies have two values, in each of as many levels.
    let values = 2.0 * request.butterflies() / levels;
    let transforms = match arithmetic {
        Arithmetic::Doubles => values * (ENDS + LEVEL * levels) / DOUBLES,
        Arithmetic::Words => request.butterflies() * WORDS,
    };
    let computing = (transforms + request.products() * PRODUCT) / cycles;
    let work = request.work();
    let between = request.bytes(work.between);
    // Words between steps are written and read: half of these are there at a time.
    let between = if between / 2.0 > info.cache as f64 { between } else { 0.0 };
    let memory = (request.bytes(work.moved) + between) / info.bandwidth as f64;
    Some(computing.max(memory) / request.batch as f64 * 1e6)
}
