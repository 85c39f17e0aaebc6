//! The transform across ciphertexts.

use super::{Measured, Transform, words};
use crate::engine::case::Outcome;
use crate::engine::rows::Row;
use crate::ntt::protocol::middle;
use crate::rng;
use core::ops::Range;
use papilio_cuda::{Gpu, Stages};
use papilio_field::fields::P32;
use papilio_field::{FieldRing, Modulus};
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Constants, Problem, Recipe, Sink, Source, Watches, Windows};
use papilio_ntt::ProductSharing;
use papilio_ring::RnsBasis;
use papilio_ring::sample::CHUNK;
use papilio_ring::stages::{Ended, RowTransform};
use rand_core::Rng;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Bits of the primes of ciphertexts.
const BITS: [u32; 4] = [50; 4];

impl Transform {
    pub(super) fn columns(self, gpu: &Gpu, (log_rows, window): (u32, usize), samples: usize) -> Outcome<Vec<Row>> {
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
        let measured = Measured { host, times, bytes: words_of(4) + words_of(1), correct, special_primes: 0 };
        Ok(self.table_rows(gpu, ([window, 4], 1 << log_rows), "stages", &measured))
    }
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
