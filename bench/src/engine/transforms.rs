//! Transforms on a device beside the processor: across ciphertexts, and of the fields of proof
//! systems.

use super::case::Outcome;
use super::rows::{Place, Row};
use crate::ntt::protocol::middle;
use crate::rng;
use core::ops::Range;
use papilio_cuda::{Arithmetic, Basis, DeviceField, FieldTransform, FieldWords, Gpu, Stages, Words};
use papilio_field::fields::{BabyBear, Bn254, Goldilocks, P32};
use papilio_field::{FieldRing, Modulus};
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Constants, Problem, Recipe, Sink, Source, Watches, Windows};
use papilio_ntt::ProductSharing;
use papilio_ntt::dft::Dft;
use papilio_ring::RnsBasis;
use papilio_ring::sample::CHUNK;
use papilio_ring::stages::{Ended, RowTransform};
use rand_core::Rng;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
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

/// Bits of the primes of ciphertexts.
const BITS: [u32; 4] = [50; 4];
/// Bits of primes that both arithmetics take.
const BITS_OF_BOTH: [u32; 12] = [49; 12];
/// Transforms of a batch that are queued before a device is waited for.
const QUEUED: usize = 20;

impl Transform {
    /// The transforms of the table.
    pub const TABLE: [Self; 15] = [
        Self::Columns { log_rows: 12, window: 16_384 },
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
    pub const NAMES: [&'static str; 5] = ["columns", "arithmetics", "baby_bear", "goldilocks", "bn254"];

    /// The name of the operation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Columns { .. } => "columns",
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
            let mut there = Words::upload(gpu, &coefficients.repeat(batch)).map_err(words)?;
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
            let measured = Measured { host: host * batch as f64, times: vec![middle(&mut times)], bytes, correct };
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
        let measured = Measured { host, times: vec![middle(&mut resident), middle(&mut transferred)], bytes, correct };
        Ok(self.table_rows(gpu, ([n, 1], batch), F::NAME, &measured))
    }

    fn columns(self, gpu: &Gpu, (log_rows, window): (u32, usize), samples: usize) -> Outcome<Vec<Row>> {
        // Radix 8, with one of 2 or 4 at the end where it does not fit.
        let mut radices = vec![8; log_rows as usize / 3];
        radices.extend((log_rows % 3 > 0).then(|| 1 << (log_rows % 3)));
        let limbs = [4, 3, 3, 2].into_iter().take(radices.len()).collect();
        let problem = Problem::forward(1 << log_rows).map_err(words)?;
        let recipe = Recipe { problem, radices, evaluator: ProductSharing::Shared, limbs, output_limbs: 1 };
        recipe.check().map_err(words)?;
        let moduli = RnsBasis::choose_moduli(window, &BITS, 0).map_err(words)?;
        let basis = RnsBasis::new(window, &moduli).map_err(words)?;
        let constants = Constants::<P32>::new(&FieldRing::new(), &recipe).ok_or("no root of unity")?;
        let on_cpu = Prepared::new(&recipe, &constants, &basis).map_err(words)?;
        let on_device = Prepared::with(&recipe, &constants, &basis, |program| Stages::new(gpu, program)).map_err(words)?;
        let ciphertexts = Ciphertexts::new(&basis, window);
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(words)?;
        let expected = Outputs::default();
        let host = one.install(|| run(&on_cpu, &ciphertexts, window, &expected))?[0];
        let mut correct = true;
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..samples.max(1) {
            let found = Outputs::default();
            let [transform, all] = run(&on_device, &ciphertexts, window, &found)?;
            times[0].push(transform);
            times[1].push(all);
            correct &= found == expected;
            let found = Outputs::default();
            if let Some(all) = run_overlapping(&on_device, &ciphertexts, window, &found)? {
                times[2].push(all);
                correct &= found == expected;
            }
        }
        let words_of = |limbs: usize| 2 * 8 * ((window * limbs) << log_rows) as u64;
        let times = times.iter_mut().filter(|times| !times.is_empty()).map(|times| middle(times)).collect();
        let measured = Measured { host, times, bytes: words_of(4) + words_of(1), correct };
        Ok(self.table_rows(gpu, ([window, 4], 1 << log_rows), "stages", &measured))
    }

    fn table_rows(self, gpu: &Gpu, shape: ([usize; 2], usize), arithmetic: &str, measured: &Measured) -> Vec<Row> {
        let (info, ([degree, limbs], batch)) = (gpu.info(), shape);
        let Measured { host, ref times, bytes, correct } = *measured;
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
            peer: Some(Place::Cpu),
            peer_microseconds: Some(peer),
            ratio: microseconds.filter(|_| correct).map(|own| peer / own),
            correct,
            special_primes: 0,
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

/// Microseconds of the transform of a window, and of all of it: loaded, transformed and stored.
fn run<T: RowTransform>(prepared: &Prepared<T>, from: &Ciphertexts, window: usize, to: &Outputs) -> Outcome<[f64; 2]>
where
    Ended: From<T::Ended>,
{
    let start = Instant::now();
    let ended = |error: T::Ended| Ended::from(error).to_string();
    let mut batch = Batch::on_engine(prepared, 0..window).map_err(words)?;
    batch.load(prepared, from, &|_| true).map_err(words)?;
    let begin = Instant::now();
    batch.transform(prepared, &|_| true).map_err(ended)?;
    let transform = begin.elapsed().as_secs_f64() * 1e6;
    batch.store(prepared, to, &|_| true).map_err(words)?;
    Ok([transform, start.elapsed().as_secs_f64() * 1e6])
}

/// Microseconds of the transform by windows that overlap; none where there is no memory for them.
fn run_overlapping(prepared: &Prepared<Stages>, from: &Ciphertexts, window: usize, to: &Outputs) -> Outcome<Option<f64>> {
    let start = Instant::now();
    let windows = Windows::new(prepared, 0..window, window).map_err(words)?;
    if !windows.overlap() {
        return Ok(None);
    }
    let watches = Watches { load: &|_| true, transform: &|_| true, store: &|_| true };
    windows.transform::<_, _, Ended>(from, to, watches).map_err(words)?;
    Ok(Some(start.elapsed().as_secs_f64() * 1e6))
}

/// Rows of uniform residues, each of them turned by another number of coefficients: a copy is all
/// that it takes to read one.
struct Ciphertexts {
    limbs: Vec<Vec<u64>>,
}

impl Ciphertexts {
    fn new(basis: &RnsBasis, degree: usize) -> Self {
        let mut random = rng(20);
        let mut limb = |q: &Modulus| (0..degree).map(|_| q.reduce(random.next_u64())).collect();
        Self { limbs: (0..2).flat_map(|_| basis.moduli(BITS.len())).map(&mut limb).collect() }
    }
}

impl Source for Ciphertexts {
    type Error = Ended;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), Ended> {
        for (to, limb) in out.chunks_exact_mut(window.len()).zip(&self.limbs) {
            let start = (window.start + 67 * index) % limb.len();
            let whole = to.len().min(limb.len() - start);
            to[..whole].copy_from_slice(&limb[start..][..whole]);
            let rest = to.len() - whole;
            to[whole..].copy_from_slice(&limb[..rest]);
        }
        Ok(())
    }
}

/// Sums of outputs by index and chunk, in which every word has a factor of its own: outputs of all
/// would be as great as the batch.
#[derive(Debug, Default)]
struct Outputs {
    sums: Mutex<BTreeMap<(usize, usize), u64>>,
}

impl PartialEq for Outputs {
    fn eq(&self, other: &Self) -> bool {
        let of = |outputs: &Self| outputs.sums.lock().unwrap_or_else(PoisonError::into_inner).clone();
        of(self) == of(other)
    }
}

impl Sink for Outputs {
    type Error = Ended;

    fn write(&self, index: usize, window: Range<usize>, residues: &[u64]) -> Result<(), Ended> {
        let of_chunk = |chunk: usize| {
            let limbs = residues.chunks_exact(window.len());
            let words = limbs.flat_map(|limb| &limb[(chunk - window.start)..][..CHUNK]);
            let sum = words.fold(0u64, |sum, &word| sum.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(word));
            ((index, chunk), sum)
        };
        let sums: Vec<_> = window.clone().step_by(CHUNK).map(of_chunk).collect();
        self.sums.lock().unwrap_or_else(PoisonError::into_inner).extend(sums);
        Ok(())
    }
}
