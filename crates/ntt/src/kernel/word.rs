//! The words that there are kernels for.

use super::{Available, Kernel, ROWS32, ROWS64, Registry, StageRow};
use papilio_field::Word;

/// A word of residues, with its kernels: `u32` and `u64`.
pub trait KernelWord: Word {
    /// The functions of a kernel for words of this width beyond transforms and vector operations.
    #[doc(hidden)]
    type Stages: Sync + 'static;

    /// Every kernel in the build, the preferred one first.
    #[doc(hidden)]
    fn registry() -> Registry<Self>;

    /// The kernels that run here.
    #[doc(hidden)]
    fn available() -> &'static [&'static Kernel<Self>];
}

impl KernelWord for u32 {
    type Stages = ();

    fn registry() -> Registry<Self> {
        Registry::of(ROWS32)
    }

    fn available() -> &'static [&'static Kernel<Self>] {
        static AVAILABLE: Available<u32> = Available::new();
        AVAILABLE.rows()
    }
}

impl KernelWord for u64 {
    type Stages = StageRow;

    fn registry() -> Registry<Self> {
        Registry::of(ROWS64)
    }

    fn available() -> &'static [&'static Kernel<Self>] {
        static AVAILABLE: Available<u64> = Available::new();
        AVAILABLE.rows()
    }
}
