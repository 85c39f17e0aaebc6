//! Encryption and decryption.

use crate::{Ciphertext, Ckks, CkksError, Plaintext, PublicKey};
use papilio_fhe::rlwe::{self, SecretKey};
use papilio_ring::Engine;
use rand_core::CryptoRng;

/// A fresh encryption under the secret key, its uniform half by seed: half the bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct SeededCiphertext {
    pub(crate) inner: rlwe::SeededCiphertext,
    pub(crate) scale: crate::Scale,
    pub(crate) log_slots: u32,
    pub(crate) log2_bound: f64,
    pub(crate) log2_error: f64,
}

impl SeededCiphertext {
    /// The whole ciphertext.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Context`].
    pub fn expand(self, ckks: &Ckks) -> Result<Ciphertext, CkksError> {
        let inner = ckks.rlwe().to_evaluation(self.inner.expand(ckks.rlwe())?)?;
        ckks.ciphertext(inner, self.scale, self.log_slots, [self.log2_bound, self.log2_error])
    }
}

impl Ckks {
    /// An encryption under the secret key.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Context`] for a key of other parameters.
    pub fn encrypt(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, CkksError> {
        let inner = self.rlwe().encrypt_message(secret, &self.values(plaintext)?, rng)?;
        self.ciphertext(inner, plaintext.scale, plaintext.log_slots, [plaintext.log2_bound, plaintext.log2_error])
    }

    /// An encryption under the secret key, its uniform half by seed.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt`].
    pub fn encrypt_seeded(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext,
        rng: &mut impl CryptoRng,
    ) -> Result<SeededCiphertext, CkksError> {
        self.check_plaintext(plaintext)?;
        let Plaintext { scale, log_slots, log2_bound, log2_error, .. } = *plaintext;
        let inner = self.rlwe().encrypt_seeded_message(secret, &plaintext.poly, rng)?;
        Ok(SeededCiphertext { inner, scale, log_slots, log2_bound, log2_error })
    }

    /// An encryption under the public key. Its noise is that of a division by `P`, of a deviation
    /// near `√(N/18)`, where an encryption under the secret key has 3.2.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt`].
    pub fn encrypt_public(
        &self,
        key: &PublicKey,
        plaintext: &Plaintext,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, CkksError> {
        let inner = self.rlwe().encrypt_message_extended(key, &self.values(plaintext)?, rng)?;
        self.ciphertext(inner, plaintext.scale, plaintext.log_slots, [plaintext.log2_bound, plaintext.log2_error])
    }

    /// The message of a ciphertext or product with its noise, for the owner of the key alone.
    ///
    /// # Security
    /// The result has the noise in it, and with it knowledge of the secret key: whoever sees
    /// decryptions of ciphertexts that he had a part in can find the key (B. Li and D. Micciancio,
    /// ePrint 2020/1533). What is shown to others goes through [`Self::decrypt_public`].
    ///
    /// # Errors
    /// [`CkksError::Overflow`] when message and predicted noise do not fit the modulus;
    /// [`papilio_fhe::rlwe::FheError::Key`]; [`papilio_fhe::rlwe::FheError::Context`].
    pub fn decrypt<const PARTS: usize>(
        &self,
        secret: &SecretKey,
        ciphertext: &Ciphertext<PARTS>,
    ) -> Result<Plaintext, CkksError> {
        let Ciphertext { scale, log_slots, .. } = *ciphertext;
        let noise = ciphertext.noise().log2_max(self.rlwe().parameters().degree());
        let limbs = self.decryption_limbs(ciphertext, noise)?;
        let poly = self.rlwe().phase(secret, &ciphertext.inner, limbs)?;
        // The noise is part of the message from here on.
        let log2_error = self.error_bits(ciphertext);
        Ok(Plaintext { context: self.context(), poly, scale, log_slots, log2_bound: ciphertext.log2_bound, log2_error })
    }

    /// The fewest primes whose product holds the message and noise up to a bound given by its
    /// `log2`: the rest of them say nothing more.
    pub(crate) fn decryption_limbs<const PARTS: usize>(
        &self,
        a: &Ciphertext<PARTS>,
        log2_noise: f64,
    ) -> Result<usize, CkksError> {
        let bits = papilio_fhe::noise::log2_sum(a.log2_message(), log2_noise) + 1.0;
        let model = self.rlwe().model();
        let enough = (1..=a.level()).find(|&limbs| bits < model.log_modulus(limbs));
        enough.ok_or(CkksError::Overflow { bits, modulus_bits: model.log_modulus(a.level()) })
    }

    /// An encryption of zero without noise, under every key, at a level and scale.
    ///
    /// # Errors
    /// [`papilio_fhe::rlwe::FheError::Level`].
    pub fn zero(&self, level: usize, scale: crate::Scale) -> Result<Ciphertext, CkksError> {
        let inner = self.rlwe().zero_ciphertext(level)?;
        self.ciphertext(inner, scale, self.log_slots(), [f64::NEG_INFINITY; 2])
    }

    /// [`Self::zero`] in the slots of another ciphertext, its words where that one's are.
    pub(crate) fn zero_beside<const PARTS: usize, E: Engine>(
        &self,
        level: usize,
        scale: crate::Scale,
        other: &Ciphertext<PARTS, E>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let inner = self.rlwe().zero_beside(level, &other.inner)?;
        self.ciphertext(inner, scale, other.log_slots, [f64::NEG_INFINITY; 2])
    }
}
