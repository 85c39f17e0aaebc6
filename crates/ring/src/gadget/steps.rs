//! Sums of rotations times factors, in baby and giant steps, divided by `P` once at the end.
//!
//! `Σ_g σ_g(Σ_b f_{g,b}·σ_b(x))`: the products of the digits of `x` with the keys of baby steps
//! stay modulo `P·Q`, where they are multiplied by factors and added up. Only the second part of
//! an inner sum is divided by `P`, so that it can be cut again, and the switched giant steps are
//! added up modulo `P·Q` as well (*double hoisting*: J.-P. Bossuat, C. Mouchet, J. Troncoso-Pastoriza
//! and J.-P. Hubaux, ePrint 2020/1203, §4).
//!
//! One prime after the other: baby steps modulo one prime are all that is kept of them.

use super::decomposition::Cut;
use super::matrix::TILE;
use super::{Gadget, GadgetMatrix};
use crate::{Automorphism, AutomorphismForm, Coefficient, Evaluation, Poly, PooledVec, RnsBasis};

/// A step: the key whose products are then moved by the automorphism.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The key, from `s` to `σ^(−1)(s)`.
    pub key: &'a GadgetMatrix,
    /// `σ`.
    pub automorphism: &'a Automorphism,
}

/// An inner sum `Σ_b f_b·σ_b(x)` and the giant step that it is moved by.
#[derive(Clone, Debug)]
pub struct GiantStep<'a> {
    /// The step; none for the identity.
    pub step: Option<Step<'a>>,
    /// The number of the sum that it is added to.
    pub sum: usize,
    /// Numbers of baby steps, each with its factor modulo the special primes and at least as many
    /// of the others as `x` has.
    pub terms: Vec<(usize, &'a Poly<Evaluation>)>,
}

/// Pairs of polynomials modulo `P·Q`.
type Pairs = Vec<[Poly<Evaluation>; 2]>;

impl Gadget {
    /// For each of so many sums, `P` times the sum of its giant steps of the pair `x`, modulo
    /// `P·Q`: over [`Self::basis`], the special primes first. Baby steps that are none are the
    /// identity. Of giant steps so many are made at once, of which a polynomial modulo `P·Q` is kept
    /// each; baby steps are made anew for the others.
    ///
    /// Noise, over `P`: that of a key for each baby step, times the factors, and for each giant step
    /// that of a key and the rounding of a second part.
    ///
    /// # Panics
    /// If polynomials, keys or automorphisms are of other primes or degrees, or there is no such
    /// baby step or sum.
    #[must_use]
    pub fn step_sums(
        &self,
        moduli: &RnsBasis,
        x: &[Poly<Evaluation>; 2],
        babies: &[Option<Step<'_>>],
        giants: &[GiantStep<'_>],
        (sums, at_once): (usize, usize),
    ) -> Pairs {
        let level = x[0].level();
        let zero = || Poly::zero(&self.basis, self.special + level);
        let mut pairs: Pairs = (0..sums).map(|_| [zero(), zero()]).collect();
        for giants in giants.chunks(at_once.max(1)) {
            let mut masks = self.inner_sums(moduli, x, babies, giants, &mut pairs);
            for (giant, mask) in giants.iter().zip(&mut masks) {
                if let (Some(step), Some(mask)) = (&giant.step, mask.take()) {
                    self.giant_step(&self.divided(&mask), *step, &mut pairs[giant.sum]);
                }
            }
        }
        pairs
    }

    /// Adds the inner sums to theirs, but for the second part of those that are moved, which is
    /// returned in coefficient form.
    fn inner_sums(
        &self,
        moduli: &RnsBasis,
        x: &[Poly<Evaluation>; 2],
        babies: &[Option<Step<'_>>],
        giants: &[GiantStep<'_>],
        pairs: &mut Pairs,
    ) -> Vec<Option<Poly<Coefficient>>> {
        let level = x[0].level();
        let coefficients = x[1].to_coefficient(moduli);
        let cut = Cut::new(self, &coefficients, Some(&x[1]));
        let mask = |giant: &GiantStep<'_>| giant.step.map(|_| Poly::unspecified(&self.basis, self.special + level));
        let mut masks: Vec<Option<Poly<Coefficient>>> = giants.iter().map(mask).collect();
        let mut rows = Rows::new(self, babies.len(), cut.words());
        for prime in 0..self.special + level {
            rows.baby_steps(self, prime, &cut, x, babies);
            for (giant, mask) in giants.iter().zip(&mut masks) {
                let sums = pairs[giant.sum].each_mut().map(|poly| limb_mut(poly, prime));
                rows.giant_step(self, prime, giant, sums, mask.as_mut().map(|mask| limb_mut(mask, prime)));
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
    fn giant_step(&self, c: &Poly<Coefficient>, step: Step<'_>, sums: &mut [Poly<Evaluation>; 2]) {
        let cut = Cut::new(self, c, None);
        let mut rows = Rows::new(self, 0, cut.words());
        for prime in 0..self.special + c.level() {
            cut.rows(prime, &mut rows.digits);
            let [first, second] = &mut rows.pair;
            self.products(prime, step.key, &rows.digits, [first, second], [None; 2]);
            for half in 0..2 {
                rows.add_moved(self, prime, half, step.automorphism, limb_mut(&mut sums[half], prime));
            }
        }
    }
}

/// The residues modulo one prime that are worked with.
struct Rows {
    /// The digits of the polynomial that is switched.
    digits: PooledVec,
    /// Baby steps, the first part of all and then the second.
    babies: PooledVec,
    /// Both sums of products with a key, or of one giant step.
    pair: [PooledVec; 2],
    moved: PooledVec,
}

impl Rows {
    fn new(gadget: &Gadget, babies: usize, digits: usize) -> Self {
        let row = || PooledVec::unspecified(gadget.basis.degree());
        Self {
            digits: PooledVec::unspecified(digits),
            babies: PooledVec::unspecified(2 * babies * gadget.row_words()),
            pair: [row(), row()],
            moved: row(),
        }
    }

    /// All baby steps of a pair modulo a prime, times `P`.
    fn baby_steps(
        &mut self,
        gadget: &Gadget,
        prime: usize,
        cut: &Cut<'_>,
        x: &[Poly<Evaluation>; 2],
        babies: &[Option<Step<'_>>],
    ) {
        let own = |part: usize| prime.checked_sub(gadget.special).map(|i| x[part].limb(i));
        if babies.iter().any(Option::is_some) {
            cut.rows(prime, &mut self.digits);
        }
        let words = gadget.row_words();
        let (first, second) = self.babies.split_at_mut(babies.len() * words);
        for ((baby, first), second) in babies.iter().zip(first.chunks_exact_mut(words)).zip(second.chunks_exact_mut(words)) {
            let to = [first, second].map(|row| &mut row[..gadget.basis.degree()]);
            let Some(step) = baby else {
                to.into_iter().zip([own(0), own(1)]).for_each(|(to, from)| gadget.times_special(prime, from, to));
                continue;
            };
            let [first, second] = &mut self.pair;
            gadget.products(prime, step.key, &self.digits, [first, second], [own(0), None]);
            let plan = &gadget.basis.plans()[prime];
            for (from, to) in self.pair.iter().zip(to) {
                Evaluation::apply_limb(step.automorphism, plan, from, to);
            }
        }
    }

    /// An inner sum modulo a prime: added to both sums, or, if it is moved, its first part to the
    /// first, and the second to be cut.
    fn giant_step(
        &mut self,
        gadget: &Gadget,
        prime: usize,
        giant: &GiantStep<'_>,
        sums: [&mut [u64]; 2],
        mask: Option<&mut [u64]>,
    ) {
        let [first, second] = sums;
        let (Some(step), Some(mask)) = (&giant.step, mask) else {
            self.accumulate(gadget, prime, 0, giant, first);
            return self.accumulate(gadget, prime, 1, giant, second);
        };
        let mut inner = core::mem::replace(&mut self.pair[0], PooledVec::unspecified(0));
        inner.fill(0);
        self.accumulate(gadget, prime, 0, giant, &mut inner);
        self.pair[0] = inner;
        self.add_moved(gadget, prime, 0, step.automorphism, first);
        mask.fill(0);
        self.accumulate(gadget, prime, 1, giant, mask);
        gadget.basis.plans()[prime].inverse(mask);
    }

    /// Adds up the products of the baby steps, of one part of them, with their factors, a tile after
    /// the other.
    fn accumulate(&self, gadget: &Gadget, prime: usize, part: usize, giant: &GiantStep<'_>, sum: &mut [u64]) {
        let plan = &gadget.basis.plans()[prime];
        let (words, babies) = (gadget.row_words(), self.babies.len() / 2 / gadget.row_words());
        let row = |baby: usize| &self.babies[(part * babies + baby) * words..][..gadget.basis.degree()];
        let rows: Vec<_> = giant.terms.iter().map(|&(baby, factor)| (row(baby), factor.limb(prime))).collect();
        let mut pairs = Vec::with_capacity(rows.len());
        for (tile, sum) in sum.chunks_exact_mut(TILE).enumerate() {
            pairs.clear();
            pairs.extend(rows.iter().map(|(a, b)| (&a[tile * TILE..][..TILE], &b[tile * TILE..][..TILE])));
            plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
        }
    }

    /// Adds one of the pair, moved.
    fn add_moved(&mut self, gadget: &Gadget, prime: usize, half: usize, by: &Automorphism, sum: &mut [u64]) {
        let plan = &gadget.basis.plans()[prime];
        Evaluation::apply_limb(by, plan, &self.pair[half], &mut self.moved);
        plan.kernel().add(plan.modulus(), sum, &self.moved);
    }
}

impl Gadget {
    /// `P·x` modulo a prime, which is nothing modulo a special one.
    fn times_special(&self, prime: usize, x: Option<&[u64]>, to: &mut [u64]) {
        let Some(x) = x else { return to.fill(0) };
        let plan = &self.basis.plans()[prime];
        to.copy_from_slice(x);
        plan.kernel().scale(plan.modulus(), to, self.basis.product_mod(plan.modulus(), self.special, None));
    }
}

/// A limb to be written.
fn limb_mut<S: crate::Form>(poly: &mut Poly<S>, i: usize) -> &mut [u64] {
    let degree = poly.degree();
    &mut poly.split_limbs_mut(i).1[..degree]
}

#[cfg(test)]
mod tests;
