//! Kernels for the complex extension of the Mersenne field.

use super::Transform;
use super::butterfly::Complex31;
use super::field_kernel::FieldKernel;
use crate::kernel::transform;

/// In order of preference.
pub(crate) static KERNELS: &[&FieldKernel<u32>] = &[
    #[cfg(target_arch = "x86_64")]
    &x86::AVX512,
    #[cfg(target_arch = "x86_64")]
    &x86::AVX2,
    &SCALAR,
];

static SCALAR: FieldKernel<u32> = FieldKernel {
    name: "scalar",
    why: "portable 32-bit words",
    available: || true,
    operations: (),
    transform: Transform {
        lanes: 1,
        squares: 2,
        max_radix: 8,
        tables: transform::tables::<Complex31<u32>>,
        forward: transform::forward::<Complex31<u32>>,
        inverse: transform::inverse::<Complex31<u32>>,
    },
};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Complex31, FieldKernel, Transform};
    use crate::kernel::available::has;
    use crate::kernel::isa::shells::shells;
    use crate::kernel::isa::{avx2, avx512};
    use crate::kernel::lanes::Lanes;
    use crate::kernel::{Part, TransformTable, transform};

    type Sixteen = avx512::words32::Words32;
    type Eight = avx2::words32::Words32;

    pub(super) static AVX512: FieldKernel<u32> = FieldKernel {
        name: "avx512",
        why: "AVX-512 F and DQ: 16 lanes, 32-bit products",
        available: || has!("avx512f", "avx512dq"),
        operations: (),
        transform: Transform {
            lanes: Sixteen::WIDTH,
            squares: 1,
            max_radix: 8,
            tables: transform::tables::<Complex31<Sixteen>>,
            forward: forward_16,
            inverse: inverse_16,
        },
    };

    pub(super) static AVX2: FieldKernel<u32> = FieldKernel {
        name: "avx2",
        why: "AVX2: 8 lanes, 32-bit products",
        available: || has!("avx2"),
        operations: (),
        transform: Transform {
            lanes: Eight::WIDTH,
            squares: 1,
            max_radix: 8,
            tables: transform::tables::<Complex31<Eight>>,
            forward: forward_8,
            inverse: inverse_8,
        },
    };

    shells! {
        "avx512f,avx512dq";
        /// [`transform::forward`].
        fn forward_16(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::forward::<Complex31<Sixteen>>;
        /// [`transform::inverse`].
        fn inverse_16(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::inverse::<Complex31<Sixteen>>;
    }

    shells! {
        "avx2";
        /// [`transform::forward`].
        fn forward_8(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::forward::<Complex31<Eight>>;
        /// [`transform::inverse`].
        fn inverse_8(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::inverse::<Complex31<Eight>>;
    }
}
