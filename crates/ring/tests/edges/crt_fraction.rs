//! Positions within `[0, Q)`, to their precision.

use super::{integer, primes, product, residue};
use num_bigint::BigInt;
use papilio_field::Modulus;
use papilio_ring::{CrtFraction, RnsBasis};

const N: usize = 64;

/// The sum for an element of `Z_Q`.
fn sum(basis: &RnsBasis, fraction: &CrtFraction, level: usize, x: &BigInt) -> Vec<u64> {
    let mut sum = vec![0; fraction.words()];
    for (i, m) in basis.moduli(level).enumerate() {
        let rho = m.mul(residue(x, m), m.inverse(basis.product_mod(m, level, Some(i))));
        fraction.accumulate(i, rho, &mut sum);
    }
    sum
}

/// `⌊2^(64·words)·x/Q⌋` for `x` in `[0, Q)`, and how much a sum may be below.
#[test]
fn sums_are_the_fraction_and_too_small_by_less_than_they_say() {
    for bits in [&[30][..], &[62, 61, 60], &[50; 7], &[30, 62, 30]] {
        let moduli = primes(N, bits);
        let basis = RnsBasis::new(N, &moduli.iter().map(Modulus::value).collect::<Vec<_>>()).expect("a basis");
        for (level, precision) in [(1, 64), (bits.len(), 1), (bits.len(), 128), (bits.len(), 200)] {
            let fraction = CrtFraction::new(&basis, level, precision);
            let q = product(&moduli[..level]);
            let scale = BigInt::from(1) << (64 * fraction.words());
            assert!(64 * fraction.words() as u32 > precision, "{} words for {precision} bits", fraction.words());
            let ends = [BigInt::from(0), BigInt::from(1), &q / 2, &q / 2 + 1, &q - 1];
            for x in ends.into_iter().chain((0..20).map(|i| integer(i, 5, &q))) {
                let found = sum(&basis, &fraction, level, &x);
                let found: BigInt = found.iter().rev().fold(BigInt::from(0), |n, &w| (n << 64) + w);
                let short = ((&x * &scale / &q - found) % &scale + &scale) % &scale;
                assert!(short << precision < scale, "{x} of {q} at {precision} bits");
            }
        }
    }
}

#[test]
fn distances_are_the_same_on_both_sides_of_an_integer() {
    let moduli = primes(N, &[50, 60, 62]);
    let basis = RnsBasis::new(N, &moduli.iter().map(Modulus::value).collect::<Vec<_>>()).expect("a basis");
    let (q, fraction) = (product(&moduli), CrtFraction::new(&basis, 3, 180));
    for shift in [0, 1, 10, 63, 64, 65, 100, 127, 128, 140, 170] {
        let x: BigInt = BigInt::from(1) << shift;
        for value in [x.clone(), &q - x] {
            let found = fraction.log2_distance(&sum(&basis, &fraction, 3, &value));
            assert!((found - (f64::from(shift) - basis.log2(3))).abs() < 1e-3, "2^{shift}: {found}");
        }
    }
    let half = fraction.log2_distance(&sum(&basis, &fraction, 3, &(&q / 2)));
    assert!((half + 1.0).abs() < 1e-9, "{half}");
}

#[test]
fn an_integer_has_no_distance() {
    let basis = RnsBasis::new(N, &[primes(N, &[40])[0].value()]).expect("a basis");
    let fraction = CrtFraction::new(&basis, 1, 100);
    assert_eq!(fraction.log2_distance(&vec![0; fraction.words()]), f64::NEG_INFINITY);
    assert_eq!(fraction.log2_distance(&vec![u64::MAX; fraction.words()]), f64::NEG_INFINITY, "one unit below");
    let mut sum = vec![0; fraction.words()];
    fraction.accumulate(0, 0, &mut sum);
    assert_eq!(sum, vec![0; fraction.words()]);
    // Carries pass through every word and out at the top.
    let mut sum = vec![u64::MAX; fraction.words()];
    fraction.accumulate(0, 1, &mut sum);
    let mut alone = vec![0; fraction.words()];
    fraction.accumulate(0, 1, &mut alone);
    alone[0] -= 1;
    assert_eq!(sum, alone);
}

/// Distances of sums with one word that is not zero, at every place, and of sums that are as far
/// below an integer.
#[test]
fn distances_of_every_magnitude() {
    let basis = RnsBasis::new(N, &RnsBasis::choose_moduli(N, &[50, 50, 50], 0).expect("primes")).expect("a basis");
    let fraction = CrtFraction::new(&basis, 3, 150);
    let words = fraction.words();
    for place in 0..words {
        for word in [1, 3, 1 << 40, i64::MAX as u64] {
            let mut sum = vec![0; words];
            sum[place] = word;
            let expected = (word as f64).log2() - 64.0 * (words - place) as f64;
            assert!((fraction.log2_distance(&sum) - expected).abs() < 1e-12, "{word} at {place}");
            sum.iter_mut().for_each(|word| *word = !*word);
            assert!((fraction.log2_distance(&sum) - expected).abs() < 1e-12, "{word} at {place}, below an integer");
        }
    }
    assert_eq!(fraction.log2_distance(&vec![0; words]), f64::NEG_INFINITY);
}
