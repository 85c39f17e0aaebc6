//! Words in the memory of a device.

use super::queue::Queue;
use crate::EngineError;
use crate::device::Device;
use bytemuck::{NoUninit, Pod};
use std::sync::Arc;

/// An allocation that is freed when it is dropped.
#[derive(Debug)]
pub(crate) struct Memory {
    device: Arc<Device>,
    address: u64,
    len: usize,
    /// Whether work of other queues than [`Queue::Compute`] uses it.
    of_all_queues: bool,
}

impl Memory {
    /// A copy of words of any size, in the least number of words of 64 bits.
    pub(crate) fn of<T: NoUninit>(device: &Arc<Device>, words: &[T]) -> Result<Self, EngineError> {
        let mut memory = Self::unspecified(device, size_of_val(words).div_ceil(8))?;
        memory.upload(words)?;
        Ok(memory)
    }

    /// Replaces the first words.
    pub(crate) fn upload<T: NoUninit>(&mut self, words: &[T]) -> Result<(), EngineError> {
        let bytes = bytemuck::cast_slice(words);
        assert!(bytes.len().div_ceil(8) <= self.len, "{} words for {}", bytes.len().div_ceil(8), self.len);
        // SAFETY: the memory has as many bytes, and is of this value alone.
        self.device.fence(|driver| unsafe { driver.upload(bytes, self.address) })
    }

    /// Words of any value.
    pub(crate) fn unspecified(device: &Arc<Device>, len: usize) -> Result<Self, EngineError> {
        let address = device.fence(|driver| match (len as u64).checked_mul(8) {
            Some(bytes) => match driver.allocate(bytes) {
                // Freed memory may be in pieces that are too small, or in queues that go on.
                Err(EngineError::OutOfMemory { .. }) => driver.reclaim().and_then(|()| driver.allocate(bytes)),
                other => other,
            },
            // More than addresses count: no device has as much.
            None => Err(EngineError::OutOfMemory { asked: u64::MAX, free: driver.info().memory, total: driver.info().memory }),
        })?;
        let memory = Self { device: device.clone(), address, len, of_all_queues: false };
        #[cfg(feature = "device")]
        if len > 0 {
            // SAFETY: the memory has as many words, and is of this value alone.
            device.fence(|driver| unsafe { driver.poison(memory.address, len) })?;
        }
        Ok(memory)
    }

    /// Words of any value for work of every queue.
    pub(crate) fn of_all_queues(device: &Arc<Device>, len: usize) -> Result<Self, EngineError> {
        let mut memory = Self::unspecified(device, len)?;
        memory.of_all_queues = true;
        // The allocation is queued in one of them.
        device.fence(|driver| driver.synchronize())?;
        Ok(memory)
    }

    /// Zeros.
    pub(crate) fn zero(device: &Arc<Device>, len: usize) -> Result<Self, EngineError> {
        let memory = Self::unspecified(device, len)?;
        // SAFETY: the memory has as many words, and is of this value alone.
        device.fence(|driver| unsafe { driver.zero(Queue::Compute, memory.address, len) })?;
        Ok(memory)
    }

    /// Keeps the first words; those after them are freed with these.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Queues zeros for all words.
    pub(crate) fn clear(&mut self, queue: Queue) {
        let (address, len) = (self.address_in(queue), self.len);
        // SAFETY: the memory has as many words, and is of this value alone.
        self.device.queue(|driver| unsafe { driver.zero(queue, address, len) });
    }

    /// The address of the first word, for work of a queue.
    pub(super) fn address_in(&self, queue: Queue) -> u64 {
        assert!(self.of_all_queues || queue == Queue::Compute, "words of one queue, in another");
        self.address
    }

    /// The address of a word, of which there are some, or of the end.
    pub(super) fn address(&self, word: usize) -> u64 {
        assert!(word <= self.len, "word {word} of {}", self.len);
        self.address + 8 * word as u64
    }

    /// The first words, once all that was queued is done.
    pub(crate) fn download<T: Pod>(&self, to: &mut [T]) -> Result<(), EngineError> {
        let bytes = bytemuck::cast_slice_mut::<T, u8>(to);
        assert!(bytes.len().div_ceil(8) <= self.len, "{} words of {}", bytes.len().div_ceil(8), self.len);
        // SAFETY: the memory has as many bytes, and is of this value alone.
        self.device.fence(|driver| unsafe { driver.download(self.address, bytes) })
    }
}

/// Words of a memory from one on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) first: usize,
}

/// Copies words of one memory to another.
pub(crate) fn copy(to: &mut Memory, at: usize, from: Place<'_>, len: usize) {
    let fits = |first: usize, memory: &Memory| first <= memory.len && len <= memory.len - first;
    assert!(fits(at, to) && fits(from.first, from.memory), "{len} words of {} and {}", to.len, from.memory.len);
    Device::assert_same([&from.memory.device, &to.device], ["words", "a place for them"]);
    let (to_address, from_address) = (to.address(at), from.memory.address(from.first));
    // SAFETY: both memories have as many words from there on, and are of two values.
    to.device.queue(|driver| unsafe { driver.copy(Queue::Compute, from_address, to_address, len) });
}

impl Drop for Memory {
    fn drop(&mut self) {
        let driver = self.device.driver();
        if self.of_all_queues {
            // A failure is one of earlier work, which its fence tells; nothing is done after it.
            let _ = driver.synchronize();
        }
        // SAFETY: the address is of an allocation, and no one has it any more; what is queued
        // beside the end of the allocation runs before, and other queues have come to their ends.
        unsafe { driver.free(self.address) }
    }
}
