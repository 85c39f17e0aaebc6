//! Four words of 32 bits.

use crate::kernel::isa::methods::methods;
use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use crate::kernel::{Kernel, over_lanes};
use core::arch::aarch64::*;

pub(in crate::kernel) const KERNEL: Kernel<u32> =
    over_lanes::words32::<Words32>("neon", "Advanced SIMD: 4 lanes, 32-bit products");

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Words32(uint32x4_t);

impl Lanes for Words32 {
    type Word = u32;
    const WIDTH: usize = 4;

    methods! {
        load(from: *const u32) = vld1q_u32(from);
        splat(word: u32) = vdupq_n_u32(word);
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the caller gives four writable words.
        unsafe { vst1q_u32(to, self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the target has the features; the caller gives four rows.
        unsafe {
            let [a, b, c, d] = [rows[0].0, rows[1].0, rows[2].0, rows[3].0];
            // Even words of pairs of rows and odd ones, then pairs of words.
            let pairs = |x, y| [vreinterpretq_u64_u32(vtrn1q_u32(x, y)), vreinterpretq_u64_u32(vtrn2q_u32(x, y))];
            let ([ab0, ab1], [cd0, cd1]) = (pairs(a, b), pairs(c, d));
            rows[0].0 = vreinterpretq_u32_u64(vtrn1q_u64(ab0, cd0));
            rows[1].0 = vreinterpretq_u32_u64(vtrn1q_u64(ab1, cd1));
            rows[2].0 = vreinterpretq_u32_u64(vtrn2q_u64(ab0, cd0));
            rows[3].0 = vreinterpretq_u32_u64(vtrn2q_u64(ab1, cd1));
        }
    }
}

impl Integers for Words32 {
    const BITS: u32 = 32;

    methods! {
        add(self, other: Self) = vaddq_u32(self.0, other.0);
        sub(self, other: Self) = vsubq_u32(self.0, other.0);
        min(self, other: Self) = vminq_u32(self.0, other.0);
        sub_if_msb(self, c: Self) = {
            let top = vreinterpretq_u32_s32(vshrq_n_s32::<31>(vreinterpretq_s32_u32(self.0)));
            vsubq_u32(self.0, vandq_u32(top, c.0))
        };
        madd_lo(self, a: Self, b: Self) = vmlaq_u32(self.0, a.0, b.0);
        /// The odd words of the products of either half.
        madd_hi(self, a: Self, b: Self) = {
            let low = vreinterpretq_u32_u64(vmull_u32(vget_low_u32(a.0), vget_low_u32(b.0)));
            let high = vreinterpretq_u32_u64(vmull_high_u32(a.0, b.0));
            vaddq_u32(self.0, vuzp2q_u32(low, high))
        };
    }
    #[inline(always)]
    unsafe fn mask(self) -> Self {
        self
    }
}

impl Lanes32 for Words32 {
    methods! {
        sub_else_add(self, other: Self, c: Self) = {
            let below = vcltq_u32(self.0, other.0);
            vaddq_u32(vsubq_u32(self.0, other.0), vandq_u32(below, c.0))
        };
    }
}
