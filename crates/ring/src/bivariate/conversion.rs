//! Words of the torus from residues, and residues from words, without a key.

use super::torus_poly::{MASK, rows};
use super::{TorusPoly, WORD_BITS};
use crate::{Coefficient, CrtFraction, Poly, PooledVec, RnsBasis};
use zeroize::Zeroizing;

/// Bits beyond those of a result that a fraction is computed to, so that it is next to its
/// rounding.
const GUARD_BITS: u32 = 24;

impl TorusPoly {
    /// `x/Q` for the product `Q` of the primes of a polynomial, rounded to a number of bits: next
    /// to the nearest multiple, and the nearest but for one of `2^24`.
    ///
    /// # Panics
    /// If the polynomial is of another basis.
    #[must_use]
    pub fn of_residues(basis: &RnsBasis, x: &Poly<Coefficient>, bits: u32) -> Self {
        let (level, degree) = (x.level(), x.degree());
        let fraction = CrtFraction::new(basis, level, bits + GUARD_BITS);
        let factor = |i: usize| basis.modulus(i).inverse(basis.product_mod(basis.modulus(i), level, Some(i)));
        let factors: Vec<u64> = (0..level).map(factor).collect();
        let mut to = if x.is_secret() { Self::secret(degree, bits) } else { Self::zero(degree, bits) };
        let mut sum = Zeroizing::new(vec![0; fraction.words()]);
        for j in 0..degree {
            sum.fill(0);
            for (i, &factor) in factors.iter().enumerate() {
                fraction.accumulate(i, basis.modulus(i).mul(x.limb(i)[j], factor), &mut sum);
            }
            round_at(&mut sum, bits);
            for row in 0..to.rows() {
                to.row_mut(row)[j] = window(&sum, row as u32 * WORD_BITS);
            }
        }
        to.mask();
        to
    }

    /// `⌊Q·x⌉` modulo the first primes of a basis, whose product is `Q`: the other way than
    /// [`Self::of_residues`], and its inverse for more bits than `Q` has.
    ///
    /// # Panics
    /// If the basis has no such level, or is of another degree.
    #[must_use]
    pub fn to_residues(&self, basis: &RnsBasis, level: usize) -> Poly<Coefficient> {
        assert_eq!(self.degree(), basis.degree(), "a basis of another degree");
        let secret = self.is_secret();
        let mut to = if secret { Poly::secret(basis, level) } else { Poly::zero(basis, level) };
        let modulus = product(basis, level);
        let (degree, count) = (self.degree(), modulus.len());
        let mut words = if secret { PooledVec::secret(degree * count) } else { PooledVec::zero(degree * count) };
        let mut sums = Zeroizing::new(vec![0; count + self.rows()]);
        for j in 0..degree {
            self.coefficient_times(j, &modulus, &mut sums);
            for (t, &word) in sums[self.rows()..].iter().enumerate() {
                words[t * degree + j] = word;
            }
        }
        for (limb, plan) in to.limbs_mut().zip(basis.plans()) {
            let q = plan.modulus();
            let powers = core::iter::successors(Some(1), |power| Some(q.mul(*power, q.reduce(1 << WORD_BITS))));
            for (j, x) in limb.iter_mut().enumerate() {
                let terms = powers.clone().zip(words.chunks_exact(degree));
                *x = terms.fold(0, |sum, (power, row)| q.add(sum, q.mul(power, q.reduce(row[j]))));
            }
        }
        to
    }

    /// The words of a coefficient times an integer, the lowest first, and half a unit of the words
    /// of the coefficient, so that those above are rounded.
    fn coefficient_times(&self, j: usize, integer: &[u64], sums: &mut [u64]) {
        let rows = self.rows();
        sums.fill(0);
        if let Some(half) = rows.checked_sub(1).and_then(|top| sums.get_mut(top)) {
            *half = 1 << (WORD_BITS - 1);
        }
        for i in 0..rows {
            let (word, mut carry) = (u128::from(self.row(rows - 1 - i)[j]), 0);
            for (sum, &factor) in sums[i..].iter_mut().zip(integer.iter().chain(core::iter::repeat(&0))) {
                carry += word * u128::from(factor) + u128::from(*sum);
                (*sum, carry) = (carry as u64 & MASK, carry >> WORD_BITS);
            }
        }
    }
}

/// The words of the product of the first primes, the lowest first.
fn product(basis: &RnsBasis, level: usize) -> Vec<u64> {
    let bits = basis.log2(level).ceil() as u32 + 1;
    let mut words = vec![0; rows(bits)];
    words[0] = 1;
    for q in basis.moduli(level) {
        let mut carry = 0;
        for word in &mut words {
            carry += u128::from(*word) * u128::from(q.value());
            (*word, carry) = (carry as u64 & MASK, carry >> WORD_BITS);
        }
    }
    words
}

/// Adds half a unit of the place `bits` to a fraction in words of 64 bits, the lowest first.
fn round_at(sum: &mut [u64], bits: u32) {
    let place = sum.len() as u32 * 64 - bits - 1;
    let mut carry = 1u64 << (place % 64);
    for word in &mut sum[(place / 64) as usize..] {
        let (added, over) = word.overflowing_add(carry);
        (*word, carry) = (added, u64::from(over));
    }
}

/// The word of 52 bits from a place on, counted from the highest bit.
fn window(sum: &[u64], from: u32) -> u64 {
    let word = |i: u32| sum.len().checked_sub(i as usize + 1).map_or(0, |i| sum[i]);
    let both = u128::from(word(from / 64)) << 64 | u128::from(word(from / 64 + 1));
    (both >> (128 - from % 64 - WORD_BITS)) as u64 & MASK
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    const DEGREE: usize = 128;

    /// Integers at the ends of the interval, at a half, and between.
    fn integers(q: &BigInt) -> Vec<BigInt> {
        let ends = [BigInt::from(0), 1.into(), q - 1, q - 2, q / 2, q / 2 + 1, q / 3, 2 * q / 7, q >> 40u32];
        (0..DEGREE).map(|i| (&ends[i % ends.len()] + BigInt::from(i * i * i)) % q).collect()
    }

    #[test]
    fn both_ways_against_long_integers() {
        for bits in [&[30u32][..], &[49, 49, 50], &[60, 45, 33], &[49; 9]] {
            let moduli = RnsBasis::choose_moduli(DEGREE, bits, 0).expect("primes");
            let basis = RnsBasis::new(DEGREE, &moduli).expect("a basis");
            for level in [moduli.len(), 1] {
                let q: BigInt = moduli[..level].iter().map(|&q| BigInt::from(q)).product();
                let numbers = integers(&q);
                let mut x = Poly::<Coefficient>::zero(&basis, level);
                for (limb, &q) in x.limbs_mut().zip(&moduli) {
                    limb.iter_mut().zip(&numbers).for_each(|(x, number)| *x = u64::try_from(number % q).expect("a residue"));
                }
                // More bits than the modulus has, about as many, and few.
                let log2 = q.bits() as u32;
                for bits in [log2 + 60, log2 + 2, 52, 29, 1] {
                    let words = TorusPoly::of_residues(&basis, &x, bits);
                    let rows = bits.div_ceil(WORD_BITS);
                    let one = BigInt::from(1) << bits;
                    let found = |j: usize| {
                        let sum = (0..words.rows()).fold(BigInt::from(0), |sum, i| (sum << WORD_BITS) + words.row(i)[j]);
                        sum >> (rows * WORD_BITS - bits)
                    };
                    for (j, number) in numbers.iter().enumerate() {
                        let expected = ((2 * number * &one + &q) / (2 * &q)) % &one;
                        assert_eq!(found(j), expected, "{number} of {q} to {bits} bits");
                    }
                    let back = words.to_residues(&basis, level);
                    assert!(bits < log2 + 2 || back == x, "{log2} bits by {bits}");
                    for (limb, &prime) in moduli[..level].iter().enumerate() {
                        let expected = |j: usize| ((2 * found(j) * &q + &one) / (2 * &one)) % prime;
                        assert!((0..DEGREE).all(|j| BigInt::from(back.limb(limb)[j]) == expected(j)), "{log2}, {bits}");
                    }
                    assert!(!words.is_secret() && !back.is_secret());
                }
            }
        }
    }

    #[test]
    fn secrets_stay_secret() {
        let basis = RnsBasis::new(DEGREE, &RnsBasis::choose_moduli(DEGREE, &[40], 0).expect("primes")).expect("a basis");
        let words = TorusPoly::of_residues(&basis, &Poly::secret(&basis, 1), 50);
        assert!(words.is_secret() && words.to_residues(&basis, 1).is_secret());
    }
}
