//! Small secret polynomials: ternary, and centered binomial.

use crate::{Coefficient, Evaluation, Poly, PooledVec, RnsBasis};
use papilio_ntt::Plan;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// Bits of each of the two sums of a centered binomial error.
const ETA: u32 = 21;
/// Variance of an error coefficient, `η/2`: standard deviation 3.24, a little above the 3.19 of the
/// security tables.
pub const ERROR_VARIANCE: f64 = ETA as f64 / 2.0;
/// Variance of a uniform ternary coefficient.
pub const TERNARY_VARIANCE: f64 = 2.0 / 3.0;

/// Random bytes of an error: two sums of 21 bits, each in three bytes.
const ERROR_BYTES: usize = 6;
/// Bits of a threshold: those of its bytes that an error leaves.
pub const THRESHOLD_BITS: u32 = 8 * ERROR_BYTES as u32 - 2 * ETA;

/// Words whose residues are made while a first-level cache holds them.
const BLOCK: usize = 512;

/// A polynomial of small signed coefficients, erased when dropped.
#[derive(Clone, Debug)]
pub struct ShortPoly {
    /// The coefficients plus [`ShortPoly::SHIFT`].
    words: PooledVec,
}

impl ShortPoly {
    /// Above the magnitude of every coefficient.
    pub const SHIFT: u64 = 64;

    /// Uniform coefficients in `{−1, 0, 1}`, biased by less than `2^(−57)`: four from each 64-bit
    /// word, the first digits to base three of the word as a fraction.
    pub fn ternary(degree: usize, rng: &mut impl CryptoRng) -> Self {
        /// Each makes the bias three times what it was.
        const TRITS: usize = 4;
        Self::sample::<{ size_of::<u64>() }, TRITS>(degree, rng, |bytes, trits| {
            let mut fraction = u64::from_le_bytes(*bytes);
            for trit in trits {
                let digits = u128::from(fraction) * 3;
                *trit = (digits >> 64) as u64 + (Self::SHIFT - 1);
                fraction = digits as u64;
            }
        })
    }

    /// Centered binomial coefficients of parameter 21: the difference of two sums of 21 bits.
    pub fn error(degree: usize, rng: &mut impl CryptoRng) -> Self {
        Self::sample::<ERROR_BYTES, 1>(degree, rng, |bytes, word| word[0] = binomial(bytes))
    }

    /// [`Self::error`], and as many uniform numbers of [`THRESHOLD_BITS`] bits, from bits that the
    /// errors leave of the same random bytes: independent of the errors, and as secret.
    pub fn error_with_thresholds(degree: usize, rng: &mut impl CryptoRng) -> (Self, PooledVec) {
        let mut thresholds = PooledVec::secret(degree);
        let error =
            Self::sample::<ERROR_BYTES, 1>(degree, rng, |bytes, word| word[0] = binomial(bytes) | threshold(bytes) << 32);
        let Self { mut words } = error;
        for (word, threshold) in words.iter_mut().zip(thresholds.iter_mut()) {
            (*word, *threshold) = (*word & 0xffff_ffff, *word >> 32);
        }
        (Self { words }, thresholds)
    }

    /// `COUNT` words from each `BYTES` random bytes.
    fn sample<const BYTES: usize, const COUNT: usize>(
        degree: usize,
        rng: &mut impl CryptoRng,
        words_of: impl Fn(&[u8; BYTES], &mut [u64]),
    ) -> Self {
        let mut words = PooledVec::secret(degree);
        let mut random = Zeroizing::new([[0; BYTES]; BLOCK]);
        for words in words.chunks_mut(COUNT * BLOCK) {
            let random = &mut random[..words.len().div_ceil(COUNT)];
            rng.fill_bytes(random.as_flattened_mut());
            words.chunks_mut(COUNT).zip(&*random).for_each(|(words, bytes)| words_of(bytes, words));
        }
        Self { words }
    }

    /// The coefficients, [`Self::SHIFT`] added to each.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// [`Self::words`] with what says that they are secret.
    pub(crate) fn pooled(&self) -> &PooledVec {
        &self.words
    }

    /// Residues modulo the first `level` primes.
    #[must_use]
    pub fn to_poly(&self, basis: &RnsBasis, level: usize) -> Poly<Coefficient> {
        let mut poly = Poly::secret(basis, level);
        for (limb, plan) in poly.limbs_mut().zip(basis.plans()) {
            center(plan, &self.words, limb);
        }
        poly
    }

    /// [`Self::to_poly`] in evaluation form: each limb is transformed while it is in a cache.
    #[must_use]
    pub fn to_evaluation(&self, basis: &RnsBasis, level: usize) -> Poly<Evaluation> {
        let mut poly = Poly::secret(basis, level);
        poly.limbs_mut().zip(basis.plans()).for_each(|(limb, plan)| self.evaluate(plan, limb));
        poly
    }

    /// The polynomial of the negated coefficients.
    #[must_use]
    pub(crate) fn negated(mut self) -> Self {
        self.words.iter_mut().for_each(|word| *word = 2 * Self::SHIFT - *word);
        self
    }

    /// One limb of [`Self::to_evaluation`].
    pub fn evaluate(&self, plan: &Plan, limb: &mut [u64]) {
        center(plan, &self.words, limb);
        plan.forward(limb);
    }

    /// `limb ← limb + self`, in coefficient form, modulo the prime of a plan.
    pub fn add_to(&self, plan: &Plan, limb: &mut [u64]) {
        let mut residues = Zeroizing::new([0; BLOCK]);
        for (limb, words) in limb.chunks_mut(BLOCK).zip(self.words.chunks(BLOCK)) {
            let residues = &mut residues[..words.len()];
            center(plan, words, residues);
            plan.kernel().add(plan.modulus(), limb, residues);
        }
    }
}

/// An error from the lower 21 bits of each half, shifted.
fn binomial(bytes: &[u8; ERROR_BYTES]) -> u64 {
    const MASK: u64 = (1 << ETA) - 1;
    let [first, second] = halves(bytes);
    ShortPoly::SHIFT + u64::from((first & MASK).count_ones()) - u64::from((second & MASK).count_ones())
}

/// A threshold from the upper three bits of each half.
fn threshold(bytes: &[u8; ERROR_BYTES]) -> u64 {
    let [first, second] = halves(bytes);
    first >> ETA | second >> ETA << (THRESHOLD_BITS / 2)
}

fn halves(b: &[u8; ERROR_BYTES]) -> [u64; 2] {
    [u64::from_le_bytes([b[0], b[1], b[2], 0, 0, 0, 0, 0]), u64::from_le_bytes([b[3], b[4], b[5], 0, 0, 0, 0, 0])]
}

/// The residues of shifted coefficients.
fn center(plan: &Plan, words: &[u64], out: &mut [u64]) {
    let m = plan.modulus();
    plan.kernel().shift_reduce_into(m, words, out, m.neg(m.reduce(ShortPoly::SHIFT)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    fn coefficients(small: &ShortPoly) -> impl Iterator<Item = i64> {
        small.words().iter().map(|&word| word as i64 - ShortPoly::SHIFT as i64)
    }

    fn variance(small: &ShortPoly) -> f64 {
        coefficients(small).map(|c| (c as f64).powi(2)).sum::<f64>() / small.words().len() as f64
    }

    #[test]
    fn distributions_have_their_variance_and_range() {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let ternary = ShortPoly::ternary(1 << 16, &mut rng);
        assert!(coefficients(&ternary).all(|c| (-1..=1).contains(&c)));
        assert!((variance(&ternary) - TERNARY_VARIANCE).abs() < 0.02);
        let error = ShortPoly::error(1 << 16, &mut rng);
        assert!(coefficients(&error).all(|c| (-21..=21).contains(&c)));
        assert!((variance(&error) - ERROR_VARIANCE).abs() < 0.5, "{}", variance(&error));
    }

    #[test]
    fn coefficients_follow_the_stream_of_the_generator() {
        // Keys are stored as the seeds that they are drawn from: by the definition, from one call
        // for all bytes.
        let degree = 1 << 12;
        let mut bytes = vec![0; 6 * degree];
        ChaCha20Rng::from_seed([5; 32]).fill_bytes(&mut bytes);
        let trits = bytes.as_chunks::<8>().0.iter().flat_map(|word| {
            let fraction = u128::from(u64::from_le_bytes(*word));
            (1..5).map(move |i| ((fraction * 3u128.pow(i)) >> 64) as i64 % 3 - 1)
        });
        let ternary = ShortPoly::ternary(degree, &mut ChaCha20Rng::from_seed([5; 32]));
        assert!(coefficients(&ternary).eq(trits.take(degree)));
        let bits = |x: u8| i64::from(x.count_ones());
        let errors = bytes.as_chunks::<6>().0.iter().map(|b| {
            let [first, second] = [[b[0], b[1], b[2] & 31], [b[3], b[4], b[5] & 31]];
            first.map(bits).iter().sum::<i64>() - second.map(bits).iter().sum::<i64>()
        });
        let error = ShortPoly::error(degree, &mut ChaCha20Rng::from_seed([5; 32]));
        assert!(coefficients(&error).eq(errors));
        let thresholds = bytes.as_chunks::<6>().0.iter().map(|b| u64::from(b[2] >> 5 | b[5] >> 5 << 3));
        let (same, found) = ShortPoly::error_with_thresholds(degree, &mut ChaCha20Rng::from_seed([5; 32]));
        assert_eq!(same.words(), error.words());
        assert!(found.iter().copied().eq(thresholds));
    }

    #[test]
    fn residues_are_those_of_the_signed_coefficients() {
        let basis = RnsBasis::new(64, &RnsBasis::choose_moduli(64, &[20, 45], 0).expect("primes")).expect("basis");
        let small = ShortPoly::error(64, &mut ChaCha20Rng::from_seed([2; 32]));
        let poly = small.to_poly(&basis, 2);
        let mut double = poly.clone();
        double.limbs_mut().zip(basis.plans()).for_each(|(limb, plan)| small.add_to(plan, limb));
        for (i, m) in basis.moduli(2).enumerate() {
            for ((&x, &y), c) in poly.limb(i).iter().zip(double.limb(i)).zip(coefficients(&small)) {
                assert_eq!(x as i128, i128::from(c).rem_euclid(i128::from(m.value())));
                assert_eq!(y as i128, i128::from(2 * c).rem_euclid(i128::from(m.value())));
            }
        }
        assert_eq!(small.to_evaluation(&basis, 2), poly.into_evaluation(&basis));
    }
}
