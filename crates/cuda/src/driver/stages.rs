//! Launches of stages across the rows of a batch, and of copies of rows to their tiles.

use super::kernels;
use super::launch::{PrimeWords, launch, launch_in};
use super::memory::Memory;
use super::{BLOCK, Queue};
use crate::device::Device;
use crate::{Arithmetic, EngineError};
use core::ops::Range;
use std::sync::Arc;

/// A prime that is dropped, in `kernels/stages.cuh`.
pub(crate) type DroppedWords = [u64; 4];

/// A stage in `kernels/stages.cuh`.
#[derive(Debug)]
pub(crate) struct StageWords {
    pub(crate) log_radix: u32,
    /// Nonzero inputs, whether products are shared, whether the first constant is 1, and what is
    /// added at the end.
    pub(crate) rest: [u64; 4],
    pub(crate) dropped: Vec<DroppedWords>,
    pub(crate) constants: Vec<u64>,
}

/// Some stages of a launch, and `log2` of the rows that earlier ones combine, that these do, of the
/// rows of a block so far apart, and of its columns, of a tile and of rows beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) stages: Range<usize>,
    pub(crate) log_before: u32,
    pub(crate) log_combined: u32,
    pub(crate) log_block: u32,
    pub(crate) log_columns: u32,
}

/// The tables of a program, and how a batch lies in memory.
#[derive(Debug)]
pub(crate) struct StageTables {
    arithmetic: Arithmetic,
    log_rows: u32,
    log_width: u32,
    /// Primes of the limbs, as the kernels of transforms have them.
    primes: Memory,
    /// Stages of all limbs, and the first of each limb with the passes that it goes through.
    stages: Memory,
    limbs: Vec<(usize, Vec<Pass>)>,
    /// Kept for the addresses in [`Self::stages`].
    _constants: Memory,
    _dropped: Memory,
}

/// Words of a stage, with its addresses.
const STAGE_WORDS: usize = 8;

impl StageTables {
    /// Tables from the stages of every limb, and the passes that these go through.
    pub(crate) fn new(
        device: &Arc<Device>,
        arithmetic: Arithmetic,
        [log_rows, log_width]: [u32; 2],
        primes: &[PrimeWords],
        limbs: Vec<(Vec<StageWords>, Vec<Pass>)>,
    ) -> Result<Self, EngineError> {
        assert_eq!(primes.len(), limbs.len(), "a prime for every limb");
        // The rows of all passes are those of a batch.
        for (stages, passes) in &limbs {
            let mut log_before = 0;
            for pass in passes {
                let log: u32 = stages[pass.stages.clone()].iter().map(|stage| stage.log_radix).sum();
                let blocks = log_before + log..=log_rows;
                assert!(!pass.stages.is_empty() && (log_before, log) == (pass.log_before, pass.log_combined), "{pass:?}");
                assert!(pass.log_block >= log && blocks.contains(&(log_before + pass.log_block)), "{pass:?}");
                assert!((log_width..=log_width + log_before).contains(&pass.log_columns), "{pass:?}");
                log_before += log;
            }
            assert!(log_before <= log_rows && passes.iter().map(|pass| pass.stages.len()).sum::<usize>() == stages.len());
            let dropped = stages.iter().flat_map(|stage| &stage.dropped).all(|dropped| dropped[0] < primes.len() as u64);
            assert!(dropped, "limbs that are dropped are of the batch");
        }
        for (i, stage) in limbs.iter().flat_map(|(stages, _)| stages.iter().enumerate()) {
            let (log_radix, nonzero) = (stage.log_radix, stage.rest[0]);
            assert!(
                (1..=12).contains(&log_radix) && nonzero.is_power_of_two() && nonzero <= 1 << log_radix,
                "{nonzero} of 2^{log_radix}"
            );
            let log_span: u32 = limbs[0].0[..=i].iter().map(|stage| stage.log_radix).sum();
            let lanes = 1 << (log_span - stage.log_radix.min(3));
            assert_eq!(stage.constants.len(), stage.products() * lanes * arithmetic.constant_words(), "constants of a stage");
        }
        let all = || limbs.iter().flat_map(|(stages, _)| stages);
        let constants = Memory::of(device, &all().flat_map(|stage| &stage.constants).copied().collect::<Vec<_>>())?;
        let dropped = Memory::of(device, &all().flat_map(|stage| &stage.dropped).flatten().copied().collect::<Vec<_>>())?;
        let (mut words, mut constant, mut drop) = (Vec::new(), 0, 0);
        for stage in all() {
            let [nonzero, shared, first_is_one, half] = stage.rest;
            let addresses = [constants.address(constant), dropped.address(drop)];
            let count = stage.dropped.len() as u64;
            words.extend([stage.log_radix.into(), nonzero, shared, first_is_one, half, addresses[0], addresses[1], count]);
            constant += stage.constants.len();
            drop += stage.dropped.iter().flatten().count();
        }
        let primes: Vec<u64> = primes.iter().flat_map(|prime| prime.iter().copied().chain([0])).collect();
        let mut first = 0;
        let limbs = limbs.into_iter().map(|(stages, passes)| {
            first += stages.len();
            (first - stages.len(), passes)
        });
        Ok(Self {
            arithmetic,
            log_rows,
            log_width,
            limbs: limbs.collect(),
            primes: Memory::of(device, &primes)?,
            stages: Memory::of(device, &words)?,
            _constants: constants,
            _dropped: dropped,
        })
    }

    /// Words of a tile: all limbs of all rows.
    pub(crate) fn tile_words(&self) -> usize {
        self.limbs.len() << (self.log_rows + self.log_width)
    }

    /// Limbs of an input.
    pub(crate) fn limbs(&self) -> usize {
        self.limbs.len()
    }

    /// Rows of a batch.
    pub(crate) fn rows(&self) -> usize {
        1 << self.log_rows
    }

    /// Tiles of both parts of a window.
    pub(crate) fn tiles(&self, window: usize) -> usize {
        2 * (window >> self.log_width)
    }

    /// The device that has them.
    pub(crate) fn device(&self) -> &Arc<Device> {
        self.stages.device()
    }

    /// Whether memory has the tiles of a window.
    fn check(&self, tiles: &Memory, window: usize) {
        assert!(window.is_multiple_of(BLOCK as usize) && window < 1 << 32, "{window} words of a row");
        assert_eq!(tiles.len(), self.tiles(window) * self.tile_words(), "words of the tiles of {window} coefficients");
        Device::assert_same([tiles.device(), self.device()], ["words", "stages"]);
    }

    /// Arguments and grids for copies between rows and tiles, as many rows each as the second
    /// dimension of a grid has room for.
    fn row_launches(&self, tiles: &Memory, rows: &Memory, places: RowPlaces) -> Vec<([u64; 8], (u32, u32))> {
        let RowPlaces { queue, window, rows: Range { start: first, end }, limbs } = places;
        self.check(tiles, window);
        assert!((1..=self.limbs.len()).contains(&limbs), "{limbs} limbs of {}", self.limbs.len());
        assert!(first <= end, "rows {first} to {end}");
        let (row, count) = (2 * limbs * window, end - first);
        assert!(count * row <= rows.len() && end <= 1 << self.log_rows, "{} words of rows {first} to {end}", rows.len());
        Device::assert_same([tiles.device(), rows.device()], ["tiles", "rows"]);
        let step = self.device().driver().max_limbs() / (2 * limbs);
        assert!(step > 0, "{limbs} limbs of a pair");
        let (tiles_address, rows_address) = (tiles.address_in(queue), rows.address_in(queue));
        let launch = |at: usize| {
            let [tile_limbs, window_words] = [self.limbs.len(), window].map(|x| x as u64);
            let places =
                [(first + at) as u64, limbs as u64, tile_limbs, self.log_rows.into(), self.log_width.into(), window_words];
            let [a, b, c, d, e, f] = places;
            let grid = (window as u32 / BLOCK, (step.min(count - at) * 2 * limbs) as u32);
            ([tiles_address, rows_address + 8 * (at * row) as u64, a, b, c, d, e, f], grid)
        };
        (0..count).step_by(step).map(launch).collect()
    }
}

impl StageWords {
    /// Products of a lane, in the order of `kernels/stages.cuh`: the output `k + i·r/K` that is one
    /// of K of a lane k, and the input.
    pub(crate) fn products_of(log_radix: u32, [nonzero, shared, first_is_one]: [usize; 3]) -> Vec<(usize, usize)> {
        let log_k = log_radix.min(3);
        let k = 1 << log_k;
        if shared == 0 {
            return (0..nonzero).flat_map(|j| (0..k).map(move |i| (i, j))).collect();
        }
        let first = if first_is_one == 0 { 0 } else { k };
        let level = |log: u32| {
            let (half, step) = (1 << log, 1 << (log_k - log));
            (step / 2..nonzero).step_by(step).flat_map(move |j| (0..half).map(move |i| (i, j)))
        };
        (first..nonzero).step_by(k).map(|j| (0, j)).chain((0..log_k).flat_map(level)).collect()
    }

    fn products(&self) -> usize {
        let [nonzero, shared, first_is_one, _] = self.rest.map(|word| word as usize);
        Self::products_of(self.log_radix, [nonzero, shared, first_is_one]).len()
    }
}

/// Bytes of shared memory of so many words, with the padding of `kernels/transform.cuh`.
pub(crate) fn shared_bytes(log_words: u32) -> u64 {
    8 * ((1 << log_words) + ((1 << log_words) >> 4))
}

/// Transforms some tiles of a window: limbs from the last to the first.
pub(crate) fn stages(tables: &StageTables, tiles: &mut Memory, window: usize, range: Range<usize>) {
    tables.check(tiles, window);
    assert!(range.end <= tables.tiles(window), "tiles {range:?} of {}", tables.tiles(window));
    let (limbs, kernel) = (tables.limbs.len(), kernels::stages(tables.arithmetic));
    for (limb, (first, passes)) in tables.limbs.iter().enumerate().rev() {
        for pass in passes {
            let arguments = [
                tiles.address(range.start * tables.tile_words()),
                tables.primes.address(0),
                tables.stages.address((first + pass.stages.start) * STAGE_WORDS),
                pass.stages.len() as u64,
                limb as u64,
                limbs as u64,
                tables.log_rows.into(),
                pass.log_before.into(),
                pass.log_block.into(),
                tables.log_width.into(),
                pass.log_columns.into(),
            ];
            let log_parts = tables.log_rows + tables.log_width - pass.log_block - pass.log_columns;
            let grid = ((range.len() << log_parts) as u32, 1);
            let shared = shared_bytes(pass.log_block + pass.log_columns) as u32;
            // SAFETY: a block has the rows of a pass in one tile, whose words are those of all
            // limbs and rows, and the grid has all such rows of the tiles of the range, which the
            // memory has. Tables are those of the stages of the pass; shared memory has their
            // words.
            tiles.device().queue(|driver| unsafe { launch(driver, kernel, grid, shared, arguments) });
        }
    }
}

/// Whole rows, pairs of polynomials with some of the limbs: their places among those of a batch,
/// and the queue of their copies.
#[derive(Clone, Debug)]
pub(crate) struct RowPlaces {
    pub(crate) queue: Queue,
    pub(crate) window: usize,
    pub(crate) rows: Range<usize>,
    pub(crate) limbs: usize,
}

/// Copies whole rows to their places in tiles.
pub(crate) fn write_rows(tables: &StageTables, tiles: &mut Memory, rows: &Memory, places: RowPlaces) {
    let queue = places.queue;
    for (arguments, grid) in tables.row_launches(tiles, rows, places) {
        // SAFETY: a block has 256 words of one limb of a row, and the grid those of all rows, which
        // both memories have; work of the queue may use both.
        tiles.device().queue(|driver| unsafe { launch_in(queue, driver, c"rows_to_tiles", grid, 0, arguments) });
    }
}

/// Copies whole rows from their places in tiles.
pub(crate) fn read_rows(tables: &StageTables, tiles: &Memory, rows: &mut Memory, places: RowPlaces) {
    let queue = places.queue;
    for (mut arguments, grid) in tables.row_launches(tiles, rows, places) {
        arguments.swap(0, 1);
        // SAFETY: as for the other direction.
        tiles.device().queue(|driver| unsafe { launch_in(queue, driver, c"tiles_to_rows", grid, 0, arguments) });
    }
}
