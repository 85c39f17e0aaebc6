//! The specification: transforms by their definition, in quadratic time.

use crate::{Field, Modulus};

/// Negacyclic transform modulo a word prime, `out[brv(i)] = Σ_j a_j ψ^{(2i+1)j}`, `ψ^n = −1`, outputs in bit-reversed
/// order of `i`: the order of [`crate::Plan::forward`].
#[must_use]
pub fn negacyclic(modulus: &Modulus, root: u64, a: &[u64]) -> Vec<u64> {
    let n = a.len();
    let log = n.trailing_zeros();
    let mut out = vec![0; n];
    for i in 0..n {
        let point = modulus.pow(root, 2 * i as u64 + 1);
        let value = a.iter().rev().fold(0, |sum, &c| modulus.add(modulus.mul(sum, point), c));
        out[crate::plan::bit_reverse(i, log)] = value;
    }
    out
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
