//! Stages across the rows of a batch.

mod passes;
mod pipe;

pub use pipe::StagePipe;

use crate::basis::prime;
use crate::driver::{self, DroppedWords, Memory, Queue, RowPlaces, StageTables, StageWords};
use crate::{Arithmetic, EngineError, Gpu};
use core::ops::Range;
use papilio_field::Modulus;
use papilio_ntt::ProductSharing;
use papilio_ring::stages::{Canceled, Ended, Program, RowTransform, Watch};
use passes::Passes;
use std::sync::{Arc, Mutex, PoisonError};

/// Words of one limb of the tiles that are transformed before a watch is asked: 32 MiB, so that a
/// dropped limb may be in the second-level cache still when lower limbs read it.
const RUN_WORDS: usize = 1 << 22;

/// A program of stages across rows on a device: a batch of rows is transformed where it lies, and
/// its words are those of the CPU.
///
/// All stages of a limb's life are done in shared memory, where it has the rows of a few
/// coefficients; in several passes over memory where it has not.
#[derive(Debug)]
pub struct Stages {
    gpu: Gpu,
    tables: Arc<StageTables>,
    limbs: usize,
    output_limbs: usize,
}

/// The rows of a batch on a device.
#[derive(Debug)]
pub struct StageRows {
    tiles: Memory,
    /// Some rows on their way to the host or from it: no memory is asked for any more.
    between: Mutex<Memory>,
    window: usize,
}

impl Stages {
    /// Tables in the arithmetic that the device is faster in, of those that take all primes.
    ///
    /// # Errors
    /// The same as those of [`Self::with_arithmetic`].
    pub fn new(gpu: &Gpu, program: &Program<'_>) -> Result<Self, EngineError> {
        let greatest = moduli(program).map(Modulus::value).max().unwrap_or(0);
        Self::with_arithmetic(gpu, program, Arithmetic::of(gpu.info(), greatest))
    }

    /// Tables in an arithmetic of the caller's choice.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] for primes that it does not take, and radices that shared
    /// memory has no room for; [`EngineError::OutOfMemory`], or a failure of the device.
    pub fn with_arithmetic(gpu: &Gpu, program: &Program<'_>, arithmetic: Arithmetic) -> Result<Self, EngineError> {
        for shape in program.shapes() {
            shape.check().map_err(|error| EngineError::Unsupported { reason: error.to_string() })?;
        }
        if let Some(q) = moduli(program).map(Modulus::value).find(|q| q >> arithmetic.bits() != 0) {
            let reason = format!("{} take primes below 2^{}, not {q}", arithmetic.name(), arithmetic.bits());
            return Err(EngineError::Unsupported { reason });
        }
        let passes = Passes::new(program.shapes(), gpu.info().shared_memory)?;
        let primes: Vec<_> = moduli(program).map(|q| prime(q, 1, arithmetic)).collect();
        let limb = |limb| {
            let life = program.life(limb);
            ((0..life).map(|s| stage(program, limb, s, arithmetic)).collect(), passes.of_life(life))
        };
        let limbs = (0..program.input_limbs()).map(limb).collect();
        let shape = [program.rows().ilog2(), passes.log_width()];
        let tables = Arc::new(StageTables::new(gpu.device(), arithmetic, shape, &primes, limbs)?);
        Ok(Self { gpu: gpu.clone(), tables, limbs: program.input_limbs(), output_limbs: program.output_limbs() })
    }

    /// Rows that are on their way together.
    fn rows_between(&self) -> usize {
        Self::READ_TOGETHER.min(self.tables.rows())
    }
}

/// Tiles that are transformed together.
fn run_tiles(tables: &StageTables, window: usize) -> impl Iterator<Item = Range<usize>> + use<> {
    let tiles = tables.tiles(window);
    let run = (RUN_WORDS * tables.limbs() / tables.tile_words()).clamp(1, tiles);
    (0..tiles).step_by(run).map(move |first| first..tiles.min(first + run))
}

/// The primes of the inputs.
fn moduli<'a>(program: &'a Program<'_>) -> impl Iterator<Item = &'a Modulus> {
    program.basis().moduli(program.input_limbs())
}

/// A stage of a limb, with its constants in the order in which the kernel reads them.
fn stage(program: &Program<'_>, limb: usize, s: usize, arithmetic: Arithmetic) -> StageWords {
    let (shape, modulus) = (program.shapes()[s], program.basis().modulus(limb));
    let (log_radix, shared) = (shape.radix.ilog2(), shape.products == ProductSharing::Shared);
    let flags = [shape.nonzero_inputs, usize::from(shared), usize::from(shape.first_is_one)];
    let half = if program.ends(limb, s) { modulus.value() / 2 } else { 0 };
    let [nonzero, sharing, first_is_one] = flags.map(|flag| flag as u64);
    let lanes = shape.radix >> log_radix.min(3);
    let mut constants = Vec::new();
    for (i, j) in StageWords::products_of(log_radix, flags) {
        for p in 0..shape.span / shape.radix {
            for k in 0..lanes {
                constants.extend(arithmetic.constant(modulus, program.constant(limb, s, p, k + i * lanes, j)));
            }
        }
    }
    let dropped = |dropped: papilio_ring::stages::Dropped| -> DroppedWords {
        let mut inverse = arithmetic.constant(modulus, dropped.inverse);
        let inverse = [(); 2].map(|()| inverse.next().unwrap_or(0));
        // Differences of words are not to be negative, those of doubles may be.
        let shift = match arithmetic {
            Arithmetic::Doubles => dropped.half,
            Arithmetic::Words => dropped.half + dropped.prime.div_ceil(modulus.value()) * modulus.value(),
        };
        [dropped.limb as u64, shift, inverse[0], inverse[1]]
    };
    let dropped = program.dropped(limb, s).map(dropped).collect();
    StageWords { log_radix, rest: [nonzero, sharing, first_is_one, half], dropped, constants }
}

impl RowTransform for Stages {
    type Rows = StageRows;
    type Ended = Ended;
    type Pipe = StagePipe;

    const READ_TOGETHER: usize = 32;

    /// The memory of the device is the limit.
    const WINDOW_BYTES: usize = usize::MAX;

    fn zero(&self, window: usize) -> Result<StageRows, EngineError> {
        assert!(window > 0, "a window of no coefficients");
        let tiles = Memory::zero(self.gpu.device(), self.tables.tiles(window) * self.tables.tile_words())?;
        let between = Memory::unspecified(self.gpu.device(), self.rows_between() * 2 * self.limbs * window)?;
        Ok(StageRows { tiles, between: Mutex::new(between), window })
    }

    fn tiles(&self, rows: &StageRows) -> usize {
        self.tables.tiles(rows.window)
    }

    fn write(&self, rows: &mut StageRows, first: usize, words: &[u64]) -> Result<(), Ended> {
        let StageRows { tiles, between, window } = rows;
        let (between, row) = (between.get_mut().unwrap_or_else(PoisonError::into_inner), 2 * self.limbs * *window);
        for (i, words) in words.chunks(self.rows_between() * row).enumerate() {
            between.upload(words)?;
            let first = first + i * self.rows_between();
            let places =
                RowPlaces { queue: Queue::Compute, window: *window, rows: first..first + words.len() / row, limbs: self.limbs };
            driver::write_rows(&self.tables, tiles, between, places);
        }
        Ok(())
    }

    fn transform(&self, rows: &mut StageRows, watch: Watch<'_>) -> Result<(), Ended> {
        for range in run_tiles(&self.tables, rows.window) {
            driver::stages(&self.tables, &mut rows.tiles, rows.window, range.clone());
            self.gpu.synchronize()?;
            if !watch(range.len()) {
                return Err(Canceled.into());
            }
        }
        Ok(())
    }

    fn read(&self, rows: &StageRows, range: Range<usize>, to: &mut [u64]) -> Result<(), Ended> {
        let (window, row) = (rows.window, 2 * self.output_limbs * rows.window);
        assert_eq!(to.len(), range.len() * row, "words of {} rows", range.len());
        let mut between = rows.between.lock().unwrap_or_else(PoisonError::into_inner);
        for (i, to) in to.chunks_mut(self.rows_between() * row).enumerate() {
            let first = range.start + i * self.rows_between();
            let places =
                RowPlaces { queue: Queue::Compute, window, rows: first..first + to.len() / row, limbs: self.output_limbs };
            driver::read_rows(&self.tables, &rows.tiles, &mut between, places);
            between.download(to)?;
        }
        Ok(())
    }

    fn pipe(&self, window: usize) -> Result<Option<StagePipe>, EngineError> {
        StagePipe::new(self, window)
    }
}
