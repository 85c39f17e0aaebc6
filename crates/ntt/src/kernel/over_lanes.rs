//! Kernels over lanes that every processor of the target has, so that nothing is to be enabled for
//! them: single words, those of NEON, and portable lanes in tests.

#[cfg(any(test, target_arch = "aarch64"))]
pub(in crate::kernel) mod doubles;

use crate::kernel::butterfly::Tight;
use crate::kernel::butterfly::class::Class;
use crate::kernel::lanes::{Integers, Lanes32};
use crate::kernel::stage;
use crate::kernel::transform::reverse::Reverse;
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise;
use crate::kernel::vector::pointwise::{Pointwise, by_width};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::{Kernel, KernelWord, Transform, transform};

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
            tables: transform::tables_shoup::<L, Tight<L>>,
            forward: transform::forward_shoup::<L, Tight<L>>,
            inverse: transform::inverse_shoup::<L, Tight<L>>,
        },
        pointwise: Pointwise { accumulate: pointwise::accumulate_64::<L, Prime<L>>, ..of_words::<L>() },
        reverse: Reverse { words: reverse::words::<L>, rows: reverse::rows::<L> },
        permute: PermuteFns { to_values: tiled_permutation::to_values_by::<L>, to_slots: tiled_permutation::to_slots_by::<L> },
        stages: stage::words64::PORTABLE,
    }
}

/// Operations on words whose residues leave room for a sum.
pub(in crate::kernel) const fn of_words<L: Integers<Word: KernelWord>>() -> Pointwise<L::Word> {
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

/// Words of 16 bits.
pub(in crate::kernel) const fn words16<L: Integers<Word = u16>>(name: &'static str, why: &'static str) -> Kernel<u16> {
    Kernel {
        name,
        why,
        available: || true,
        bits: (2, 15),
        word_bits: 16,
        class: transform::class_16,
        transform: Transform {
            lanes: L::WIDTH,
            squares: if L::WIDTH < 16 { 2 } else { 1 },
            max_radix: L::MAX_RADIX,
            tables: transform::tables_16::<L>,
            forward: transform::forward_16::<L>,
            inverse: transform::inverse_16::<L>,
        },
        pointwise: of_words::<L>(),
        reverse: Reverse { words: reverse::words::<L>, rows: reverse::rows::<L> },
        permute: PermuteFns { to_values: tiled_permutation::to_values_by::<L>, to_slots: tiled_permutation::to_slots_by::<L> },
        stages: (),
    }
}
