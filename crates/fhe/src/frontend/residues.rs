//! Key switches in residues: hybrid, and with rows in blocks.

use super::candidate::{Candidate, Frontend, Request, chosen_first, rounding};
use super::{Costs, LEAST_PRIME_BITS, PRIME_BITS, Work};
use crate::Parameters;
use papilio_ring::RnsBasis;
use papilio_ring::bivariate::DigitPlan;
use papilio_ring::sample::ERROR_VARIANCE;

/// Residues with so many special primes.
pub(super) fn of_request(request: &Request, special: usize, costs: &Costs) -> Option<Candidate> {
    // Special primes have the bits that are left, and those of ciphertexts no more: the product
    // of the special ones is to be at least that of a digit.
    let limbs = request.usable_bits.div_ceil(PRIME_BITS) as usize;
    let log_q = RnsBasis::even_bits(request.usable_bits.max(LEAST_PRIME_BITS * limbs as u32), limbs);
    let greatest = log_q[0];
    let log_p = vec![greatest; special];
    let total = log_q.iter().chain(&log_p).sum::<u32>();
    // A basis has so many primes.
    if total > request.key_bits || limbs + special > 64 || special > limbs {
        return None;
    }
    Some(hybrid(request.degree, (&log_q, &log_p), costs))
}

/// Hybrid key switching with these primes.
pub(super) fn hybrid(degree: usize, (log_q, log_p): (&[u32], &[u32]), costs: &Costs) -> Candidate {
    let (limbs, special) = (log_q.len(), log_p.len());
    let (digits, all) = (limbs.div_ceil(special), limbs + special);
    let work = Work {
        transforms: limbs + digits * all - limbs + 2 * special + 2 * limbs,
        products: 2 * digits * all,
        terms: digits * limbs * if special == 1 { 1 } else { special + 1 } + 2 * limbs * (special + 1),
        words: 0,
        moved: 0,
    };
    let total = log_q.iter().chain(log_p).sum::<u32>();
    let (n, p) = (degree as f64, f64::from(log_p.iter().sum::<u32>()));
    let square = |digit: &[u32]| (2.0 * (f64::from(digit.iter().sum::<u32>()) - p)).exp2();
    let key = n * log_q.chunks(special).map(square).sum::<f64>() / 12.0 * ERROR_VARIANCE;
    Candidate {
        digits,
        key_bits: f64::from(total),
        usable_bits: f64::from(total) - p,
        key_bytes: 2 * digits * all * degree * size_of::<u64>(),
        milliseconds: costs.milliseconds(degree, &work),
        work,
        noise_bits: (key + rounding(n)).log2() / 2.0,
        log2_failure: f64::NEG_INFINITY,
        frontend: Frontend::Rns { log_q: log_q.to_vec(), log_p: log_p.to_vec() },
    }
}

/// The same residues by rows in blocks, of as many primes as are fastest.
pub(super) fn in_blocks(degree: usize, rns: &Candidate, costs: &Costs) -> Option<Candidate> {
    let Frontend::Rns { log_q, log_p } = &rns.frontend else { return None };
    let of = |block| in_blocks_of(degree, rns, block, costs);
    (1..=log_q.len() + log_p.len()).filter_map(of).min_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds))
}

pub(super) fn in_blocks_of(degree: usize, rns: &Candidate, block: usize, costs: &Costs) -> Option<Candidate> {
    let Frontend::Rns { log_q, log_p } = &rns.frontend else { return None };
    let (limbs, special, all) = (log_q.len(), log_p.len(), log_q.len() + log_p.len());
    let greatest = |primes: &[u32], size| primes.chunks(size).map(|primes| primes.iter().sum::<u32>()).max().unwrap_or(0);
    let keys: Vec<u32> = log_p.iter().chain(log_q).copied().collect();
    let both = greatest(log_q, special) + greatest(&keys, block);
    let (digits, blocks) = (rns.digits, all.div_ceil(block));
    let primes = DigitPlan::certain_primes(f64::from(both), degree, digits)?;
    let work = Work {
        transforms: limbs + primes * (digits + 2 * blocks) + 2 * limbs,
        products: 2 * digits * blocks * primes,
        terms: digits * primes * if special == 1 { 1 } else { special + 1 }
            + 2 * (blocks * primes + all * (primes + 1))
            + 2 * limbs * (special + 1),
        words: 0,
        // Digits are written and read, and sums written, transformed and read, as those of words.
        moved: (primes * (3 * digits + 10 * blocks) + 6 * all) / 3,
    };
    Some(Candidate {
        key_bytes: 2 * digits * blocks * primes * degree * size_of::<u64>(),
        milliseconds: costs.milliseconds(degree, &work),
        work,
        frontend: Frontend::Klss { log_q: log_q.clone(), log_p: log_p.clone(), block, primes },
        ..rns.clone()
    })
}

impl Parameters {
    /// The same parameters with rows of relinearization keys and of keys between secrets in blocks
    /// of as many primes as are predicted to be fastest, or in none: of the ways within 3 % of
    /// the fastest the one with the smallest key, and blocks only for keys within a limit of bytes.
    ///
    /// ```
    /// use papilio_fhe::Parameters;
    /// use papilio_fhe::frontend::Costs;
    ///
    /// let parameters = Parameters::builder().log_degree(13).log_q(&[30; 5]).log_p(&[30]).build()?;
    /// let parameters = parameters.with_fastest_rows(&Costs::TYPICAL, Some(64 << 20));
    /// println!("blocks of {:?}", parameters.row_blocks());
    /// # Ok::<(), papilio_fhe::ParametersError>(())
    /// ```
    ///
    /// [`Costs::measure`] has those of this machine.
    #[must_use]
    pub fn with_fastest_rows(self, costs: &Costs, memory_limit: Option<usize>) -> Self {
        let bits = |primes: &[u64]| primes.iter().map(|q| q.ilog2() + 1).collect::<Vec<_>>();
        let (log_q, log_p) = (bits(&self.literal().moduli), bits(&self.literal().special));
        if log_p.is_empty() {
            return self;
        }
        let whole = hybrid(self.degree(), (&log_q, &log_p), costs);
        let blocks = in_blocks(self.degree(), &whole, costs);
        let blocks = blocks.filter(|blocks| memory_limit.is_none_or(|limit| blocks.key_bytes <= limit));
        let mut all: Vec<_> = [Some(whole), blocks].into_iter().flatten().collect();
        chosen_first(&mut all);
        match &all[0].frontend {
            Frontend::Klss { block, .. } => self.clone().with_row_blocks(Some(*block)).unwrap_or(self),
            _ => self,
        }
    }
}
