//! Quotients are the nearest integers, at the ends of the interval and of what rounds to each.

use super::super::tests::{gadget, product, residue};
use crate::sample::ShortPoly;
use crate::{Coefficient, Evaluation, Poly};
use chacha20::ChaCha20Rng;
use num_bigint::BigInt;
use rand_core::SeedableRng;

/// `⌊x/d⌉`, of two the greater.
fn nearest(x: &BigInt, d: &BigInt) -> BigInt {
    let doubled: BigInt = 2 * x + d;
    let d: BigInt = 2 * d;
    // Division rounds to zero.
    let floor = ((&doubled % &d) + &d) % &d;
    (doubled - floor) / d
}

/// Multiples of `d` within `±bound` and what lies around them: a part of `1/margin` of `d` from
/// where the next integer is nearer.
fn edges(d: &BigInt, bound: &BigInt, margin: u64) -> Vec<BigInt> {
    let most: BigInt = bound / d - 1;
    let middle: BigInt = &most / 3;
    let near: BigInt = d / 2 - d / margin - 1;
    let far: BigInt = d / 2 + d / margin + 1;
    let multiples = [BigInt::from(0), BigInt::from(1), BigInt::from(2), middle, most].into_iter();
    let offsets = [BigInt::from(0), BigInt::from(1), near, far];
    let all = multiples.flat_map(|k| offsets.clone().map(|r| &k * d + r)).collect::<Vec<_>>();
    all.into_iter().flat_map(|x| [-&x, x]).collect()
}

/// All quotients of a gadget whose primes have these bits, the special ones last.
fn quotients(bits: &[u32], special: usize, margin: u64) {
    let (moduli, gadget) = gadget(bits, special);
    let basis = gadget.basis();
    for level in 1..=moduli.limbs() {
        for dropped in 0..level {
            let primes: Vec<BigInt> = basis.moduli(special + level).map(|m| BigInt::from(m.value())).collect();
            let p: BigInt = primes[..special].iter().product();
            let q: BigInt = primes[special + level - dropped..].iter().product();
            let bound: BigInt = primes.iter().product::<BigInt>() / 2;
            let integers = edges(&(&p * &q), &bound, margin);
            let mut x = Poly::<Coefficient>::zero(basis, special + level);
            for (limb, m) in x.limbs_mut().zip(basis.moduli(special + level)) {
                limb.iter_mut().zip(integers.iter().cycle()).for_each(|(x, integer)| *x = residue(integer, m.value()));
            }
            let x: Poly<Evaluation> = x.into_evaluation(basis);
            let found = gadget.quotient_dropping(&x, dropped).into_coefficient(&moduli);
            assert_eq!(found.level(), level - dropped);
            let together = basis.moduli(special + level).skip(special + level - dropped).all(|m| m.bits() >= 30);
            let last = &primes[special + level - dropped..];
            let nearest = |integer: &BigInt| match together {
                true => nearest(integer, &(&p * &q)),
                false => last.iter().rev().fold(nearest(integer, &p), |x, q| nearest(&x, q)),
            };
            for (i, m) in moduli.moduli(level - dropped).enumerate() {
                for (place, integer) in integers.iter().enumerate() {
                    let (found, expected) = (found.limb(i)[place], residue(&nearest(integer), m.value()));
                    assert_eq!(found, expected, "{integer}/P/q of {bits:?}, level {level}, {dropped} dropped");
                }
            }
        }
    }
}

#[test]
fn quotients_are_the_nearest_integers() {
    quotients(&[50, 49, 50], 1, 1 << 20);
    quotients(&[60, 61, 60, 59], 1, 1 << 20);
    quotients(&[40, 30, 50, 35, 50, 50], 2, 1 << 20);
    quotients(&[45, 50, 40, 50, 50, 50], 3, 1 << 20);
}

/// A short polynomial is in the quotient as if it had been added before, whichever primes there
/// are.
#[test]
fn short_polynomials_are_added_before_the_division() {
    let mut rng = ChaCha20Rng::from_seed([5; 32]);
    for (bits, special) in [(&[50, 49, 50][..], 1), (&[60, 61, 60, 59], 1), (&[40, 30, 50, 35, 50, 50], 2)] {
        let (moduli, gadget) = gadget(bits, special);
        let basis = gadget.basis();
        for level in 1..=moduli.limbs() {
            let small = ShortPoly::ternary(basis.degree(), &mut rng).to_evaluation(basis, special + level);
            let mut x = ShortPoly::error(basis.degree(), &mut rng).to_evaluation(basis, special + level);
            for _ in 0..40 {
                x.mul_assign(basis, &small);
                x.add_assign(basis, &small);
            }
            let e = ShortPoly::error(basis.degree(), &mut rng);
            let mut sum = x.clone();
            sum.add_assign(basis, &e.to_evaluation(basis, special + level));
            let found = gadget.quotient_of_sum(&x, e);
            assert!(found.is_secret() && found == gadget.quotient_dropping(&sum, 0), "{bits:?}, level {level}");
        }
    }
}

#[test]
fn small_primes_are_divided_away_one_after_the_other() {
    quotients(&[50, 25, 20, 50], 1, 1 << 10);
}

#[test]
fn the_edges_reach_both_ends() {
    let (d, bound) = (BigInt::from(1000), BigInt::from(10_500));
    let edges = edges(&d, &bound, 100);
    assert!(edges.contains(&BigInt::from(9511)) && edges.contains(&BigInt::from(-9489)));
    assert_eq!(
        [9511, 9489, -9489, -9511, 500, -500].map(|x| nearest(&BigInt::from(x), &d)),
        [10, 9, -9, -10, 1, 0].map(BigInt::from)
    );
    assert_eq!(product(&gadget(&[50, 49, 50], 1).0).bits(), 99);
}
