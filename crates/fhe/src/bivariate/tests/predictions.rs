//! Predicted variances: what they assume of operands, and what they say where nothing is known.

use super::*;

fn keys(seed: u64) -> (Bivariate, SecretKey, HalfExternalKey, ChaCha20Rng) {
    let (scheme, mut rng) = (scheme(250, 1), rng(seed));
    let secret = SecretKey::generate(&scheme, &mut rng);
    let key = HalfExternalKey::for_relinearization(&scheme, &secret, &mut rng).expect("a key");
    (scheme, secret, key, rng)
}

/// A square has twice the variance of a product of equal operands that are said to be independent.
#[test]
fn factors_of_a_square_are_not_independent() {
    let (scheme, secret, key, mut rng) = keys(1);
    let tables = ProductTables::new(&scheme).expect("tables");
    let bits = scheme.max_bits();
    let a = scheme.encrypt(&secret, &message(bits, 0), &mut rng).expect("encryption");
    let times_a = |b: &Ciphertext| {
        let fractions = Fractions { secrets: 0, independent: true };
        tables.multiply_scaled(&scheme, (&a, b), ([65537, 0, 0, 0], &key), bits, fractions).expect("a product")
    };
    let (square, product) = (times_a(&a), times_a(&a.clone()));
    assert_eq!(square.parts(), product.parts());
    assert!((square.log2_variance() - product.log2_variance() - 1.0).abs() < 0.01);
}

/// Both noises are roundings times the secret, and messages are zero.
#[test]
fn noises_that_hold_the_secret_multiply_as_predicted() {
    let (mut errors, mut predicted) = (Vec::new(), 0.0);
    for seed in 0..8 {
        let (scheme, secret, key, mut rng) = keys(seed);
        let tables = ProductTables::new(&scheme).expect("tables");
        let (most, bits) = (scheme.max_bits(), scheme.max_bits() - 40);
        let zero = TorusPoly::zero(DEGREE, most);
        let [a, b] = [(); 2].map(|()| {
            let a = scheme.encrypt(&secret, &zero, &mut rng).expect("encryption");
            scheme.with_bits(&a, bits).expect("fewer bits")
        });
        let factors = Factors { log2_squares: [f64::NEG_INFINITY; 2], independent: true };
        let product = tables.multiply_rescale(&scheme, (&a, &b), &key, bits, &factors).expect("a product");
        errors.push(noise(&scheme, &secret, &product, &TorusPoly::zero(DEGREE, bits)));
        predicted = product.log2_variance();
    }
    let measured = log2_variance(&errors);
    assert!((measured - predicted).abs() < 0.3, "variance 2^{measured:.2}, predicted 2^{predicted:.2}");
}

#[test]
fn nothing_is_known_of_too_many_secrets() {
    let (scheme, secret, key, mut rng) = keys(1);
    let tables = ProductTables::new(&scheme).expect("tables");
    let bits = scheme.max_bits();
    let a = scheme.encrypt(&secret, &message(bits, 0), &mut rng).expect("encryption");
    let variance_of = |secrets| {
        let fractions = Fractions { secrets, independent: false };
        let product = tables.multiply_scaled(&scheme, (&a, &a), ([3, 0, 0, 0], &key), bits, fractions);
        product.expect("a product").log2_variance()
    };
    assert!(variance_of(1024).is_finite());
    assert_eq!(variance_of(1025), f64::INFINITY);
    assert_eq!(variance_of(u32::MAX), f64::INFINITY);
}
