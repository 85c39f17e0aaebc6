//! Queues of work, and events between them.

use crate::EngineError;
use crate::device::Device;
use std::sync::Arc;

/// A queue of work, which is done in its order. Two queues do theirs at the same time, but for what
/// one is told to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queue {
    /// Work that computes, and all that is not said to be in another queue.
    Compute,
    /// Rows on their way to the device.
    Inward,
    /// Rows on their way to the host.
    Outward,
}

impl Queue {
    pub(crate) const ALL: [Self; 3] = [Self::Compute, Self::Inward, Self::Outward];
}

/// The end of what a queue had when this was made: there is no event that was not recorded.
#[derive(Debug)]
pub(crate) struct Event {
    device: Arc<Device>,
    event: u64,
}

impl Event {
    pub(crate) fn of(device: &Arc<Device>, queue: Queue) -> Result<Self, EngineError> {
        let event = device.fence(|driver| driver.mark(queue))?;
        Ok(Self { device: device.clone(), event })
    }

    /// Waits for the event here, whatever the device has failed at.
    pub(super) fn wait(&self) -> Result<(), EngineError> {
        // SAFETY: the event is that of this value, which has it still.
        unsafe { self.device.driver().wait_here(self.event) }
    }

    /// Work that is queued there later begins after the event.
    pub(crate) fn before(&self, queue: Queue) -> Result<(), EngineError> {
        // SAFETY: the event is that of this value, which has it still.
        self.device.fence(|driver| unsafe { driver.wait(queue, self.event) })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: the event is that of this value, and no one has it any more.
        unsafe { self.device.driver().forget(self.event) }
    }
}
