//! Windows of a batch on their way, while another is transformed.

use super::{Stages, run_tiles};
use crate::driver::{self, Event, Memory, Pinned, Queue, RowPlaces, StageTables};
use crate::{EngineError, Gpu};
use core::ops::Range;
use papilio_ring::stages::{Ended, RowPipe, RowTransform, SLOTS};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of the host in a buffer from which the device copies by itself, or to which it does, but
/// for those of a single row: at this size a copy takes a hundred times as long as its start.
const BUFFER_BYTES: u64 = 1 << 25;

/// Such a buffer has this part of the memory of the device at most.
const BUFFER_PART: u64 = 256;

/// Windows of rows on a device, in three slots. Rows go through two buffers of the host in each
/// direction, of which one is copied while the other is filled, or read.
///
/// Every queue does its work in its order, so that these waits are all there are: before a buffer
/// is filled again or read, for its last copy; before a window is transformed, for its rows; before
/// its rows are received, for the transform. A slot is free when its rows have been received, which
/// the host has waited for.
#[derive(Debug)]
pub struct StagePipe {
    gpu: Gpu,
    tables: Arc<StageTables>,
    window: usize,
    together: usize,
    inward: Mutex<Way>,
    outward: Mutex<Way>,
    slots: [Slot; SLOTS],
}

/// A window.
#[derive(Debug)]
struct Slot {
    tiles: Mutex<Memory>,
    /// The end of its transform, until its rows are received.
    transformed: Mutex<Option<Event>>,
}

/// A direction of rows, with some of their limbs.
#[derive(Debug)]
struct Way {
    queue: Queue,
    limbs: usize,
    buffers: [Pinned; 2],
    /// The buffer whose turn it is.
    turn: usize,
    between: Memory,
}

impl Way {
    /// None where the host has no memory for buffers.
    fn new(gpu: &Gpu, queue: Queue, limbs: usize, words: usize) -> Result<Option<Self>, EngineError> {
        let between = Memory::of_all_queues(gpu.device(), words)?;
        let (Some(first), Some(second)) = (Pinned::new(gpu.device(), words)?, Pinned::new(gpu.device(), words)?) else {
            return Ok(None);
        };
        Ok(Some(Self { queue, limbs, between, buffers: [first, second], turn: 0 }))
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl StagePipe {
    pub(super) fn new(stages: &Stages, window: usize) -> Result<Option<Self>, EngineError> {
        assert!(window > 0, "a window of no coefficients");
        let (gpu, tables) = (stages.gpu.clone(), stages.tables.clone());
        let row = |limbs: usize| 2 * limbs * window;
        let most = BUFFER_BYTES.min(gpu.info().memory / BUFFER_PART) / (8 * row(stages.limbs) as u64);
        let together = most.clamp(1, Stages::READ_TOGETHER as u64) as usize;
        let together = together.min(tables.rows());
        let slot = || {
            let tiles = Memory::of_all_queues(gpu.device(), tables.tiles(window) * tables.tile_words())?;
            Ok::<_, EngineError>(Slot { tiles: Mutex::new(tiles), transformed: Mutex::new(None) })
        };
        let slots = [slot()?, slot()?, slot()?];
        let way = |queue, limbs| Way::new(&gpu, queue, limbs, together * row(limbs));
        let (Some(inward), Some(outward)) = (way(Queue::Inward, stages.limbs)?, way(Queue::Outward, stages.output_limbs)?)
        else {
            return Ok(None);
        };
        let [inward, outward] = [inward, outward].map(Mutex::new);
        Ok(Some(Self { gpu, tables, window, together, slots, inward, outward }))
    }

    /// The words of some rows, and their places.
    fn places(&self, way: &Way, rows: Range<usize>) -> (usize, RowPlaces) {
        assert!(rows.len() <= self.together, "{} rows of {} together", rows.len(), self.together);
        let words = rows.len() * 2 * way.limbs * self.window;
        (words, RowPlaces { queue: way.queue, window: self.window, rows, limbs: way.limbs })
    }

    /// Queues the copies of some rows of a slot to a buffer.
    fn fetch(&self, way: &mut Way, slot: &Slot, group: usize) -> Result<Range<usize>, EngineError> {
        let rows = group * self.together..self.tables.rows().min((group + 1) * self.together);
        let (words, places) = self.places(way, rows.clone());
        driver::read_rows(&self.tables, &locked(&slot.tiles), &mut way.between, places);
        way.buffers[group % 2].fetch(words, &way.between)?;
        Ok(rows)
    }
}

impl RowPipe for StagePipe {
    type Ended = Ended;

    fn together(&self) -> usize {
        self.together
    }

    fn tiles(&self) -> usize {
        self.tables.tiles(self.window)
    }

    fn clear(&self, slot: usize) -> Result<(), Ended> {
        locked(&self.slots[slot].tiles).clear(Queue::Inward);
        Ok(())
    }

    fn send<E: From<Ended>>(
        &self,
        slot: usize,
        rows: Range<usize>,
        fill: impl FnOnce(&mut [u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut way = locked(&self.inward);
        let (words, places) = self.places(&way, rows);
        let Way { between, buffers, turn, .. } = &mut *way;
        let buffer = &mut buffers[*turn];
        fill(&mut buffer.words().map_err(Ended::from)?[..words])?;
        buffer.send(words, between).map_err(Ended::from)?;
        driver::write_rows(&self.tables, &mut locked(&self.slots[slot].tiles), between, places);
        *turn = 1 - *turn;
        Ok(())
    }

    fn transform(&self, slot: usize) -> Result<(), Ended> {
        let Slot { tiles, transformed } = &self.slots[slot];
        Event::of(self.gpu.device(), Queue::Inward)?.before(Queue::Compute)?;
        for range in run_tiles(&self.tables, self.window) {
            driver::stages(&self.tables, &mut locked(tiles), self.window, range);
        }
        *locked(transformed) = Some(Event::of(self.gpu.device(), Queue::Compute)?);
        Ok(())
    }

    fn receive<E: From<Ended>>(
        &self,
        slot: usize,
        mut visit: impl FnMut(Range<usize>, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (slot, mut way) = (&self.slots[slot], locked(&self.outward));
        if let Some(transformed) = locked(&slot.transformed).take() {
            transformed.before(Queue::Outward).map_err(Ended::from)?;
        }
        let groups = self.tables.rows().div_ceil(self.together);
        let mut next = Some(self.fetch(&mut way, slot, 0).map_err(Ended::from)?);
        for group in 0..groups {
            let Some(rows) = next.take() else { break };
            // The next rows are on their way while these are visited.
            if group + 1 < groups {
                next = Some(self.fetch(&mut way, slot, group + 1).map_err(Ended::from)?);
            }
            let words = rows.len() * 2 * way.limbs * self.window;
            let found = way.buffers[group % 2].words().map_err(Ended::from)?;
            visit(rows, &found[..words])?;
        }
        Ok(())
    }
}
