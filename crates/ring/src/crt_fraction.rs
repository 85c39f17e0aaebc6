//! The position of an element of `Z_Q` in `[0, Q)`, read off its residues without multi-word
//! division.

use crate::RnsBasis;

/// Turns `ρ_i < q_i` into the fixed-point fraction `Σ ρ_i/q_i mod 1`.
///
/// With `ρ_i = x_i·(Q/q_i)^(−1) mod q_i` this is `x/Q` by the Chinese remainder theorem (Halevi,
/// Polyakov and Shoup, "An improved RNS variant of the BFV scheme", 2018, §2).
#[derive(Clone, Debug)]
pub struct CrtFraction {
    words: usize,
    /// `⌊2^(64·words)/q_i⌋`, least significant word first.
    reciprocals: Vec<Vec<u64>>,
}

impl CrtFraction {
    /// Fractions of at least `bits` bits for the first `level` primes. A sum is too small by less
    /// than `Σ q_i·2^(−64·words)`, which the choice of `words` keeps below `2^(−bits)`.
    #[must_use]
    pub fn new(basis: &RnsBasis, level: usize, bits: u32) -> Self {
        let words = (bits + papilio_field::Modulus::MAX_BITS + 7).div_ceil(64) as usize;
        let reciprocal = |q: u64| {
            let mut remainder = 1u128;
            let mut digits: Vec<u64> = (0..words)
                .map(|_| {
                    let dividend = remainder << 64;
                    remainder = dividend % u128::from(q);
                    (dividend / u128::from(q)) as u64
                })
                .collect();
            digits.reverse();
            digits
        };
        Self { words, reciprocals: basis.moduli(level).map(|m| reciprocal(m.value())).collect() }
    }

    /// Words of a sum.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// `sum ← sum + ρ/q_i mod 1`; `sum` has [`Self::words`] words, least significant first.
    pub fn accumulate(&self, i: usize, rho: u64, sum: &mut [u64]) {
        let mut carry = 0u128;
        for (s, &r) in sum.iter_mut().zip(&self.reciprocals[i]) {
            carry += u128::from(rho) * u128::from(r) + u128::from(*s);
            *s = carry as u64;
            carry >>= 64;
        }
    }

    /// `log2` of the distance of a sum from the nearest integer; minus infinity for an integer.
    #[must_use]
    pub fn log2_distance(&self, sum: &[u64]) -> f64 {
        let negative = sum.last().is_some_and(|top| top >> 63 == 1);
        // One's complement: off by one unit in the last place, which is below the precision of the
        // sum.
        let magnitude = |w: u64| if negative { !w } else { w };
        let leading = sum.iter().enumerate().rev().find(|&(_, &w)| magnitude(w) != 0);
        let Some((top, &word)) = leading else { return f64::NEG_INFINITY };
        let below = if top == 0 { 0 } else { magnitude(sum[top - 1]) };
        let value = magnitude(word) as f64 + below as f64 / 2f64.powi(64);
        value.log2() + 64.0 * (top as f64 - self.words as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovers_the_position_of_small_and_large_elements() {
        let moduli = RnsBasis::choose_moduli(64, &[40, 41, 42], 0).expect("primes");
        let basis = RnsBasis::new(64, &moduli).expect("basis");
        let fraction = CrtFraction::new(&basis, 3, 160);
        let log_q = basis.log2(3);
        for value in [1i64, -1, 5, -1000, i64::MAX / 3, -(1 << 60)] {
            let mut sum = vec![0; fraction.words()];
            for (i, m) in basis.moduli(3).enumerate() {
                let residue = m.reduce(value.unsigned_abs());
                let residue = if value < 0 { m.neg(residue) } else { residue };
                fraction.accumulate(i, m.mul(residue, m.inverse(basis.product_mod(m, 3, Some(i)))), &mut sum);
            }
            let expect = (value.unsigned_abs() as f64).log2() - log_q;
            assert!((fraction.log2_distance(&sum) - expect).abs() < 1e-6, "{value}");
        }
    }
}
