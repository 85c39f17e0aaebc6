//! Prime fields: types with constants.

use crate::power::power;
use crate::words::{self, Words};
use crate::{Centered, Residue, ResidueRing};
use alloc::borrow::Cow;
use core::fmt::Debug;
use core::marker::PhantomData;
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
        power(Self::ONE, self, exponent, |a, b| a * b)
    }

    /// The inverse, or `None` for zero. Variable time: for public values.
    fn inverse(self) -> Option<Self> {
        let exponent = words::sub(Self::MODULUS, [2, 0, 0, 0]);
        (self != Self::ZERO).then(|| self.pow(&exponent[..Self::WORDS]))
    }

    /// A primitive `2^log_order`-th root of unity, or `None` when the field has none. The roots of
    /// different orders are compatible: the one of order `2^k` is the square of the one of order
    /// `2^(k+1)`.
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

/// The ring of a field whose type says the modulus.
pub struct FieldRing<F>(PhantomData<fn() -> F>);

impl<F> FieldRing<F> {
    /// The only value.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<F> Clone for FieldRing<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for FieldRing<F> {}

impl<F> Default for FieldRing<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F> PartialEq for FieldRing<F> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<F: Field> Debug for FieldRing<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(F::NAME)
    }
}

impl<F: Field> ResidueRing for FieldRing<F> {
    type Element = F;

    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed(F::NAME)
    }

    #[inline]
    fn modulus(&self) -> Words {
        F::MODULUS
    }

    #[inline]
    fn bits(&self) -> u32 {
        F::BITS
    }

    fn two_adicity(&self) -> u32 {
        F::TWO_ADICITY
    }

    #[inline]
    fn one(&self) -> F {
        F::ONE
    }

    fn generator(&self) -> Option<F> {
        Some(F::generator())
    }

    #[inline]
    fn reduce(&self, value: u64) -> F {
        F::from_u64(value)
    }

    #[inline]
    fn element(&self, words: Words) -> Option<F> {
        F::from_words(words)
    }

    #[inline]
    fn to_words(&self, x: F) -> Words {
        x.to_words()
    }

    #[inline]
    fn add(&self, a: F, b: F) -> F {
        a + b
    }

    #[inline]
    fn sub(&self, a: F, b: F) -> F {
        a - b
    }

    #[inline]
    fn neg(&self, a: F) -> F {
        -a
    }

    #[inline]
    fn mul(&self, a: F, b: F) -> F {
        a * b
    }

    fn inverse(&self, x: F) -> Option<F> {
        x.inverse()
    }

    fn root_of_unity(&self, log_order: u32) -> Option<F> {
        F::root_of_unity(log_order)
    }
}
