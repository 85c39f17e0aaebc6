//! Kernels over doubles.

use super::{of_words, words64};
use crate::kernel::butterfly::Double;
use crate::kernel::butterfly::class::Class;
use crate::kernel::lanes::{Doubles, Words26};
use crate::kernel::stage::{self, StageKernel, tile};
use crate::kernel::vector::double::DoublePrime;
use crate::kernel::vector::linear_combination::LinearCombination;
use crate::kernel::vector::pointwise::Pointwise;
use crate::kernel::vector::{automorphism, double, double_sums, pointwise, reconstruction};
use crate::kernel::{Kernel, Transform, transform};

/// Residues in doubles: `D` for products, `L` of the same width for the rest.
pub(in crate::kernel) const fn doubles<L: Words26, D: Doubles>(name: &'static str, why: &'static str) -> Kernel<u64> {
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
            ..of_words::<L>()
        },
        stages: StageKernel {
            name,
            linear_combination: LinearCombination {
                bits: double_sums::FRACTION_BITS,
                rounds_each: false,
                max_bits: double::MAX_BITS,
                word_bits: double::WORD_BITS,
                product_bits: double::MAX_BITS + double::WORD_BITS,
                divide_bits: double::WORD_BITS,
                sum: double_sums::linear_combination::<D>,
                whole_parts: double_sums::whole_parts::<D>,
                divide: double_sums::divide::<D>,
            },
            automorphisms: automorphism::PORTABLE,
            reconstruct: reconstruction::by_halves::<L>,
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
