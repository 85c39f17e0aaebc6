//! Pairs of polynomials, one for each digit.

use super::Gadget;
use crate::bivariate::TILE;
use crate::{Evaluation, Poly, PooledVec};

/// A pair of polynomials modulo `P·Q` for each digit, by which decomposed polynomials are
/// multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GadgetMatrix {
    digits: usize,
    degree: usize,
    /// For each prime, for each [`TILE`] of places, for both halves, for each digit, the values at
    /// those places: the order in which they are used. Rows of a power of two words, one for each
    /// digit, would all contend for the same sets of a cache.
    words: PooledVec,
}

impl GadgetMatrix {
    /// A matrix whose digits are to be set.
    #[must_use]
    pub fn unspecified(gadget: &Gadget) -> Self {
        let (basis, special) = (gadget.basis(), gadget.special());
        let digits = gadget.digits(basis.limbs() - special);
        let words = PooledVec::unspecified(2 * digits * basis.limbs() * basis.degree());
        Self { digits, degree: basis.degree(), words }
    }

    /// Puts both halves of a digit in their places.
    ///
    /// # Panics
    /// If there is no such digit.
    pub fn set(&mut self, digit: usize, halves: [&Poly<Evaluation>; 2]) {
        let (digits, tile) = (self.digits, 2 * self.digits * TILE);
        for (prime, words) in self.words.chunks_exact_mut(2 * digits * self.degree).enumerate() {
            for (half, poly) in halves.iter().enumerate() {
                let places = words.chunks_exact_mut(tile).map(|tile| &mut tile[(half * digits + digit) * TILE..][..TILE]);
                places.zip(poly.limb(prime).chunks_exact(TILE)).for_each(|(to, from)| to.copy_from_slice(from));
            }
        }
    }

    /// For a tile of places modulo a prime, all digits of both halves.
    pub(super) fn tile(&self, prime: usize, tile: usize) -> [&[u64]; 2] {
        let half = self.digits * TILE;
        let (first, rest) = self.words[2 * (self.digits * self.degree * prime + half * tile)..].split_at(half);
        [first, &rest[..half]]
    }

    /// A half of a digit.
    ///
    /// # Panics
    /// If there is no such digit or half.
    #[must_use]
    pub fn poly(&self, gadget: &Gadget, digit: usize, half: usize) -> Poly<Evaluation> {
        let basis = gadget.basis();
        let mut poly = Poly::unspecified(basis, basis.limbs());
        for (prime, limb) in poly.limbs_mut().enumerate() {
            limb.chunks_exact_mut(TILE).zip(self.half(prime, digit, half)).for_each(|(to, from)| to.copy_from_slice(from));
        }
        poly
    }

    /// Number of digits.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of words: both halves of every digit modulo every prime.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// A half of a digit modulo a prime, the first or the second one, tile by tile.
    ///
    /// # Panics
    /// If there is no such digit or half.
    pub fn half(&self, prime: usize, digit: usize, half: usize) -> impl Iterator<Item = &[u64]> {
        (0..self.degree / TILE).map(move |tile| &self.tile(prime, tile)[half][digit * TILE..][..TILE])
    }
}
