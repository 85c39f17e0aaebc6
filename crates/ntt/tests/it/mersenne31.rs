//! The transforms over the Mersenne prime, against their definitions.

use papilio_field::Field;
use papilio_field::fields::{Complex31, Mersenne31};
use papilio_ntt::circle::{CirclePlan, FoldedPlan};
use papilio_ntt::naive;

/// Elements of one column, with all extremes.
fn column(n: usize, seed: u64) -> Vec<Mersenne31> {
    let word = |i: u64| if i.is_multiple_of(5) { (1 << 31) - 2 } else { (i + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20 };
    (0..n as u64).map(|i| Mersenne31::from_u64(word(i))).collect()
}

fn matrix(columns: &[Vec<Mersenne31>]) -> Vec<Mersenne31> {
    (0..columns[0].len()).flat_map(|row| columns.iter().map(move |column| column[row])).collect()
}

const WIDTHS: [usize; 6] = [1, 2, 3, 7, 16, 33];

#[test]
fn the_circle_transform() {
    for (log, width) in (1..=9).flat_map(|log| WIDTHS.map(|width| (log, width))) {
        let columns: Vec<_> = (0..width).map(|c| column(1 << log, c as u64)).collect();
        let values: Vec<_> = columns.iter().map(|column| naive::circle(column)).collect();
        let plan = CirclePlan::new(log, width).expect("a plan");
        let input = matrix(&columns);
        let mut a = input.clone();
        plan.forward(&mut a);
        assert_eq!(a, matrix(&values), "2^{log} x {width}");
        plan.inverse(&mut a);
        assert_eq!(a, input);
    }
    assert!(CirclePlan::new(0, 1).is_none() && CirclePlan::new(25, 1).is_none() && CirclePlan::new(3, 0).is_none());
}

#[test]
fn the_folded_transform() {
    for (log, width) in (2..=9).flat_map(|log| WIDTHS.map(|width| (log, width))) {
        let columns: Vec<_> = (0..width).map(|c| column(1 << log, c as u64)).collect();
        let planes = |z: Vec<Complex31>| z.iter().map(|z| z.re).chain(z.iter().map(|z| z.im)).collect::<Vec<_>>();
        let values: Vec<_> = columns.iter().map(|column| planes(naive::complex31(column))).collect();
        let plan = FoldedPlan::new(log, width).expect("a plan");
        let input = matrix(&columns);
        let mut a = input.clone();
        plan.forward(&mut a);
        assert_eq!(a, matrix(&values), "2^{log} x {width}");
        plan.inverse(&mut a);
        assert_eq!(a, input);
    }
    assert!(FoldedPlan::new(1, 1).is_none() && FoldedPlan::new(26, 1).is_none() && FoldedPlan::new(3, 0).is_none());
}

#[test]
fn folded_products_are_negacyclic() {
    let n = 64;
    let (a, b) = (column(n, 3), column(n, 8));
    let mut expected = vec![Mersenne31::ZERO; n];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let at = (i + j) % n;
            expected[at] = if i + j < n { expected[at] + x * y } else { expected[at] - x * y };
        }
    }
    let plan = FoldedPlan::new(6, 1).expect("a plan");
    let (mut a, mut b) = (a, b);
    plan.forward(&mut a);
    plan.forward(&mut b);
    FoldedPlan::multiply(&mut a, &b);
    plan.inverse(&mut a);
    assert_eq!(a, expected);
}

#[test]
fn long_transforms_return() {
    for log in [12, 15] {
        let input = column(1 << log, 1);
        let (circle, folded) = (CirclePlan::new(log, 1).expect("a plan"), FoldedPlan::new(log, 1).expect("a plan"));
        println!("{}\n{}", circle.words().explain(), folded.explain());
        let mut a = input.clone();
        circle.forward(&mut a);
        circle.inverse(&mut a);
        assert_eq!(a, input);
        folded.forward(&mut a);
        folded.inverse(&mut a);
        assert_eq!(a, input);
    }
}
