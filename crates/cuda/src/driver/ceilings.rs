//! Launches of what a device does at most: chains of instructions, copies, and nothing, one by one
//! or recorded.

use super::kernels::Instruction;
use super::launch::launch;
use super::memory::Memory;
use super::{BLOCK, Queue};
use crate::EngineError;
use crate::device::Device;
use core::ffi::CStr;
use std::sync::Arc;

/// Words that a block copies: `PAIRS_COPIED` of `kernels/ceilings.cuh` for each thread.
pub(crate) const COPIED_WORDS: usize = 2 * 4 * BLOCK as usize;

/// Writes a word for each thread, of so many rounds of its chains.
pub(crate) fn chains(of: Instruction, to: &mut Memory, seed: u64, rounds: u32) {
    let blocks = blocks(to.len(), BLOCK as usize);
    // Threads are counted by 32 bits.
    assert!(blocks <= 1 << 24, "{blocks} blocks");
    let arguments = [to.address(0), seed, u64::from(rounds)];
    // SAFETY: a thread writes one word, and the grid has as many threads as the memory has words.
    to.device().queue(|driver| unsafe { launch(driver, of.kernel(), (blocks, 1), 0, arguments) });
}

/// Copies all words in each round, the blocks of them from a place that is one further each time.
pub(crate) fn copy_in_rounds(to: &mut Memory, from: &Memory, rounds: u32) {
    assert_eq!(to.len(), from.len(), "words of a copy");
    Device::assert_same([to.device(), from.device()], ["words", "other words"]);
    let blocks = blocks(to.len(), COPIED_WORDS);
    let arguments = [to.address(0), from.address(0), u64::from(rounds)];
    // SAFETY: a block reads and writes so many words, and the grid those of both memories.
    to.device().queue(|driver| unsafe { launch(driver, c"ceiling_copy", (blocks, 1), 0, arguments) });
}

/// Launches that do nothing.
pub(crate) fn nothing(device: &Arc<Device>, count: usize) {
    for _ in 0..count {
        // SAFETY: the kernel has no arguments, and writes to no memory.
        device.queue(|driver| unsafe { driver.launch(Queue::Compute, c"ceiling_nothing", (1, 1), 0, &[]) });
    }
}

/// Launches that do nothing and one that counts, which were recorded.
#[derive(Debug)]
pub(crate) struct RecordedNothing {
    graph: u64,
    /// How often they were made.
    count: Memory,
}

impl RecordedNothing {
    pub(crate) fn new(device: &Arc<Device>, nothings: usize) -> Result<Self, EngineError> {
        let mut count = Memory::unspecified(device, 1)?;
        let address = [count.address(0)];
        // A driver may load kernels where they are first launched, which is not to be recorded.
        nothing(device, 1);
        // SAFETY: the kernel writes the word of this value.
        device.queue(|driver| unsafe { launch(driver, c"ceiling_count", (1, 1), 0, address) });
        count.upload(&[0u64])?;
        let empty: (&'static CStr, &[u64]) = (c"ceiling_nothing", &[]);
        let launches: Vec<_> = core::iter::repeat_n(empty, nothings).chain([(c"ceiling_count", &address[..])]).collect();
        // SAFETY: the first kernel has no arguments, and writes to no memory; the other writes the
        // word of this value, which is there as long as the graph.
        let graph = device.fence(|driver| unsafe { driver.record(&launches) })?;
        Ok(Self { graph, count })
    }

    /// Queues the launches.
    pub(crate) fn launch(&mut self) {
        // SAFETY: the graph is that of this value.
        self.count.device().queue(|driver| unsafe { driver.launch_recorded(Queue::Compute, self.graph) });
    }

    /// How often they were made.
    pub(crate) fn count(&self) -> Result<u64, EngineError> {
        let mut count = [0];
        self.count.download(&mut count)?;
        Ok(count[0])
    }
}

impl Drop for RecordedNothing {
    fn drop(&mut self) {
        let driver = self.count.device().driver();
        // A failure is one of earlier work, which its fence tells: nothing goes on after it.
        let _ = driver.synchronize();
        // SAFETY: the graph is that of this value, and its launches have ended.
        unsafe { driver.forget_recorded(self.graph) }
    }
}

/// The blocks of so many words each.
fn blocks(words: usize, of: usize) -> u32 {
    let blocks = words / of;
    assert!(blocks > 0 && blocks * of == words && blocks < 1 << 31, "{words} words are no blocks of {of}");
    blocks as u32
}
