//! The steps of both ends, over memory or files.

use crate::error::CliError;
use crate::files::ciphertexts::{ciphertext, ciphertext_to_bytes, seeded_to_bytes};
use crate::files::{Header, Kind, Output, Writer};
use crate::progress::{Progress, check};
use chacha20::ChaCha20Rng;
use core::ops::Range;
use papilio_fhe::bfv::{BatchEncoder, Bfv, Ciphertext, Plaintext, PublicKey, SecretKey, SeededCiphertext};
use papilio_fhe::noise::Noise;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Constants, Design, Packing, Sink, Source};
use papilio_ntt::dft::DftResidue;
use rand_core::SeedableRng;
use rayon::prelude::*;
use std::sync::Mutex;
use std::time::Instant;

/// A generator seeded by the operating system.
pub(crate) fn system_rng() -> Result<ChaCha20Rng, CliError> {
    let mut seed = zeroize::Zeroizing::new([0; 32]);
    getrandom::fill(&mut *seed).map_err(|e| CliError::input(format!("no randomness from the operating system: {e}")))?;
    Ok(ChaCha20Rng::from_seed(*seed))
}

/// Encoder of a design's packing.
pub(crate) enum Encoder<F: DftResidue> {
    Coefficients,
    Slots(Box<BatchEncoder<F>>),
}

impl<F: DftResidue> Encoder<F> {
    pub(crate) fn new(design: &Design, bfv: &Bfv<F>) -> Result<Self, CliError> {
        match design.packing {
            Packing::Coefficients => Ok(Self::Coefficients),
            Packing::Slots => Ok(Self::Slots(Box::new(BatchEncoder::new(bfv).map_err(CliError::plan)?))),
        }
    }

    fn encode(&self, bfv: &Bfv<F>, values: &[F]) -> Result<Plaintext<F>, CliError> {
        match self {
            Self::Coefficients => bfv.encode_coefficients(values),
            Self::Slots(slots) => slots.encode(values),
        }
        .map_err(CliError::input)
    }

    fn decode(&self, plaintext: Plaintext<F>, count: usize) -> Result<Vec<F>, CliError> {
        let mut values = match self {
            Self::Coefficients => plaintext.into_coefficients(),
            Self::Slots(slots) => slots.decode(&plaintext).map_err(CliError::input)?,
        };
        values.truncate(count);
        Ok(values)
    }
}

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

/// The entries, zero-padded to a matrix, as values of ciphertexts.
pub(crate) fn pack<F: DftResidue>(t: &F::Ring, design: &Design, entries: &[F]) -> Result<Vec<F>, CliError> {
    if entries.len() > design.capacity() {
        let reason =
            format!("{} entries do not fit a plan for {}: make keys with --size {0}", entries.len(), design.capacity());
        return Err(CliError::input(reason));
    }
    let mut matrix = entries.to_vec();
    matrix.resize(design.capacity(), F::default());
    design.layout.pack(t, &design.outer, design.lanes, matrix).ok_or_else(|| CliError::plan("no such root of unity"))
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

/// Prepares a design's recipe.
pub(crate) fn prepare<F: DftResidue>(design: &Design, bfv: &Bfv<F>) -> Result<Prepared, CliError> {
    let constants = Constants::<F>::new(bfv.plaintext_modulus(), &design.recipe)
        .ok_or_else(|| CliError::plan("the field has no such root of unity"))?;
    Prepared::new(&design.recipe, &constants, bfv.parameters().basis()).map_err(CliError::plan)
}

/// Seconds of the parts of a transform.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TransformTimes {
    pub(crate) load: f64,
    pub(crate) transform: f64,
    pub(crate) store: f64,
}

/// Loads, transforms and stores a window of coefficients after the other.
pub(crate) fn transform<S, T>(
    prepared: &Prepared,
    degree: usize,
    window: usize,
    source: &S,
    sink: &T,
) -> Result<TransformTimes, CliError>
where
    S: Source<Error = CliError>,
    T: Sink<Error = CliError>,
{
    let mut times = TransformTimes::default();
    let (inputs, outputs) = (prepared.recipe().problem.inputs(), prepared.recipe().problem.columns());
    let windows = (degree / window) as u64;
    let (loading, storing) = (Progress::new("load", windows * inputs as u64), Progress::new("store", windows * outputs as u64));
    for start in (0..degree).step_by(window) {
        let mut batch = Batch::new(prepared, start..start + window);
        timed(&mut times.load, || batch.load(prepared, source, &|done| loading.advance(done)))?;
        timed(&mut times.transform, || transform_batch(prepared, &mut batch))?;
        timed(&mut times.store, || batch.store(prepared, sink, &|done| storing.advance(done)))?;
    }
    Ok(times)
}

/// Transforms a loaded batch.
pub(crate) fn transform_batch(prepared: &Prepared, batch: &mut Batch) -> Result<(), CliError> {
    let progress = Progress::new("transform", batch.tiles() as u64);
    Ok(batch.transform(prepared, &|done| progress.advance(done))?)
}

/// Adds the seconds of a step.
pub(crate) fn timed<T>(seconds: &mut f64, step: impl FnOnce() -> Result<T, CliError>) -> Result<T, CliError> {
    let start = Instant::now();
    let outcome = step();
    *seconds += start.elapsed().as_secs_f64();
    outcome
}

/// Decrypts ciphertexts into values as they come.
pub(crate) struct Decryptor<'a, F: DftResidue> {
    bfv: &'a Bfv<F>,
    encoder: &'a Encoder<F>,
    secret: &'a SecretKey,
    values: usize,
    /// What is predicted of every ciphertext.
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
