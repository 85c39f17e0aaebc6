//! The portable kernels: any odd prime that the words hold, any length, one word at a time.

pub(in crate::kernel) mod doubles;

use crate::kernel::butterfly::class::Class;
use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use crate::kernel::stage::words64;
use crate::kernel::transform::reverse::Reverse;
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise::{Factors, Pointwise};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::vector::{automorphism, linear_combination, pointwise};
use crate::kernel::{Kernel, StageKernel, Transform, transform};
use papilio_field::Modulus;
use papilio_field::select::mask;

const NAME: &str = "scalar";

pub(in crate::kernel) static KERNEL64: Kernel<u64> = Kernel {
    name: NAME,
    why: "portable 64-bit words",
    available: || true,
    bits: (2, Modulus::MAX_BITS),
    word_bits: 63,
    class: |q| Class::of(q, u64::BITS, <u64 as Integers>::REACH),
    transform: Transform {
        lanes: 1,
        squares: 2,
        max_radix: 8,
        tables: transform::tables_shoup::<u64>,
        forward: transform::forward_shoup::<u64>,
        inverse: transform::inverse_shoup::<u64>,
    },
    pointwise: Pointwise {
        add: pointwise::add::<u64, Prime<u64>>,
        sub: pointwise::sub::<u64, Prime<u64>>,
        negate: pointwise::negate::<u64, Prime<u64>>,
        multiply: pointwise::multiply::<u64, Prime<u64>>,
        scale: pointwise::scale::<u64, Prime<u64>>,
        accumulate,
        shift_reduce: pointwise::shift_reduce::<u64, Prime<u64>>,
        subtract_lazy: pointwise::subtract_lazy::<u64>,
    },
    reverse: Reverse { words: reverse::words::<u64>, rows: reverse::rows::<u64> },
    permute: PermuteFns { to_values: tiled_permutation::to_values_by::<u64>, to_slots: tiled_permutation::to_slots_by::<u64> },
    stages: STAGES,
};

/// Also for kernels without a stage of their own.
pub(in crate::kernel) const STAGES: StageKernel = StageKernel {
    name: NAME,
    linear_combination: linear_combination::PORTABLE,
    automorphism: automorphism::automorphism_from,
    constant: words64::constant,
    bound: words64::bound,
    scratch: words64::scratch,
    apply: words64::stage,
    word_bits: 63,
    max_bits: Modulus::MAX_BITS,
};

pub(in crate::kernel) static KERNEL32: Kernel<u32> = Kernel {
    name: NAME,
    why: "portable 32-bit words",
    available: || true,
    bits: (2, 32),
    word_bits: 32,
    class: |q| Class::of(q, u32::BITS, <u32 as Integers>::REACH),
    transform: Transform {
        lanes: 1,
        squares: 2,
        max_radix: 8,
        tables: transform::tables_32::<u32>,
        forward: transform::forward_32::<u32>,
        inverse: transform::inverse_32::<u32>,
    },
    pointwise: Pointwise {
        add: pointwise::by_width::add::<u32>,
        sub: pointwise::by_width::sub::<u32>,
        negate: pointwise::by_width::negate::<u32>,
        multiply: pointwise::by_width::multiply::<u32>,
        scale: pointwise::by_width::scale::<u32>,
        accumulate: pointwise::by_width::accumulate::<u32>,
        shift_reduce: pointwise::by_width::shift_reduce::<u32>,
        subtract_lazy: pointwise::subtract_lazy::<u32>,
    },
    reverse: Reverse { words: reverse::words::<u32>, rows: reverse::rows::<u32> },
    permute: PermuteFns { to_values: tiled_permutation::to_values_by::<u32>, to_slots: tiled_permutation::to_slots_by::<u32> },
    stages: (),
};

pub(in crate::kernel) static KERNEL16: Kernel<u16> = Kernel {
    name: NAME,
    why: "portable 16-bit words",
    available: || true,
    bits: (2, 15),
    word_bits: 16,
    class: transform::class_16,
    transform: Transform {
        lanes: 1,
        squares: 2,
        max_radix: 8,
        tables: transform::tables_16::<u16>,
        forward: transform::forward_16::<u16>,
        inverse: transform::inverse_16::<u16>,
    },
    pointwise: Pointwise {
        add: pointwise::add::<u16, Prime<u16>>,
        sub: pointwise::sub::<u16, Prime<u16>>,
        negate: pointwise::negate::<u16, Prime<u16>>,
        multiply: pointwise::multiply::<u16, Prime<u16>>,
        scale: pointwise::scale::<u16, Prime<u16>>,
        accumulate: pointwise::accumulate::<u16, Prime<u16>>,
        shift_reduce: pointwise::shift_reduce::<u16, Prime<u16>>,
        subtract_lazy: pointwise::subtract_lazy::<u16>,
    },
    reverse: Reverse { words: reverse::words::<u16>, rows: reverse::rows::<u16> },
    permute: PermuteFns { to_values: tiled_permutation::to_values_by::<u16>, to_slots: tiled_permutation::to_slots_by::<u16> },
    stages: (),
};

/// One word is a vector of one lane.
macro_rules! one_lane {
    ($word:ty, $double:ty) => {
        impl Lanes for $word {
            type Word = Self;
            const WIDTH: usize = 1;

            #[inline(always)]
            unsafe fn load(from: *const Self) -> Self {
                // SAFETY: the caller gives a readable word.
                unsafe { from.read() }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut Self) {
                // SAFETY: the caller gives a writable word.
                unsafe { to.write(self) }
            }
            #[inline(always)]
            unsafe fn splat(word: Self) -> Self {
                word
            }
            #[inline(always)]
            unsafe fn transpose(_: &mut [Self]) {}
        }

        impl Integers for $word {
            const BITS: u32 = <$word>::BITS;
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            unsafe fn mask(self) -> Self {
                self
            }
            #[inline(always)]
            unsafe fn sub_if_msb(self, c: Self) -> Self {
                self.wrapping_sub(if self >> (Self::BITS - 1) == 1 { c } else { 0 })
            }
            #[inline(always)]
            unsafe fn madd_lo(self, a: Self, b: Self) -> Self {
                self.wrapping_add(a.wrapping_mul(b))
            }
            #[inline(always)]
            unsafe fn madd_hi(self, a: Self, b: Self) -> Self {
                self.wrapping_add(((<$double>::from(a) * <$double>::from(b)) >> Self::BITS) as Self)
            }
        }
    };
}

one_lane!(u64, u128);
one_lane!(u32, u64);
one_lane!(u16, u32);

impl Lanes32 for u32 {
    #[inline(always)]
    unsafe fn sub_else_add(self, other: Self, c: Self) -> Self {
        let (difference, below) = self.overflowing_sub(other);
        difference.wrapping_add(c & mask(below) as Self)
    }
}

/// `sum + Σ a·b mod q` in words of 128 bits.
fn accumulate(modulus: &Modulus, sum: &mut [u64], factors: &Factors<'_, u64>) {
    for (i, sum) in sum.iter_mut().enumerate() {
        for pairs in factors.chunks(CHUNK) {
            let products = pairs.iter().map(|(a, b)| u128::from(a[i]) * u128::from(b[i]));
            *sum = modulus.reduce_wide(u128::from(*sum) + products.sum::<u128>());
        }
    }
}

/// Products below 2^124 that a 128-bit sum holds beside a reduced one.
const CHUNK: usize = 8;
