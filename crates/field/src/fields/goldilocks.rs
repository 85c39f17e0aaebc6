//! The Goldilocks prime, `p = 2^64 − 2^32 + 1`.

use crate::words::Words;
use crate::{Field, FieldRing, Residue};
use bytemuck::TransparentWrapper;
use core::ops::{Add, Mul, Neg, Sub};

const P: u64 = 0xFFFF_FFFF_0000_0001;
/// `2^64 mod p`.
const EPSILON: u64 = 0xFFFF_FFFF;

/// An element of `F_p`, `p = 2^64 − 2^32 + 1`; invariant: below `p`.
///
/// `Goldilocks::peel_slice_mut` shows elements as words; `Goldilocks::wrap_slice_mut` does not
/// check that words are below `p`, and who wraps others gets wrong results, though nothing that is
/// unsafe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, TransparentWrapper)]
#[repr(transparent)]
pub struct Goldilocks(u64);

impl Add for Goldilocks {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let (sum, carry) = self.0.overflowing_add(other.0);
        let (reduced, borrow) = sum.overflowing_sub(P);
        Self(if carry || !borrow { reduced } else { sum })
    }
}

impl Sub for Goldilocks {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        let (difference, borrow) = self.0.overflowing_sub(other.0);
        Self(if borrow { difference.wrapping_add(P) } else { difference })
    }
}

impl Mul for Goldilocks {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        let (low, high) = (product as u64, (product >> 64) as u64);
        // 2^64 = 2^32 − 1 and 2^96 = −1 modulo p: low + 2^64·h0 + 2^96·h1 = low − h1 + h0·(2^32 −
        // 1).
        let (h0, h1) = (high & EPSILON, high >> 32);
        let (difference, borrow) = low.overflowing_sub(h1);
        let difference = if borrow { difference.wrapping_sub(EPSILON) } else { difference };
        let (sum, carry) = difference.overflowing_add(h0 * EPSILON);
        Self::from_u64(if carry { sum.wrapping_add(EPSILON) } else { sum })
    }
}

impl Neg for Goldilocks {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Residue for Goldilocks {
    type Ring = FieldRing<Self>;
}

impl Field for Goldilocks {
    const NAME: &'static str = "goldilocks";
    const MODULUS: Words = [P, 0, 0, 0];
    const BITS: u32 = 64;
    const TWO_ADICITY: u32 = 32;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);

    fn generator() -> Self {
        Self(7)
    }

    #[inline]
    fn from_u64(value: u64) -> Self {
        Self(if value >= P { value - P } else { value })
    }

    fn from_words(words: Words) -> Option<Self> {
        (words[0] < P && words[1..] == [0; 3]).then_some(Self(words[0]))
    }

    #[inline]
    fn to_words(self) -> Words {
        [self.0, 0, 0, 0]
    }
}
