//! Polynomials modulo `P·Q`.

use super::Gadget;
use crate::{Coefficient, Form, Poly};

/// A polynomial modulo `P·Q`: its residues modulo the primes of either.
#[derive(Clone, Debug)]
pub struct Extended<S> {
    pub(super) outer: Poly<Coefficient>,
    pub(super) inner: Poly<S>,
}

impl<S: Form> Extended<S> {
    pub(super) fn unspecified(gadget: &Gadget, level: usize) -> Self {
        let (outer, inner) = (&gadget.basis, &gadget.moduli);
        Self { outer: Poly::unspecified(outer, gadget.special), inner: Poly::unspecified(inner, level) }
    }

    pub(super) fn limbs_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.outer.limbs_mut().chain(self.inner.limbs_mut())
    }
}
