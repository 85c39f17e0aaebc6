//! Observations for the tests of security: the integers behind residues, and their distribution.

use num_bigint::BigInt;
use papilio_field::Field;
use papilio_ring::sample::ERROR_VARIANCE;
use papilio_ring::{Coefficient, Poly, RnsBasis};

/// The small integers that a polynomial holds: the centered residues modulo the first prime, which
/// those modulo the others must agree with.
pub(crate) fn integers(basis: &RnsBasis, poly: &Poly<Coefficient>) -> Vec<i64> {
    let first = basis.modulus(0).value();
    let centered = |&x: &u64| if x > first / 2 { x as i64 - first as i64 } else { x as i64 };
    let integers: Vec<i64> = poly.limb(0).iter().map(centered).collect();
    for (i, m) in basis.moduli(poly.level()).enumerate() {
        for (place, (&residue, &integer)) in poly.limb(i).iter().zip(&integers).enumerate() {
            let expected = i128::from(integer).rem_euclid(i128::from(m.value())) as u64;
            assert_eq!(residue, expected, "coefficient {place} modulo {} is not small", m.value());
        }
    }
    integers
}

/// The polynomial of small integers.
pub(crate) fn polynomial(basis: &RnsBasis, level: usize, integers: &[i64]) -> Poly<Coefficient> {
    let mut poly = Poly::zero(basis, level);
    for (limb, m) in poly.limbs_mut().zip(basis.moduli(level)) {
        let residue = |&x: &i64| i128::from(x).rem_euclid(i128::from(m.value())) as u64;
        limb.iter_mut().zip(integers).for_each(|(to, x)| *to = residue(x));
    }
    poly
}

/// The mean of the squares.
pub(crate) fn variance(integers: &[i64]) -> f64 {
    integers.iter().map(|&x| (x as f64).powi(2)).sum::<f64>() / integers.len() as f64
}

/// Asserts that the variance is the expected one within a tenth, which is four standard deviations
/// of that of 4096 normal numbers.
pub(crate) fn assert_variance(name: &str, integers: &[i64], expected: f64) {
    let found = variance(integers);
    assert!((0.9..1.1).contains(&(found / expected)), "{name}: variance {found:.3} where {expected:.3} is expected");
}

/// Asserts that integers are distributed as errors are: of their variance and mean, within ±21,
/// with coefficients far out to both sides.
pub(crate) fn assert_errors(name: &str, integers: &[i64]) {
    assert_variance(name, integers, ERROR_VARIANCE);
    let (least, greatest) = integers.iter().fold((0, 0), |(least, greatest), &x| (x.min(least), x.max(greatest)));
    assert!((-21..=-9).contains(&least) && (9..=21).contains(&greatest), "{name}: between {least} and {greatest}");
    let mean = integers.iter().sum::<i64>() as f64 / integers.len() as f64;
    let deviation = (ERROR_VARIANCE / integers.len() as f64).sqrt();
    assert!(mean.abs() < 5.0 * deviation, "{name}: mean {mean}");
}

/// Asserts that integers are −1, 0 and 1 in equal parts.
pub(crate) fn assert_ternary(name: &str, integers: &[i64]) {
    for value in -1..=1 {
        let share = integers.iter().filter(|&&x| x == value).count() as f64 / integers.len() as f64;
        assert!((share - 1.0 / 3.0).abs() < 0.04, "{name}: a share of {share:.3} of {value}");
    }
    assert!(integers.iter().all(|x| x.abs() <= 1), "{name}: not ternary");
}

/// The share of places at which two sequences are alike.
pub(crate) fn alike<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).filter(|(a, b)| a == b).count() as f64 / a.len() as f64
}

/// Asserts that residues modulo primes of dozens of bits are not those of another polynomial.
pub(crate) fn assert_apart(name: &str, a: &[u64], b: &[u64]) {
    assert!(alike(a, b) < 0.001, "{name}: a share of {} alike", alike(a, b));
}

/// Whether bytes occur anywhere in others.
pub(crate) fn occurs(bytes: &[u8], within: &[u8]) -> bool {
    within.windows(bytes.len()).any(|window| window == bytes)
}

/// A number of little-endian words.
pub(crate) fn big(words: &[u64]) -> BigInt {
    words.iter().rev().fold(BigInt::ZERO, |sum, &word| (sum << 64) + word)
}

/// `⌊Q·m/t⌉`, the nearest integer: there are no ties, for `t` is odd.
pub(crate) fn scaled<F: Field>(basis: &RnsBasis, level: usize, m: F) -> BigInt {
    let (q, t) = (product(basis, level), big(&F::MODULUS));
    (q * big(&m.to_words()) * 2 + &t) / (t * 2)
}

/// `q_0·q_1·…` of a level.
pub(crate) fn product(basis: &RnsBasis, level: usize) -> BigInt {
    basis.moduli(level).map(|m| BigInt::from(m.value())).product()
}

/// The residue of an integer.
pub(crate) fn residue(x: &BigInt, q: u64) -> u64 {
    let q = BigInt::from(q);
    u64::try_from(((x % &q) + &q) % &q).expect("a residue")
}
