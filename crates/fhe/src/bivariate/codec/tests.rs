//! Objects in words are read as they were written, and other bytes are refused.

use crate::bivariate::*;
use crate::codec::tests::resealed;
use crate::codec::{BytesError, Context, Kind, Object, Outline};
use chacha20::ChaCha20Rng;
use papilio_ring::sample::SeededUniform;
use rand_core::{Rng, SeedableRng};

mod objects;
mod prepared;
mod refusals;

const DEGREE: usize = 1 << 10;
/// Where the body of an object begins.
const BODY: usize = 16;
/// Where the parts of the label of a key are in the body.
const EXPONENT: usize = 2;
const FROM: usize = 6;
const TO: usize = 14;

fn literal(key_bits: u32, digit_words: impl Into<DigitWords>) -> ParametersLiteral {
    ParametersLiteral { degree: DEGREE, key_bits, digit_words: digit_words.into(), insecure: true }
}

fn scheme(key_bits: u32, digit_words: impl Into<DigitWords>) -> Bivariate {
    Bivariate::new(&literal(key_bits, digit_words)).expect("parameters")
}

/// A uniform message.
fn message(bits: u32) -> TorusPoly {
    TorusPoly::uniform(DEGREE, bits, &SeededUniform::new("papilio-fhe test of bytes in words", [5; 32]), 0)
}

/// One object of every kind, and a key for every purpose.
struct Objects {
    scheme: Bivariate,
    secret: SecretKey,
    second: SecretKey,
    keys: [SeededHalfExternalKey; 3],
    ciphertext: Ciphertext,
    seeded: SeededCiphertext,
}

impl Objects {
    /// The same objects each time.
    fn new(key_bits: u32, digit_words: impl Into<DigitWords>) -> Self {
        let (scheme, mut rng) = (scheme(key_bits, digit_words), ChaCha20Rng::from_seed([7; 32]));
        let [secret, second] = [(); 2].map(|()| SecretKey::generate(&scheme, &mut rng));
        let keys = [
            SeededHalfExternalKey::for_switch(&scheme, &secret, &second, &mut rng).expect("a key"),
            SeededHalfExternalKey::for_automorphism(&scheme, &secret, 2 * DEGREE + 5, &mut rng).expect("a key"),
            SeededHalfExternalKey::for_relinearization(&scheme, &secret, &mut rng).expect("a key"),
        ];
        let message = message(scheme.max_bits() - 1);
        let ciphertext = scheme.encrypt(&secret, &message, &mut rng).expect("encryption");
        let seeded = scheme.encrypt_seeded(&secret, &message, &mut rng).expect("encryption");
        Self { scheme, secret, second, keys, ciphertext, seeded }
    }

    /// All bytes, by kind.
    fn all_bytes(&self) -> Vec<(Kind, Vec<u8>)> {
        let scheme = &self.scheme;
        let keys = self.keys.iter().map(|key| (Kind::BivariateHalfExternalKey, key.to_bytes(scheme)));
        let others = [
            (Kind::BivariateParameters, scheme.literal().to_bytes()),
            (Kind::BivariateSecretKey, self.secret.to_bytes(scheme).to_vec()),
            (Kind::BivariateCiphertext, self.ciphertext.to_bytes(scheme)),
            (Kind::SeededBivariateCiphertext, self.seeded.to_bytes(scheme)),
        ];
        others.into_iter().chain(keys).collect()
    }
}

/// Reads bytes as an object of a kind and writes it again.
fn rewritten(scheme: &Bivariate, kind: Kind, bytes: &[u8]) -> Result<Vec<u8>, BivariateError> {
    fn through<T: Object<Scheme = Bivariate>>(scheme: &Bivariate, bytes: &[u8]) -> Result<Vec<u8>, BivariateError> {
        let object = T::from_bytes(scheme, bytes)?;
        assert_eq!(object.bytes_len(scheme), bytes.len());
        Ok(object.to_bytes(scheme).as_ref().to_vec())
    }
    match kind {
        Kind::BivariateParameters => ParametersLiteral::from_bytes_insecure(bytes).map(|literal| literal.to_bytes()),
        Kind::BivariateSecretKey => through::<SecretKey>(scheme, bytes),
        Kind::BivariateHalfExternalKey => through::<SeededHalfExternalKey>(scheme, bytes),
        Kind::BivariateCiphertext => through::<Ciphertext>(scheme, bytes),
        Kind::SeededBivariateCiphertext => through::<SeededCiphertext>(scheme, bytes),
        other => panic!("{other} is none of words"),
    }
}

/// Puts bytes at a place of a body.
fn edited(bytes: &[u8], at: usize, to: &[u8]) -> Vec<u8> {
    resealed(bytes.to_vec(), |bytes| bytes[BODY + at..][..to.len()].copy_from_slice(to))
}
