//! Properties of keys and ciphertexts on which their security rests, stated with the secret in
//! hand; `docs/notes/security-tests.md` lists the faults that they see.

use super::{rng, scheme, values, with_special};
use crate::bfv::{
    Bfv, Ciphertext, Decryption, GaloisKeys, PublicKey, RelinearizationKey, SecretKey, SeededCiphertext, galois_element,
};
use crate::codec::Object;
use crate::observed::{
    alike, assert_apart, assert_errors, assert_ternary, assert_variance, integers, occurs, polynomial, residue, scaled,
};
use crate::{noise, seeds};
use chacha20::ChaCha20Rng;
use papilio_field::Field;
use papilio_field::fields::{Bn254, Goldilocks, P32};
use papilio_ntt::dft::DftField;
use papilio_ring::sample::{Seed, ShortPoly};
use papilio_ring::{Coefficient, Poly};
use rand_core::{Rng, SeedableRng};

const BITS: &[u32] = &[50, 50, 50];

/// A scheme, a secret, and the generator that goes on.
fn secret() -> (Bfv<P32>, SecretKey, ChaCha20Rng) {
    let (bfv, mut rng) = (scheme::<P32>(BITS), rng(101));
    let secret = SecretKey::generate(&bfv, &mut rng);
    (bfv, secret, rng)
}

fn trits(bfv: &Bfv<P32>, secret: &SecretKey) -> Vec<i64> {
    let basis = bfv.parameters().basis();
    integers(basis, &secret.secret().to_coefficient(basis))
}

/// `c_0 + c_1·s`.
fn phase(bfv: &Bfv<P32>, secret: &SecretKey, parts: &[Poly<Coefficient>; 2]) -> Poly<Coefficient> {
    let mut phase = parts[1].clone();
    phase.convolve_assign(bfv.parameters().basis(), secret.secret());
    phase.add_assign(bfv.parameters().basis(), &parts[0]);
    phase
}

/// The noise of an encryption of zero.
fn noise_of(bfv: &Bfv<P32>, secret: &SecretKey, ciphertext: &Ciphertext) -> Vec<i64> {
    integers(bfv.parameters().basis(), &phase(bfv, secret, ciphertext.parts()))
}

#[test]
fn secrets_are_ternary_and_new_each_time() {
    let (bfv, first, mut rng) = secret();
    let second = SecretKey::generate(&bfv, &mut rng);
    for secret in [&first, &second] {
        assert_ternary("a secret", &trits(&bfv, secret));
    }
    assert_ne!(first.seed(), second.seed());
    let alike = alike(&trits(&bfv, &first), &trits(&bfv, &second));
    assert!((alike - 1.0 / 3.0).abs() < 0.05, "two secrets are alike at a share of {alike}");
}

/// A caller may start its generator from the bytes of a secret's seed: what it then draws, and
/// publishes, is not the secret's stream.
#[test]
fn the_stream_of_a_secret_is_no_stream_that_a_caller_can_have() {
    let (bfv, basis) = (scheme::<P32>(BITS), scheme::<P32>(BITS).parameters().basis().clone());
    let seed: Seed = [42; 32];
    let secret = SecretKey::from_seed(&bfv, &seed);
    let drawn = ShortPoly::ternary(basis.degree(), &mut ChaCha20Rng::from_seed(seed));
    let same = alike(&trits(&bfv, &secret), &integers(&basis, &drawn.to_poly(&basis, 3)));
    assert!((same - 1.0 / 3.0).abs() < 0.05, "a share of {same} of the trits of a generator of the same seed");
    let mut rng = ChaCha20Rng::from_seed(seed);
    let ciphertext = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expect("context");
    let mut own = seeds::secret_generator(&seed);
    let mut stream = [0; 1 << 12];
    own.fill_bytes(&mut stream);
    assert!(!occurs(ciphertext.uniform().seed(), &stream), "the seed of a mask is of the secret's stream");
}

/// Seeds that are the same serve different purposes without a word in common.
#[test]
fn one_seed_gives_different_masks_to_ciphertexts_and_switching_keys() {
    let (bfv, seed) = (scheme::<P32>(BITS), [7; 32]);
    let mut masks = [seeds::ciphertext_mask(seed), seeds::switching_key_mask(seed)].map(|uniform| {
        let mut words = vec![0; bfv.parameters().degree()];
        uniform.fill(bfv.parameters().basis().modulus(0), 0, 0, &mut words);
        words
    });
    let [a, b] = &mut masks;
    assert_apart("masks of one seed", a, b);
}

/// More bytes than headers have, which repeat the parameters, the identity of the key and the
/// prediction.
const HEADERS: usize = 256;

/// Whoever has everything that is published has no seed of the secret: not its bytes, nor those of
/// the key that is derived from it.
#[test]
fn no_published_bytes_hold_the_seed_of_the_secret() {
    let (bfv, mut rng) = (with_special::<P32>(&[40, 40, 41], 1), rng(102));
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let n = bfv.parameters().degree();
    let published = [
        public.to_bytes(&bfv),
        RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("a special prime").to_bytes(&bfv),
        GaloisKeys::generate(&bfv, &secret, [galois_element(n, 1), galois_element(n, 2)], &mut rng)
            .expect("a special prime")
            .to_bytes(&bfv),
        bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expect("context").to_bytes(&bfv),
        bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context").to_bytes(&bfv),
        bfv.encrypt_public(&public, &bfv.zero(), &mut rng).expect("context").to_bytes(&bfv),
    ];
    let derived = blake3::derive_key("papilio 2026 secret key ternary", secret.seed());
    for (i, bytes) in published.iter().enumerate() {
        assert!(!occurs(secret.seed(), bytes) && !occurs(&derived, bytes), "object {i}");
        for other in &published[..i] {
            let first =
                |bytes: &[u8]| bytes.windows(16).skip(HEADERS).step_by(16).take(64).map(<[u8]>::to_vec).collect::<Vec<_>>();
            assert!(first(bytes).iter().all(|window| !occurs(window, other)), "object {i} repeats another");
        }
    }
}

/// Every object carries the identity of its key, of which the seed and what is derived from it for
/// other purposes tell nothing.
#[test]
fn the_identity_of_a_key_is_a_hash_for_this_purpose() {
    let (_, secret, _) = secret();
    let word = |bytes: &[u8]| u64::from_le_bytes(core::array::from_fn(|i| bytes[i]));
    let expected = word(&blake3::derive_key("papilio 2026 identity of a secret key", secret.seed()));
    assert_eq!(secret.id().number(), expected);
    let derived = blake3::derive_key("papilio 2026 secret key ternary", secret.seed());
    for i in 0..=24 {
        assert!(![word(&secret.seed()[i..]), word(&derived[i..])].contains(&expected), "word {i}");
    }
}

#[test]
fn public_keys_have_an_error() {
    let (bfv, secret, mut rng) = secret();
    let basis = bfv.parameters().basis();
    let errors = [(); 2].map(|()| {
        let parts = PublicKey::generate(&bfv, &secret, &mut rng)
            .expect("context")
            .parts()
            .each_ref()
            .map(|part| part.to_coefficient(basis));
        let errors = integers(basis, &phase(&bfv, &secret, &parts));
        assert_errors("b + a·s", &errors);
        (errors, parts)
    });
    let [(first, first_parts), (second, second_parts)] = errors;
    assert!(alike(&first, &second) < 0.2, "errors of two public keys");
    assert_apart("uniform halves of two public keys", first_parts[1].residues(), second_parts[1].residues());
    assert_apart("public keys and their uniform halves", first_parts[0].residues(), first_parts[1].residues());
}

#[test]
fn every_ciphertext_has_a_mask_and_an_error_of_its_own() {
    let (bfv, secret, mut first) = secret();
    let (mut second, zero) = (rng(103), bfv.zero());
    let mut seeded: Vec<SeededCiphertext> =
        (0..3).map(|_| bfv.encrypt_seeded(&secret, &zero, &mut first).expect("context")).collect();
    seeded.push(bfv.encrypt_seeded(&secret, &zero, &mut second).expect("context"));
    let seeds: Vec<Seed> = seeded.iter().map(|x| *x.uniform().seed()).collect();
    let mut all: Vec<Ciphertext> = seeded.into_iter().map(|x| x.expand(&bfv).expect("context")).collect();
    all.extend((0..2).map(|_| bfv.encrypt_secret(&secret, &zero, &mut first).expect("context")));
    let noises: Vec<_> = all.iter().map(|x| noise_of(&bfv, &secret, x)).collect();
    for (i, x) in all.iter().enumerate() {
        assert_errors("c_0 + c_1·s", &noises[i]);
        for (y, noise) in all[..i].iter().zip(&noises) {
            assert_apart("masks", x.parts()[1].residues(), y.parts()[1].residues());
            assert!(alike(noise, &noises[i]) < 0.2, "errors of two ciphertexts");
        }
    }
    assert!((0..4).all(|i| seeds[..i].iter().all(|seed| *seed != seeds[i]) && seeds[i] != *secret.seed()));
}

/// The draws of an encryption under a public key `(b, a)`, laid open by a key of the test's own:
/// `b` is the integer `SCALE`, so that `c_0 = SCALE·u + e_1`, and `a` is known, so that
/// `e_2 = c_1 − a·u`.
struct Drawn {
    u: Vec<i64>,
    first: Vec<i64>,
    second: Vec<i64>,
}

const SCALE: i64 = 1 << 20;

fn drawn(bfv: &Bfv<P32>, rng: &mut ChaCha20Rng) -> Drawn {
    let (basis, limbs) = (bfv.parameters().basis(), bfv.parameters().limbs());
    let public = PublicKey::from_seeded(
        bfv,
        SeededCiphertext::of(bfv, crate::bfv::KeyId::ANY, seeds::ciphertext_mask([9; 32]), polynomial(basis, limbs, &[SCALE])),
    )
    .expect("context");
    let [body, mut mask] = bfv.encrypt_public(&public, &bfv.zero(), rng).expect("context").into_parts();
    let body = integers(basis, &body);
    let u: Vec<i64> = body.iter().map(|x| (x + SCALE / 2).div_euclid(SCALE)).collect();
    let first = body.iter().zip(&u).map(|(x, u)| x - SCALE * u).collect();
    let mut product = polynomial(basis, limbs, &u);
    product.convolve_assign(basis, &public.parts()[1]);
    mask.sub_assign(basis, &product);
    Drawn { u, first, second: integers(basis, &mask) }
}

#[test]
fn encryption_under_a_public_key_draws_u_and_two_errors_anew() {
    let (bfv, secret, mut first) = secret();
    let all = [drawn(&bfv, &mut first), drawn(&bfv, &mut first), drawn(&bfv, &mut rng(104))];
    for (i, x) in all.iter().enumerate() {
        assert_ternary("u", &x.u);
        assert_errors("e_1", &x.first);
        assert_errors("e_2", &x.second);
        assert!(alike(&x.first, &x.second) < 0.2, "e_1 is e_2");
        let to_secret = alike(&x.u, &trits(&bfv, &secret));
        assert!((to_secret - 1.0 / 3.0).abs() < 0.05, "u is the secret at a share of {to_secret}");
        for y in &all[..i] {
            let same = alike(&x.u, &y.u);
            assert!((same - 1.0 / 3.0).abs() < 0.05, "two draws of u are alike at a share of {same}");
            assert!(alike(&x.first, &y.first) < 0.2 && alike(&x.second, &y.second) < 0.2, "errors of two ciphertexts");
        }
    }
}

/// `c_0 + c_1·s = e·u + e_1 + e_2·s`: neither less than these have together, nor more.
#[test]
fn noise_under_a_public_key_is_that_of_all_its_terms() {
    let (bfv, secret, mut rng) = secret();
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let expected = noise::fresh_public(bfv.parameters().degree());
    for _ in 0..4 {
        let ciphertext = bfv.encrypt_public(&public, &bfv.zero(), &mut rng).expect("context");
        assert_variance("c_0 + c_1·s", &noise_of(&bfv, &secret, &ciphertext), expected);
    }
}

/// Elements whose `Q·m/t` are rounded up and down, by much and by little, and both ends of the
/// field.
fn elements<F: DftField>(bfv: &Bfv<F>) -> Vec<F> {
    let mut elements = values(bfv, 105);
    let half = F::from_u64(2).inverse().expect("an odd prime");
    let ends = [F::ZERO, F::ONE, -F::ONE, half, half - F::ONE, -half, half + F::ONE];
    elements[..ends.len()].copy_from_slice(&ends);
    elements
}

fn messages_are_scaled_to_the_nearest<F: DftField>(bits: &[u32]) {
    let bfv = scheme::<F>(bits);
    let (basis, elements) = (bfv.parameters().basis(), elements(&bfv));
    let plaintext = bfv.encode_coefficients(&elements).expect("fits");
    for level in (1..=bits.len()).filter(|&level| bfv.check_modulus(level).is_ok()) {
        let mut sum = bfv.zero_ciphertext::<Coefficient>(level).expect("a level");
        bfv.add_plain_assign(&mut sum, &plaintext).expect("context");
        let mut difference = bfv.zero_ciphertext::<Coefficient>(level).expect("a level");
        bfv.sub_plain_assign(&mut difference, &plaintext).expect("context");
        let expected: Vec<_> = elements.iter().map(|&m| scaled(basis, level, m)).collect();
        for (i, m) in basis.moduli(level).enumerate() {
            for (place, expected) in expected.iter().enumerate() {
                let [plus, minus] = [expected.clone(), -expected].map(|x| residue(&x, m.value()));
                assert_eq!(sum.parts()[0].limb(i)[place], plus, "{} of level {level}, element {place}", F::NAME);
                assert_eq!(difference.parts()[0].limb(i)[place], minus, "{} of level {level}, element {place}", F::NAME);
            }
        }
    }
}

#[test]
fn messages_are_scaled_to_the_nearest_integer_on_both_sides_of_one_half() {
    messages_are_scaled_to_the_nearest::<P32>(&[40, 45, 50]);
    messages_are_scaled_to_the_nearest::<Goldilocks>(&[61, 50, 61]);
    messages_are_scaled_to_the_nearest::<Bn254>(&[50; 6]);
}

/// `Q·m/t` is rounded at random, so that the noise of equal messages has no mean, whatever their
/// remainders.
#[test]
fn fresh_noise_has_no_mean_whatever_the_message() {
    let (bfv, secret, mut rng) = secret();
    let (basis, limbs) = (bfv.parameters().basis(), bfv.parameters().limbs());
    let modulus = basis.plans()[..limbs].iter().fold(P32::ONE, |product, plan| product * P32::from_u64(plan.modulus().value()));
    let back = modulus.inverse().expect("no multiple of t");
    // Messages whose remainder of Q·m is so many hundredths of t: up to half a threshold from both
    // ends, and on both sides of one half.
    for hundredths in [0, 1, 10, 25, 49, 51, 75, 90, 99] {
        let remainder = P32::MODULUS[0] / 100 * hundredths;
        let message = vec![P32::from_u64(remainder) * back; bfv.parameters().degree()];
        let plaintext = bfv.encode_coefficients(&message).expect("fits");
        let mut nearest = bfv.zero_ciphertext::<Coefficient>(limbs).expect("a level");
        bfv.add_plain_assign(&mut nearest, &plaintext).expect("context");
        let mut sum = 0.0;
        for _ in 0..8 {
            let ciphertext = bfv.encrypt_secret(&secret, &plaintext, &mut rng).expect("context");
            let mut noise = phase(&bfv, &secret, ciphertext.parts());
            noise.sub_assign(basis, &nearest.parts()[0]);
            let total: num_bigint::BigInt = integers(basis, &noise).into_iter().sum();
            sum += f64::from(i32::try_from(total).expect("small"));
        }
        // Noise is measured from the nearest integer, which is remainder/t below Q·m/t or 1 −
        // remainder/t above it.
        let away = hundredths as f64 / 100.0;
        let mean = sum / (8.0 * message.len() as f64) + if hundredths < 50 { -away } else { 1.0 - away };
        // Five deviations of 32768 samples, and what thresholds of six bits leave.
        assert!(mean.abs() < 5.0 * 3.3 / 181.0 + 1.0 / 128.0, "mean {mean} at {hundredths} hundredths");
    }
}

#[test]
fn messages_are_never_printed() {
    let bfv = with_special::<P32>(&[50, 50], 0);
    let plaintext = bfv.encode_coefficients(&[P32::from_u64(123_456)]).expect("fits");
    let factor = bfv.prepare(&plaintext).expect("context");
    let opened = Decryption { plaintext, budget_bits: 12.5, resolution_bits: 1.0, predicted_bits: 9.5 };
    assert_eq!(format!("{opened:?} {:?}", opened.plaintext), "Decryption(..) Plaintext(..)");
    assert!(!format!("{factor:?}").contains("123456") && format!("{factor:?}").len() < 200, "{factor:?}");
}

/// Memory of what is published is kept as it is: to erase it would take time and hide nothing.
#[test]
fn what_is_published_is_not_erased() {
    let (bfv, mut rng) = (with_special::<P32>(&[45, 45, 45, 45], 1), rng(106));
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("a special prime");
    let exponent = galois_element(bfv.parameters().degree(), 1);
    let keys = GaloisKeys::generate(&bfv, &secret, [exponent], &mut rng).expect("a special prime");
    let plaintext = bfv.encode_coefficients(&values(&bfv, 107)).expect("fits");
    let x = bfv.encrypt_secret(&secret, &plaintext, &mut rng).expect("context");
    let mut sum = bfv.encrypt_public(&public, &plaintext, &mut rng).expect("context");
    bfv.add_plain_assign(&mut sum, &plaintext).expect("context");
    let all = [
        bfv.encrypt_seeded(&secret, &plaintext, &mut rng).expect("context").expand(&bfv).expect("context"),
        bfv.mul_plain(&x, &plaintext).expect("level"),
        bfv.multiply_relinearize(&x, &sum, &relinearization).expect("levels"),
        bfv.apply_automorphism(&x, exponent, &keys).expect("a key"),
        sum,
        x,
    ];
    assert!(all.iter().flat_map(Ciphertext::parts).all(|part| !part.is_secret()));
    assert!(public.parts().iter().all(|part| !part.is_secret()) && secret.secret().is_secret());
}
