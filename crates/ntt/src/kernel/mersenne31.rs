//! Rows for the complex extension of the Mersenne field.

use super::class::Complex31;
use super::field_row::FieldRow;
use super::{Transform, ntt};

/// In order of preference.
pub(crate) static ROWS: &[&FieldRow<u32>] = &[
    #[cfg(target_arch = "x86_64")]
    &x86::AVX512,
    #[cfg(target_arch = "x86_64")]
    &x86::AVX2,
    &SCALAR,
];

static SCALAR: FieldRow<u32> = FieldRow {
    name: "scalar",
    why: "portable 32-bit words",
    available: || true,
    transform: Transform {
        lanes: 1,
        squares: 2,
        widest: 8,
        tables: ntt::tables::<Complex31<u32>>,
        forward: ntt::forward::<Complex31<u32>>,
        inverse: ntt::inverse::<Complex31<u32>>,
    },
};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Complex31, FieldRow, Transform, ntt};
    use crate::kernel::available::has;
    use crate::kernel::avx512::shells;
    use crate::kernel::lanes::Lanes;
    use crate::kernel::{Part, TransformTable, avx2, avx512};

    type Sixteen = avx512::words32::Words32;
    type Eight = avx2::words32::Words32;

    pub(super) static AVX512: FieldRow<u32> = FieldRow {
        name: "avx512",
        why: "AVX-512 F and DQ: 16 lanes, 32-bit products",
        available: || has!("avx512f", "avx512dq"),
        transform: Transform {
            lanes: Sixteen::WIDTH,
            squares: 1,
            widest: 8,
            tables: ntt::tables::<Complex31<Sixteen>>,
            forward: forward_16,
            inverse: inverse_16,
        },
    };

    pub(super) static AVX2: FieldRow<u32> = FieldRow {
        name: "avx2",
        why: "AVX2: 8 lanes, 32-bit products",
        available: || has!("avx2"),
        transform: Transform {
            lanes: Eight::WIDTH,
            squares: 1,
            widest: 8,
            tables: ntt::tables::<Complex31<Eight>>,
            forward: forward_8,
            inverse: inverse_8,
        },
    };

    shells! {
        "avx512f,avx512dq";
        /// [`ntt::forward`].
        forward_16(table: &TransformTable<u32>, a: *mut u32, part: Part) = ntt::forward::<Complex31<Sixteen>>;
        /// [`ntt::inverse`].
        inverse_16(table: &TransformTable<u32>, a: *mut u32, part: Part) = ntt::inverse::<Complex31<Sixteen>>;
    }

    shells! {
        "avx2";
        /// [`ntt::forward`].
        forward_8(table: &TransformTable<u32>, a: *mut u32, part: Part) = ntt::forward::<Complex31<Eight>>;
        /// [`ntt::inverse`].
        inverse_8(table: &TransformTable<u32>, a: *mut u32, part: Part) = ntt::inverse::<Complex31<Eight>>;
    }
}
