//! Candidates for a key switch.

use super::Work;
use crate::ParametersLiteral;
use crate::bivariate;
use crate::noise::log2_max;
use papilio_ring::bivariate::DigitWords;
use papilio_ring::sample::TERNARY_VARIANCE;

/// The ring and the moduli of a key switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Ring degree `N`, a power of two from `2^10` to `2^16`.
    pub degree: usize,
    /// The most bits of keys, on which security depends.
    pub key_bits: u32,
    /// The least bits of ciphertexts: those of messages, and of the noise below them
    /// ([`Candidate::bits_above_noise`]).
    pub usable_bits: u32,
    /// Most bytes of a key in memory.
    pub memory_limit: Option<usize>,
    /// Whether fewer than 128 bits of security will do.
    pub insecure: bool,
}

/// An arithmetic of key switching, and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frontend {
    /// Residues.
    Rns {
        /// Bits of the primes of ciphertexts.
        log_q: Vec<u32>,
        /// Bits of the special primes, as many as primes of a digit.
        log_p: Vec<u32>,
    },
    /// Residues, by keys with rows in blocks ([`papilio_ring::gadget::BlockMatrix`]).
    Klss {
        /// Bits of the primes of ciphertexts.
        log_q: Vec<u32>,
        /// Bits of the special primes, as many as primes of a digit.
        log_p: Vec<u32>,
        /// Primes in a block.
        block: usize,
        /// Primes of the products of digits with blocks.
        primes: usize,
    },
    /// Words of the torus.
    Bivariate {
        /// Bits of keys.
        key_bits: u32,
        /// Words of 52 bits in a digit.
        digit_words: DigitWords,
        /// Primes of the products of digits.
        primes: usize,
    },
}

impl Frontend {
    /// `rns`, `klss` or `bivariate`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rns { .. } => "rns",
            Self::Klss { .. } => "klss",
            Self::Bivariate { .. } => "bivariate",
        }
    }
}

/// A way to switch keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The arithmetic.
    pub frontend: Frontend,
    /// Digits of a ciphertext.
    pub digits: usize,
    /// Bits of keys.
    pub key_bits: f64,
    /// Bits of ciphertexts.
    pub usable_bits: f64,
    /// Bytes of a key in memory.
    pub key_bytes: usize,
    /// The work of a key switch.
    pub work: Work,
    /// Predicted milliseconds of one thread.
    pub milliseconds: f64,
    /// `log2` of the predicted deviation of the noise that a key switch adds, in units of the last
    /// bit of a ciphertext.
    pub noise_bits: f64,
    /// `log2` of the probability that a result is wrong beyond its noise.
    pub log2_failure: f64,
}

impl Candidate {
    /// The parameters of a candidate in residues, at the degree of the request; none of one in
    /// words. Security is not waived in them: whoever did so in the request does it here as well.
    /// The rows of keys are left to [`crate::Parameters::with_row_blocks`], which takes
    /// [`Self::row_blocks`].
    #[must_use]
    pub fn ring_literal(&self, degree: usize) -> Option<ParametersLiteral> {
        let (Frontend::Rns { log_q, log_p } | Frontend::Klss { log_q, log_p, .. }) = &self.frontend else { return None };
        let (log_degree, log_q, log_p) = (degree.max(1).ilog2(), log_q.clone(), log_p.clone());
        Some(ParametersLiteral { log_degree, log_q, log_p, ..ParametersLiteral::default() })
    }

    /// Primes in a block of the rows of keys; none where rows are whole.
    #[must_use]
    pub fn row_blocks(&self) -> Option<usize> {
        if let Frontend::Klss { block, .. } = self.frontend { Some(block) } else { None }
    }

    /// The parameters of a candidate in words, at the degree of the request; none of one in
    /// residues. Security is not waived in them.
    #[must_use]
    pub fn word_literal(&self, degree: usize) -> Option<bivariate::ParametersLiteral> {
        let Frontend::Bivariate { key_bits, digit_words, .. } = self.frontend else { return None };
        Some(bivariate::ParametersLiteral { degree, key_bits, digit_words, insecure: false })
    }

    /// Bits of a ciphertext above the greatest coefficient of the noise that a key switch adds, at
    /// the degree of the request: all that messages and other noise can have.
    #[must_use]
    pub fn bits_above_noise(&self, degree: usize) -> f64 {
        self.usable_bits - log2_max(2.0 * self.noise_bits, degree as f64)
    }
}

/// How much longer than the fastest candidate one may take to be as good: as much as times differ
/// from run to run.
pub(super) const NEAR: f64 = 1.03;

/// Sorts candidates, and puts the chosen one first: of those that are predicted to take at most 3 %
/// longer than the fastest, the one with the smallest key.
pub(super) fn chosen_first(all: &mut [Candidate]) {
    all.sort_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
    let Some(most) = all.first().map(|fastest| NEAR * fastest.milliseconds) else { return };
    let near = all.iter().take_while(|candidate| candidate.milliseconds <= most).enumerate();
    if let Some((chosen, _)) = near.min_by_key(|(_, candidate)| candidate.key_bytes) {
        all[..=chosen].rotate_right(1);
    }
}

/// The variance of rounding both parts of a ciphertext.
pub(super) fn rounding(n: f64) -> f64 {
    (1.0 + TERNARY_VARIANCE * n) / 12.0
}
