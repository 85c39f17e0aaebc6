//! The incomplete negacyclic transform: one level short, for primes with `n | q − 1` but not
//! `2n | q − 1`.
//!
//! `X^n + 1` splits into `X² − ζ^(2i+1)`, `i < n/2`. The residues modulo these are pairs, which
//! multiply as polynomials of degree
//! 1. The coefficients at even and at odd places are polynomials of half the length, and are
//!    transformed alike.

use crate::kernel::Direction;
use crate::kernel::pairs16::PairTransform;
use crate::{Domain, KernelWord, Plan, PlanError};
use alloc::vec;
use alloc::vec::Vec;
use papilio_field::Modulus;
use papilio_field::order::reversed;

/// The incomplete transform of one length; FIPS 203 has `q = 3329`, `n = 256`, `ζ = 17`.
///
/// Words of 16 bits, with primes below `2^12` and `n` from 128 on, are transformed as they lie, by
/// kernels for pairs of them; all others are taken apart by place.
#[derive(Clone, Debug)]
pub struct IncompletePlan<W: KernelWord = u64> {
    /// The transform of the coefficients at even places, and of those at odd ones.
    half: Plan<W>,
    /// Both at once, where a kernel takes words and prime.
    pairs: Option<PairTransform<W>>,
    /// `ζ^(2·brv(i) + 1)` for pair `i`.
    points: Vec<u64>,
}

impl<W: KernelWord> IncompletePlan<W> {
    /// The transform of length `n` with some `ζ` of order `n`.
    ///
    /// # Errors
    /// [`PlanError::Length`] unless `n` is a power of two from 4 to `2^25`, [`PlanError::Root`],
    /// [`PlanError::Word`].
    pub fn new(modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        Self::over(Domain::negacyclic(modulus, n / 2)?)
    }

    /// The transform of twice the length of a domain, whose points are those of the pairs.
    ///
    /// # Errors
    /// [`PlanError::Word`]; [`PlanError::Points`] for a tree, which has no points.
    pub fn over(domain: Domain) -> Result<Self, PlanError> {
        let (root, shift) = domain.coset_parts().ok_or(PlanError::Points)?;
        let (m, n) = (*domain.modulus(), domain.size());
        let log = n.trailing_zeros();
        let points = (0..n).map(|i| m.mul(shift, m.pow(root, reversed(i, log) as u64))).collect();
        let pairs = PairTransform::new(&domain);
        Ok(Self { half: Plan::over(domain)?, pairs, points })
    }

    /// Number of coefficients, `n`.
    #[must_use]
    pub fn size(&self) -> usize {
        2 * self.points.len()
    }

    /// The transform of either half.
    #[must_use]
    pub fn half(&self) -> &Plan<W> {
        &self.half
    }

    /// The name of the kernel of the transform: of pairs, or of either half.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        self.pairs.as_ref().map_or(self.half.kernel().name(), PairTransform::kernel)
    }

    /// Coefficients in natural order to pairs in bit-reversed order: places `2i` and `2i + 1` hold
    /// the residue modulo `X² − ζ^(2·brv(i) + 1)`. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn forward(&self, a: &mut [W]) {
        self.run(Direction::Forward, a);
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn inverse(&self, a: &mut [W]) {
        self.run(Direction::Inverse, a);
    }

    fn run(&self, direction: Direction, a: &mut [W]) {
        assert_eq!(a.len(), self.size(), "data of another length");
        match (&self.pairs, direction) {
            (Some(pairs), _) => pairs.run(direction, a),
            (None, Direction::Forward) => self.halves(a, |half| self.half.forward(half)),
            (None, Direction::Inverse) => self.halves(a, |half| self.half.inverse(half)),
        }
    }

    /// Takes the even and the odd places apart: as columns of a matrix two words wide they would
    /// leave most of a vector empty, which takes nearly four times as long at `n = 256`.
    fn halves(&self, a: &mut [W], transform: impl Fn(&mut [W])) {
        let mut apart = vec![W::default(); a.len()];
        let (even, odd) = apart.split_at_mut(a.len() / 2);
        for ((even, odd), pair) in even.iter_mut().zip(odd.iter_mut()).zip(a.chunks_exact(2)) {
            (*even, *odd) = (pair[0], pair[1]);
        }
        transform(even);
        transform(odd);
        for ((&even, &odd), pair) in even.iter().zip(odd.iter()).zip(a.chunks_exact_mut(2)) {
            (pair[0], pair[1]) = (even, odd);
        }
    }

    /// `a ← a·b`, pair by pair modulo its polynomial (FIPS 203, algorithms 11 and 12). Input `< q`,
    /// output `< q`.
    ///
    /// # Panics
    /// Unless both have length `n`.
    pub fn multiply(&self, a: &mut [W], b: &[W]) {
        assert_eq!((a.len(), b.len()), (self.size(), self.size()), "factors of another length");
        let m = self.half.modulus();
        for ((a, b), &point) in a.chunks_exact_mut(2).zip(b.chunks_exact(2)).zip(&self.points) {
            let [a0, a1, b0, b1] = [a[0], a[1], b[0], b[1]].map(papilio_field::Word::extend);
            let low = m.add(m.mul(a0, b0), m.mul(m.mul(a1, b1), point));
            let high = m.add(m.mul(a0, b1), m.mul(a1, b0));
            (a[0], a[1]) = (W::truncate(low), W::truncate(high));
        }
    }
}
