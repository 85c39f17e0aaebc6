//! Memory of vectors of words: the allocator's, and for long ones pages from the system.
//!
//! The system clears a page at its first use: 0.7 s for a gibibyte in pages of 4 KiB, and four to
//! six times less in pages of 2 MiB, which Linux gives to those who ask. Each thread should be the
//! first to touch its own part.

use core::ops::{Deref, DerefMut};
use memmap2::MmapMut;

/// Shorter vectors are the allocator's: it uses memory again, and a whole number of huge pages
/// would be a fifth more than they need.
const LEAST_MAPPED: usize = 1 << 20;
/// Words of a huge page. Linux aligns a mapping to them when its length is a multiple.
const HUGE_PAGE: usize = 1 << 18;

/// Words whose number may change up to a capacity.
pub(crate) enum Memory {
    Heap(Vec<u64>),
    /// The words in use are the first.
    Mapped(MmapMut, usize),
}

impl Memory {
    /// Zeros, in memory that was not touched where there are many.
    pub(crate) fn zero(len: usize) -> Self {
        if len < LEAST_MAPPED {
            return Self::Heap(vec![0; len]);
        }
        match MmapMut::map_anon(len.next_multiple_of(HUGE_PAGE).saturating_mul(size_of::<u64>())) {
            Ok(map) => {
                // A system without huge pages gives others.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Self::Mapped(map, len)
            }
            // The allocator says what is wrong.
            Err(_) => Self::Heap(vec![0; len]),
        }
    }

    /// Words that fit without other memory.
    pub(crate) fn capacity(&self) -> usize {
        match self {
            Self::Heap(words) => words.capacity(),
            Self::Mapped(map, _) => map.len() / size_of::<u64>(),
        }
    }

    /// Changes the number of words, those that are new of any value.
    ///
    /// # Panics
    /// Beyond the capacity.
    pub(crate) fn set_len(&mut self, to: usize) {
        assert!(to <= self.capacity(), "{to} words in memory for {}", self.capacity());
        match self {
            Self::Heap(words) => words.resize(to, 0),
            Self::Mapped(_, len) => *len = to,
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::Heap(Vec::new())
    }
}

impl Deref for Memory {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match self {
            Self::Heap(words) => words,
            Self::Mapped(map, len) => &bytemuck::cast_slice(map)[..*len],
        }
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Self::Heap(words) => words,
            Self::Mapped(map, len) => &mut bytemuck::cast_slice_mut(map)[..*len],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_when_their_number_changes() {
        for len in [0, 1, LEAST_MAPPED - 1, LEAST_MAPPED, LEAST_MAPPED + 1, 5 * HUGE_PAGE] {
            let mut memory = Memory::zero(len);
            assert_eq!(matches!(memory, Memory::Mapped(..)), len >= LEAST_MAPPED, "{len} words");
            assert!(memory.len() == len && memory.iter().all(|&x| x == 0), "{len} words");
            assert!((len..=len + HUGE_PAGE).contains(&memory.capacity()), "{len} words");
            memory.fill(7);
            memory.set_len(len / 2);
            assert!(memory.len() == len / 2 && memory.iter().all(|&x| x == 7), "{len} words");
            memory.set_len(len);
            assert!(memory.len() == len && memory[..len / 2].iter().all(|&x| x == 7), "{len} words");
        }
    }

    #[test]
    #[should_panic(expected = "words in memory for")]
    fn no_word_lies_beyond_the_capacity() {
        let mut memory = Memory::zero(LEAST_MAPPED + 1);
        memory.set_len(memory.capacity() + 1);
    }
}
