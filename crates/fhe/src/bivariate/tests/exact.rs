//! The parts of products against long integers, where every word or digit is extreme.

use super::*;
use num_bigint::{BigInt, Sign};
use papilio_ring::PooledVec;
use papilio_ring::bivariate::WORD_BITS;

const MASK: u64 = (1 << WORD_BITS) - 1;

/// Elements of all words the greatest, of all digits the least, and random.
fn elements(bits: u32, k: u32) -> [TorusPoly; 3] {
    let ones = (BigInt::from(1) << bits) - 1;
    let count = bits.div_ceil(k);
    let digits = (0..count).fold(BigInt::from(0), |sum, _| (sum << k) - (BigInt::from(1) << (k - 1)));
    let least = digits >> (count * k - bits);
    [torus(&vec![ones; DEGREE], bits), torus(&vec![least; DEGREE], bits), message(bits, 3)]
}

fn torus(numerators: &[BigInt], bits: u32) -> TorusPoly {
    let rows = bits.div_ceil(WORD_BITS);
    let mut words = PooledVec::zero(rows as usize * DEGREE);
    for (i, x) in numerators.iter().enumerate() {
        let x = modulo(x, bits) << (rows * WORD_BITS - bits);
        for row in 0..rows {
            let word = (&x >> (WORD_BITS * (rows - 1 - row))) & BigInt::from(MASK);
            words[row as usize * DEGREE + i] = u64::try_from(word).expect("a word");
        }
    }
    TorusPoly::from_words(DEGREE, bits, words).expect("words of the torus")
}

fn integers(x: &TorusPoly) -> Vec<BigInt> {
    let spare = x.rows() as u32 * WORD_BITS - x.bits();
    let one = |i: usize| (0..x.rows()).fold(BigInt::from(0), |sum, row| (sum << WORD_BITS) + x.row(row)[i]);
    (0..DEGREE).map(|i| one(i) >> spare).collect()
}

fn modulo(x: &BigInt, bits: u32) -> BigInt {
    let one = BigInt::from(1) << bits;
    ((x % &one) + &one) % &one
}

/// A polynomial as one number: of each coefficient and half of its range the digits of 32 bits.
fn packed(x: &[BigInt], stride: u32) -> BigInt {
    let (half, count) = (BigInt::from(1) << (stride - 1), stride as usize / 32);
    let digits = |x: &BigInt| {
        let mut digits = (x + &half).to_u32_digits().1;
        digits.resize(count, 0);
        digits
    };
    BigInt::from_slice(Sign::Plus, &x.iter().flat_map(digits).collect::<Vec<_>>())
}

/// The product modulo `X^N + 1`, by one of numbers that hold all coefficients.
fn product(a: &[BigInt], b: &[BigInt], stride: u32) -> Vec<BigInt> {
    let halves = |count| packed(&vec![BigInt::from(0); count], stride);
    let pack = |x: &[BigInt]| packed(x, stride) - halves(DEGREE);
    let (_, mut digits) = (pack(a) * pack(b) + halves(2 * DEGREE)).to_u32_digits();
    digits.resize(2 * DEGREE * stride as usize / 32, 0);
    let half = BigInt::from(1) << (stride - 1);
    let mut all: Vec<_> =
        digits.chunks_exact(stride as usize / 32).map(|digits| BigInt::from_slice(Sign::Plus, digits) - &half).collect();
    let upper = all.split_off(DEGREE);
    all.iter().zip(upper).map(|(x, y)| x - y).collect()
}

fn sum(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// The numerators of the sum of the digits, which are from `−2^(K−1)` on.
fn centered(x: &TorusPoly, k: u32) -> Vec<BigInt> {
    let count = x.bits().div_ceil(k);
    let spare = count * k - x.bits();
    let halves = (0..count).fold(BigInt::from(0), |sum, _| (sum << k) + (BigInt::from(1) << (k - 1)));
    integers(x).iter().map(|x| (modulo(&((x << spare) + &halves), count * k) - &halves) >> spare).collect()
}

/// The three parts by the definition.
fn parts(a: &[Vec<BigInt>; 2], b: &[Vec<BigInt>; 2], stride: u32) -> [Vec<BigInt>; 3] {
    let of = |i: usize, j: usize| product(&a[i], &b[j], stride);
    [of(0, 0), sum(&of(0, 1), &of(1, 0)), of(1, 1)]
}

/// The greatest difference modulo 1, in units of `2^(−bits)`, is at most one.
fn is_next_to(found: &TorusPoly, exact: &[BigInt], bits: u32, what: &str) {
    let shift = bits - found.bits();
    for (found, exact) in integers(found).iter().zip(exact) {
        let unit = BigInt::from(1) << shift;
        let apart = modulo(&((found << shift) - exact + &unit), bits);
        assert!(apart <= &unit << 1, "{what}: {apart} where one is {unit}");
    }
}

/// Pairs of elements under a key, as a ciphertext.
fn pair(scheme: &Bivariate, under: KeyId, parts: [TorusPoly; 2]) -> Ciphertext {
    Ciphertext { context: scheme.fingerprint(), key: under, parts, log2_variance: 0.0 }
}

/// Both halves, where digits are whole and where they are not, whole results and such that are cut.
#[test]
fn parts_of_products_are_exact() {
    for (key_bits, words) in [(249, 1), (250, 1), (208, 1), (251, 2), (250, 3), (315, 4)] {
        let scheme = scheme(key_bits, 1);
        let tables = ProductTables::with_words(&scheme, words).expect("tables");
        let (bits, k) = (scheme.max_bits(), tables.plan().bits());
        let under = SecretKey::from_seed(&scheme, &[1; 32]).id();
        let stride = (2 * bits + 20).next_multiple_of(32);
        let [ones, least, random] = elements(bits, k);
        for [a, b, c, d] in [[&ones; 4], [&least; 4], [&random, &ones, &least, &random]] {
            let pairs = [[a, b], [c, d]].map(|pair| pair.map(Clone::clone));
            let [x, y] = pairs.each_ref().map(|parts| pair(&scheme, under, parts.clone()));
            let of = |f: &dyn Fn(&TorusPoly) -> Vec<BigInt>| pairs.each_ref().map(|pair| pair.each_ref().map(f));
            let (lifts, sums) = (of(&integers), of(&|x| centered(x, k)));
            let (low, t) = (parts(&lifts[0], &lifts[1], stride), (1u64 << 61) - 1);
            let high = parts(&sums[0], &sums[1], stride).map(|part| part.iter().map(|x| x * t).collect::<Vec<_>>());
            for within in [bits, bits - 1, bits - 60] {
                let what = format!("{words} words, {within} of {bits} bits");
                for (found, expected) in tables.lower(&x, &y, within).iter().zip(&low) {
                    // Numerators over `2^bits`.
                    assert!(within < bits || *found == torus(expected, bits), "{what}");
                    is_next_to(found, expected, bits, &what);
                }
                for (found, expected) in tables.upper(&x, &y, [t, 0, 0, 0], within).iter().zip(&high) {
                    is_next_to(found, expected, 2 * bits, &what);
                }
            }
        }
    }
}
