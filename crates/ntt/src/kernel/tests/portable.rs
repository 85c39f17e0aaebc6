//! Rows over portable lanes.

use super::super::lanes::Lanes;
use super::super::{Kernel, ntt, pointwise, stage};

/// The text one word wide, where leaves have no lanes, and eight words wide, where they are squares of 64.
pub(super) static ROWS: [&Kernel; 2] = [&row::<u64>("one lane"), &row::<[u64; 8]>("eight lanes")];

const fn row<L: Lanes>(name: &'static str) -> Kernel {
    Kernel {
        name,
        why: "tests",
        available: || true,
        bits: (stage::MIN_BITS, stage::MAX_BITS),
        min_n: ntt::MIN_N,
        word_bits: 52,
        tables: ntt::tables::<L>,
        forward: ntt::forward::<L>,
        inverse: ntt::inverse::<L>,
        stage_constant: stage::constant,
        stage_bound: stage::bound,
        // The widest vector's: more than the one-word row needs.
        stage_scratch: stage::scratch::<8>,
        stage: stage::stage::<L>,
        multiply: pointwise::multiply::<L>,
        scale: pointwise::scale::<L>,
        shift_reduce: pointwise::shift_reduce::<L>,
        subtract_lazy: pointwise::subtract_lazy::<L>,
    }
}

/// Applies a method of one lane to each.
macro_rules! each {
    ($x:expr, $f:expr) => {{
        let x = $x;
        // SAFETY: the methods of one lane need no instruction set.
        core::array::from_fn(|i| unsafe { $f(x[i], i) })
    }};
}

impl Lanes for [u64; 8] {
    const WIDTH: usize = 8;

    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller gives eight readable words.
        unsafe { from.cast::<Self>().read() }
    }
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives eight writable words.
        unsafe { to.cast::<Self>().write(self) }
    }
    unsafe fn splat(word: u64) -> Self {
        [word; 8]
    }
    unsafe fn add(self, other: Self) -> Self {
        each!(self, |x, i: usize| Lanes::add(x, other[i]))
    }
    unsafe fn sub(self, other: Self) -> Self {
        each!(self, |x, i: usize| Lanes::sub(x, other[i]))
    }
    unsafe fn and(self, other: Self) -> Self {
        each!(self, |x, i: usize| Lanes::and(x, other[i]))
    }
    unsafe fn min(self, other: Self) -> Self {
        each!(self, |x, i: usize| Lanes::min(x, other[i]))
    }
    unsafe fn shr<const BITS: u32>(self) -> Self {
        each!(self, |x, _| Lanes::shr::<BITS>(x))
    }
    unsafe fn add_low(self, a: Self, b: Self) -> Self {
        each!(self, |x: u64, i: usize| x.add_low(a[i], b[i]))
    }
    unsafe fn add_high(self, a: Self, b: Self) -> Self {
        each!(self, |x: u64, i: usize| x.add_high(a[i], b[i]))
    }
    unsafe fn sub_if_bit_51(self, c: Self) -> Self {
        each!(self, |x: u64, i: usize| x.sub_if_bit_51(c[i]))
    }
    unsafe fn prefetch(_from: *const u64) {}
    unsafe fn transpose(rows: &mut [Self]) {
        let old: [Self; 8] = core::array::from_fn(|i| rows[i]);
        rows.iter_mut().enumerate().for_each(|(i, row)| *row = core::array::from_fn(|j| old[j][i]));
    }
}
