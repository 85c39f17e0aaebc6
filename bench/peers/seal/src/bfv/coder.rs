//! From vectors to plaintexts to ciphertexts, and back.

use std::ptr::null_mut;

use super::context::Context;
use super::keys::{PublicKey, SecretKey};
use super::text::{Ciphertext, Plaintext};
use crate::ffi;
use crate::object::{Error, Handle, check};

/// Packs vectors, whose length is the ring degree.
pub(crate) struct Encoder {
    handle: Handle,
    degree: usize,
}

/// Encrypts under a public and a secret key.
pub(crate) struct Encryptor(Handle);

/// Decrypts.
pub(crate) struct Decryptor(Handle);

impl Encoder {
    /// The encoder of a context with this ring degree.
    pub(crate) fn new(context: &Context, degree: usize) -> Result<Self, Error> {
        // SAFETY: the context is live, and SEAL keeps its own reference to it; the handle owns what
        // is created.
        let handle = unsafe {
            Handle::new("BatchEncoder_Create", ffi::BatchEncoder_Destroy, |out| ffi::BatchEncoder_Create(context.get(), out))
        }?;
        Ok(Self { handle, degree })
    }

    /// A vector as a plaintext.
    pub(crate) fn encode(&self, values: &[u64], out: &mut Plaintext) -> Result<(), Error> {
        let count = values.len() as u64;
        // SAFETY: live objects, and SEAL reads exactly `count` words.
        let code = unsafe { ffi::BatchEncoder_Encode1(self.handle.get(), count, values.as_ptr(), out.get_mut()) };
        check("BatchEncoder_Encode", code)
    }

    /// A plaintext as a vector.
    pub(crate) fn decode(&self, plain: &Plaintext, out: &mut [u64]) -> Result<(), Error> {
        assert_eq!(out.len(), self.degree);
        let (encoder, mut count) = (self.handle.get(), 0);
        // SAFETY: live objects; SEAL writes as many words as the ring has coefficients, for which
        // there is room.
        let code = unsafe { ffi::BatchEncoder_Decode1(encoder, plain.get(), &mut count, out.as_mut_ptr(), null_mut()) };
        check("BatchEncoder_Decode", code)
    }
}

impl Encryptor {
    /// An encryptor with its own copies of the keys.
    pub(crate) fn new(context: &Context, public: &PublicKey, secret: &SecretKey) -> Result<Self, Error> {
        // SAFETY: live objects of the kinds that the function names; the handle owns what is
        // created.
        unsafe {
            Handle::new("Encryptor_Create", ffi::Encryptor_Destroy, |out| {
                ffi::Encryptor_Create(context.get(), public.get(), secret.get(), out)
            })
        }
        .map(Self)
    }

    /// Encrypts under the public key.
    pub(crate) fn encrypt(&self, plain: &Plaintext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: live objects, and only `out` is written.
        let code = unsafe { ffi::Encryptor_Encrypt(self.0.get(), plain.get(), out.get_mut(), null_mut()) };
        check("Encryptor_Encrypt", code)
    }

    /// Encrypts under the secret key and leaves a seed in place of the second polynomial.
    pub(crate) fn encrypt_seeded(&self, plain: &Plaintext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: live objects, and only `out` is written.
        let code = unsafe { ffi::Encryptor_EncryptSymmetric(self.0.get(), plain.get(), true, out.get_mut(), null_mut()) };
        check("Encryptor_EncryptSymmetric", code)
    }
}

impl Decryptor {
    /// A decryptor with its own copy of the key.
    pub(crate) fn new(context: &Context, secret: &SecretKey) -> Result<Self, Error> {
        // SAFETY: as for the encryptor.
        unsafe {
            Handle::new("Decryptor_Create", ffi::Decryptor_Destroy, |out| {
                ffi::Decryptor_Create(context.get(), secret.get(), out)
            })
        }
        .map(Self)
    }

    /// Decrypts a ciphertext in coefficients.
    pub(crate) fn decrypt(&self, cipher: &Ciphertext, out: &mut Plaintext) -> Result<(), Error> {
        // SAFETY: live objects, and only `out` is written.
        check("Decryptor_Decrypt", unsafe { ffi::Decryptor_Decrypt(self.0.get(), cipher.get(), out.get_mut()) })
    }
}
