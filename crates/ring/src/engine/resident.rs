//! Tables that an engine made of those of the host.

use core::any::Any;
use core::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Which engine tables are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The one that asks for them.
    Asking,
    /// Another one.
    Other,
    /// Another one, which has failed and computes no more.
    Gone,
}

/// Beside the tables of the host, what engines made of them at their first use. Copies of the
/// tables share it, and it is dropped with the last one.
#[derive(Clone, Default)]
pub struct Resident(Arc<Mutex<Vec<Arc<dyn Any + Send + Sync>>>>);

impl Resident {
    /// The tables of the engine that asks: those of this type that are its own, or else new ones,
    /// in the place of those of engines that are gone.
    ///
    /// # Errors
    /// The failure to make them, which is tried again at the next use.
    pub fn get<T: Any + Send + Sync, E>(
        &self,
        owner: impl Fn(&T) -> Owner,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        // Tables are pushed whole, wherever making them might panic.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = all.iter().filter_map(|tables| tables.clone().downcast::<T>().ok());
        if let Some(found) = found.find(|tables| owner(tables) == Owner::Asking) {
            return Ok(found);
        }
        all.retain(|tables| tables.downcast_ref::<T>().map(&owner) != Some(Owner::Gone));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_engines_that_are_gone_make_room() {
        let (resident, mut gone) = (Resident::default(), vec![1, 2]);
        let get = |gone: &[u32], engine: u32| {
            let owner = |tables: &u32| match *tables {
                own if own == engine => Owner::Asking,
                other if gone.contains(&other) => Owner::Gone,
                _ => Owner::Other,
            };
            *resident.get(owner, || Ok::<_, ()>(engine)).expect("made")
        };
        let count = || resident.0.lock().expect("lock").len();
        // Tables of another type are not asked about.
        resident.get(|_: &&str| Owner::Gone, || Ok::<_, ()>("other tables")).expect("made");
        assert_eq!([0, 1, 2].map(|engine| get(&[], engine)), [0, 1, 2]);
        assert_eq!((get(&gone, 2), count()), (2, 4), "nothing is made, and nothing goes");
        assert_eq!((get(&gone, 3), count()), (3, 3));
        gone.push(3);
        assert_eq!((get(&gone, 0), get(&gone, 4), count()), (0, 4, 3));
    }
}
