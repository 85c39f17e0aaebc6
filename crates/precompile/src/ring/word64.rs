//! Moduli from `2^32` to `2^64`.

use super::{Modular, Ring, inverse64};
use crate::codec;
use crate::integer::Integer;
use alloc::vec::Vec;
use core::hint::select_unpredictable;

/// `Z_q`, `q < 2^64`, `R = 2^64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word64 {
    q: u64,
    /// `q^(−1) mod 2^64`.
    inverse: u64,
    one: u64,
    /// `R² mod q`.
    square: u64,
}

impl Ring for Word64 {
    type Residue = u64;

    #[inline(always)]
    fn add(&self, a: u64, b: u64) -> u64 {
        // Not a + b, which may need a 65th bit.
        self.sub(a, self.q.wrapping_sub(b))
    }
    #[inline(always)]
    fn sub(&self, a: u64, b: u64) -> u64 {
        let (difference, below) = a.overflowing_sub(b);
        difference.wrapping_add(select_unpredictable(below, self.q, 0))
    }
    /// `a·b < q·2^64`.
    #[inline(always)]
    fn mul(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let quotient = (product as u64).wrapping_mul(self.inverse);
        let multiple = u128::from(quotient) * u128::from(self.q);
        // The low halves are equal.
        self.sub((product >> 64) as u64, (multiple >> 64) as u64)
    }
    #[inline(always)]
    fn one(&self) -> u64 {
        self.one
    }
    #[inline(always)]
    fn enter(&self, x: u64) -> u64 {
        self.mul(x, self.square)
    }
    #[inline(always)]
    fn halve(&self, x: u64, k: u32) -> u64 {
        self.mul(x, 1 << (64 - k))
    }
}

impl Word64 {
    pub(crate) fn of(q: u64) -> Self {
        let one = q.wrapping_neg() % q;
        let square = (u128::from(one) * u128::from(one) % u128::from(q)) as u64;
        Self { q, inverse: inverse64(q), one, square }
    }
}

impl Modular for Word64 {
    fn new(modulus: &Integer) -> Self {
        Self::of(modulus.words()[0])
    }

    fn residue(&self, value: &Integer) -> Option<u64> {
        value.to_u64().filter(|&x| x < self.q)
    }

    fn decode(&self, body: &[u8], _: usize) -> Result<Vec<u64>, usize> {
        codec::decode(body, |&b| u64::from_be_bytes(b), |x| x < self.q, |x| x)
    }

    fn encode(values: &[u64], _: usize) -> Vec<u8> {
        codec::encode(values, u64::to_be_bytes)
    }

    #[inline(always)]
    fn combine<const G: usize>(
        &self,
        vectors: [&[u8]; 2],
        _: usize,
        group: impl FnMut([u64; G], [u64; G]) -> [u64; G],
    ) -> Result<Vec<u8>, usize> {
        codec::combine(vectors, |&b| u64::from_be_bytes(b), |x| x < self.q, u64::to_be_bytes, group)
    }
}
