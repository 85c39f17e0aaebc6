//! Plans, evaluations in the clear and on ciphertexts, fits and refusals.

mod approximations;
mod clear;
mod encrypted;
mod fits;
mod plans;
mod refusals;

use super::*;
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// A number of `[−1, 1)`.
fn number(rng: &mut impl Rng) -> f64 {
    rng.next_u64() as i64 as f64 / 2f64.powi(63)
}

/// A polynomial with these powers, of coefficients that are not zero.
fn random(basis: Basis, powers: impl IntoIterator<Item = usize>, rng: &mut impl Rng) -> Polynomial<f64> {
    let mut coefficients = Vec::new();
    for power in powers {
        coefficients.resize(power + 1, 0.0);
        coefficients[power] = 0.25 + number(rng).abs();
    }
    Polynomial::checked(basis, coefficients, None).expect("finite")
}

const BASES: [Basis; 2] = [Basis::Power, Basis::Chebyshev];
