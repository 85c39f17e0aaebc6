//! Moduli below `2^32`.

use super::{Modular, Ring, inverse64};
use crate::codec;
use crate::integer::Integer;
use alloc::vec::Vec;
use core::hint::select_unpredictable;

/// `Z_q`, `q < 2^32`, `R = 2^32`. Free of branches, so that loops over it become vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word32 {
    q: u32,
    /// `q^(−1) mod 2^32`.
    inverse: u32,
    one: u32,
    /// `R² mod q`.
    square: u32,
}

impl Ring for Word32 {
    type Residue = u32;

    #[inline(always)]
    fn add(&self, a: u32, b: u32) -> u32 {
        // Not a + b, which may need a 33rd bit.
        self.sub(a, self.q.wrapping_sub(b))
    }
    #[inline(always)]
    fn sub(&self, a: u32, b: u32) -> u32 {
        let (difference, below) = a.overflowing_sub(b);
        // A jump would be taken for every other element, and which one nobody knows before.
        difference.wrapping_add(select_unpredictable(below, self.q, 0))
    }
    /// `a·b < q·2^32`.
    #[inline(always)]
    fn mul(&self, a: u32, b: u32) -> u32 {
        let product = u64::from(a) * u64::from(b);
        let quotient = (product as u32).wrapping_mul(self.inverse);
        let multiple = u64::from(quotient) * u64::from(self.q);
        // The low halves are equal.
        self.sub((product >> 32) as u32, (multiple >> 32) as u32)
    }
    #[inline(always)]
    fn one(&self) -> u32 {
        self.one
    }
    #[inline(always)]
    fn enter(&self, x: u32) -> u32 {
        self.mul(x, self.square)
    }
    #[inline(always)]
    fn halve(&self, x: u32, k: u32) -> u32 {
        self.mul(x, 1 << (32 - k))
    }
}

impl Modular for Word32 {
    fn new(modulus: &Integer) -> Self {
        let q = modulus.words()[0];
        let (one, square) = ((1 << 32) % q, q.wrapping_neg() % q);
        Self { q: q as u32, inverse: inverse64(q) as u32, one: one as u32, square: square as u32 }
    }

    fn residue(&self, value: &Integer) -> Option<u32> {
        value.to_u64().filter(|&x| x < u64::from(self.q)).map(|x| x as u32)
    }

    fn decode(&self, body: &[u8], width: usize) -> Result<Vec<u32>, usize> {
        let q = self.q;
        match width {
            2 => codec::decode(body, |&b| u16::from_be_bytes(b).into(), |x: u32| x < q, |x| x),
            4 => codec::decode(body, |&b| u32::from_be_bytes(b), |x| x < q, |x| x),
            // The upper halves must be zero, which the words that are kept do not show.
            _ => codec::decode(body, |&b| u64::from_be_bytes(b), |x| x < u64::from(q), |x| x as u32),
        }
    }

    fn encode(values: &[u32], width: usize) -> Vec<u8> {
        match width {
            2 => codec::encode(values, |x| (x as u16).to_be_bytes()),
            4 => codec::encode(values, u32::to_be_bytes),
            _ => codec::encode(values, |x| u64::from(x).to_be_bytes()),
        }
    }

    #[inline(always)]
    fn combine<const G: usize>(
        &self,
        vectors: [&[u8]; 2],
        width: usize,
        mut group: impl FnMut([u32; G], [u32; G]) -> [u32; G],
    ) -> Result<Vec<u8>, usize> {
        let q = self.q;
        match width {
            2 => {
                codec::combine(vectors, |&b| u16::from_be_bytes(b).into(), |x| x < q, |x: u32| (x as u16).to_be_bytes(), group)
            }
            4 => codec::combine(vectors, |&b| u32::from_be_bytes(b), |x| x < q, u32::to_be_bytes, group),
            _ => {
                let narrow = |x: [u64; G]| x.map(|x| x as u32);
                let wide = |a, b| group(narrow(a), narrow(b)).map(u64::from);
                codec::combine(vectors, |&b| u64::from_be_bytes(b), |x| x < u64::from(q), u64::to_be_bytes, wide)
            }
        }
    }
}
