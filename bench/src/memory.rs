//! Ciphertexts in memory, as the source and the sink of a batch.

use core::ops::Range;
use papilio_fhe::bfv::{Bfv, Ciphertext, FheError, KeyId};
use papilio_fhe::noise::Noise;
use papilio_field::Field;
use papilio_hntt::{Canceled, Sink, Source};
use papilio_ring::Poly;
use std::sync::{Mutex, PoisonError};

/// Input ciphertexts, by index.
#[derive(Debug)]
pub struct Inputs(pub Vec<Ciphertext>);

impl Source for Inputs {
    type Error = Canceled;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), Canceled> {
        let limbs = self.0[index].parts().iter().flat_map(|part| (0..part.level()).map(move |i| part.limb(i)));
        out.chunks_exact_mut(window.len()).zip(limbs).for_each(|(out, limb)| out.copy_from_slice(&limb[window.clone()]));
        Ok(())
    }
}

/// Residues of output ciphertexts: for each, both parts, limb after limb.
#[derive(Debug)]
pub struct Outputs {
    degree: usize,
    residues: Mutex<Vec<Vec<u64>>>,
}

impl Outputs {
    /// Room for `columns` ciphertexts of `limbs` primes.
    #[must_use]
    pub fn new(columns: usize, limbs: usize, degree: usize) -> Self {
        Self { degree, residues: Mutex::new(vec![vec![0; 2 * limbs * degree]; columns]) }
    }

    /// The output of this index, of a predicted noise.
    ///
    /// # Errors
    /// [`FheError::Level`] for a noise of another level.
    ///
    /// # Panics
    /// On residues that are not below their primes.
    pub fn ciphertext<F: Field>(&self, bfv: &Bfv<F>, index: usize, noise: Noise) -> Result<Ciphertext, FheError> {
        let residues = &self.residues.lock().unwrap_or_else(PoisonError::into_inner)[index];
        let (body, mask) = residues.split_at(residues.len() / 2);
        let level = body.len() / self.degree;
        let basis = bfv.parameters().basis();
        let part = |residues: &[u64]| Poly::from_residues(basis, level, residues.to_vec()).expect("canonical residues");
        Ciphertext::from_parts(bfv, [part(body), part(mask)], KeyId::ANY, noise)
    }
}

impl Sink for Outputs {
    type Error = Canceled;

    fn write(&self, index: usize, window: Range<usize>, residues: &[u64]) -> Result<(), Canceled> {
        let output = &mut self.residues.lock().unwrap_or_else(PoisonError::into_inner)[index];
        for (limb, values) in residues.chunks_exact(window.len()).enumerate() {
            output[limb * self.degree..][window.clone()].copy_from_slice(values);
        }
        Ok(())
    }
}
