//! What a prime field is: a type with constants.

use crate::words::{self, Words};
use crate::{Centered, FieldRing, Residue, ResidueRing};
use core::ops::{Add, Mul, Neg, Sub};
use rand_core::Rng;

/// A prime field with a large power-of-two subgroup.
pub trait Field:
    Residue<Ring = FieldRing<Self>> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// The name used on the command line and in files.
    const NAME: &'static str;
    /// The modulus `t`.
    const MODULUS: Words;
    /// Bit length of the modulus.
    const BITS: u32;
    /// Words that an element needs: `⌈BITS / 64⌉`.
    const WORDS: usize = Self::BITS.div_ceil(64) as usize;
    /// The largest `k` with `2^k | t − 1`.
    const TWO_ADICITY: u32;
    /// The additive identity.
    const ZERO: Self;
    /// The multiplicative identity.
    const ONE: Self;

    /// The smallest multiplicative generator.
    fn generator() -> Self;

    /// The residue of a word.
    fn from_u64(value: u64) -> Self;

    /// The element with these canonical words, or `None` when they are not below the modulus.
    fn from_words(words: Words) -> Option<Self>;

    /// Canonical words.
    fn to_words(self) -> Words;

    /// `self^exponent`, the exponent in little-endian words. Variable time: for public values.
    #[must_use]
    fn pow(self, exponent: &[u64]) -> Self {
        let mut result = Self::ONE;
        for word in exponent.iter().rev() {
            for bit in (0..64).rev() {
                result = result * result;
                if word >> bit & 1 == 1 {
                    result = result * self;
                }
            }
        }
        result
    }

    /// The inverse, or `None` for zero. Variable time: for public values.
    fn inverse(self) -> Option<Self> {
        let exponent = words::sub(Self::MODULUS, [2, 0, 0, 0]);
        (self != Self::ZERO).then(|| self.pow(&exponent[..Self::WORDS]))
    }

    /// A primitive `2^log_order`-th root of unity, or `None` when the field has none. The roots of different orders are
    /// compatible: the one of order `2^k` is the square of the one of order `2^(k+1)`.
    fn root_of_unity(log_order: u32) -> Option<Self> {
        if log_order > Self::TWO_ADICITY {
            return None;
        }
        let exponent = words::shift_right(words::sub(Self::MODULUS, [1, 0, 0, 0]), log_order);
        Some(Self::generator().pow(&exponent[..Self::WORDS]))
    }

    /// A uniform element, by rejection.
    fn random(rng: &mut impl Rng) -> Self {
        FieldRing::<Self>::new().random(rng)
    }

    /// The centered lift: sign and magnitude of the representative in `(−t/2, t/2]`.
    #[inline]
    fn centered(self) -> Centered {
        FieldRing::<Self>::new().centered(self)
    }
}
