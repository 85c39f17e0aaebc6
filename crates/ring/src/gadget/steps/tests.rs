//! Sums of steps are those of their definition, put together from operations on whole polynomials.

use super::*;
use crate::gadget::GadgetMatrix;
use crate::gadget::tests::{digits, gadget};
use crate::{Automorphism, RnsBasis};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Uniform residues.
fn random<S: crate::Form>(basis: &RnsBasis, level: usize, rng: &mut ChaCha20Rng) -> Poly<S> {
    let mut poly = Poly::zero(basis, level);
    for (limb, m) in poly.limbs_mut().zip(basis.moduli(level)) {
        limb.iter_mut().for_each(|x| *x = rng.next_u64() % m.value());
    }
    poly
}

/// A key with the halves of its digits.
struct Key {
    halves: Vec<[Poly<Evaluation>; 2]>,
    rows: KeyRows,
    automorphism: Automorphism,
}

impl Key {
    fn new(gadget: &Gadget, exponent: usize, rng: &mut ChaCha20Rng) -> Self {
        let (basis, mut matrix) = (gadget.basis(), GadgetMatrix::unspecified(gadget));
        let halves: Vec<_> = (0..matrix.digits()).map(|_| [(); 2].map(|()| random(basis, basis.limbs(), rng))).collect();
        halves.iter().enumerate().for_each(|(digit, [a, b])| matrix.set(digit, [a, b]));
        Self { halves, rows: KeyRows::Whole(matrix), automorphism: Automorphism::new(basis.degree(), exponent) }
    }

    fn step(&self) -> Step<'_, KeyRows> {
        Step { key: &self.rows, automorphism: &self.automorphism }
    }

    /// `σ(start + Σ digits·halves)` modulo `P·Q`.
    fn apply(&self, gadget: &Gadget, c: &Poly<Coefficient>, start: &Poly<Evaluation>) -> [Poly<Evaluation>; 2] {
        let (basis, limbs) = (gadget.basis(), start.level());
        let mut sums = [start.clone(), Poly::zero(basis, limbs)];
        for (digit, halves) in digits(gadget, c).into_iter().zip(&self.halves) {
            let digit = digit.into_evaluation(basis);
            for (sum, half) in sums.iter_mut().zip(halves) {
                sum.multiply_accumulate(basis, &[(&digit, half)]);
            }
        }
        sums.map(|sum| self.automorphism.apply(basis, &sum))
    }
}

/// `P·x` modulo `P·Q`.
fn lifted(gadget: &Gadget, x: &Poly<Evaluation>) -> Poly<Evaluation> {
    let (basis, special) = (gadget.basis(), gadget.special());
    let mut lifted = Poly::zero(basis, special + x.level());
    for (i, (limb, m)) in lifted.limbs_mut().zip(basis.moduli(special + x.level())).enumerate().skip(special) {
        limb.copy_from_slice(x.limb(i - special));
        limb.iter_mut().for_each(|x| *x = m.mul(*x, basis.product_mod(m, special, None)));
    }
    lifted
}

/// A giant step, its sum, and its baby steps with their factors.
type Giant<'a> = (Option<&'a Key>, usize, Vec<(usize, &'a Poly<Evaluation>)>);

/// The pairs of all sums, step after step.
fn definition(
    (moduli, gadget): (&RnsBasis, &Gadget),
    x: &[Poly<Evaluation>; 2],
    babies: &[Option<&Key>],
    giants: &[Giant<'_>],
    sums: usize,
) -> Vec<[Poly<Evaluation>; 2]> {
    let (basis, limbs) = (gadget.basis(), gadget.special() + x[0].level());
    let zero = || [(); 2].map(|()| Poly::zero(basis, limbs));
    let coefficients = x[1].to_coefficient(moduli);
    let babies: Vec<_> = babies
        .iter()
        .map(|baby| match baby {
            None => [lifted(gadget, &x[0]), lifted(gadget, &x[1])],
            Some(key) => key.apply(gadget, &coefficients, &lifted(gadget, &x[0])),
        })
        .collect();
    let mut pairs: Vec<_> = (0..sums).map(|_| zero()).collect();
    for (key, sum, terms) in giants {
        let mut inner = zero();
        for (half, sum) in inner.iter_mut().enumerate() {
            terms.iter().for_each(|(baby, factor)| sum.multiply_accumulate(basis, &[(&babies[*baby][half], factor)]));
        }
        if let Some(key) = key {
            let mask = gadget.quotient_dropping(&inner[1], 0).into_coefficient(moduli);
            inner = key.apply(gadget, &mask, &inner[0]);
        }
        pairs[*sum].iter_mut().zip(&inner).for_each(|(pair, inner)| pair.add_assign(basis, inner));
    }
    pairs
}

fn sums_are_those_of_the_definition(bits: &[u32], special: usize, seed: u64) {
    let (moduli, gadget) = gadget(bits, special);
    let (basis, mut rng) = (gadget.basis(), ChaCha20Rng::seed_from_u64(seed));
    let keys: Vec<Key> = [3, 9, 27, 2 * basis.degree() - 1].map(|g| Key::new(&gadget, g, &mut rng)).into_iter().collect();
    let factors: Vec<Poly<Evaluation>> = (0..7).map(|_| random(basis, basis.limbs(), &mut rng)).collect();
    for level in [1, special, moduli.limbs()] {
        let x = [(); 2].map(|()| random(&moduli, level, &mut rng));
        let babies = [None, Some(&keys[0]), Some(&keys[3])];
        let of = |pairs: &[(usize, usize)]| pairs.iter().map(|&(baby, f)| (baby, &factors[f])).collect::<Vec<_>>();
        let giants = [
            (Some(&keys[1]), 1, of(&[(0, 0), (2, 1)])),
            (None, 0, of(&[(0, 2), (1, 3)])),
            (Some(&keys[2]), 1, of(&[(1, 4)])),
            (Some(&keys[1]), 0, of(&[(2, 5), (1, 6), (0, 0)])),
            (None, 1, of(&[])),
        ];
        let expected = definition((&moduli, &gadget), &x, &babies, &giants, 3);
        let steps = babies.map(|baby| baby.map(Key::step));
        let count = giants.iter().map(|(_, _, terms)| terms.len()).sum();
        let (mut places, mut next) = (StepFactors::unspecified(&gadget, level, count), 0);
        for (_, factor) in giants.iter().flat_map(|(_, _, terms)| terms) {
            places.set(next, factor);
            next += 1;
        }
        next = 0;
        let giants = giants.iter().map(|(key, sum, terms)| {
            let (babies, first) = (terms.iter().map(|(baby, _)| *baby).collect(), next);
            next += terms.len();
            GiantStep { step: key.map(Key::step), sum: *sum, babies, factors: &places, first }
        });
        let giants: Vec<_> = giants.collect();
        for at_once in [1, 2, usize::MAX] {
            let found = gadget.step_sums(&x, &steps, &giants, (3, at_once));
            assert!(found == expected, "{bits:?}, {special} special, level {level}, {at_once} at once");
        }
    }
}

#[test]
fn sums_of_steps() {
    sums_are_those_of_the_definition(&[50, 49, 50, 50], 1, 1);
    sums_are_those_of_the_definition(&[50, 45, 50, 40, 50, 50], 2, 2);
    sums_are_those_of_the_definition(&[60, 58, 60], 1, 3);
}
