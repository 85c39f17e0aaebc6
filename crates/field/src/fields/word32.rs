//! Fields whose elements are canonical residues in words of 32 bits.

/// `a + b mod p`, for `p < 2^31`.
#[inline]
pub(super) fn sum_below_31_bits(a: u32, b: u32, p: u32) -> u32 {
    // The sum is below 2p < 2^32. The minimum is the reduced one, because the difference wraps when
    // the sum is below p.
    let sum = a + b;
    sum.min(sum.wrapping_sub(p))
}

/// `a + b mod p`, for `p < 2^32`.
#[inline]
pub(super) fn sum_below_32_bits(a: u32, b: u32, p: u32) -> u32 {
    let sum = u64::from(a) + u64::from(b);
    if sum >= u64::from(p) { (sum - u64::from(p)) as u32 } else { sum as u32 }
}

/// `a − b mod p`, for `p < 2^31`.
#[inline]
pub(super) fn difference_below_31_bits(a: u32, b: u32, p: u32) -> u32 {
    let difference = a.wrapping_sub(b);
    difference.min(difference.wrapping_add(p))
}

/// `a − b mod p`, for `p < 2^32`.
#[inline]
pub(super) fn difference_below_32_bits(a: u32, b: u32, p: u32) -> u32 {
    let (difference, borrow) = a.overflowing_sub(b);
    if borrow { difference.wrapping_add(p) } else { difference }
}

/// `x mod p`.
#[inline]
pub(super) fn remainder(x: u64, p: u32) -> u32 {
    (x % u64::from(p)) as u32
}

/// An element type: its prime, the facts of [`crate::Field`], and the functions above that suit the
/// prime.
macro_rules! word32 {
    ($(#[$doc:meta])* $name:ident, modulo $prime:literal, $tag:literal, $bits:literal bits, two-adicity $adicity:literal,
        generator $generator:literal, $sum:path, $difference:path, $reduce:path) => {
        $(#[$doc])*
        ///
        /// Invariant: the word is the canonical residue. `bytemuck::TransparentWrapper` shows a
        /// slice of elements as a slice of words (`peel_slice_mut`). Its other direction
        /// (`wrap_slice_mut`) does not check that words are below `p`; words that are not give
        /// wrong results, though nothing that is unsafe. [`crate::Field::from_words`] checks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, bytemuck::TransparentWrapper)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl core::ops::Add for $name {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self($sum(self.0, other.0, $prime))
            }
        }

        impl core::ops::Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self($difference(self.0, other.0, $prime))
            }
        }

        impl core::ops::Mul for $name {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                Self($reduce(u64::from(self.0) * u64::from(other.0), $prime))
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
            const MODULUS: $crate::words::Words = [$prime, 0, 0, 0];
            const BITS: u32 = $bits;
            const TWO_ADICITY: u32 = $adicity;
            const ZERO: Self = Self(0);
            const ONE: Self = Self(1);

            fn generator() -> Self {
                Self($generator)
            }

            #[inline]
            fn from_u64(value: u64) -> Self {
                Self($reduce(value, $prime))
            }

            fn from_words(words: $crate::words::Words) -> Option<Self> {
                (words[0] < $prime && words[1..] == [0; 3]).then_some(Self(words[0] as u32))
            }

            #[inline]
            fn to_words(self) -> $crate::words::Words {
                [u64::from(self.0), 0, 0, 0]
            }
        }
    };
}

pub(super) use word32;
