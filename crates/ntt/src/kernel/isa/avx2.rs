//! AVX2: eight words of 32 bits, or four of 64. Sixteen registers, no masks, no 64-bit products and
//! no unsigned comparisons.

pub(in crate::kernel) mod words32;
pub(in crate::kernel) mod words64;
