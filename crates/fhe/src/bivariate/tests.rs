//! Messages survive, noise is as predicted, and what does not fit is refused.

mod exact;
mod predictions;
mod products;

use super::*;
use crate::rlwe::KeyId;
use chacha20::ChaCha20Rng;
use papilio_ring::sample::SeededUniform;
use rand_core::SeedableRng;

const DEGREE: usize = 1 << 10;

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn literal(key_bits: u32, digit_words: impl Into<DigitWords>) -> ParametersLiteral {
    ParametersLiteral { degree: DEGREE, key_bits, digit_words: digit_words.into(), insecure: true }
}

fn scheme(key_bits: u32, digit_words: impl Into<DigitWords>) -> Bivariate {
    Bivariate::new(&literal(key_bits, digit_words)).expect("parameters")
}

/// A uniform message.
fn message(bits: u32, number: u32) -> TorusPoly {
    TorusPoly::uniform(DEGREE, bits, &SeededUniform::new("papilio-fhe test of messages", [5; 32]), number)
}

/// The noise of a ciphertext of a message.
fn noise(scheme: &Bivariate, secret: &SecretKey, a: &Ciphertext, message: &TorusPoly) -> Vec<f64> {
    let mut phase = scheme.phase(secret, a).expect("a phase");
    assert!(phase.is_secret());
    phase.sub_assign(&message.with_bits(a.bits()));
    phase.to_numbers(0)
}

/// `log2` of a mean square.
fn log2_variance(errors: &[Vec<f64>]) -> f64 {
    let squares = errors.iter().flatten().map(|x| x * x).sum::<f64>();
    (squares / errors.iter().map(Vec::len).sum::<usize>() as f64).log2()
}

/// The variance is the predicted one: several thousand samples are within a fifth of a bit.
fn agrees(errors: &[Vec<f64>], predicted: f64, what: &str) {
    let measured = log2_variance(errors);
    assert!((measured - predicted).abs() < 0.2, "{what}: variance 2^{measured:.2}, predicted 2^{predicted:.2}");
}

#[test]
fn fresh_ciphertexts_sums_and_rescalings() {
    let scheme = scheme(250, 1);
    let mut rng = rng(1);
    let secret = SecretKey::generate(&scheme, &mut rng);
    let bits = scheme.max_bits();
    assert_eq!(bits, 198);
    let fresh: Vec<_> = (0..4).map(|i| scheme.encrypt(&secret, &message(bits, i), &mut rng).expect("encryption")).collect();
    let errors: Vec<_> = (0..4).map(|i| noise(&scheme, &secret, &fresh[i as usize], &message(bits, i))).collect();
    agrees(&errors, fresh[0].log2_variance(), "fresh");
    // 2^20 times, to 100 bits.
    let rescaled: Vec<_> = fresh.iter().map(|a| scheme.rescale(a, 20, 100).expect("a rescaling")).collect();
    let errors: Vec<_> =
        (0..4).map(|i| noise(&scheme, &secret, &rescaled[i as usize], &message(bits, i).shifted(20, 100))).collect();
    agrees(&errors, rescaled[0].log2_variance(), "rescaled");
    // Few bits left out, many of them halves.
    for by in 1..=3 {
        let rounded: Vec<_> = fresh.iter().map(|a| scheme.with_bits(a, bits - by).expect("fewer bits")).collect();
        let errors: Vec<_> = (0..4).map(|i| noise(&scheme, &secret, &rounded[i as usize], &message(bits, i))).collect();
        agrees(&errors, rounded[0].log2_variance(), &format!("{by} bits left out"));
    }
    let few = scheme.with_bits(&fresh[0], 60).expect("fewer bits");
    assert_eq!((few.bits(), few.parts()[1].with_bits(60) == few.parts()[1]), (60, true));
    // Sums and differences are those of the messages; the deviations of both count.
    let mut expected = message(bits, 0);
    expected.add_assign(&message(bits, 1));
    let sum = scheme.add(&fresh[0], &fresh[1]).expect("a sum");
    let errors = noise(&scheme, &secret, &sum, &expected);
    assert!(log2_variance(&[errors]) < sum.log2_variance());
    let zero = scheme.sub(&sum, &sum).expect("a difference");
    assert!(zero.parts().iter().all(|part| *part == TorusPoly::zero(DEGREE, bits)));
    let twice = scheme.add(&fresh[0], &fresh[0]).expect("a sum");
    assert!((twice.log2_variance() - fresh[0].log2_variance() - 2.0).abs() < 1e-9);
}

#[test]
fn switched_secrets_and_automorphisms() {
    let equal = [(120, 1), (250, 1), (261, 2), (400, 3), (521, 4), (700, 6)].map(|(bits, words)| (bits, words.into()));
    let mixed = [(250, 1, 3), (400, 3, 1), (300, 2, 6)].map(|(bits, operand, row)| (bits, DigitWords { operand, row }));
    for (key_bits, words) in equal.into_iter().chain(mixed) {
        let scheme = scheme(key_bits, words);
        let mut rng = rng(u64::from(key_bits));
        let [from, to] = [(); 2].map(|()| SecretKey::generate(&scheme, &mut rng));
        // The whole precision, and prefixes of the key.
        for bits in [scheme.max_bits(), scheme.max_bits() - 3, 52, 45] {
            let (mut switched_errors, mut image_errors, mut predicted) = (Vec::new(), Vec::new(), 0.0);
            for i in 0..4 {
                let key = HalfExternalKey::for_switch(&scheme, &from, &to, &mut rng).expect("a key");
                let a = scheme.encrypt(&from, &message(bits, i), &mut rng).expect("encryption");
                let switched = scheme.switch_secret(&a, &key).expect("another secret");
                assert_eq!((switched.key(), switched.bits()), (to.id(), bits));
                switched_errors.push(noise(&scheme, &to, &switched, &message(bits, i)));
                predicted = switched.log2_variance();
                let g = [3, 5, 2 * DEGREE - 1, 4 * DEGREE + 9][i as usize];
                let key = HalfExternalKey::for_automorphism(&scheme, &from, g, &mut rng).expect("a key");
                let image = scheme.apply_automorphism(&a, g, &key).expect("an image");
                assert_eq!(image.log2_variance(), predicted);
                image_errors.push(noise(&scheme, &from, &image, &message(bits, i).automorphism(g)));
            }
            agrees(&switched_errors, predicted, &format!("switched, keys of {key_bits} bits, {words:?}, {bits} bits"));
            agrees(&image_errors, predicted, &format!("moved, keys of {key_bits} bits, {words:?}, {bits} bits"));
        }
    }
}

/// A product of a key with a uniform mask is in a ciphertext: without it, or without its error, the
/// key would be the secret.
#[test]
fn keys_have_masks_and_errors() {
    let scheme = scheme(250, 1);
    let mut rng = rng(4);
    let secret = SecretKey::generate(&scheme, &mut rng);
    let half = |rng: &mut ChaCha20Rng| HalfExternalKey::for_relinearization(&scheme, &secret, rng).expect("a key");
    let keys = [half(&mut rng), half(&mut rng)];
    // The products of one polynomial with both keys differ in every word, and so do those of a key
    // with two polynomials; that they agree in phase says that they have errors.
    let x = message(scheme.max_bits(), 7);
    let products = keys.each_ref().map(|key| scheme.half_product(&x, key, [None; 2], f64::NEG_INFINITY).expect("a product"));
    for (a, b) in products[0].parts().iter().zip(products[1].parts()) {
        for row in 0..a.rows() {
            assert!(a.row(row).iter().zip(b.row(row)).filter(|(a, b)| a == b).count() < 4, "row {row}");
        }
    }
    let [first, second] = products.each_ref().map(|a| scheme.phase(&secret, a).expect("a phase"));
    let mut difference = first;
    difference.sub_assign(&second);
    // Two independent products.
    agrees(&[difference.to_numbers(0)], products[0].log2_variance() + 1.0, "products of two keys");
}

#[test]
fn relinearization_is_of_the_square() {
    let scheme = scheme(261, 2);
    let mut rng = rng(6);
    let secret = SecretKey::generate(&scheme, &mut rng);
    let key = HalfExternalKey::for_relinearization(&scheme, &secret, &mut rng).expect("a key");
    let x = message(scheme.max_bits(), 3);
    let product = scheme.relinearize([&x, &x, &x], &key, (secret.id(), -400.0)).expect("a product");
    // x + x·s + x·s²
    let times = |x: &TorusPoly| scheme.transforms().multiply_integers(x, &secret.values);
    let mut expected = times(&times(&x));
    expected.add_assign(&times(&x));
    expected.add_assign(&x);
    agrees(&[noise(&scheme, &secret, &product, &expected)], product.log2_variance(), "relinearized");
}

#[test]
fn external_products_have_a_precision_each() {
    external_products(scheme(250, 1));
    external_products(scheme(250, DigitWords { operand: 1, row: 3 }));
}

fn external_products(scheme: Bivariate) {
    let mut rng = rng(8);
    let secret = SecretKey::generate(&scheme, &mut rng);
    let mut integers = vec![0; DEGREE];
    (integers[0], integers[3], integers[DEGREE - 1]) = (-2, 1, 7);
    let key = ExternalKey::generate(&scheme, &secret, &integers, &mut rng).expect("a key");
    let bits = scheme.max_bits();
    assert_eq!(scheme.plan().digits(bits), 4);
    // With A = −2 + X^3 + 7X^(N−1), by automorphisms' simplest relative: shifts and sums.
    let times = |x: &TorusPoly| {
        let power = |by: usize| {
            let mut words = papilio_ring::PooledVec::zero(DEGREE * x.rows());
            for row in 0..x.rows() {
                words[row * DEGREE..][..DEGREE].copy_from_slice(x.row(row));
                words[row * DEGREE..][..DEGREE].rotate_right(by);
            }
            let turned = TorusPoly::from_words(DEGREE, x.bits(), words).expect("words");
            // The first `by` coefficients come from beyond X^N = −1.
            let mut negative = turned.clone();
            negative.neg_assign();
            let mut words = papilio_ring::PooledVec::zero(DEGREE * x.rows());
            for row in 0..x.rows() {
                words[row * DEGREE..][..by].copy_from_slice(&negative.row(row)[..by]);
                words[row * DEGREE + by..(row + 1) * DEGREE].copy_from_slice(&turned.row(row)[by..]);
            }
            TorusPoly::from_words(DEGREE, x.bits(), words).expect("words")
        };
        let mut sum = power(3);
        (0..2).for_each(|_| sum.sub_assign(x));
        (0..7).for_each(|_| sum.add_assign(&power(DEGREE - 1)));
        sum
    };
    for digits in [[4, 4], [3, 4], [4, 3], [2, 3], [2, 2], [1, 2]] {
        let (mut errors, mut predicted) = (Vec::new(), 0.0);
        for i in 0..3 {
            let a = scheme.encrypt(&secret, &message(bits, i), &mut rng).expect("encryption");
            let product = scheme.external_product(&a, &key, digits).expect("a product");
            predicted = product.log2_variance();
            errors.push(noise(&scheme, &secret, &product, &times(&message(bits, i))));
        }
        agrees(&errors, predicted, &format!("{digits:?} digits"));
    }
    let a = scheme.encrypt(&secret, &message(bits, 0), &mut rng).expect("encryption");
    for digits in [[0, 4], [4, 5]] {
        let found = if digits[0] == 0 { 0 } else { 5 };
        assert_eq!(scheme.external_product(&a, &key, digits), Err(BivariateError::Digits { found, most: 4 }));
    }
    let error = ExternalKey::generate(&scheme, &secret, &[1 << 31; DEGREE], &mut rng).expect_err("too great");
    assert_eq!(error, BivariateError::Integers { sum: 1 << 41, log2_most: 40 });
}

/// The noise of a product with a polynomial of many terms has few values that are great, which
/// another such product multiplies: the prediction holds for any noise.
#[test]
fn noise_of_repeated_products_is_below_its_prediction() {
    let (scheme, mut rng) = (scheme(250, 1), rng(18));
    let secret = SecretKey::generate(&scheme, &mut rng);
    let key = ExternalKey::generate(&scheme, &secret, &[1; DEGREE], &mut rng).expect("a key");
    let zero = TorusPoly::zero(DEGREE, 100);
    let mut product = scheme.encrypt(&secret, &zero, &mut rng).expect("encryption");
    for factors in 1..=4 {
        product = scheme.external_product(&product, &key, [2, 2]).expect("a product");
        let greatest = noise(&scheme, &secret, &product, &zero).iter().map(|x| x.abs()).fold(0.0, f64::max).log2();
        let predicted = crate::noise::log2_max(product.log2_variance(), DEGREE as f64);
        assert!(greatest < predicted, "{factors} products: 2^{greatest:.1}, predicted 2^{predicted:.1}");
        assert!(factors > 1 || greatest > predicted - 3.0, "a fresh operand: 2^{greatest:.1}, predicted 2^{predicted:.1}");
    }
}

#[test]
fn parameters_are_refused_with_their_bounds() {
    let refused = |literal: &ParametersLiteral| Bivariate::new(literal).expect_err("refused");
    let secure = ParametersLiteral { degree: 1 << 13, key_bits: 215, digit_words: 1.into(), insecure: false };
    let error = refused(&secure);
    assert_eq!(error, BivariateError::Security { degree: 1 << 13, key_bits: 215, limit: 214 });
    assert!(error.to_string().contains("215") && error.to_string().contains("214"), "{error}");
    assert!(Bivariate::new(&ParametersLiteral { key_bits: 214, ..secure }).is_ok());
    assert!(Bivariate::new(&ParametersLiteral { insecure: true, ..secure }).is_ok());
    for degree in [0, 512, 1000, 1 << 18] {
        assert_eq!(refused(&ParametersLiteral { degree, ..secure }), BivariateError::Degree(degree));
    }
    let refusals = [(52, 1, 52), (0, 1, 52), (104, 2, 104), (3329, 1, 52), (214, usize::MAX, u32::MAX)];
    for (key_bits, digit_words, digit_bits) in refusals {
        let error = refused(&ParametersLiteral { key_bits, digit_words: digit_words.into(), ..secure });
        assert_eq!(error, BivariateError::KeyBits { key_bits, digit_bits, most: 3328 });
    }
    let words = |digit_words: usize| refused(&ParametersLiteral { digit_words: digit_words.into(), ..literal(3328, 1) });
    assert!(matches!(words(0), BivariateError::Plan(_)) && matches!(words(40), BivariateError::Plan(_)));
    let scheme = scheme(250, 1);
    let bytes = 2 * 4 * 5 * 3 * DEGREE * 8;
    assert_eq!(scheme.key_bytes(), bytes);
    assert_eq!(scheme.check_memory(bytes - 1), Err(BivariateError::Memory { bytes, limit: bytes - 1 }));
    assert_eq!(scheme.check_memory(bytes), Ok(()));
}

#[test]
fn foreign_operands_are_refused() {
    let (scheme, other) = (scheme(250, 1), scheme(251, 1));
    let mut rng = rng(10);
    let [secret, second] = [(); 2].map(|()| SecretKey::generate(&scheme, &mut rng));
    let foreign = SecretKey::generate(&other, &mut rng);
    let bits = scheme.max_bits();
    let encrypt = |scheme: &Bivariate, secret: &SecretKey, bits, rng: &mut ChaCha20Rng| {
        scheme.encrypt(secret, &message(bits, 0), rng).expect("encryption")
    };
    let (a, b) = (encrypt(&scheme, &secret, bits, &mut rng), encrypt(&scheme, &second, bits, &mut rng));
    let key = HalfExternalKey::for_automorphism(&scheme, &secret, 3, &mut rng).expect("a key");
    let switch = HalfExternalKey::for_switch(&scheme, &secret, &second, &mut rng).expect("a key");
    let context = |error| matches!(error, BivariateError::Context { .. });
    let of = |found: KeyId, expected: KeyId| BivariateError::Key { found, expected };
    assert!(context(scheme.encrypt(&foreign, &message(bits, 0), &mut rng).expect_err("foreign")));
    assert!(context(scheme.phase(&foreign, &a).expect_err("foreign")));
    assert!(context(other.phase(&foreign, &a).expect_err("foreign")));
    assert!(context(scheme.apply_automorphism(&encrypt(&other, &foreign, bits, &mut rng), 3, &key).expect_err("foreign")));
    assert!(context(HalfExternalKey::for_switch(&scheme, &foreign, &secret, &mut rng).expect_err("foreign")));
    assert!(context(HalfExternalKey::for_switch(&scheme, &secret, &foreign, &mut rng).expect_err("foreign")));
    assert_eq!(scheme.phase(&second, &a), Err(of(secret.id(), second.id())));
    assert_eq!(scheme.add(&a, &b), Err(of(secret.id(), second.id())));
    assert_eq!(scheme.switch_secret(&b, &switch), Err(of(second.id(), secret.id())));
    assert_eq!(scheme.apply_automorphism(&b, 3, &key), Err(of(second.id(), secret.id())));
    // A key of another purpose.
    let (moved, changed) = ("an automorphism", "a change of secret");
    assert_eq!(scheme.switch_secret(&a, &key), Err(BivariateError::Purpose { found: moved, expected: changed }));
    assert_eq!(scheme.apply_automorphism(&a, 3, &switch), Err(BivariateError::Purpose { found: changed, expected: moved }));
    let part = &a.parts()[0];
    let refused = BivariateError::Purpose { found: changed, expected: "relinearization" };
    assert_eq!(scheme.relinearize([part; 3], &switch, (secret.id(), 0.0)), Err(refused));
    assert_eq!(scheme.apply_automorphism(&a, 5, &key), Err(BivariateError::Exponent { found: 3, expected: 5 }));
    assert_eq!(scheme.apply_automorphism(&a, 4, &key), Err(BivariateError::EvenExponent(4)));
    assert!(scheme.apply_automorphism(&a, 2 * DEGREE + 3, &key).is_ok());
    assert_eq!(
        HalfExternalKey::for_automorphism(&scheme, &secret, 2, &mut rng).expect_err("even"),
        BivariateError::EvenExponent(2)
    );
    let few = encrypt(&scheme, &secret, bits - 1, &mut rng);
    assert_eq!(scheme.add(&a, &few), Err(BivariateError::Precision { first: bits, second: bits - 1 }));
    for found in [0, bits + 1] {
        let refused = Err(BivariateError::Bits { found, least: 1, most: bits });
        assert_eq!(scheme.with_bits(&a, found), refused);
        assert_eq!(scheme.encrypt(&secret, &TorusPoly::zero(DEGREE, found), &mut rng), refused);
    }
    assert_eq!(scheme.rescale(&a, bits, 1), Err(BivariateError::Bits { found: 1, least: 1, most: 0 }));
    let short = TorusPoly::zero(DEGREE / 2, bits);
    let refused = BivariateError::PolynomialDegree { found: DEGREE / 2, expected: DEGREE };
    assert_eq!(scheme.encrypt(&secret, &short, &mut rng), Err(refused));
    assert_eq!(format!("{secret:?}"), "SecretKey(..)");
}

/// Rows of a key as they were made, read out by digits that are one in one place: each has a mask
/// and an error of its own, which are none of the others'.
#[test]
fn every_row_of_a_key_has_a_mask_and_an_error_of_its_own() {
    let scheme = scheme(250, 1);
    let mut rng = rng(12);
    let secret = SecretKey::generate(&scheme, &mut rng);
    let mut integers = vec![0; DEGREE];
    (integers[0], integers[7]) = (3, -5);
    let purpose = super::key::Purpose::External;
    let key = HalfExternalKey::generate(&scheme, (&integers, purpose), &secret, &mut rng).expect("a key");
    let (transforms, k, bits) = (scheme.transforms(), scheme.plan().bits(), scheme.literal().key_bits);
    let row = |i: usize| {
        let mut one = TorusPoly::zero(DEGREE, k * scheme.rows() as u32);
        one.add_integers((0..DEGREE).map(|j| i64::from(j == 0)), (i as u32 + 1) * k);
        let sums = transforms.vector_matrix(&[(&transforms.transform(&one), &key.matrix)], scheme.columns());
        let [body, mask] = sums.each_ref().map(|sums| transforms.carry(sums, None, bits));
        let mut error = transforms.multiply_integers(&mask, &secret.values);
        error.add_assign(&body);
        error.add_integers(integers.iter().map(|x| -x), (i as u32 + 1) * k);
        (mask, error.to_numbers(bits))
    };
    let rows: Vec<_> = (0..scheme.rows()).map(row).collect();
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / DEGREE as f64;
    let equal = |a: &[u64], b: &[u64]| a.iter().zip(b).filter(|(a, b)| a == b).count();
    for (i, (mask, error)) in rows.iter().enumerate() {
        assert!((product(error, error) / papilio_ring::sample::ERROR_VARIANCE - 1.0).abs() < 0.25, "row {i}");
        assert!(error.iter().all(|e| e.abs() <= 21.0), "row {i}");
        for (other, second) in &rows[..i] {
            assert!((product(error, second) / papilio_ring::sample::ERROR_VARIANCE).abs() < 0.2, "row {i}");
            for words in 0..mask.rows() - 1 {
                assert!(equal(mask.row(words), other.row(words)) < 4, "row {i}");
                assert!(equal(mask.row(words), mask.row(words + 1)) < 4, "row {i}");
            }
        }
    }
    // Nor do two ciphertexts of a message have a mask in common.
    let pair = [(); 2].map(|()| scheme.encrypt(&secret, &message(100, 0), &mut rng).expect("encryption"));
    assert!((0..2).all(|part| equal(pair[0].parts()[part].row(0), pair[1].parts()[part].row(0)) < 4));
}

/// The same secret in other parameters has the same identity: keys and ciphertexts are told apart
/// by their parameters.
#[test]
fn the_same_secret_in_other_parameters_is_refused() {
    let (scheme, seed) = (scheme(250, 1), [9; 32]);
    let mut rng = rng(14);
    let (secret, bits) = (SecretKey::from_seed(&scheme, &seed), 98);
    let a = scheme.encrypt(&secret, &message(bits, 0), &mut rng).expect("encryption");
    let context = |error| matches!(error, BivariateError::Context { .. });
    let wider = literal(250, DigitWords { operand: 1, row: 2 });
    for other in [literal(250, 2), wider, literal(251, 1), ParametersLiteral { degree: 2 * DEGREE, ..literal(250, 1) }] {
        let other = Bivariate::new(&other).expect("parameters");
        let secret = SecretKey::from_seed(&other, &seed);
        let key = HalfExternalKey::for_automorphism(&other, &secret, 3, &mut rng).expect("a key");
        assert!(context(scheme.apply_automorphism(&a, 3, &key).expect_err("foreign")));
        assert!(context(other.rescale(&a, 1, 10).expect_err("foreign")));
        assert!(context(other.phase(&secret, &a).expect_err("foreign")));
        let integers = vec![1; other.degree()];
        let external = ExternalKey::generate(&other, &secret, &integers, &mut rng).expect("a key");
        assert!(context(other.external_product(&a, &external, [1, 1]).expect_err("foreign")));
        assert!(context(scheme.external_product(&a, &external, [1, 1]).expect_err("a foreign key")));
        assert!(ExternalKey::generate(&scheme, &secret, &integers, &mut rng).is_err());
    }
    let second = SecretKey::generate(&scheme, &mut rng);
    let external = ExternalKey::generate(&scheme, &second, &[1; DEGREE], &mut rng).expect("a key");
    let of = BivariateError::Key { found: secret.id(), expected: second.id() };
    assert_eq!(scheme.external_product(&a, &external, [1, 1]), Err(of.clone()));
    let short = ExternalKey::generate(&scheme, &secret, &[1; DEGREE / 2], &mut rng).expect_err("too few");
    assert_eq!(short, BivariateError::PolynomialDegree { found: DEGREE / 2, expected: DEGREE });
    let key = HalfExternalKey::for_relinearization(&scheme, &second, &mut rng).expect("a key");
    let (part, fewer, short) = (message(bits, 1), message(bits - 1, 1), TorusPoly::zero(DEGREE / 2, bits));
    let relinearize = |parts, under| scheme.relinearize(parts, &key, under);
    assert_eq!(relinearize([&part; 3], (secret.id(), 0.0)), Err(of));
    let precision = BivariateError::Precision { first: bits - 1, second: bits };
    assert_eq!(relinearize([&part, &fewer, &part], (second.id(), 0.0)), Err(precision));
    let degree = BivariateError::PolynomialDegree { found: DEGREE / 2, expected: DEGREE };
    assert_eq!(relinearize([&part, &short, &part], (second.id(), 0.0)), Err(degree));
    let many = TorusPoly::zero(DEGREE, 199);
    let refused = BivariateError::Bits { found: 199, least: 1, most: 198 };
    assert_eq!(relinearize([&many; 3], (second.id(), 0.0)), Err(refused));
    let unknown = relinearize([&part; 3], (second.id(), f64::NAN)).expect("a ciphertext");
    assert_eq!(unknown.log2_variance(), f64::INFINITY);
}
