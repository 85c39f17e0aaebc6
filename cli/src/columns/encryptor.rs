//! Encryption of columns, into memory or a file.

use super::encoder::Encoder;
use crate::error::CliError;
use crate::files::ciphertexts::{ciphertext_to_bytes, seeded_to_bytes};
use crate::files::{Header, Kind, Output, Writer};
use crate::progress::{Progress, check};
use crate::randomness::system_rng;
use core::ops::Range;
use papilio_fhe::bfv::{Bfv, Ciphertext, PublicKey, SecretKey, SeededCiphertext};
use papilio_hntt::Source;
use papilio_ntt::dft::DftResidue;
use rayon::prelude::*;

/// A key to encrypt under.
pub(crate) enum Key {
    Secret(SecretKey),
    Public(Box<PublicKey>),
}

/// A fresh ciphertext, in the form in which it is sent.
pub(crate) enum Fresh {
    Seeded(SeededCiphertext),
    Whole(Ciphertext),
}

/// Encrypts the columns of a witness.
pub(crate) struct Encryptor<'a, F: DftResidue> {
    pub(crate) bfv: &'a Bfv<F>,
    pub(crate) encoder: &'a Encoder<F>,
    pub(crate) key: &'a Key,
    /// Values of every ciphertext.
    pub(crate) packed: Vec<F>,
    pub(crate) values: usize,
}

impl<F: DftResidue> Encryptor<'_, F> {
    pub(crate) fn encrypt(&self, index: usize) -> Result<Fresh, CliError> {
        let plaintext = self.encoder.encode(self.bfv, &self.packed[index * self.values..][..self.values])?;
        let mut rng = system_rng()?;
        Ok(match self.key {
            Key::Secret(secret) => {
                Fresh::Seeded(self.bfv.encrypt_seeded(secret, &plaintext, &mut rng).map_err(CliError::input)?)
            }
            Key::Public(public) => {
                Fresh::Whole(self.bfv.encrypt_public(public, &plaintext, &mut rng).map_err(CliError::input)?)
            }
        })
    }

    /// Encrypts into both parts, expanding nothing twice.
    pub(crate) fn encrypt_whole(&self, index: usize) -> Result<Ciphertext, CliError> {
        let plaintext = self.encoder.encode(self.bfv, &self.packed[index * self.values..][..self.values])?;
        let mut rng = system_rng()?;
        let encrypted = match self.key {
            Key::Secret(secret) => self.bfv.encrypt_secret(secret, &plaintext, &mut rng),
            Key::Public(public) => self.bfv.encrypt_public(public, &plaintext, &mut rng),
        };
        encrypted.map_err(CliError::input)
    }

    /// Encrypts into a file, a group at a time.
    pub(crate) fn encrypt_to_file(&self, output: &Output, header: &Header) -> Result<u64, CliError> {
        let count = self.packed.len() / self.values;
        let progress = Progress::new("encrypt", count as u64);
        let mut writer = Writer::create(output, Kind::Columns, header)?;
        let basis = self.bfv.parameters().basis();
        let indices: Vec<usize> = (0..count).collect();
        for group in indices.chunks(4 * rayon::current_num_threads()) {
            check()?;
            let record = |&index: &usize| {
                let mut bytes = Vec::new();
                match self.encrypt(index)? {
                    Fresh::Seeded(seeded) => seeded_to_bytes(basis, &seeded, &mut bytes),
                    Fresh::Whole(whole) => ciphertext_to_bytes(basis, &whole, &mut bytes),
                }
                Ok(bytes)
            };
            let records: Vec<Vec<u8>> = group.par_iter().map(record).collect::<Result<_, CliError>>()?;
            records.iter().try_for_each(|bytes| writer.append(bytes))?;
            progress.advance(group.len());
        }
        writer.finish()
    }
}

/// Encryption straight into a batch.
impl<F: DftResidue> Source for Encryptor<'_, F> {
    type Error = CliError;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), CliError> {
        debug_assert_eq!(window, 0..self.bfv.parameters().degree(), "a ciphertext is encrypted whole");
        let whole = self.encrypt_whole(index)?;
        let [first, second] = whole.parts();
        let (a, b) = out.split_at_mut(first.residues().len());
        a.copy_from_slice(first.residues());
        b.copy_from_slice(second.residues());
        Ok(())
    }
}
