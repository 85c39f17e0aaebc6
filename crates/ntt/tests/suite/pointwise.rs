//! The pointwise operations of a row, against arithmetic in 128 bits.

use super::super::subject::{Kernel, Modulus};
use super::Random;

const LENGTHS: [usize; 11] = [0, 1, 2, 7, 8, 9, 15, 16, 31, 64, 100];

/// Every operation, at every prime that the row takes and lengths that are no multiples of a vector.
pub(crate) fn conforms(kernel: &'static Kernel) {
    for modulus in super::supported(kernel) {
        for n in LENGTHS {
            let mut random = Random::new(modulus.value() + n as u64);
            multiply(kernel, &modulus, n, &mut random);
            scale(kernel, &modulus, n, &mut random);
            shift_reduce(kernel, &modulus, n, &mut random);
            subtract_lazy(kernel, n, &mut random);
        }
    }
}

fn multiply(kernel: &Kernel, m: &Modulus, n: usize, random: &mut Random) {
    let q = m.value();
    for (a, b) in [(random.below(q, n), random.below(q, n)), (vec![q - 1; n], vec![q - 1; n]), (vec![q - 1; n], vec![0; n])] {
        let expected: Vec<_> = a.iter().zip(&b).map(|(&a, &b)| product(a, b, q)).collect();
        let mut out = a.clone();
        kernel.multiply(m, &mut out, &b);
        assert_eq!(out, expected, "multiply, row {}, prime {q}, length {n}", kernel.name());
    }
}

fn scale(kernel: &Kernel, m: &Modulus, n: usize, random: &mut Random) {
    let (q, limit) = (m.value(), 1 << kernel.word_bits());
    for c in [0, 1, q - 1, random.word() % q] {
        for a in [random.below(limit, n), vec![limit - 1; n], vec![q; n], vec![q - 1; n], vec![0; n]] {
            let expected: Vec<_> = a.iter().map(|&a| product(a, c, q)).collect();
            let mut out = a.clone();
            kernel.scale(m, &mut out, c);
            assert_eq!(out, expected, "scale by {c}, row {}, prime {q}, length {n}", kernel.name());
        }
    }
}

fn shift_reduce(kernel: &Kernel, m: &Modulus, n: usize, random: &mut Random) {
    let (q, limit) = (m.value(), 1 << kernel.word_bits());
    for c in [0, 1, q, limit / 2, limit - 1, random.word() % limit] {
        for a in [random.below(limit - c, n), vec![limit - 1 - c; n], vec![0; n]] {
            let expected: Vec<_> = a.iter().map(|&a| (a + c) % q).collect();
            let mut out = a.clone();
            kernel.shift_reduce(m, &mut out, c);
            assert_eq!(out, expected, "shift by {c}, row {}, prime {q}, length {n}", kernel.name());
        }
    }
}

fn subtract_lazy(kernel: &Kernel, n: usize, random: &mut Random) {
    let limit = 1 << kernel.word_bits();
    for c in [0, 1, limit / 2, limit - 1, random.word() % limit] {
        for (a, b) in [
            (random.below(limit - c, n), random.below(c + 1, n)),
            (vec![limit - 1 - c; n], vec![0; n]),
            (vec![0; n], vec![c; n]),
        ] {
            let expected: Vec<_> = a.iter().zip(&b).map(|(&a, &b)| a + c - b).collect();
            let mut out = a.clone();
            kernel.subtract_lazy(&mut out, &b, c);
            assert_eq!(out, expected, "subtract from {c}, row {}, length {n}", kernel.name());
        }
    }
}

fn product(a: u64, b: u64, q: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(q)) as u64
}
