//! Complex numbers in doubles: the real parts in one plane of memory, the imaginary ones in
//! another.
//!
//! A butterfly is four multiplications, two of them fused with an addition, and four additions. The
//! results of every kernel are the same to the last bit: the levels of a tree do not depend on how
//! they are cut into passes, and every operation rounds once.

mod ends;

pub(in crate::kernel) use ends::{Digits, Ends, Integers, Rounded, Unchanged};

use super::{Branch, Butterfly, Level, Side, Source, Twiddle};
use crate::complex::factor;
use crate::kernel::TransformTable;
use crate::kernel::lanes::{Doubles, MAX_WIDTH};
use core::hint::black_box;
use core::marker::PhantomData;

/// Values are finite at both ends of a transform. A twiddle is its two parts; a factor is that of
/// [`factor`]. The twiddle of a right half is i times that of the left one, its inverse −i times.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct ComplexDouble<L, E = Unchanged> {
    /// Words from the real part of a value to its imaginary part.
    plane: usize,
    ends: E,
    lanes: PhantomData<L>,
}

impl<L: Doubles, E: Ends<L>> ComplexDouble<L, E> {
    pub(in crate::kernel) fn of(table: &TransformTable<u64>, ends: E) -> Self {
        Self { plane: black_box(table.tree.size(0) * table.width), ends, lanes: PhantomData }
    }

    /// The products with the real part are those that are rounded: so the product with `iw` is the
    /// same whether it is turned or `iw` is its own twiddle.
    #[inline(always)]
    unsafe fn product(&self, x: [L; 2], w: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [x[1].neg_mul_add(w[1], x[0].mul(w[0])), x[1].mul_add(w[0], x[0].mul(w[1]))] }
    }

    #[inline(always)]
    unsafe fn add(&self, x: [L; 2], y: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [x[0].add(y[0]), x[1].add(y[1])] }
    }

    #[inline(always)]
    unsafe fn sub(&self, x: [L; 2], y: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [x[0].sub(y[0]), x[1].sub(y[1])] }
    }

    /// `(x + iwy, x − iwy)`
    #[inline(always)]
    unsafe fn ct_turned(&self, x: [L; 2], y: [L; 2], w: Twiddle<L>) -> ([L; 2], [L; 2]) {
        // SAFETY: as for the caller.
        unsafe {
            let [re, im] = self.product(y, w);
            ([x[0].sub(im), x[1].add(re)], [x[0].add(im), x[1].sub(re)])
        }
    }

    /// `(x + y, −i(x − y)w)`
    #[inline(always)]
    unsafe fn gs_turned(&self, x: [L; 2], y: [L; 2], w: Twiddle<L>) -> ([L; 2], [L; 2]) {
        // SAFETY: as for the caller.
        unsafe {
            let [re, im] = self.sub(x, y);
            (self.add(x, y), [im.mul_add(w[0], re.mul(w[1])), im.mul_sub(w[1], re.mul(w[0]))])
        }
    }
}

impl<L: Doubles, E: Ends<L>> Butterfly for ComplexDouble<L, E> {
    type Lane = L;
    type Vector = [L; 2];
    const SHARES: bool = true;
    /// A level of a square of four vectors has two butterflies, 16 operations that take 10 cycles
    /// to pass through.
    const HALVES_LEAVES: bool = L::WIDTH == 4;
    const BLOCKS: bool = true;

    fn twiddle(_: u64, factor: u64) -> [u64; 2] {
        factor::parts(factor).map(f64::to_bits)
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u64>) -> Self {
        Self::of(table, E::default())
    }

    #[inline(always)]
    unsafe fn load(&self, from: *const u64) -> [L; 2] {
        self.ends.reads(from);
        self.ends.reads(from.wrapping_add(self.plane));
        // SAFETY: as for the caller.
        unsafe { [L::load(from), L::load(from.add(self.plane))] }
    }

    #[inline(always)]
    unsafe fn store(&self, x: [L; 2], to: *mut u64) {
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
                let mut square = [rows[0][0]; MAX_WIDTH];
                square.iter_mut().zip(rows.iter()).for_each(|(to, from)| *to = from[part]);
                L::transpose(&mut square[..L::WIDTH]);
                rows.iter_mut().zip(square).for_each(|(to, from)| to[part] = from);
            }
        }
    }

    #[inline(always)]
    unsafe fn enter(&self, x: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [self.ends.enter(x[0]), self.ends.enter(x[1])] }
    }

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: [L; 2], y: [L; 2], w: Twiddle<L>, _side: Side) -> ([L; 2], [L; 2]) {
        // SAFETY: as for the caller.
        unsafe {
            let product = self.product(y, w);
            (self.add(x, product), self.sub(x, product))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: [L; 2]) -> [L; 2] {
        x
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: [L; 2], y: [L; 2], w: Twiddle<L>) -> ([L; 2], [L; 2]) {
        // SAFETY: as for the caller.
        unsafe { (self.add(x, y), self.product(self.sub(x, y), w)) }
    }

    /// The scale is real, and a power of two.
    #[inline(always)]
    unsafe fn scale(&self, x: [L; 2], w: Twiddle<L>) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [x[0].mul(w[0]), x[1].mul(w[0])] }
    }

    #[inline(always)]
    unsafe fn reduce(&self, x: [L; 2]) -> [L; 2] {
        // SAFETY: as for the caller.
        unsafe { [self.ends.leave(x[0]), self.ends.leave(x[1])] }
    }

    /// Halves of one node follow one another, so that its twiddle stands at half the place.
    #[inline(always)]
    unsafe fn ct_level(&self, x: &mut [[L; 2]], half: usize, w: impl Source<L>, next: usize, level: Level) {
        for (i, pair) in x.chunks_exact_mut(4 * half).enumerate() {
            let (left, right) = pair.split_at_mut(2 * half);
            // SAFETY: as for the caller.
            unsafe {
                let w = w.at(next.div_ceil(2) + i);
                self.ct_block(left, w, Side { branch: Branch::Sums, level });
                for j in 0..half {
                    (right[j], right[j + half]) = self.ct_turned(right[j], right[j + half], w);
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn gs_level(&self, x: &mut [[L; 2]], half: usize, w: impl Source<L>, next: usize) {
        for (i, block) in x.chunks_exact_mut(2 * half).enumerate() {
            // SAFETY: as for the caller.
            let w = unsafe { w.at((next + i) / 2) };
            for j in 0..half {
                let (x, y) = (block[j], block[j + half]);
                // SAFETY: as for the caller.
                (block[j], block[j + half]) =
                    unsafe { if i.is_multiple_of(2) { self.gs_butterfly(x, y, w) } else { self.gs_turned(x, y, w) } };
            }
        }
    }
}
