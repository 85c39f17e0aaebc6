//! Properties of extended public keys on which their security rests, and the noise under them.

use super::*;
use crate::noise;
use crate::observed::{alike, assert_apart, assert_errors, assert_ternary, assert_variance, integers};
use crate::{Parameters, ParametersLiteral};
use chacha20::ChaCha20Rng;
use papilio_ring::Coefficient;
use rand_core::SeedableRng;

/// Three primes, and special ones of these bits.
fn rlwe(special: &[u32]) -> Rlwe {
    let primes = RnsBasis::choose_moduli(1 << 12, &[&[50; 3], special].concat(), 0).expect("primes");
    let (moduli, special) = primes.split_at(3);
    let literal = ParametersLiteral {
        log_degree: 12,
        moduli: moduli.to_vec(),
        special: special.to_vec(),
        insecure: true,
        ..ParametersLiteral::default()
    };
    Rlwe::approximate(Parameters::new(literal).expect("parameters"))
}

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

/// `b + a·s` modulo the primes of keys.
fn error(rlwe: &Rlwe, secret: &SecretKey, key: &ExtendedPublicKey) -> Vec<i64> {
    let basis = rlwe.key_basis();
    let secret = secret.extended(rlwe).map_or_else(|_| secret.secret().clone(), |(secret, _)| secret);
    let [mut sum, mut product] = key.parts.clone();
    product.mul_assign(basis, &secret);
    sum.add_assign(basis, &product);
    integers(basis, &sum.into_coefficient(basis))
}

#[test]
fn every_key_has_an_error_and_a_uniform_half_of_its_own() {
    for special in [&[50, 50][..], &[]] {
        let (rlwe, mut first) = (rlwe(special), rng(1));
        let secret = SecretKey::generate(&rlwe, &mut first);
        let [a, b] = [(); 2].map(|()| ExtendedPublicKey::generate(&rlwe, &secret, &mut first).expect("a key"));
        let c = ExtendedPublicKey::generate(&rlwe, &secret, &mut rng(2)).expect("a key");
        let keys = [&a, &b, &c];
        let errors = keys.map(|key| error(&rlwe, &secret, key));
        for (i, key) in keys.iter().enumerate() {
            assert_errors("b + a·s", &errors[i]);
            assert_eq!(key.id(), secret.id());
            assert_eq!(key.parts[0].level(), 3 + special.len());
            assert_apart("both halves", key.parts[0].residues(), key.parts[1].residues());
            for (other, error) in keys[..i].iter().zip(&errors) {
                assert!(alike(error, &errors[i]) < 0.2, "errors of two keys");
                assert_ne!(key.uniform.seed(), other.uniform.seed());
                assert_apart("uniform halves of two keys", key.parts[1].residues(), other.parts[1].residues());
            }
        }
    }
}

/// A seed serves this key alone: its mask is not that of a ciphertext of the same seed.
#[test]
fn the_mask_is_no_other_mask_of_its_seed() {
    let rlwe = rlwe(&[50]);
    let basis = rlwe.key_basis();
    let masks = [seeds::extended_public_key_mask, seeds::ciphertext_mask, seeds::switching_key_mask]
        .map(|mask| expand::<Evaluation>(basis, &mask([7; 32])));
    for (i, mask) in masks.iter().enumerate() {
        masks[..i].iter().for_each(|other| assert_apart("masks of one seed", mask.residues(), other.residues()));
    }
}

const SCALE: i64 = 1 << 20;

/// The draws of an encryption of zero, laid open by a key of the test's own, whose parts both are
/// the integer `SCALE·P + (P − 1)/2 − k`: a part of the ciphertext is `SCALE·u`, and one more where
/// `u` is 1 and the error above `k`, or one less where `u` is −1 and the error below `−k`. So
/// `u`, and for both parts whether the error went so far.
fn drawn(rlwe: &Rlwe, k: u64, rng: &mut ChaCha20Rng) -> (Vec<i64>, [Vec<bool>; 2]) {
    let basis = rlwe.key_basis();
    let special = basis.modulus(0).value();
    let mut integer = Poly::<Coefficient>::zero(basis, basis.limbs());
    for (limb, m) in integer.limbs_mut().zip(basis.moduli(basis.limbs())) {
        let of_scale = m.mul(m.reduce(special), m.reduce(SCALE as u64));
        limb[0] = m.add(of_scale, m.reduce((special - 1) / 2 - k));
    }
    let integer = integer.into_evaluation(basis);
    let key = ExtendedPublicKey {
        context: rlwe.parameters().fingerprint(),
        id: KeyId::ANY,
        uniform: seeds::extended_public_key_mask([9; 32]),
        parts: [integer.clone(), integer],
    };
    let zero = Poly::zero(rlwe.parameters().basis(), 3);
    let parts = rlwe.encrypt_message_extended(&key, &zero, rng).expect("a key").into_parts();
    let parts = parts.map(|part| integers(rlwe.parameters().basis(), &part.into_coefficient(rlwe.parameters().basis())));
    let u: Vec<i64> = parts[0].iter().map(|x| (x + SCALE / 2).div_euclid(SCALE)).collect();
    let far = parts.map(|part| {
        part.iter()
            .zip(&u)
            .filter(|(_, u)| **u != 0)
            .map(|(x, u)| {
                assert!((0..=1).contains(&((x - SCALE * u) * u)), "{x} for u = {u}");
                x != &(SCALE * u)
            })
            .collect()
    });
    (u, far)
}

#[test]
fn encryption_draws_u_and_two_errors_anew() {
    let (rlwe, mut first) = (rlwe(&[30]), rng(3));
    // Shares of errors above k: sums of 21 fair bits less sums of 21 others.
    for (k, expected) in [(0, 0.4385), (3, 0.14), (6, 0.0223)] {
        let all = [drawn(&rlwe, k, &mut first), drawn(&rlwe, k, &mut first), drawn(&rlwe, k, &mut rng(4))];
        for (i, (u, far)) in all.iter().enumerate() {
            assert_ternary("u", u);
            for far in far {
                let share = far.iter().filter(|&&far| far).count() as f64 / far.len() as f64;
                let deviation = (expected * (1.0 - expected) / far.len() as f64).sqrt();
                assert!((share - expected).abs() < 5.0 * deviation, "{share} above {k} where {expected} are");
            }
            assert!(k > 0 || alike(&far[0], &far[1]) < 0.6, "one error for both parts");
            for (other, _) in &all[..i] {
                let same = alike(u, other);
                assert!((same - 1.0 / 3.0).abs() < 0.05, "two draws of u are alike at a share of {same}");
            }
        }
    }
}

/// `c_0 + c_1·s` has the noise of a division by `P`, or of an ordinary public key where nothing is
/// divided, at every level, and carries it.
#[test]
fn noise_is_that_of_the_division() {
    for special in [&[50][..], &[50, 50, 50], &[]] {
        let (rlwe, mut rng) = (rlwe(special), rng(5));
        let degree = rlwe.parameters().degree();
        let secret = SecretKey::generate(&rlwe, &mut rng);
        let key = ExtendedPublicKey::generate(&rlwe, &secret, &mut rng).expect("a key");
        let expected = if special.is_empty() { noise::fresh_public(degree) } else { noise::mod_switch(degree) };
        for level in 1..=3 {
            let message = Poly::<Coefficient>::from_residues(rlwe.parameters().basis(), level, vec![5; level * degree]);
            let message = message.expect("residues").into_evaluation(rlwe.parameters().basis());
            let ciphertext = rlwe.encrypt_message_extended(&key, &message, &mut rng).expect("a key");
            assert_eq!((ciphertext.level(), ciphertext.key()), (level, secret.id()));
            assert!(ciphertext.parts().iter().all(|part| !part.is_secret()));
            let phase = rlwe.phase(&secret, &ciphertext, level).expect("a key");
            let noise: Vec<i64> = integers(rlwe.parameters().basis(), &phase).into_iter().map(|x| x - 5).collect();
            assert_variance("c_0 + c_1·s", &noise, expected);
            let carried = ciphertext.noise().log2_variance().exp2();
            assert!((0.999..1.01).contains(&(carried / expected)), "{carried} is carried where {expected} are");
        }
    }
}

#[test]
fn keys_and_messages_of_other_parameters() {
    let (own, other, mut rng) = (rlwe(&[50]), rlwe(&[49]), rng(6));
    let secret = SecretKey::generate(&own, &mut rng);
    let (found, expected) = (own.parameters().fingerprint(), other.parameters().fingerprint());
    let context = FheError::Context { found, expected };
    assert_eq!(ExtendedPublicKey::generate(&other, &secret, &mut rng).map(|_| ()), Err(context.clone()));
    let key = ExtendedPublicKey::generate(&own, &secret, &mut rng).expect("a key");
    let zero = Poly::zero(own.parameters().basis(), 2);
    assert_eq!(other.encrypt_message_extended(&key, &zero, &mut rng).map(|_| ()), Err(context));
    let none = Poly::zero(own.parameters().basis(), 0);
    let error = FheError::LevelRange { found: 0, most: 3 };
    assert_eq!(own.encrypt_message_extended(&key, &none, &mut rng).map(|_| ()), Err(error));
}
