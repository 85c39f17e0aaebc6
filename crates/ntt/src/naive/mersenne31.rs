//! The specification over the Mersenne prime: the folded negacyclic transform and the circle
//! transform.

use crate::circle::{CircleDomain, FoldedDomain};
use alloc::vec::Vec;
use papilio_field::Field;
use papilio_field::fields::{Complex31, Mersenne31};

/// Negacyclic transform over the Mersenne field, folded:
/// `out[brv(k)] = Σ_{j < n/2} (a_j + i·a_{j+n/2})·θ^((4k+1)j)`, with `θ` of order `2n` and
/// `θ^(n/2) = i`: [`FoldedDomain::root`]. The value `k` is at the reversal of `log n − 1` bits.
///
/// It is an isomorphism of `F_p[X]/(X^n + 1)` with `n/2` copies of `F_p(i)`, so products of
/// outputs, as complex numbers, are the outputs of negacyclic products.
///
/// # Panics
/// Unless the length is a power of two from 2 to 2^30.
#[must_use]
pub fn complex31(a: &[Mersenne31]) -> Vec<Complex31> {
    let domain = folded_domain(a.len());
    let z = FoldedDomain::fold(a);
    let value = |point: Complex31| z.iter().rev().fold(Complex31::ZERO, |sum, &c| sum * point + c);
    (0..z.len()).map(|position| value(domain.point(position))).collect()
}

/// The inverse of [`complex31`]: `a_j + i·a_{j+n/2} = (2/n)·Σ_k values[brv(k)]·θ^(−(4k+1)j)`.
///
/// # Panics
/// Unless there are `n/2` values, `n` a power of two from 2 to 2^30.
#[must_use]
pub fn complex31_inverse(values: &[Complex31]) -> Vec<Mersenne31> {
    let domain = folded_domain(2 * values.len());
    // The inverse of 2^k is 2^(31 − k), because 2^31 = 1.
    let scale = Mersenne31::from_u64(1 << (31 - values.len().trailing_zeros()));
    let coefficient = |j: usize| {
        let terms =
            values.iter().enumerate().map(|(position, &value)| value * domain.point(position).conjugate().pow(j as u64));
        terms.fold(Complex31::ZERO, |sum, term| sum + term) * scale
    };
    FoldedDomain::unfold(&(0..values.len()).map(coefficient).collect::<Vec<_>>())
}

fn folded_domain(n: usize) -> FoldedDomain {
    let domain = FoldedDomain::new(n.trailing_zeros()).filter(|_| n.is_power_of_two());
    let Some(domain) = domain else { panic!("length {n} is not a power of two from 2 to 2^30") };
    domain
}

/// Circle transform over the Mersenne field: the values of `Σ_j coefficients[j]·b_j` at the points
/// of the standard position coset of their number, `b_j` the FFT basis in natural order of `j`. The
/// order of the points is that of [`CircleDomain::point`].
///
/// # Panics
/// Unless the length is a power of two from 2 to 2^30.
#[must_use]
pub fn circle(coefficients: &[Mersenne31]) -> Vec<Mersenne31> {
    let n = coefficients.len();
    let domain = CircleDomain::new(n.trailing_zeros()).filter(|_| n.is_power_of_two());
    let Some(domain) = domain else { panic!("length {n} is not a power of two from 2 to 2^30") };
    let value = |point: Complex31| {
        let terms = coefficients.iter().enumerate().map(|(j, &c)| c * CircleDomain::basis(j, point));
        terms.fold(Mersenne31::ZERO, |sum, term| sum + term)
    };
    (0..n).map(|position| value(domain.point(position))).collect()
}
