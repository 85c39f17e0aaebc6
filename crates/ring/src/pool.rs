//! Words of large polynomials, used again and again.
//!
//! A polynomial takes megabytes, which allocators map anew for every temporary one and give back
//! soon after: the system then clears each page at its first use, for longer than a transform
//! takes. So buffers that are dropped are kept, for all threads together: those that one drops,
//! keys say, are often made by another.
//!
//! A buffer knows whether its words are *secret*. Secret words are erased when it is dropped or
//! cut, before its memory is kept or given back, so that the store holds public words alone: those
//! of ciphertexts and evaluation keys. A copy of a secret buffer is secret, and whatever an
//! operation of [`crate::Poly`] makes of a secret polynomial; what is made of it limb by limb
//! starts from [`PooledVec::secret`] or [`crate::Poly::secret`]. Only [`PooledVec::publish`] ends
//! it, where a secret has been masked: forgotten, it costs time and nothing else.
//!
//! Memory that is used again is not cleared first, which would cost as much as a tenth of a product
//! of ciphertexts. `unspecified` is therefore no part of the documented interface of this crate,
//! whose constructors write every word; what it shows of other polynomials is public.

use crate::memory::Memory;
use core::ops::{Deref, DerefMut};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zeroize::Zeroize;

/// Smaller buffers are left to the allocator, which keeps such itself.
const LEAST: usize = 1 << 12;
/// Most words that are kept: half a gigabyte, about the rotation keys of one secret.
const MOST: usize = 1 << 26;

/// A vector of words whose memory is kept when it is dropped, unless it came from elsewhere as a
/// vector.
pub struct PooledVec {
    words: Memory,
    /// Erased when dropped.
    secret: bool,
    /// Given back to the allocator when dropped: words from outside would fill the store of a
    /// thread that only reads.
    foreign: bool,
}

#[derive(Default)]
struct Store {
    /// By capacity.
    free: BTreeMap<usize, Vec<Memory>>,
    words: usize,
}

impl Store {
    const EMPTY: Self = Self { free: BTreeMap::new(), words: 0 };

    /// Memory that holds `len` words, and not many more.
    fn take(&mut self, len: usize) -> Option<Memory> {
        let (&capacity, _) = self.free.range(len..=len + len / 2).next()?;
        self.remove(capacity)
    }

    fn remove(&mut self, capacity: usize) -> Option<Memory> {
        let alike = self.free.get_mut(&capacity)?;
        let memory = alike.pop();
        if alike.is_empty() {
            self.free.remove(&capacity);
        }
        self.words -= capacity;
        memory
    }

    /// Keeps memory, if need be instead of some of other sizes, which were of use before; or
    /// returns it.
    fn put(&mut self, memory: Memory, most: usize) -> Option<Memory> {
        let capacity = memory.capacity();
        if capacity > most {
            return Some(memory);
        }
        while self.words + capacity > most {
            let Some(other) = self.free.keys().copied().find(|&other| other != capacity) else { return Some(memory) };
            self.remove(other);
        }
        self.words += capacity;
        self.free.entry(capacity).or_default().push(memory);
        None
    }
}

static STORE: Mutex<Store> = Mutex::new(Store::EMPTY);

/// The store. Its code leaves it sound wherever it might panic.
fn store() -> MutexGuard<'static, Store> {
    STORE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PooledVec {
    /// `len` words of any value, all of which will be written.
    #[doc(hidden)]
    #[must_use]
    pub fn unspecified(len: usize) -> Self {
        let kept = Self::kept(len);
        Self::public(kept.unwrap_or_else(|| Memory::zero(len)))
    }

    /// `len` words of any value, all of which will be written: secret ones or public ones.
    pub(crate) fn buffer(len: usize, secret: bool) -> Self {
        if secret { Self::secret(len) } else { Self::unspecified(len) }
    }

    /// `len` words of any value that were used before.
    fn kept(len: usize) -> Option<Memory> {
        let mut memory = if len < LEAST { None } else { store().take(len) }?;
        memory.set_len(len);
        Some(memory)
    }

    fn public(words: Memory) -> Self {
        Self { words, secret: false, foreign: false }
    }

    /// [`Self::unspecified`] for secret words, which are erased when dropped.
    #[doc(hidden)]
    #[must_use]
    pub fn secret(len: usize) -> Self {
        let mut buffer = Self::unspecified(len);
        buffer.secret = true;
        buffer
    }

    /// `len` zeros: many that were not used before are not touched, so that the threads that write
    /// them can be the first to do so.
    #[must_use]
    pub fn zero(len: usize) -> Self {
        let Some(mut words) = Self::kept(len) else { return Self::public(Memory::zero(len)) };
        words.fill(0);
        Self::public(words)
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
        if self.secret && len < self.words.len() {
            papilio_field::erase(&mut self.words[len..]);
        }
        self.words.set_len(len.min(self.words.len()));
    }

    /// Whether the words are erased when dropped.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// From here on the words are secret if those that they are combined with are.
    pub(crate) fn combined_with(&mut self, other: &Self) {
        self.secret |= other.secret;
    }

    /// From here on the words are public: those of a ciphertext, in which what was secret is
    /// masked.
    pub fn publish(&mut self) {
        self.secret = false;
    }
}

impl From<Vec<u64>> for PooledVec {
    fn from(words: Vec<u64>) -> Self {
        Self { words: Memory::Heap(words), secret: false, foreign: true }
    }
}

impl PartialEq for PooledVec {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for PooledVec {}

impl Clone for PooledVec {
    fn clone(&self) -> Self {
        let mut copy = Self::copy_of(self);
        copy.secret = self.secret;
        copy
    }
}

/// Words may be secret: their number alone is printed.
impl core::fmt::Debug for PooledVec {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "PooledVec({} words)", self.words.len())
    }
}

impl Deref for PooledVec {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.words
    }
}

impl DerefMut for PooledVec {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

impl Zeroize for PooledVec {
    fn zeroize(&mut self) {
        papilio_field::erase(&mut self.words);
    }
}

impl Drop for PooledVec {
    fn drop(&mut self) {
        if self.secret {
            self.zeroize();
        }
        if !self.foreign && self.words.capacity() >= LEAST {
            // Memory that is not kept is freed when the store is open to others again.
            let rest = store().put(core::mem::take(&mut self.words), MOST);
            drop(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests may have taken the memory before, or have left some that fits better.
    #[test]
    fn memory_is_used_again_by_any_thread_and_zeros_are_zeros() {
        let size = 200 * LEAST + 123;
        let is_used_again = |_| {
            let first = std::thread::spawn(move || {
                let mut first = PooledVec::zero(size);
                first.fill(7);
                first.as_ptr() as usize
            });
            let address = first.join().expect("a thread");
            let second = PooledVec::zero(size);
            assert!(second.iter().all(|&x| x == 0));
            second.as_ptr() as usize == address
        };
        assert!((0..16).any(is_used_again));
        assert_eq!(PooledVec::copy_of(&[1, 2, 3]).clone()[..], [1, 2, 3]);
    }

    #[test]
    fn no_more_is_kept_than_is_allowed_and_other_sizes_make_room() {
        let mut store = Store::EMPTY;
        let memory = |len| Memory::Heap(Vec::with_capacity(len));
        for (size, kept, words) in [(60, true, 60), (50, true, 50), (50, true, 100), (50, false, 100), (101, false, 100)] {
            assert_eq!((store.put(memory(size), 100).is_none(), store.words), (kept, words), "{size}");
        }
        assert!(store.take(30).is_none() && store.take(51).is_none());
        assert_eq!((store.take(40).map(|memory| memory.capacity()), store.words), (Some(50), 50));
    }

    /// How often a word occurs in what is kept.
    fn kept(word: u64) -> usize {
        store().free.values().flatten().flat_map(|memory| memory.iter()).filter(|&&x| x == word).count()
    }

    /// Other tests have buffers of about this size, and may take one that was just dropped.
    #[test]
    fn secret_words_are_erased_before_their_memory_is_kept() {
        let (size, public, word) = (40 * LEAST + 777, 0x9B11_C9B1_1C9B_11C9, 0x5EC2_E75E_C2E7_5EC2);
        let drop_one = |mut buffer: PooledVec, word| {
            buffer.fill(word);
            drop(buffer);
            kept(word)
        };
        let mut drops = (0..16).map(|_| drop_one(PooledVec::unspecified(size), public));
        assert!(drops.any(|kept| kept >= size), "public words are kept as they are");
        assert_eq!(drop_one(PooledVec::secret(size), word), 0, "secret words");
        let mut original = PooledVec::secret(size);
        original.fill(word);
        let copy = original.clone();
        assert!(copy.is_secret() && copy[..] == original[..]);
        let mut sum = PooledVec::unspecified(size);
        sum.combined_with(&copy);
        sum.copy_from_slice(&copy);
        assert!(sum.is_secret());
        drop((original, copy, sum));
        assert_eq!(kept(word), 0, "copies and sums");
        let mut published = PooledVec::secret(size);
        published.publish();
        assert!(!published.is_secret());
        assert_eq!(format!("{published:?}"), format!("PooledVec({size} words)"));
    }

    /// Words of this process, be they of a vector or past its end.
    #[cfg(target_os = "linux")]
    fn memory(address: usize, len: usize) -> Vec<u64> {
        use std::os::unix::fs::FileExt;
        let mut bytes = vec![0; len * size_of::<u64>()];
        let memory = std::fs::File::open("/proc/self/mem").expect("the memory of this process");
        memory.read_exact_at(&mut bytes, address as u64).expect("mapped memory");
        bytes.as_chunks().0.iter().map(|&word| u64::from_ne_bytes(word)).collect()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn secret_words_that_are_cut_away_are_erased() {
        let (size, word) = (LEAST + 555, 0xC07A_3A7C_07A3_A7C0);
        for (secret, len) in [true, false].into_iter().flat_map(|secret| [0, 1, size - 1, size].map(|len| (secret, len))) {
            let mut buffer = PooledVec::buffer(size, secret);
            buffer.fill(word);
            let address = buffer.as_ptr() as usize;
            buffer.truncate(len);
            assert_eq!(buffer[..], vec![word; len]);
            let rest = if secret { 0 } else { word };
            assert_eq!(memory(address, size), [vec![word; len], vec![rest; size - len]].concat(), "{len} words of {size} stay");
        }
    }

    #[test]
    fn vectors_from_elsewhere_are_not_kept() {
        let size = LEAST + 321;
        drop(PooledVec::from(vec![1; size]));
        assert!(!store().free.contains_key(&size));
    }
}
