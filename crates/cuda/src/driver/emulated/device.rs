//! The driver of the device.

use super::emulation::Emulation;
use super::state::{MARGIN, State, failure};
use super::turns::{Come, Operation};
use crate::DeviceInfo;
use crate::EngineError;
use crate::driver::{Driver, Queue};
use core::ffi::CStr;
use core::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes that are freed at most before they are: the host has them as long.
const MOST_LATE: usize = 1 << 26;

impl Emulation {
    /// The outcomes of two kernels that are wrong: in one the first thread passes by a barrier that
    /// others wait at, and one has a barrier without shared memory.
    pub fn wrong_kernels(&self) -> [Result<(), EngineError>; 2] {
        [(c"wrong_uneven_barrier", 8), (c"wrong_unshared_barrier", 0)].map(|(kernel, shared)| {
            let device = Emulated::new(self.clone());
            // SAFETY: the kernels have no arguments, and write to no memory.
            unsafe { device.launch(Queue::Compute, kernel, (1, 1), shared, &[]) }?;
            device.synchronize()
        })
    }
}

/// See [`Emulation`].
#[derive(Debug)]
pub(crate) struct Emulated {
    emulation: Emulation,
    info: DeviceInfo,
    state: Mutex<State>,
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
        let state = Mutex::new(State::new(emulation.turns));
        Self { emulation, info, state }
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
        let left = [state.memory.len(), state.pinned.len(), state.events.len(), state.graphs.len()];
        assert!(!state.freed_early || std::thread::panicking(), "memory was freed before work that uses it");
        assert!(
            left == [0; 4] || std::thread::panicking(),
            "allocations, those of the host, events and graphs are left: {left:?}"
        );
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
        let free = total.saturating_sub(8 * (state.used + state.kept) as u64);
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

    fn reclaim(&self) -> Result<(), EngineError> {
        self.synchronize()?;
        self.state().kept = 0;
        Ok(())
    }

    unsafe fn free(&self, address: u64) {
        let mut state = self.state();
        let Some(&words) = state.memory.get(&address) else { return };
        state.used -= words;
        state.kept += words;
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
            state.freed_early = true;
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
            state.launched.insert(kernel);
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

    unsafe fn record(&self, launches: &[(&'static CStr, &[u64])]) -> Result<u64, EngineError> {
        let mut state = self.state();
        state.outcome()?;
        state.recorded += 1;
        let graph = state.recorded;
        state.graphs.insert(graph, launches.iter().map(|&(kernel, words)| (kernel, words.to_vec())).collect());
        Ok(graph)
    }

    unsafe fn launch_recorded(&self, queue: Queue, graph: u64) -> Result<(), EngineError> {
        let launches = self.state().graphs[&graph].clone();
        launches.iter().try_for_each(|(kernel, words)| {
            let arguments: Vec<&[u64]> = words.iter().map(core::slice::from_ref).collect();
            // SAFETY: as for the caller of `record`.
            unsafe { self.launch(queue, kernel, (1, 1), 0, &arguments) }
        })
    }

    unsafe fn forget_recorded(&self, graph: u64) {
        self.state().graphs.remove(&graph);
    }

    fn mark(&self, queue: Queue) -> Result<u64, EngineError> {
        let come = Come::default();
        let event = {
            let mut state = self.state();
            state.outcome()?;
            if self.emulation.events.is_some_and(|most| state.marks >= most) {
                return Err(EngineError::Device { code: 2, name: "no memory".to_owned(), operation: "an event" });
            }
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

    fn launched(&self) -> Vec<&'static CStr> {
        self.state().launched.iter().copied().collect()
    }
}
