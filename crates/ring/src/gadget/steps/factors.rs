//! Factors of baby steps, in the order in which they are read.

use crate::bivariate::TILE;
use crate::gadget::Gadget;
use crate::{Evaluation, Poly, PooledVec};
use core::ops::Range;

/// Polynomials modulo the special primes and those of a level, by which baby steps are multiplied:
/// giant step after giant step.
#[derive(Clone, Debug)]
pub struct StepFactors {
    count: usize,
    degree: usize,
    /// For each prime, for each tile of places, the values of every factor at those places: one
    /// stream of words, which the hardware foresees.
    words: PooledVec,
}

impl StepFactors {
    /// Room for a number of factors of a level, which are all to be set; erased when dropped.
    #[must_use]
    pub fn unspecified(gadget: &Gadget, level: usize, count: usize) -> Self {
        let degree = gadget.basis.degree();
        Self { count, degree, words: PooledVec::secret((gadget.special + level) * count * degree) }
    }

    /// Puts a factor in its place.
    ///
    /// # Panics
    /// If there is no such place, or the factor has fewer primes.
    pub fn set(&mut self, place: usize, factor: &Poly<Evaluation>) {
        assert!(place < self.count, "factor {place} of {}", self.count);
        for (prime, words) in self.words.chunks_exact_mut(self.count * self.degree).enumerate() {
            let tiles = words.chunks_exact_mut(self.count * TILE).map(|tile| &mut tile[place * TILE..][..TILE]);
            tiles.zip(factor.limb(prime).chunks_exact(TILE)).for_each(|(to, from)| to.copy_from_slice(from));
        }
    }

    /// The number of factors.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Primes of each factor, special ones and others.
    #[must_use]
    pub fn limbs(&self) -> usize {
        self.words.len() / (self.count * self.degree).max(1)
    }

    /// A factor, erased when dropped.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn get(&self, place: usize) -> Poly<Evaluation> {
        assert!(place < self.count, "factor {place} of {}", self.count);
        let mut words = PooledVec::secret(self.limbs() * self.degree);
        for (prime, limb) in words.chunks_exact_mut(self.degree).enumerate() {
            for (tile, to) in limb.chunks_exact_mut(TILE).enumerate() {
                to.copy_from_slice(self.tile(prime, tile, place..place + 1));
            }
        }
        Poly::from_words(self.degree, words)
    }

    /// Bytes of all factors.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// The values of factors at a tile of places, one factor after the other.
    pub(super) fn tile(&self, prime: usize, tile: usize, places: Range<usize>) -> &[u64] {
        assert!(places.end <= self.count, "factors {places:?} of {}", self.count);
        let start = prime * self.degree + tile * TILE;
        &self.words[start * self.count + places.start * TILE..start * self.count + places.end * TILE]
    }
}
