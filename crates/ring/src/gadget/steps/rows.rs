//! Steps modulo one prime.

use super::factors::StepFactors;
use super::step::{GiantStep, Step};
use crate::bivariate::TILE;
use crate::gadget::Gadget;
use crate::gadget::decomposition::Cut;
use crate::gadget::matrix::GadgetMatrix;
use crate::{Automorphism, AutomorphismForm, Evaluation, Poly, PooledVec};

/// The residues modulo one prime that are worked with.
pub(super) struct Rows {
    /// The digits of the polynomial that is switched, but those that lie elsewhere.
    digits: PooledVec,
    /// Baby steps: the first part of all and then the second.
    babies: PooledVec,
    /// Inner sums: the first part of all and then the second.
    inner: PooledVec,
    /// Both sums of products with a key.
    pair: [PooledVec; 2],
    moved: PooledVec,
    /// Words from one row to the next.
    words: usize,
}

impl Rows {
    pub(super) fn new(gadget: &Gadget, [babies, giants]: [usize; 2], digits: usize) -> Self {
        let (words, row) = (gadget.row_words(), || PooledVec::unspecified(gadget.basis.degree()));
        let [babies, inner] = [babies, giants].map(|count| PooledVec::unspecified(2 * count * words));
        Self { digits: PooledVec::unspecified(digits), babies, inner, pair: [row(), row()], moved: row(), words }
    }

    /// All baby steps of a pair, times `P`.
    pub(super) fn baby_steps(
        &mut self,
        gadget: &Gadget,
        prime: usize,
        cut: &Cut<'_>,
        x: &[Poly<Evaluation>; 2],
        babies: &[Option<Step<'_, GadgetMatrix>>],
    ) {
        let own = |part: usize| prime.checked_sub(gadget.special).map(|i| x[part].limb(i));
        let any = babies.iter().any(Option::is_some);
        let digits = if any { cut.rows(prime, &mut self.digits) } else { Vec::new() };
        let (first, second) = self.babies.split_at_mut(babies.len() * self.words);
        let rows = first.chunks_exact_mut(self.words).zip(second.chunks_exact_mut(self.words));
        for (baby, (first, second)) in babies.iter().zip(rows) {
            let to = [first, second].map(|row| &mut row[..gadget.basis.degree()]);
            let Some(step) = baby else {
                to.into_iter().zip([own(0), own(1)]).for_each(|(to, from)| gadget.times_special(prime, from, to));
                continue;
            };
            let [first, second] = &mut self.pair;
            gadget.products(prime, step.key, &digits, [first, second], [own(0), None]);
            for (from, to) in self.pair.iter().zip(to) {
                Evaluation::apply_limb(step.automorphism, &gadget.basis.plans()[prime], from, to);
            }
        }
    }

    /// All inner sums, a tile after the other: baby steps stay in a cache from one giant step to
    /// the next, and factors for both parts.
    pub(super) fn inner_sums(&mut self, gadget: &Gadget, prime: usize, giants: &[GiantStep<'_, GadgetMatrix, StepFactors>]) {
        let (plan, words) = (&gadget.basis.plans()[prime], self.words);
        let babies = self.babies.len() / 2;
        let (first, second) = self.inner.split_at_mut(giants.len() * words);
        let mut pairs = Vec::new();
        for tile in 0..gadget.basis.degree() / TILE {
            for (i, giant) in giants.iter().enumerate() {
                let factors = giant.factors.tile(prime, tile, giant.first..giant.first + giant.babies.len());
                for (part, inner) in [&mut *first, &mut *second].into_iter().enumerate() {
                    let row = |&baby: &usize| &self.babies[part * babies + baby * words + tile * TILE..][..TILE];
                    pairs.clear();
                    pairs.extend(giant.babies.iter().map(row).zip(factors.chunks_exact(TILE)));
                    let sum = &mut inner[i * words + tile * TILE..][..TILE];
                    sum.fill(0);
                    plan.kernel().multiply_accumulate_tile(plan.modulus(), sum, &pairs);
                }
            }
        }
    }

    /// A part of an inner sum.
    fn inner(&self, gadget: &Gadget, giant: usize, part: usize) -> &[u64] {
        &self.inner[part * (self.inner.len() / 2) + giant * self.words..][..gadget.basis.degree()]
    }

    /// Adds an inner sum to both sums.
    pub(super) fn add_inner(&self, gadget: &Gadget, prime: usize, giant: usize, sums: [&mut [u64]; 2]) {
        let plan = &gadget.basis.plans()[prime];
        for (part, sum) in sums.into_iter().enumerate() {
            plan.kernel().add(plan.modulus(), sum, self.inner(gadget, giant, part));
        }
    }

    /// Adds the first part of an inner sum, moved, and takes the second to coefficient form.
    pub(super) fn move_inner(
        &mut self,
        gadget: &Gadget,
        prime: usize,
        (giant, by): (usize, &Automorphism),
        sum: &mut [u64],
        mask: &mut [u64],
    ) {
        let plan = &gadget.basis.plans()[prime];
        plan.inverse_into(self.inner(gadget, giant, 1), mask);
        let from = &self.inner[giant * self.words..][..gadget.basis.degree()];
        Evaluation::apply_limb(by, plan, from, &mut self.moved);
        plan.kernel().add(plan.modulus(), sum, &self.moved);
    }

    /// Adds the products of digits with a key, moved.
    pub(super) fn switch(
        &mut self,
        gadget: &Gadget,
        prime: usize,
        cut: &Cut<'_>,
        step: Step<'_, GadgetMatrix>,
        sums: [&mut [u64]; 2],
    ) {
        let digits = cut.rows(prime, &mut self.digits);
        let (plan, [first, second]) = (&gadget.basis.plans()[prime], &mut self.pair);
        gadget.products(prime, step.key, &digits, [first, second], [None; 2]);
        for (from, sum) in self.pair.iter().zip(sums) {
            Evaluation::apply_limb(step.automorphism, plan, from, &mut self.moved);
            plan.kernel().add(plan.modulus(), sum, &self.moved);
        }
    }
}

impl Gadget {
    /// `P·x` modulo a prime, which is nothing modulo a special one.
    fn times_special(&self, prime: usize, x: Option<&[u64]>, to: &mut [u64]) {
        let Some(x) = x else { return to.fill(0) };
        let (m, kernel) = (self.basis.modulus(prime), self.basis.plans()[prime].kernel());
        kernel.linear_combination(m, to, None, &[(x, self.basis.product_mod(m, self.special, None))], m.value(), &[]);
    }
}
