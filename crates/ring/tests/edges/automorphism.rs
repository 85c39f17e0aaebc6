//! Automorphisms as a group that acts on polynomials.

use super::word;
use papilio_ring::{Automorphism, Coefficient, Poly, RnsBasis};

fn basis(n: usize) -> RnsBasis {
    RnsBasis::new(n, &RnsBasis::choose_moduli(n, &[30, 50, 61], 0).expect("primes")).expect("a basis")
}

/// Residues at random, and those at the ends of the interval.
fn poly(basis: &RnsBasis, seed: u64) -> Poly<Coefficient> {
    let mut poly = Poly::zero(basis, basis.limbs());
    for (limb, m) in poly.limbs_mut().zip(basis.moduli(basis.limbs())) {
        limb.iter_mut().enumerate().for_each(|(i, x)| *x = m.reduce(word(i, seed)));
        (limb[0], limb[1]) = (0, m.value() - 1);
    }
    poly
}

/// Every exponent of the least degrees, by `X^i ↦ X^(i·g)` with `X^N = −1`.
#[test]
fn images_are_those_of_the_definition() {
    for n in [8, 16, 64] {
        let basis = basis(n);
        let poly = poly(&basis, 1);
        for exponent in (1..2 * n).step_by(2) {
            let g = Automorphism::new(n, exponent);
            assert_eq!((g.exponent(), g.degree()), (exponent, n));
            let mut expected = Poly::zero(&basis, basis.limbs());
            for ((to, from), m) in expected.limbs_mut().zip((0..).map(|i| poly.limb(i))).zip(basis.moduli(3)) {
                for (i, &x) in from.iter().enumerate() {
                    let power = i * exponent % (2 * n);
                    to[power % n] = if power < n { x } else { m.neg(x) };
                }
            }
            assert_eq!(g.apply(&basis, &poly), expected, "degree {n}, exponent {exponent}");
            let values = g.apply(&basis, &poly.to_evaluation(&basis));
            assert_eq!(values, expected.into_evaluation(&basis), "values, degree {n}, exponent {exponent}");
        }
    }
}

#[test]
fn inverses_undo_and_exponents_are_taken_modulo_twice_the_degree() {
    for n in [8, 32, 1 << 12] {
        let basis = basis(n);
        let poly = poly(&basis, 2);
        for exponent in [1, 3, 5, n - 1, n + 1, 2 * n - 3, 2 * n - 1] {
            let g = Automorphism::new(n, exponent);
            let inverse = g.inverse();
            assert_eq!(g.exponent() * inverse.exponent() % (2 * n), 1, "{exponent} modulo {}", 2 * n);
            assert_eq!(inverse.apply(&basis, &g.apply(&basis, &poly)), poly, "degree {n}, exponent {exponent}");
            let same = Automorphism::new(n, exponent + 2 * n);
            assert_eq!((same.exponent(), same.apply(&basis, &poly)), (exponent, g.apply(&basis, &poly)));
        }
    }
}

/// The image of a polynomial of a lower level has that level.
#[test]
fn levels_are_kept() {
    let basis = basis(16);
    let mut low = poly(&basis, 3);
    let g = Automorphism::new(16, 5);
    let mut whole = g.apply(&basis, &low);
    low.truncate(2);
    whole.truncate(2);
    assert_eq!(g.apply(&basis, &low), whole);
}

#[test]
#[should_panic(expected = "X to an even power 6 is no automorphism")]
fn even_exponents_are_refused() {
    drop(Automorphism::new(16, 6));
}

#[test]
#[should_panic(expected = "degree 4")]
fn degrees_below_a_block_are_refused() {
    drop(Automorphism::new(4, 3));
}

#[test]
#[should_panic(expected = "degree 24")]
fn degrees_that_are_no_powers_of_two_are_refused() {
    drop(Automorphism::new(24, 3));
}

#[test]
#[should_panic(expected = "an automorphism of another degree")]
fn polynomials_of_another_degree_are_refused() {
    drop(Automorphism::new(16, 3).apply(&basis(8), &poly(&basis(8), 1)));
}
