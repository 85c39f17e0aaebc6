//! Many ciphertexts, stored so that the transform runs through memory once.
//!
//! A batch holds a window of coefficients of both parts of `n` ciphertexts, tile after tile; a tile
//! is one part and `width` coefficients, `n × width` words a limb. Row `i` of a tile belongs to the
//! `i`-th ciphertext, so a tile has the same coefficients of all of them side by side, is what the
//! transform works on, and fits the second-level cache. Nothing is strided by a power of two of
//! pages, as an array of ciphertexts would be.

use crate::columns::over::bfv::{Prepared, Tile, plane_words};
use core::ops::Range;
use papilio_ring::PooledVec;
use rayon::prelude::*;

/// Words of one limb of a tile that fit the second-level cache beside tables and a dropped limb:
/// 256 KiB.
const TILE_WORDS: usize = 1 << 15;
/// Widest row: the chunk of a seeded polynomial, so that windows of chunks are windows of tiles.
const WIDEST: usize = papilio_ring::sample::CHUNK;
/// Ciphertexts that are read together, at most; their buffers are the only copy besides the batch.
const LARGEST_GROUP: usize = 32;

/// `log2` of the tiles filled together.
const LOG_RUN: u32 = 4;

/// Copies a row, which is a few vectors of eight words: without a call for each.
fn copy_vectors(to: &mut [u64], from: &[u64]) {
    to.as_chunks_mut::<8>().0.iter_mut().zip(from.as_chunks::<8>().0).for_each(|(to, from)| *to = *from);
}

/// Ciphertexts that are read together: a sixteenth, so that buffers stay small beside the batch.
fn group(rows: usize) -> usize {
    (rows / 16).clamp(4, LARGEST_GROUP).min(rows)
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

/// The caller asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("canceled")]
pub struct Canceled;

/// Told of every piece of work done, in ciphertexts or tiles; answers whether to go on.
pub type Watch<'a> = &'a (dyn Fn(usize) -> bool + Sync);

/// A window of `n` ciphertexts.
#[derive(Debug)]
pub struct Batch {
    rows: usize,
    limbs: usize,
    width: usize,
    window: Range<usize>,
    words: PooledVec,
}

impl Batch {
    /// A zero batch for a recipe: `window` of the coefficients, a multiple of
    /// [`papilio_ring::sample::CHUNK`].
    ///
    /// # Panics
    /// Unless the window is such a multiple.
    #[must_use]
    pub fn new(prepared: &Prepared, window: Range<usize>) -> Self {
        assert!(window.len().is_multiple_of(WIDEST) && !window.is_empty(), "window {window:?} cuts a chunk");
        let (rows, limbs) = (prepared.recipe().problem.columns(), prepared.input_limbs());
        let width = Self::width(rows);
        let words = PooledVec::zero(2 * limbs * plane_words(rows, width) * (window.len() / width));
        Self { rows, limbs, width, words, window }
    }

    /// Words of a row of a tile with this many rows: as many as fit the cache, from one vector to
    /// one chunk.
    fn width(rows: usize) -> usize {
        (TILE_WORDS / rows).clamp(8, WIDEST)
    }

    /// Bytes of a batch of `window` coefficients, with the buffers to fill it.
    #[must_use]
    pub fn bytes(rows: usize, limbs: usize, window: usize) -> usize {
        let planes = plane_words(rows, Self::width(rows)) * (window / Self::width(rows));
        2 * limbs * (planes + group(rows) * window) * size_of::<u64>()
    }

    fn tile_words(&self) -> usize {
        self.limbs * plane_words(self.rows, self.width)
    }

    /// Tiles in the batch.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.words.len() / self.tile_words()
    }

    /// Reads the inputs of a prepared recipe into their rows.
    ///
    /// # Errors
    /// The first error of the source; [`Canceled`] when the watch says so.
    pub fn load<S: Source>(&mut self, prepared: &Prepared, source: &S, watch: Watch<'_>) -> Result<(), S::Error> {
        let size = 2 * self.limbs * self.window.len();
        let mut inputs = vec![None; self.rows];
        (0..prepared.recipe().problem.inputs()).for_each(|index| inputs[prepared.recipe().row(index)] = Some(index));
        let group = group(self.rows);
        let mut buffers = vec![0; group * size];
        for (i, inputs) in inputs.chunks(group).enumerate() {
            let present = inputs.iter().flatten().count();
            if present == 0 {
                continue;
            }
            buffers.par_chunks_exact_mut(size).zip(inputs).try_for_each(|(buffer, input)| match input {
                Some(index) => source.read(*index, self.window.clone(), buffer),
                None => {
                    buffer.fill(0);
                    Ok(())
                }
            })?;
            self.scatter(i * group, &buffers[..inputs.len() * size]);
            if !watch(present) {
                return Err(Canceled.into());
            }
        }
        Ok(())
    }

    /// Places whole rows into the tiles, several tiles at a time: a run of a buffer is read whole.
    fn scatter(&mut self, first: usize, buffers: &[u64]) {
        let (limbs, rows, width, window) = (self.limbs, self.rows, self.width, self.window.len());
        let (tiles, tile_words) = (window / width, self.tile_words());
        // A divisor of the tiles of a part, so that no run crosses into the other part.
        let run = 1 << tiles.trailing_zeros().min(LOG_RUN);
        self.words.par_chunks_exact_mut(run * tile_words).enumerate().for_each(|(r, run_words)| {
            let (part, column) = (r * run / tiles, r * run % tiles * width);
            for (i, buffer) in buffers.chunks_exact(2 * limbs * window).enumerate() {
                for limb in 0..limbs {
                    let source = &buffer[(part * limbs + limb) * window + column..][..run * width];
                    let at = limb * plane_words(rows, width) + (first + i) * width;
                    for (tile, source) in run_words.chunks_exact_mut(tile_words).zip(source.chunks_exact(width)) {
                        copy_vectors(&mut tile[at..][..width], source);
                    }
                }
            }
        });
    }

    /// Transforms every tile.
    ///
    /// # Errors
    /// [`Canceled`]; the batch is then lost.
    pub fn transform(&mut self, prepared: &Prepared, watch: Watch<'_>) -> Result<(), Canceled> {
        let (width, tile_words) = (self.width, self.tile_words());
        let last_limb = tile_words - plane_words(self.rows, width);
        let scratch = || vec![0; prepared.scratch_len()];
        let run = tile_words << LOG_RUN;
        self.words.par_chunks_mut(run).try_for_each_init(scratch, |scratch, mut rest| {
            while !rest.is_empty() {
                let (words, after) = rest.split_at_mut(tile_words);
                let next = after.get(last_limb..tile_words).unwrap_or_default();
                prepared.transform(Tile { words, width, next, scratch });
                if !watch(1) {
                    return Err(Canceled);
                }
                rest = after;
            }
            Ok(())
        })
    }

    /// Hands the outputs of a prepared recipe, its output limbs, to a sink.
    ///
    /// # Errors
    /// The first error of the sink; [`Canceled`] when the watch says so.
    pub fn store<S: Sink>(&self, prepared: &Prepared, sink: &S, watch: Watch<'_>) -> Result<(), S::Error> {
        let limbs = prepared.recipe().output_limbs;
        let buffer = || vec![0; 2 * limbs * self.window.len()];
        (0..self.rows).into_par_iter().try_for_each_init(buffer, |buffer, row| {
            self.gather(row, limbs, buffer);
            sink.write(row, self.window.clone(), buffer)?;
            if watch(1) { Ok(()) } else { Err(Canceled.into()) }
        })
    }

    /// Collects one row from the tiles.
    fn gather(&self, row: usize, limbs: usize, buffer: &mut [u64]) {
        let (width, window) = (self.width, self.window.len());
        let tiles = window / width;
        for (t, tile) in self.words.chunks_exact(self.tile_words()).enumerate() {
            let (part, column) = (t / tiles, t % tiles * width);
            for (limb, plane) in tile.chunks_exact(plane_words(self.rows, width)).take(limbs).enumerate() {
                let target = &mut buffer[(part * limbs + limb) * window + column..][..width];
                copy_vectors(target, &plane[row * width..][..width]);
            }
        }
    }
}
