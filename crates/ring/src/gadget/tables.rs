//! The tables of a gadget.

use super::blocks::Blocks;
use super::digit::{Digit, Lift};
use super::quotient::Quotients;
use crate::engine::resident::Resident;
use crate::rounded_quotient::RoundedQuotient;
use crate::{BasisConverter, RnsBasis, RnsBasisError};
use core::ops::Range;
use std::sync::OnceLock;

/// Words of a cache line.
const LINE: usize = 8;

/// The tables of a gadget at every level.
#[derive(Debug)]
pub struct Gadget {
    /// The primes of `P`, then those of `Q`.
    pub(super) basis: RnsBasis,
    pub(super) special: usize,
    /// The primes of `Q` by themselves.
    pub(super) moduli: RnsBasis,
    levels: Vec<Level>,
    pub(super) quotients: Quotients,
    /// By their size less one: blocks of rows, made at their first use; none that have no `T`.
    pub(super) blocks: Box<[OnceLock<Option<Blocks>>]>,
    resident: Resident,
}

/// The tables of one level of `Q`.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) digits: Vec<Digit>,
    /// `⌊x/P⌉` modulo the primes of `Q`.
    pub(super) quotient: BasisConverter,
    /// The same in evaluation form.
    pub(super) value_quotient: RoundedQuotient,
    /// The lifts of digits to the primes of products with rows in blocks.
    pub(super) lifts: OnceLock<Vec<Lift>>,
}

impl Gadget {
    /// The tables for the primes of `P` and those of `Q`.
    ///
    /// # Errors
    /// [`RnsBasisError::Repeated`] for a prime of both.
    pub fn new(special: &RnsBasis, moduli: &RnsBasis) -> Result<Self, RnsBasisError> {
        let basis = special.join(moduli)?;
        let special = special.limbs();
        let levels = (1..=moduli.limbs()).map(|level| Level::new(&basis, special, level)).collect();
        let quotients = Quotients::new(moduli.limbs());
        let blocks = (0..basis.limbs()).map(|_| OnceLock::new()).collect();
        Ok(Self { basis, special, moduli: moduli.clone(), levels, quotients, blocks, resident: Resident::default() })
    }

    /// The primes of `P`, then those of `Q`.
    #[must_use]
    pub fn basis(&self) -> &RnsBasis {
        &self.basis
    }

    /// The primes of `Q`.
    #[must_use]
    pub fn moduli(&self) -> &RnsBasis {
        &self.moduli
    }

    /// A number that tells gadgets apart, as [`RnsBasis::fingerprint`] does: by all primes, and
    /// which are special.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.basis.fingerprint() ^ self.moduli.fingerprint().rotate_left(32)
    }

    /// Number of primes of `P`, and of those of `Q` in a digit.
    #[must_use]
    pub fn special(&self) -> usize {
        self.special
    }

    /// The numbers of special primes that are worth trying beside so many others, ascending: the
    /// least for each number of digits.
    #[must_use]
    pub fn special_counts(limbs: usize) -> Vec<usize> {
        let mut counts: Vec<usize> = (1..=limbs).rev().map(|digits| limbs.div_ceil(digits)).collect();
        counts.dedup();
        counts
    }

    /// Digits of a polynomial of this level.
    #[must_use]
    pub fn digits(&self, level: usize) -> usize {
        level.div_ceil(self.special)
    }

    /// The digits of a polynomial of a level, for an engine that cuts it as this one does: the
    /// primes of each in [`Self::basis`], and how they are lifted to the others, in their order.
    ///
    /// # Panics
    /// There is no such level.
    pub fn lifts_of_digits(&self, level: usize) -> impl Iterator<Item = (Range<usize>, &Lift)> {
        self.level(level).digits.iter().map(|digit| (digit.own.clone(), digit.lift()))
    }

    /// `⌊x/P⌉` of coefficients of a level: from the special primes to those of `Q`.
    ///
    /// # Panics
    /// There is no such level.
    #[must_use]
    pub fn quotient(&self, level: usize) -> &BasisConverter {
        &self.level(level).quotient
    }

    /// The same of values.
    ///
    /// # Panics
    /// There is no such level.
    #[must_use]
    pub fn value_quotient(&self, level: usize) -> &RoundedQuotient {
        &self.level(level).value_quotient
    }

    /// The tables that engines made of these.
    #[must_use]
    pub fn resident(&self) -> &Resident {
        &self.resident
    }

    pub(super) fn level(&self, level: usize) -> &Level {
        &self.levels[level - 1]
    }

    /// Words from one digit to the next: a cache line more than a row, so that rows do not contend
    /// for the same sets of a cache.
    pub(super) fn row_words(&self) -> usize {
        self.basis.degree() + LINE
    }
}

impl Level {
    fn new(basis: &RnsBasis, special: usize, level: usize) -> Self {
        let primes: Vec<_> = basis.moduli(special + level).copied().collect();
        let (outer, inner) = primes.split_at(special);
        Self {
            digits: (0..level).step_by(special).map(|first| Digit::new(&primes, special, first)).collect(),
            quotient: BasisConverter::scale_and_round(outer, inner, |_| 1),
            value_quotient: RoundedQuotient::new(outer, inner),
            lifts: OnceLock::new(),
        }
    }
}
