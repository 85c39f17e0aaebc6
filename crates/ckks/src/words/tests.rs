//! Values survive with the predicted precision, scales are exact, and what does not fit is refused.

use super::*;
use chacha20::ChaCha20Rng;
use papilio_fhe::bivariate::BivariateError;
use rand_core::{Rng, SeedableRng};

const DEGREE: usize = 1 << 10;
const SLOTS: usize = DEGREE / 2;

struct Keys {
    ckks: WordCkks,
    secret: SecretKey,
    key: HalfExternalKey,
    rng: ChaCha20Rng,
}

fn keys(key_bits: u32, digit_words: usize) -> Keys {
    let mut rng = ChaCha20Rng::seed_from_u64(u64::from(key_bits));
    let literal = ParametersLiteral { degree: DEGREE, key_bits, digit_words: digit_words.into(), insecure: true };
    let ckks = WordCkks::new(&literal).expect("parameters");
    let secret = SecretKey::generate(ckks.scheme(), &mut rng);
    let key = HalfExternalKey::for_relinearization(ckks.scheme(), &secret, &mut rng).expect("a key");
    Keys { ckks, secret, key, rng }
}

/// Values of magnitude at most 1.
fn values(rng: &mut ChaCha20Rng) -> Vec<Complex64> {
    let part = |rng: &mut ChaCha20Rng| rng.next_u32() as i32 as f64 * 2f64.powi(-31) * 0.7;
    (0..SLOTS).map(|_| Complex64::new(part(rng), part(rng))).collect()
}

fn log2_error(found: &[Complex64], exact: &[Complex64]) -> f64 {
    found.iter().zip(exact).map(|(x, y)| (x - y).norm()).fold(0.0, f64::max).log2()
}

/// The error is below its bound, and by not too much.
fn decrypts(ckks: &WordCkks, secret: &SecretKey, a: &WordCiphertext, exact: &[Complex64], slack: f64) {
    let (found, bound) = (log2_error(&ckks.decrypt(secret, a).expect("values"), exact), ckks.log2_error(a));
    assert!(found < bound && found > bound - slack, "error 2^{found:.1}, bound 2^{bound:.1}, at {} bits", a.bits());
}

/// A rounding that leaves out few bits has many halves, whose mean would be a polynomial that is
/// great at the first and last slots.
#[test]
fn rescalings_by_few_bits_keep_their_bound() {
    let exact = vec![Complex64::new(0.5, 0.0); SLOTS];
    for by in 1..=4 {
        let Keys { ckks, mut rng, .. } = keys(214, 1);
        let errors = (0..40).map(|_| {
            let secret = SecretKey::generate(ckks.scheme(), &mut rng);
            let x = ckks.encrypt(&secret, &exact, (40, 162), &mut rng).expect("encryption");
            // Down to a scale at which roundings are all of the error.
            let x = (0..25 / by).fold(x, |x, _| ckks.rescale(&x, by).expect("bits"));
            decrypts(&ckks, &secret, &x, &exact, 3.0);
            log2_error(&ckks.decrypt(&secret, &x).expect("values"), &exact) - ckks.log2_error(&x)
        });
        assert!(errors.fold(f64::NEG_INFINITY, f64::max) < -0.3, "by {by} bits");
    }
}

#[test]
fn chains_of_three_products() {
    // Bits that products are rescaled by: a scale of 45 bits, and others.
    for (key_bits, words, log_scale, by) in [
        (320, 1, 45, [45, 45, 45]),
        (321, 1, 45, [44, 45, 51]),
        (330, 2, 38, [31, 38, 40]),
        (430, 2, 60, [60, 61, 59]),
        (420, 1, 52, [52, 52, 52]),
    ] {
        let Keys { ckks, secret, key, mut rng } = keys(key_bits, words);
        let bits = ckks.scheme().max_bits();
        let factors = [(); 4].map(|()| values(&mut rng));
        let encrypted = factors.each_ref().map(|x| ckks.encrypt(&secret, x, (log_scale, bits), &mut rng).expect("encryption"));
        decrypts(&ckks, &secret, &encrypted[0], &factors[0], 6.0);
        let (mut product, mut exact, mut scale) = (encrypted[0].clone(), factors[0].clone(), log_scale);
        for (i, by) in by.into_iter().enumerate() {
            let factor = ckks.with_bits(&encrypted[i + 1], product.bits()).expect("fewer bits");
            let left = product.bits() - by;
            product = ckks.multiply(&product, &factor, &key, by).expect("a product");
            scale = scale + log_scale - by;
            assert_eq!((product.log_scale(), product.bits()), (scale, left), "exactly");
            exact.iter_mut().zip(&factors[i + 1]).for_each(|(x, y)| *x *= y);
            decrypts(&ckks, &secret, &product, &exact, 9.0);
        }
    }
}

#[test]
fn squares_sums_rescalings_and_rotations() {
    let Keys { ckks, secret, key, mut rng } = keys(300, 1);
    let [x, y] = [(); 2].map(|()| values(&mut rng));
    let [a, b] = [&x, &y].map(|x| ckks.encrypt(&secret, x, (40, 240), &mut rng).expect("encryption"));
    let each = |f: &dyn Fn(Complex64, Complex64) -> Complex64| x.iter().zip(&y).map(|(&x, &y)| f(x, y)).collect::<Vec<_>>();
    decrypts(&ckks, &secret, &ckks.add(&a, &b).expect("a sum"), &each(&|x, y| x + y), 7.0);
    decrypts(&ckks, &secret, &ckks.sub(&a, &b).expect("a difference"), &each(&|x, y| x - y), 7.0);
    let square = ckks.multiply(&a, &a, &key, 40).expect("a square");
    decrypts(&ckks, &secret, &square, &each(&|x, _| x * x), 9.0);
    // Without a rescaling, and then with one.
    let whole = ckks.multiply(&a, &b, &key, 0).expect("a product");
    assert_eq!((whole.log_scale(), whole.bits()), (80, 240));
    decrypts(&ckks, &secret, &whole, &each(&|x, y| x * y), 9.0);
    let rescaled = ckks.rescale(&whole, 41).expect("rescaled");
    assert_eq!((rescaled.log_scale(), rescaled.bits()), (39, 199));
    decrypts(&ckks, &secret, &rescaled, &each(&|x, y| x * y), 9.0);
    let exponent = ckks.rotation_exponent(5);
    let rotation = HalfExternalKey::for_automorphism(ckks.scheme(), &secret, exponent, &mut rng).expect("a key");
    let mut rotated = x.clone();
    rotated.rotate_left(5);
    decrypts(&ckks, &secret, &ckks.rotate(&a, 5, &rotation).expect("rotated"), &rotated, 9.0);
    let exponent = ckks.conjugation_exponent();
    let conjugation = HalfExternalKey::for_automorphism(ckks.scheme(), &secret, exponent, &mut rng).expect("a key");
    let conjugates: Vec<_> = x.iter().map(Complex64::conj).collect();
    decrypts(&ckks, &secret, &ckks.conjugate(&a, &conjugation).expect("conjugated"), &conjugates, 9.0);
    // A key of another rotation, and of another purpose.
    let of = |found, expected| CkksError::Bivariate(BivariateError::Exponent { found, expected });
    let refused = ckks.rotate(&a, 4, &rotation).expect_err("another rotation");
    assert_eq!(refused, of(ckks.rotation_exponent(5), ckks.rotation_exponent(4)));
    let purpose = |found, expected| Err(CkksError::Bivariate(BivariateError::Purpose { found, expected }));
    assert_eq!(ckks.multiply(&a, &b, &rotation, 40), purpose("an automorphism", "relinearization"));
    assert_eq!(ckks.rotate(&a, 5, &key), purpose("relinearization", "an automorphism"));
}

/// Integers beyond a word, and few bits.
#[test]
fn encodings_are_integers_over_powers_of_two() {
    let Keys { ckks, secret, mut rng, .. } = keys(300, 1);
    let constant = [Complex64::new(-3.0, 0.0); SLOTS];
    for (log_scale, bits) in [(20, 30), (50, 60), (55, 61), (90, 130), (98, 240)] {
        let (poly, log2_bound) = ckks.encode(&constant, (log_scale, bits)).expect("encoded");
        assert!(poly.is_secret() && (log2_bound[0] - 3f64.log2()).abs() < 1e-6);
        let mut expected = TorusPoly::zero(DEGREE, bits);
        expected.add_integers((0..DEGREE).map(|i| if i == 0 { -3 } else { 0 }), bits - log_scale);
        assert_eq!(poly.publish(), expected, "a scale of 2^{log_scale} in {bits} bits");
    }
    // All 52 bits of values at a scale beyond doubles.
    let x = values(&mut rng);
    let a = ckks.encrypt(&secret, &x, (98, 240), &mut rng).expect("encryption");
    assert!(log2_error(&ckks.decrypt(&secret, &a).expect("values"), &x) < -50.0);
    let short = ckks.encrypt(&secret, &x[..3], (40, 100), &mut rng).expect("encryption");
    let found = ckks.decrypt(&secret, &short).expect("values");
    assert!(found.len() == SLOTS && found[3..].iter().all(|x| x.norm() < ckks.log2_error(&short).exp2()));
}

#[test]
fn refusals() {
    let Keys { ckks, secret, key, mut rng } = keys(200, 1);
    let x = values(&mut rng);
    let bits = ckks.scheme().max_bits();
    let encrypt = |at: (u32, u32), rng: &mut ChaCha20Rng| ckks.encrypt(&secret, &x, at, rng);
    let (a, b) = (encrypt((40, bits), &mut rng).expect("encryption"), encrypt((41, bits), &mut rng).expect("encryption"));
    let error = ckks.add(&a, &b).expect_err("other scales");
    assert_eq!(error, CkksError::WordScales { first: 40, second: 41 });
    assert!(error.to_string().contains("2^40") && error.to_string().contains("2^41"), "{error}");
    assert_eq!(ckks.sub(&b, &a), Err(CkksError::WordScales { first: 41, second: 40 }));
    // Values that have more bits than there are: encoded, in fewer bits, or as a product.
    assert!(matches!(encrypt((40, 40), &mut rng), Err(CkksError::WordBits { bits: 40, .. })));
    assert!(matches!(ckks.with_bits(&a, 38), Err(CkksError::WordBits { bits: 38, .. })));
    assert!(matches!(ckks.multiply(&a, &a, &key, bits - 42), Err(CkksError::WordRescaling { .. })));
    let few = ckks.with_bits(&a, 75).expect("fewer bits");
    assert!(matches!(ckks.multiply(&few, &few, &key, 0), Err(CkksError::WordBits { bits: 75, .. })));
    for by in [bits, 81, u32::MAX] {
        let refused = CkksError::WordRescaling { by, log_scale: 80, bits };
        assert_eq!(ckks.multiply(&a, &a, &key, by), Err(refused));
    }
    assert_eq!(ckks.rescale(&a, 41), Err(CkksError::WordRescaling { by: 41, log_scale: 40, bits }));
    let precision = BivariateError::Precision { first: bits, second: 75 };
    assert_eq!(ckks.multiply(&a, &few, &key, 40), Err(precision.into()));
    let found = BivariateError::Bits { found: bits + 1, least: 1, most: bits };
    assert_eq!(ckks.with_bits(&a, bits + 1), Err(found.into()));
    assert_eq!(encrypt((512, bits), &mut rng), Err(CkksError::Scale { found: 512.0 }));
    let many = vec![Complex64::ONE; SLOTS + 1];
    assert_eq!(ckks.encode(&many, (40, bits)).map(|_| ()), Err(CkksError::Slots { found: SLOTS + 1, most: SLOTS }));
    let bad = ckks.encode(&[Complex64::new(f64::NAN, 0.0)], (40, bits)).map(|_| ());
    assert!(matches!(bad, Err(CkksError::NotFinite { index: 0, .. })));
    for found in [0, bits + 1, 1 << 30, u32::MAX] {
        let refused = CkksError::from(BivariateError::Bits { found, least: 1, most: bits });
        assert_eq!(ckks.encode(&[], (0, found)).map(|_| ()), Err(refused.clone()));
        assert_eq!(encrypt((40, found), &mut rng), Err(refused));
    }
    let second = SecretKey::generate(ckks.scheme(), &mut rng);
    let of = BivariateError::Key { found: secret.id(), expected: second.id() };
    assert_eq!(ckks.decrypt(&second, &a), Err(of.into()));
}

/// Where the errors are greater than the values, the errors multiply each other, until nothing is
/// known of the result, which is refused.
#[test]
fn errors_that_outgrow_their_values_stay_within_their_bound() {
    let Keys { ckks, secret, key, mut rng } = keys(300, 1);
    let angles = (0..SLOTS).map(|i| i as f64 * 0.37);
    let mut expected: Vec<_> = angles.map(|angle| Complex64::from_polar(1.0, angle)).collect();
    let mut x = ckks.encrypt(&secret, &expected, (12, ckks.scheme().max_bits()), &mut rng).expect("encryption");
    for depth in 1.. {
        x = match ckks.multiply(&x, &x, &key, 11) {
            Ok(square) => square,
            // A bound beyond the modulus.
            Err(CkksError::WordBits { .. }) if depth > 5 => return,
            Err(error) => panic!("depth {depth}: {error}"),
        };
        expected.iter_mut().for_each(|x| *x *= *x);
        let found = ckks.decrypt(&secret, &x).expect("values");
        let error = log2_error(&found, &expected);
        assert!(error <= ckks.log2_error(&x), "depth {depth}: 2^{error}, predicted 2^{}", ckks.log2_error(&x));
    }
}

/// Nearly half a unit is rounded away in every coefficient, with signs that add up in the first
/// slot: at a great degree, and equal in many ciphertexts, it is above all noise.
#[test]
fn roundings_of_encodings_are_in_predictions() {
    let (degree, log_scale, bits) = (1 << 16, 20i32, 60);
    let literal = ParametersLiteral { degree, key_bits: 120, digit_words: 1.into(), insecure: true };
    let (ckks, mut rng) = (WordCkks::new(&literal).expect("parameters"), ChaCha20Rng::seed_from_u64(9));
    let secret = SecretKey::generate(ckks.scheme(), &mut rng);
    // The sum of X^i up to N/2 less that of the others is −2i/(1 − X), because X^(N/2) is i.
    let exponents = core::iter::successors(Some(1), |power| Some(power * 5 % (2 * degree)));
    let half = Complex64::new(0.0, -2.0 * 0.4999) * f64::from(-log_scale).exp2();
    let value = |exponent: usize| {
        let root = Complex64::from_polar(1.0, core::f64::consts::PI * exponent as f64 / degree as f64);
        half / (Complex64::ONE - root)
    };
    let mut exact: Vec<_> = exponents.take(degree / 2).map(value).collect();
    let at = (log_scale as u32, bits);
    let (poly, _) = ckks.encode(&exact, at).expect("encoded");
    assert_eq!(poly.publish(), TorusPoly::zero(degree, bits), "not all is rounded away");
    let mut encrypt = || ckks.encrypt(&secret, &exact, at, &mut rng).expect("encryption");
    let first = encrypt();
    let sum = (1..16).fold(first, |sum, _| ckks.add(&sum, &encrypt()).expect("a sum"));
    exact.iter_mut().for_each(|x| *x *= 16.0);
    let (found, bound) = (log2_error(&ckks.decrypt(&secret, &sum).expect("values"), &exact), ckks.log2_error(&sum));
    assert!(found <= bound, "error 2^{found:.2}, predicted 2^{bound:.2}");
}
