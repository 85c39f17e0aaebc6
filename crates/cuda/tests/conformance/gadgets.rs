//! Products of digits with keys, against those of the host.

use crate::Random;
use papilio_cuda::{Basis, DeviceWords, Gadget, Gpu, Key};
use papilio_field::Modulus;
use papilio_ring::gadget::{self, GadgetMatrix, KeyRows};
use papilio_ring::{Coefficient, Evaluation, Form, Poly, RnsBasis};
use std::ops::RangeInclusive;

const N: usize = 4096;

/// Polynomials of uniform words, of the greatest ones, and of those around half of each prime.
pub(crate) fn poly<S: Form>(basis: &RnsBasis, level: usize, random: &mut Random) -> Poly<S> {
    let mut poly = Poly::zero(basis, level);
    for (limb, q) in poly.limbs_mut().zip(basis.moduli(level).map(Modulus::value)) {
        limb.iter_mut().enumerate().for_each(|(i, word)| {
            *word = match i % 5 {
                0 => q - 1,
                1 => q / 2 + (i / 5 % 2) as u64,
                _ => random.word() % q,
            }
        });
    }
    poly
}

/// A gadget on the host and its primes on a device.
fn gadget(gpu: &Gpu, q_bits: &[u32], special_bits: &[u32]) -> (RnsBasis, gadget::Gadget, Basis) {
    let primes = RnsBasis::choose_moduli(N, &[special_bits, q_bits].concat(), 0).expect("primes");
    let (special, moduli) = primes.split_at(special_bits.len());
    let [special, moduli] = [special, moduli].map(|primes| RnsBasis::new(N, primes).expect("a basis"));
    let host = gadget::Gadget::new(&special, &moduli).expect("a gadget");
    let all: Vec<Modulus> = host.basis().moduli(host.basis().limbs()).copied().collect();
    let basis = Basis::new(gpu, N, &all).expect("a basis");
    (moduli, host, basis)
}

/// Levels of a gadget, with and without what is added.
fn conforms(q_bits: &[u32], special_bits: &[u32], levels: RangeInclusive<usize>) {
    let gpu = crate::gpu();
    let (moduli, host, basis) = gadget(&gpu, q_bits, special_bits);
    let mut random = Random::new(q_bits.len() as u64);
    let mut matrix = GadgetMatrix::unspecified(&host);
    for digit in 0..matrix.digits() {
        let halves = [(); 2].map(|()| poly::<Evaluation>(host.basis(), host.basis().limbs(), &mut random));
        matrix.set(digit, [&halves[0], &halves[1]]);
    }
    let key = Key::new(&gpu, &host, &matrix).expect("a key");
    let rows = KeyRows::Whole(matrix);
    let upload = |poly: &Poly<Coefficient>| DeviceWords::upload(&gpu, poly.residues()).expect("memory");
    for level in levels {
        let device = Gadget::new(&gpu, &host, &basis, level).expect("tables");
        assert_eq!(device.level(), level);
        let [c, a, b] = [(); 3].map(|()| poly::<Coefficient>(&moduli, level, &mut random));
        let [c_words, a_words, b_words] = [&c, &a, &b].map(upload);
        for added in [[false, false], [true, false], [true, true]] {
            let chosen = |[a, b]: [Option<_>; 2]| [a.filter(|_| added[0]), b.filter(|_| added[1])];
            let expected = host.product(&c, &rows, chosen([Some(&a), Some(&b)]));
            let plus = [added[0].then_some(&a_words), added[1].then_some(&b_words)];
            let product = device.product(&c_words, &key, plus).expect("memory");
            for (half, (words, expected)) in product.iter().zip(&expected).enumerate() {
                let name = format!("{q_bits:?} and {special_bits:?}, level {level}, half {half}, {added:?}");
                assert!(words.to_host().expect("words") == expected.residues(), "{name}");
            }
        }
    }
}

#[test]
fn products_are_those_of_the_host() {
    // Digits of one prime, lifted by a shift where it is short enough, and of several, the last of
    // fewer.
    conforms(&[49, 49, 49], &[49], 1..=3);
    conforms(&[60, 60], &[61], 1..=2);
    conforms(&[49, 48, 48, 48, 48], &[49, 49], 1..=5);
    conforms(&[55, 60, 50, 45], &[60, 60, 60], 1..=4);
    // More products than a sum takes at once.
    conforms(&[49; 10], &[49], 9..=10);
}

/// The square of `q − 1` is 1: sums of the greatest products are the number of digits in every
/// place, which is a constant polynomial, of which nothing is left when it is divided.
#[test]
fn the_greatest_products_fit_their_sums() {
    let gpu = crate::gpu();
    for (bits, count) in [(62, 7), (62, 8), (62, 9), (62, 17), (50, 3)] {
        let (_, host, basis) = gadget(&gpu, &vec![bits; count], &[bits]);
        let greatest = |q: &Modulus| std::iter::repeat_n(q.value() - 1, N);
        let polynomial: Vec<u64> = host.basis().moduli(host.basis().limbs()).flat_map(greatest).collect();
        let mut poly = Poly::<Evaluation>::zero(host.basis(), host.basis().limbs());
        poly.limbs_mut().zip(polynomial.chunks_exact(N)).for_each(|(limb, words)| limb.copy_from_slice(words));
        let mut matrix = GadgetMatrix::unspecified(&host);
        (0..count).for_each(|digit| matrix.set(digit, [&poly, &poly]));
        let key = Key::new(&gpu, &host, &matrix).expect("a key");
        let device = Gadget::new(&gpu, &host, &basis, count).expect("tables");
        let digits = DeviceWords::upload(&gpu, &polynomial.repeat(count)).expect("memory");
        // The digits of −1 are −1, whose values are the greatest.
        let minus_one = polynomial[N..].iter().enumerate().map(|(i, &word)| if i % N == 0 { word } else { 0 });
        let minus_one = DeviceWords::upload(&gpu, &minus_one.collect::<Vec<_>>()).expect("memory");
        assert!(device.decompose(&minus_one).expect("memory").to_host() == digits.to_host());
        for product in [device.product_decomposed(&digits, &key, [None; 2]), device.product(&minus_one, &key, [None; 2])] {
            for half in product.expect("memory") {
                assert!(half.to_host().expect("words").iter().all(|&word| word == 0), "{count} digits");
            }
        }
    }
}

#[test]
#[should_panic(expected = "words of a polynomial of 2 limbs")]
fn polynomials_are_of_the_level() {
    let gpu = crate::gpu();
    let (_, host, basis) = gadget(&gpu, &[48, 47, 46], &[49]);
    let device = Gadget::new(&gpu, &host, &basis, 2).expect("tables");
    let _digits = device.decompose(&DeviceWords::unspecified(&gpu, 3 * N).expect("memory"));
}

/// A gadget of three primes and a special one, at level 2, with a key of another of the same shape.
fn with_key_of(other: bool, plus: usize) {
    let gpu = crate::gpu();
    let (_, host, basis) = gadget(&gpu, &[48, 47, 46], &[49]);
    let (_, foreign, _) = gadget(&gpu, &[48, 47, 45], &[49]);
    let of = if other { &foreign } else { &host };
    let mut matrix = GadgetMatrix::unspecified(of);
    let row = Poly::zero(of.basis(), of.basis().limbs());
    (0..3).for_each(|digit| matrix.set(digit, [&row, &row]));
    let key = Key::new(&gpu, of, &matrix).expect("a key");
    let device = Gadget::new(&gpu, &host, &basis, 2).expect("tables");
    let [c, plus] = [2, plus].map(|limbs| DeviceWords::upload(&gpu, &vec![0; limbs * N]).expect("memory"));
    let _product = device.product(&c, &key, [Some(&plus), None]);
}

#[test]
fn a_key_of_this_gadget_is_taken() {
    with_key_of(false, 2);
}

#[test]
#[should_panic(expected = "a key of another gadget")]
fn keys_are_of_this_gadget() {
    with_key_of(true, 2);
}

#[test]
#[should_panic(expected = "words to add to a polynomial of 2 limbs")]
fn what_is_added_is_of_the_level() {
    with_key_of(false, 3);
}

#[test]
#[should_panic(expected = "digits and words of a key of this gadget")]
fn matrices_are_of_this_gadget() {
    let gpu = crate::gpu();
    let [(_, host, _), (_, longer, _)] = [&[48, 47][..], &[48, 47, 46]].map(|bits| gadget(&gpu, bits, &[49]));
    let _key = Key::new(&gpu, &host, &GadgetMatrix::unspecified(&longer));
}

#[test]
#[should_panic(expected = "a basis of other primes than those of the gadget")]
fn bases_are_of_this_gadget() {
    let gpu = crate::gpu();
    let (_, host, basis) = gadget(&gpu, &[48, 47, 46], &[49]);
    // The same primes in another order.
    let turned: Vec<_> = basis.moduli().iter().rev().copied().collect();
    let _gadget = Gadget::new(&gpu, &host, &Basis::new(&gpu, N, &turned).expect("a basis"), 3);
}

#[test]
#[should_panic(expected = "no level 0 of 3")]
fn levels_begin_at_one() {
    let gpu = crate::gpu();
    let (_, host, basis) = gadget(&gpu, &[48, 47, 46], &[49]);
    let _gadget = Gadget::new(&gpu, &host, &basis, 0);
}
