//! Twiddles as words: `2^(−k)·e^(2πi·t)` is `t·2^64 + k` with `k < 64`, so that the product of
//! factors is the sum of words.

use crate::kernel::Twiddles;
use crate::rounding::mul_add;
use alloc::vec::Vec;
use core::f64::consts::PI;
use papilio_field::order::reversed;

/// `π − PI`, rounded.
const PI_REST: f64 = 1.224_646_799_147_353_2e-16;
/// Bits of the exponent `k`.
const SCALE: u64 = 63;
/// An eighth of a turn.
const OCTANT: u64 = 1 << 61;

/// The factors of the transform of `2^log_size` values.
pub(super) fn twiddles(log_size: u32) -> Twiddles {
    let level = |depth: u32| (0..1 << depth).map(move |b| (1 + 4 * reversed(b, depth) as u64) << (61 - depth));
    let forward: Vec<u64> = core::iter::once(0).chain((0..log_size).flat_map(level)).collect();
    let inverse = forward.iter().map(|turn| turn.wrapping_neg()).collect();
    Twiddles::new(forward, inverse, u64::from(log_size), u64::wrapping_add)
}

/// The real and the imaginary part of a factor.
pub(crate) fn parts(factor: u64) -> [f64; 2] {
    // The bits of a power of two.
    let scale = f64::from_bits((1023 - (factor & SCALE)) << 52);
    unit(factor & !SCALE).map(|part| part * scale)
}

/// `e^(2πi·turn/2^64)` for a multiple of `2^11`. Each part errs by at most 1.25 units of its last
/// place.
///
/// The turn is reduced to an octant in integers. The angle in it, up to `π/4`, is a product with π
/// that is rounded; the rest of the product corrects sine and cosine by their derivatives, whose
/// own change is beyond the precision: the rest is below `2^(−53)` of the angle.
fn unit(turn: u64) -> [f64; 2] {
    let octant = turn / OCTANT;
    let from_axis = if octant.is_multiple_of(2) { turn % OCTANT } else { OCTANT - turn % OCTANT };
    // At most 50 bits, in units of `2^(−63)` half turns.
    let half_turns = from_axis as f64 / (1u64 << 63) as f64;
    let angle = half_turns * PI;
    let rest = mul_add(half_turns, PI, -angle) + half_turns * PI_REST;
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let (sine, cosine) = (mul_add(rest, cosine, sine), mul_add(-rest, sine, cosine));
    match octant {
        0 => [cosine, sine],
        1 => [sine, cosine],
        2 => [-sine, cosine],
        3 => [-cosine, sine],
        4 => [-cosine, -sine],
        5 => [-sine, -cosine],
        6 => [sine, -cosine],
        _ => [cosine, -sine],
    }
}
