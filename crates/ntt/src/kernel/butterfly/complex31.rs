//! `F_p(i)`, `p = 2^31 − 1`, `i² = −1`: the real parts in one plane of memory, the imaginary ones
//! in another.

use super::class::word;
use super::{Butterfly, Side, Twiddle};
use crate::kernel::TransformTable;
use crate::kernel::lanes::{Integers, MAX_WIDTH};

/// The Mersenne prime.
const P: u64 = (1 << 31) - 1;

/// Parts of values are at most p between levels, where p stands for 0 too, and canonical at the
/// end. A twiddle is its two parts, as is a factor in 64 bits: the real part low.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Complex31<L> {
    zero: L,
    p: L,
    /// Words from the real part of a value to its imaginary part.
    plane: usize,
}

impl<L: Integers<Word = u32>> Complex31<L> {
    /// `a + b mod p`: inputs at most p, output too.
    #[inline(always)]
    unsafe fn add(&self, a: L, b: L) -> L {
        // SAFETY: as for the caller; the sum is below 2^32.
        unsafe { a.add(b).sub_if_msb(self.p) }
    }

    /// `a − b mod p`: inputs at most p, output too. The difference from p is the opposite.
    #[inline(always)]
    unsafe fn sub(&self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.add(a, self.p.sub(b)) }
    }

    /// `a·b mod p`: inputs at most p, output too. `a·b = hi·2^32 + lo = 2hi + lo`, where
    /// `2hi ≤ p − 1`, and bit 31 of `lo` counts 1.
    #[inline(always)]
    unsafe fn multiply(&self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let (low, high) = (self.zero.madd_lo(a, b), self.zero.madd_hi(a, b));
            high.add(high).add(low.sub_if_msb(self.p)).sub_if_msb(self.p)
        }
    }

    #[inline(always)]
    unsafe fn product(&self, x: [L; 2], w: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe {
            let re = self.sub(self.multiply(x[0], w[0]), self.multiply(x[1], w[1]));
            [re, self.add(self.multiply(x[0], w[1]), self.multiply(x[1], w[0]))]
        }
    }

    #[inline(always)]
    unsafe fn both(&self, x: [L; 2], y: [L; 2]) -> ([L; 2], [L; 2]) {
        // SAFETY: as for the caller.
        unsafe {
            let sum = [self.add(x[0], y[0]), self.add(x[1], y[1])];
            (sum, [self.sub(x[0], y[0]), self.sub(x[1], y[1])])
        }
    }
}

impl<L: Integers<Word = u32>> Butterfly for Complex31<L> {
    type Lane = L;
    type Vector = [L; 2];
    const MAX_RADIX: usize = 8;

    fn twiddle(_: u64, factor: u64) -> [u32; 2] {
        [factor as u32, (factor >> 32) as u32]
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u32>) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self { zero: L::splat(0), p: L::splat(word::<L>(P)), plane: table.tree.size(0) * table.width } }
    }

    #[inline(always)]
    unsafe fn load(&self, from: *const u32) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [L::load(from), L::load(from.add(self.plane))] }
    }

    #[inline(always)]
    unsafe fn store(&self, x: [L; 2], to: *mut u32) {
        // SAFETY: as for the caller.
        unsafe {
            x[0].store(to);
            x[1].store(to.add(self.plane));
        }
    }

    #[inline(always)]
    fn plane(&self) -> Option<usize> {
        Some(self.plane)
    }

    #[inline(always)]
    fn with_plane(self, words: usize) -> Self {
        Self { plane: words, ..self }
    }

    #[inline(always)]
    unsafe fn transpose(&self, rows: &mut [[L; 2]]) {
        // SAFETY: as for the caller; a square has `WIDTH` rows.
        unsafe {
            for part in 0..2 {
                let mut square = [self.zero; MAX_WIDTH];
                square.iter_mut().zip(rows.iter()).for_each(|(to, from)| *to = from[part]);
                L::transpose(&mut square[..L::WIDTH]);
                rows.iter_mut().zip(square).for_each(|(to, from)| to[part] = from);
            }
        }
    }

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: [L; 2], y: [L; 2], w: Twiddle<L>, _side: Side) -> ([L; 2], [L; 2]) {
        // SAFETY: as for the caller.
        unsafe { self.both(x, self.product(y, w)) }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { self.reduce(x) }
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: [L; 2], y: [L; 2], w: Twiddle<L>) -> ([L; 2], [L; 2]) {
        // SAFETY: as for the caller.
        unsafe {
            let (sum, difference) = self.both(x, y);
            (sum, self.product(difference, w))
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: [L; 2], w: Twiddle<L>) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { self.product(x, w) }
    }

    /// p is 0.
    #[inline(always)]
    unsafe fn reduce(&self, x: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [x[0].min(x[0].sub(self.p)), x[1].min(x[1].sub(self.p))] }
    }
}
