//! The 32-bit prime of seed workloads, `p = 2^32 − 2^20 + 1 = 4293918721`.

use super::{Field, Words};
use bytemuck::TransparentWrapper;
use core::ops::{Add, Mul, Neg, Sub};

const P: u64 = 0xFFF0_0001;

/// An element of `F_p`, `p = 2^32 − 2^20 + 1`; invariant: below `p`.
///
/// `P32::peel_slice_mut` shows elements as words; `P32::wrap_slice_mut` does not check that words are below `p`, and who
/// wraps others gets wrong results, though nothing that is unsafe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, TransparentWrapper)]
#[repr(transparent)]
pub struct P32(u32);

impl Add for P32 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let sum = u64::from(self.0) + u64::from(other.0);
        // p > 2^31, so the sum needs the 33rd bit.
        Self(if sum >= P { (sum - P) as u32 } else { sum as u32 })
    }
}

impl Sub for P32 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let (difference, borrow) = self.0.overflowing_sub(other.0);
        Self(if borrow { difference.wrapping_add(P as u32) } else { difference })
    }
}

impl Mul for P32 {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::from_u64(u64::from(self.0) * u64::from(other.0))
    }
}

impl Neg for P32 {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Field for P32 {
    type Transform = crate::dft::Words;
    const NAME: &'static str = "p32";
    const MODULUS: Words = [P, 0, 0, 0];
    const BITS: u32 = 32;
    const TWO_ADICITY: u32 = 20;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);

    fn generator() -> Self {
        Self(19)
    }

    fn from_u64(value: u64) -> Self {
        Self((value % P) as u32)
    }

    fn from_words(words: Words) -> Option<Self> {
        (words[0] < P && words[1..] == [0; 3]).then_some(Self(words[0] as u32))
    }

    fn to_words(self) -> Words {
        [u64::from(self.0), 0, 0, 0]
    }
}
