//! The automorphisms `X ↦ X^g` of the ring, in either form.

use crate::engine::place::{Cpu, Place};
use crate::{Coefficient, Evaluation, Form, Poly, RnsBasis};
use papilio_field::order::reversed;
use papilio_ntt::Plan;

/// Values of one block in evaluation form, which an automorphism moves together.
const BLOCK: usize = 8;

/// `X ↦ X^g` for an odd `g`, by tables.
///
/// In evaluation form place `i` holds the value at `ψ^(2·rev(i)+1)`, so the automorphism permutes
/// places. The eight places of a block differ in the three highest bits of `rev(i)`: their
/// exponents are `e + c·N/4`, which times `g` are the exponents of one block again. So whole blocks
/// move, each permuted inside in one of eight ways.
#[derive(Clone, Debug)]
pub struct Automorphism {
    exponent: usize,
    /// For every block of the result the block it comes from, times eight, plus how it is permuted.
    blocks: Vec<u32>,
    patterns: [[u8; BLOCK]; BLOCK],
}

impl Automorphism {
    /// The automorphism of an exponent, taken modulo `2N`.
    ///
    /// # Panics
    /// If the exponent is even, or the degree is not a power of two of at least eight.
    #[must_use]
    pub fn new(degree: usize, exponent: usize) -> Self {
        assert!(exponent % 2 == 1, "X to an even power {exponent} is no automorphism");
        assert!(degree.is_power_of_two() && degree >= BLOCK, "degree {degree}");
        let (log, exponent) = (degree.trailing_zeros(), exponent % (2 * degree));
        let inner = |i: usize| reversed(i, BLOCK.trailing_zeros());
        let pattern = |offset: usize| core::array::from_fn(|c| inner((offset + exponent * inner(c)) % BLOCK) as u8);
        let block = |b: usize| {
            let power = (2 * reversed(b * BLOCK, log) + 1) * exponent % (2 * degree) / 2;
            // The three highest bits of the reversed place are the place in the block.
            let (offset, low) = (power / (degree / BLOCK), power % (degree / BLOCK));
            (reversed(low, log) + offset) as u32
        };
        Self { exponent, blocks: (0..degree / BLOCK).map(block).collect(), patterns: core::array::from_fn(pattern) }
    }

    /// `g`, below `2N`.
    #[must_use]
    pub fn exponent(&self) -> usize {
        self.exponent
    }

    /// The automorphism that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self::new(self.degree(), self.inverse_exponent())
    }

    /// `g^(−1)` modulo a power of two of at least `2N`: an odd `g` inverts itself modulo 8, and
    /// each step doubles the bits.
    fn inverse_exponent(&self) -> usize {
        let g = self.exponent;
        (0..5).fold(g, |h, _| h.wrapping_mul(2usize.wrapping_sub(g.wrapping_mul(h)))) % (2 * self.degree())
    }

    /// `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.blocks.len() * BLOCK
    }

    /// The image of a polynomial of either form.
    ///
    /// # Panics
    /// If the degrees differ.
    #[must_use]
    pub fn apply<S: AutomorphismForm, E: AutomorphismEngine>(&self, basis: &RnsBasis, poly: &Poly<S, E>) -> Poly<S, E> {
        assert_eq!([basis.degree(), poly.degree()], [self.degree(); 2], "an automorphism of another degree");
        E::automorphism(self, basis, poly)
    }
}

/// The operation of [`Automorphism`], of a polynomial of its degree.
pub trait AutomorphismEngine: Place {
    /// [`Automorphism::apply`]
    fn automorphism<S: AutomorphismForm>(by: &Automorphism, basis: &RnsBasis, a: &Poly<S, Self>) -> Poly<S, Self>;
}

impl AutomorphismEngine for Cpu {
    fn automorphism<S: AutomorphismForm>(by: &Automorphism, basis: &RnsBasis, a: &Poly<S>) -> Poly<S> {
        let mut image = a.unspecified_like();
        for (i, (out, plan)) in image.limbs_mut().zip(basis.plans()).enumerate() {
            S::apply_limb(by, plan, a.limb(i), out);
        }
        image
    }
}

/// Forms that automorphisms act on: both.
pub trait AutomorphismForm: Form {
    /// The image of the residues modulo the prime of a plan.
    #[doc(hidden)]
    fn apply_limb(automorphism: &Automorphism, plan: &Plan, from: &[u64], to: &mut [u64]);
}

impl AutomorphismForm for Evaluation {
    fn apply_limb(automorphism: &Automorphism, plan: &Plan, from: &[u64], to: &mut [u64]) {
        plan.kernel().automorphism_values(from, to, &automorphism.blocks, &automorphism.patterns);
    }
}

impl AutomorphismForm for Coefficient {
    fn apply_limb(automorphism: &Automorphism, plan: &Plan, from: &[u64], to: &mut [u64]) {
        plan.kernel().automorphism(plan.modulus(), from, to, automorphism.inverse_exponent());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_forms_agree_and_compose(log in 3u32..9, g in 0usize..1 << 9, h in 0usize..1 << 9, words in proptest::collection::vec(any::<u64>(), 1..64)) {
            let n = 1 << log;
            let basis = RnsBasis::new(n, &RnsBasis::choose_moduli(n, &[30, 50], 0).expect("primes")).expect("basis");
            let mut poly = Poly::<Coefficient>::zero(&basis, 2);
            for (limb, m) in poly.limbs_mut().zip(basis.moduli(2)) {
                limb.iter_mut().zip(words.iter().cycle()).for_each(|(x, &w)| *x = m.reduce(w));
            }
            let [g, h] = [g, h].map(|x| Automorphism::new(n, 2 * x + 1));
            let image = g.apply(&basis, &poly);
            prop_assert_eq!(g.apply(&basis, &poly.clone().into_evaluation(&basis)), image.clone().into_evaluation(&basis));
            let both = Automorphism::new(n, g.exponent() * h.exponent());
            prop_assert_eq!(h.apply(&basis, &image), both.apply(&basis, &poly));
            prop_assert_eq!(Automorphism::new(n, 1).apply(&basis, &poly), poly);
        }
    }
}
