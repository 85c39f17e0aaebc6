//! Values, plaintexts and polynomials that are no residues of what they meet, and factors of BGV
//! that a composite modulus has divisors in common with.

use super::runtime::scheme;
use papilio_fhe::bfv::PeriodicEncoder;
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
        let bgv = Bgv::over(bfv.clone());
        assert_eq!(bgv.from_inner(x.clone(), word).err(), Some(refused(0)));
        let mut y = bgv.from_bfv(x.clone()).expect("context");
        assert_eq!(bgv.mul_scalar_assign(&mut y, word).err(), Some(refused(0)));
        assert_eq!(bgv.mul_scalar_by_factor_assign(&mut y, word).err(), Some(refused(0)));
        let periodic = PeriodicEncoder::new(&bfv, 4).expect("slots");
        assert_eq!(periodic.prepare(&bfv, &[0, 1, word], 3, &mut Vec::new()).err(), Some(refused(2)));
    }
    assert_eq!(encoder.decode(&bfv.decrypt(&secret, &x).expect("budget").plaintext).expect("slots")[0], 65536);
}

/// Decryption asks the prediction first, and then whether more is measured than it allows: at the
/// ends of both intervals.
#[test]
fn decryption_refuses_from_its_thresholds_on() {
    let (bfv, mut rng) = scheme(10, &[55; 3], 65537);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let plaintext = bfv.encode_coefficients(&[1, 2, 65536]).expect("fits");
    let x = bfv.encrypt_secret(&secret, &plaintext, &mut rng).expect("context");
    let log_modulus = bfv.model().log_modulus(x.level()) - bfv.model().log_plain() - 1.0;
    let predicted = |bits: f64| {
        let x = x.clone().with_noise(Noise::bounded(x.level(), log_modulus - bits)).expect("its level");
        let found = bfv.predicted_budget_bits(&x);
        assert!(found == bits || (found - bits).abs() < 1e-6, "{found} for {bits}");
        bfv.decrypt(&secret, &x).map(|decryption| decryption.plaintext)
    };
    for bits in [0.26, 1.0, 20.0] {
        assert_eq!(predicted(bits).as_ref(), Ok(&plaintext), "{bits} bits");
    }
    for bits in [0.24, 0.0, -1.0, -1e6, f64::NEG_INFINITY] {
        assert!(matches!(predicted(bits), Err(FheError::Exhausted { .. })), "{bits} bits");
    }
    // A prediction may be better than what is measured by as much as the measurement may be wrong.
    let mut x = x;
    bfv.mod_switch_to_assign(&mut x, 1).expect("a level for the modulus");
    let opened = bfv.decrypt(&secret, &x).expect("budget");
    let log_modulus = bfv.model().log_modulus(1) - bfv.model().log_plain() - 1.0;
    assert!(opened.budget_bits + 1.0 < opened.resolution_bits, "measured");
    for (more, is_damaged) in [(0.0, false), (0.19, false), (0.21, true), (1.0, true)] {
        let noise = Noise::bounded(1, log_modulus - opened.budget_bits - more);
        let found = bfv.decrypt(&secret, &x.clone().with_noise(noise).expect("its level"));
        assert_eq!(matches!(found, Err(FheError::Damaged { .. })), is_damaged, "{more} bits");
        assert_eq!(found.is_ok(), !is_damaged, "{more} bits");
    }
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

/// A ciphertext in the classical form of BGV that is not of these parameters.
#[test]
fn foreign_classical_forms_are_refused() {
    let ((bfv, mut rng), (small, _)) = (scheme(11, &[55; 3], 65537), scheme(10, &[55; 3], 65537));
    let bgv = Bgv::over(bfv.clone());
    let secret = SecretKey::generate(&bfv, &mut rng);
    let fresh = bgv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context");
    let (parts, factor) = bgv.to_lsb_parts(&fresh).expect("context");
    let (key, noise) = (secret.id(), fresh.noise().clone());
    let from = |parts, factor| bgv.from_lsb_parts(parts, factor, key, noise.clone());
    assert!(from(parts.clone(), factor).is_ok());
    let (basis, degree) = (small.parameters().basis(), small.parameters().degree());
    let of_small = || Poly::<Coefficient>::from_residues(basis, 3, vec![0; 3 * degree]).expect("residues");
    assert_eq!(from([of_small(), of_small()], factor).err(), Some(FheError::Degree { found: 1024, expected: 2048 }));
    let refused = FheError::Unreduced { place: 0, modulus: "65537".into() };
    assert_eq!(from(parts.clone(), 65537).err(), Some(refused));
    // Primes of 56 bits: their residues are not those of primes of 55.
    let wide = RnsBasis::new(2048, &RnsBasis::choose_moduli(2048, &[56; 3], 0).expect("primes")).expect("a basis");
    let greatest: Vec<u64> = wide.moduli(3).flat_map(|prime| vec![prime.value() - 1; 2048]).collect();
    let of_wide = Poly::<Coefficient>::from_residues(&wide, 3, greatest).expect("residues");
    let [first, _] = parts;
    assert!(matches!(from([first, of_wide], factor).err(), Some(FheError::UnreducedLimb { limb: 0, .. })));
}

/// The factor 1 is removed from ciphertexts of these parameters only.
#[test]
fn factors_of_foreign_ciphertexts_are_not_removed() {
    let ((bfv, mut rng), (other, _)) = (scheme(10, &[55; 3], 65537), scheme(10, &[55; 3], 786_433));
    let secret = SecretKey::generate(&other, &mut rng);
    let foreign = other.encrypt_secret(&secret, &other.zero(), &mut rng).expect("context");
    for factor in [1, 2] {
        let mut foreign = Bgv::over(other.clone()).from_inner(foreign.clone(), factor).expect("a unit");
        let refused = Bgv::over(bfv.clone()).remove_factor_assign(&mut foreign);
        assert!(matches!(refused, Err(FheError::Context { .. })), "{refused:?}");
    }
}

/// Bytes under one modulus are never those of a plaintext modulo another.
#[test]
#[should_panic(expected = "a plaintext of other parameters")]
fn plaintexts_of_another_modulus_are_not_written() {
    let ((bfv, _), (other, _)) = (scheme(10, &[55; 3], 65537), scheme(10, &[55; 3], 786_433));
    let _ = other.encode_coefficients(&[70_000]).expect("fits").to_bytes(&bfv);
}

/// Noise that is known by a bound alone is not taken for that of a sum of plaintexts.
#[test]
fn noise_that_is_bounded_is_not_trivial() {
    assert!(!Noise::bounded(1, 3.0).is_trivial());
    let (bfv, mut rng) = scheme(10, &[55; 3], 65537);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let mut x = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context");
    assert!(!x.noise().is_trivial());
    bfv.mul_scalar_assign(&mut x, 0).expect("context");
    assert!(x.noise().is_trivial() && x.noise().is_spent());
}

/// One residue of a fresh ciphertext is another one: the message is a random one then, and the
/// noise is measured, but far above the prediction.
#[test]
fn damage_that_leaves_noise_within_its_interval_is_seen() {
    let (bfv, mut rng) = scheme(12, &[36, 36, 34], 65537);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let one = bfv.encode_coefficients(&[1]).expect("fits");
    let x = bfv.encrypt_secret(&secret, &one, &mut rng).expect("context");
    for edit in 1..200u64 {
        let mut parts = x.parts().clone();
        let prime = bfv.parameters().basis().moduli(1).next().expect("a prime").value();
        let residue = &mut parts[0].limbs_mut().next().expect("a limb")[0];
        *residue = (*residue + edit * (prime / 211)) % prime;
        let damaged = Ciphertext::from_parts(&bfv, parts, x.key(), x.noise().clone()).expect("a ciphertext");
        assert!(matches!(bfv.decrypt(&secret, &damaged), Err(FheError::Damaged { .. })), "{edit}");
    }
    let opened = bfv.decrypt(&secret, &x).expect("budget");
    assert!(opened.plaintext == one);
}

/// Products of ciphertexts of plaintexts alone are functions of them, which add up as they please.
#[test]
fn products_of_plaintexts_add_up() {
    let (bfv, mut rng) = scheme(10, &[55; 3], 4);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let keys = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
    let all = bfv.encode_coefficients(&[1; 1024]).expect("fits");
    let mut product = || {
        let mut x = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context");
        bfv.mul_scalar_assign(&mut x, 0).expect("context");
        bfv.add_plain_assign(&mut x, &all).expect("context");
        bfv.multiply_relinearize(&x, &x, &keys).expect("context")
    };
    let mut sum = product();
    let one = bfv.predicted_budget_bits(&sum);
    (1..256).for_each(|_| bfv.add_assign(&mut sum, &product()).expect("context"));
    let (predicted, measured) = (bfv.predicted_budget_bits(&sum), bfv.noise_budget_bits(&secret, &sum).expect("a key"));
    assert!(predicted <= measured, "{predicted} predicted, {measured} measured");
    // Deviations would add up to four bits.
    assert!(one - predicted > 5.0, "{one} for one, {predicted} for 256");
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
