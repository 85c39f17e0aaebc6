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
    lift: Lift,
}

/// How the centered representative of a digit becomes residues of other primes.
#[derive(Debug)]
enum Lift {
    /// For a digit of one prime: keeps `x + ⌊q/2⌋ mod q`, and adds for each prime of the basis a
    /// constant that takes `⌊q/2⌋` away again.
    Shift { half: u64, constants: Vec<u64> },
    /// For other digits.
    Extend(BasisConverter),
}

impl Digit {
    /// The digit whose first prime is `q_first`, of as many primes as are special, or as are left.
    pub(super) fn new(primes: &[Modulus], special: usize, first: usize) -> Self {
        let own = special + first..(2 * special + first).min(primes.len());
        let lift = Lift::shift(primes, &own).unwrap_or_else(|| {
            let others = [&primes[..own.start], &primes[own.end..]].concat();
            Lift::Extend(BasisConverter::extend(&primes[own.clone()], &others))
        });
        Self { own, lift }
    }

    /// Its number among the targets of the conversion of a prime that is not its own.
    fn target(&self, prime: usize) -> usize {
        if prime < self.own.start { prime } else { prime - self.own.len() }
    }

    /// The rows that [`Self::residues`] needs, from the residues modulo its own primes.
    pub(super) fn prepare(&self, basis: &RnsBasis, from: &[u64]) -> PooledVec {
        match &self.lift {
            Lift::Shift { half, .. } => {
                let mut row = PooledVec::unspecified(from.len());
                shift_reduce(&basis.plans()[self.own.start], from, *half, &mut row);
                row
            }
            Lift::Extend(conversion) => {
                let mut rows = PooledVec::unspecified(basis.degree() * conversion.digit_rows());
                conversion.digits(from, &mut rows);
                rows
            }
        }
    }

    /// The residues of one of the other primes.
    pub(super) fn residues(&self, basis: &RnsBasis, prime: usize, prepared: &[u64], out: &mut [u64]) {
        match &self.lift {
            Lift::Shift { constants, .. } => shift_reduce(&basis.plans()[prime], prepared, constants[prime], out),
            Lift::Extend(conversion) => conversion.target(self.target(prime), prepared, out),
        }
    }
}

/// `from + c` modulo the prime of a plan.
fn shift_reduce(plan: &Plan, from: &[u64], c: u64, out: &mut [u64]) {
    plan.kernel().shift_reduce_into(plan.modulus(), from, out, c);
}

impl Lift {
    /// The cheap way, where the sums fit the words of every kernel.
    fn shift(primes: &[Modulus], own: &Range<usize>) -> Option<Self> {
        let q = primes[own.start].value();
        let constant = |p: &Modulus| (q / 2).div_ceil(p.value()) * p.value() - q / 2;
        let fits = |p: &Modulus| q + constant(p) < 1 << WORD_BITS && q + q / 2 < 1 << WORD_BITS;
        let cheap = own.len() == 1 && primes.iter().all(fits);
        cheap.then(|| Self::Shift { half: q / 2, constants: primes.iter().map(constant).collect() })
    }
}
