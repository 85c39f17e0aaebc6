//! The Mersenne prime `p = 2^31 − 1`, and its quadratic extension.
//!
//! The multiplicative group of `F_p` has one root of unity of even order, `−1`. The transforms over this field use those of
//! the extension: [`Complex31`], [`crate::circle`].

mod complex;

use super::{Field, Words};
use bytemuck::TransparentWrapper;
use core::ops::{Add, Mul, Neg, Sub};

pub use complex::Complex31;

const P: u32 = 0x7FFF_FFFF;

/// An element of `F_p`, `p = 2^31 − 1`; invariant: below `p`.
///
/// In memory it is its canonical residue, and a slice of elements can be seen as a slice of words:
/// `Mersenne31::peel_slice_mut(elements)`. The other way, `Mersenne31::wrap_slice_mut(words)` does not check that the words are below
/// `p`; who wraps others gets wrong results from every operation and comparison, though nothing that is unsafe.
/// [`Field::from_words`] is the way in that checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, TransparentWrapper)]
#[repr(transparent)]
pub struct Mersenne31(u32);

impl Add for Mersenne31 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        // Below 2p < 2^32; the minimum is the reduced one, because the difference wraps when the sum is below p.
        let sum = self.0 + other.0;
        Self(sum.min(sum.wrapping_sub(P)))
    }
}

impl Sub for Mersenne31 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let difference = self.0.wrapping_sub(other.0);
        Self(difference.min(difference.wrapping_add(P)))
    }
}

impl Mul for Mersenne31 {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::from_u64(u64::from(self.0) * u64::from(other.0))
    }
}

impl Neg for Mersenne31 {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Field for Mersenne31 {
    type Transform = crate::dft::Words;
    const NAME: &'static str = "mersenne31";
    const MODULUS: Words = [P as u64, 0, 0, 0];
    const BITS: u32 = 31;
    const TWO_ADICITY: u32 = 1;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);

    fn generator() -> Self {
        Self(7)
    }

    fn from_u64(value: u64) -> Self {
        // 2^31 = 1: two folds leave less than 2^31 + 4, which is below 2p.
        let p = u64::from(P);
        let folded = (value & p) + (value >> 31);
        let folded = ((folded & p) + (folded >> 31)) as u32;
        Self(folded.min(folded.wrapping_sub(P)))
    }

    fn from_words(words: Words) -> Option<Self> {
        (words[0] < u64::from(P) && words[1..] == [0; 3]).then_some(Self(words[0] as u32))
    }

    fn to_words(self) -> Words {
        [u64::from(self.0), 0, 0, 0]
    }
}
