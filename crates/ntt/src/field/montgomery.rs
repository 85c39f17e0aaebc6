//! Primes of 251 to 255 bits: elements are four words in Montgomery form; `ark-ff` has the constants.
//!
//! Elements may be secret, and the arithmetic of `ark-ff` branches on a comparison before it subtracts a modulus: here one of both
//! values is selected. A transform is another matter: with eight elements in 52-bit lanes a product by a constant takes
//! 1.1 ns, so that it has kernels of its own (`crate::kernel`); `docs/notes/large-primes.md` has the counts and the figures.

use super::{Words, sub_borrow};
use crate::kernel::opaque::mask;

/// `x`, or `x − q` from there on; `x < 2q`.
#[inline]
fn correct(x: Words, q: &Words) -> Words {
    let (difference, below) = sub_borrow(x, *q);
    let mask = mask(below);
    core::array::from_fn(|i| (x[i] & mask) | (difference[i] & !mask))
}

/// `a + b mod q`, for `q < 2^255`.
#[inline]
pub(super) fn add(a: &Words, b: &Words, q: &Words) -> Words {
    let mut carry = 0;
    let sum = core::array::from_fn(|i| {
        let sum = u128::from(a[i]) + u128::from(b[i]) + carry;
        carry = sum >> 64;
        sum as u64
    });
    correct(sum, q)
}

/// `a − b mod q`.
#[inline]
pub(super) fn subtract(a: &Words, b: &Words, q: &Words) -> Words {
    let (difference, below) = sub_borrow(*a, *b);
    let mask = mask(below);
    let mut carry = 0;
    core::array::from_fn(|i| {
        let sum = u128::from(difference[i]) + u128::from(q[i] & mask) + carry;
        carry = sum >> 64;
        sum as u64
    })
}

/// `a·b·2^(−256) mod q`, for `q < 2^255` and `inverse = −q^(−1) mod 2^64`. Sums are below `a + q < 2^256`, so that the highest word never
/// carries.
#[inline]
pub(super) fn multiply(a: &Words, b: &Words, q: &Words, inverse: u64) -> Words {
    let step = |x: u64, y: u64, plus: u64, carry: u64| {
        let sum = u128::from(x) * u128::from(y) + u128::from(plus) + u128::from(carry);
        (sum as u64, (sum >> 64) as u64)
    };
    let mut sum = [0; 4];
    for &y in b {
        let (low, mut above) = step(a[0], y, sum[0], 0);
        let factor = low.wrapping_mul(inverse);
        let (_, mut carry) = step(factor, q[0], low, 0);
        for j in 1..4 {
            let word;
            (word, above) = step(a[j], y, sum[j], above);
            (sum[j - 1], carry) = step(factor, q[j], word, carry);
        }
        sum[3] = above + carry;
    }
    correct(sum, q)
}

/// An element type over a field of `ark-ff` whose elements have four words.
macro_rules! montgomery {
    ($(#[$doc:meta])* $name:ident over $inner:ty, $tag:literal, $bits:literal bits, two-adicity $adicity:literal,
     generator $generator:literal) => {
        $(#[$doc])*
        ///
        /// Invariant: the words of the Montgomery form, `x·2^256 mod q`, are below `q`.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash, bytemuck::TransparentWrapper)]
        #[repr(transparent)]
        pub struct $name([u64; 4]);

        impl $name {
            const fn of(x: $inner) -> Self {
                Self(x.0.0)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let [a, b, c, d] = $crate::Field::to_words(*self);
                write!(f, concat!(stringify!($name), "(0x{:016x}_{:016x}_{:016x}_{:016x})"), d, c, b, a)
            }
        }

        impl core::ops::Add for $name {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self($crate::field::montgomery::add(&self.0, &other.0, &<Self as $crate::Field>::MODULUS))
            }
        }

        impl core::ops::Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self($crate::field::montgomery::subtract(&self.0, &other.0, &<Self as $crate::Field>::MODULUS))
            }
        }

        impl core::ops::Mul for $name {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                Self($crate::field::montgomery::multiply(&self.0, &other.0, &<Self as $crate::Field>::MODULUS, <$inner>::INV))
            }
        }

        impl core::ops::Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                <Self as $crate::Field>::ZERO - self
            }
        }

        impl $crate::Field for $name {
            type Transform = $crate::LargeTransform<Self>;
            const NAME: &'static str = $tag;
            const MODULUS: $crate::field::Words = <$inner as ark_ff::PrimeField>::MODULUS.0;
            const BITS: u32 = $bits;
            const TWO_ADICITY: u32 = $adicity;
            const ZERO: Self = Self::of(<$inner as ark_ff::AdditiveGroup>::ZERO);
            const ONE: Self = Self::of(<$inner as ark_ff::Field>::ONE);

            fn generator() -> Self {
                Self::from_u64($generator)
            }

            fn from_u64(value: u64) -> Self {
                Self([value, 0, 0, 0]) * Self(<$inner>::R2.0)
            }

            fn from_words(words: $crate::field::Words) -> Option<Self> {
                $crate::field::less(words, Self::MODULUS).then(|| Self(words) * Self(<$inner>::R2.0))
            }

            fn to_words(self) -> $crate::field::Words {
                ark_ff::PrimeField::into_bigint(<$inner>::new_unchecked(ark_ff::BigInt(self.0))).0
            }
        }
    };
}

pub(super) use montgomery;
