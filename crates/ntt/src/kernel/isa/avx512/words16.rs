//! The sixteen words of 16 bits of AVX2, with the registers of AVX-512: twice as many, so that a
//! square stays in them.

use crate::kernel::available::has;
use crate::kernel::isa::avx2::words16::Words16;
use crate::kernel::isa::shells::shells_16;
use crate::kernel::lanes::Lanes;
use crate::kernel::transform::reverse::{Exchange, Reverse};
use crate::kernel::transform::tiled_permutation::PermuteFns;
use crate::kernel::transform::{reverse, tiled_permutation};
use crate::kernel::vector::pointwise;
use crate::kernel::vector::pointwise::{Factors, Pointwise};
use crate::kernel::vector::reduction::Prime;
use crate::kernel::{Kernel, Part, TiledPermutation, Transform, TransformTable, transform};
use papilio_field::Modulus;

pub(in crate::kernel) const KERNEL: Kernel<u16> = Kernel {
    name: "avx512",
    why: "AVX-512 F, BW and VL: 16 lanes, 16-bit products",
    available: || has!("avx512f", "avx512bw", "avx512vl"),
    bits: (2, 15),
    word_bits: 16,
    class: transform::class_16,
    transform: Transform {
        lanes: Words16::WIDTH,
        squares: 1,
        max_radix: 8,
        tables: transform::tables_16::<Words16>,
        forward,
        inverse,
    },
    pointwise: Pointwise { add, sub, negate, multiply, scale, accumulate, shift_reduce, subtract_lazy },
    reverse: Reverse { words, rows },
    permute: PermuteFns { to_values, to_slots },
    stages: (),
};

shells_16!("avx512f,avx512bw,avx512vl", Words16);
