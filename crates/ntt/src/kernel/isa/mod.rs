//! Instruction sets: the lanes of each, and its kernels.

#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) mod avx2fma;
#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) mod avx512;
#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) mod avx512ifma;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(in crate::kernel) mod methods;
#[cfg(target_arch = "aarch64")]
pub(in crate::kernel) mod neon;
pub(in crate::kernel) mod scalar;
#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) mod shells;
