//! The common parts of the benchmark cases: inputs that are the same on every run.
//!
//! A case checks its own answer before it is timed, so that a benchmark of nonsense fails.
//! `cargo bench -p papilio-bench -- --test` runs every case once.
#![forbid(unsafe_code)]

pub mod bfv;
pub mod calls;
pub mod circuits;
pub mod ckks;
pub mod engine;
pub mod fft;
pub mod gates;
pub mod keyswitch;
pub mod ntt;
pub mod peers;
pub mod rounds;
pub mod row;
pub mod timing;

use chacha20::ChaCha20Rng;
use papilio_field::{Field, Modulus};
use rand_core::{Rng, SeedableRng};

/// The generator of a case.
#[must_use]
pub fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// Random elements of a field.
#[must_use]
pub fn elements<F: Field>(count: usize, seed: u64) -> Vec<F> {
    let mut rng = rng(seed);
    (0..count).map(|_| F::random(&mut rng)).collect()
}

/// Random residues of a prime.
#[must_use]
pub fn residues(modulus: &Modulus, count: usize, seed: u64) -> Vec<u64> {
    let mut rng = rng(seed);
    (0..count).map(|_| modulus.reduce(rng.next_u64())).collect()
}
