//! A window of coefficients of all ciphertexts in the memory of the CPU, tile after tile.
//!
//! A tile is one part and `width` coefficients, `n × width` words a limb. Row `i` of a tile belongs
//! to the `i`-th ciphertext, so a tile has the same coefficients of all of them side by side, is
//! what the transform works on, and fits the second-level cache. Nothing is strided by a power of
//! two of pages, as an array of ciphertexts would be.

use crate::columns::over::bfv::{Loops, Tile, plane_words};
use core::convert::Infallible;
use core::ops::Range;
use papilio_ring::PooledVec;
use papilio_ring::engine::EngineError;
use papilio_ring::stages::{Canceled, RowTransform, Watch};
use rayon::prelude::*;

/// Words of one limb of a tile that fit the second-level cache beside tables and a dropped limb:
/// 256 KiB.
const TILE_WORDS: usize = 1 << 15;
/// Widest row: the chunk of a seeded polynomial, so that windows of chunks are windows of tiles.
const WIDEST: usize = papilio_ring::sample::CHUNK;

/// `log2` of the tiles filled together.
const LOG_RUN: u32 = 4;

/// Copies a row, which is a few vectors of eight words: without a call for each.
fn copy_vectors(to: &mut [u64], from: &[u64]) {
    to.as_chunks_mut::<8>().0.iter_mut().zip(from.as_chunks::<8>().0).for_each(|(to, from)| *to = *from);
}

/// The tiles of a window.
#[derive(Debug)]
pub struct Tiles {
    rows: usize,
    limbs: usize,
    width: usize,
    window: usize,
    words: PooledVec,
}

impl Tiles {
    /// Words of a row of a tile with this many rows: as many as fit the cache, from one vector to
    /// one chunk.
    fn width(rows: usize) -> usize {
        (TILE_WORDS / rows).clamp(8, WIDEST)
    }

    /// Bytes of the tiles of a window.
    pub(super) fn bytes(rows: usize, limbs: usize, window: usize) -> usize {
        let planes = plane_words(rows, Self::width(rows)) * (window / Self::width(rows));
        2 * limbs * planes * size_of::<u64>()
    }

    fn tile_words(&self) -> usize {
        self.limbs * plane_words(self.rows, self.width)
    }

    fn count(&self) -> usize {
        self.words.len() / self.tile_words()
    }

    /// Places whole rows into the tiles, several tiles at a time: a run of a buffer is read whole.
    fn scatter(&mut self, first: usize, buffers: &[u64]) {
        let (limbs, rows, width, window) = (self.limbs, self.rows, self.width, self.window);
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

    /// Collects one row from the tiles.
    fn gather(&self, row: usize, limbs: usize, buffer: &mut [u64]) {
        let (width, window) = (self.width, self.window);
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

impl Loops {
    /// Zeros, for which memory is always there.
    pub(super) fn tiles_of(&self, window: usize) -> Tiles {
        let [rows, limbs, _] = self.shape();
        let width = Tiles::width(rows);
        let words = PooledVec::zero(2 * limbs * plane_words(rows, width) * (window / width));
        Tiles { rows, limbs, width, window, words }
    }
}

impl RowTransform for Loops {
    type Rows = Tiles;
    type Ended = Canceled;
    type Pipe = Infallible;

    const READ_TOGETHER: usize = 1;

    const WINDOW_BYTES: usize = 1 << 28;

    fn zero(&self, window: usize) -> Result<Tiles, EngineError> {
        Ok(self.tiles_of(window))
    }

    fn tiles(&self, rows: &Tiles) -> usize {
        rows.count()
    }

    fn write(&self, rows: &mut Tiles, first: usize, words: &[u64]) -> Result<(), Canceled> {
        rows.scatter(first, words);
        Ok(())
    }

    fn transform(&self, rows: &mut Tiles, watch: Watch<'_>) -> Result<(), Canceled> {
        let (width, tile_words) = (rows.width, rows.tile_words());
        let last_limb = tile_words - plane_words(rows.rows, width);
        let scratch = || vec![0; self.scratch_len()];
        let run = tile_words << LOG_RUN;
        rows.words.par_chunks_mut(run).try_for_each_init(scratch, |scratch, mut rest| {
            while !rest.is_empty() {
                let (words, after) = rest.split_at_mut(tile_words);
                let next = after.get(last_limb..tile_words).unwrap_or_default();
                self.transform_tile(Tile { words, width, next, scratch });
                if !watch(1) {
                    return Err(Canceled);
                }
                rest = after;
            }
            Ok(())
        })
    }

    fn read(&self, rows: &Tiles, range: Range<usize>, to: &mut [u64]) -> Result<(), Canceled> {
        let [.., limbs] = self.shape();
        range.zip(to.chunks_exact_mut(2 * limbs * rows.window)).for_each(|(row, to)| rows.gather(row, limbs, to));
        Ok(())
    }

    /// Rows are where they are used.
    fn pipe(&self, _: usize) -> Result<Option<Infallible>, EngineError> {
        Ok(None)
    }
}
