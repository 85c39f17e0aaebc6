//! The words that residues are stored in.

use core::fmt::Debug;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// A word of storage: `u16` for primes below `2^15`, `u32` for those below `2^32`, `u64` for those
/// below `2^62`.
pub trait Word: sealed::Sealed + Copy + Ord + Default + Debug + Send + Sync + 'static {
    /// Bits of the word.
    const BITS: u32;

    /// The low bits of a 64-bit word.
    fn truncate(word: u64) -> Self;

    /// The word, zero-extended.
    fn extend(self) -> u64;
}

impl Word for u16 {
    const BITS: u32 = 16;

    #[inline(always)]
    fn truncate(word: u64) -> Self {
        word as Self
    }

    #[inline(always)]
    fn extend(self) -> u64 {
        u64::from(self)
    }
}

impl Word for u32 {
    const BITS: u32 = 32;

    #[inline(always)]
    fn truncate(word: u64) -> Self {
        word as Self
    }

    #[inline(always)]
    fn extend(self) -> u64 {
        u64::from(self)
    }
}

impl Word for u64 {
    const BITS: u32 = 64;

    #[inline(always)]
    fn truncate(word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn extend(self) -> u64 {
        self
    }
}
