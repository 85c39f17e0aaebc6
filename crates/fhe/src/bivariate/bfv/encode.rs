//! Residues as fractions, and fractions as residues.

use super::WordBfv;
use crate::bfv::Plaintext;
use papilio_field::{Residue, ResidueRing};
use papilio_ring::PooledVec;
use papilio_ring::bivariate::{RoundedMultiples, TorusPoly, WORD_BITS};

/// Words of 52 bits in an integer of 256.
const INTEGER_WORDS: usize = 5;

impl<F: Residue> WordBfv<F> {
    /// `⌊m·2^bits/t⌉/2^bits`, a secret.
    pub(super) fn fractions(&self, plaintext: &Plaintext<F>, bits: u32) -> TorusPoly {
        let degree = self.scheme.degree();
        let mut numerators = PooledVec::secret(INTEGER_WORDS * degree);
        for (i, &x) in plaintext.coefficients().iter().enumerate() {
            let words = zeroize::Zeroizing::new(self.plaintext_modulus.to_words(x));
            for row in 0..INTEGER_WORDS {
                let (word, bit) = (row * WORD_BITS as usize / 64, row as u32 * WORD_BITS % 64);
                let wide = u128::from(words[word]) | u128::from(words.get(word + 1).copied().unwrap_or(0)) << 64;
                numerators[row * degree + i] = (wide >> bit) as u64 & ((1 << WORD_BITS) - 1);
            }
        }
        TorusPoly::quotients(degree, &numerators, self.plaintext_modulus.modulus(), bits)
    }

    /// The residues of integers up to `t`, by Horner's rule over their words.
    pub(super) fn residues(&self, multiples: &RoundedMultiples) -> Plaintext<F> {
        let t = &self.plaintext_modulus;
        let base = t.reduce(1 << WORD_BITS);
        let one = |i: usize| multiples.integer(i).fold(F::default(), |sum, word| t.add(t.mul(sum, base), t.reduce(word)));
        Plaintext::new(t, (0..self.scheme.degree()).map(one).collect())
    }
}
