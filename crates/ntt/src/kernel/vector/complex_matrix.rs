//! Products of vectors and a matrix whose entries are transformed polynomials.
//!
//! The matrix is read once, from its first word to its last, for however many vectors: its entries
//! lie in the order of [`ComplexMatrixLayout`].

use super::complex::Parts;
use crate::complex::{BLOCK, COLUMNS, ComplexMatrixLayout};
use crate::kernel::lanes::Doubles;
use crate::kernel::prefetch::prefetch;

/// Words from those that are multiplied to those that are asked for: 2 KiB.
const AHEAD: usize = 256;

/// A part of an entry in memory.
pub(in crate::kernel) trait Entry: Copy {
    /// # Safety
    /// The instruction set of the lanes is enabled, and `WIDTH` numbers can be read.
    unsafe fn load<L: Doubles>(from: *const Self) -> L;
}

impl Entry for f64 {
    #[inline(always)]
    unsafe fn load<L: Doubles>(from: *const Self) -> L {
        // SAFETY: as for the caller.
        unsafe { L::load(from.cast()) }
    }
}

impl Entry for i32 {
    #[inline(always)]
    unsafe fn load<L: Doubles>(from: *const Self) -> L {
        // SAFETY: as for the caller.
        unsafe { L::load_integers32(from) }
    }
}

/// The products of `vectors`, `rows` polynomials each, with the matrix, whose numbers count a unit:
/// `columns` polynomials each.
///
/// # Safety
/// The instruction set of the lanes is enabled; the lengths are those of the layout, and there are
/// as many products as vectors.
#[inline(always)]
pub(in crate::kernel) unsafe fn multiply<L: Doubles, T: Entry>(
    layout: &ComplexMatrixLayout,
    vectors: &[f64],
    matrix: &[T],
    unit: f64,
    products: &mut [f64],
) {
    let words = 2 * layout.size;
    let count = vectors.len() / (layout.rows * words);
    let mut entries = matrix.as_ptr();
    for at in (0..layout.size).step_by(BLOCK) {
        for first in (0..layout.columns).step_by(COLUMNS) {
            let columns = COLUMNS.min(layout.columns - first);
            let len = layout.rows * columns * 2 * BLOCK;
            prefetch(entries.cast::<u64>().wrapping_add(AHEAD), len * size_of::<T>() / size_of::<u64>());
            for i in 0..count {
                // SAFETY: as for the caller: block `at` of vector `i` and of the product's columns.
                unsafe {
                    let from = vectors.as_ptr().add(i * layout.rows * words + at);
                    let to = products.as_mut_ptr().add((i * layout.columns + first) * words + at);
                    if columns == COLUMNS {
                        cells::<L, T, COLUMNS>(layout, from, entries, unit, to);
                    } else {
                        cells::<L, T, 1>(layout, from, entries, unit, to);
                    }
                }
            }
            // SAFETY: the layout has as many words for these columns.
            entries = unsafe { entries.add(len) };
        }
    }
}

/// One block of `C` columns of one product.
///
/// # Safety
/// As for [`multiply`], from the places of the block on.
#[inline(always)]
unsafe fn cells<L: Doubles, T: Entry, const C: usize>(
    layout: &ComplexMatrixLayout,
    from: *const f64,
    entries: *const T,
    unit: f64,
    to: *mut f64,
) {
    let n = layout.size;
    for lane in (0..BLOCK).step_by(L::WIDTH) {
        // SAFETY: as for the caller.
        unsafe {
            let (zero, unit) = (L::number(0.0), L::number(unit));
            let mut sums = [Parts::of([zero, zero]); C];
            for row in 0..layout.rows {
                let x = load(from.add(row * 2 * n + lane), n);
                for (column, sum) in sums.iter_mut().enumerate() {
                    let entry = entries.add((row * C + column) * 2 * BLOCK + lane);
                    *sum = sum.add_product(x, [T::load(entry), T::load(entry.add(BLOCK))]);
                }
            }
            for (column, sum) in sums.into_iter().enumerate() {
                let ([re, im], at) = (sum.sum(), to.add(column * 2 * n + lane));
                re.mul(unit).store(at.cast());
                im.mul(unit).store(at.add(n).cast());
            }
        }
    }
}

/// The parts of values, `n` words apart.
#[inline(always)]
unsafe fn load<L: Doubles>(from: *const f64, n: usize) -> [L; 2] {
    // SAFETY: as for the caller.
    unsafe { [L::load(from.cast()), L::load(from.add(n).cast())] }
}
