//! Transforms over arrays: the loop over vectors, in place, into another array or into a new one.

use crate::array::{of_vec, slice, to_read, to_write};
use crate::error::Error;
use numpy::{Element, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// Words that are transformed before interrupts are looked for: some 10 ms of work.
const WORDS_AT_ONCE: usize = 1 << 20;
/// Words from which on other Python threads go on meanwhile. The lock is taken back in less time
/// than these take.
const WORDS_UNLOCKED: usize = 1 << 10;

/// A transform of vectors of `words` words each that lie one after the other.
pub(crate) trait Vectors<T>: Sync {
    /// Sizes of the last axes, that of the vector first: their product is the words of a vector.
    fn axes(&self) -> &[usize];

    /// Place of the first word that is no residue, or that begins an element which is none.
    fn first_unreduced(&self, words: &[T]) -> Option<usize>;

    /// The bound that residues are below, for the text of an error.
    fn modulus(&self) -> String;

    /// Transforms one vector after the other.
    fn apply(&self, vectors: &mut [T]);
}

/// Transforms `x`, into `out` where it is given.
///
/// # Errors
/// `TypeError` and `ValueError` for arrays that do not fit, before anything is written; what an
/// interrupt raises, after which `out` holds a mixture.
pub(crate) fn transform<'py, T: Element + Copy + Send + Sync>(
    x: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    vectors: &impl Vectors<T>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = x.py();
    if let Some(out) = out.filter(|out| out.is(x)) {
        let shape = checked(x, vectors)?;
        let mut target = to_write::<T>(x, &shape, "x")?;
        run(py, target.as_slice_mut().map_err(Error::value)?, vectors)?;
        return Ok(out.clone());
    }
    let shape = checked(x, vectors)?;
    let source = to_read::<T>(x, "x")?;
    let Some(out) = out else {
        let mut words = slice(&source)?.to_vec();
        run(py, &mut words, vectors)?;
        return of_vec(py, words, &shape);
    };
    let mut target = to_write::<T>(out, &shape, "out")?;
    let words = target.as_slice_mut().map_err(Error::value)?;
    words.copy_from_slice(slice(&source)?);
    run(py, words, vectors)?;
    Ok(out.clone())
}

/// The shape of an array of residues in vectors of the right length.
fn checked<T: Element>(x: &Bound<'_, PyAny>, vectors: &impl Vectors<T>) -> PyResult<Vec<usize>> {
    let array = to_read::<T>(x, "x")?;
    let (shape, axes) = (array.shape(), vectors.axes());
    if !shape.ends_with(axes) {
        let axes: Vec<String> = axes.iter().map(ToString::to_string).collect();
        return Err(Error::value(format!("x has the shape {shape:?}, where (..., {}) is needed", axes.join(", "))));
    }
    if let Some(place) = vectors.first_unreduced(slice(&array)?) {
        return Err(Error::value(format!("x{} is not below {}", index(shape, place), vectors.modulus())));
    }
    Ok(shape.to_vec())
}

/// The index of a place in a C-contiguous array.
fn index(shape: &[usize], mut place: usize) -> String {
    let mut places: Vec<String> = Vec::with_capacity(shape.len());
    for &size in shape.iter().rev() {
        places.push((place % size).to_string());
        place /= size;
    }
    places.reverse();
    format!("[{}]", places.join(", "))
}

/// Transforms a few vectors after the other, looking for interrupts in between.
fn run<T: Send>(py: Python<'_>, words: &mut [T], vectors: &impl Vectors<T>) -> PyResult<()> {
    if words.len() < WORDS_UNLOCKED {
        vectors.apply(words);
        return Ok(());
    }
    let vector: usize = vectors.axes().iter().product();
    let piece = (WORDS_AT_ONCE / vector).max(1) * vector;
    for (i, piece) in words.chunks_mut(piece).enumerate() {
        if i > 0 {
            py.check_signals()?;
        }
        py.detach(|| vectors.apply(piece));
    }
    Ok(())
}

/// The place of the first word that is not below `modulus`, which is below `2^63`.
///
/// Differences of all words are collected before one is looked at: the highest bit of `q − 1 − x`
/// is set for `q ≤ x < q + 2^63`, and that of `x` for the rest.
pub(crate) fn first_unreduced(words: &[u64], modulus: u64) -> Option<usize> {
    let highest = words.iter().fold(0, |all, &x| all | x | (modulus - 1).wrapping_sub(x));
    if highest >> 63 == 0 { None } else { words.iter().position(|&x| x >= modulus) }
}
