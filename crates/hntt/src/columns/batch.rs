//! Many ciphertexts, stored so that the transform runs through memory once.
//!
//! A batch holds a window of coefficients of both parts of `n` ciphertexts, in the order in which
//! an engine transforms them. Ciphertexts come from a [`Source`] and go to a [`Sink`], some at a
//! time: where they do not fit the memory of an engine, there is one window after the other.

use crate::columns::over::bfv::{Loops, Prepared};
use crate::columns::recipe::Recipe;
use crate::columns::tiles::Tiles;
use core::ops::Range;
use papilio_ring::engine::EngineError;
use papilio_ring::sample::CHUNK;
use papilio_ring::stages::RowTransform;
pub use papilio_ring::stages::{Canceled, Watch};
use rayon::prelude::*;

/// Ciphertexts that are read together, at most; their buffers are the only copy besides the batch.
const LARGEST_GROUP: usize = 32;

/// Ciphertexts that are read together: a sixteenth, so that buffers stay small beside the batch.
fn group(rows: usize) -> usize {
    (rows / 16).clamp(4, LARGEST_GROUP).min(rows)
}

/// The input of each row, where it has one.
pub(super) fn inputs_by_row(recipe: &Recipe) -> Vec<Option<usize>> {
    let mut inputs = vec![None; recipe.problem.columns()];
    (0..recipe.problem.inputs()).for_each(|index| inputs[recipe.row(index)] = Some(index));
    inputs
}

/// Reads a window of some inputs, or zeros, one after the other.
pub(super) fn fill<S: Source>(
    source: &S,
    window: &Range<usize>,
    inputs: &[Option<usize>],
    words: &mut [u64],
) -> Result<(), S::Error> {
    let size = words.len() / inputs.len();
    words.par_chunks_exact_mut(size).zip(inputs).try_for_each(|(words, input)| match input {
        Some(index) => source.read(*index, window.clone(), words),
        None => {
            words.fill(0);
            Ok(())
        }
    })
}

/// Where ciphertexts come from.
pub trait Source: Sync {
    /// Why a ciphertext cannot be had.
    type Error: Send + From<Canceled>;

    /// Writes a window of ciphertext `index`: part after part, limb after limb, canonical residues.
    ///
    /// # Errors
    /// The errors of the source.
    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), Self::Error>;
}

/// Where ciphertexts go.
pub trait Sink: Sync {
    /// Why a ciphertext cannot be taken.
    type Error: Send + From<Canceled>;

    /// Takes a window of ciphertext `index`: part after part, limb after limb, canonical residues.
    ///
    /// # Errors
    /// The errors of the sink.
    fn write(&self, index: usize, window: Range<usize>, residues: &[u64]) -> Result<(), Self::Error>;
}

/// A window of `n` ciphertexts, in the memory of the CPU or of another engine.
#[derive(Debug)]
pub struct Batch<T: RowTransform = Loops> {
    rows: usize,
    limbs: usize,
    tiles: usize,
    window: Range<usize>,
    words: T::Rows,
}

impl Batch {
    /// A zero batch for a recipe: `window` of the coefficients, a multiple of
    /// [`papilio_ring::sample::CHUNK`].
    ///
    /// # Panics
    /// Unless the window is such a multiple.
    #[must_use]
    pub fn new(prepared: &Prepared, window: Range<usize>) -> Self {
        Self::over(prepared, window, |tables, window| Ok::<_, core::convert::Infallible>(tables.tiles_of(window)))
            .unwrap_or_else(|never| match never {})
    }

    /// Bytes of a batch of `window` coefficients, with the buffers to fill it.
    #[must_use]
    pub fn bytes(rows: usize, limbs: usize, window: usize) -> usize {
        Tiles::bytes(rows, limbs, window) + 2 * limbs * group(rows) * window * size_of::<u64>()
    }
}

impl<T: RowTransform> Batch<T> {
    /// The zero batch of [`Batch::new`] on the engine that has the tables.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], after which a smaller window may fit; another failure.
    ///
    /// # Panics
    /// The same as those of [`Batch::new`].
    pub fn on_engine(prepared: &Prepared<T>, window: Range<usize>) -> Result<Self, EngineError> {
        Self::over(prepared, window, T::zero)
    }

    /// The zero batch of the widest window that the engine has memory for: the whole of one, or its
    /// first half, and so on to one chunk.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`] where there is not enough for a chunk; another failure.
    ///
    /// # Panics
    /// The same as those of [`Batch::new`].
    pub fn widest(prepared: &Prepared<T>, mut window: Range<usize>) -> Result<Self, EngineError> {
        loop {
            match Self::on_engine(prepared, window.clone()) {
                Err(EngineError::OutOfMemory { .. }) if window.len() > CHUNK => {
                    window.end = window.start + (window.len() / 2).next_multiple_of(CHUNK);
                }
                other => return other,
            }
        }
    }

    /// The coefficients that it has.
    #[must_use]
    pub fn window(&self) -> Range<usize> {
        self.window.clone()
    }

    fn over<E>(
        prepared: &Prepared<T>,
        window: Range<usize>,
        zero: impl FnOnce(&T, usize) -> Result<T::Rows, E>,
    ) -> Result<Self, E> {
        assert!(window.len().is_multiple_of(CHUNK) && !window.is_empty(), "window {window:?} cuts a chunk");
        let (rows, limbs) = (prepared.recipe().problem.columns(), prepared.input_limbs());
        let words = zero(prepared.tables(), window.len())?;
        Ok(Self { rows, limbs, tiles: prepared.tables().tiles(&words), window, words })
    }

    /// Pieces of work of the transform.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Reads the inputs of a prepared recipe into their rows.
    ///
    /// # Errors
    /// The first error of the source, or of the engine; [`Canceled`] when the watch says so.
    ///
    /// # Panics
    /// The batch and the prepared recipe are of two devices, or of two shapes.
    pub fn load<S: Source>(&mut self, prepared: &Prepared<T>, source: &S, watch: Watch<'_>) -> Result<(), S::Error>
    where
        S::Error: From<T::Ended>,
    {
        let size = 2 * self.limbs * self.window.len();
        let inputs = inputs_by_row(prepared.recipe());
        let group = group(self.rows);
        let mut buffers = vec![0; group * size];
        for (i, inputs) in inputs.chunks(group).enumerate() {
            let present = inputs.iter().flatten().count();
            if present == 0 {
                continue;
            }
            let buffers = &mut buffers[..inputs.len() * size];
            fill(source, &self.window, inputs, buffers)?;
            prepared.tables().write(&mut self.words, i * group, buffers)?;
            if !watch(present) {
                return Err(Canceled.into());
            }
        }
        Ok(())
    }

    /// Transforms every tile.
    ///
    /// # Errors
    /// [`Canceled`], or a failure of the engine; the batch is then lost.
    pub fn transform(&mut self, prepared: &Prepared<T>, watch: Watch<'_>) -> Result<(), T::Ended> {
        prepared.tables().transform(&mut self.words, watch)
    }

    /// Hands the outputs of a prepared recipe, its output limbs, to a sink: words without meaning
    /// unless a transform of what was loaded came before and was not ended.
    ///
    /// # Errors
    /// The first error of the sink, or of the engine; [`Canceled`] when the watch says so.
    pub fn store<S: Sink>(&self, prepared: &Prepared<T>, sink: &S, watch: Watch<'_>) -> Result<(), S::Error>
    where
        S::Error: From<T::Ended>,
    {
        let size = 2 * prepared.recipe().output_limbs * self.window.len();
        let together = T::READ_TOGETHER.min(self.rows);
        let buffer = || vec![0; together * size];
        (0..self.rows.div_ceil(together)).into_par_iter().try_for_each_init(buffer, |buffer, i| {
            let rows = i * together..self.rows.min((i + 1) * together);
            let buffer = &mut buffer[..rows.len() * size];
            prepared.tables().read(&self.words, rows.clone(), buffer)?;
            rows.zip(buffer.chunks_exact(size)).try_for_each(|(row, residues)| {
                sink.write(row, self.window.clone(), residues)?;
                if watch(1) { Ok(()) } else { Err(Canceled.into()) }
            })
        })
    }
}
