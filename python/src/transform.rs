//! Transforms over arrays: the loop over vectors, in place, into another array or into a new one.

use crate::array::{of_vec, slice, slice_mut, to_read, to_write};
use crate::error::Error;
use core::ops::Range;
use numpy::{Element, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// Words that are transformed before interrupts are looked for: some 10 ms of work.
const WORDS_AT_ONCE: usize = 1 << 20;
/// Words from which on other Python threads go on meanwhile. The lock is taken back in less time
/// than these take.
const WORDS_UNLOCKED: usize = 1 << 10;
/// Words of short vectors that are copied and transformed while they are in a near cache.
const WORDS_CLOSE: usize = 1 << 14;
/// Words that are checked and copied while they are in the nearest one: whole elements.
const BLOCK: usize = 1 << 11;

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
/// `TypeError` and `ValueError` for arrays that do not fit, before `x` is written; what an
/// interrupt raises. Another `out` than `x` may hold a mixture then.
pub(crate) fn transform<'py, T: Element + Copy + Default + Send + Sync>(
    x: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    vectors: &impl Vectors<T>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = x.py();
    let source = to_read::<T>(x, "x")?;
    let shape = source.shape().to_vec();
    let axes = vectors.axes();
    if !shape.ends_with(axes) {
        let axes: Vec<String> = axes.iter().map(ToString::to_string).collect();
        return Err(Error::value(format!("x has the shape {shape:?}, where (..., {}) is needed", axes.join(", "))));
    }
    let refused = |place| Error::value(format!("x{} is not below {}", index(&shape, place), vectors.modulus()));
    let words = slice(&source)?;
    let pieces = Pieces { words: words.len(), vector: axes.iter().product() };
    let write = |values: &mut [T]| {
        pieces.each(py, |piece| {
            written(vectors, &words[piece.clone()], &mut values[piece.clone()]).map_err(|place| refused(piece.start + place))
        })
    };
    match out {
        None => {
            let mut values = vec![T::default(); words.len()];
            write(&mut values)?;
            of_vec(py, values, &shape)
        }
        Some(out) if out.is(x) => {
            if let Some(place) = vectors.first_unreduced(words) {
                return Err(refused(place));
            }
            drop(source);
            let mut target = to_write::<T>(x, &shape, "x")?;
            let words = slice_mut(&mut target)?;
            pieces.each(py, |piece| {
                vectors.apply(&mut words[piece]);
                Ok(())
            })?;
            Ok(out.clone())
        }
        Some(out) => {
            write(slice_mut(&mut to_write::<T>(out, &shape, "out")?)?)?;
            Ok(out.clone())
        }
    }
}

/// Copies vectors that are checked, and transforms the copies, a few at once. The error is the
/// place of a word that is no residue.
fn written<T: Copy>(vectors: &impl Vectors<T>, source: &[T], target: &mut [T]) -> Result<(), usize> {
    let vector: usize = vectors.axes().iter().product();
    let group = (WORDS_CLOSE / vector).max(1) * vector;
    for (first, (words, target)) in (0..).step_by(group).zip(source.chunks(group).zip(target.chunks_mut(group))) {
        for (start, (block, target)) in (first..).step_by(BLOCK).zip(words.chunks(BLOCK).zip(target.chunks_mut(BLOCK))) {
            match vectors.first_unreduced(block) {
                Some(place) => return Err(start + place),
                None => target.copy_from_slice(block),
            }
        }
        vectors.apply(target);
    }
    Ok(())
}

/// Words in pieces of whole vectors.
struct Pieces {
    words: usize,
    vector: usize,
}

impl Pieces {
    /// Does work piece by piece, and looks for interrupts in between.
    fn each(&self, py: Python<'_>, mut work: impl FnMut(Range<usize>) -> PyResult<()> + Send) -> PyResult<()> {
        if self.words < WORDS_UNLOCKED {
            return work(0..self.words);
        }
        let piece = (WORDS_AT_ONCE / self.vector).max(1) * self.vector;
        for start in (0..self.words).step_by(piece) {
            if start > 0 {
                py.check_signals()?;
            }
            py.detach(|| work(start..self.words.min(start + piece)))?;
        }
        Ok(())
    }
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
