//! Launches that do nothing.

use crate::driver::{self, RecordedNothing};
use crate::{EngineError, Gpu};

/// Queues so many launches that do nothing.
pub fn launch_nothing(gpu: &Gpu, count: usize) {
    driver::nothing(gpu.device(), count);
}

/// Launches that were recorded together, as a graph of CUDA, and are queued by one call: all but
/// the last do nothing.
#[derive(Debug)]
pub struct RecordedLaunches {
    launches: usize,
    recorded: RecordedNothing,
}

impl RecordedLaunches {
    /// Launches of such a number, at least one. The last counts how often they were made.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    pub fn new(gpu: &Gpu, launches: usize) -> Result<Self, EngineError> {
        let nothings = launches.saturating_sub(1);
        Ok(Self { launches: nothings + 1, recorded: RecordedNothing::new(gpu.device(), nothings)? })
    }

    /// Launches of one call.
    #[must_use]
    pub fn launches(&self) -> usize {
        self.launches
    }

    /// Queues all of them.
    pub fn queue(&mut self) {
        self.recorded.launch();
    }

    /// How often they were made.
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure of the device, or the failure itself.
    pub fn count(&self) -> Result<u64, EngineError> {
        self.recorded.count()
    }
}
