//! The transform of ciphertexts in memory, with the noise that they carry.

use super::batch::{Batch, Canceled};
use super::constants::Constants;
use super::design::{Design, StoredDesignError};
use super::memory::{MemorySink, MemorySource};
use super::over::bfv::{Loops, Prepared};
use super::windows::{Watches, Windows};
use papilio_fhe::bfv::{Bfv, Ciphertext, FheError};
use papilio_fhe::noise::Noise;
use papilio_fhe::rlwe::KeyId;
use papilio_field::Residue;
use papilio_ntt::StageError;
use papilio_ring::engine::EngineError;
use papilio_ring::sample::CHUNK;
use papilio_ring::stages::{Ended, Program, RowTransform};
use std::sync::{Mutex, PoisonError};

/// A design prepared for the ciphertexts of a scheme: with the tables of the CPU, or of another
/// engine, which ciphertexts go to and come from by windows of coefficients.
///
/// ```
/// use chacha20::ChaCha20Rng;
/// use papilio_fhe::Parameters;
/// use papilio_fhe::bfv::{Bfv, SecretKey};
/// use papilio_field::{Field, FieldRing, fields::P32};
/// use papilio_hntt::columns::Encrypted;
/// use papilio_hntt::{Problem, Request, cost::Cost, design, layout};
/// use rand_core::SeedableRng;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // 16 columns of four elements.
/// let (t, lanes) = (FieldRing::<P32>::new(), 4);
/// let (design, _) = design(&t, &Request::new(Problem::forward(16)?, lanes), &Cost::here())?;
/// let bfv = Bfv::<P32>::new(Parameters::new(design.literal.clone())?)?;
/// let mut rng = ChaCha20Rng::from_seed([1; 32]); // use the operating system's randomness instead
/// let secret = SecretKey::generate(&bfv, &mut rng);
///
/// let matrix: Vec<P32> = (0..16 * lanes as u64).map(P32::from_u64).collect();
/// let packed = design.layout.pack(&t, &design.outer, lanes, matrix.clone()).ok_or("a root of unity")?;
/// let inputs = packed.chunks_exact(design.values());
/// let inputs = inputs.map(|values| bfv.encrypt_secret(&secret, &bfv.encode_coefficients(values)?, &mut rng));
/// let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
///
/// let outputs = Encrypted::new(&bfv, &design)?.transform(&inputs, &mut |_| true)?;
///
/// let mut values = Vec::new();
/// for output in &outputs {
///     values.extend_from_slice(&bfv.decrypt(&secret, output)?.plaintext.coefficients()[..design.values()]);
/// }
/// let values = design.layout.unpack(&t, &design.outer, lanes, values).ok_or("a root of unity")?;
/// assert_eq!(Some(values), layout::reference(&t, &design.outer, lanes, matrix));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Encrypted<'a, F: Residue, T = Loops> {
    bfv: &'a Bfv<F>,
    design: &'a Design,
    prepared: Prepared<T>,
}

/// Why ciphertexts cannot be transformed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EncryptedError {
    /// The work was ended.
    #[error("canceled")]
    Canceled(#[from] Canceled),
    /// The scheme refuses a ciphertext.
    #[error(transparent)]
    Scheme(#[from] FheError),
    /// The design is not valid.
    #[error(transparent)]
    Design(#[from] StoredDesignError),
    /// A kernel refuses a prime.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The engine has failed, does not take the design, or has no memory for its tables or the
    /// least window.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There are too few ciphertexts or too many.
    #[error("{given} ciphertexts for a transform of {expected}")]
    Count {
        /// Ciphertexts given.
        given: usize,
        /// Ciphertexts that the design takes.
        expected: usize,
    },
}

impl From<Ended> for EncryptedError {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Canceled(canceled) => canceled.into(),
            Ended::Engine(error) => error.into(),
        }
    }
}

impl<'a, F: Residue> Encrypted<'a, F> {
    /// Checks a design and prepares its constants for the primes of a scheme.
    ///
    /// # Errors
    /// [`EncryptedError::Design`]; [`EncryptedError::Scheme`] when the design is for other
    /// parameters, or its outputs have too small a modulus for the field;
    /// [`EncryptedError::Stage`].
    pub fn new(bfv: &'a Bfv<F>, design: &'a Design) -> Result<Self, EncryptedError> {
        Self::with(bfv, design, Loops::new)
    }
}

impl<'a, F: Residue, T> Encrypted<'a, F, T> {
    /// The same with the tables that an engine makes of the design's program; for a GPU,
    /// `papilio_cuda::Stages::new`.
    ///
    /// # Errors
    /// Errors of [`Self::new`], and of the function.
    pub fn with<E: Into<EncryptedError>>(
        bfv: &'a Bfv<F>,
        design: &'a Design,
        tables: impl FnOnce(&Program<'_>) -> Result<T, E>,
    ) -> Result<Self, EncryptedError> {
        let t = bfv.plaintext_modulus();
        let (expected, found) = (bfv.parameters().fingerprint(), design.check(t)?.fingerprint());
        if found != expected {
            return Err(FheError::Context { found, expected }.into());
        }
        let level = design.recipe.output_limbs;
        let (log_modulus, needed) = (bfv.model().log_modulus(level), bfv.model().least_log_modulus());
        if log_modulus < needed {
            return Err(FheError::SmallModulus { level, log_modulus, needed }.into());
        }
        // The roots are there: the problem was checked for the field.
        let missing = StoredDesignError::Mismatch("number of columns");
        let constants = Constants::<F>::new(t, &design.recipe).ok_or(missing)?;
        let prepared = Prepared::with(&design.recipe, &constants, bfv.parameters().basis(), tables).map_err(Into::into)?;
        Ok(Self { bfv, design, prepared })
    }
}

impl<F: Residue, T: RowTransform> Encrypted<'_, F, T>
where
    EncryptedError: From<T::Ended>,
{
    /// Transforms ciphertexts with all primes of the parameters: of as many columns or blocks as
    /// the design has inputs, to as many as it has outputs. Progress is told as a part of one; an
    /// answer of `false` ends the work, of which other threads may tell a little more.
    ///
    /// Noise: what [`Design::output_noise_of`] predicts, so that ciphertexts that are not fresh may
    /// be refused when their transforms are decrypted.
    ///
    /// # Errors
    /// [`EncryptedError::Count`]; [`EncryptedError::Scheme`] for a ciphertext of other parameters,
    /// another level or another key; [`EncryptedError::Engine`]; [`EncryptedError::Canceled`].
    pub fn transform(
        &self,
        inputs: &[Ciphertext],
        progress: &mut (dyn FnMut(f64) -> bool + Send),
    ) -> Result<Vec<Ciphertext>, EncryptedError> {
        let key = self.check(inputs)?;
        let noise: Vec<&Noise> = inputs.iter().map(Ciphertext::noise).collect();
        let noise = self.design.output_noise_of(self.bfv.plaintext_modulus(), &noise);
        Ok(self.written(inputs, self.widest(), progress)?.into_ciphertexts(self.bfv, key, &noise)?)
    }

    /// The key of all inputs.
    fn check(&self, inputs: &[Ciphertext]) -> Result<KeyId, EncryptedError> {
        let (given, expected) = (inputs.len(), self.design.recipe.problem.inputs());
        if given != expected {
            return Err(EncryptedError::Count { given, expected });
        }
        let expected = self.design.recipe.limbs[0];
        let mut key = KeyId::ANY;
        for input in inputs {
            self.bfv.check_context(input)?;
            match input.level() {
                found if found != expected => return Err(FheError::Level { found, expected }.into()),
                _ => key = key.common(input.key())?,
            }
        }
        Ok(key)
    }

    /// Coefficients of the widest window that is of use.
    fn widest(&self) -> usize {
        let recipe = &self.design.recipe;
        let mut widest = self.bfv.parameters().degree();
        while widest > CHUNK && Batch::bytes(recipe.problem.columns(), recipe.limbs[0], widest) > T::WINDOW_BYTES {
            widest /= 2;
        }
        widest
    }

    /// The residues of all outputs, by windows of at most so many coefficients.
    fn written(
        &self,
        inputs: &[Ciphertext],
        widest: usize,
        progress: &mut (dyn FnMut(f64) -> bool + Send),
    ) -> Result<MemorySink<EncryptedError>, EncryptedError> {
        let recipe = &self.design.recipe;
        let degree = self.bfv.parameters().degree();
        let outputs = MemorySink::new(recipe.problem.columns(), recipe.output_limbs, degree);
        let windows = Windows::new(&self.prepared, 0..degree, widest)?;
        let pieces = windows.pieces().iter().sum::<usize>() as f64;
        let told = Mutex::new((0, progress));
        let watch = |more: usize| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            told.0 += more;
            let done = told.0 as f64 / pieces;
            (told.1)(done.min(1.0))
        };
        let watches = Watches { load: &watch, transform: &watch, store: &watch };
        windows.transform::<_, _, EncryptedError>(&MemorySource::new(inputs), &outputs, watches)?;
        Ok(outputs)
    }
}

#[cfg(test)]
mod tests;
