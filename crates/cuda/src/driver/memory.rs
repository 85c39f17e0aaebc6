//! Words in the memory of a device.

use crate::EngineError;
use crate::device::Device;
use core::ops::Range;
use std::sync::Arc;

/// An allocation that is freed when it is dropped. Without an address, after a failure, it has no
/// words.
#[derive(Debug)]
pub(crate) struct Memory {
    device: Arc<Device>,
    address: Option<u64>,
    len: usize,
}

impl Memory {
    /// Words of any value.
    pub(crate) fn new(device: &Arc<Device>, len: usize) -> Self {
        let bytes = 8 * len as u64;
        let address = device.queue(|driver| driver.allocate(bytes));
        Self { device: device.clone(), address, len }
    }

    pub(crate) fn of(device: &Arc<Device>, words: &[u64]) -> Self {
        let memory = Self::new(device, words.len());
        if let Some(address) = memory.address {
            // SAFETY: the memory has as many words, and is of this value alone.
            device.queue(|driver| unsafe { driver.upload(words, address) });
        }
        memory
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Where words of it are; `None` on a device that has failed.
    pub(super) fn address(&self, words: Range<usize>) -> Option<u64> {
        assert!(words.start <= words.end && words.end <= self.len, "{words:?} of {} words", self.len);
        Some(self.address? + 8 * words.start as u64)
    }

    /// The first address, for tables that name others.
    pub(crate) fn start(&self) -> u64 {
        self.address.unwrap_or(0)
    }

    pub(crate) fn download(&self, to: &mut [u64]) -> Result<(), EngineError> {
        assert_eq!(to.len(), self.len, "words of the host, and of the device");
        self.device.state()?;
        let address = self.address.expect("an address, as the device has not failed");
        // SAFETY: the memory has as many words, and is of this value alone.
        self.device.fence(|driver| unsafe { driver.download(address, to) })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(address) = self.address {
            // SAFETY: the address is of an allocation, and no one has it any more; what is queued
            // runs before.
            unsafe { self.device.driver().free(address) }
        }
    }
}
