//! Two doubles, for primes below `2^49` and for complex numbers. Sums and differences of residues
//! are those of words.

use super::words64::Words64;
use crate::kernel::isa::methods::methods;
use crate::kernel::lanes::{Doubles, Lanes};
use crate::kernel::{Kernel, over_lanes};
use core::arch::aarch64::*;

pub(in crate::kernel) const KERNEL: Kernel<u64> =
    over_lanes::doubles::doubles::<Words64, Doubles128>("neonfma", "Advanced SIMD: 2 lanes, products in doubles");

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::kernel) struct Doubles128(float64x2_t);

#[inline(always)]
unsafe fn words(x: Doubles128) -> uint64x2_t {
    // SAFETY: the target has the features.
    unsafe { vreinterpretq_u64_f64(x.0) }
}

impl Lanes for Doubles128 {
    type Word = u64;
    const WIDTH: usize = 2;

    methods! {
        load(from: *const u64) = vreinterpretq_f64_u64(vld1q_u64(from));
        splat(word: u64) = vreinterpretq_f64_u64(vdupq_n_u64(word));
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives two writable words.
        unsafe { vst1q_u64(to, words(self)) }
    }
    #[inline(always)]
    unsafe fn transpose(rows: &mut [Self]) {
        // SAFETY: the target has the features; the caller gives two rows.
        unsafe {
            let (a, b) = (rows[0].0, rows[1].0);
            (rows[0].0, rows[1].0) = (vtrn1q_f64(a, b), vtrn2q_f64(a, b));
        }
    }
}

impl Doubles for Doubles128 {
    methods! {
        load_integers32(from: *const i32) = vcvtq_f64_s64(vmovl_s32(vld1_s32(from)));
        add(self, other: Self) = vaddq_f64(self.0, other.0);
        sub(self, other: Self) = vsubq_f64(self.0, other.0);
        mul(self, other: Self) = vmulq_f64(self.0, other.0);
        mul_add(self, a: Self, b: Self) = vfmaq_f64(b.0, self.0, a.0);
        mul_sub(self, a: Self, b: Self) = vfmaq_f64(vnegq_f64(b.0), self.0, a.0);
        neg_mul_add(self, a: Self, b: Self) = vfmsq_f64(b.0, self.0, a.0);
        add_if_negative(self, c: Self) = {
            let negative = vandq_u64(vcltzq_f64(self.0), words(c));
            vaddq_f64(self.0, vreinterpretq_f64_u64(negative))
        };
        floor(self) = vrndmq_f64(self.0);
        of_words(self) = vcvtq_f64_u64(words(self));
        to_words(self) = vreinterpretq_f64_u64(vcvtq_u64_f64(self.0));
        add_words(self, other: Self) = vreinterpretq_f64_u64(vaddq_u64(words(self), words(other)));
        and_words(self, other: Self) = vreinterpretq_f64_u64(vandq_u64(words(self), words(other)));
        shl_words(self, bits: u32) = vreinterpretq_f64_u64(vshlq_u64(words(self), vdupq_n_s64(i64::from(bits))));
        shr_words(self, bits: u32) = vreinterpretq_f64_u64(vshlq_u64(words(self), vdupq_n_s64(-i64::from(bits))));
    }
}
