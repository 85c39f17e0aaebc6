//! `Z_q[i]`.

use super::Ring;

/// Pairs `[re, im]` over a ring, `i² = −1`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Complex<R>(pub(crate) R);

impl<R: Ring> Complex<R> {
    /// The product of residues, neither in Montgomery's form; two more products leave it.
    #[inline(always)]
    pub(crate) fn multiply(&self, x: [R::Residue; 2], y: [R::Residue; 2]) -> [R::Residue; 2] {
        self.mul(x, y).map(|part| self.0.enter(part))
    }
}

impl<R: Ring> Ring for Complex<R> {
    type Residue = [R::Residue; 2];

    #[inline(always)]
    fn add(&self, [a, b]: Self::Residue, [c, d]: Self::Residue) -> Self::Residue {
        [Ring::add(&self.0, a, c), Ring::add(&self.0, b, d)]
    }
    #[inline(always)]
    fn sub(&self, [a, b]: Self::Residue, [c, d]: Self::Residue) -> Self::Residue {
        [Ring::sub(&self.0, a, c), Ring::sub(&self.0, b, d)]
    }
    #[inline(always)]
    fn mul(&self, [a, b]: Self::Residue, [c, d]: Self::Residue) -> Self::Residue {
        let ring = &self.0;
        let (re, im) = (ring.mul(a, c), ring.mul(b, d));
        let cross = ring.mul(ring.add(a, b), ring.add(c, d));
        [ring.sub(re, im), ring.sub(cross, ring.add(re, im))]
    }
    #[inline(always)]
    fn one(&self) -> Self::Residue {
        [self.0.one(), R::Residue::default()]
    }
    #[inline(always)]
    fn enter(&self, x: Self::Residue) -> Self::Residue {
        x.map(|part| self.0.enter(part))
    }
    #[inline(always)]
    fn halve(&self, x: Self::Residue, k: u32) -> Self::Residue {
        x.map(|part| Ring::halve(&self.0, part, k))
    }
}
