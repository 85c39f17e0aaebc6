//! Arithmetic modulo a word prime.

use crate::power::power;
use crate::{Centered, prime};

/// An odd prime `q < 2^62`, with the constants of Barrett reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modulus {
    value: u64,
    /// `⌊2^128 / q⌋`, high and low word.
    ratio: (u64, u64),
}

impl Modulus {
    /// Largest bit length of a supported prime.
    pub const MAX_BITS: u32 = 62;

    /// The modulus, or `None` unless `value` is an odd prime below `2^62`.
    #[must_use]
    pub fn new(value: u64) -> Option<Self> {
        if value < 3 || value >> Self::MAX_BITS != 0 || !prime::is_prime(value) {
            return None;
        }
        Some(Self::of_any(value))
    }

    /// The constants for any `2 ≤ q < 2^62`, for which all but [`Self::inverse`] holds.
    pub(crate) fn of_any(value: u64) -> Self {
        // One less than ⌊2^128/q⌋ for a power of two, which the corrections of a quotient allow.
        let ratio = u128::MAX / u128::from(value);
        Self { value, ratio: ((ratio >> 64) as u64, ratio as u64) }
    }

    /// The prime `q`.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Bit length of `q`.
    #[must_use]
    pub fn bits(&self) -> u32 {
        64 - self.value.leading_zeros()
    }

    /// `x mod q` for any `x`.
    #[inline]
    #[must_use]
    pub fn reduce(&self, x: u64) -> u64 {
        let quotient = ((u128::from(x) * u128::from(self.ratio.0)) >> 64) as u64;
        self.correct(x.wrapping_sub(quotient.wrapping_mul(self.value)))
    }

    /// `x mod q` for any `x`.
    #[inline]
    #[must_use]
    pub fn reduce_wide(&self, x: u128) -> u64 {
        let (low, high) = (x as u64, (x >> 64) as u64);
        let (r1, r0) = self.ratio;
        // Bits 128 and up of x·ratio, modulo 2^64; the carry out of the middle sum has weight 2^192
        // and drops out.
        let carry = (u128::from(low) * u128::from(r0)) >> 64;
        let middle = (u128::from(low) * u128::from(r1) + carry).wrapping_add(u128::from(high) * u128::from(r0));
        let quotient = high.wrapping_mul(r1).wrapping_add((middle >> 64) as u64);
        self.correct(low.wrapping_sub(quotient.wrapping_mul(self.value)))
    }

    /// Brings `x < 3q` below `q`.
    #[inline]
    fn correct(&self, x: u64) -> u64 {
        let x = if x >= self.value { x - self.value } else { x };
        if x >= self.value { x - self.value } else { x }
    }

    /// `a + b mod q` for `a, b < q`.
    #[inline]
    #[must_use]
    pub fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.value { sum - self.value } else { sum }
    }

    /// `a − b mod q` for `a, b < q`.
    #[inline]
    #[must_use]
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        let (difference, borrow) = a.overflowing_sub(b);
        if borrow { difference.wrapping_add(self.value) } else { difference }
    }

    /// `−a mod q` for `a < q`.
    #[inline]
    #[must_use]
    pub fn neg(&self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.value - a }
    }

    /// `a·b mod q` for any words.
    #[inline]
    #[must_use]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce_wide(u128::from(a) * u128::from(b))
    }

    /// `base^exponent mod q`. Variable time: for public values.
    #[must_use]
    pub fn pow(&self, base: u64, exponent: u64) -> u64 {
        power(1, self.reduce(base), &[exponent], |a, b| self.mul(a, b))
    }

    /// `a^(−1) mod q`, by Fermat; zero for a multiple of `q`.
    #[must_use]
    pub fn inverse(&self, a: u64) -> u64 {
        self.pow(a, self.value - 2)
    }

    /// `⌊w·2^bits / q⌋` for `w < q` and `bits ≤ 64`: the companion constant of Shoup's
    /// multiplication by `w`.
    #[must_use]
    pub fn shoup(&self, w: u64, bits: u32) -> u64 {
        ((u128::from(w) << bits) / u128::from(self.value)) as u64
    }

    /// An integer of little-endian words, modulo `q`.
    #[must_use]
    pub fn reduce_words(&self, words: &[u64]) -> u64 {
        words.iter().rev().fold(0, |high, &word| self.reduce_wide(u128::from(high) << 64 | u128::from(word)))
    }

    /// A signed integer modulo `q`.
    #[must_use]
    pub fn reduce_centered(&self, x: &Centered) -> u64 {
        let magnitude = self.reduce_words(&x.magnitude);
        if x.negative { self.neg(magnitude) } else { magnitude }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn modulus() -> impl Strategy<Value = Modulus> {
        (2u32..=62, any::<u64>()).prop_map(|(bits, x)| {
            let mut candidate = (1u64 << (bits - 1)) | (x & ((1 << (bits - 1)) - 1)) | 1;
            while !prime::is_prime(candidate) || candidate < 3 {
                candidate = if (candidate + 2) >> 62 == 0 { candidate + 2 } else { 3 };
            }
            Modulus::new(candidate).expect("prime")
        })
    }

    proptest! {
        #[test]
        fn reductions_agree_with_division(m in modulus(), a in any::<u128>(), b in any::<u64>()) {
            let q = m.value();
            prop_assert_eq!(u128::from(m.reduce_wide(a)), a % u128::from(q));
            prop_assert_eq!(m.reduce(b), b % q);
            prop_assert_eq!(m.reduce_wide(u128::MAX), (u128::MAX % u128::from(q)) as u64);
            prop_assert_eq!(m.reduce_words(&[b, a as u64, 1]),
                ((((1u128 << 64 | u128::from(a as u64)) % u128::from(q)) << 64 | u128::from(b)) % u128::from(q)) as u64);
        }

        #[test]
        fn inverse_and_signs(m in modulus(), a in any::<u64>(), b in any::<u64>()) {
            let (a, b) = (m.reduce(a), m.reduce(b));
            prop_assert_eq!(m.add(m.sub(a, b), b), a);
            prop_assert_eq!(m.add(a, m.neg(a)), 0);
            if a != 0 {
                prop_assert_eq!(m.mul(a, m.inverse(a)), 1);
            }
        }
    }

    #[test]
    fn only_odd_primes_in_range() {
        for bad in [0, 1, 2, 9, 1 << 40, (1 << 62) + 135, u64::MAX] {
            assert!(Modulus::new(bad).is_none(), "{bad}");
        }
        assert!(Modulus::new(3).is_some());
    }
}
