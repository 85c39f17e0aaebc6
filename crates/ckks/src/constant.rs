//! Constants in every slot: `a + b·X^(N/2)` for integers `a` and `b`, because `X^(N/2)` is i in
//! every slot.

use crate::rounded::Rounded;
use crate::{Ckks, CkksError, Complex64, Scale};
use papilio_ring::{Evaluation, Poly};

/// A complex constant times a scale, rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    pub(crate) re: Rounded,
    pub(crate) im: Rounded,
}

impl Constant {
    /// # Errors
    /// The errors of [`Rounded::new`].
    pub(crate) fn new(c: Complex64, scale: Scale) -> Result<Self, CkksError> {
        Ok(Self { re: Rounded::new(c.re, scale)?, im: Rounded::new(c.im, scale)? })
    }

    /// `log2` of the magnitude.
    pub(crate) fn log2_norm(&self) -> f64 {
        self.re.value().hypot(self.im.value()).log2()
    }

    /// `log2` of the magnitude of what was rounded away.
    pub(crate) fn log2_error(&self) -> f64 {
        self.re.error.hypot(self.im.error).log2()
    }

    /// The polynomial, modulo the primes of a level.
    pub(crate) fn poly(&self, ckks: &Ckks, level: usize) -> Poly<Evaluation> {
        let basis = ckks.rlwe().parameters().basis();
        let residues = |part: Rounded| basis.moduli(level).map(move |m| m.reduce_centered(&part.centered()));
        let mut poly = ckks.imaginary_unit().clone();
        poly.truncate(level);
        poly.scale_assign(basis, &residues(self.im).collect::<Vec<_>>());
        for ((limb, plan), re) in poly.limbs_mut().zip(basis.plans()).zip(residues(self.re)) {
            limb.iter_mut().for_each(|x| *x = plan.modulus().add(*x, re));
        }
        poly
    }
}
