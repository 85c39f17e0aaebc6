//! The table of plans, and what all sets of powers find for small degrees.

use super::search::{search, within};
use super::support::Support;
use super::*;
use std::fmt::Write as _;

fn plan(basis: Basis, powers: impl IntoIterator<Item = usize>) -> Plan {
    Plan::new(&random(basis, powers, &mut rng(1)))
}

/// Products at the least depth, by degree: from 1, and then from powers of two on.
const PRODUCTS: &str = "\
0
1 2
2 3 4 5
4 5 6 6 6 7 7 8
8 8 8 8 9 9 9 10 10 10 11 11 11 12 12 13
12 12 12 12 12 13 13 13 13 13 13 14 14 14 14 14 14 14 15 15 15 15 15 15 15 16 16 16 16 17 17 18
17 17 17 17 17 17 17 17 18 18 18 18 18 18 18 19 19 19 19 19 19 19 20 20 20 20 20 20 20 21 21 21 \
21 21 21 21 22 22 22 22 22 22 22 23 23 23 23 23 23 23 24 24 24 24 24 24 24 25 25 25 25 26 26 27
";

#[test]
fn table_of_dense_polynomials() {
    for basis in BASES {
        let mut table = String::new();
        for degree in 1..=127usize {
            let plan = plan(basis, 0..=degree);
            assert_eq!(plan.depth(), (usize::BITS - degree.leading_zeros()) as usize, "{plan}");
            let end = if (degree + 1).is_power_of_two() { '\n' } else { ' ' };
            write!(table, "{}{end}", plan.products()).expect("memory");
        }
        assert_eq!(table, PRODUCTS, "{basis}");
    }
}

#[test]
fn products_are_fewer_than_those_of_all_powers_and_grow_as_the_root() {
    for (degree, products) in PRODUCTS.split_whitespace().enumerate().map(|(i, text)| (i + 1, text.parse::<usize>())) {
        let products = products.expect("a number");
        // A linear combination of all powers takes one product less than the degree, and its depth
        // is ⌈log2 d⌉ + 1, never less.
        assert!(products < degree && products.pow(2) <= 6 * degree, "{products} for degree {degree}");
    }
}

#[test]
fn a_level_more_saves_products() {
    let dense = |degree| random(Basis::Chebyshev, 0..=degree, &mut rng(1));
    for (degree, least, more) in [(3, 2, 2), (7, 5, 4), (15, 8, 7), (31, 13, 11), (63, 18, 16), (127, 27, 24)] {
        let polynomial = dense(degree);
        let plan = Plan::new(&polynomial);
        let deeper = Plan::within(&polynomial, plan.depth() + 1).expect("deeper");
        let any = Plan::within(&polynomial, usize::MAX).expect("deeper");
        assert_eq!((plan.products(), deeper.products(), any.products()), (least, more, more), "{deeper}");
        assert!(deeper.depth() <= plan.depth() + 1 && any.depth() == deeper.depth());
    }
}

/// The fewest products over all sets of powers below the degree.
fn exhaustive(basis: Basis, support: &Support, depth: usize) -> usize {
    let degree = support.degree();
    let sets = (0..1usize << (degree - 1)).map(|set| (2..=degree).filter(move |power| set >> (power - 2) & 1 == 1));
    let plans = sets.filter_map(|set| within(basis, set.chain([1]).collect(), support, depth));
    plans.map(|(steps, shape)| steps.len() + shape.products()).min().expect("a plan")
}

#[test]
fn no_set_of_powers_has_fewer_products() {
    for basis in BASES {
        for degree in 1..=11usize {
            let least = (usize::BITS - degree.leading_zeros()) as usize;
            for powers in [(0..=degree).collect::<Support>(), (0..=degree).rev().step_by(2).collect()] {
                for depth in [least, least + 1] {
                    let (steps, shape) = search(basis, &powers, depth).expect("a plan");
                    let found = steps.len() + shape.products();
                    assert_eq!(found, exhaustive(basis, &powers, depth), "{basis}, {powers:?}, depth {depth}");
                }
            }
        }
    }
}

#[test]
fn odd_and_even_polynomials_take_odd_and_even_powers() {
    for basis in BASES {
        for (degree, odd, even) in [(3, 2, 1), (7, 5, 3), (15, 8, 6), (31, 12, 9), (63, 17, 14)] {
            let plans = [1, 0].map(|first| plan(basis, (first..=degree).step_by(2)));
            assert_eq!(plans.each_ref().map(Plan::products), [odd, even], "{} and {}", plans[0], plans[1]);
            // An even one of degree 2^m − 2 has the depth of the odd one of 2^m − 1.
            assert!(plans.iter().all(|plan| plan.depth() == (degree + 1usize).ilog2() as usize));
            assert!(plans[1].steps().iter().all(|step| step.power.is_multiple_of(2)), "{}", plans[1]);
        }
    }
}

#[test]
fn plans_are_printed() {
    let text = plan(Basis::Chebyshev, 0..=5).to_string();
    assert_eq!(text, "degree 5: depth 3, 3 products, 2 combinations: T2 = T1·T1, T3 = T2·T1, [T2 T1 T0]·T3 + [T2 T1 T0]");
    let text = plan(Basis::Power, [0]).to_string();
    assert_eq!(text, "degree 0: depth 0, 0 products, 0 combinations: *");
}
