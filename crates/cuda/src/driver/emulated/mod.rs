//! The kernels compiled for the host, on a device whose queues do their work late.
//!
//! Work stays in its queue until somebody waits for it, and then the queues take turns by
//! [`Emulation::turns`]: as a device may do, but in an order that can be repeated. What a program
//! forgets to wait for is seen as other words, or as a failure.

mod emulation;
mod emulator;
mod turns;

pub use emulation::{Emulation, FiberOrder};

use super::{DeviceInfo, Driver, Queue};
use crate::EngineError;
use core::ffi::{CStr, c_uint};
use core::sync::atomic::Ordering;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use turns::{Come, Operation, Queues};

/// See [`Emulation`].
#[derive(Debug)]
pub(crate) struct Emulated {
    emulation: Emulation,
    info: DeviceInfo,
    state: Mutex<State>,
}

/// Words before and after each allocation that no kernel writes.
const MARGIN: usize = 64;

/// Bytes that are freed at most before they are: the host has them as long.
const MOST_LATE: usize = 1 << 26;

/// Whether the words beside an allocation are what they were.
fn margins_are_untouched((&address, &words): (&u64, &usize)) -> bool {
    let first = address as *const u64;
    // SAFETY: `allocate` has made it with margins on both sides, which live as long.
    let sides = unsafe {
        [(first.sub(MARGIN), MARGIN), (first.add(words), MARGIN)].map(|(at, len)| core::slice::from_raw_parts(at, len))
    };
    sides.into_iter().flatten().all(|&word| word == u64::MAX)
}

fn failure(code: u32, name: &str) -> EngineError {
    EngineError::Device { code, name: name.to_owned(), operation: "a launch" }
}

/// Words of each allocation by its address, events, and what is queued.
#[derive(Debug)]
struct State {
    memory: HashMap<u64, usize>,
    /// The same on the host.
    pinned: HashMap<u64, usize>,
    /// Words of the device that are not freed, nor will be by what is queued.
    used: usize,
    /// Words whose end is queued.
    late: usize,
    launches: u64,
    /// Copies and launches that were done.
    done: u64,
    events: HashMap<u64, Come>,
    marks: u64,
    queues: Queues,
    /// The first failure of what was done: nothing is done after it.
    failure: Option<EngineError>,
}

impl State {
    fn outcome(&self) -> Result<(), EngineError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    fn fail(&mut self, code: u32, name: &str) {
        self.failure.get_or_insert_with(|| failure(code, name));
    }

    /// Whether words are of one allocation, of the device or of the host.
    fn has(&self, address: u64, words: usize) -> bool {
        let within = |(&start, &len): (&u64, &usize)| address >= start && address + 8 * words as u64 <= start + 8 * len as u64;
        self.memory.iter().chain(&self.pinned).any(within)
    }

    /// Does one operation.
    fn work(&mut self, emulation: &Emulation, operation: Operation) {
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
            return self.fail(1, "memory was freed before work that uses it");
        }
        let (start, len) = (address - 8 * MARGIN as u64, words + 2 * MARGIN);
        // SAFETY: `allocate` has made it of a boxed slice of that length, from its margin on.
        drop(unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(start as *mut u64, len)) });
    }

    /// Works until something is so.
    fn work_until(&mut self, emulation: &Emulation, reached: impl Fn(&Self) -> bool) -> Result<(), EngineError> {
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

impl Emulated {
    pub(crate) fn new(emulation: Emulation) -> Self {
        let info = DeviceInfo {
            name: "emulated".to_owned(),
            compute_capability: (8, 0),
            memory: emulation.memory,
            single_to_double_ratio: emulation.single_to_double_ratio,
            driver: (0, 0),
            multiprocessors: 0,
            clock_khz: 0,
            cache: 0,
            bandwidth: 0,
            emulated: true,
            shared_memory: emulation.shared_memory,
        };
        let state = State {
            memory: HashMap::new(),
            pinned: HashMap::new(),
            used: 0,
            late: 0,
            launches: 0,
            done: 0,
            events: HashMap::new(),
            marks: 0,
            queues: Queues::new(emulation.turns),
            failure: None,
        };
        Self { emulation, info, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an operation, and may do some.
    fn push(&self, queue: Queue, operation: Operation) -> Result<(), EngineError> {
        let mut state = self.state();
        state.outcome()?;
        state.queues.push(queue, operation);
        for _ in 0..state.queues.at_once() {
            if let Some(operation) = state.queues.next() {
                state.work(&self.emulation, operation);
            }
        }
        Ok(())
    }

    /// Does what is queued to compute.
    fn compute(&self) -> Result<(), EngineError> {
        self.state().work_until(&self.emulation, |state| state.queues.is_empty(Queue::Compute))
    }
}

impl Drop for Emulated {
    /// Nothing may be left when a device is closed.
    fn drop(&mut self) {
        let _ = self.synchronize();
        let state = self.state();
        let left = [state.memory.len(), state.pinned.len(), state.events.len()];
        assert!(left == [0; 3] || std::thread::panicking(), "allocations, those of the host, and events are left: {left:?}");
    }
}

impl Driver for Emulated {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn max_limbs(&self) -> usize {
        self.emulation.max_limbs
    }

    fn allocate(&self, bytes: u64) -> Result<u64, EngineError> {
        let (words, total) = (bytes.div_ceil(8).max(1), self.emulation.memory);
        let mut state = self.state();
        let free = total.saturating_sub(8 * state.used as u64);
        if words.saturating_mul(8) > free {
            return Err(EngineError::OutOfMemory { asked: bytes, free, total });
        }
        let words = words as usize;
        let all = vec![u64::MAX; words + 2 * MARGIN].into_boxed_slice();
        let address = Box::into_raw(all).cast::<u64>() as u64 + 8 * MARGIN as u64;
        state.memory.insert(address, words);
        state.used += words;
        state.queues.push(Queue::Compute, Operation::Allocate { address, words });
        Ok(address)
    }

    unsafe fn free(&self, address: u64) {
        let mut state = self.state();
        let Some(&words) = state.memory.get(&address) else { return };
        state.used -= words;
        state.late += words;
        state.queues.push(Queue::Compute, Operation::Free { address, words });
        if 8 * state.late > MOST_LATE {
            let _ = state.work_until(&self.emulation, |state| state.queues.is_empty(Queue::Compute));
        }
    }

    fn allocate_host(&self, bytes: u64) -> Result<Option<u64>, EngineError> {
        let words = bytes.div_ceil(8).max(1) as usize;
        let mut state = self.state();
        state.outcome()?;
        if 8 * (state.pinned.values().sum::<usize>() + words) as u64 > self.emulation.pinned {
            return Ok(None);
        }
        let address = Box::into_raw(vec![0u64; words].into_boxed_slice()).cast::<u64>() as u64;
        state.pinned.insert(address, words);
        Ok(Some(address))
    }

    unsafe fn free_host(&self, address: u64) {
        let mut state = self.state();
        let Some(words) = state.pinned.remove(&address) else { return };
        if state.queues.use_any_of(address, words) {
            // Copies that are left are to do no harm: the memory is never freed.
            return state.fail(1, "memory of the host was freed before a copy that uses it");
        }
        // SAFETY: `allocate_host` has made it of a boxed slice of that length.
        drop(unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(address as *mut u64, words)) });
    }

    unsafe fn upload(&self, from: &[u8], address: u64) -> Result<(), EngineError> {
        self.compute()?;
        // SAFETY: as for the caller.
        unsafe { (address as *mut u8).copy_from_nonoverlapping(from.as_ptr(), from.len()) };
        Ok(())
    }

    unsafe fn download(&self, address: u64, to: &mut [u8]) -> Result<(), EngineError> {
        self.compute()?;
        // SAFETY: as for the caller.
        unsafe { (address as *const u8).copy_to_nonoverlapping(to.as_mut_ptr(), to.len()) };
        Ok(())
    }

    unsafe fn zero(&self, queue: Queue, address: u64, words: usize) -> Result<(), EngineError> {
        self.push(queue, Operation::Zero { address, words })
    }

    unsafe fn copy(&self, queue: Queue, from: u64, to: u64, words: usize) -> Result<(), EngineError> {
        self.push(queue, Operation::Copy { from, to, words })
    }

    unsafe fn launch(
        &self,
        queue: Queue,
        kernel: &'static CStr,
        grid: (u32, u32),
        shared: u32,
        arguments: &[&[u64]],
    ) -> Result<(), EngineError> {
        let launches = {
            let mut state = self.state();
            state.launches += 1;
            state.launches
        };
        if self.emulation.lost_after.is_some_and(|last| launches > last) {
            return Err(failure(999, "the emulated device was lost"));
        }
        if shared > self.emulation.shared_memory {
            return Err(failure(1, "more shared memory than the emulated device has"));
        }
        let arguments = arguments.iter().map(|words| words.to_vec()).collect();
        self.push(queue, Operation::Launch { kernel, grid, shared, arguments })
    }

    fn mark(&self, queue: Queue) -> Result<u64, EngineError> {
        let come = Come::default();
        let event = {
            let mut state = self.state();
            state.outcome()?;
            state.marks += 1;
            let event = state.marks;
            state.events.insert(event, come.clone());
            event
        };
        self.push(queue, Operation::Mark(come)).inspect_err(|_| drop(self.state().events.remove(&event)))?;
        Ok(event)
    }

    unsafe fn wait(&self, queue: Queue, event: u64) -> Result<(), EngineError> {
        let come = self.state().events[&event].clone();
        self.push(queue, Operation::Wait(come))
    }

    unsafe fn wait_here(&self, event: u64) -> Result<(), EngineError> {
        let mut state = self.state();
        let come = state.events[&event].clone();
        state.work_until(&self.emulation, |_| come.load(Ordering::Relaxed))
    }

    unsafe fn forget(&self, event: u64) {
        self.state().events.remove(&event);
    }

    fn synchronize(&self) -> Result<(), EngineError> {
        let all_empty = |state: &State| Queue::ALL.into_iter().all(|queue| state.queues.is_empty(queue));
        self.state().work_until(&self.emulation, all_empty)
    }
}
