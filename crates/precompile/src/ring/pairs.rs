//! Residues modulo polynomials of degree 2.

use super::{Module, Ring};

/// Pairs `[a, b]` that stand for `a + bX` over a ring, with factors from the ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<R>(pub(crate) R);

impl<R: Ring> Module for Pairs<R> {
    type Factors = R;
    type Value = [R::Residue; 2];

    #[inline(always)]
    fn factors(&self) -> &R {
        &self.0
    }
    #[inline(always)]
    fn add(&self, [a, b]: Self::Value, [c, d]: Self::Value) -> Self::Value {
        [Ring::add(&self.0, a, c), Ring::add(&self.0, b, d)]
    }
    #[inline(always)]
    fn sub(&self, [a, b]: Self::Value, [c, d]: Self::Value) -> Self::Value {
        [Ring::sub(&self.0, a, c), Ring::sub(&self.0, b, d)]
    }
    #[inline(always)]
    fn mul(&self, x: Self::Value, w: R::Residue) -> Self::Value {
        x.map(|part| Ring::mul(&self.0, part, w))
    }
    #[inline(always)]
    fn halve(&self, x: Self::Value, k: u32) -> Self::Value {
        x.map(|part| Ring::halve(&self.0, part, k))
    }
}

impl<R: Ring> Pairs<R> {
    /// The product of residues modulo `X² − γ`, only `γ` in Montgomery's form: four products, and
    /// two to leave that form.
    #[inline(always)]
    pub(crate) fn multiply(&self, [a, b]: [R::Residue; 2], [c, d]: [R::Residue; 2], gamma: R::Residue) -> [R::Residue; 2] {
        let ring = &self.0;
        let (low, high) = (ring.mul(a, c), ring.mul(b, d));
        let cross = ring.mul(ring.add(a, b), ring.add(c, d));
        let folded = ring.add(low, ring.mul(high, gamma));
        [ring.enter(folded), ring.enter(ring.sub(cross, ring.add(low, high)))]
    }
}
