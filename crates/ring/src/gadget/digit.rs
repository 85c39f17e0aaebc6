//! The digits that a polynomial is cut into, and how they are lifted to the other primes.

use crate::{BasisConverter, PooledVec, RnsBasis};
use core::ops::Range;
use papilio_field::Modulus;
use papilio_ntt::Plan;

/// Words of every kernel hold as many bits.
const WORD_BITS: u32 = 52;

/// A group of primes of `Q`.
#[derive(Debug)]
pub(super) struct Digit {
    /// Its primes in the basis of keys.
    pub(super) own: Range<usize>,
    /// To the other primes.
    lift: Lift,
}

impl Digit {
    /// The digit whose first prime is `q_first`, of as many primes as are special, or as are left.
    pub(super) fn new(primes: &[Modulus], special: usize, first: usize) -> Self {
        let own = special + first..(2 * special + first).min(primes.len());
        let others = [&primes[..own.start], &primes[own.end..]].concat();
        Self { lift: Lift::new(&primes[own.clone()], &others), own }
    }

    pub(super) fn lift(&self) -> &Lift {
        &self.lift
    }

    /// Its number among the targets of the conversion of a prime that is not its own.
    fn target(&self, prime: usize) -> usize {
        if prime < self.own.start { prime } else { prime - self.own.len() }
    }

    /// The rows that [`Self::residues`] needs, from the residues modulo its own primes.
    pub(super) fn prepare(&self, basis: &RnsBasis, from: &[u64]) -> PooledVec {
        self.lift.prepare(&basis.plans()[self.own.start], from)
    }

    /// The residues of one of the other primes.
    pub(super) fn residues(&self, basis: &RnsBasis, prime: usize, prepared: &[u64], out: &mut [u64]) {
        self.lift.residues(self.target(prime), &basis.plans()[prime], prepared, out);
    }
}

/// How the centered representative of residues modulo some primes becomes residues of others.
#[derive(Debug)]
pub enum Lift {
    /// From one prime: keeps `x + ⌊q/2⌋ mod q`, and adds for each target a constant that takes
    /// `⌊q/2⌋` away again.
    Shift {
        /// `⌊q/2⌋`
        half: u64,
        /// A multiple of the target less `⌊q/2⌋`, for each.
        constants: Vec<u64>,
    },
    /// From others.
    Extend(BasisConverter),
}

impl Lift {
    pub(super) fn new(own: &[Modulus], targets: &[Modulus]) -> Self {
        Self::shift(own, targets).unwrap_or_else(|| Self::Extend(BasisConverter::extend(own, targets)))
    }

    /// The cheap way, where the sums fit the words of every kernel.
    fn shift(own: &[Modulus], targets: &[Modulus]) -> Option<Self> {
        let &[own] = own else { return None };
        let q = own.value();
        let constant = |p: &Modulus| (q / 2).div_ceil(p.value()) * p.value() - q / 2;
        let fits = |p: &Modulus| q + constant(p) < 1 << WORD_BITS && q + q / 2 < 1 << WORD_BITS;
        let cheap = targets.iter().chain([&own]).all(fits);
        cheap.then(|| Self::Shift { half: q / 2, constants: targets.iter().map(constant).collect() })
    }

    /// The rows that [`Self::residues`] needs, from the residues modulo the own primes; the plan is
    /// that of the first.
    pub(super) fn prepare(&self, own: &Plan, from: &[u64]) -> PooledVec {
        match self {
            Self::Shift { half, .. } => {
                let mut row = PooledVec::unspecified(from.len());
                shift_reduce(own, from, *half, &mut row);
                row
            }
            Self::Extend(conversion) => {
                let mut rows = PooledVec::unspecified(own.size() * conversion.digit_rows());
                conversion.digits(from, &mut rows);
                rows
            }
        }
    }

    /// The residues modulo a target, by its number and its plan.
    pub(super) fn residues(&self, target: usize, plan: &Plan, prepared: &[u64], out: &mut [u64]) {
        match self {
            Self::Shift { constants, .. } => shift_reduce(plan, prepared, constants[target], out),
            Self::Extend(conversion) => conversion.target(target, prepared, out),
        }
    }
}

/// `from + c` modulo the prime of a plan.
fn shift_reduce(plan: &Plan, from: &[u64], c: u64, out: &mut [u64]) {
    plan.kernel().shift_reduce_into(plan.modulus(), from, out, c);
}
