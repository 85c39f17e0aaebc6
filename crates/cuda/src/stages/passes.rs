//! How stages are cut into passes over memory.

use crate::EngineError;
use crate::driver::{Pass, shared_bytes};
use core::ops::Range;
use papilio_ntt::StageShape;

/// `log2` of the coefficients of a tile: at least what memory is read in, and at most a chunk.
const LEAST_LOG_WIDTH: u32 = 2;
const MOST_LOG_WIDTH: u32 = 8;

/// `log2` of the words that the threads of a block make at a time, eight each. A stage that is not
/// the last of a pass overwrites its inputs, so that all columns of a butterfly are made at a time:
/// a greater radix ends its pass.
const LOG_ROUND_WORDS: u32 = 11;

/// `log2` of the words that a block has, where its rows are few enough: a stage that is not the
/// last has half the rows at most, and all columns of its butterflies are made at a time.
const LOG_BLOCK_WORDS: u32 = LOG_ROUND_WORDS + 1;

/// Passes, and the width of tiles that is theirs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Passes {
    log_radices: Vec<u32>,
    /// The stage after the last one of each.
    ends: Vec<usize>,
    log_width: u32,
    /// `log2` of the words that shared memory has room for.
    capacity: u32,
}

impl Passes {
    /// The fewest passes that shared memory has room for.
    pub(super) fn new(shapes: &[StageShape], shared_memory: u32) -> Result<Self, EngineError> {
        let log_radices: Vec<u32> = shapes.iter().map(|shape| shape.radix.ilog2()).collect();
        let capacity = (0..32).rev().find(|&log| shared_bytes(log) <= shared_memory.into()).unwrap_or(0);
        let (mut ends, mut log_rows) = (Vec::new(), 0);
        for (s, &log) in log_radices.iter().enumerate() {
            let wide = s > 0 && log_radices[s - 1] + LEAST_LOG_WIDTH > LOG_ROUND_WORDS;
            if s > 0 && (wide || log_rows + log + LEAST_LOG_WIDTH > capacity) {
                ends.push(s);
                log_rows = 0;
            }
            log_rows += log;
        }
        ends.push(shapes.len());
        let mut passes = Self { log_radices, ends, log_width: MOST_LOG_WIDTH, capacity };
        for Pass { log_combined: log_rows, .. } in passes.of_life(shapes.len()) {
            let Some(room) = capacity.checked_sub(log_rows) else {
                let reason =
                    format!("{shared_memory} bytes of shared memory have no room for the 2^{log_rows} rows of a stage");
                return Err(EngineError::Unsupported { reason });
            };
            let preferred = LOG_BLOCK_WORDS.saturating_sub(log_rows).max(LEAST_LOG_WIDTH);
            passes.log_width = passes.log_width.min(room).min(preferred);
        }
        Ok(passes)
    }

    pub(super) fn log_width(&self) -> u32 {
        self.log_width
    }

    /// The passes of a limb that goes through the first stages.
    pub(super) fn of_life(&self, life: usize) -> Vec<Pass> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let stages = starts.zip(&self.ends).map(|(start, &end)| start..end.min(life)).take_while(|stages| !stages.is_empty());
        stages.map(|stages| self.pass(stages)).collect()
    }

    /// Where rows are few, a block has those beside them, which are neighbors in memory, and then
    /// more of the same.
    fn pass(&self, stages: Range<usize>) -> Pass {
        let log = |stages: Range<usize>| -> u32 { self.log_radices[stages].iter().sum() };
        let (log_before, log_combined) = (log(0..stages.start), log(stages.clone()));
        let room = LOG_BLOCK_WORDS.min(self.capacity).saturating_sub(log_combined + self.log_width);
        let log_beside = room.min(log_before);
        let log_more = (room - log_beside).min(log(0..self.log_radices.len()) - log_before - log_combined);
        let (log_block, log_columns) = (log_combined + log_more, self.log_width + log_beside);
        Pass { stages, log_before, log_combined, log_block, log_columns }
    }
}
