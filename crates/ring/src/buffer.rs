//! Words of large polynomials, used again and again.
//!
//! A polynomial takes megabytes, which allocators map anew for every temporary one and give back soon after: the system then clears
//! each page at its first use, for longer than a transform takes. So buffers that are dropped are kept: some by the thread, for its
//! temporary ones, and more by all threads together, since keys are not always dropped where the next ones are made.

use core::cell::RefCell;
use core::ops::{Deref, DerefMut};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use zeroize::Zeroize;

/// Smaller buffers are left to the allocator, which keeps such itself.
const LEAST: usize = 1 << 12;
/// Most words that a thread keeps for itself.
const MOST: usize = 1 << 22;
/// Most words that are kept for all: half a gigabyte, about the rotation keys of one secret.
const MOST_SHARED: usize = 1 << 26;

/// A vector of words whose memory is kept by the thread that drops it, unless it came from elsewhere as a vector.
#[derive(Debug)]
pub struct Buffer {
    words: Vec<u64>,
    /// Given back to the allocator when dropped: words from outside would fill the store of a thread that only reads.
    foreign: bool,
}

#[derive(Default)]
struct Store {
    /// By capacity.
    free: BTreeMap<usize, Vec<Vec<u64>>>,
    words: usize,
}

impl Store {
    const EMPTY: Self = Self { free: BTreeMap::new(), words: 0 };

    /// A vector that holds so many words, and not many more.
    fn take(&mut self, len: usize) -> Option<Vec<u64>> {
        let (&capacity, _) = self.free.range(len..=len + len / 2).next()?;
        self.remove(capacity)
    }

    fn remove(&mut self, capacity: usize) -> Option<Vec<u64>> {
        let vectors = self.free.get_mut(&capacity)?;
        let vector = vectors.pop();
        if vectors.is_empty() {
            self.free.remove(&capacity);
        }
        self.words -= capacity;
        vector
    }

    /// Keeps a vector, or returns it if there were more than `most` words with it.
    fn put(&mut self, vector: Vec<u64>, most: usize) -> Option<Vec<u64>> {
        let capacity = vector.capacity();
        if self.words + capacity > most {
            return Some(vector);
        }
        self.words += capacity;
        self.free.entry(capacity).or_default().push(vector);
        None
    }

    /// As [`Self::put`], instead of vectors of other sizes, which were of use before.
    fn put_instead(&mut self, vector: Vec<u64>, most: usize) -> Option<Vec<u64>> {
        let capacity = vector.capacity();
        while capacity <= most && self.words + capacity > most {
            let Some(other) = self.free.keys().copied().find(|&other| other != capacity) else { return Some(vector) };
            self.remove(other);
        }
        self.put(vector, most)
    }
}

thread_local! {
    static STORE: RefCell<Store> = const { RefCell::new(Store::EMPTY) };
}

static SHARED: Mutex<Store> = Mutex::new(Store::EMPTY);

fn take(len: usize) -> Option<Vec<u64>> {
    if len < LEAST {
        return None;
    }
    let own = STORE.with_borrow_mut(|store| store.take(len));
    own.or_else(|| SHARED.lock().unwrap_or_else(PoisonError::into_inner).take(len))
}

fn put(vector: Vec<u64>) {
    if vector.capacity() < LEAST {
        return;
    }
    // A thread that ends has no store left.
    let mut left = Some(vector);
    let _ = STORE.try_with(|store| {
        if let Ok(mut store) = store.try_borrow_mut() {
            left = left.take().and_then(|vector| store.put(vector, MOST));
        }
    });
    if let Some(vector) = left {
        let left = SHARED.lock().unwrap_or_else(PoisonError::into_inner).put_instead(vector, MOST_SHARED);
        // Freed when the others can go on.
        drop(left);
    }
}

impl Buffer {
    /// So many words of any value: for those that will all be written.
    #[must_use]
    pub fn unspecified(len: usize) -> Self {
        let mut words = take(len).unwrap_or_default();
        words.resize(len, 0);
        Self { words, foreign: false }
    }

    /// So many zeros.
    #[must_use]
    pub fn zero(len: usize) -> Self {
        let mut buffer = Self::unspecified(len);
        buffer.fill(0);
        buffer
    }

    /// A copy of words.
    #[must_use]
    pub fn copy_of(words: &[u64]) -> Self {
        let mut buffer = Self::unspecified(words.len());
        buffer.copy_from_slice(words);
        buffer
    }

    /// Keeps the first words.
    pub fn truncate(&mut self, len: usize) {
        self.words.truncate(len);
    }
}

impl From<Vec<u64>> for Buffer {
    fn from(words: Vec<u64>) -> Self {
        Self { words, foreign: true }
    }
}

impl PartialEq for Buffer {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Eq for Buffer {}

impl Clone for Buffer {
    fn clone(&self) -> Self {
        Self::copy_of(self)
    }
}

impl Deref for Buffer {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.words
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

impl Zeroize for Buffer {
    fn zeroize(&mut self) {
        self.words.as_mut_slice().zeroize();
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if !self.foreign {
            put(core::mem::take(&mut self.words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_used_again_and_zeros_are_zeros() {
        let mut first = Buffer::zero(LEAST);
        first.fill(7);
        let address = first.as_ptr();
        drop(first);
        let second = Buffer::zero(LEAST);
        assert_eq!(second.as_ptr(), address);
        assert!(second.iter().all(|&x| x == 0));
        assert_eq!(Buffer::copy_of(&[1, 2, 3]).clone()[..], [1, 2, 3]);
    }

    #[test]
    fn what_a_thread_drops_another_takes() {
        let size = MOST + LEAST;
        let address = std::thread::spawn(move || Buffer::unspecified(size).as_ptr() as usize).join().expect("a thread");
        assert_eq!(Buffer::unspecified(size).as_ptr() as usize, address);
    }

    #[test]
    fn no_more_is_kept_than_is_allowed_and_old_sizes_make_room() {
        let mut store = Store::EMPTY;
        let vector = |len| Vec::with_capacity(len);
        assert!(store.put(vector(60), 100).is_none());
        assert!(store.put(vector(50), 100).is_some());
        assert!(store.put_instead(vector(50), 100).is_none());
        assert!(store.put_instead(vector(50), 100).is_none());
        assert!(store.put_instead(vector(50), 100).is_some(), "there is no other size to make room");
        assert!(store.put_instead(vector(101), 100).is_some());
        assert!(store.words == 100 && store.take(30).is_none() && store.take(40).is_some());
    }

    #[test]
    fn vectors_from_elsewhere_are_not_kept() {
        let words = || STORE.with_borrow(|store| store.words);
        let before = words();
        drop(Buffer::from(vec![1; LEAST]));
        assert_eq!(words(), before);
    }
}
