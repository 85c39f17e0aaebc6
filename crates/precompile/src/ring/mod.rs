//! Arithmetic modulo an odd number, prime or not, by Montgomery's products.
//!
//! Residues of data are canonical. A product takes one factor of the data and one that was
//! multiplied by `R`, the range of the word, beforehand: `mul(x, enter(w)) = x·w`. So tables are in
//! Montgomery's form and data never is.

mod complex;
mod limbs;
mod pairs;
mod word128;
mod word32;
mod word64;

pub(crate) use complex::Complex;
pub(crate) use limbs::Limbs;
pub(crate) use pairs::Pairs;
pub(crate) use word32::Word32;
pub(crate) use word64::Word64;
pub(crate) use word128::Word128;

#[cfg(doc)]
use crate::codec;
use crate::integer::Integer;
use alloc::vec::Vec;

/// A commutative ring whose elements have canonical residues.
pub(crate) trait Ring: Copy {
    type Residue: Copy + PartialEq + Default;

    fn add(&self, a: Self::Residue, b: Self::Residue) -> Self::Residue;
    fn sub(&self, a: Self::Residue, b: Self::Residue) -> Self::Residue;
    /// `a·b/R`.
    fn mul(&self, a: Self::Residue, b: Self::Residue) -> Self::Residue;
    /// `R mod q`.
    fn one(&self) -> Self::Residue;
    /// `x·R`.
    fn enter(&self, x: Self::Residue) -> Self::Residue;
    /// `x/2^k` for `1 ≤ k ≤ 16`.
    fn halve(&self, x: Self::Residue, k: u32) -> Self::Residue;

    #[inline(always)]
    fn neg(&self, a: Self::Residue) -> Self::Residue {
        self.sub(Self::Residue::default(), a)
    }
}

/// `Z_q` in words of one width.
pub(crate) trait Modular: Ring<Residue: Ord> {
    /// For an odd modulus of that width, at least 3.
    fn new(modulus: &Integer) -> Self;
    /// Makes the ring for sums and differences alone, otherwise as [`Self::new`].
    fn additive(modulus: &Integer) -> Self {
        Self::new(modulus)
    }
    /// The integer if it is below `q`.
    fn residue(&self, value: &Integer) -> Option<Self::Residue>;
    /// The elements of a body of as many bytes each, or the index of the first that is not below
    /// `q`.
    fn decode(&self, body: &[u8], width: usize) -> Result<Vec<Self::Residue>, usize>;
    /// The bytes of elements.
    fn encode(values: &[Self::Residue], width: usize) -> Vec<u8>;
    /// [`codec::combine`].
    fn combine<const G: usize>(
        &self,
        vectors: [&[u8]; 2],
        width: usize,
        group: impl FnMut([Self::Residue; G], [Self::Residue; G]) -> [Self::Residue; G],
    ) -> Result<Vec<u8>, usize>;
}

/// The values that a transform goes through, on which the factors of a ring act.
pub(crate) trait Module: Copy {
    type Factors: Ring;
    type Value: Copy;

    fn factors(&self) -> &Self::Factors;
    fn add(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn sub(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// By a factor in Montgomery's form.
    fn mul(&self, a: Self::Value, w: Factor<Self>) -> Self::Value;
    fn halve(&self, a: Self::Value, k: u32) -> Self::Value;
}

/// A factor of a module.
pub(crate) type Factor<M> = <<M as Module>::Factors as Ring>::Residue;

impl<R: Ring> Module for R {
    type Factors = R;
    type Value = R::Residue;

    #[inline(always)]
    fn factors(&self) -> &R {
        self
    }
    #[inline(always)]
    fn add(&self, a: R::Residue, b: R::Residue) -> R::Residue {
        Ring::add(self, a, b)
    }
    #[inline(always)]
    fn sub(&self, a: R::Residue, b: R::Residue) -> R::Residue {
        Ring::sub(self, a, b)
    }
    #[inline(always)]
    fn mul(&self, a: R::Residue, w: R::Residue) -> R::Residue {
        Ring::mul(self, a, w)
    }
    #[inline(always)]
    fn halve(&self, a: R::Residue, k: u32) -> R::Residue {
        Ring::halve(self, a, k)
    }
}

/// `x^(−1) mod 2^64`, `x` odd: by Newton's iteration, which doubles the digits that are right.
const fn inverse64(x: u64) -> u64 {
    let mut inverse = x; // right to three digits
    let mut i = 0;
    while i < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(x.wrapping_mul(inverse)));
        i += 1;
    }
    inverse
}

#[cfg(test)]
mod tests;
