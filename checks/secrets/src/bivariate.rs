//! Operations on words of the torus.

use crate::memcheck::{public, secret};
use crate::subject::{Secrets, values};
use core::hint::black_box;
use papilio_ckks::Complex64;
use papilio_ckks::words::WordCkks;
use papilio_fhe::Parameters;
use papilio_fhe::bivariate::bfv::WordBfv;
use papilio_fhe::bivariate::{
    Bivariate, Ciphertext, DigitWords, HalfExternalKey, ParametersLiteral, ResiduesToWordsKey, SecretKey, TorusPoly,
    WordsToResiduesKey,
};
use papilio_fhe::rlwe::{self, Rlwe};
use papilio_field::FieldRing;
use papilio_field::fields::{Bn254, P32};
use papilio_ntt::dft::DftField;
use papilio_ring::sample::Seed;

const DEGREE: usize = 1 << 10;

/// Digits of one word to rows of two, and of two with a last one that is not whole.
fn schemes() -> impl Iterator<Item = Bivariate> {
    let of = |(key_bits, digit_words)| ParametersLiteral { degree: DEGREE, key_bits, digit_words, insecure: true };
    [(120, DigitWords { operand: 1, row: 2 }), (261, 2.into())]
        .map(of)
        .into_iter()
        .map(|literal| Bivariate::new(&literal).expect("parameters"))
}

/// A key by a seed that is secret, with a public identity.
fn key(scheme: &Bivariate) -> SecretKey {
    let seed = [7; size_of::<Seed>()];
    secret(&seed);
    let key = SecretKey::from_seed(scheme, &seed);
    public(core::slice::from_ref(&key));
    secret(key.seed());
    key
}

/// From the square of the secret, from its image, and to another.
pub(crate) fn keys() {
    for scheme in schemes() {
        let (key, mut rng) = (key(&scheme), Secrets::new(1));
        black_box(HalfExternalKey::for_relinearization(&scheme, &key, &mut rng).expect("a key"));
        black_box(HalfExternalKey::for_automorphism(&scheme, &key, 5, &mut rng).expect("a key"));
        black_box(HalfExternalKey::for_switch(&scheme, &key, &key_of_generator(&scheme), &mut rng).expect("a key"));
    }
}

/// From residues and to them.
pub(crate) fn conversions() {
    let parameters = Parameters::builder().log_degree(10).log_q(&[49; 3]).log_p(&[49, 49]).insecure().build();
    let residues = Rlwe::approximate(parameters.expect("parameters"));
    for scheme in schemes() {
        let (key, mut rng) = (key(&scheme), Secrets::new(6));
        let of_residues = rlwe::SecretKey::from_seed(&residues, key.seed());
        public(core::slice::from_ref(&of_residues));
        secret(of_residues.seed());
        let from = ResiduesToWordsKey::generate(&scheme, &residues, (&of_residues, &key), &mut rng);
        let to = WordsToResiduesKey::generate(&scheme, &residues, (&key, &of_residues), &mut rng);
        black_box((from.expect("a key"), to.expect("a key")));
    }
}

/// The seed that a generator gives to a new key is public here, and what is done with it is the
/// same.
fn key_of_generator(scheme: &Bivariate) -> SecretKey {
    SecretKey::generate(scheme, &mut Secrets::new(2))
}

/// Messages that are secret, and the phases of their ciphertexts as numbers.
pub(crate) fn encrypt_and_decrypt() {
    for scheme in schemes() {
        let key = key(&scheme);
        let integers = [3i64; DEGREE];
        secret(&integers);
        let mut message = TorusPoly::secret(DEGREE, scheme.max_bits());
        message.add_integers(integers.into_iter(), 10);
        let ciphertext = scheme.encrypt(&key, &message, &mut Secrets::new(3)).expect("encryption");
        publish(&ciphertext);
        let phase = scheme.phase(&key, &ciphertext).expect("a phase");
        black_box(phase.with_bits(12));
        black_box(phase.automorphism(5));
        black_box(phase.to_numbers(10));
    }
}

/// Messages that are residues: encryption, and decryption with its budget.
pub(crate) fn bfv() {
    bfv_over::<P32>(160);
    bfv_over::<Bn254>(620);
}

fn bfv_over<F: DftField>(key_bits: u32) {
    let literal = ParametersLiteral { degree: DEGREE, key_bits, digit_words: 1.into(), insecure: true };
    let bfv = WordBfv::<F>::new(&literal, FieldRing::new()).expect("parameters");
    let (key, message) = (key(bfv.scheme()), values::<F>());
    let plaintext = bfv.encode_coefficients(&message[..DEGREE]).expect("a plaintext");
    let ciphertext = bfv.encrypt(&key, &plaintext, &mut Secrets::new(4)).expect("encryption");
    publish(ciphertext.inner());
    black_box(bfv.decrypt(&key, &ciphertext).expect("a budget"));
}

/// Scales of words, and of pairs of words. Encoding measures its values, which are public here; the
/// error and the phase are not.
pub(crate) fn ckks() {
    let literal = ParametersLiteral { degree: DEGREE, key_bits: 220, digit_words: 1.into(), insecure: true };
    let ckks = WordCkks::new(&literal).expect("parameters");
    let key = key(ckks.scheme());
    for log_scale in [40, 80] {
        let values: Vec<Complex64> = (0..DEGREE / 2).map(|i| Complex64::new(i as f64 / 1024.0, -0.5)).collect();
        let ciphertext = ckks.encrypt(&key, &values, (log_scale, 150), &mut Secrets::new(5)).expect("encryption");
        publish(ciphertext.inner());
        black_box(ckks.decrypt(&key, &ciphertext).expect("values"));
    }
}

fn publish(ciphertext: &Ciphertext) {
    for part in ciphertext.parts() {
        (0..part.rows()).for_each(|row| public(part.row(row)));
    }
}
