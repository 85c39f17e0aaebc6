//! Launches of what a device does at most: chains of instructions, copies, and nothing.

use super::BLOCK;
use super::kernels::Instruction;
use super::launch::launch;
use super::memory::Memory;
use crate::device::Device;
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
        device.queue(|driver| unsafe { driver.launch(super::Queue::Compute, c"ceiling_nothing", (1, 1), 0, &[]) });
    }
}

/// The blocks of so many words each.
fn blocks(words: usize, of: usize) -> u32 {
    let blocks = words / of;
    assert!(blocks > 0 && blocks * of == words && blocks < 1 << 31, "{words} words are no blocks of {of}");
    blocks as u32
}
