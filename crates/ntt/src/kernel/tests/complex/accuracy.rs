//! Distances from exact results, beside the bounds of [`crate::complex`].

use super::{after, numbers, scalar};
use crate::double_double::Complex;
use crate::kernel::tests::suite::Random;
use crate::naive;
use papilio_field::order::reversed;

/// The unit of rounding.
const U: f64 = f64::EPSILON / 2.0;

/// The twiddles of every node, in twice the precision.
fn twiddles(log: u32) -> Vec<Complex> {
    let level =
        |depth: u32| (0..1 << depth).map(move |b| Complex::of_turn((1 + 4 * reversed(b, depth) as u64) << (61 - depth)));
    core::iter::once(Complex::new(1.0, 0.0)).chain((0..log).flat_map(level)).collect()
}

fn fold(a: &[f64]) -> Vec<Complex> {
    let (re, im) = a.split_at(a.len() / 2);
    re.iter().zip(im).map(|(&re, &im)| Complex::new(re, im)).collect()
}

/// The transform by its tree.
fn forward(twiddles: &[Complex], values: &mut [Complex]) {
    let (mut half, mut first) = (values.len() / 2, 1);
    while half > 0 {
        for (block, &w) in values.chunks_exact_mut(2 * half).zip(&twiddles[first..]) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                let product = w * *y;
                (*x, *y) = (*x + product, *x - product);
            }
        }
        (half, first) = (half / 2, 2 * first);
    }
}

/// The inverse, but for the factor `n`.
fn inverse(twiddles: &[Complex], values: &mut [Complex]) {
    let mut half = 1;
    while half < values.len() {
        let first = values.len() / (2 * half);
        for (block, &w) in values.chunks_exact_mut(2 * half).zip(&twiddles[first..]) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, (*x - *y) * w.conjugate());
            }
        }
        half *= 2;
    }
}

/// Random numbers, numbers of greatly different magnitude, constants, alternating signs, and
/// spikes.
fn inputs(n: usize, seed: u64) -> Vec<(&'static str, Vec<f64>)> {
    let mut random = Random::new(seed);
    let spike = |place: usize| {
        let mut a = vec![0.0; n];
        a[place] = 1.0 / 3.0;
        a
    };
    vec![
        ("random", numbers(&mut random, n, 0)),
        ("magnitudes", numbers(&mut random, n, 100)),
        ("constant", vec![0.1; n]),
        ("alternating", (0..n).map(|i| if i % 2 == 0 { 0.7 } else { -0.7 }).collect()),
        ("first", spike(0)),
        ("second", spike(1)),
        ("last", spike(n - 1)),
        ("one great", (0..n).map(|i| if i == n / 3 { 1e200 } else { 1e-200 }).collect()),
    ]
}

/// The relative distance in the norm `l2`, and the greatest distance in units of `Σ|a_j|·scale`.
fn distances(found: &[f64], exact: &[Complex], a: &[f64], scale: f64) -> [f64; 2] {
    let (re, im) = found.split_at(exact.len());
    let greatest = exact.iter().fold(0.0f64, |max, x| max.max(x.re.high.abs()).max(x.im.high.abs()));
    let (mut error, mut norm, mut most) = (0.0, 0.0, 0.0f64);
    for ((re, im), exact) in re.iter().zip(im).zip(exact) {
        let of = |found: f64, exact: crate::double_double::DoubleDouble| (found - exact.high - exact.low) / greatest;
        let square = of(*re, exact.re).powi(2) + of(*im, exact.im).powi(2);
        error += square;
        norm += (exact.re.high / greatest).powi(2) + (exact.im.high / greatest).powi(2);
        most = most.max(square.sqrt() * greatest);
    }
    let (re, im) = a.split_at(exact.len());
    let sum: f64 = re.iter().zip(im).map(|(re, im)| re.hypot(*im)).sum();
    [(error / norm).sqrt(), most / (sum * scale)]
}

/// The bound of [`crate::complex`].
fn bound(log: u32) -> f64 {
    5.0 * f64::from(log) * U
}

#[test]
fn errors_are_within_their_bounds() {
    for log in 1..=16 {
        let (n, table, plan) = (1usize << log, twiddles(log), scalar(log));
        for (name, a) in inputs(2 * n, u64::from(log)) {
            let mut exact = fold(&a);
            forward(&table, &mut exact);
            let [l2, most] = distances(&after(&a, |a| plan.forward(a)), &exact, &a, 1.0);
            let mut exact = fold(&a);
            inverse(&table, &mut exact);
            let scaled: Vec<f64> = after(&a, |a| plan.inverse(a)).into_iter().map(|x| x * n as f64).collect();
            let [back, most_back] = distances(&scaled, &exact, &a, 1.0);
            let worst = l2.max(back).max(most).max(most_back);
            assert!(worst < bound(log), "2^{log}, {name}: {worst:e} beyond {:e}", bound(log));
            if name == "random" {
                let root = f64::from(log).sqrt() * U;
                println!("2^{log}: {:.2} and {:.2} of √t·u, {:.3} of the bound", l2 / root, back / root, worst / bound(log));
            }
        }
    }
}

/// The tree in twice the precision has the values of the definition.
#[test]
fn the_tree_is_the_definition() {
    for log in 0..=8 {
        let a = numbers(&mut Random::new(9), 2 << log, 3);
        let mut exact = fold(&a);
        forward(&twiddles(log), &mut exact);
        let defined = naive::complex(&a);
        let (re, im) = defined.split_at(1 << log);
        for ((re, im), exact) in re.iter().zip(im).zip(exact) {
            assert!((re - exact.re.high).abs() <= 1e-15 * re.abs().max(1e-9), "2^{log}: {re} and {exact:?}");
            assert!((im - exact.im.high).abs() <= 1e-15 * im.abs().max(1e-9), "2^{log}: {im} and {exact:?}");
        }
    }
}
