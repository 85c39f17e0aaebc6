//! Operations of CKKS. Encoding measures its values: see Limits in `docs/constant-time.md`.

use crate::memcheck::{public, secret};
use crate::subject::{Secrets, publish};
use chacha20::ChaCha20Rng;
use core::hint::black_box;
use papilio_ckks::{Ciphertext, Ckks, CkksError, Complex64, ParametersLiteral, Plaintext, PublicKey};
use papilio_fhe::rlwe::SecretKey;
use papilio_ring::sample::Seed;
use rand_core::SeedableRng;

/// Scales of words, and of pairs of words, which other transforms serve.
const LOG_SCALES: [u32; 2] = [40, 80];

fn sound<T>(result: Result<T, CkksError>) -> T {
    result.expect("operands of one scheme")
}

fn scheme(log_scale: u32) -> Ckks {
    let log_base = if log_scale > 50 { 98 } else { 49 };
    let literal = ParametersLiteral { log_degree: 12, log_scale, levels: 1, log_base, log_p: vec![49], insecure: true };
    sound(Ckks::of(literal))
}

/// A key by a seed that is secret, with a public identity.
fn key(ckks: &Ckks) -> SecretKey {
    let seed = [7; size_of::<Seed>()];
    secret(&seed);
    let key = SecretKey::from_seed(ckks, &seed);
    public(core::slice::from_ref(&key));
    secret(key.seed());
    key
}

/// A message that is secret, of a scale and a bound that are public.
fn message(ckks: &Ckks) -> Plaintext {
    let values: Vec<Complex64> = (0..ckks.slots()).map(|i| Complex64::new(i as f64 / 4096.0, -0.5)).collect();
    let plaintext = sound(ckks.encode(&values));
    secret(plaintext.poly().residues());
    plaintext
}

fn publish_ciphertext(ciphertext: &Ciphertext) {
    publish(&ciphertext.parts()[0]);
    public(ciphertext.parts()[1].residues());
}

/// Under either key.
pub(crate) fn encrypt() {
    for ckks in LOG_SCALES.map(scheme) {
        let (key, message) = (key(&ckks), message(&ckks));
        publish_ciphertext(&sound(ckks.encrypt(&key, &message, &mut Secrets::new(1))));
        black_box(sound(ckks.encrypt_seeded(&key, &message, &mut Secrets::new(2))));
        black_box(PublicKey::generate(&ckks, &key, &mut Secrets::new(3)).expect("a key"));
        let public_key = PublicKey::generate(&ckks, &SecretKey::from_seed(&ckks, &[3; 32]), &mut ChaCha20Rng::seed_from_u64(3));
        let public_key = public_key.expect("a key");
        publish_ciphertext(&sound(ckks.encrypt_public(&public_key, &message, &mut Secrets::new(4))));
    }
}

/// For the owner, with the values in slots. What is shown to others is public once it is decoded,
/// and the noise before takes logarithms.
pub(crate) fn decrypt() {
    for ckks in LOG_SCALES.map(scheme) {
        let (key, message) = (key(&ckks), message(&ckks));
        let ciphertext = sound(ckks.encrypt(&key, &message, &mut Secrets::new(1)));
        publish_ciphertext(&ciphertext);
        let decrypted = sound(ckks.decrypt(&key, &ciphertext));
        black_box(ckks.decode(&decrypted));
        publish(decrypted.poly());
    }
}
