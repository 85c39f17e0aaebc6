//! Kernels over lanes that every processor of the target has, so that nothing is to be enabled for
//! them: those of NEON, and portable lanes in tests.

use crate::kernel::butterfly::Double;
use crate::kernel::butterfly::class::Class;
use crate::kernel::isa::scalar;
use crate::kernel::lanes::{Doubles, Integers, Lanes32};
use crate::kernel::stage::{self, StageKernel, tile};
use crate::kernel::transform::reverse::Reverse;
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::double::DoublePrime;
use crate::kernel::vector::linear_combination::LinearCombination;
use crate::kernel::vector::pointwise::{Pointwise, by_width};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::vector::{automorphism, double, double_sums, pointwise};
use crate::kernel::{Kernel, Transform, transform};

/// Words of 64 bits.
pub(in crate::kernel) const fn words64<L: Integers<Word = u64>>(name: &'static str, why: &'static str) -> Kernel<u64> {
    Kernel {
        name,
        why,
        available: || true,
        bits: (2, if L::REACH == 4 { 61 } else { 62 }),
        word_bits: 63,
        class: |q| Class::of(q, L::BITS, L::REACH),
        transform: Transform {
            lanes: L::WIDTH,
            squares: if L::WIDTH < 8 || L::BITS == 52 { 2 } else { 1 },
            max_radix: L::MAX_RADIX,
            tables: transform::tables_shoup::<L>,
            forward: transform::forward_shoup::<L>,
            inverse: transform::inverse_shoup::<L>,
        },
        pointwise: pointwise_64::<L>(),
        reverse: Reverse { words: reverse::words::<L>, rows: reverse::rows::<L> },
        permute: PermuteFns { to_values: tiled_permutation::to_values_by::<L>, to_slots: tiled_permutation::to_slots_by::<L> },
        stages: scalar::STAGES,
    }
}

/// Residues in doubles: `D` for products, `L` of the same width for the rest.
pub(in crate::kernel) const fn doubles<L: Integers<Word = u64>, D: Doubles>(
    name: &'static str,
    why: &'static str,
) -> Kernel<u64> {
    Kernel {
        bits: (2, double::MAX_BITS),
        word_bits: double::WORD_BITS,
        class: |_| Class::Double,
        transform: Transform {
            lanes: D::WIDTH,
            squares: if D::WIDTH < 8 { 2 } else { 1 },
            max_radix: 8,
            tables: transform::tables::<Double<D>>,
            forward: transform::forward::<Double<D>>,
            inverse: transform::inverse::<Double<D>>,
        },
        pointwise: Pointwise {
            multiply: pointwise::multiply::<D, DoublePrime<D>>,
            scale: pointwise::scale::<D, DoublePrime<D>>,
            accumulate: double::accumulate::<D>,
            shift_reduce: double::shift_reduce::<D>,
            ..pointwise_64::<L>()
        },
        stages: StageKernel {
            name,
            linear_combination: LinearCombination {
                bits: double_sums::FRACTION_BITS,
                max_bits: double::MAX_BITS,
                word_bits: double::WORD_BITS,
                divide_bits: double::WORD_BITS,
                sum: double_sums::linear_combination::<D>,
                whole_parts: double_sums::whole_parts::<D>,
                divide: double_sums::divide::<D>,
            },
            automorphism: automorphism::automorphism_from,
            constant: stage::double::constant,
            bound: stage::double::bound,
            // The widest vector's: more than the others need.
            scratch: tile::scratch::<8>,
            apply: stage::double::stage::<D>,
            word_bits: double::WORD_BITS,
            max_bits: double::MAX_BITS,
        },
        ..words64::<L>(name, why)
    }
}

/// Operations on words of 64 bits.
pub(in crate::kernel) const fn pointwise_64<L: Integers<Word = u64>>() -> Pointwise<u64> {
    Pointwise {
        add: pointwise::add::<L, Prime<L>>,
        sub: pointwise::sub::<L, Prime<L>>,
        negate: pointwise::negate::<L, Prime<L>>,
        multiply: pointwise::multiply::<L, Prime<L>>,
        scale: pointwise::scale::<L, Prime<L>>,
        accumulate: pointwise::accumulate::<L, Prime<L>>,
        shift_reduce: pointwise::shift_reduce::<L, Prime<L>>,
        subtract_lazy: pointwise::subtract_lazy::<L>,
    }
}

/// Words of 32 bits.
pub(in crate::kernel) const fn words32<L: Lanes32>(name: &'static str, why: &'static str) -> Kernel<u32> {
    Kernel {
        name,
        why,
        available: || true,
        bits: (2, 32),
        word_bits: 32,
        class: |q| Class::of(q, L::BITS, L::REACH),
        transform: Transform {
            lanes: L::WIDTH,
            squares: if L::WIDTH <= 8 { 2 } else { 1 },
            max_radix: L::MAX_RADIX,
            tables: transform::tables_32::<L>,
            forward: transform::forward_32::<L>,
            inverse: transform::inverse_32::<L>,
        },
        pointwise: Pointwise {
            add: by_width::add::<L>,
            sub: by_width::sub::<L>,
            negate: by_width::negate::<L>,
            multiply: by_width::multiply::<L>,
            scale: by_width::scale::<L>,
            accumulate: by_width::accumulate::<L>,
            shift_reduce: by_width::shift_reduce::<L>,
            subtract_lazy: pointwise::subtract_lazy::<L>,
        },
        reverse: Reverse { words: reverse::words::<L>, rows: reverse::rows::<L> },
        permute: PermuteFns { to_values: tiled_permutation::to_values_by::<L>, to_slots: tiled_permutation::to_slots_by::<L> },
        stages: (),
    }
}
