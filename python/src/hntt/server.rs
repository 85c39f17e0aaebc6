//! The server's part: windows of coefficients, without any key.

use super::planning::Design;
use crate::array::{of_vec, slice, slice_mut, to_read, to_write};
use crate::error::Error;
use crate::interrupt::watched;
use crate::numbers::first_unreduced;
use core::ops::Range;
use numpy::PyUntypedArrayMethods;
use papilio::fhe::seeds::ciphertext_mask;
use papilio::hntt::{Batch, Canceled, Sink, Source};
use papilio::ring::RnsBasis;
use papilio::ring::sample::{CHUNK, Seed};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Seeded ciphertexts in arrays: seeds, and coefficients of the other half from one on.
struct Columns<'a> {
    basis: &'a RnsBasis,
    seeds: &'a [u8],
    c0: &'a [u64],
    first: usize,
    count: usize,
}

impl Source for Columns<'_> {
    type Error = Canceled;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), Canceled> {
        let (limbs, length) = (self.basis.limbs(), window.len());
        let seed: Seed = core::array::from_fn(|i| self.seeds[index * size_of::<Seed>() + i]);
        let (body, mask) = out.split_at_mut(limbs * length);
        let uniform = ciphertext_mask(seed);
        let halves = body.chunks_exact_mut(length).zip(mask.chunks_exact_mut(length));
        for (limb, ((body, mask), m)) in halves.zip(self.basis.moduli(limbs)).enumerate() {
            let start = (index * limbs + limb) * self.count + window.start - self.first;
            body.copy_from_slice(&self.c0[start..][..length]);
            uniform.fill(m, limb, window.start, mask);
        }
        Ok(())
    }
}

/// Transformed ciphertexts in an array, each behind a lock of its own.
struct Outputs<'a>(Vec<Mutex<&'a mut [u64]>>);

impl Sink for Outputs<'_> {
    type Error = Canceled;

    fn write(&self, index: usize, _: Range<usize>, residues: &[u64]) -> Result<(), Canceled> {
        self.0[index].lock().unwrap_or_else(PoisonError::into_inner).copy_from_slice(residues);
        Ok(())
    }
}

/// Transforms the coefficients ``start`` to ``stop`` of all ciphertexts; ``first`` is the first
/// that ``c0`` holds. The result, and the seconds of expanding seeds, of the transform and of
/// storing it. What ``papilio.hntt.transform`` calls.
#[pyfunction]
#[pyo3(signature = (
    design,
    seeds: "numpy.typing.NDArray[numpy.uint8]",
    c0: "numpy.typing.NDArray[numpy.uint64]",
    first,
    start,
    stop,
    out: "numpy.typing.NDArray[numpy.uint64] | None" = None,
    progress: "collections.abc.Callable[[float], object] | None" = None
) -> "tuple[numpy.typing.NDArray[numpy.uint64], tuple[float, float, float]]")]
#[expect(clippy::too_many_arguments, reason = "they are the arrays and numbers of one call from Python")]
pub(crate) fn transform_window<'py>(
    design: &Bound<'py, Design>,
    seeds: &Bound<'py, PyAny>,
    c0: &Bound<'py, PyAny>,
    first: usize,
    start: usize,
    stop: usize,
    out: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, [f64; 3])> {
    let py = design.py();
    let tables = design.get().tables()?;
    let problem = tables.prepared.recipe().problem;
    let (basis, inputs) = (&tables.basis, problem.inputs());
    let (seeds, c0) = (to_read::<u8>(seeds, "seeds")?, to_read::<u64>(c0, "c0")?);
    let held = check_shapes(seeds.shape(), c0.shape(), basis, inputs, first)?;
    let window = start..stop;
    let whole = start.is_multiple_of(CHUNK) && stop.is_multiple_of(CHUNK);
    if start >= stop || start < held.start || stop > held.end || !whole {
        return Err(Error::value(format!(
            "the window {start} to {stop}: it begins and ends at multiples of {CHUNK}, within the coefficients {} to {} that c0 holds of {}",
            held.start,
            held.end,
            basis.degree()
        )));
    }
    let words = slice(&c0)?;
    check_residues(words, basis, held.len())?;
    let columns = Columns { basis, seeds: slice(&seeds)?, c0: words, first, count: held.len() };
    let shape = [problem.columns(), 2, tables.prepared.recipe().output_limbs, window.len()];
    let run = |out: &mut [u64]| {
        let outputs = Outputs(out.chunks_exact_mut(shape[1..].iter().product()).map(Mutex::new).collect());
        let mut batch = Batch::new(&tables.prepared, window.clone());
        let pieces = inputs + batch.tiles() + problem.columns();
        watched(py, pieces, progress, |watch| {
            let start = Instant::now();
            batch.load(&tables.prepared, &columns, watch)?;
            let loaded = start.elapsed();
            batch.transform(&tables.prepared, watch)?;
            let transformed = start.elapsed();
            batch.store(&tables.prepared, &outputs, watch)?;
            Ok([loaded, transformed - loaded, start.elapsed() - transformed].map(|time| time.as_secs_f64()))
        })
    };
    // Canceled work has raised what canceled it.
    let canceled = |_: Canceled| Error::new("PapilioError", "canceled");
    match out {
        Some(out) => {
            let mut target = to_write::<u64>(out, &shape, "out")?;
            let seconds = run(slice_mut(&mut target)?)?.map_err(canceled)?;
            Ok((out.clone(), seconds))
        }
        None => {
            let mut words = vec![0; shape.iter().product()];
            let seconds = run(&mut words)?.map_err(canceled)?;
            Ok((of_vec(py, words, &shape)?, seconds))
        }
    }
}

/// The coefficients that `c0` holds from the first one on, if both arrays have the shapes of
/// `inputs` ciphertexts.
fn check_shapes(seeds: &[usize], c0: &[usize], basis: &RnsBasis, inputs: usize, first: usize) -> PyResult<Range<usize>> {
    let wrong = |name: &str, found: &[usize], wanted: String| {
        Err(Error::value(format!("{name} has the shape {found:?}, where {wanted} is needed")))
    };
    if seeds != [inputs, size_of::<Seed>()] {
        return wrong("seeds", seeds, format!("({inputs}, {})", size_of::<Seed>()));
    }
    match *c0 {
        [rows, limbs, count] if (rows, limbs) == (inputs, basis.limbs()) => {
            let held = first..first.saturating_add(count);
            if held.end <= basis.degree() {
                return Ok(held);
            }
            Err(Error::value(format!("c0 holds the coefficients {} to {} of {}", held.start, held.end, basis.degree())))
        }
        _ => wrong("c0", c0, format!("({inputs}, {}, coefficients)", basis.limbs())),
    }
}

/// Refuses words that are not below the primes of their limbs.
fn check_residues(words: &[u64], basis: &RnsBasis, count: usize) -> PyResult<()> {
    let moduli: Vec<u64> = basis.moduli(basis.limbs()).map(papilio::field::Modulus::value).collect();
    for (row, plane) in words.chunks_exact(count).enumerate() {
        let (ciphertext, limb) = (row / moduli.len(), row % moduli.len());
        if let Some(place) = first_unreduced(plane, moduli[limb].wrapping_neg()) {
            return Err(Error::value(format!("c0[{ciphertext}, {limb}, {place}] is not below {}", moduli[limb])));
        }
    }
    Ok(())
}

/// The BLAKE3 hash of each transformed ciphertext of a window: ``uint8`` of shape ``(outputs,
/// 32)``.
#[pyfunction]
#[pyo3(signature = (window: "numpy.typing.NDArray[numpy.uint64]") -> "numpy.typing.NDArray[numpy.uint8]")]
pub(crate) fn hash_columns<'py>(window: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = to_read::<u64>(window, "window")?;
    let (rows, words) = (array.shape()[0], slice(&array)?);
    let hashes = window.py().detach(|| {
        let hash = |words: &[u64]| {
            let mut hasher = blake3::Hasher::new();
            // Words are little-endian in hashes, whatever they are in memory.
            words.chunks(1 << 12).for_each(|words| {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                hasher.update(&bytes);
            });
            *hasher.finalize().as_bytes()
        };
        words.chunks_exact(words.len() / rows).flat_map(hash).collect::<Vec<u8>>()
    });
    of_vec(window.py(), hashes, &[rows, 32])
}
