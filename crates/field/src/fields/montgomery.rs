//! Primes of 251 to 255 bits: elements are four words in Montgomery form.
//!
//! Elements may be secret: no comparison becomes a jump, one of both values is selected instead.
//! Transforms have kernels of their own in `papilio-ntt`; `docs/notes/large-primes.md` has the
//! counts and the figures.

use crate::select::mask;
use crate::words::{Words, sub_borrow};

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

/// `a·b·2^(−256) mod q`, for `q < 2^255` and `inverse = −q^(−1) mod 2^64`. Sums are below
/// `a + q < 2^256`, so that the highest word never carries.
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

/// `−q^(−1) mod 2^64` for odd `q`, by Newton's iteration, which doubles the bits that are right.
pub(super) const fn negative_inverse(q: u64) -> u64 {
    // q·q ≡ 1 mod 8: three bits are right, then 6, 12, 24, 48 and 96.
    let mut inverse = q;
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(inverse)));
        round += 1;
    }
    inverse.wrapping_neg()
}

/// `2^exponent mod q`, by doubling; `q < 2^255`.
pub(super) const fn power_of_two(exponent: u32, q: &Words) -> Words {
    let mut power = [1, 0, 0, 0];
    let mut i = 0;
    while i < exponent {
        let [a, b, c, d] = power;
        let double = [a << 1, b << 1 | a >> 63, c << 1 | b >> 63, d << 1 | c >> 63];
        let (reduced, below) = sub_borrow(double, *q);
        power = if below { double } else { reduced };
        i += 1;
    }
    power
}

/// An element type: its prime, as little-endian words, and the facts of [`crate::Field`].
macro_rules! montgomery {
    ($(#[$doc:meta])* $name:ident, modulo $modulus:expr, $tag:literal, $bits:literal bits, two-adicity $adicity:literal,
     generator $generator:literal) => {
        $(#[$doc])*
        ///
        /// Invariant: the words of the Montgomery form, `x·2^256 mod q`, are below `q`.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash, bytemuck::TransparentWrapper)]
        #[repr(transparent)]
        pub struct $name([u64; 4]);

        impl $name {
            /// `−q^(−1) mod 2^64`.
            const INVERSE: u64 = $crate::fields::montgomery::negative_inverse($modulus[0]);
            /// `2^512 mod q`, the product with which gives the Montgomery form.
            const SQUARE: $crate::words::Words = $crate::fields::montgomery::power_of_two(512, &$modulus);

            #[inline]
            fn product(a: &$crate::words::Words, b: &$crate::words::Words) -> $crate::words::Words {
                $crate::fields::montgomery::multiply(a, b, &$modulus, Self::INVERSE)
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
                Self($crate::fields::montgomery::add(&self.0, &other.0, &$modulus))
            }
        }

        impl core::ops::Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self($crate::fields::montgomery::subtract(&self.0, &other.0, &$modulus))
            }
        }

        impl core::ops::Mul for $name {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                Self(Self::product(&self.0, &other.0))
            }
        }

        impl core::ops::Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                <Self as $crate::Field>::ZERO - self
            }
        }

        impl $crate::Residue for $name {
            type Ring = $crate::FieldRing<Self>;
        }

        impl $crate::Field for $name {
            const NAME: &'static str = $tag;
            const MODULUS: $crate::words::Words = $modulus;
            const BITS: u32 = $bits;
            const TWO_ADICITY: u32 = $adicity;
            const ZERO: Self = Self([0; 4]);
            const ONE: Self = Self($crate::fields::montgomery::power_of_two(256, &$modulus));

            fn generator() -> Self {
                Self::from_u64($generator)
            }

            fn from_u64(value: u64) -> Self {
                Self(Self::product(&[value, 0, 0, 0], &Self::SQUARE))
            }

            fn from_words(words: $crate::words::Words) -> Option<Self> {
                $crate::words::less(words, Self::MODULUS).then(|| Self(Self::product(&words, &Self::SQUARE)))
            }

            fn to_words(self) -> $crate::words::Words {
                Self::product(&self.0, &[1, 0, 0, 0])
            }
        }
    };
}

pub(super) use montgomery;
