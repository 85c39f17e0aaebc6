//! Baby steps and giant steps.

use crate::Automorphism;

/// A step: the rows `K` of a key whose products are then moved by the automorphism.
#[derive(Debug)]
pub struct Step<'a, K> {
    /// The rows of the key from `s` to `σ^(−1)(s)`, modulo every prime.
    pub key: &'a K,
    /// `σ`.
    pub automorphism: &'a Automorphism,
}

impl<K> Clone for Step<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Step<'_, K> {}

/// An inner sum `Σ_b f_b·σ_b(x)`, with factors kept as `F`, and the giant step that it is moved by.
#[derive(Debug)]
pub struct GiantStep<'a, K, F> {
    /// The step; none for the identity.
    pub step: Option<Step<'a, K>>,
    /// The number of the sum that it is added to.
    pub sum: usize,
    /// The numbers of its baby steps.
    pub babies: Vec<usize>,
    /// Their factors, modulo at least as many primes as `x` has.
    pub factors: &'a F,
    /// The place of the first of those.
    pub first: usize,
}
