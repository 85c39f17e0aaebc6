//! The specification: transforms by their definition, in quadratic time.

use alloc::vec;
use alloc::vec::Vec;
use papilio_field::{Field, Modulus};

mod complex;
mod mersenne31;

pub use complex::complex;
pub use mersenne31::{circle, complex31, complex31_inverse};

/// Negacyclic transform modulo a word prime, `out[brv(i)] = Σ_j a_j ψ^{(2i+1)j}`, `ψ^n = −1`,
/// outputs in bit-reversed order of `i`: the order of [`crate::Plan::forward`].
#[must_use]
pub fn negacyclic(modulus: &Modulus, root: u64, a: &[u64]) -> Vec<u64> {
    let n = a.len();
    let log = n.trailing_zeros();
    let mut out = vec![0; n];
    for i in 0..n {
        let point = modulus.pow(root, 2 * i as u64 + 1);
        out[papilio_field::order::reversed(i, log)] = evaluate(modulus, a, point);
    }
    out
}

/// The value of a polynomial at a point, `Σ_j a_j point^j`, of residues below the modulus.
#[must_use]
pub fn evaluate(modulus: &Modulus, a: &[u64], point: u64) -> u64 {
    a.iter().rev().fold(0, |sum, &c| modulus.add(modulus.mul(sum, point), c))
}

/// Cyclic transform over a field, `out[k] = Σ_j (shift·ω^k)^j a_j`, natural order.
#[must_use]
pub fn dft<F: Field>(root: F, shift: F, a: &[F]) -> Vec<F> {
    let mut point = shift;
    (0..a.len())
        .map(|_| {
            let value = a.iter().rev().fold(F::ZERO, |sum, &c| sum * point + c);
            point = point * root;
            value
        })
        .collect()
}

/// Incomplete negacyclic transform modulo a word prime: the residues of `a` modulo `X² − ζ^(2i+1)`,
/// `ζ^(n/2) = −1`, the pair of coefficients of residue `i` at `2·brv(i)` and `2·brv(i) + 1`, `brv`
/// the reversal of `log n − 1` bits. With `q = 3329`, `n = 256`, `ζ = 17` it is the NTT of ML-KEM
/// (FIPS 203, section 4.3).
///
/// `X² = ζ^(2i+1)` maps the even and the odd coefficients apart, so that each residue is a pair of
/// values of the complete transform of half the length.
///
/// # Panics
/// Unless `a` has even length.
#[must_use]
pub fn incomplete(modulus: &Modulus, root: u64, a: &[u64]) -> Vec<u64> {
    assert!(a.len().is_multiple_of(2), "{} coefficients are not pairs", a.len());
    let part = |offset: usize| -> Vec<u64> { a.iter().skip(offset).step_by(2).copied().collect() };
    let [even, odd] = [0, 1].map(|offset| negacyclic(modulus, root, &part(offset)));
    even.into_iter().zip(odd).flat_map(|(low, high)| [low, high]).collect()
}
