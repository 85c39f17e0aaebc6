//! The words that residues are stored in.

use crate::kernel::{Kernel, Registry, StageRow};
use core::fmt::Debug;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// A word of storage: `u32` for primes below `2^32`, `u64` for those below `2^62`.
pub trait Word: sealed::Sealed + Copy + Ord + Default + Debug + Send + Sync + 'static {
    /// Bits of the word.
    const BITS: u32;
    /// What a row of kernels does for words of this width beyond transforms and vector operations.
    #[doc(hidden)]
    type Stages: Sync + 'static;

    /// The low bits of a 64-bit word.
    fn truncate(word: u64) -> Self;

    /// The word, zero-extended.
    fn extend(self) -> u64;

    /// Every row of kernels in the build, the preferred one first.
    #[doc(hidden)]
    fn registry() -> Registry<Self>;

    /// Those that run here.
    #[doc(hidden)]
    fn available() -> &'static [&'static Kernel<Self>];
}

impl Word for u32 {
    const BITS: u32 = 32;
    type Stages = ();

    #[inline(always)]
    fn truncate(word: u64) -> Self {
        word as Self
    }

    #[inline(always)]
    fn extend(self) -> u64 {
        u64::from(self)
    }

    fn registry() -> Registry<Self> {
        Registry::of(crate::kernel::ROWS32)
    }

    fn available() -> &'static [&'static Kernel<Self>] {
        static AVAILABLE: crate::kernel::Available<u32> = crate::kernel::Available::new();
        AVAILABLE.rows()
    }
}

impl Word for u64 {
    const BITS: u32 = 64;
    type Stages = StageRow;

    #[inline(always)]
    fn truncate(word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn extend(self) -> u64 {
        self
    }

    fn registry() -> Registry<Self> {
        Registry::of(crate::kernel::ROWS64)
    }

    fn available() -> &'static [&'static Kernel<Self>] {
        static AVAILABLE: crate::kernel::Available<u64> = crate::kernel::Available::new();
        AVAILABLE.rows()
    }
}
