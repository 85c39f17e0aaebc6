//! Baby steps and giant steps.

use super::factors::StepFactors;
use crate::Automorphism;
use crate::gadget::matrix::GadgetMatrix;

/// A step: the key whose products are then moved by the automorphism.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The key, from `s` to `σ^(−1)(s)`.
    pub key: &'a GadgetMatrix,
    /// `σ`.
    pub automorphism: &'a Automorphism,
}

/// An inner sum `Σ_b f_b·σ_b(x)` and the giant step that it is moved by.
#[derive(Clone, Debug)]
pub struct GiantStep<'a> {
    /// The step; none for the identity.
    pub step: Option<Step<'a>>,
    /// The number of the sum that it is added to.
    pub sum: usize,
    /// The numbers of its baby steps.
    pub babies: Vec<usize>,
    /// Their factors, modulo at least as many primes as `x` has.
    pub factors: &'a StepFactors,
    /// The place of the first of those.
    pub first: usize,
}
