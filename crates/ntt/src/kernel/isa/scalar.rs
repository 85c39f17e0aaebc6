//! The portable kernels: any odd prime that the words hold, any length, one word at a time.

use crate::kernel::butterfly::class::Class;
use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use crate::kernel::transform::reverse::Reverse;
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise::{Factors, Pointwise};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::vector::{automorphism, linear_combination, pointwise};
use crate::kernel::{Kernel, Operands, ProductSharing, StageKernel, StageTable, Transform, transform};
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
    constant: |_, c| c,
    bound: |table| table.modulus.value(),
    scratch: |table| table.nonzero_inputs + table.radix,
    apply: stage,
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

fn subtract(rows: &mut [u64], subtrahend: &[u64], constant: u64) {
    rows.iter_mut().zip(subtrahend).for_each(|(x, &y)| *x = *x + constant - y);
}

/// Products below 2^124 that a 128-bit sum holds beside a reduced one.
const CHUNK: usize = 8;

/// The stage across rows, one column at a time; see [`crate::Stage`]. Outputs are canonical.
fn stage(table: &StageTable, operands: Operands<'_>) {
    let Operands { rows, width, subtrahend, scratch, .. } = operands;
    if let Some(subtrahend) = subtrahend {
        subtract(rows, subtrahend.words, subtrahend.constant);
    }
    let (inputs, outputs) = scratch.split_at_mut(table.nonzero_inputs);
    let outputs = &mut outputs[..table.radix];
    let stride = table.groups * width;
    for block in rows.chunks_exact_mut(table.span * width) {
        for p in 0..table.groups {
            let constants = &table.constants[p * table.per_group..][..table.per_group];
            for column in p * width..(p + 1) * width {
                for (j, x) in inputs.iter_mut().enumerate() {
                    *x = table.modulus.reduce(block[column + j * stride]);
                }
                if table.products == ProductSharing::Dense {
                    dense_outputs(&table.modulus, outputs, inputs, (0, 1), constants);
                } else {
                    shared(table, outputs, inputs, constants);
                }
                for (k, &y) in outputs.iter().enumerate() {
                    block[column + k * stride] = y;
                }
            }
        }
    }
}

/// `y_k = E_k + O_k`, `y_{k+R/2} = E_k − O_k`, level by level.
fn shared(table: &StageTable, y: &mut [u64], x: &[u64], mut constants: &[u64]) {
    let m = &table.modulus;
    y[0] = x[0];
    if !table.first_is_one {
        y[0] = m.mul(x[0], constants[0]);
        constants = &constants[1..];
    }
    let mut half = 1;
    while half < table.radix {
        let step = table.radix / half / 2;
        let (even, odd) = y[..2 * half].split_at_mut(half);
        let used = dense_outputs(m, odd, x, (step, 2 * step), constants);
        constants = &constants[used..];
        for (e, o) in even.iter_mut().zip(odd) {
            (*e, *o) = (m.add(*e, *o), m.sub(*e, *o));
        }
        half *= 2;
    }
}

/// Dense products in blocks of up to four outputs, over inputs `first, first + step, …`; returns
/// the constants used.
fn dense_outputs(m: &Modulus, y: &mut [u64], x: &[u64], (first, step): (usize, usize), constants: &[u64]) -> usize {
    let block = y.len().min(4);
    let terms = x.len().saturating_sub(first).div_ceil(step);
    for (b, outputs) in y.chunks_exact_mut(block).enumerate() {
        let constants = &constants[b * block * terms..];
        for (k, output) in outputs.iter_mut().enumerate() {
            let mut sum = 0u128;
            for (i, &input) in x[first.min(x.len())..].iter().step_by(step).enumerate() {
                sum += u128::from(input) * u128::from(constants[i * block + k]);
                if i % CHUNK == CHUNK - 1 {
                    sum = u128::from(m.reduce_wide(sum));
                }
            }
            *output = m.reduce_wide(sum);
        }
    }
    y.len() * terms
}
