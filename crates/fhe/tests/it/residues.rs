//! Values, plaintexts and polynomials that are no residues of what they meet, and factors of BGV
//! that a composite modulus has divisors in common with.

use super::runtime::scheme;
use papilio_fhe::bgv;
use papilio_fhe::noise::Noise;
use papilio_fhe::prelude::*;
use papilio_ring::{Coefficient, Poly, RnsBasis};

/// Sums of ciphertexts of any factors, over moduli with many divisors.
#[test]
fn factors_of_sums_have_inverses() {
    for t in [16, 256, 6561, 1001, 65536, 30_030, 510_510, 1 << 20, 720_720] {
        let (bfv, mut rng) = scheme(12, &[60, 60, 60], t);
        let bgv = Bgv::over(bfv.clone());
        let secret = SecretKey::generate(&bfv, &mut rng);
        let one = bfv.encode_coefficients(&[1]).expect("fits");
        let fresh: bgv::Ciphertext<u64> = bgv.encrypt_secret(&secret, &one, &mut rng).expect("context");
        let units = (1..t).step_by((t / 61).max(1) as usize).filter(|&c| bfv.plaintext_modulus().inverse(c).is_some());
        for c in units.chain([t - 1]) {
            let mut sum = fresh.clone();
            bgv.mul_scalar_by_factor_assign(&mut sum, c).expect("context");
            bgv.add_assign(&mut sum, &fresh).expect("context");
            let found = bgv.decrypt(&secret, &sum).expect("budget").plaintext;
            assert_eq!(found.coefficients()[0], (c + 1) % t, "{c} + 1 modulo {t}");
            assert_eq!(bfv.decrypt(&secret, &bgv.into_bfv(sum).expect("context")).expect("budget").plaintext, found);
        }
    }
}

#[test]
fn words_that_are_no_residues_are_refused() {
    let (bfv, mut rng) = scheme(10, &[55; 3], 65537);
    let encoder = BatchEncoder::new(&bfv).expect("slots");
    let secret = SecretKey::generate(&bfv, &mut rng);
    let mut x = bfv.encrypt_secret(&secret, &encoder.encode(&[65536]).expect("fits"), &mut rng).expect("context");
    let refused = |place| FheError::Unreduced { place, modulus: "65537".into() };
    for word in [65537, 1 << 63, u64::MAX] {
        assert_eq!(encoder.encode(&[0, word]).err(), Some(refused(1)));
        assert_eq!(encoder.encode_into(&[word], &mut bfv.zero()).err(), Some(refused(0)));
        assert_eq!(bfv.encode_coefficients(&[1, 2, word]).err(), Some(refused(2)));
        assert_eq!(bfv.mul_scalar_assign(&mut x, word).err(), Some(refused(0)));
        assert_eq!(Bgv::over(bfv.clone()).from_inner(x.clone(), word).err(), Some(refused(0)));
    }
    assert_eq!(encoder.decode(&bfv.decrypt(&secret, &x).expect("budget").plaintext).expect("slots")[0], 65536);
}

#[test]
fn plaintexts_of_another_modulus_are_refused() {
    let ((bfv, mut rng), (other, _)) = (scheme(10, &[55; 3], 65537), scheme(10, &[55; 3], 786_433));
    let encoder = BatchEncoder::new(&bfv).expect("slots");
    let secret = SecretKey::generate(&bfv, &mut rng);
    let foreign = other.encode_coefficients(&[5]).expect("fits");
    let refused = Some(FheError::PlaintextModulus { found: "786433".into(), expected: "65537".into() });
    let mut x = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context");
    assert_eq!(bfv.encrypt_secret(&secret, &foreign, &mut rng).err(), refused);
    assert_eq!(encoder.decode(&foreign).err(), refused);
    assert_eq!(encoder.encode_into(&[1], &mut foreign.clone()).err(), refused);
    assert_eq!(bfv.decode_integer(&foreign).err(), refused);
    assert_eq!(bfv.prepare(&foreign).err(), refused);
    assert_eq!(bfv.add_plain_assign(&mut x, &foreign).err(), refused);
    let bgv = Bgv::over(bfv.clone());
    for factor in [1, 3] {
        let mut y = bgv.from_inner(x.clone(), factor).expect("a unit");
        assert_eq!(bgv.add_plain_assign(&mut y, &foreign).err(), refused);
    }
    assert!(foreign != bfv.encode_coefficients(&[5]).expect("fits"));
}

/// Every slot is counted once, however few there are.
#[test]
fn inner_sums_of_fewer_slots() {
    for (t, slots) in [(65537, 1024), (257, 128), (97, 16), (17, 8), (41, 4)] {
        let (bfv, mut rng) = scheme(10, &[55; 3], t);
        let encoder = BatchEncoder::new(&bfv).expect("slots");
        let secret = SecretKey::generate(&bfv, &mut rng);
        let keys = GaloisKeys::for_inner_sum(&bfv, &secret, 1 << 10, &mut rng).expect("special primes");
        let values: Vec<u64> = (0..slots).map(|i| (i * i + 3) % t).collect();
        let x = bfv.encrypt_secret(&secret, &encoder.encode(&values).expect("fits"), &mut rng).expect("context");
        let expected = values.iter().sum::<u64>() % t;
        for sum in [bfv.inner_sum(&x, &keys), bfv.partial_inner_sum(&x, 1 << 10, &keys)] {
            let sum = sum.expect("keys");
            let found = encoder.decode(&bfv.decrypt(&secret, &sum).expect("budget").plaintext).expect("slots");
            assert!(found.iter().all(|&x| x == expected), "{expected} modulo {t}: {found:?}");
            assert!(bfv.predicted_budget_bits(&sum) <= bfv.noise_budget_bits(&secret, &sum).expect("context"));
        }
    }
}

#[test]
fn polynomials_of_greater_primes_are_refused() {
    let (bfv, mut rng) = scheme(10, &[50; 2], 65537);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let basis = RnsBasis::new(1 << 10, &RnsBasis::choose_moduli(1 << 10, &[60; 2], 0).expect("primes")).expect("a basis");
    let residues: Vec<u64> = (0..2).flat_map(|i| vec![basis.modulus(i).value() - 1; 1 << 10]).collect();
    let poly: Poly<Coefficient> = Poly::from_residues(&basis, 2, residues).expect("residues");
    let refused = Ciphertext::from_parts(&bfv, [poly.clone(), poly], secret.id(), Noise::normal(2, 10.0)).err();
    assert!(matches!(refused, Some(FheError::UnreducedLimb { limb: 0, .. })), "{refused:?}");
}

#[test]
fn a_prediction_that_is_no_number_is_no_budget() {
    let (bfv, mut rng) = scheme(10, &[55; 3], 65537);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let x = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context");
    let nan = f64::NAN;
    for noise in [Noise::normal(3, nan), Noise::bounded(3, nan), Noise::colored(3, nan, 1, 0.0)] {
        let refused = bfv.decrypt(&secret, &x.clone().with_noise(noise).expect("a level")).err();
        assert!(matches!(refused, Some(FheError::Exhausted { .. })), "{refused:?}");
    }
}

#[test]
fn powers_and_products_of_one_are_of_this_context() {
    let ((bfv, mut rng), (other, _)) = (scheme(10, &[55; 3], 65537), scheme(10, &[55; 3], 786_433));
    let secret = SecretKey::generate(&bfv, &mut rng);
    let key = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
    let theirs = SecretKey::generate(&other, &mut rng);
    let x = other.encrypt_secret(&theirs, &other.zero(), &mut rng).expect("context");
    let context = |refused: Option<FheError>| assert!(matches!(refused, Some(FheError::Context { .. })), "{refused:?}");
    context(bfv.multiply_many(core::slice::from_ref(&x), &key).err());
    context(bfv.exponentiate(&x, 1, &key).err());
    let (bgv, x) = (Bgv::over(bfv), Bgv::over(other).from_bfv(x).expect("context"));
    context(bgv.multiply_many(core::slice::from_ref(&x), &key).err());
    context(bgv.exponentiate(&x, 1, &key).err());
}

/// −1 is 1 modulo 2.
#[test]
fn integers_modulo_two() {
    let (bfv, _) = scheme(10, &[55; 2], 2);
    for value in [-1, 3, 7, -5] {
        assert_eq!(bfv.encode_integer(value).err(), Some(FheError::NoDigit), "{value}");
    }
    for value in [0, 1, 2, 5, 1 << 100] {
        assert_eq!(bfv.decode_integer(&bfv.encode_integer(value).expect("digits 0 and 1")), Ok(value));
    }
}
