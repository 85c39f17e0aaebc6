//! Complex doubles: every kernel gives the bits of the scalar one, and that one is as near to the
//! exact results as is stated.

mod accuracy;
mod conversions;
mod torus;

use super::portable::Numbers;
use super::suite::Random;
use crate::complex::{ComplexMatrix, ComplexPlan, Digit};
use crate::kernel::complex::{ComplexKernel, KERNELS, kernel};
use crate::kernel::field_kernel::available;
use crate::naive;

/// Lanes of every width.
pub(super) static PORTABLE: [ComplexKernel; 4] = [
    kernel::<Numbers<1>>("one double", "tests", 8, false),
    kernel::<Numbers<2>>("two doubles", "tests", 8, false),
    kernel::<Numbers<4>>("four doubles", "tests", 4, true),
    kernel::<Numbers<8>>("eight doubles", "tests", 8, true),
];

/// The scalar kernel, which takes every length.
fn scalar(log: u32) -> ComplexPlan {
    ComplexPlan::over(KERNELS[KERNELS.len() - 1], log)
}

/// The plans of a length on all other kernels; portable lanes take long over long ones.
fn others(log: u32) -> impl Iterator<Item = ComplexPlan> {
    let portable = PORTABLE.iter().filter(move |_| log <= 12);
    let kernels = available(KERNELS).filter(|kernel| kernel.name != "scalar").chain(portable);
    kernels.filter(move |kernel| 1 << log >= kernel.transform.min_n()).map(move |kernel| ComplexPlan::over(kernel, log))
}

/// Numbers of either sign, of magnitudes from `2^(−scale)` to `2^scale`.
fn numbers(random: &mut Random, n: usize, scale: u64) -> Vec<f64> {
    let number = |random: &mut Random| {
        let fraction = random.word() as i64 as f64 / 2f64.powi(63);
        fraction * 2f64.powi((random.word() % (2 * scale + 1)) as i32 - scale as i32)
    };
    (0..n).map(|_| number(random)).collect()
}

fn bits(x: &[f64]) -> Vec<u64> {
    x.iter().map(|x| x.to_bits()).collect()
}

fn after(a: &[f64], change: impl FnOnce(&mut [f64])) -> Vec<f64> {
    let mut a = a.to_vec();
    change(&mut a);
    a
}

#[test]
fn transforms_have_the_same_bits_on_every_kernel() {
    for log in 1..=16 {
        let reference = scalar(log);
        let input = numbers(&mut Random::new(u64::from(log)), 2 << log, 40);
        let (values, back) = (after(&input, |a| reference.forward(a)), after(&input, |a| reference.inverse(a)));
        for plan in others(log) {
            assert_eq!(bits(&after(&input, |a| plan.forward(a))), bits(&values), "forward, {}", plan.explain());
            assert_eq!(bits(&after(&input, |a| plan.inverse(a))), bits(&back), "inverse, {}", plan.explain());
        }
    }
}

/// Shapes with groups of one, two and three columns, one vector and several, in both precisions.
#[test]
fn products_with_matrices_have_the_same_bits_on_every_kernel_and_are_those_of_polynomials() {
    for (log, rows, columns, count) in [(3, 1, 1, 1), (4, 3, 2, 2), (5, 2, 3, 1), (7, 5, 4, 3), (6, 2, 7, 2), (9, 8, 3, 8)] {
        let (reference, n) = (scalar(log), 1 << log);
        let mut random = Random::new(u64::from(log) + 300);
        let layout = reference.matrix_layout(rows, columns);
        // Multiples of a unit, so that both matrices are one.
        let unit = 2f64.powi(-7);
        let entry = |random: &mut Random| (0..2 * n).map(|_| f64::from(random.word() as i32) * unit).collect::<Vec<_>>();
        let entries: Vec<Vec<Vec<f64>>> = (0..rows).map(|_| (0..columns).map(|_| entry(&mut random)).collect()).collect();
        let (mut fixed, mut double) = (vec![0i32; layout.numbers()], vec![0f64; layout.numbers()]);
        for (row, entries) in entries.iter().enumerate() {
            for (column, values) in entries.iter().enumerate() {
                layout.write(&mut fixed, (row, column), values, |x| (x / unit) as i32);
                layout.write(&mut double, (row, column), values, |x| x);
            }
        }
        let stride = layout.stride();
        let vectors = numbers(&mut random, count * rows * stride, 9);
        let products = |plan: &ComplexPlan, matrix| {
            let mut products = vec![f64::NAN; count * columns * stride];
            plan.multiply_matrix(&layout, &vectors, matrix, &mut products);
            let values = products.chunks_exact(stride).flat_map(|product| &product[..2 * n]).copied();
            values.collect::<Vec<f64>>()
        };
        let expected = products(&reference, ComplexMatrix::Double(&double));
        let vector = |i: usize| vectors[i * rows * stride..].chunks(stride).map(|x| &x[..2 * n]).take(rows);
        for (at, found) in expected.chunks_exact(2 * n).enumerate() {
            let factors: Vec<_> = vector(at / columns).zip(&entries).map(|(x, row)| (x, &row[at % columns][..])).collect();
            let sum = after(&vec![0.0; 2 * n], |sum| reference.multiply_accumulate(sum, &factors));
            let greatest = sum.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
            assert!(found.iter().zip(&sum).all(|(x, y)| (x - y).abs() <= 1e-12 * greatest), "{rows} times {columns}");
        }
        for plan in core::iter::once(scalar(log)).chain(others(log)) {
            for matrix in [ComplexMatrix::Fixed { numbers: &fixed, unit }, ComplexMatrix::Double(&double)] {
                assert_eq!(bits(&products(&plan, matrix)), bits(&expected), "{rows} times {columns}, {}", plan.explain());
            }
        }
    }
}

#[test]
fn products_have_the_same_bits_on_every_kernel() {
    for log in 1..=9 {
        let reference = scalar(log);
        let mut random = Random::new(u64::from(log) + 100);
        let [a, b, c, d] = [0; 4].map(|_| numbers(&mut random, 2 << log, 20));
        let product = after(&a, |a| reference.multiply(a, &b));
        let factors = [(&a[..], &b[..]), (&c, &d), (&b, &d)];
        let sum = after(&c, |sum| reference.multiply_accumulate(sum, &factors));
        for plan in others(log) {
            assert_eq!(bits(&after(&a, |a| plan.multiply(a, &b))), bits(&product), "{}", plan.explain());
            let found = after(&c, |sum| plan.multiply_accumulate(sum, &factors));
            assert_eq!(bits(&found), bits(&sum), "{}", plan.explain());
        }
    }
}

/// Values at the leaves are those of the definition, and in natural order those at `ζ^(4k+1)`.
#[test]
fn values_are_in_the_order_of_the_definition() {
    for log in 1..=8 {
        let n = 1usize << log;
        let plan = scalar(log);
        for place in [0, 1, n - 1, n, 2 * n - 1] {
            let mut input = vec![0.0; 2 * n];
            input[place] = 1.0;
            let (values, defined) = (after(&input, |a| plan.forward(a)), naive::complex(&input));
            let far = values.iter().zip(&defined).any(|(x, y)| (x - y).abs() > 1e-14);
            assert!(!far, "2^{log}, coefficient {place}");
            let natural = after(&input, |a| plan.forward_natural(a));
            assert_eq!(bits(&after(&natural, |a| plan.reverse_order(a))), bits(&values));
            // X^j at ζ^(4k+1) turns by j(4k + 1)/4n, and i by another quarter.
            let turns = |k: usize| ((place % n) * (4 * k + 1) + if place < n { 0 } else { n }) % (4 * n);
            for k in [0, 1, n - 1] {
                let angle = turns(k) as f64 / (4 * n) as f64 * core::f64::consts::TAU;
                assert!((natural[k] - angle.cos()).abs() < 1e-13 && (natural[n + k] - angle.sin()).abs() < 1e-13);
            }
            let back = after(&natural, |a| plan.inverse_natural(a));
            assert!(back.iter().zip(&input).all(|(x, y)| (x - y).abs() < 1e-14), "2^{log}");
        }
    }
}

/// Coefficients of a negacyclic product.
fn negacyclic(a: &[i64], b: &[i64]) -> Vec<i64> {
    let n = a.len();
    let mut product = vec![0i64; n];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let term = x.wrapping_mul(*y);
            let at = &mut product[(i + j) % n];
            *at = if i + j < n { at.wrapping_add(term) } else { at.wrapping_sub(term) };
        }
    }
    product
}

/// Products whose bound on the error, `13.5·t·u·‖a‖·‖b‖ < 1/8`, is below a half are exact: all
/// coefficients at their greatest, and random ones.
#[test]
fn products_of_integers_are_exact() {
    for log in 1..=9 {
        let n = 2usize << log;
        let mut random = Random::new(u64::from(log) + 7);
        let bits = 23 - log;
        let greatest = (1i64 << bits) - 1;
        let mut below = || (0..n).map(|_| (random.word() >> (63 - bits)) as i64 - greatest - 1).collect::<Vec<_>>();
        let inputs = [
            (below(), below()),
            (vec![greatest; n], vec![-greatest; n]),
            ((0..n).map(|i| if i % 2 == 0 { greatest } else { -greatest }).collect(), vec![greatest; n]),
        ];
        for (a, b) in inputs {
            let expected = negacyclic(&a, &b);
            for plan in others(log).chain([scalar(log)]) {
                let (mut x, mut y, mut product) = (vec![0.0; n], vec![0.0; n], vec![0; n]);
                plan.forward_integers(&a, &mut x);
                plan.forward_integers(&b, &mut y);
                plan.multiply(&mut x, &y);
                plan.inverse_rounded(&mut x, &mut product);
                assert_eq!(product, expected, "{}", plan.explain());
            }
        }
    }
}

fn digit(offset: u64, shift: u32, bits: u32) -> Digit {
    Digit::new(offset, shift, bits).expect("a digit of a word")
}

#[test]
#[should_panic(expected = "are not the 16 rows of 2")]
fn buffers_of_another_length_are_refused() {
    scalar(4).forward(&mut [0.0; 31]);
}
