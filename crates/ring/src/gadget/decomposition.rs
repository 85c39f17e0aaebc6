//! Cutting a polynomial into digits.

use super::digit::Digit;
use super::{Gadget, GadgetForm, KeySwitchEngine};
use crate::engine::place::Cpu;
use crate::{Coefficient, Evaluation, Poly, PooledVec};

/// The digits of a polynomial modulo every prime, in evaluation form.
#[derive(Clone, Debug)]
pub struct Decomposition<E: KeySwitchEngine = Cpu> {
    pub(super) level: usize,
    pub(super) digits: E::Digits,
}

impl<E: KeySwitchEngine> Decomposition<E> {
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

    /// All digits modulo one prime, in evaluation form: those that are values of the polynomial
    /// where they lie, and the others in a buffer.
    pub(super) fn rows<'b>(&'b self, prime: usize, buffer: &'b mut [u64]) -> Vec<&'b [u64]> {
        let digits = self.digits().zip(buffer.chunks_exact_mut(self.gadget.row_words()));
        let row = |(digit, out): (_, &'b mut [u64])| {
            self.values_of(digit, prime).unwrap_or_else(|| {
                let out = &mut out[..self.gadget.basis.degree()];
                self.transform(digit, prime, out);
                out
            })
        };
        digits.map(row).collect()
    }

    /// Writes all digits modulo one prime, in evaluation form.
    fn write(&self, prime: usize, to: &mut [u64]) {
        for (digit, out) in self.digits().zip(to.chunks_exact_mut(self.gadget.row_words())) {
            let out = &mut out[..self.gadget.basis.degree()];
            match self.values_of(digit, prime) {
                Some(values) => out.copy_from_slice(values),
                None => self.transform(digit, prime, out),
            }
        }
    }

    /// The digits, and what was prepared of each.
    fn digits(&self) -> impl Iterator<Item = (&Digit, &PooledVec)> {
        self.gadget.level(self.c.level()).digits.iter().zip(&self.digits)
    }

    /// A digit modulo one of its own primes, where the values of the polynomial are at hand.
    fn values_of(&self, (digit, _): (&Digit, &PooledVec), prime: usize) -> Option<&'a [u64]> {
        let values = self.values.filter(|_| digit.own.contains(&prime))?;
        Some(values.limb(prime - self.gadget.special))
    }

    /// The transform of a digit modulo a prime.
    fn transform(&self, (digit, prepared): (&Digit, &PooledVec), prime: usize, out: &mut [u64]) {
        let Gadget { basis, special, .. } = self.gadget;
        let plan = &basis.plans()[prime];
        if digit.own.contains(&prime) {
            return plan.forward_into(self.c.limb(prime - special), out);
        }
        digit.residues(basis, prime, prepared, out);
        plan.forward(out);
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
    /// If the gadget has no such level, or another degree.
    #[must_use]
    pub fn decompose<S: GadgetForm, E: KeySwitchEngine>(&self, c: &Poly<S, E>) -> Decomposition<E> {
        self.check(c, [None; 2]);
        Decomposition { level: c.level(), digits: E::decompose(self, c) }
    }

    /// [`Self::decompose`] on the CPU.
    pub(crate) fn digits_of<S: GadgetForm>(&self, c: &Poly<S>) -> PooledVec {
        let (coefficients, values) = S::forms(&self.moduli, c);
        let cut = Cut::new(self, &coefficients, values);
        let mut rows = PooledVec::unspecified(cut.words() * (self.special + c.level()));
        rows.chunks_exact_mut(cut.words()).enumerate().for_each(|(prime, out)| cut.write(prime, out));
        rows
    }
}
