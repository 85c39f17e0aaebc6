//! Words of large polynomials, used again and again.
//!
//! A polynomial takes megabytes, which allocators map anew for every temporary one and give back soon after: the system then clears
//! each page at its first use, for longer than a transform takes. So every thread keeps buffers that were dropped.

use core::cell::RefCell;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::collections::BTreeMap;
use zeroize::Zeroize;

/// Smaller buffers are left to the allocator, which keeps such itself.
const LEAST: usize = 1 << 12;
/// Most words that all threads keep: half a gigabyte, about the rotation keys of one secret.
const MOST: usize = 1 << 26;
/// Words that they keep.
static KEPT: AtomicUsize = AtomicUsize::new(0);

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
}

impl Store {
    /// A vector that holds so many words, and not many more.
    fn take(&mut self, len: usize) -> Option<Vec<u64>> {
        let (&capacity, vectors) = self.free.range_mut(len..=len + len / 2).next()?;
        let vector = vectors.pop();
        if vectors.is_empty() {
            self.free.remove(&capacity);
        }
        KEPT.fetch_sub(vector.as_ref().map_or(0, Vec::capacity), Relaxed);
        vector
    }

    fn put(&mut self, vector: Vec<u64>) {
        let capacity = vector.capacity();
        if capacity < LEAST {
            return;
        }
        if KEPT.fetch_add(capacity, Relaxed) + capacity <= MOST {
            self.free.entry(capacity).or_default().push(vector);
        } else {
            KEPT.fetch_sub(capacity, Relaxed);
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let words: usize = self.free.values().flatten().map(Vec::capacity).sum();
        KEPT.fetch_sub(words, Relaxed);
    }
}

thread_local! {
    static STORE: RefCell<Store> = RefCell::default();
}

impl Buffer {
    /// So many words of any value: for those that will all be written.
    #[must_use]
    pub fn unspecified(len: usize) -> Self {
        let kept = if len < LEAST { None } else { STORE.with_borrow_mut(|store| store.take(len)) };
        let mut words = kept.unwrap_or_default();
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
        if self.foreign {
            return;
        }
        let words = core::mem::take(&mut self.words);
        // A thread that ends has no store left: then the memory is freed.
        let _ = STORE.try_with(|store| store.try_borrow_mut().map(|mut store| store.put(words)));
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

    /// Words that this thread keeps.
    fn own() -> usize {
        STORE.with_borrow(|store| store.free.values().flatten().map(Vec::capacity).sum())
    }

    #[test]
    fn threads_keep_no_more_than_their_share_and_nothing_when_they_end() {
        let kept = || {
            let buffers: Vec<_> = (0..3).map(|_| Buffer::unspecified(MOST / 2)).collect();
            drop(buffers);
            own()
        };
        let kept = [(); 2].map(|()| std::thread::spawn(kept).join().expect("a thread"));
        // Of the first thread nothing is left when the second one runs; other tests keep little.
        assert!(kept.iter().all(|words| (MOST / 2..=MOST).contains(words)), "{kept:?}");
    }

    #[test]
    fn vectors_from_elsewhere_are_not_kept() {
        let before = own();
        drop(Buffer::from(vec![1; LEAST]));
        assert_eq!(own(), before);
    }
}
