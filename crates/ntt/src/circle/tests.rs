use super::*;
use crate::naive;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Add, Mul, Sub};

/// The tree of the module's documentation, breadth first.
fn tree<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>>(twiddles: &[T], values: &mut [T]) {
    let mut half = values.len() / 2;
    let mut first = 1;
    while half > 0 {
        for (block, &t) in values.chunks_exact_mut(2 * half).zip(&twiddles[first..]) {
            let (low, high) = block.split_at_mut(half);
            for (u, w) in low.iter_mut().zip(high) {
                let product = t * *w;
                (*u, *w) = (*u + product, *u - product);
            }
        }
        (half, first) = (half / 2, 2 * first);
    }
}

/// Its inverse but for the factor `n`.
fn tree_inverse<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>>(inverses: &[T], values: &mut [T]) {
    let mut half = 1;
    while half < values.len() {
        let first = values.len() / (2 * half);
        for (block, &t) in values.chunks_exact_mut(2 * half).zip(&inverses[first..]) {
            let (low, high) = block.split_at_mut(half);
            for (u, w) in low.iter_mut().zip(high) {
                (*u, *w) = (*u + *w, (*u - *w) * t);
            }
        }
        half *= 2;
    }
}

fn sequence(n: usize, seed: u64) -> Vec<Mersenne31> {
    let start = Mersenne31::from_u64(seed);
    core::iter::successors(Some(start), |&x| Some(x * x + start)).take(n).collect()
}

#[test]
fn the_circle_transform_is_a_tree() {
    for log in 1..=8 {
        let domain = CircleDomain::new(log).expect("in range");
        let coefficients = sequence(domain.size(), 1_234_567_890);
        let mut values = coefficients.clone();
        assert_eq!(domain.twiddles().len(), domain.size());
        tree(&domain.twiddles(), &mut values);
        assert_eq!(values, naive::circle(&coefficients), "2^{log}");
        tree_inverse(&domain.inverse_twiddles(), &mut values);
        let size = Mersenne31::from_u64(1 << log);
        assert_eq!(values, coefficients.iter().map(|&c| c * size).collect::<Vec<_>>(), "2^{log}");
    }
    assert!(CircleDomain::new(0).is_none() && CircleDomain::new(31).is_none());
}

#[test]
fn points_are_the_standard_position_coset() {
    for log in 1..=8 {
        let domain = CircleDomain::new(log).expect("in range");
        let points: Vec<_> = (0..domain.size()).map(|position| domain.point(position)).collect();
        for (position, &point) in points.iter().enumerate() {
            assert_eq!(point.norm(), Mersenne31::ONE);
            assert_eq!(point.pow(1 << log), -Complex31::ONE, "the order is 2n");
            assert_eq!(points[position ^ 1], point.conjugate(), "neighbors have the same x");
            assert!(!points[..position].contains(&point));
        }
        let generator = Complex31::new(Mersenne31::from_u64(2), Mersenne31::from_u64(1_268_011_823));
        assert_eq!(points[0], generator.pow(1 << (30 - log)));
    }
}

#[test]
fn the_last_domain_has_points_of_the_greatest_order() {
    let domain = CircleDomain::new(30).expect("in range");
    assert_eq!(domain.point(0).pow(1 << 30), -Complex31::ONE);
    assert_eq!(domain.point((1 << 30) - 1), domain.point((1 << 30) - 2).conjugate());
    assert_eq!(FoldedDomain::new(30).expect("in range").root().pow(1 << 29), Complex31::I);
}

#[test]
fn basis_functions_are_products_of_doublings() {
    let point = CircleDomain::new(5).expect("in range").point(11);
    let (x, y) = (point.re, point.im);
    let double = point * point;
    assert_eq!(CircleDomain::basis(0, point), Mersenne31::ONE);
    assert_eq!(CircleDomain::basis(1, point), y);
    assert_eq!(CircleDomain::basis(6, point), x * double.re);
    assert_eq!(CircleDomain::basis(0b10011, point), y * x * (double * double * double * double).re);
}

#[test]
fn the_folded_transform_is_a_tree() {
    for log in 1..=8 {
        let domain = FoldedDomain::new(log).expect("in range");
        assert_eq!(domain.root().pow(domain.size() as u64), Complex31::I);
        let a = sequence(2 * domain.size(), 987_654_321);
        let mut values = FoldedDomain::fold(&a);
        let twiddles = domain.twiddles();
        assert_eq!(twiddles.len(), domain.size());
        tree(&twiddles, &mut values);
        assert_eq!(values, naive::complex31(&a), "2^{log}");
        assert_eq!(naive::complex31_inverse(&values), a, "2^{log}");
        tree_inverse(&twiddles.iter().map(|t| t.conjugate()).collect::<Vec<_>>(), &mut values);
        let size = Mersenne31::from_u64(domain.size() as u64);
        assert_eq!(FoldedDomain::unfold(&values), a.iter().map(|&x| x * size).collect::<Vec<_>>(), "2^{log}");
    }
}

#[test]
fn products_of_folded_transforms_are_negacyclic() {
    for log in 1..=6 {
        let n = 1usize << log;
        let (a, b) = (sequence(n, 3_141_592), sequence(n, 2_147_483_640));
        let mut product = vec![Mersenne31::ZERO; n];
        for (j, &x) in a.iter().enumerate() {
            for (k, &y) in b.iter().enumerate() {
                let place = &mut product[(j + k) % n];
                *place = if j + k < n { *place + x * y } else { *place - x * y };
            }
        }
        let values: Vec<_> = naive::complex31(&a).into_iter().zip(naive::complex31(&b)).map(|(x, y)| x * y).collect();
        assert_eq!(naive::complex31_inverse(&values), product, "2^{log}");
    }
}

#[test]
fn tables_of_different_lengths_share_their_levels() {
    let folded = FoldedDomain::new(9).expect("in range").twiddles();
    let circle = CircleDomain::new(8).expect("in range").twiddles();
    assert!(circle[..128].iter().zip(&folded).all(|(x, z)| *x == z.re));
    let short = CircleDomain::new(5).expect("in range").twiddles();
    assert_eq!(short[..16], circle[..16]);
    assert_eq!(FoldedDomain::new(4).expect("in range").twiddles(), folded[..8]);
}
