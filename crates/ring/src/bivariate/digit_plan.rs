//! How many words make a digit, and how many primes its products need.

use super::WORD_BITS;
use papilio_ntt::Reconstruction;

/// Words of 52 bits in a digit of each factor of a product. Both may have the same number, as which
/// a number by itself counts.
///
/// Sums of products have digits of the second factor: those of the first are integers, which the
/// place of a digit does not enter. Few words in the first make keys that exceed ciphertexts by
/// little, and many in the second make few sums, each of which needs as many primes as both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DigitWords {
    /// Words of the operand, a polynomial that is decomposed.
    pub operand: usize,
    /// Words of the rows that it is multiplied with, and of the result.
    pub row: usize,
}

impl From<usize> for DigitWords {
    fn from(words: usize) -> Self {
        Self { operand: words, row: words }
    }
}

/// The words of digits, and primes of 49 bits of which the product is so great that sums of
/// products of such digits are determined by their residues.
///
/// A sum of `d` products of polynomials of degree `N`, with digits of magnitudes up to `2^(K−1)`
/// and `2^(K'−1)`, is at most `d·N·2^(K+K'−2)`, and has to be within a quarter of the product of
/// the primes. If one factor of each product is uniform and independent of the other, as in a
/// product with a key, the coefficients have a deviation of at most `2^(K+K'−1)·√(N·d/12)`, and
/// fewer primes may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DigitPlan {
    words: DigitWords,
    primes: usize,
    degree: usize,
    terms: usize,
    log2_failure: f64,
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DigitPlanError {
    /// No words, or so many that their products need too many primes.
    #[error(
        "digits of {operand} and {row} words of 52 bits: there is one at least, and sums of {terms} products at degree {degree} may need at most {} primes",
        Reconstruction::MAX_PRIMES
    )]
    Words {
        /// Words of a digit of the first factor.
        operand: usize,
        /// Words of a digit of the second factor.
        row: usize,
        /// Products in a sum.
        terms: usize,
        /// Degree of the ring.
        degree: usize,
    },
    /// A probability that is none.
    #[error("a failure probability of 2^{0}: the exponent is below zero")]
    Failure(f64),
}

impl DigitPlan {
    /// The probability of a wrong coefficient in a product that callers get who do not say
    /// otherwise: `log2` of it.
    pub const LOG2_FAILURE: f64 = -128.0;

    /// The plan of fewest primes for sums of `terms` products of which one factor is uniform, such
    /// that a polynomial of sums is wrong with a probability of at most `2^log2_failure`.
    ///
    /// # Errors
    /// Any of [`DigitPlanError`].
    pub fn new(words: impl Into<DigitWords>, degree: usize, terms: usize, log2_failure: f64) -> Result<Self, DigitPlanError> {
        if log2_failure.is_nan() || log2_failure >= 0.0 {
            return Err(DigitPlanError::Failure(log2_failure));
        }
        Self::least(words.into(), degree, terms, log2_failure)
    }

    /// The plan of fewest primes for sums of products of any digits whatever.
    ///
    /// # Errors
    /// [`DigitPlanError::Words`].
    pub fn certain(words: impl Into<DigitWords>, degree: usize, terms: usize) -> Result<Self, DigitPlanError> {
        Self::least(words.into(), degree, terms, f64::NEG_INFINITY)
    }

    fn least(words: DigitWords, degree: usize, terms: usize, most: f64) -> Result<Self, DigitPlanError> {
        let DigitWords { operand, row } = words;
        let both = f64::from(WORD_BITS) * (operand as f64 + row as f64);
        let plan = |primes: usize| Self { words, primes, degree, terms, log2_failure: failure(both, degree, terms, primes) };
        // A carry of at least one word goes from each digit to the next.
        let least = operand.max(row).min(Reconstruction::MAX_PRIMES) + 1;
        let mut plans = (least..=Reconstruction::MAX_PRIMES).map(plan).filter(|_| operand.min(row) > 0);
        plans.find(|plan| plan.log2_failure <= most).ok_or(DigitPlanError::Words { operand, row, terms, degree })
    }

    /// The fewest primes for sums of so many products of any digits of `both` bits, those of both
    /// factors together, whether they are whole words or not; none if they are more than
    /// [`Reconstruction::MAX_PRIMES`].
    #[must_use]
    pub fn certain_primes(both: f64, degree: usize, terms: usize) -> Option<usize> {
        (1..=Reconstruction::MAX_PRIMES).find(|&primes| failure(both, degree, terms, primes) == f64::NEG_INFINITY)
    }

    /// Words of digits.
    #[must_use]
    pub fn words(&self) -> DigitWords {
        self.words
    }

    /// `K`, bits of a digit of an operand.
    #[must_use]
    pub fn bits(&self) -> u32 {
        WORD_BITS * self.words.operand as u32
    }

    /// `K'`, bits of a digit of a row and of sums.
    #[must_use]
    pub fn row_bits(&self) -> u32 {
        WORD_BITS * self.words.row as u32
    }

    /// Primes of 49 bits.
    #[must_use]
    pub fn primes(&self) -> usize {
        self.primes
    }

    /// The degree of the ring.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Most products in a sum.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// `log2` of the probability that a polynomial of sums is wrong where one factor of every
    /// product is uniform; below every number if no sum can be.
    #[must_use]
    pub fn log2_failure(&self) -> f64 {
        self.log2_failure
    }

    /// Digits of an operand of so many bits.
    #[must_use]
    pub fn digits(&self, bits: u32) -> usize {
        bits.div_ceil(self.bits()) as usize
    }

    /// Digits of a row or a result of so many bits.
    #[must_use]
    pub fn row_digits(&self, bits: u32) -> usize {
        bits.div_ceil(self.row_bits()) as usize
    }
}

/// Primes are above two to this: those below `2^49` that have roots are so many that the greatest
/// ones, which are used, are far above it.
pub(super) const LOG2_PRIME: f64 = Reconstruction::PRIME_BITS as f64 - 1.0 / 256.0;

/// `log2` of the probability that a coefficient of any of `degree` sums is beyond a quarter of the
/// product of the primes: a bound on the tail of a normal distribution, as Mills' ratio has it (Z.
/// W. Birnbaum, Ann. Math. Statist. 13, 1942), of both signs.
fn failure(both: f64, degree: usize, terms: usize, primes: usize) -> f64 {
    let log_terms = ((degree as f64) * (terms as f64)).log2();
    let quarter = LOG2_PRIME * primes as f64 - 2.0;
    if both - 2.0 + log_terms <= quarter {
        return f64::NEG_INFINITY;
    }
    let deviation = both - 1.0 + (log_terms - 12f64.log2()) / 2.0;
    let x = (quarter - deviation - 0.5).exp2();
    let per_coefficient = -(x * x + (core::f64::consts::PI.sqrt() * x / 2.0).asinh()) * core::f64::consts::LOG2_E;
    (degree as f64).log2() + per_coefficient
}
