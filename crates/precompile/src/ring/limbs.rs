//! Moduli from `2^128` to `2^256`.

use super::{Modular, Ring, inverse64};
use crate::codec;
use crate::integer::Integer;
use alloc::vec::Vec;
use core::array;
use core::cmp::Ordering;

/// 64-bit words of a residue.
const WORDS: usize = 4;

/// A number below `2^256`, the least significant word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct U256([u64; WORDS]);

impl Default for U256 {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl Ord for U256 {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for U256 {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl U256 {
    /// The difference modulo `2^256`, and whether it is below zero.
    #[inline(always)]
    fn borrowing_sub(self, other: Self) -> (Self, bool) {
        let mut borrow = false;
        let words = array::from_fn(|i| {
            let (word, below) = self.0[i].borrowing_sub(other.0[i], borrow);
            borrow = below;
            word
        });
        (Self(words), borrow)
    }

    #[inline(always)]
    fn carrying_add(self, other: Self) -> (Self, bool) {
        let mut carry = false;
        let words = array::from_fn(|i| {
            let (word, over) = self.0[i].carrying_add(other.0[i], carry);
            carry = over;
            word
        });
        (Self(words), carry)
    }

    /// `self` if the condition holds, else zero.
    #[inline(always)]
    fn masked(self, condition: bool) -> Self {
        let mask = 0u64.wrapping_sub(u64::from(condition));
        Self(self.0.map(|word| word & mask))
    }

    fn shl(self, bits: u32) -> Self {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let word = |i: usize| if i < WORDS { self.0[i] } else { 0 };
        Self(array::from_fn(|i| {
            let (high, low) = (word(i.wrapping_sub(words)), word(i.wrapping_sub(words + 1)));
            if bits == 0 { high } else { high << bits | low >> (64 - bits) }
        }))
    }

    fn shr1(self) -> Self {
        Self(array::from_fn(|i| self.0[i] >> 1 | if i + 1 < WORDS { self.0[i + 1] << 63 } else { 0 }))
    }

    fn leading_zeros(&self) -> u32 {
        let used = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * (WORDS - 1 - used) as u32 + self.0[used].leading_zeros()
    }

    fn from_be(bytes: &[u8; 8 * WORDS]) -> Self {
        let words = bytes.as_chunks::<8>().0;
        Self(array::from_fn(|i| u64::from_be_bytes(words[WORDS - 1 - i])))
    }

    fn to_be(self) -> [u8; 8 * WORDS] {
        let mut bytes = [0; 8 * WORDS];
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0.iter().rev()) {
            *bytes = word.to_be_bytes();
        }
        bytes
    }
}

/// `Z_q`, `2^128 < q < 2^256`, `R = 2^256`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limbs {
    q: U256,
    /// `−q^(−1) mod 2^64`.
    inverse: u64,
    one: U256,
    /// `R² mod q`.
    square: U256,
}

impl Ring for Limbs {
    type Residue = U256;

    #[inline(always)]
    fn add(&self, a: U256, b: U256) -> U256 {
        let (sum, over) = a.carrying_add(b);
        self.correct(sum, over)
    }

    #[inline(always)]
    fn sub(&self, a: U256, b: U256) -> U256 {
        let (difference, below) = a.borrowing_sub(b);
        difference.carrying_add(self.q.masked(below)).0
    }

    /// `a·b < q·R`; a word of `b` at a time, and after it a word of the quotient.
    #[inline(always)]
    fn mul(&self, a: U256, b: U256) -> U256 {
        let (mut sum, mut top) = ([0u64; WORDS], false);
        for b in b.0 {
            let mut carry = 0;
            for (sum, a) in sum.iter_mut().zip(a.0) {
                (*sum, carry) = a.carrying_mul_add(b, *sum, carry);
            }
            let (high, over) = carry.carrying_add(0, top);
            let quotient = sum[0].wrapping_mul(self.inverse);
            let (_, mut carry) = quotient.carrying_mul_add(self.q.0[0], sum[0], 0);
            for i in 1..WORDS {
                (sum[i - 1], carry) = quotient.carrying_mul_add(self.q.0[i], sum[i], carry);
            }
            let (last, again) = high.overflowing_add(carry);
            // Before the correction the sum is below 2q: it has one bit more than a residue.
            (sum[WORDS - 1], top) = (last, over | again);
        }
        self.correct(U256(sum), top)
    }

    #[inline(always)]
    fn one(&self) -> U256 {
        self.one
    }

    #[inline(always)]
    fn enter(&self, x: U256) -> U256 {
        self.mul(x, self.square)
    }

    #[inline(always)]
    fn halve(&self, x: U256, k: u32) -> U256 {
        let mut power = [0; WORDS];
        power[WORDS - 1] = 1 << (64 - k);
        self.mul(x, U256(power))
    }
}

impl Limbs {
    /// Brings a sum below `2q` with a bit above its words below `q`.
    #[inline(always)]
    fn correct(&self, sum: U256, top: bool) -> U256 {
        let (reduced, below) = sum.borrowing_sub(self.q);
        let keep = below & !top;
        let mask = 0u64.wrapping_sub(u64::from(keep));
        U256(array::from_fn(|i| (sum.0[i] & mask) | (reduced.0[i] & !mask)))
    }

    /// `R mod q` by long division: `R − 2^s·q` is below `2^s·q` for the `s` that fills the words.
    fn range(q: U256) -> U256 {
        let shift = q.leading_zeros();
        let mut multiple = q.shl(shift);
        let mut rest = U256::default().borrowing_sub(multiple).0;
        for _ in 0..shift {
            multiple = multiple.shr1();
            let (less, below) = rest.borrowing_sub(multiple);
            rest = if below { rest } else { less };
        }
        rest
    }
}

impl Modular for Limbs {
    fn new(modulus: &Integer) -> Self {
        let mut ring = Self::additive(modulus);
        let one = Self::range(ring.q);
        (ring.one, ring.inverse) = (one, inverse64(ring.q.0[0]).wrapping_neg());
        // From 2^k·R to its square 2^(2k)·R, up to R·R. Each squaring stands for as many sums as
        // there were before it.
        let mut power = 4;
        ring.square = (0..power).fold(one, |x, _| Ring::add(&ring, x, x));
        while power < 64 * WORDS {
            ring.square = Ring::mul(&ring, ring.square, ring.square);
            power *= 2;
        }
        ring
    }

    fn additive(modulus: &Integer) -> Self {
        let words = modulus.words();
        Self { q: U256(array::from_fn(|i| words[i])), inverse: 0, one: U256::default(), square: U256::default() }
    }

    fn residue(&self, value: &Integer) -> Option<U256> {
        let words = value.words();
        let residue = U256(array::from_fn(|i| words[i]));
        (residue < self.q).then_some(residue)
    }

    fn decode(&self, body: &[u8], _: usize) -> Result<Vec<U256>, usize> {
        codec::decode(body, U256::from_be, |x| x.borrowing_sub(self.q).1, |x| x)
    }

    fn encode(values: &[U256], _: usize) -> Vec<u8> {
        codec::encode(values, U256::to_be)
    }

    #[inline(always)]
    fn combine<const G: usize>(
        &self,
        vectors: [&[u8]; 2],
        _: usize,
        group: impl FnMut([U256; G], [U256; G]) -> [U256; G],
    ) -> Result<Vec<u8>, usize> {
        codec::combine(vectors, U256::from_be, |x| x.borrowing_sub(self.q).1, U256::to_be, group)
    }
}
