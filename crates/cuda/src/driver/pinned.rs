//! Memory of the host for copies that nobody waits for.

use super::memory::Memory;
use super::queue::{Event, Queue};
use crate::EngineError;
use crate::device::Device;
use std::sync::Arc;

/// Words of the host from which the device copies by itself, and to which it does.
#[derive(Debug)]
pub(crate) struct Pinned {
    device: Arc<Device>,
    address: u64,
    len: usize,
    /// The end of the last copy, if it has not been waited for: until then the words are the
    /// device's.
    copied: Option<Event>,
    /// Whether a copy has no event, and the wait for all work has failed as well: until another
    /// succeeds the words are the device's.
    lost: bool,
}

impl Pinned {
    /// Zeros; none where the host has no such memory left.
    pub(crate) fn new(device: &Arc<Device>, len: usize) -> Result<Option<Self>, EngineError> {
        let address = device.fence(|driver| driver.allocate_host(8 * len as u64))?;
        Ok(address.map(|address| Self { device: device.clone(), address, len, copied: None, lost: false }))
    }

    /// The words, once their copy has ended.
    pub(crate) fn words(&mut self) -> Result<&mut [u64], EngineError> {
        if self.lost {
            self.device.fence(|driver| driver.synchronize())?;
            self.lost = false;
        }
        if let Some(copied) = &self.copied {
            self.device.fence(|_| copied.wait())?;
            self.copied = None;
        }
        // SAFETY: the memory has as many words, which were written when it was made, and is of this
        // value alone. No copy of it goes on: each sets the event that was waited for, or has ended
        // with all work.
        Ok(unsafe { core::slice::from_raw_parts_mut(self.address as *mut u64, self.len) })
    }

    /// Queues a copy of the first words to those of a memory.
    pub(crate) fn send(&mut self, words: usize, to: &mut Memory) -> Result<(), EngineError> {
        let address = to.address_in(Queue::Inward);
        self.copy(Queue::Inward, words, to, [self.address, address])
    }

    /// Queues a copy of the first words of a memory to these.
    pub(crate) fn fetch(&mut self, words: usize, from: &Memory) -> Result<(), EngineError> {
        let address = from.address_in(Queue::Outward);
        self.copy(Queue::Outward, words, from, [address, self.address])
    }

    fn copy(&mut self, queue: Queue, words: usize, memory: &Memory, [from, to]: [u64; 2]) -> Result<(), EngineError> {
        assert!(words <= self.words()?.len().min(memory.len()), "{words} words of {} and {}", self.len, memory.len());
        Device::assert_same([&self.device, memory.device()], ["a buffer", "words"]);
        // SAFETY: both memories have as many words. Those here are not read, written or freed
        // before `copied`, or before the end of all work where there is no such event; those of the
        // device, which all queues may use, are freed after the end of all work.
        let queued = self.device.fence(|driver| unsafe { driver.copy(queue, from, to, words) });
        match queued.and_then(|()| Event::of(&self.device, queue)) {
            Ok(event) => {
                self.copied = Some(event);
                Ok(())
            }
            Err(error) => {
                self.lost = self.device.driver().synchronize().is_err();
                Err(error)
            }
        }
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Some(copied) = self.copied.take() {
            // The driver is asked even after a failure of the device, when other fences are not.
            let _ = copied.wait();
        }
        // SAFETY: the address is of an allocation, and no one has it any more. The last copy has
        // ended, or the wait for it has failed: then the context has, in which nothing is done any
        // more.
        unsafe { self.device.driver().free_host(self.address) }
    }
}
