//! AVX2: eight words of 32 bits, or four of 64. Sixteen registers, no masks, no 64-bit products and no unsigned comparisons.

pub(super) mod words32;
pub(super) mod words64;
