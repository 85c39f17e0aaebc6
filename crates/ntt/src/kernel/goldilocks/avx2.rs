//! AVX2: four words a vector.

use super::split32::{Halves, Split32};
use crate::kernel::available::has;
use crate::kernel::field_kernel::FieldKernel;
use crate::kernel::isa::avx2::words64::Exact64;
use crate::kernel::isa::methods::methods;
use crate::kernel::isa::shells::shells;
use crate::kernel::lanes::Lanes;
use crate::kernel::{Part, Transform, TransformTable, transform};
use core::arch::asm;
use core::arch::x86_64::*;

pub(super) static KERNEL: FieldKernel<u64> = FieldKernel {
    name: "avx2",
    why: "AVX2: 4 lanes, 32-bit products",
    available: || has!("avx2"),
    operations: (),
    transform: Transform {
        lanes: Exact64::WIDTH,
        squares: 2,
        max_radix: 8,
        tables: transform::tables::<Split32<Exact64>>,
        forward,
        inverse,
    },
};

shells! {
    "avx2";
    /// [`transform::forward`].
    fn forward(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::forward::<Split32<Exact64>>;
    /// [`transform::inverse`].
    fn inverse(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::inverse::<Split32<Exact64>>;
}

/// The instruction itself: the compiler takes the intrinsic for a product of words whose signs it
/// extends, in three instructions a factor, though the product looks at the low halves only.
#[inline]
#[target_feature(enable = "avx2")]
fn signed_product(a: __m256i, b: __m256i) -> __m256i {
    let product;
    // SAFETY: the instruction reads and writes these registers only.
    unsafe {
        asm!(
            "vpmuldq {}, {}, {}",
            out(ymm_reg) product, in(ymm_reg) a, in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    product
}

impl Halves for Exact64 {
    methods! {
        product(self, other: Self) = _mm256_mul_epu32(self.0, other.0);
        signed_product(self, other: Self) = signed_product(self.0, other.0);
        high(self) = _mm256_shuffle_epi32::<0b11_11_01_01>(self.0);
        down(self) = _mm256_srli_epi64::<32>(self.0);
        turn(self) = _mm256_xor_si256(self.0, _mm256_set1_epi64x(i64::MIN));
        epsilon_if_less(self, other: Self) = _mm256_srli_epi64::<32>(_mm256_cmpgt_epi64(other.0, self.0));
    }
}
