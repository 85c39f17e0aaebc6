//! Decryption of transformed columns, from memory or a file.

use super::encoder::Encoder;
use crate::error::CliError;
use crate::files::ciphertexts::{CiphertextFile, ciphertext};
use crate::progress::Progress;
use core::ops::Range;
use papilio_fhe::bfv::{Bfv, Ciphertext, SecretKey};
use papilio_fhe::noise::Noise;
use papilio_hntt::{Design, Sink};
use papilio_ntt::dft::DftResidue;
use rayon::prelude::*;
use std::sync::Mutex;

/// Decrypts ciphertexts into values as they come.
pub(crate) struct Decryptor<'a, F: DftResidue> {
    bfv: &'a Bfv<F>,
    encoder: &'a Encoder<F>,
    secret: &'a SecretKey,
    values: usize,
    /// The noise that is predicted for every ciphertext.
    noise: Noise,
    output: Mutex<Vec<F>>,
    budget: Mutex<f64>,
}

impl<'a, F: DftResidue> Decryptor<'a, F> {
    pub(crate) fn new(design: &Design, bfv: &'a Bfv<F>, encoder: &'a Encoder<F>, secret: &'a SecretKey) -> Self {
        let values = design.values();
        let output = Mutex::new(vec![F::default(); design.recipe.problem.columns() * values]);
        let noise = design.output_noise(bfv.plaintext_modulus());
        Self { bfv, encoder, secret, values, noise, output, budget: Mutex::new(f64::INFINITY) }
    }

    /// The ciphertext of two parts, limb after limb.
    pub(crate) fn ciphertext(&self, parts: [Vec<u64>; 2]) -> Result<Ciphertext, String> {
        ciphertext(self.bfv, parts, self.secret.id(), self.noise.clone())
    }

    /// Decrypts one ciphertext.
    pub(crate) fn decrypt(&self, index: usize, ciphertext: &Ciphertext) -> Result<(), CliError> {
        let decryption =
            self.bfv.decrypt(self.secret, ciphertext).map_err(|e| CliError::input(format!("ciphertext {index}: {e}")))?;
        let values = self.encoder.decode(decryption.plaintext, self.values)?;
        lock(&self.output)[index * self.values..][..self.values].copy_from_slice(&values);
        let bits = if decryption.budget_bits < decryption.resolution_bits {
            decryption.budget_bits
        } else {
            self.bfv.noise_budget_bits(self.secret, ciphertext).map_err(CliError::input)?
        };
        let mut budget = lock(&self.budget);
        *budget = budget.min(bits);
        Ok(())
    }

    /// All values, and the least budget left in any ciphertext.
    pub(crate) fn finish(self) -> (Vec<F>, f64) {
        let into = |e: std::sync::PoisonError<Vec<F>>| e.into_inner();
        (self.output.into_inner().unwrap_or_else(into), *lock(&self.budget))
    }
}

/// A lock whose holders do not panic.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl<F: DftResidue> Sink for Decryptor<'_, F> {
    type Error = CliError;

    fn write(&self, index: usize, _: Range<usize>, residues: &[u64]) -> Result<(), CliError> {
        let (a, b) = residues.split_at(residues.len() / 2);
        let whole = self.ciphertext([a.to_vec(), b.to_vec()]).map_err(CliError::input)?;
        self.decrypt(index, &whole)
    }
}

/// Decrypts every ciphertext of a file.
pub(crate) fn decrypt_all<F: DftResidue>(file: &CiphertextFile, decryptor: &Decryptor<'_, F>) -> Result<(), CliError> {
    let count = file.header.design.recipe.problem.columns();
    let progress = Progress::new("decrypt", count as u64);
    (0..count).into_par_iter().try_for_each(|index| {
        let whole = decryptor.ciphertext(file.parts(index)?).map_err(CliError::file(file.path()))?;
        decryptor.decrypt(index, &whole)?;
        if progress.advance(1) { Ok(()) } else { Err(CliError::Canceled) }
    })
}
