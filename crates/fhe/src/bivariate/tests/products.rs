//! Products of ciphertexts: messages, noise, and refusals.

use super::*;
use papilio_ring::PooledVec;
use rand_core::Rng;

/// Messages that are integers below `2^bits` in magnitude.
fn integers(rng: &mut ChaCha20Rng, bits: u32) -> Vec<i64> {
    (0..DEGREE).map(|_| (rng.next_u64() >> (63 - bits)) as i64 - (1 << bits)).collect()
}

fn negacyclic(a: &[i64], b: &[i64]) -> Vec<i128> {
    let mut sums = vec![0i128; DEGREE];
    for (i, &a) in a.iter().enumerate() {
        for (j, &b) in b.iter().enumerate() {
            let product = i128::from(a) * i128::from(b);
            if i + j < DEGREE { sums[i + j] += product } else { sums[i + j - DEGREE] -= product }
        }
    }
    sums
}

/// Integers over `2^bits`.
fn over(integers: impl ExactSizeIterator<Item = i64>, bits: u32) -> TorusPoly {
    let mut poly = TorusPoly::zero(DEGREE, bits);
    poly.add_integers(integers, bits);
    poly
}

/// Integers beyond words over `2^bits`.
fn over_wide(integers: &[i128], bits: u32) -> TorusPoly {
    let mut poly = over(integers.iter().map(|&x| (x & 0xffff_ffff) as i64), bits);
    poly.add_integers(integers.iter().map(|&x| (x >> 32) as i64), bits - 32);
    poly
}

/// `log2` of the sum of squares on the torus.
fn log2_squares(integers: &[i64], bits: u32) -> f64 {
    integers.iter().map(|&x| (x as f64).powi(2)).sum::<f64>().log2() - 2.0 * f64::from(bits)
}

/// How many bits a predicted variance is above the measured one: some thousand samples of products,
/// which are not normal, tell it to a fifth of a bit.
fn above(errors: &[Vec<f64>], predicted: f64, what: &str) -> f64 {
    let measured = log2_variance(errors);
    let above = predicted - measured;
    assert!((-0.2..0.3).contains(&above), "{what}: variance 2^{measured:.2}, predicted 2^{predicted:.2}");
    above
}

/// All predictions together are at most 0.1 bits too small.
fn predicts(above: &[f64]) {
    let mean = above.iter().sum::<f64>() / above.len() as f64;
    assert!((-0.1..0.3).contains(&mean), "predictions are {mean} bits too great");
}

struct Keys {
    scheme: Bivariate,
    secret: SecretKey,
    key: HalfExternalKey,
    rng: ChaCha20Rng,
}

fn keys(key_bits: u32, words: usize, seed: u64) -> Keys {
    let (scheme, mut rng) = (scheme(key_bits, words), rng(u64::from(key_bits) << 8 | seed));
    let secret = SecretKey::generate(&scheme, &mut rng);
    let key = HalfExternalKey::for_relinearization(&scheme, &secret, &mut rng).expect("a key");
    Keys { scheme, secret, key, rng }
}

/// Digits of every number of words, bits that are whole digits and such that are not, even and odd,
/// to all bits and to fewer.
#[test]
fn products_of_integers() {
    let mut all = Vec::new();
    for (key_bits, key_words, words) in [(250, 1, 1), (251, 1, 2), (416, 2, 3), (415, 2, 4), (208, 1, 1), (212, 1, 4)] {
        let mut sets: Vec<_> = (0..6).map(|seed| keys(key_bits, key_words, seed)).collect();
        let most = sets[0].scheme.max_bits();
        for (full, less) in [0, 1, 17].into_iter().flat_map(|a| [0, 1, 20, 53, 90].map(|b| (most - a, b))) {
            let (mut errors, mut predicted) = (Vec::new(), 0.0);
            for Keys { scheme, secret, key, rng } in &mut sets {
                let tables = ProductTables::with_words(scheme, words).expect("tables");
                let [x, y] = [30, 28].map(|bits| integers(rng, bits));
                let mut encrypt = |x: &[i64]| scheme.encrypt(secret, &over(x.iter().copied(), full), rng).expect("encryption");
                let pair = [encrypt(&x), encrypt(&y)];
                let factors = Factors { log2_squares: [log2_squares(&x, full), log2_squares(&y, full)], independent: true };
                let product =
                    tables.multiply_rescale(scheme, (&pair[0], &pair[1]), key, full - less, &factors).expect("a product");
                assert_eq!((product.bits(), product.key()), (full - less, secret.id()));
                errors.push(noise(scheme, secret, &product, &over_wide(&negacyclic(&x, &y), full)));
                predicted = product.log2_variance();
            }
            all.push(above(&errors, predicted, &format!("{words} words, {full} bits less {less}, keys of {key_bits}")));
        }
    }
    predicts(&all);
}

#[test]
fn squares_of_integers() {
    let mut all = Vec::new();
    for (key_bits, words) in [(250, 1), (261, 2)] {
        let Keys { scheme, secret, key, mut rng } = keys(key_bits, 1, 0);
        let tables = ProductTables::with_words(&scheme, words).expect("tables");
        let full = scheme.max_bits();
        let (mut errors, mut predicted) = (Vec::new(), 0.0);
        for _ in 0..3 {
            let x = integers(&mut rng, 30);
            let a = scheme.encrypt(&secret, &over(x.iter().copied(), full), &mut rng).expect("encryption");
            let factors = Factors { log2_squares: [log2_squares(&x, full); 2], independent: true };
            let square = tables.multiply_rescale(&scheme, (&a, &a), &key, full, &factors).expect("a square");
            // The same by the way of two ciphertexts is bit for bit the same.
            let product = tables.multiply_rescale(&scheme, (&a, &a.clone()), &key, full, &factors).expect("a product");
            assert_eq!(square.parts(), product.parts());
            assert!((square.log2_variance() - product.log2_variance() - 1.0).abs() < 0.01);
            let expected = over_wide(&negacyclic(&x, &x), full);
            errors.push(noise(&scheme, &secret, &square, &expected));
            predicted = square.log2_variance();
        }
        all.push(above(&errors, predicted, &format!("squares, {words} words")));
    }
    predicts(&all);
}

const T: u64 = 65537;

/// Residues over `t`.
fn fraction(residues: &[i64], bits: u32) -> TorusPoly {
    let mut words = PooledVec::zero(5 * DEGREE);
    words.iter_mut().zip(residues).for_each(|(to, &x)| *to = x as u64);
    TorusPoly::quotients(DEGREE, &words, [T, 0, 0, 0], bits)
}

#[test]
fn products_of_fractions() {
    let mut all = Vec::new();
    for (key_bits, key_words, words) in [(250, 1, 1), (251, 1, 2), (416, 2, 3), (415, 2, 4), (212, 1, 4)] {
        let mut sets: Vec<_> = (0..6).map(|seed| keys(key_bits, key_words, seed)).collect();
        let most = sets[0].scheme.max_bits();
        for (full, bits) in [(0, 0), (1, 1), (40, 40), (0, 60), (17, 100)].map(|(a, b)| (most - a, most - b)) {
            let (mut errors, mut predicted) = (Vec::new(), 0.0);
            for (kind, Keys { scheme, secret, key, rng }) in sets.iter_mut().enumerate() {
                let tables = ProductTables::with_words(scheme, words).expect("tables");
                let [x, y] = [(); 2].map(|()| match kind {
                    0 => vec![T as i64 - 1; DEGREE],
                    1 => vec![(T as i64 - 1) / 2; DEGREE],
                    _ => (0..DEGREE).map(|_| (rng.next_u64() % T) as i64).collect(),
                });
                let mut encrypt = |x: &[i64]| scheme.encrypt(secret, &fraction(x, full), rng).expect("encryption");
                let pair = [encrypt(&x), encrypt(&y)];
                let fractions = Fractions { secrets: 0, independent: true };
                let product = tables
                    .multiply_scaled(scheme, (&pair[0], &pair[1]), ([T, 0, 0, 0], key), bits, fractions)
                    .expect("a product");
                let expected: Vec<_> = negacyclic(&x, &y).iter().map(|x| x.rem_euclid(i128::from(T)) as i64).collect();
                errors.push(noise(scheme, secret, &product, &fraction(&expected, bits)));
                predicted = product.log2_variance();
            }
            all.push(above(&errors, predicted, &format!("{words} words, {full} to {bits} bits, keys of {key_bits}")));
        }
    }
    predicts(&all);
}

/// Widths of digits are those of the least work: wider at more bits.
#[test]
fn tables_have_the_cheapest_digits() {
    let of = |key_bits| ProductTables::new(&scheme(key_bits, 1)).expect("tables").plan().words();
    assert_eq!(of(104), 1.into());
    assert!(of(3328).operand >= 2);
    let tables = ProductTables::new(&scheme(3328, 1)).expect("tables");
    assert_eq!(tables.plan().log2_failure(), f64::NEG_INFINITY);
}

#[test]
fn foreign_factors_are_refused() {
    let Keys { scheme, secret, key, mut rng } = keys(250, 1, 0);
    let other = keys(251, 1, 0);
    let [tables, foreign] = [&scheme, &other.scheme].map(|scheme| ProductTables::new(scheme).expect("tables"));
    let second = SecretKey::generate(&scheme, &mut rng);
    let full = scheme.max_bits();
    let mut encrypt = |secret: &SecretKey, bits| scheme.encrypt(secret, &message(bits, 0), &mut rng).expect("encryption");
    let (a, few, apart) = (encrypt(&secret, full), encrypt(&secret, full - 3), encrypt(&second, full));
    let factors = Factors { log2_squares: [0.0; 2], independent: true };
    let multiply = |tables: &ProductTables, b, key, bits| tables.multiply_rescale(&scheme, (&a, b), key, bits, &factors);
    let scaled = |b, key, bits| {
        let fractions = Fractions { secrets: 0, independent: true };
        tables.multiply_scaled(&scheme, (&a, b), ([T, 0, 0, 0], key), bits, fractions)
    };
    assert!(matches!(multiply(&foreign, &a, &key, full), Err(BivariateError::Context { .. })));
    let precision = BivariateError::Precision { first: full, second: full - 3 };
    let of = BivariateError::Key { found: second.id(), expected: secret.id() };
    let mut rng = super::rng(3);
    let moved = HalfExternalKey::for_automorphism(&scheme, &secret, 3, &mut rng).expect("a key");
    let purpose = BivariateError::Purpose { found: "an automorphism", expected: "relinearization" };
    for (b, key, bits, error) in [
        (&few, &key, 100, precision),
        (&apart, &key, 100, of),
        (&a, &moved, 100, purpose),
        (&a, &key, 0, BivariateError::Bits { found: 0, least: 1, most: full }),
        (&a, &key, full + 1, BivariateError::Bits { found: full + 1, least: 1, most: full }),
    ] {
        assert_eq!(multiply(&tables, b, key, bits), Err(error.clone()));
        assert_eq!(scaled(b, key, bits), Err(error));
    }
    assert!(matches!(scaled(&a, &other.key, 100), Err(BivariateError::Context { .. } | BivariateError::Key { .. })));
}
