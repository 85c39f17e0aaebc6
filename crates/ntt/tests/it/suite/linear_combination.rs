//! Sums of vectors times constants, against words of 128 bits.

use super::super::subject::Kernel;
use super::super::subject::kernel::Divisor;
use super::{Random, below};
use papilio_field::Modulus;

/// No vectors, parts of one, whole ones, groups of them, and all together.
const LENGTHS: [usize; 8] = [0, 1, 7, 8, 31, 32, 33, 77];

fn modulo(sum: impl Iterator<Item = u128>, q: u64) -> u64 {
    (sum.map(|x| x % u128::from(q)).sum::<u128>() % u128::from(q)) as u64
}

pub(crate) fn sums_conform(kernel: &Kernel) {
    for edge in [2, 13, 30, 49, 50, 51, 60, 62] {
        let modulus = below(edge, 2).and_then(Modulus::new).expect("a prime");
        let q = modulus.value();
        let mut random = Random::new(q);
        for bits in [30, 49, 50, 51, 52, 61, 62] {
            let bound = 1u64 << bits;
            if !kernel.supports_linear_combination(&modulus, bound) {
                continue;
            }
            for (n, count) in LENGTHS.iter().flat_map(|&n| [0, 1, 2, 3, 15, 16, 17, 70].map(|count| (n, count))) {
                let full = vec![(vec![bound - 1; n], q - 1); count];
                let mixed: Vec<_> = (0..count).map(|_| (random.below(bound, n), random.word() % q)).collect();
                for vectors in [full, mixed] {
                    let terms: Vec<_> = vectors.iter().map(|(a, c)| (a.as_slice(), *c)).collect();
                    for accumulate_scale in [None, Some(q - 1), Some(q / 3)] {
                        let word = if accumulate_scale.is_some() { bound - 1 } else { u64::MAX };
                        let mut out = vec![word; n];
                        kernel.linear_combination(&modulus, &mut out, accumulate_scale, &terms, bound, &[&[7; 3]]);
                        let first = accumulate_scale.map(|c| u128::from(word) * u128::from(c));
                        let products = |i: usize| terms.iter().map(move |(a, c)| u128::from(a[i]) * u128::from(*c));
                        let expected: Vec<_> = (0..n).map(|i| modulo(products(i).chain(first), q)).collect();
                        assert_eq!(
                            out,
                            expected,
                            "{}: {accumulate_scale:?}, {count} terms below 2^{bits} modulo {q}, {n}",
                            kernel.name()
                        );
                    }
                }
            }
        }
    }
}

pub(crate) fn whole_parts_conform(kernel: &Kernel) {
    let mut random = Random::new(1);
    let bits = kernel.fraction_bits();
    for (n, count, s) in
        LENGTHS.iter().flat_map(|&n| [(n, 0, 1), (n, 1, bits - 1), (n, 3, 40), (n, 5, 8), (n, 3, 32), (n, 60, 33)])
    {
        // Values below 2^40 times fractions below 2^−40, or less where a word has no room: each
        // adds less than one.
        let vectors: Vec<_> =
            (0..count).map(|_| (random.below(1 << 40, n), random.word() >> (64 - (bits + s - 40).min(bits - 8)))).collect();
        let whole_parts = check_whole_parts(kernel, &vectors, s, n);
        let is_above_zero = n >= 8 && count > 1 && s < 40;
        assert!(!is_above_zero || whole_parts.iter().any(|&x| x > 0), "{count} terms, shift {s}: all whole parts are zero");
    }
    // Sums just below, at and just above a half.
    for (n, s) in LENGTHS.iter().flat_map(|&n| [(n, 8), (n, 32)]) {
        let near_half = (0..n).map(|i| (1 << 39) - 1 + i as u64 % 3).collect();
        let vectors = [(near_half, 1 << (bits + s - 40)), (random.below(1 << 40, n), 0)];
        let whole_parts = check_whole_parts(kernel, &vectors, s, n);
        assert!(whole_parts.iter().enumerate().all(|(i, &x)| x == u64::from(i % 3 > 0)), "shift {s}: a half is rounded up");
    }
}

/// Compares the whole parts of the sums of `vectors`, each with its fraction, and returns them.
fn check_whole_parts(kernel: &Kernel, vectors: &[(Vec<u64>, u64)], s: u32, n: usize) -> Vec<u64> {
    let terms: Vec<_> = vectors.iter().map(|(a, r)| (a.as_slice(), *r)).collect();
    let mut out = vec![u64::MAX; n];
    kernel.whole_parts(&mut out, &terms, s);
    let bits = kernel.fraction_bits();
    let at = |i: usize| {
        let products = || terms.iter().map(|(a, r)| u128::from(a[i]) * u128::from(*r));
        let sums = [products().map(|product| product >> bits).sum::<u128>(), products().sum::<u128>() >> bits];
        sums.map(|sum| ((sum + (1 << (s - 1))) >> s) as u64)
    };
    let of_sum = usize::from(!kernel.rounds_each_fraction());
    let expected: Vec<_> = (0..n).map(|i| at(i)[of_sum]).collect();
    assert_eq!(out, expected, "{}: {} terms, shift {s}, length {n}", kernel.name(), terms.len());
    out
}

pub(crate) fn quotients_conform(kernel: &Kernel) {
    for (edge, divisor_edge) in [(2, 50), (13, 30), (30, 50), (50, 50), (50, 49), (51, 50), (60, 62), (62, 61)] {
        let modulus = below(edge, 2).and_then(Modulus::new).expect("a prime");
        let q = modulus.value();
        let value = (1..1u64 << divisor_edge).rev().step_by(2).find(|d| d % q != 0).expect("a divisor that has an inverse");
        let inverse = modulus.inverse(modulus.reduce(value));
        let by = Divisor { value, inverse };
        let mut random = Random::new(q);
        if !kernel.divides(&modulus, value) {
            continue;
        }
        for n in LENGTHS {
            let edges = [0, 1, value / 2, value / 2 + 1, value - 1];
            let x: Vec<_> = edges.into_iter().chain(random.below(value, n)).take(n).collect();
            let plus = random.below(q, n);
            for (word, plus) in [(0, None), (q - 1, None), (q / 2, Some(&*plus)), (q - 1, Some(&*plus))] {
                let mut out = vec![word; n];
                kernel.divide(&modulus, &mut out, &x, by, plus);
                for (i, &out) in out.iter().enumerate() {
                    let residue = i128::from(x[i]) - if x[i] > value / 2 { i128::from(value) } else { 0 };
                    let difference = (i128::from(word) - residue).rem_euclid(i128::from(q)) as u64;
                    let expected = modulus.add(modulus.mul(difference, inverse), plus.map_or(0, |plus| plus[i]));
                    assert_eq!(out, expected, "{}: {word} − {} over {value} modulo {q}", kernel.name(), x[i]);
                }
            }
        }
    }
}
