//! Allocations, events and queues of the device, and the work that is queued.

use super::emulation::Emulation;
use super::emulator;
use super::turns::{Come, Operation, Queues};
use crate::EngineError;
use core::ffi::{CStr, c_uint};
use core::sync::atomic::Ordering;
use std::collections::{BTreeSet, HashMap};

/// Words before and after each allocation that no kernel writes.
pub(super) const MARGIN: usize = 64;

/// Whether the words beside an allocation are what they were.
fn margins_are_untouched((&address, &words): (&u64, &usize)) -> bool {
    let first = address as *const u64;
    // SAFETY: `allocate` has made it with margins on both sides, which live as long.
    let sides = unsafe {
        [(first.sub(MARGIN), MARGIN), (first.add(words), MARGIN)].map(|(at, len)| core::slice::from_raw_parts(at, len))
    };
    sides.into_iter().flatten().all(|&word| word == u64::MAX)
}

pub(super) fn failure(code: u32, name: &str) -> EngineError {
    EngineError::Device { code, name: name.to_owned(), operation: "a launch" }
}

/// Words of each allocation by its address, events, and what is queued.
#[derive(Debug)]
pub(super) struct State {
    pub(super) memory: HashMap<u64, usize>,
    /// The same on the host.
    pub(super) pinned: HashMap<u64, usize>,
    /// Words of the device that are not freed, nor will be by what is queued.
    pub(super) used: usize,
    /// Words that were freed, of which no allocation is made before they are given back: as if each
    /// were too long for the piece that they leave.
    pub(super) kept: usize,
    /// Words whose end is queued.
    pub(super) late: usize,
    pub(super) launches: u64,
    pub(super) launched: BTreeSet<&'static CStr>,
    /// Copies and launches that were done.
    done: u64,
    pub(super) events: HashMap<u64, Come>,
    pub(super) marks: u64,
    /// Kernels of graphs, with their arguments, and how many graphs were recorded.
    pub(super) graphs: HashMap<u64, Vec<(&'static CStr, Vec<u64>)>>,
    pub(super) recorded: u64,
    pub(super) queues: Queues,
    /// Whether memory was freed before work that uses it.
    pub(super) freed_early: bool,
    /// The first failure of what was done: nothing is done after it.
    failure: Option<EngineError>,
}

impl State {
    /// Nothing is allocated or queued; queues take turns so.
    pub(super) fn new(turns: u64) -> Self {
        Self {
            memory: HashMap::new(),
            pinned: HashMap::new(),
            used: 0,
            kept: 0,
            late: 0,
            launches: 0,
            launched: BTreeSet::new(),
            done: 0,
            events: HashMap::new(),
            marks: 0,
            graphs: HashMap::new(),
            recorded: 0,
            queues: Queues::new(turns),
            freed_early: false,
            failure: None,
        }
    }

    pub(super) fn outcome(&self) -> Result<(), EngineError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    pub(super) fn fail(&mut self, code: u32, name: &str) {
        self.failure.get_or_insert_with(|| failure(code, name));
    }

    /// Whether words are of one allocation, of the device or of the host.
    fn has(&self, address: u64, words: usize) -> bool {
        let within = |(&start, &len): (&u64, &usize)| address >= start && address + 8 * words as u64 <= start + 8 * len as u64;
        self.memory.iter().chain(&self.pinned).any(within)
    }

    /// Does one operation.
    pub(super) fn work(&mut self, emulation: &Emulation, operation: Operation) {
        let is_work = matches!(operation, Operation::Zero { .. } | Operation::Copy { .. } | Operation::Launch { .. });
        self.done += u64::from(is_work);
        if is_work && emulation.lost_within.is_some_and(|last| self.done > last) {
            self.fail(999, "the emulated device was lost");
        }
        if is_work && self.failure.is_some() {
            return;
        }
        match operation {
            // Words that were not written are no residues, and no zeros.
            // SAFETY: `allocate` has made as many words, which are not freed before.
            Operation::Allocate { address, words } => unsafe { (address as *mut u8).write_bytes(u8::MAX, 8 * words) },
            Operation::Free { address, words } => self.free(address, words),
            Operation::Zero { address, words } if self.has(address, words) => {
                // SAFETY: the words are those of an allocation.
                unsafe { (address as *mut u64).write_bytes(0, words) }
            }
            Operation::Copy { from, to, words } if self.has(from, words) && self.has(to, words) => {
                // SAFETY: the words are those of allocations, and the caller's until this is done.
                unsafe { (from as *const u64).copy_to_nonoverlapping(to as *mut u64, words) }
            }
            Operation::Zero { .. } | Operation::Copy { .. } => self.fail(1, "words of a copy that are in no allocation"),
            Operation::Launch { kernel, grid, shared, mut arguments } => {
                // SAFETY: as for the caller of `launch`.
                match unsafe { emulator::launch(kernel, grid, shared, &mut arguments, emulation.order as c_uint) } {
                    0 if self.memory.iter().all(margins_are_untouched) => {}
                    0 => self.fail(0, "words beside an allocation were written"),
                    code @ 1 => self.fail(code, "there is no such kernel"),
                    code @ 2 => self.fail(code, "some threads ended before a barrier that others wait at"),
                    code @ 3 => self.fail(code, "a barrier in a kernel without shared memory"),
                    code => self.fail(code, "a factor of doubles outside the interval in which products are exact"),
                }
            }
            Operation::Mark(come) => come.store(true, Ordering::Relaxed),
            Operation::Wait(_) => {}
        }
    }

    fn free(&mut self, address: u64, words: usize) {
        self.late -= words;
        self.memory.remove(&address);
        if self.queues.use_any_of(address, words) {
            // Work that is left in other queues is to do no harm: the memory is never freed.
            self.freed_early = true;
            return self.fail(1, "memory was freed before work that uses it");
        }
        let (start, len) = (address - 8 * MARGIN as u64, words + 2 * MARGIN);
        // SAFETY: `allocate` has made it of a boxed slice of that length, from its margin on.
        drop(unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(start as *mut u64, len)) });
    }

    /// Works until something is so.
    pub(super) fn work_until(&mut self, emulation: &Emulation, reached: impl Fn(&Self) -> bool) -> Result<(), EngineError> {
        while !reached(self) {
            let Some(operation) = self.queues.next() else {
                self.fail(1, "queues wait for each other");
                break;
            };
            self.work(emulation, operation);
        }
        self.outcome()
    }
}
