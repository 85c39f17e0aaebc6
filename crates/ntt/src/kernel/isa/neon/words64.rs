//! Two words of 64 bits, by products of their halves.

use crate::kernel::isa::methods::methods;
use crate::kernel::lanes::{Integers, Lanes, Words26};
use crate::kernel::{Kernel, over_lanes};
use core::arch::aarch64::*;

pub(in crate::kernel) const KERNEL: Kernel<u64> =
    over_lanes::words64::<Words64>("neon", "Advanced SIMD: 2 lanes, 64-bit products");

/// Quotients are exact, which serves every prime.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Words64(uint64x2_t);

/// The low and the high halves of the words.
#[inline(always)]
unsafe fn halves(x: uint64x2_t) -> [uint32x2_t; 2] {
    // SAFETY: the target has the features.
    unsafe { [vmovn_u64(x), vshrn_n_u64::<32>(x)] }
}

impl Words26 for Words64 {}

impl Lanes for Words64 {
    type Word = u64;
    const WIDTH: usize = 2;

    methods! {
        load(from: *const u64) = vld1q_u64(from);
        splat(word: u64) = vdupq_n_u64(word);
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives two writable words.
        unsafe { vst1q_u64(to, self.0) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the target has the features; the caller gives two rows.
        unsafe {
            let (a, b) = (rows[0].0, rows[1].0);
            (rows[0].0, rows[1].0) = (vtrn1q_u64(a, b), vtrn2q_u64(a, b));
        }
    }
}

impl Integers for Words64 {
    const BITS: u32 = 64;

    methods! {
        add(self, other: Self) = vaddq_u64(self.0, other.0);
        sub(self, other: Self) = vsubq_u64(self.0, other.0);
        min(self, other: Self) = vbslq_u64(vcltq_u64(self.0, other.0), self.0, other.0);
        sub_if_msb(self, c: Self) = {
            let top = vreinterpretq_u64_s64(vshrq_n_s64::<63>(vreinterpretq_s64_u64(self.0)));
            vsubq_u64(self.0, vandq_u64(top, c.0))
        };
        madd_lo(self, a: Self, b: Self) = {
            let ([a0, a1], [b0, b1]) = (halves(a.0), halves(b.0));
            let middle = vshlq_n_u64::<32>(vmlal_u32(vmull_u32(a1, b0), a0, b1));
            vaddq_u64(vmlal_u32(self.0, a0, b0), middle)
        };
        /// With halves `a₁, a₀` and `b₁, b₀`, `t = a₁b₀ + ⌊a₀b₀/2^32⌋` and
        /// `u = a₀b₁ + (t mod 2^32)`, neither of which leaves 64 bits, the high word is
        /// `a₁b₁ + ⌊t/2^32⌋ + ⌊u/2^32⌋`.
        madd_hi(self, a: Self, b: Self) = {
            let ([a0, a1], [b0, b1]) = (halves(a.0), halves(b.0));
            let t = vmlal_u32(vshrq_n_u64::<32>(vmull_u32(a0, b0)), a1, b0);
            let u = vmlal_u32(vandq_u64(t, vdupq_n_u64(0xFFFF_FFFF)), a0, b1);
            vsraq_n_u64::<32>(vsraq_n_u64::<32>(vmlal_u32(self.0, a1, b1), t), u)
        };
    }
    #[inline(always)]
    unsafe fn mask(self) -> Self {
        self
    }
}
