//! Moduli of several words.

use super::{Modular, Ring, inverse64};
use crate::codec;
use crate::integer::Integer;
use alloc::vec::Vec;
use core::array;
use core::cmp::Ordering;

/// `N` words, the least significant first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words<const N: usize>([u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Ord for Words<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Words<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Words<N> {
    /// The difference modulo `2^(64N)`, and whether it is below zero.
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
        let word = |i: usize| if i < N { self.0[i] } else { 0 };
        Self(array::from_fn(|i| {
            let (high, low) = (word(i.wrapping_sub(words)), word(i.wrapping_sub(words + 1)));
            if bits == 0 { high } else { high << bits | low >> (64 - bits) }
        }))
    }

    fn shr1(self) -> Self {
        Self(array::from_fn(|i| self.0[i] >> 1 | if i + 1 < N { self.0[i + 1] << 63 } else { 0 }))
    }

    fn leading_zeros(&self) -> u32 {
        let used = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * (N - 1 - used) as u32 + self.0[used].leading_zeros()
    }

    fn from_be<const W: usize>(bytes: &[u8; W]) -> Self {
        let words = bytes.as_chunks::<8>().0;
        Self(array::from_fn(|i| u64::from_be_bytes(words[N - 1 - i])))
    }

    fn to_be<const W: usize>(self) -> [u8; W] {
        let mut bytes = [0; W];
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0.iter().rev()) {
            *bytes = word.to_be_bytes();
        }
        bytes
    }
}

/// `Z_q` for a modulus of more than half of `N` words, `R = 2^(64N)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limbs<const N: usize> {
    q: Words<N>,
    /// `−q^(−1) mod 2^64`.
    inverse: u64,
    one: Words<N>,
    /// `R² mod q`.
    square: Words<N>,
}

impl<const N: usize> Ring for Limbs<N> {
    type Residue = Words<N>;

    #[inline(always)]
    fn add(&self, a: Words<N>, b: Words<N>) -> Words<N> {
        let (sum, over) = a.carrying_add(b);
        self.correct(sum, over)
    }

    #[inline(always)]
    fn sub(&self, a: Words<N>, b: Words<N>) -> Words<N> {
        let (difference, below) = a.borrowing_sub(b);
        difference.carrying_add(self.q.masked(below)).0
    }

    /// `a·b < q·R`; a word of `b` at a time, and after it a word of the quotient.
    #[inline(always)]
    fn mul(&self, a: Words<N>, b: Words<N>) -> Words<N> {
        let (mut sum, mut top) = ([0u64; N], false);
        for b in b.0 {
            let mut carry = 0;
            for (sum, a) in sum.iter_mut().zip(a.0) {
                (*sum, carry) = a.carrying_mul_add(b, *sum, carry);
            }
            let (high, over) = carry.carrying_add(0, top);
            let quotient = sum[0].wrapping_mul(self.inverse);
            let (_, mut carry) = quotient.carrying_mul_add(self.q.0[0], sum[0], 0);
            for i in 1..N {
                (sum[i - 1], carry) = quotient.carrying_mul_add(self.q.0[i], sum[i], carry);
            }
            let (last, again) = high.overflowing_add(carry);
            // Before the correction the sum is below 2q: it has one bit more than a residue.
            (sum[N - 1], top) = (last, over | again);
        }
        self.correct(Words(sum), top)
    }

    #[inline(always)]
    fn one(&self) -> Words<N> {
        self.one
    }

    #[inline(always)]
    fn enter(&self, x: Words<N>) -> Words<N> {
        self.mul(x, self.square)
    }

    #[inline(always)]
    fn halve(&self, x: Words<N>, k: u32) -> Words<N> {
        let mut power = [0; N];
        power[N - 1] = 1 << (64 - k);
        self.mul(x, Words(power))
    }
}

impl<const N: usize> Limbs<N> {
    /// Brings a sum below `2q` with a bit above its words below `q`.
    #[inline(always)]
    fn correct(&self, sum: Words<N>, top: bool) -> Words<N> {
        let (reduced, below) = sum.borrowing_sub(self.q);
        let keep = below & !top;
        let mask = 0u64.wrapping_sub(u64::from(keep));
        Words(array::from_fn(|i| (sum.0[i] & mask) | (reduced.0[i] & !mask)))
    }

    /// `R mod q` by long division: `R − 2^s·q` is below `2^s·q` for the `s` that fills the words.
    fn range(q: Words<N>) -> Words<N> {
        let shift = q.leading_zeros();
        let mut multiple = q.shl(shift);
        let mut rest = Words::default().borrowing_sub(multiple).0;
        for _ in 0..shift {
            multiple = multiple.shr1();
            let (less, below) = rest.borrowing_sub(multiple);
            rest = if below { rest } else { less };
        }
        rest
    }
}

impl<const N: usize> Modular for Limbs<N> {
    fn new(modulus: &Integer) -> Self {
        let mut ring = Self::additive(modulus);
        let one = Self::range(ring.q);
        (ring.one, ring.inverse) = (one, inverse64(ring.q.0[0]).wrapping_neg());
        // From 2^k·R to its square 2^(2k)·R, up to R·R. Each squaring stands for as many sums as
        // there were before it.
        let mut power = 4;
        ring.square = (0..power).fold(one, |x, _| Ring::add(&ring, x, x));
        while power < 64 * N {
            ring.square = Ring::mul(&ring, ring.square, ring.square);
            power *= 2;
        }
        ring
    }

    fn additive(modulus: &Integer) -> Self {
        let words = modulus.words();
        Self { q: Words(array::from_fn(|i| words[i])), inverse: 0, one: Words::default(), square: Words::default() }
    }

    fn residue(&self, value: &Integer) -> Option<Words<N>> {
        let words = value.words();
        let residue = Words(array::from_fn(|i| words[i]));
        (words[N..].iter().all(|&word| word == 0) && residue < self.q).then_some(residue)
    }

    fn decode(&self, body: &[u8], width: usize) -> Result<Vec<Words<N>>, usize> {
        let below = |x: Words<N>| x.borrowing_sub(self.q).1;
        match width {
            16 => codec::decode(body, |b: &[u8; 16]| Words::from_be(b), below),
            _ => codec::decode(body, |b: &[u8; 32]| Words::from_be(b), below),
        }
    }

    fn encode(values: &[Words<N>], width: usize) -> Vec<u8> {
        match width {
            16 => codec::encode(values, Words::to_be::<16>),
            _ => codec::encode(values, Words::to_be::<32>),
        }
    }

    #[inline(always)]
    fn combine<const G: usize>(
        &self,
        vectors: [&[u8]; 2],
        width: usize,
        group: impl FnMut([Words<N>; G], [Words<N>; G]) -> [Words<N>; G],
    ) -> Result<Vec<u8>, usize> {
        let below = |x: Words<N>| x.borrowing_sub(self.q).1;
        match width {
            16 => codec::combine(vectors, |b: &[u8; 16]| Words::from_be(b), below, Words::to_be, group),
            _ => codec::combine(vectors, |b: &[u8; 32]| Words::from_be(b), below, Words::to_be, group),
        }
    }
}
