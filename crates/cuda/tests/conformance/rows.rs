//! Products between the passes of transforms against those of the host: every length, and both
//! arithmetics.

use crate::Random;
use crate::gadgets::poly;
use papilio_cuda::{Arithmetic, Basis, DeviceWords, Gadget, Gpu, Key};
use papilio_field::Modulus;
use papilio_ring::gadget::{self, GadgetMatrix, KeyRows};
use papilio_ring::scaled_product::ScaledProduct;
use papilio_ring::{Coefficient, Evaluation, Form, Poly, RnsBasis};

const ARITHMETICS: [Arithmetic; 2] = [Arithmetic::Doubles, Arithmetic::Words];

/// Primes of these bits.
fn basis(n: usize, bits: &[u32]) -> RnsBasis {
    RnsBasis::new(n, &RnsBasis::choose_moduli(n, bits, 0).expect("primes")).expect("a basis")
}

fn on_device(gpu: &Gpu, of: &RnsBasis, arithmetic: Arithmetic) -> Basis {
    let moduli: Vec<Modulus> = of.moduli(of.limbs()).copied().collect();
    Basis::with_arithmetic(gpu, of.degree(), &moduli, arithmetic).expect("a basis")
}

/// A polynomial by its words, of a place and a prime.
fn of_words<S: Form>(basis: &RnsBasis, level: usize, word: impl Fn(usize, u64) -> u64) -> Poly<S> {
    let mut poly = Poly::zero(basis, level);
    for (limb, q) in poly.limbs_mut().zip(basis.moduli(level).map(Modulus::value)) {
        limb.iter_mut().enumerate().for_each(|(i, x)| *x = word(i, q));
    }
    poly
}

/// Polynomials of uniform and great words, zeros, the greatest words, and one whose values are the
/// greatest.
fn coefficients(basis: &RnsBasis, level: usize, random: &mut Random) -> [Poly<Coefficient>; 4] {
    let minus_one = |i, q| if i == 0 { q - 1 } else { 0 };
    [
        poly(basis, level, random),
        of_words(basis, level, |_, _| 0),
        of_words(basis, level, |_, q| q - 1),
        of_words(basis, level, minus_one),
    ]
}

/// A gadget of primes of which the first ones are special, and two keys: of any words, and of the
/// greatest in one half and zeros in the other.
fn keys(n: usize, bits: &[u32], special: usize, random: &mut Random) -> (RnsBasis, gadget::Gadget, [GadgetMatrix; 2]) {
    let all = basis(n, bits);
    let (special, moduli) = (all.range(0..special), all.range(special..all.limbs()));
    let host = gadget::Gadget::new(&special, &moduli).expect("a gadget");
    let [mut any, mut greatest] = [(); 2].map(|()| GadgetMatrix::unspecified(&host));
    let limbs = all.limbs();
    for digit in 0..any.digits() {
        let halves = [(); 2].map(|()| poly::<Evaluation>(host.basis(), limbs, random));
        any.set(digit, [&halves[0], &halves[1]]);
        greatest.set(digit, [&of_words(host.basis(), limbs, |_, q| q - 1), &Poly::zero(host.basis(), limbs)]);
    }
    (moduli, host, [any, greatest])
}

/// Switches of keys at levels from one on, to coefficients and to values.
pub(crate) fn switches(gpu: &Gpu, n: usize, arithmetic: Arithmetic, (bits, special): (&[u32], usize), from: usize) {
    let mut random = Random::new(n as u64);
    let (moduli, host, matrices) = keys(n, bits, special, &mut random);
    let basis = on_device(gpu, host.basis(), arithmetic);
    let upload = |words: &[u64]| DeviceWords::upload(gpu, words).expect("memory");
    for matrix in matrices {
        let key = Key::new(gpu, &host, &matrix).expect("a key");
        let rows = KeyRows::Whole(matrix);
        for level in from..=moduli.limbs() {
            let device = Gadget::new(gpu, &host, &basis, level).expect("tables");
            let plus = poly::<Coefficient>(&moduli, level, &mut random);
            let plus_values = poly::<Evaluation>(&moduli, level, &mut random);
            let [plus_words, plus_value_words] = [plus.residues(), plus_values.residues()].map(upload);
            for (kind, c) in coefficients(&moduli, level, &mut random).iter().enumerate() {
                let name = format!("n = {n}, {arithmetic:?}, {bits:?}, level {level}, polynomial {kind}");
                let words = upload(c.residues());
                let digits = device.decompose(&words).expect("memory");
                let same = |found: [DeviceWords; 2], expected: &[&[u64]; 2], what: &str| {
                    for (half, (found, expected)) in found.iter().zip(expected).enumerate() {
                        assert!(found.to_host().expect("words") == *expected, "half {half} of {what}: {name}");
                    }
                };
                let expected = host.product(c, &rows, [None, Some(&plus)]);
                let (expected, plus) = (expected.each_ref().map(Poly::residues), [None, Some(&plus_words)]);
                same(device.product(&words, &key, plus).expect("memory"), &expected, "coefficients");
                same(device.product_decomposed(&digits, &key, plus).expect("memory"), &expected, "hoisted coefficients");
                let expected = host.product(&c.to_evaluation(&moduli), &rows, [Some(&plus_values), None]);
                let (expected, plus) = (expected.each_ref().map(Poly::residues), [Some(&plus_value_words), None]);
                same(device.values(&words, &key, plus).expect("memory"), &expected, "values");
                same(device.values_decomposed(&digits, &key, plus).expect("memory"), &expected, "hoisted values");
            }
        }
    }
}

#[test]
fn switches_of_every_length() {
    let gpu = crate::gpu();
    for log in 12..=16 {
        for arithmetic in ARITHMETICS {
            switches(&gpu, 1 << log, arithmetic, (&[50, 50, 49], 1), 2);
        }
    }
}

/// Digits of several primes, an odd number of them and an even one, more than a sum takes at once,
/// and primes of 62 bits.
#[test]
fn switches_of_every_shape() {
    for (gpu, arithmetic) in crate::gpus_of_limbs(65_535).iter().zip(ARITHMETICS) {
        switches(gpu, 4096, arithmetic, (&[50, 50, 49, 48, 47, 49, 50], 2), 1);
    }
    switches(&crate::shuffled_gpu(), 8192, Arithmetic::Words, (&[62, 62, 61, 60, 62], 1), 1);
    switches(&crate::gpu(), 4096, Arithmetic::Doubles, (&[50; 11], 1), 10);
}

/// Scaled products of pairs of polynomials of every kind, and squares.
pub(crate) fn scaled_products(gpu: &Gpu, n: usize, bits: &[u32]) {
    let basis = basis(n, bits);
    let (level, mut random, log_t) = (basis.limbs(), Random::new(n as u64), 16.0);
    let auxiliary = ScaledProduct::auxiliary(&basis, log_t).expect("primes");
    let tables = ScaledProduct::new(&basis, &auxiliary, level, (&[65_537], log_t)).expect("tables");
    let [any, zero, greatest, minus_one] = coefficients(&basis, level, &mut random);
    let other = poly::<Coefficient>(&basis, level, &mut random);
    let on = |pair: &[Poly<Coefficient>; 2]| pair.each_ref().map(|part| part.to(gpu).expect("memory"));
    for (a, b) in [
        ([any.clone(), greatest.clone()], [other.clone(), minus_one.clone()]),
        ([minus_one.clone(), minus_one.clone()], [minus_one.clone(), minus_one]),
        ([zero, other], [any, greatest]),
    ] {
        let [found, square] = [tables.multiply(&on(&a), &on(&b)), tables.square(&on(&b))];
        let pairs = found.iter().zip(tables.multiply(&a, &b)).chain(square.iter().zip(tables.square(&b)));
        for (i, (found, expected)) in pairs.enumerate() {
            let found = found.to_host().expect("words");
            assert!(found.residues() == expected.residues(), "n = {n}, {bits:?}, part {i} of a product and a square");
        }
    }
}

#[test]
fn scaled_products_of_every_length() {
    for gpu in crate::gpus_of_arithmetics() {
        for log in 12..=16 {
            scaled_products(&gpu, 1 << log, &[50]);
        }
        scaled_products(&gpu, 4096, &[50, 49, 50]);
        scaled_products(&gpu, 8192, &[61, 62]);
    }
}

/// Products of polynomials of every kind with the next and with themselves.
pub(crate) fn products(gpu: &Gpu, n: usize, bits: u32, arithmetic: Arithmetic) {
    let moduli = crate::moduli(n, bits, 2);
    let basis = Basis::with_arithmetic(gpu, n, &moduli, arithmetic).expect("a basis");
    let words = crate::polynomials(n, &moduli, &mut Random::new(n as u64));
    let values = crate::on_cpu(&words, n, &moduli, |plan, limb| plan.forward(limb));
    for turn in [0, 2 * n] {
        let turned = |words: &[u64]| {
            let mut words = words.to_vec();
            words.rotate_left(turn);
            words
        };
        let primes = moduli.iter().cycle().flat_map(|q| std::iter::repeat_n(q, n));
        let expected: Vec<u64> = values.iter().zip(turned(&values)).zip(primes).map(|((&x, y), q)| q.mul(x, y)).collect();
        let expected = crate::on_cpu(&expected, n, &moduli, |plan, limb| plan.inverse(limb));
        let [mut x, mut y] = [words.clone(), turned(&words)].map(|words| DeviceWords::upload(gpu, &words).expect("memory"));
        x.multiply_polynomials(&basis, &mut y);
        assert!(x.to_host().expect("products") == expected, "n = {n}, {bits} bits, {arithmetic:?}, turned by {turn}");
    }
}

#[test]
fn polynomial_products_of_every_length() {
    for gpu in crate::gpus_of_limbs(65_535) {
        for log in 12..=16 {
            for arithmetic in ARITHMETICS {
                products(&gpu, 1 << log, 50, arithmetic);
            }
        }
        products(&gpu, 4096, 62, Arithmetic::Words);
    }
}

/// Operands that share a launch of columns, and those that do not.
#[test]
fn many_polynomial_products_are_several_launches() {
    for limbs in [2, 3, 4, 7, 65_535] {
        for arithmetic in ARITHMETICS {
            products(&crate::gpu_of_limbs(limbs), 4096, 49, arithmetic);
        }
    }
}
