//! Transforms on a device beside the processor: across ciphertexts, inside one, and of the fields
//! of proof systems.

mod columns;
mod slots;

pub use slots::{SlotField, Slots};

use super::case::Outcome;
use super::rows::{Peer, Place, Row};
use crate::ntt::protocol::middle;
use crate::rng;
use papilio_cuda::{Arithmetic, Basis, DeviceField, DeviceWords, FieldTransform, FieldWords, Gpu};
use papilio_field::fields::{BabyBear, Bn254, Goldilocks};
use papilio_ntt::dft::Dft;
use papilio_ring::RnsBasis;
use rand_core::Rng;
use std::time::Instant;

/// Vectors of `2^log` elements, so many in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// `log2` of the elements of a vector.
    pub log: u32,
    /// Vectors.
    pub batch: usize,
}

/// A transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transform {
    /// Across so many ciphertexts (their `log2`), of a window of coefficients, at depth 4 or less.
    Columns {
        /// `log2` of the ciphertexts.
        log_rows: u32,
        /// Coefficients.
        window: usize,
    },
    /// Inside one ciphertext.
    Slots(Slots),
    /// Polynomials of twelve primes to values, in each arithmetic of a device.
    Arithmetics {
        /// `log2` of the coefficients.
        log_degree: u32,
        /// Polynomials.
        batch: usize,
    },
    /// Vectors of elements of BabyBear.
    BabyBear(Vectors),
    /// Vectors of elements of Goldilocks.
    Goldilocks(Vectors),
    /// Vectors of elements of the scalar field of BN254.
    Bn254(Vectors),
}

/// Bits of primes that both arithmetics take.
const BITS_OF_BOTH: [u32; 12] = [49; 12];
/// Transforms of a batch that are queued before a device is waited for.
const QUEUED: usize = 20;

impl Transform {
    /// The transforms of the table.
    pub const TABLE: [Self; 17] = [
        Self::Columns { log_rows: 12, window: 16_384 },
        Self::Slots(Slots::secure(SlotField::P32, 12)),
        Self::Slots(Slots::secure(SlotField::Goldilocks, 12)),
        Self::Arithmetics { log_degree: 13, batch: 1 },
        Self::Arithmetics { log_degree: 13, batch: 64 },
        Self::Arithmetics { log_degree: 16, batch: 1 },
        Self::Arithmetics { log_degree: 16, batch: 64 },
        Self::BabyBear(Vectors { log: 20, batch: 1 }),
        Self::BabyBear(Vectors { log: 20, batch: 16 }),
        Self::BabyBear(Vectors { log: 24, batch: 1 }),
        Self::Goldilocks(Vectors { log: 20, batch: 1 }),
        Self::Goldilocks(Vectors { log: 20, batch: 16 }),
        Self::Goldilocks(Vectors { log: 24, batch: 1 }),
        Self::Bn254(Vectors { log: 20, batch: 1 }),
        Self::Bn254(Vectors { log: 20, batch: 4 }),
        Self::Bn254(Vectors { log: 22, batch: 1 }),
        Self::Bn254(Vectors { log: 24, batch: 1 }),
    ];

    /// The names of operations of the table.
    pub const NAMES: [&'static str; 6] = ["columns", "slots", "arithmetics", "baby_bear", "goldilocks", "bn254"];

    /// The name of the operation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Columns { .. } => "columns",
            Self::Slots(_) => "slots",
            Self::Arithmetics { .. } => "arithmetics",
            Self::BabyBear(_) => "baby_bear",
            Self::Goldilocks(_) => "goldilocks",
            Self::Bn254(_) => "bn254",
        }
    }

    /// The rows of a device: with operands and results in its memory, with their copies, and where
    /// the device has memory for it, with copies of a part while another is computed; of both
    /// arithmetics, those without copies. The processor works with one thread.
    ///
    /// # Errors
    /// In words: the device has no memory for it, or fails.
    pub fn rows(self, gpu: &Gpu, samples: usize) -> Result<Vec<Row>, String> {
        match self {
            Self::Columns { log_rows, window } => self.columns(gpu, (log_rows, window), samples),
            Self::Slots(slots) => self.slots(gpu, slots, samples),
            Self::Arithmetics { log_degree, batch } => self.arithmetics(gpu, (log_degree, batch), samples),
            Self::BabyBear(vectors) => self.field::<BabyBear>(gpu, vectors, samples),
            Self::Goldilocks(vectors) => self.field::<Goldilocks>(gpu, vectors, samples),
            Self::Bn254(vectors) => self.field::<Bn254>(gpu, vectors, samples),
        }
    }

    fn arithmetics(self, gpu: &Gpu, (log_degree, batch): (u32, usize), samples: usize) -> Outcome<Vec<Row>> {
        let n = 1 << log_degree;
        let basis = RnsBasis::new(n, &RnsBasis::choose_moduli(n, &BITS_OF_BOTH, 0).map_err(words)?).map_err(words)?;
        let (moduli, mut random) = (basis.moduli(basis.limbs()).copied().collect::<Vec<_>>(), rng(21));
        let coefficients: Vec<u64> = moduli.iter().flat_map(|q| [*q].repeat(n)).map(|q| q.reduce(random.next_u64())).collect();
        let mut values = coefficients.clone();
        let host = timed(|| values.chunks_exact_mut(n).zip(basis.plans()).for_each(|(limb, plan)| plan.forward(limb)));
        let row = |arithmetic: Arithmetic| {
            let tables = Basis::with_arithmetic(gpu, n, &moduli, arithmetic).map_err(words)?;
            let mut there = DeviceWords::upload(gpu, &coefficients.repeat(batch)).map_err(words)?;
            there.forward(&tables);
            let found = there.to_host().map_err(words)?;
            let correct = found.chunks_exact(values.len()).all(|found| found == values);
            let queued = if gpu.info().emulated { 1 } else { QUEUED };
            let mut transforms = || {
                (0..queued).for_each(|_| there.forward(&tables));
                Ok(())
            };
            let times = (0..samples.max(1)).map(|_| fenced(gpu, &mut transforms)).collect::<Outcome<Vec<_>>>()?;
            let mut times: Vec<_> = times.into_iter().map(|time| time / queued as f64).collect();
            // Two passes, each of which reads and writes all words.
            let bytes = 4 * 8 * (batch * values.len()) as u64;
            let measured =
                Measured { host: host * batch as f64, times: vec![middle(&mut times)], bytes, correct, special_primes: 0 };
            Ok(self.table_rows(gpu, ([n, moduli.len()], batch), arithmetic.name(), &measured))
        };
        Ok([Arithmetic::Doubles, Arithmetic::Words].map(row).into_iter().collect::<Outcome<Vec<_>>>()?.concat())
    }

    fn field<F: DeviceField>(self, gpu: &Gpu, Vectors { log, batch }: Vectors, samples: usize) -> Outcome<Vec<Row>> {
        let (n, mut random) = (1usize << log, rng(11));
        let elements: Vec<F> = (0..batch * n).map(|_| F::random(&mut random)).collect();
        let on_cpu = Dft::<F>::coset(log, F::ONE).map_err(words)?;
        let on_device = FieldTransform::<F>::new(gpu, n).map_err(words)?;
        let mut values = elements.clone();
        let host = timed(|| values.chunks_exact_mut(n).for_each(|vector| on_cpu.forward(vector)));
        let mut there = FieldWords::upload(gpu, &elements).map_err(words)?;
        on_device.forward(&mut there).map_err(words)?;
        let correct = there.to_host().map_err(words)? == values;
        let mut resident = Vec::new();
        let mut transferred = Vec::new();
        for _ in 0..samples.max(1) {
            resident.push(fenced(gpu, || on_device.forward(&mut there).map_err(words))?);
            transferred.push(fenced(gpu, || {
                let mut there = FieldWords::upload(gpu, &elements).map_err(words)?;
                on_device.forward(&mut there).map_err(words)?;
                there.to_host().map(|values| drop(std::hint::black_box(values))).map_err(words)
            })?);
        }
        let bytes = batch as u64 * on_device.passes().map(|pass| pass.read + pass.written).sum::<u64>();
        let measured =
            Measured { host, times: vec![middle(&mut resident), middle(&mut transferred)], bytes, correct, special_primes: 0 };
        Ok(self.table_rows(gpu, ([n, 1], batch), F::NAME, &measured))
    }

    fn table_rows(self, gpu: &Gpu, shape: ([usize; 2], usize), arithmetic: &str, measured: &Measured) -> Vec<Row> {
        let (info, ([degree, limbs], batch)) = (gpu.info(), shape);
        let Measured { host, ref times, bytes, correct, special_primes } = *measured;
        // Times are of one of the batch; a device that does not exist has none.
        let times = times.iter().map(|time| Some(time / batch as f64).filter(|_| !info.emulated));
        let (peer, bandwidth) = (host / batch as f64, info.bandwidth as f64);
        let bound = (bandwidth > 0.0).then(|| bytes as f64 / bandwidth * 1e6 / batch as f64);
        let of = |(microseconds, [transfers, overlap]): (Option<f64>, [bool; 2])| Row {
            operation: self.name(),
            degree,
            limbs,
            batch,
            engine: if info.emulated { Place::Emulated } else { Place::Cuda },
            arithmetic: arithmetic.to_owned(),
            microseconds,
            bound_microseconds: bound.filter(|_| !transfers && !info.emulated),
            transfers,
            peer: Some(Peer::Own(Place::Cpu)),
            peer_microseconds: Some(peer),
            ratio: microseconds.filter(|_| correct).map(|own| peer / own),
            correct,
            special_primes,
            overlap,
        };
        times.zip([[false, false], [true, false], [true, true]]).map(of).collect()
    }
}

/// Microseconds of the processor, and of the device without copies, with them, and with those that
/// overlap; bytes that the device moves at least.
struct Measured {
    host: f64,
    times: Vec<f64>,
    bytes: u64,
    correct: bool,
    special_primes: usize,
}

fn words(error: impl ToString) -> String {
    error.to_string()
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e6
}

/// Microseconds of work that is queued, until it is done.
fn fenced(gpu: &Gpu, work: impl FnOnce() -> Outcome<()>) -> Outcome<f64> {
    gpu.synchronize().map_err(words)?;
    let start = Instant::now();
    work()?;
    gpu.synchronize().map_err(words)?;
    Ok(start.elapsed().as_secs_f64() * 1e6)
}
