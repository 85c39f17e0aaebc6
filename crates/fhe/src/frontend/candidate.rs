//! Candidates for a key switch.

use super::{Costs, Work};
use crate::bivariate::Bivariate;
use crate::security;
use papilio_ring::bivariate::{DigitPlan, DigitWords, WORD_BITS};
use papilio_ring::sample::{ERROR_VARIANCE, TERNARY_VARIANCE};

/// Bits of primes: those of doubles, which every processor has fast kernels for.
const PRIME_BITS: u32 = 49;
/// The least bits of primes that digits of several are made of.
const LEAST_PRIME_BITS: u32 = 30;
/// Most words of a digit of a key that are looked at: with more, carries take longest.
const MOST_ROW_WORDS: usize = 12;

/// The ring and the moduli of a key switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Ring degree `N`, a power of two from `2^10` to `2^16`.
    pub degree: usize,
    /// The most bits of keys, on which security depends.
    pub key_bits: u32,
    /// The least bits of ciphertexts.
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

/// Why nothing will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontendError {
    /// A degree that has no parameters.
    #[error("degree {0}: degrees are powers of two from 2^10 to 2^16")]
    Degree(usize),
    /// More bits than the security table has for the degree.
    #[error("keys of {key_bits} bits at degree {degree}: 128-bit security allows {limit} ({})", security::SOURCE)]
    Security {
        /// Ring degree.
        degree: usize,
        /// Bits of keys.
        key_bits: u32,
        /// The greatest number that is secure.
        limit: u32,
    },
    /// Neither arithmetic has such ciphertexts under such keys.
    #[error(
        "no ciphertexts of {usable_bits} bits and more under keys of at most {key_bits}: primes have \
         {LEAST_PRIME_BITS} to {PRIME_BITS} bits, digits of words {WORD_BITS} and more, keys at most {}",
        Bivariate::MAX_KEY_BITS
    )]
    Bits {
        /// Bits of ciphertexts.
        usable_bits: u32,
        /// Bits of keys.
        key_bits: u32,
    },
    /// Every key is greater than the limit.
    #[error("the smallest key has {least} bytes, above the limit of {limit}")]
    Memory {
        /// Bytes of the smallest key.
        least: usize,
        /// The limit.
        limit: usize,
    },
}

impl Request {
    /// All ways that keep to the request: the chosen one, and then the others by their predicted
    /// times. Chosen is, of those that are predicted to take no more than a tenth longer than the
    /// fastest, the one with the smallest key: predictions are no better than that.
    ///
    /// # Errors
    /// Any of [`FrontendError`].
    pub fn candidates(&self, costs: &Costs) -> Result<Vec<Candidate>, FrontendError> {
        let &Self { degree, key_bits, usable_bits, memory_limit, insecure } = self;
        if !degree.is_power_of_two() || !(1 << 10..=1 << 16).contains(&degree) {
            return Err(FrontendError::Degree(degree));
        }
        let limit = security::max_log_modulus(degree);
        if key_bits > limit && !insecure {
            return Err(FrontendError::Security { degree, key_bits, limit });
        }
        let spare = key_bits.checked_sub(usable_bits).filter(|_| usable_bits > 0 && key_bits <= Bivariate::MAX_KEY_BITS);
        let refused = FrontendError::Bits { usable_bits, key_bits };
        let spare = spare.ok_or(refused)?;
        let rns = (1..=spare / LEAST_PRIME_BITS).filter_map(|special| self.rns(special as usize, costs));
        let rns = rns.flat_map(|rns| [self.klss(&rns, costs), Some(rns)]).flatten();
        let bivariate = (1..=(spare / WORD_BITS) as usize).filter_map(|words| self.bivariate(words, costs));
        let mut all: Vec<_> = rns.chain(bivariate).collect();
        let least = all.iter().map(|candidate| candidate.key_bytes).min().ok_or(refused)?;
        all.retain(|candidate| memory_limit.is_none_or(|limit| candidate.key_bytes <= limit));
        all.sort_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
        let near = all.iter().take_while(|candidate| candidate.milliseconds <= 1.1 * all[0].milliseconds).enumerate();
        let chosen = near.min_by_key(|(_, candidate)| candidate.key_bytes).map(|(i, _)| i);
        let chosen = chosen.ok_or(FrontendError::Memory { least, limit: memory_limit.unwrap_or(0) })?;
        all[..=chosen].rotate_right(1);
        Ok(all)
    }

    /// Residues with so many special primes.
    fn rns(&self, special: usize, costs: &Costs) -> Option<Candidate> {
        // Special primes have the bits that are left, and those of ciphertexts no more: the product
        // of the special ones is to be at least that of a digit.
        let limbs = self.usable_bits.div_ceil(PRIME_BITS) as usize;
        let log_q = spread(self.usable_bits.max(LEAST_PRIME_BITS * limbs as u32), limbs);
        let greatest = log_q[0];
        let log_p = vec![greatest; special];
        let total = log_q.iter().chain(&log_p).sum::<u32>();
        // A basis has so many primes.
        if total > self.key_bits || limbs + special > 64 || special > limbs {
            return None;
        }
        let (digits, all) = (limbs.div_ceil(special), limbs + special);
        let work = Work {
            transforms: limbs + digits * all - limbs + 2 * special + 2 * limbs,
            products: 2 * digits * all,
            terms: digits * limbs * if special == 1 { 1 } else { special + 1 } + 2 * limbs * (special + 1),
            words: 0,
            moved: 0,
        };
        let (n, p) = (self.degree as f64, f64::from(log_p.iter().sum::<u32>()));
        let square = |digit: &[u32]| (2.0 * (f64::from(digit.iter().sum::<u32>()) - p)).exp2();
        let key = n * log_q.chunks(special).map(square).sum::<f64>() / 12.0 * ERROR_VARIANCE;
        Some(Candidate {
            digits,
            key_bits: f64::from(total),
            usable_bits: f64::from(total) - p,
            key_bytes: 2 * digits * all * self.degree * size_of::<u64>(),
            milliseconds: costs.milliseconds(self.degree, &work),
            work,
            noise_bits: (key + rounding(n)).log2() / 2.0,
            log2_failure: f64::NEG_INFINITY,
            frontend: Frontend::Rns { log_q, log_p },
        })
    }

    /// The same residues by rows in blocks, of as many primes as are fastest.
    fn klss(&self, rns: &Candidate, costs: &Costs) -> Option<Candidate> {
        let Frontend::Rns { log_q, log_p } = &rns.frontend else { return None };
        let of = |block| self.blocks(rns, (log_q, log_p), block, costs);
        (1..=log_q.len() + log_p.len()).filter_map(of).min_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds))
    }

    fn blocks(&self, rns: &Candidate, (log_q, log_p): (&[u32], &[u32]), block: usize, costs: &Costs) -> Option<Candidate> {
        let (limbs, special, all) = (log_q.len(), log_p.len(), log_q.len() + log_p.len());
        let greatest = |primes: &[u32], size| primes.chunks(size).map(|primes| primes.iter().sum::<u32>()).max().unwrap_or(0);
        let keys: Vec<u32> = log_p.iter().chain(log_q).copied().collect();
        let both = greatest(log_q, special) + greatest(&keys, block);
        let (digits, blocks) = (rns.digits, all.div_ceil(block));
        let primes = DigitPlan::certain_primes(f64::from(both), self.degree, digits)?;
        let work = Work {
            transforms: limbs + primes * (digits + 2 * blocks) + 2 * limbs,
            products: 2 * digits * blocks * primes,
            terms: digits * primes * if special == 1 { 1 } else { special + 1 }
                + 2 * (blocks * primes + all * (primes + 1))
                + 2 * limbs * (special + 1),
            words: 0,
            // As of words: digits are written and read, and sums written, transformed and read.
            moved: (primes * (3 * digits + 10 * blocks) + 6 * all) / 3,
        };
        Some(Candidate {
            key_bytes: 2 * digits * blocks * primes * self.degree * size_of::<u64>(),
            milliseconds: costs.milliseconds(self.degree, &work),
            work,
            frontend: Frontend::Klss { log_q: log_q.to_vec(), log_p: log_p.to_vec(), block, primes },
            ..rns.clone()
        })
    }

    /// Digits of so many words, and those of keys with which they are fastest.
    fn bivariate(&self, words: usize, costs: &Costs) -> Option<Candidate> {
        let of = |row| self.digits(DigitWords { operand: words, row }, costs);
        (1..=MOST_ROW_WORDS).filter_map(of).min_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds))
    }

    fn digits(&self, words: DigitWords, costs: &Costs) -> Option<Candidate> {
        let k = WORD_BITS * words.operand as u32;
        let key_bits = self.usable_bits + k;
        let rows = self.usable_bits.div_ceil(k) as usize;
        // `Bivariate` plans for both halves of an external product.
        let plan = DigitPlan::new(words, self.degree, 2 * rows, DigitPlan::LOG2_FAILURE).ok()?;
        let (columns, primes) = (plan.row_digits(key_bits), plan.primes());
        let operand = self.usable_bits.div_ceil(WORD_BITS) as usize;
        let work = Work {
            transforms: primes * (rows + 2 * columns),
            products: 2 * rows * columns * primes,
            terms: primes * rows * (words.operand + 1),
            words: 2 * columns * primes * (primes + 1),
            // A row that is moved is three that go by. Digits are written and read, three each;
            // sums five, as transforms read and write them again; the operand is read for each
            // prime; and with the summand and both results it is sixteen more.
            moved: (primes * (3 * rows + 10 * columns + operand) + 16 * operand) / 3,
        };
        let n = self.degree as f64;
        let key = n * rows as f64 / 12.0 * ERROR_VARIANCE;
        Some(Candidate {
            digits: rows,
            key_bits: f64::from(key_bits),
            usable_bits: f64::from(self.usable_bits),
            key_bytes: 2 * rows * columns * primes * self.degree * size_of::<u64>(),
            milliseconds: costs.milliseconds(self.degree, &work),
            work,
            noise_bits: (key + rounding(n)).log2() / 2.0,
            log2_failure: plan.log2_failure(),
            frontend: Frontend::Bivariate { key_bits, digit_words: words, primes },
        })
    }
}

/// Bits that add up to at least a sum, and are equal but for one.
fn spread(sum: u32, count: usize) -> Vec<u32> {
    let (each, more) = (sum / count as u32, sum as usize % count);
    (0..count).map(|i| each + u32::from(i < more)).collect()
}

/// The variance of rounding both parts of a ciphertext.
fn rounding(n: f64) -> f64 {
    (1.0 + TERNARY_VARIANCE * n) / 12.0
}
