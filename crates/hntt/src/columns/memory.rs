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

#[cfg(test)]
mod tests {
    use super::*;
    use papilio_fhe::{Parameters, ParametersLiteral};
    use papilio_field::fields::P32;
    use papilio_ring::RnsBasis;

    const DEGREE: usize = 1 << 10;

    /// A ciphertext of two primes.
    fn ciphertext() -> (Bfv<P32>, Ciphertext) {
        let moduli = RnsBasis::choose_moduli(DEGREE, &[40, 45], 0).expect("primes");
        let literal = ParametersLiteral { log_degree: 10, moduli, insecure: true, ..ParametersLiteral::default() };
        let bfv = Bfv::<P32>::new(Parameters::new(literal).expect("parameters")).expect("a scheme");
        let zero = bfv.zero_ciphertext(2).expect("a level");
        (bfv, zero)
    }

    fn read(limbs: usize, index: usize) {
        let ciphertexts = [ciphertext().1];
        let source = MemorySource::<Canceled>::new(&ciphertexts);
        let result = source.read(index, 3..8, &mut vec![0; 2 * limbs * 5]);
        assert_eq!(result, Ok(()));
    }

    fn written(limbs: usize, window: Range<usize>, index: usize) -> Vec<Vec<u64>> {
        let sink = MemorySink::<Canceled>::new(2, 2, DEGREE);
        let residues: Vec<u64> = (1..).take(2 * limbs * window.len()).collect();
        assert_eq!(sink.write(index, window, &residues), Ok(()));
        sink.into_residues()
    }

    #[test]
    #[should_panic(expected = "ciphertext 0 has 4 limbs in its parts, of which 2 are read")]
    fn fewer_primes_than_a_ciphertext_has_are_not_read() {
        read(1, 0);
    }

    #[test]
    #[should_panic(expected = "ciphertext 0 has 4 limbs in its parts, of which 6 are read")]
    fn more_primes_than_a_ciphertext_has_are_not_read() {
        read(3, 0);
    }

    #[test]
    #[should_panic(expected = "the len is 1 but the index is 1")]
    fn a_ciphertext_behind_the_last_is_not_read() {
        read(2, 1);
    }

    #[test]
    #[should_panic(expected = "ciphertext 1 has room for 4 limbs, and 2 are written")]
    fn fewer_primes_than_there_is_room_for_are_not_written() {
        written(1, 0..8, 1);
    }

    #[test]
    #[should_panic(expected = "ciphertext 1 has room for 4 limbs, and 6 are written")]
    fn more_primes_than_there_is_room_for_are_not_written() {
        written(3, 0..8, 1);
    }

    #[test]
    #[should_panic(expected = "the len is 2 but the index is 2")]
    fn a_ciphertext_behind_the_last_is_not_written() {
        written(2, 0..8, 2);
    }

    #[test]
    fn the_last_window_ends_at_the_last_coefficient() {
        let residues = written(2, DEGREE - 3..DEGREE, 1);
        let mut expected = vec![0; 4 * DEGREE];
        for (limb, words) in [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]].iter().enumerate() {
            expected[(limb + 1) * DEGREE - 3..(limb + 1) * DEGREE].copy_from_slice(words);
        }
        assert_eq!(residues, [vec![0; 4 * DEGREE], expected]);
    }

    #[test]
    #[should_panic(expected = "range end index 1025 out of range")]
    fn a_window_beyond_the_last_coefficient_is_not_written() {
        written(2, DEGREE - 3..DEGREE + 1, 1);
    }

    #[test]
    #[should_panic(expected = "residues that are not below the primes")]
    fn residues_that_no_transform_writes_are_no_ciphertexts() {
        let (bfv, ciphertext) = ciphertext();
        let sink = MemorySink::<Canceled>::over(vec![vec![u64::MAX; 4 * DEGREE]], DEGREE);
        let _ = sink.into_ciphertexts(&bfv, ciphertext.key(), ciphertext.noise());
    }

    #[test]
    fn a_noise_of_another_level_is_refused() {
        let (bfv, ciphertext) = ciphertext();
        let sink = MemorySink::<Canceled>::new(1, 1, DEGREE);
        let result = sink.into_ciphertexts(&bfv, ciphertext.key(), ciphertext.noise());
        assert_eq!(result.expect_err("one prime, and a noise of two"), FheError::Level { found: 2, expected: 1 });
    }
}
