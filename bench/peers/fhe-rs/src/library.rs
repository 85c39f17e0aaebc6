//! fhe.rs with the keys of one set of parameters, and two messages to compute with.

use crate::keys::{self, CIPHERTEXTS};
use crate::shared::{Clear, Set};
use fhe::Result;
use fhe::bfv::{BfvParameters, Ciphertext, Encoding, EvaluationKey, Plaintext, RelinearizationKey, SecretKey};
use fhe_math::rq::Representation;
use fhe_traits::{FheDecoder, FheDecrypter, FheEncoder, FheEncrypter};
use rand::rng;
use std::cell::OnceCell;
use std::sync::Arc;

/// The library.
pub(crate) struct FheRs {
    pub(crate) parameters: Arc<BfvParameters>,
    /// The same without the special prime.
    pub(crate) plain_parameters: Arc<BfvParameters>,
    pub(crate) secret: SecretKey,
    pub(crate) clear: Clear,
    pub(crate) messages: [Vec<u64>; 2],
    pub(crate) plaintexts: [Plaintext; 2],
    pub(crate) ciphertexts: [Ciphertext; 2],
    relinearization: OnceCell<RelinearizationKey>,
    rows: OnceCell<EvaluationKey>,
    columns: OnceCell<EvaluationKey>,
}

impl FheRs {
    /// The secret key, and the messages encrypted.
    pub(crate) fn create(set: &Set) -> Result<Self> {
        let count = set.prime_bits.len();
        let parameters = keys::parameters(set, count)?;
        let secret = SecretKey::random(&parameters, &mut rng());
        let clear = Clear::new(set);
        let messages = [clear.message(7), clear.message(29)];
        let encode = |message: &Vec<u64>| Plaintext::try_encode(message, encoding(), &parameters);
        let plaintexts = [encode(&messages[0])?, encode(&messages[1])?];
        let encrypt = |plain| secret.try_encrypt(plain, &mut rng());
        let ciphertexts = [encrypt(&plaintexts[0])?, encrypt(&plaintexts[1])?];
        let plain_parameters = keys::parameters(set, count - 1)?;
        let (relinearization, rows, columns) = Default::default();
        Ok(Self {
            parameters,
            plain_parameters,
            secret,
            clear,
            messages,
            plaintexts,
            ciphertexts,
            relinearization,
            rows,
            columns,
        })
    }

    /// The vector in a ciphertext of any form.
    pub(crate) fn decrypt(&self, cipher: &Ciphertext) -> Result<Vec<u64>> {
        let mut cipher = cipher.clone();
        transform(&mut cipher, Representation::Ntt);
        decode(&self.secret.try_decrypt(&cipher)?)
    }

    /// The key for relinearization, made when it is first needed.
    pub(crate) fn relinearization(&self) -> Result<&RelinearizationKey> {
        lazy(&self.relinearization, || keys::relinearization(&self.secret))
    }

    /// The key for the rotation by one step.
    pub(crate) fn rows(&self) -> Result<&EvaluationKey> {
        lazy(&self.rows, || keys::rows(&self.secret))
    }

    /// The key for the exchange of the rows.
    pub(crate) fn columns(&self) -> Result<&EvaluationKey> {
        lazy(&self.columns, || keys::columns(&self.secret))
    }
}

/// Vectors in slots, at the level of ciphertexts.
pub(crate) fn encoding() -> Encoding {
    Encoding::simd_at_level(CIPHERTEXTS)
}

/// The vector in a decrypted plaintext, which has the level of its ciphertext.
pub(crate) fn decode(plain: &Plaintext) -> Result<Vec<u64>> {
    Vec::try_decode(plain, Encoding::simd_at_level(plain.level()))
}

/// Changes the form of a ciphertext. A polynomial that has it already is left alone.
pub(crate) fn transform(cipher: &mut Ciphertext, form: Representation) {
    cipher.iter_mut().for_each(|poly| poly.change_representation(form));
}

fn lazy<K>(cell: &OnceCell<K>, make: impl FnOnce() -> Result<K>) -> Result<&K> {
    if let Some(key) = cell.get() {
        return Ok(key);
    }
    let key = make()?;
    Ok(cell.get_or_init(|| key))
}
