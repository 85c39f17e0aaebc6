//! Words of the torus.

use bytemuck::Pod;
use papilio_ntt::complex::TorusWord;
use papilio_ring::sample::SeededUniform;
use zeroize::DefaultIsZeroes;

/// A number of the torus in as many bits, in two's complement.
pub(crate) trait Word: TorusWord + Pod + DefaultIsZeroes + Send + Sync {
    const BITS: u32;

    /// The number nearest to one of 32 bits.
    fn rounded(x: u32) -> Self;
    /// The same number in 32 bits.
    fn widened(self) -> u32;
    /// The lowest bits.
    fn low(x: i64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The words of vector `index` of a seed.
    fn fill(uniform: &SeededUniform, index: u64, out: &mut [Self]);
    /// Appends the bytes, little-endian.
    fn write(self, out: &mut Vec<u8>);
    /// The words of bytes, as many as these are.
    fn read(bytes: &[u8]) -> Vec<Self>;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn rounded(x: u32) -> Self {
                let below = u32::BITS - Self::BITS;
                (x.wrapping_add((1 << below) >> 1) >> below) as Self
            }
            #[inline]
            fn widened(self) -> u32 {
                u32::from(self) << (u32::BITS - Self::BITS)
            }
            #[inline]
            fn low(x: i64) -> Self {
                x as Self
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn fill(uniform: &SeededUniform, index: u64, out: &mut [Self]) {
                uniform.fill_words(index, out, Self::from_le_bytes);
            }
            fn write(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Vec<Self> {
                bytes.as_chunks().0.iter().map(|word| Self::from_le_bytes(*word)).collect()
            }
        }
    };
}

word!(u16);
word!(u32);
