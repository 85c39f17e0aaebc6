//! How fast a device could be: the time of its arithmetic, or that of its memory, whichever is
//! longer.
//!
//! Instructions are those of the compiled kernels for compute capability 9.0, in which a
//! multiprocessor begins 64 operations on doubles and 64 products of words in a cycle; clock,
//! multiprocessors, cache and memory are as the driver states them. Launches, and words that a
//! cache holds between steps, are free: a device is not faster.

use papilio_cuda::DeviceInfo;
use papilio_cuda::select::Request;

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
pub fn bound(info: &DeviceInfo, in_doubles: bool, request: &Request) -> Option<f64> {
    if info.emulated || info.compute_capability != CAPABILITY || info.bandwidth == 0 {
        return None;
    }
    let cycles = f64::from(info.multiprocessors) * f64::from(info.clock_khz) * 1e3;
    let levels = f64::from(request.shape.degree.ilog2());
    // Butterflies have two values, in each of as many levels.
    let values = 2.0 * request.butterflies() / levels;
    let transforms = if in_doubles { values * (ENDS + LEVEL * levels) / DOUBLES } else { request.butterflies() * WORDS };
    let arithmetic = (transforms + request.products() * PRODUCT) / cycles;
    let work = request.work();
    let between = request.bytes(work.between);
    // Words between steps are written and read: half of these are there at a time.
    let between = if between / 2.0 > info.cache as f64 { between } else { 0.0 };
    let memory = (request.bytes(work.moved) + between) / info.bandwidth as f64;
    Some(arithmetic.max(memory) / request.batch as f64 * 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::device::device;
    use papilio_cuda::select::{Operation, Shape};

    fn of(operation: Operation, [degree, limbs, special]: [usize; 3], batch: usize) -> Request {
        Request { operation, shape: Shape { degree, limbs, special }, batch, resident: true }
    }

    /// Figures that were computed by hand from the same instructions and bytes.
    #[test]
    fn bounds_are_those_of_the_tables() {
        let near = |found: f64, table: f64, within: f64, name: &str| {
            assert!((found - table).abs() <= within * table, "{name}: {found}, {table}");
        };
        for (degree, doubles, words) in
            [(8192, 0.036, 0.056), (16_384, 0.077, 0.120), (32_768, 0.162, 0.257), (65_536, 0.342, 0.549)]
        {
            let request = of(Operation::NttForward, [degree, 1, 1], 1);
            near(bound(&device(), true, &request).expect("counted"), doubles, 0.015, "doubles");
            near(bound(&device(), false, &request).expect("counted"), words, 0.015, "words");
        }
        // Memory rules sums and the tensor; batches of transforms that no cache holds take two
        // passes.
        for (operation, shape, batch, table) in [
            (Operation::Add, [8192, 3, 1], 1, 0.27),
            (Operation::Add, [16_384, 12, 1], 64, 2.2),
            (Operation::Tensor, [8192, 3, 1], 1, 0.32),
            (Operation::Tensor, [32_768, 12, 1], 1, 5.1),
            (Operation::NttForward, [8192, 3, 1], 1, 0.11),
            (Operation::NttInverse, [16_384, 12, 1], 1, 0.92),
            (Operation::NttForward, [16_384, 12, 1], 64, 1.46),
            (Operation::NttForward, [32_768, 12, 1], 64, 2.9),
            (Operation::Multiply, [8192, 2, 1], 1, 1.5),
            (Operation::Multiply, [16_384, 11, 3], 1, 20.0),
            (Operation::Multiply, [32_768, 11, 6], 1, 41.0),
            (Operation::Relinearize, [8192, 2, 1], 1, 0.5),
            (Operation::Relinearize, [16_384, 11, 3], 1, 8.5),
            (Operation::Relinearize, [32_768, 11, 6], 1, 15.0),
        ] {
            near(bound(&device(), true, &of(operation, shape, batch)).expect("counted"), table, 0.09, operation.name());
        }
    }

    #[test]
    fn devices_that_were_not_counted_have_no_bound() {
        let request = of(Operation::Add, [8192, 3, 1], 1);
        for other in [
            DeviceInfo { emulated: true, ..device() },
            DeviceInfo { compute_capability: (8, 0), ..device() },
            DeviceInfo { bandwidth: 0, ..device() },
        ] {
            assert_eq!(bound(&other, true, &request), None, "{other:?}");
        }
    }
}
