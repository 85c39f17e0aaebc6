//! Sums of rotations times factors, in baby and giant steps, divided by `P` once at the end.
//!
//! `Σ_g σ_g(Σ_b f_{g,b}·σ_b(x))`: the products of the digits of `x` with the keys of baby steps
//! stay modulo `P·Q`, where they are multiplied by factors and added up. Only the second part of
//! an inner sum is divided by `P`, so that it can be cut again, and the switched giant steps are
//! added up modulo `P·Q` as well (*double hoisting*: J.-P. Bossuat, C. Mouchet, J.
//! Troncoso-Pastoriza and J.-P. Hubaux, ePrint 2020/1203, §4).
//!
//! One prime after the other: baby steps modulo one prime are all that is kept of them.

mod factors;
mod rows;
mod step;
#[cfg(test)]
mod tests;

pub use factors::StepFactors;
pub use step::{GiantStep, Step};

use super::decomposition::Cut;
use super::matrix::GadgetMatrix;
use super::rows::KeyRows;
use super::tables::Gadget;
use crate::{Coefficient, Evaluation, Form, Poly};
use rows::Rows;

/// Pairs of polynomials modulo `P·Q`.
pub(crate) type Pairs = Vec<[Poly<Evaluation>; 2]>;

impl Gadget {
    /// [`Gadget::step_sums`] on the CPU.
    pub(crate) fn sums_of_steps(
        &self,
        x: &[Poly<Evaluation>; 2],
        babies: &[Option<Step<'_, KeyRows>>],
        giants: &[GiantStep<'_, KeyRows, StepFactors>],
        (sums, at_once): (usize, usize),
    ) -> Pairs {
        let babies: Vec<_> = babies.iter().map(|baby| baby.map(whole)).collect();
        let giants: Vec<_> = giants.iter().map(GiantStep::whole).collect();
        let level = x[0].level();
        let zero = || Poly::zero(&self.basis, self.special + level);
        let mut pairs: Pairs = (0..sums).map(|_| [zero(), zero()]).collect();
        for giants in giants.chunks(at_once.max(1)) {
            let mut masks = self.inner_sums(x, &babies, giants, &mut pairs);
            for (giant, mask) in giants.iter().zip(&mut masks) {
                if let (Some(step), Some(mask)) = (giant.step, mask.take()) {
                    self.giant_step(&self.divided(&mask), step, &mut pairs[giant.sum]);
                }
            }
        }
        pairs
    }

    /// Adds the inner sums to theirs, but for the second part of those that are moved, which is
    /// returned in coefficient form.
    fn inner_sums(
        &self,
        x: &[Poly<Evaluation>; 2],
        babies: &[Option<Step<'_, GadgetMatrix>>],
        giants: &[GiantStep<'_, GadgetMatrix, StepFactors>],
        pairs: &mut Pairs,
    ) -> Vec<Option<Poly<Coefficient>>> {
        let level = x[0].level();
        let coefficients = x[1].to_coefficient(&self.moduli);
        let cut = Cut::new(self, &coefficients, Some(&x[1]));
        let mask = |giant: &GiantStep<'_, GadgetMatrix, StepFactors>| {
            giant.step.map(|_| Poly::unspecified(&self.basis, self.special + level))
        };
        let mut masks: Vec<Option<Poly<Coefficient>>> = giants.iter().map(mask).collect();
        let mut rows = Rows::new(self, [babies.len(), giants.len()], cut.words());
        for prime in 0..self.special + level {
            rows.baby_steps(self, prime, &cut, x, babies);
            rows.inner_sums(self, prime, giants);
            for (i, (giant, mask)) in giants.iter().zip(&mut masks).enumerate() {
                let sums = pairs[giant.sum].each_mut().map(|poly| limb_mut(poly, prime));
                match (giant.step, mask) {
                    (Some(step), Some(mask)) => {
                        rows.move_inner(self, prime, (i, step.automorphism), sums[0], limb_mut(mask, prime))
                    }
                    _ => rows.add_inner(self, prime, i, sums),
                }
            }
        }
        masks
    }

    /// `⌊x/P⌉` of a polynomial modulo `P·Q`, over the primes of `Q`.
    fn divided(&self, x: &Poly<Coefficient>) -> Poly<Coefficient> {
        let level = x.level() - self.special;
        let mut quotient = x.range(self.special..x.level());
        self.level(level).quotient.apply(&x.residues()[..self.special * x.degree()], quotient.split_limbs_mut(0).1);
        quotient
    }

    /// Adds the products of the digits of `c` with a key, moved.
    fn giant_step(&self, c: &Poly<Coefficient>, step: Step<'_, GadgetMatrix>, sums: &mut [Poly<Evaluation>; 2]) {
        let cut = Cut::new(self, c, None);
        let mut rows = Rows::new(self, [0, 0], cut.words());
        for prime in 0..self.special + c.level() {
            rows.switch(self, prime, &cut, step, sums.each_mut().map(|sum| limb_mut(sum, prime)));
        }
    }
}

impl<'a> GiantStep<'a, KeyRows, StepFactors> {
    /// The same giant step by a key in whole rows.
    fn whole(&self) -> GiantStep<'a, GadgetMatrix, StepFactors> {
        let &Self { step, sum, ref babies, factors, first } = self;
        GiantStep { step: step.map(whole), sum, babies: babies.clone(), factors, first }
    }
}

/// A step by a key in whole rows.
///
/// # Panics
/// If the rows are in blocks.
fn whole<'a>(Step { key, automorphism }: Step<'a, KeyRows>) -> Step<'a, GadgetMatrix> {
    match key {
        KeyRows::Whole(key) => Step { key, automorphism },
        KeyRows::Blocks(rows) => panic!("steps by a key in blocks of {} primes", rows.size()),
    }
}

/// A limb to be written.
fn limb_mut<S: Form>(poly: &mut Poly<S>, i: usize) -> &mut [u64] {
    let degree = poly.degree();
    &mut poly.split_limbs_mut(i).1[..degree]
}
