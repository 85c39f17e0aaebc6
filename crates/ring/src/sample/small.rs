//! Small secret polynomials: ternary, and centred binomial.

use crate::{Basis, Coefficient, Poly};
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Bits of each of the two sums of a centred binomial error.
const ETA: u32 = 21;
/// Variance of an error coefficient, `η/2`: standard deviation 3.24, a little above the 3.19 of the security tables.
pub const ERROR_VARIANCE: f64 = ETA as f64 / 2.0;
/// Variance of a uniform ternary coefficient.
pub const TERNARY_VARIANCE: f64 = 2.0 / 3.0;

/// A polynomial of small signed coefficients, erased when dropped.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Small {
    coefficients: Vec<i8>,
}

impl Small {
    /// Uniform coefficients in `{−1, 0, 1}`, biased by less than `2^(−57)`: four from each 64-bit word, as a fraction the digits of
    /// which to base three are taken.
    pub fn ternary(degree: usize, rng: &mut impl CryptoRng) -> Self {
        /// Each makes the bias three times what it was.
        const TRITS: usize = 4;
        let mut bytes = Zeroizing::new(vec![0; size_of::<u64>() * degree.div_ceil(TRITS)]);
        rng.fill_bytes(&mut bytes);
        let mut coefficients = vec![0; degree];
        for (trits, bytes) in coefficients.chunks_mut(TRITS).zip(bytes.as_chunks().0) {
            let mut fraction = u64::from_le_bytes(*bytes);
            for trit in trits {
                let digits = u128::from(fraction) * 3;
                *trit = (digits >> 64) as i8 - 1;
                fraction = digits as u64;
            }
        }
        Self { coefficients }
    }

    /// Centred binomial coefficients of parameter 21: the difference of two sums of 21 bits.
    pub fn error(degree: usize, rng: &mut impl CryptoRng) -> Self {
        const MASK: u64 = (1 << ETA) - 1;
        /// Six random bytes hold the 42 bits of a coefficient.
        const BYTES: usize = 6;
        let mut bytes = Zeroizing::new(vec![0; BYTES * degree]);
        rng.fill_bytes(&mut bytes);
        let binomial = |b: &[u8; BYTES]| {
            let w = u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], 0, 0]);
            (w & MASK).count_ones() as i8 - (w >> 24 & MASK).count_ones() as i8
        };
        Self { coefficients: bytes.as_chunks().0.iter().map(binomial).collect() }
    }

    /// The coefficients.
    #[must_use]
    pub fn coefficients(&self) -> &[i8] {
        &self.coefficients
    }

    /// Residues modulo the first `level` primes.
    #[must_use]
    pub fn to_poly(&self, basis: &Basis, level: usize) -> Poly<Coefficient> {
        let mut poly = Poly::zero(basis, level);
        self.add_to(basis, &mut poly);
        poly
    }

    /// `poly ← poly + self`.
    pub fn add_to(&self, basis: &Basis, poly: &mut Poly<Coefficient>) {
        let level = poly.level();
        for (limb, m) in poly.limbs_mut().zip(basis.moduli(level)) {
            let q = m.value();
            for (x, &e) in limb.iter_mut().zip(&self.coefficients) {
                // q + e for negative e, selected by the sign bit.
                let e = i64::from(e);
                *x = m.add(*x, (e as u64).wrapping_add(q & (e >> 63) as u64));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use rand_core::SeedableRng;

    fn variance(small: &Small) -> f64 {
        small.coefficients().iter().map(|&c| f64::from(c).powi(2)).sum::<f64>() / small.coefficients().len() as f64
    }

    #[test]
    fn distributions_have_their_variance_and_range() {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let ternary = Small::ternary(1 << 16, &mut rng);
        assert!(ternary.coefficients().iter().all(|c| (-1..=1).contains(c)));
        assert!((variance(&ternary) - TERNARY_VARIANCE).abs() < 0.02);
        let error = Small::error(1 << 16, &mut rng);
        assert!(error.coefficients().iter().all(|c| (-21..=21).contains(c)));
        assert!((variance(&error) - ERROR_VARIANCE).abs() < 0.5, "{}", variance(&error));
    }

    #[test]
    fn residues_are_those_of_the_signed_coefficients() {
        let basis = Basis::new(64, &Basis::choose_moduli(64, &[20, 45], 0).expect("primes")).expect("basis");
        let small = Small::error(64, &mut ChaCha20Rng::from_seed([2; 32]));
        let poly = small.to_poly(&basis, 2);
        for (i, m) in basis.moduli(2).enumerate() {
            for (&x, &c) in poly.limb(i).iter().zip(small.coefficients()) {
                assert_eq!(x as i128, i128::from(c).rem_euclid(i128::from(m.value())));
            }
        }
    }
}
