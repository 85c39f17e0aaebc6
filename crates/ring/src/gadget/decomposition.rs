//! Cutting a polynomial into digits.

use super::digit::Digit;
use super::{Gadget, GadgetForm};
use crate::{Coefficient, Evaluation, Poly, PooledVec, RnsBasis};

/// The digits of a polynomial modulo every prime, in evaluation form.
#[derive(Clone, Debug)]
pub struct Decomposition {
    pub(super) level: usize,
    /// For each prime, for each digit, `N` words and a gap.
    pub(super) rows: PooledVec,
}

impl Decomposition {
    /// The level of the polynomial.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }
}

/// A polynomial that is being cut.
pub(super) struct Cut<'a> {
    gadget: &'a Gadget,
    c: &'a Poly<Coefficient>,
    values: Option<&'a Poly<Evaluation>>,
    /// The rows that [`Digit::prepare`] makes of each digit.
    digits: Vec<PooledVec>,
}

impl<'a> Cut<'a> {
    pub(super) fn new(gadget: &'a Gadget, c: &'a Poly<Coefficient>, values: Option<&'a Poly<Evaluation>>) -> Self {
        let special = gadget.special;
        let degree = gadget.basis.degree();
        let digit = |digit: &Digit| {
            let from = &c.residues()[(digit.own.start - special) * degree..(digit.own.end - special) * degree];
            digit.prepare(&gadget.basis, from)
        };
        Self { gadget, c, values, digits: gadget.level(c.level()).digits.iter().map(digit).collect() }
    }

    /// All digits modulo one prime, in evaluation form.
    pub(super) fn rows(&self, prime: usize, out: &mut [u64]) {
        let Gadget { basis, special, .. } = self.gadget;
        let digits = &self.gadget.level(self.c.level()).digits;
        for ((digit, rows), out) in digits.iter().zip(&self.digits).zip(out.chunks_exact_mut(self.gadget.row_words())) {
            let (out, plan) = (&mut out[..basis.degree()], &basis.plans()[prime]);
            match (digit.own.contains(&prime), self.values) {
                (true, Some(values)) => out.copy_from_slice(values.limb(prime - special)),
                (true, None) => plan.forward_into(self.c.limb(prime - special), out),
                (false, _) => {
                    digit.residues(basis, prime, rows, out);
                    plan.forward(out);
                }
            }
        }
    }

    /// Words of the digits modulo one prime.
    pub(super) fn words(&self) -> usize {
        self.digits.len() * self.gadget.row_words()
    }
}

impl Gadget {
    /// The digits of a polynomial, for several keys.
    ///
    /// # Panics
    /// If the basis has no such level.
    #[must_use]
    pub fn decompose<S: GadgetForm>(&self, moduli: &RnsBasis, c: &Poly<S>) -> Decomposition {
        let (coefficients, values) = S::forms(moduli, c);
        let cut = Cut::new(self, &coefficients, values);
        let mut rows = PooledVec::unspecified(cut.words() * (self.special + c.level()));
        rows.chunks_exact_mut(cut.words()).enumerate().for_each(|(prime, out)| cut.rows(prime, out));
        Decomposition { level: c.level(), rows }
    }
}
