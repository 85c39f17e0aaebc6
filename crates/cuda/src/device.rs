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
    pub(crate) fn queue<T>(&self, work: impl FnOnce(&dyn Driver) -> Result<T, EngineError>) -> Option<T> {
        self.state().ok()?;
        self.fence(work).ok()
    }

    /// Work whose failure is told at once, and remembered.
    pub(crate) fn fence<T>(&self, work: impl FnOnce(&dyn Driver) -> Result<T, EngineError>) -> Result<T, EngineError> {
        work(self.driver()).inspect_err(|error| {
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.clone());
        })
    }

    /// Whether anything has failed.
    pub(crate) fn state(&self) -> Result<(), EngineError> {
        match &*self.failure.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(EngineError::Poisoned { by: Box::new(failure.clone()) }),
            None => Ok(()),
        }
    }
}
