//! SEAL with the keys of one set of parameters, and two messages to compute with.

use std::cell::OnceCell;
use std::ffi::c_int;

use super::coder::{Decryptor, Encoder, Encryptor};
use super::context::Context;
use super::evaluator::Evaluator;
use super::keys::{Generator, SwitchingKeys};
use super::shared::{Clear, Set};
use super::text::{Ciphertext, Plaintext};
use crate::object::Error;

/// The library.
pub(crate) struct Seal {
    pub(super) context: Context,
    pub(super) generator: Generator,
    pub(super) encoder: Encoder,
    pub(super) encryptor: Encryptor,
    pub(super) decryptor: Decryptor,
    pub(super) evaluator: Evaluator,
    pub(super) clear: Clear,
    pub(super) messages: [Vec<u64>; 2],
    pub(super) plaintexts: [Plaintext; 2],
    pub(super) ciphertexts: [Ciphertext; 2],
    relinearization: OnceCell<SwitchingKeys>,
    rows: OnceCell<SwitchingKeys>,
    columns: OnceCell<SwitchingKeys>,
}

impl Seal {
    /// The context, the keys for encryption, and the messages encrypted.
    pub(super) fn create(set: &Set) -> Result<Self, Error> {
        let context = Context::new(set)?;
        let generator = Generator::new(&context)?;
        let (secret, public) = (generator.secret()?, generator.public()?);
        let encoder = Encoder::new(&context, set.degree())?;
        let encryptor = Encryptor::new(&context, &public, &secret)?;
        let clear = Clear::new(set);
        let messages = [clear.message(7), clear.message(29)];
        let plaintexts = [encoded(&encoder, &messages[0])?, encoded(&encoder, &messages[1])?];
        let ciphertexts = [encrypted(&encryptor, &plaintexts[0])?, encrypted(&encryptor, &plaintexts[1])?];
        Ok(Self {
            decryptor: Decryptor::new(&context, &secret)?,
            evaluator: Evaluator::new(&context)?,
            context,
            generator,
            encoder,
            encryptor,
            clear,
            messages,
            plaintexts,
            ciphertexts,
            relinearization: OnceCell::new(),
            rows: OnceCell::new(),
            columns: OnceCell::new(),
        })
    }

    /// The vector in a ciphertext of any form.
    pub(super) fn decrypt(&self, cipher: &Ciphertext) -> Result<Vec<u64>, Error> {
        if cipher.is_evaluation()? {
            let mut coefficients = Ciphertext::new()?;
            self.evaluator.to_coefficient(cipher, &mut coefficients)?;
            return self.decrypt(&coefficients);
        }
        let mut plain = Plaintext::new()?;
        self.decryptor.decrypt(cipher, &mut plain)?;
        self.decode(&plain)
    }

    /// The vector in a plaintext.
    pub(super) fn decode(&self, plain: &Plaintext) -> Result<Vec<u64>, Error> {
        let mut values = vec![0; self.messages[0].len()];
        self.encoder.decode(plain, &mut values)?;
        Ok(values)
    }

    /// The key for relinearization, made when it is first needed.
    pub(super) fn relinearization(&self) -> Result<&SwitchingKeys, Error> {
        lazy(&self.relinearization, || self.generator.relinearization())
    }

    /// The key for the rotation by one step.
    pub(super) fn rows(&self) -> Result<&SwitchingKeys, Error> {
        self.rotation(&self.rows, 1)
    }

    /// The key for the exchange of the rows.
    pub(super) fn columns(&self) -> Result<&SwitchingKeys, Error> {
        self.rotation(&self.columns, 0)
    }

    fn rotation<'a>(&'a self, cell: &'a OnceCell<SwitchingKeys>, steps: c_int) -> Result<&'a SwitchingKeys, Error> {
        lazy(cell, || self.generator.rotation(steps))
    }
}

fn lazy<K>(cell: &OnceCell<K>, make: impl FnOnce() -> Result<K, Error>) -> Result<&K, Error> {
    if let Some(key) = cell.get() {
        return Ok(key);
    }
    let key = make()?;
    Ok(cell.get_or_init(|| key))
}

fn encoded(encoder: &Encoder, message: &[u64]) -> Result<Plaintext, Error> {
    let mut plain = Plaintext::new()?;
    encoder.encode(message, &mut plain)?;
    Ok(plain)
}

fn encrypted(encryptor: &Encryptor, plain: &Plaintext) -> Result<Ciphertext, Error> {
    let mut cipher = Ciphertext::new()?;
    encryptor.encrypt(plain, &mut cipher)?;
    Ok(cipher)
}
