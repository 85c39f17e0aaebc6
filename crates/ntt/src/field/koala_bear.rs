//! The KoalaBear prime, `p = 2^31 − 2^24 + 1`.

use super::{Field, Words};
use bytemuck::TransparentWrapper;
use core::ops::{Add, Mul, Neg, Sub};

const P: u32 = 0x7F00_0001;

/// An element of `F_p`, `p = 2^31 − 2^24 + 1 = 127·2^24 + 1`; invariant: below `p`.
///
/// In memory it is its canonical residue, and a slice of elements can be seen as a slice of words:
/// `KoalaBear::peel_slice_mut(elements)`. The other way, `KoalaBear::wrap_slice_mut(words)` does not check that the words are below
/// `p`; who wraps others gets wrong results from every operation and comparison, though nothing that is unsafe.
/// [`Field::from_words`] is the way in that checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, TransparentWrapper)]
#[repr(transparent)]
pub struct KoalaBear(u32);

impl Add for KoalaBear {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        // Below 2p < 2^32; the minimum is the reduced one, because the difference wraps when the sum is below p.
        let sum = self.0 + other.0;
        Self(sum.min(sum.wrapping_sub(P)))
    }
}

impl Sub for KoalaBear {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let difference = self.0.wrapping_sub(other.0);
        Self(difference.min(difference.wrapping_add(P)))
    }
}

impl Mul for KoalaBear {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::from_u64(u64::from(self.0) * u64::from(other.0))
    }
}

impl Neg for KoalaBear {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Field for KoalaBear {
    type Transform = crate::dft::Words;
    const NAME: &'static str = "koala-bear";
    const MODULUS: Words = [P as u64, 0, 0, 0];
    const BITS: u32 = 31;
    const TWO_ADICITY: u32 = 24;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);

    fn generator() -> Self {
        Self(3)
    }

    fn from_u64(value: u64) -> Self {
        Self((value % u64::from(P)) as u32)
    }

    fn from_words(words: Words) -> Option<Self> {
        (words[0] < u64::from(P) && words[1..] == [0; 3]).then_some(Self(words[0] as u32))
    }

    fn to_words(self) -> Words {
        [u64::from(self.0), 0, 0, 0]
    }
}
