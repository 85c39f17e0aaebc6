//! A driver, and what it has failed at.

use crate::EngineError;
use crate::driver::Driver;
use std::sync::{Mutex, PoisonError};

/// A driver, and its first failure.
#[derive(Debug)]
pub(crate) struct Device {
    driver: Box<dyn Driver>,
    failure: Mutex<Option<EngineError>>,
}

impl Device {
    pub(crate) fn new(driver: impl Driver + 'static) -> Self {
        Self { driver: Box::new(driver), failure: Mutex::new(None) }
    }

    pub(crate) fn driver(&self) -> &dyn Driver {
        &*self.driver
    }

    /// Queues work, unless the device has failed.
    pub(crate) fn queue(&self, work: impl FnOnce(&dyn Driver) -> Result<(), EngineError>) {
        // A failure is kept, and told by the next fence.
        let _ = self.fence(work);
    }

    /// Work whose failure is told at once. The device is as it was after a refusal of memory; any
    /// other failure is kept, and nothing is begun after it.
    pub(crate) fn fence<T>(&self, work: impl FnOnce(&dyn Driver) -> Result<T, EngineError>) -> Result<T, EngineError> {
        self.state()?;
        work(self.driver()).inspect_err(|error| {
            if !matches!(error, EngineError::OutOfMemory { .. }) {
                self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.clone());
            }
        })
    }

    /// Whether anything has failed.
    fn state(&self) -> Result<(), EngineError> {
        match &*self.failure.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(EngineError::Poisoned { by: Box::new(failure.clone()) }),
            None => Ok(()),
        }
    }
}
