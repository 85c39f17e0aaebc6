//! The specification over the complex numbers, in twice the precision of doubles.

use crate::double_double::Complex;
use alloc::vec::Vec;
use papilio_field::order::reversed;

/// The values of `Σ_j (a_j + i·a_{j+n})·X^j` at `ζ^(4k+1)`, `ζ = e^(2πi/4n)`, that of `k` at the
/// reversal of `log n` bits: `n` real parts, then `n` imaginary ones, rounded from sums of about
/// 100 bits. The order is that of [`crate::complex::ComplexPlan::forward`].
///
/// # Panics
/// Unless the length is twice a power of two, from 2 on.
#[must_use]
pub fn complex(a: &[f64]) -> Vec<f64> {
    let values = values(a);
    values.iter().map(|value| value.re.high).chain(values.iter().map(|value| value.im.high)).collect()
}

fn values(a: &[f64]) -> Vec<Complex> {
    let n = a.len() / 2;
    assert!(n.is_power_of_two() && a.len() == 2 * n, "{} doubles are no polynomial", a.len());
    let (re, im) = a.split_at(n);
    let log = n.trailing_zeros();
    let value = |position: usize| {
        // Exponent 4k + 1 of 4n: the turn is the exponent in units of 2^(62 − log n).
        let point = Complex::of_turn((1 + 4 * reversed(position, log) as u64) << (62 - log));
        let coefficients = re.iter().zip(im).rev().map(|(&re, &im)| Complex::new(re, im));
        coefficients.fold(Complex::default(), |sum, coefficient| sum * point + coefficient)
    };
    (0..n).map(value).collect()
}
