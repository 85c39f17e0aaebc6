//! Words of the torus on every kernel, beside their definitions.

use super::{Random, others, scalar};
use crate::complex::{Torus, TorusWord};

fn kernels() -> impl Iterator<Item = (String, Torus)> {
    others(6).chain([scalar(6)]).map(|plan| (plan.explain(), plan.torus()))
}

#[test]
fn rotations_are_products_with_powers() {
    for n in [1, 2, 7, 64, 100] {
        let mut random = Random::new(n as u64);
        let polynomial: Vec<u64> = (0..n).map(|i| if i % 3 == 0 { u64::MAX } else { random.word() }).collect();
        for exponent in (0..2 * n).filter(|e| n < 10 || [0, 1, 9, n - 1, n, n + 1, 2 * n - 1].contains(e)) {
            let mut expected: Vec<u64> = polynomial.iter().map(|x| x.wrapping_neg()).collect();
            for (i, &x) in polynomial.iter().enumerate() {
                let at = (i + exponent) % (2 * n);
                let term = if at < n { x } else { x.wrapping_neg() };
                expected[at % n] = expected[at % n].wrapping_add(term);
            }
            for (name, torus) in kernels() {
                let mut difference = vec![1; n];
                torus.rotate_difference(&polynomial, exponent, &mut difference);
                assert_eq!(difference, expected, "X^{exponent}, {n} words, {name}");
            }
        }
    }
}

#[test]
fn sums_are_modulo_the_word() {
    let mut random = Random::new(5);
    let sum: Vec<u64> = (0..77).map(|i| if i % 3 == 0 { u64::MAX } else { random.word() }).collect();
    let terms: Vec<i64> = (0..77).map(|i| if i % 5 == 0 { [i64::MIN, 1][i % 2] } else { random.word() as i64 }).collect();
    let expected: Vec<u64> = sum.iter().zip(&terms).map(|(x, y)| (i128::from(*x) + i128::from(*y)) as u64).collect();
    for (name, torus) in kernels() {
        let mut found = sum.clone();
        torus.add(&mut found, &terms);
        assert_eq!(found, expected, "{name}");
    }
}

/// Whole tiles and rests, whole groups of rows and rests; what is asked for may be there or not.
fn products<W: TorusWord + core::fmt::Debug + PartialEq + TryFrom<u64> + Into<u64>>(bits: u32) {
    let mask = u64::MAX >> (u64::BITS - bits);
    let word = |x: u64| W::try_from(x & mask).ok().expect("a word");
    for (rows, len) in [(0, 3), (1, 1), (3, 32), (7, 40), (8, 31), (8, 32), (8, 33), (16, 64), (19, 96), (9, 100), (5, 0)] {
        let mut random = Random::new((rows * 1000 + len) as u64);
        let mut words = |n: usize| (0..n).map(|i| if i % 7 == 0 { mask } else { random.word() & mask }).collect::<Vec<_>>();
        let (result, factors, matrix) = (words(len), words(rows), words(rows * len));
        let term =
            |at: usize| (0..rows).map(|row| factors[row].wrapping_mul(matrix[row * len + at])).fold(0, u64::wrapping_add);
        let expected: Vec<W> = (0..len).map(|at| word(result[at].wrapping_sub(term(at)))).collect();
        let of = |words: &[u64]| words.iter().map(|&x| word(x)).collect::<Vec<W>>();
        for (name, torus) in kernels() {
            for ahead in [0, 1, rows * len / 2, rows * len].map(|ahead| ahead.min(rows * len)) {
                let mut found = of(&result);
                torus.subtract_products(&mut found, &of(&factors), &of(&matrix), &of(&matrix)[..ahead]);
                assert_eq!(found, expected, "{rows} rows of {len}, {name}");
            }
        }
    }
}

#[test]
fn products_of_rows_are_subtracted() {
    products::<u16>(16);
    products::<u32>(32);
}

#[test]
#[should_panic(expected = "X^16 for a polynomial of 8 words")]
fn exponents_are_below_the_order() {
    scalar(3).torus().rotate_difference(&[0; 8], 16, &mut [0; 8]);
}

#[test]
#[should_panic(expected = "a difference of 9 words for a polynomial of 8")]
fn differences_are_as_long_as_polynomials() {
    scalar(3).torus().rotate_difference(&[0; 8], 1, &mut [0; 9]);
}

#[test]
#[should_panic(expected = "7 terms for 8 sums")]
fn terms_are_as_many_as_sums() {
    scalar(3).torus().add(&mut [0; 8], &[0; 7]);
}

#[test]
#[should_panic(expected = "15 words are not 2 rows of 8")]
fn rows_are_as_many_as_factors() {
    scalar(3).torus().subtract_products(&mut [0u16; 8], &[1, 2], &[0; 15], &[]);
}
