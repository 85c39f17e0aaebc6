//! Tables that an engine made of those of the host.

use core::any::Any;
use core::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Beside the tables of the host, what engines made of them at their first use. Copies of the
/// tables share it, and it is dropped with the last one.
#[derive(Clone, Default)]
pub struct Resident(Arc<Mutex<Vec<Arc<dyn Any + Send + Sync>>>>);

impl Resident {
    /// The tables of an engine: those of this type that are its own, or else new ones.
    ///
    /// # Errors
    /// The failure to make them, which is tried again at the next use.
    pub fn get<T: Any + Send + Sync, E>(
        &self,
        is_own: impl Fn(&T) -> bool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        // Tables are pushed whole, wherever making them might panic.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter().filter_map(|tables| tables.clone().downcast::<T>().ok()).find(|tables| is_own(tables));
        if let Some(found) = found {
            return Ok(found);
        }
        let made = Arc::new(make()?);
        all.push(made.clone());
        Ok(made)
    }
}

impl fmt::Debug for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.lock().unwrap_or_else(PoisonError::into_inner).len();
        write!(f, "Resident(tables of {count} engines)")
    }
}
