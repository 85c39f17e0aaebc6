//! One word, with products of 128 bits.

use super::{EPSILON, P, product};
use crate::kernel::butterfly::{Butterfly, Side, Twiddle};
use crate::kernel::field_kernel::FieldKernel;
use crate::kernel::{Transform, TransformTable, transform};
use papilio_field::select::mask;

pub(super) static KERNEL: FieldKernel<u64> = FieldKernel {
    name: "scalar",
    why: "any CPU: products of 128 bits",
    available: || true,
    operations: (),
    transform: Transform {
        lanes: 1,
        squares: 2,
        max_radix: 8,
        tables: transform::tables::<Scalar>,
        forward: transform::forward::<Scalar>,
        inverse: transform::inverse::<Scalar>,
    },
};

/// Values are any word downwards and canonical upwards. Products are canonical.
#[derive(Clone, Copy)]
pub(super) struct Scalar;

/// `x + y`, less p past `2^64`; `y ≤ p`.
#[inline(always)]
fn add_mod(x: u64, y: u64) -> u64 {
    let (sum, carry) = x.overflowing_add(y);
    sum.wrapping_add(EPSILON & mask(carry))
}

/// `x − y`, plus p below zero; `y ≤ p`.
#[inline(always)]
fn sub_mod(x: u64, y: u64) -> u64 {
    let (difference, borrow) = x.overflowing_sub(y);
    difference.wrapping_sub(EPSILON & mask(borrow))
}

/// `x·w/2^64 mod p`, canonical, for any word `x` and canonical `w`.
///
/// P. Montgomery's reduction: for `x·w = h·2^64 + l`, `q = l/p mod 2^64` is `l + 2^32·l`, and
/// `(x·w − q·p)/2^64` is `h − q + ⌈(q·2^32 − q)/2^64⌉`, where the ceiling is `⌊q/2^32⌋` and one
/// more where `l + 2^32·l` had a carry. As `h < p`, the result is between `±p`.
#[inline(always)]
fn multiply(x: u64, w: u64) -> u64 {
    let whole = u128::from(x) * u128::from(w);
    let (low, high) = (whole as u64, (whole >> 64) as u64);
    let (quotient, carry) = low.overflowing_add(low << 32);
    sub_mod(high, quotient - (quotient >> 32) - u64::from(carry))
}

#[inline(always)]
fn canonical(x: u64) -> u64 {
    x.min(x.wrapping_sub(P))
}

impl Butterfly for Scalar {
    type Lane = u64;
    type Vector = u64;
    const MAX_RADIX: usize = 8;

    fn twiddle(_q: u64, factor: u64) -> [u64; 2] {
        [product(factor, EPSILON), 0]
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u64>) -> Self {
        debug_assert_eq!(table.q, P);
        Self
    }

    #[inline(always)]
    unsafe fn load(&self, from: *const u64) -> u64 {
        // SAFETY: the caller gives a readable word.
        unsafe { from.read() }
    }

    #[inline(always)]
    unsafe fn store(&self, x: u64, to: *mut u64) {
        // SAFETY: the caller gives a writable word.
        unsafe { to.write(x) }
    }

    #[inline(always)]
    unsafe fn transpose(&self, _rows: &mut [u64]) {}

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: u64, y: u64, w: Twiddle<u64>, _side: Side) -> (u64, u64) {
        let t = multiply(y, w[0]);
        (add_mod(x, t), sub_mod(x, t))
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: u64) -> u64 {
        canonical(x)
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: u64, y: u64, w: Twiddle<u64>) -> (u64, u64) {
        (canonical(add_mod(x, y)), multiply(sub_mod(x, y), w[0]))
    }

    #[inline(always)]
    unsafe fn scale(&self, x: u64, w: Twiddle<u64>) -> u64 {
        multiply(x, w[0])
    }

    #[inline(always)]
    unsafe fn reduce(&self, x: u64) -> u64 {
        x
    }
}
