//! Ciphertexts in memory, as the source and the sink of batches.

use super::batch::{Canceled, Sink, Source};
use core::marker::PhantomData;
use core::ops::Range;
use papilio_fhe::bfv::{Bfv, Ciphertext, FheError};
use papilio_fhe::noise::Noise;
use papilio_fhe::rlwe::KeyId;
use papilio_field::Residue;
use papilio_ring::Poly;
use std::sync::{Mutex, PoisonError};

/// Ciphertexts as a source that never fails. `E` is the error type of the work that reads them.
///
/// # Panics
/// [`Source::read`] panics where a ciphertext has another level than its reader wants, or where
/// there is none of the index.
#[derive(Debug)]
pub struct MemorySource<'a, E = Canceled>(&'a [Ciphertext], PhantomData<fn() -> E>);

impl<'a, E> MemorySource<'a, E> {
    /// The ciphertexts, by index.
    #[must_use]
    pub fn new(ciphertexts: &'a [Ciphertext]) -> Self {
        Self(ciphertexts, PhantomData)
    }
}

impl<E: Send + From<Canceled>> Source for MemorySource<'_, E> {
    type Error = E;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), E> {
        let ciphertext = &self.0[index];
        let limbs = ciphertext.parts().iter().flat_map(|part| (0..part.level()).map(move |i| part.limb(i)));
        let (found, wanted) = (2 * ciphertext.level(), out.len() / window.len());
        assert_eq!(found, wanted, "ciphertext {index} has {found} limbs in its parts, of which {wanted} are read");
        out.chunks_exact_mut(window.len()).zip(limbs).for_each(|(out, limb)| out.copy_from_slice(&limb[window.clone()]));
        Ok(())
    }
}

/// The residues of ciphertexts as a sink that never fails. `E` is the error type of the work that
/// writes them.
///
/// # Panics
/// [`Sink::write`] panics where there is room for ciphertexts of another level, or none of the
/// index.
#[derive(Debug)]
pub struct MemorySink<E = Canceled> {
    degree: usize,
    /// Both parts of each, limb after limb, behind a lock of its own.
    residues: Vec<Mutex<Vec<u64>>>,
    error: PhantomData<fn() -> E>,
}

impl<E> MemorySink<E> {
    /// Zeros for `count` ciphertexts of `limbs` primes and `degree` coefficients.
    #[must_use]
    pub fn new(count: usize, limbs: usize, degree: usize) -> Self {
        Self::over(vec![vec![0; 2 * limbs * degree]; count], degree)
    }

    /// The words of each ciphertext, which keep what no window writes: both parts, limb after limb,
    /// of `degree` coefficients.
    #[must_use]
    pub fn over(residues: Vec<Vec<u64>>, degree: usize) -> Self {
        Self { degree, residues: residues.into_iter().map(Mutex::new).collect(), error: PhantomData }
    }

    /// The words of each ciphertext: both parts, limb after limb.
    #[must_use]
    pub fn into_residues(self) -> Vec<Vec<u64>> {
        self.residues.into_iter().map(|residues| residues.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// The ciphertexts, under a key and of a predicted noise.
    ///
    /// # Errors
    /// [`FheError::Level`] for a noise of another level.
    ///
    /// # Panics
    /// On residues that are not below the primes of the scheme, as no transform writes.
    pub fn into_ciphertexts<F: Residue>(self, bfv: &Bfv<F>, key: KeyId, noise: &Noise) -> Result<Vec<Ciphertext>, FheError> {
        let (basis, degree) = (bfv.parameters().basis(), self.degree);
        let ciphertext = |residues: Vec<u64>| {
            let parts = residues.split_at(residues.len() / 2);
            let part = |residues: &[u64]| {
                let poly = Poly::from_residues(basis, residues.len() / degree, residues.to_vec());
                poly.unwrap_or_else(|| panic!("residues that are not below the primes"))
            };
            Ciphertext::from_parts(bfv, [part(parts.0), part(parts.1)], key, noise.clone())
        };
        self.into_residues().into_iter().map(ciphertext).collect()
    }
}

impl<E: Send + From<Canceled>> Sink for MemorySink<E> {
    type Error = E;

    fn write(&self, index: usize, window: Range<usize>, residues: &[u64]) -> Result<(), E> {
        let mut output = self.residues[index].lock().unwrap_or_else(PoisonError::into_inner);
        let (found, wanted) = (residues.len() / window.len(), output.len() / self.degree);
        assert_eq!(found, wanted, "ciphertext {index} has room for {wanted} limbs, and {found} are written");
        let limbs = output.chunks_exact_mut(self.degree).zip(residues.chunks_exact(window.len()));
        limbs.for_each(|(limb, residues)| limb[window.clone()].copy_from_slice(residues));
        Ok(())
    }
}
