//! Words in the memory of a device.

use crate::EngineError;
use crate::device::Device;
use std::sync::Arc;

/// An allocation that is freed when it is dropped.
#[derive(Debug)]
pub(crate) struct Memory {
    device: Arc<Device>,
    address: u64,
    len: usize,
}

impl Memory {
    /// A copy of words.
    pub(crate) fn of(device: &Arc<Device>, words: &[u64]) -> Result<Self, EngineError> {
        let bytes = 8 * words.len() as u64;
        let address = device.fence(|driver| driver.allocate(bytes))?;
        let memory = Self { device: device.clone(), address, len: words.len() };
        // SAFETY: the memory has as many words, and is of this value alone.
        device.fence(|driver| unsafe { driver.upload(words, address) })?;
        Ok(memory)
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// The address of a word, of which there are some, or of the end.
    pub(super) fn address(&self, word: usize) -> u64 {
        assert!(word <= self.len, "word {word} of {}", self.len);
        self.address + 8 * word as u64
    }

    pub(crate) fn download(&self, to: &mut [u64]) -> Result<(), EngineError> {
        assert_eq!(to.len(), self.len, "words of the host, and of the device");
        // SAFETY: the memory has as many words, and is of this value alone.
        self.device.fence(|driver| unsafe { driver.download(self.address, to) })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the address is of an allocation, and no one has it any more; what is queued runs
        // before.
        unsafe { self.device.driver().free(self.address) }
    }
}
