//! A driver, and what it has failed at.

use crate::EngineError;
use crate::driver::Driver;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A driver, and its first failure.
#[derive(Debug)]
pub(crate) struct Device {
    driver: Box<dyn Driver>,
    /// Its place among those that this process has opened, from 1 on: names are no names of one.
    number: u64,
    failure: Mutex<Option<EngineError>>,
}

impl Device {
    pub(crate) fn new(driver: impl Driver + 'static) -> Self {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let number = OPENED.fetch_add(1, Ordering::Relaxed) + 1;
        Self { driver: Box::new(driver), number, failure: Mutex::new(None) }
    }

    /// Panics for operands of two devices, which it names.
    #[track_caller]
    pub(crate) fn assert_same([first, other]: [&Arc<Self>; 2], [what, beside]: [&str; 2]) {
        assert!(Arc::ptr_eq(first, other), "{what} of the GPU {first}, and {beside} of another, {other}");
    }

    /// The error for an operand of another device than the others.
    pub(crate) fn mixed(&self, other: &Self) -> EngineError {
        EngineError::OtherDevice { first: self.to_string(), other: other.to_string() }
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

    /// Whether it computes no more.
    pub(crate) fn has_failed(&self) -> bool {
        self.state().is_err()
    }

    /// Whether anything has failed.
    fn state(&self) -> Result<(), EngineError> {
        match &*self.failure.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(EngineError::Poisoned { by: Box::new(failure.clone()) }),
            None => Ok(()),
        }
    }
}

/// The name, and the number.
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (number {})", self.driver.info().name, self.number)
    }
}
