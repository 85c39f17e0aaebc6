//! Moduli from `2^64` to `2^128`.

use super::{Modular, Ring, inverse64};
use crate::codec;
use crate::integer::Integer;
use alloc::vec::Vec;
use core::hint::select_unpredictable;

/// `Z_q`, `2^64 < q < 2^128`, `R = 2^128`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word128 {
    q: u128,
    /// `q^(−1) mod 2^64`.
    inverse: u64,
    one: u128,
    /// `R² mod q`.
    square: u128,
}

/// The product of words.
#[inline(always)]
fn wide(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

#[inline(always)]
fn halves(x: u128) -> (u64, u64) {
    (x as u64, (x >> 64) as u64)
}

impl Ring for Word128 {
    type Residue = u128;

    #[inline(always)]
    fn add(&self, a: u128, b: u128) -> u128 {
        // Not a + b, which may need another bit.
        self.sub(a, self.q.wrapping_sub(b))
    }
    #[inline(always)]
    fn sub(&self, a: u128, b: u128) -> u128 {
        let (difference, below) = a.overflowing_sub(b);
        difference.wrapping_add(select_unpredictable(below, self.q, 0))
    }
    /// `a·b < q·2^128`. The multiple of `q` whose low half is that of the product is found word by
    /// word, and its high half subtracted: ten products of words.
    #[inline(always)]
    fn mul(&self, a: u128, b: u128) -> u128 {
        let ((a0, a1), (b0, b1), (q0, q1)) = (halves(a), halves(b), halves(self.q));
        let (low, cross, other) = (wide(a0, b0), wide(a0, b1), wide(a1, b0));
        let middle = (low >> 64) + (cross & u128::from(u64::MAX)) + (other & u128::from(u64::MAX));
        let high = wide(a1, b1) + (cross >> 64) + (other >> 64) + (middle >> 64);
        let first = (low as u64).wrapping_mul(self.inverse);
        // The low words are equal.
        let (r0, r1) = halves(wide(first, q1) + (wide(first, q0) >> 64));
        let (word, below) = (middle as u64).overflowing_sub(r0);
        let second = word.wrapping_mul(self.inverse);
        let rest = wide(second, q1) + (wide(second, q0) >> 64);
        // The multiple is below q·2^128, and its high half below q.
        self.sub(high, rest + u128::from(r1) + u128::from(below))
    }
    #[inline(always)]
    fn one(&self) -> u128 {
        self.one
    }
    #[inline(always)]
    fn enter(&self, x: u128) -> u128 {
        self.mul(x, self.square)
    }
    #[inline(always)]
    fn halve(&self, x: u128, k: u32) -> u128 {
        self.mul(x, 1 << (128 - k))
    }
}

impl Modular for Word128 {
    fn new(modulus: &Integer) -> Self {
        let mut ring = Self::additive(modulus);
        (ring.one, ring.inverse) = (ring.q.wrapping_neg() % ring.q, inverse64(ring.q as u64));
        // From 2^k·R to its square 2^(2k)·R, up to R·R. Each squaring stands for as many sums as
        // there were before it.
        let mut power = 4;
        ring.square = (0..power).fold(ring.one, |x, _| Ring::add(&ring, x, x));
        while power < u128::BITS {
            ring.square = Ring::mul(&ring, ring.square, ring.square);
            power *= 2;
        }
        ring
    }

    fn additive(modulus: &Integer) -> Self {
        let words = modulus.words();
        Self { q: u128::from(words[1]) << 64 | u128::from(words[0]), inverse: 0, one: 0, square: 0 }
    }

    fn residue(&self, value: &Integer) -> Option<u128> {
        let words = value.words();
        let residue = u128::from(words[1]) << 64 | u128::from(words[0]);
        (words[2..] == [0, 0] && residue < self.q).then_some(residue)
    }

    fn decode(&self, body: &[u8], _: usize) -> Result<Vec<u128>, usize> {
        codec::decode(body, |&b| u128::from_be_bytes(b), |x| x < self.q, |x| x)
    }

    fn encode(values: &[u128], _: usize) -> Vec<u8> {
        codec::encode(values, u128::to_be_bytes)
    }

    #[inline(always)]
    fn combine<const G: usize>(
        &self,
        vectors: [&[u8]; 2],
        _: usize,
        group: impl FnMut([u128; G], [u128; G]) -> [u128; G],
    ) -> Result<Vec<u8>, usize> {
        codec::combine(vectors, |&b| u128::from_be_bytes(b), |x| x < self.q, u128::to_be_bytes, group)
    }
}
