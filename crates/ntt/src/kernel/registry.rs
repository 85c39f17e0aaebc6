//! The kernels of the build, in order of preference. Unit tests have the scalar kernels alone: the
//! integration tests run over the others, which are then compiled once.

use crate::kernel::available::Available;
use crate::kernel::implementation::{Kernel, KernelWord, Registry};
#[cfg(all(target_arch = "aarch64", not(test)))]
use crate::kernel::isa::neon;
use crate::kernel::isa::scalar;
#[cfg(all(target_arch = "x86_64", not(test)))]
use crate::kernel::isa::{avx2, avx2fma, avx512, avx512ifma};
use crate::kernel::stage::StageKernel;
use papilio_field::Modulus;

/// Kernels for primes below `2^62`.
pub(crate) static KERNELS64: &[&Kernel<u64>] = &[
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx512ifma::KERNEL,
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx512::doubles::KERNEL,
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx512::words64::KERNEL,
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx2fma::KERNEL,
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx2::words64::KERNEL,
    #[cfg(all(target_arch = "aarch64", not(test)))]
    &neon::doubles::KERNEL,
    #[cfg(all(target_arch = "aarch64", not(test)))]
    &neon::words64::KERNEL,
    &scalar::KERNEL64,
];

/// Kernels for primes below `2^32`.
pub(crate) static KERNELS32: &[&Kernel<u32>] = &[
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx512::words32::KERNEL,
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx2::words32::KERNEL,
    #[cfg(all(target_arch = "aarch64", not(test)))]
    &neon::words32::KERNEL,
    &scalar::KERNEL32,
];

/// Kernels for primes below `2^15`.
pub(crate) static KERNELS16: &[&Kernel<u16>] = &[
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx512::words16::KERNEL,
    #[cfg(all(target_arch = "x86_64", not(test)))]
    &avx2::words16::KERNEL,
    &scalar::KERNEL16,
];

impl KernelWord for u16 {
    type Stages = ();

    fn registry() -> Registry<Self> {
        Registry::of(KERNELS16)
    }

    fn available() -> &'static [&'static Kernel<Self>] {
        static AVAILABLE: Available<u16> = Available::new();
        AVAILABLE.kernels()
    }
}

impl KernelWord for u32 {
    type Stages = ();

    fn registry() -> Registry<Self> {
        Registry::of(KERNELS32)
    }

    fn available() -> &'static [&'static Kernel<Self>] {
        static AVAILABLE: Available<u32> = Available::new();
        AVAILABLE.kernels()
    }
}

impl KernelWord for u64 {
    type Stages = StageKernel;

    fn registry() -> Registry<Self> {
        Registry::of(KERNELS64)
    }

    fn available() -> &'static [&'static Kernel<Self>] {
        static AVAILABLE: Available<u64> = Available::new();
        AVAILABLE.kernels()
    }
}

impl Kernel<u64> {
    /// The kernel whose stages take a prime: this one, or the scalar one.
    pub(crate) fn for_stage(&'static self, modulus: &Modulus) -> &'static Self {
        if modulus.bits() <= self.stages.max_bits { self } else { &scalar::KERNEL64 }
    }
}
