//! Products of vectors and a matrix whose entries are transformed polynomials.
//!
//! The matrix is read once, from its first word to its last, for however many vectors: its entries
//! lie in the order of [`ComplexMatrixLayout`].

use crate::complex::{BLOCK, ComplexMatrixLayout};
use crate::kernel::lanes::Doubles;

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
    let stride = layout.stride();
    let count = vectors.len() / (layout.rows * stride);
    let mut entries = matrix.as_ptr();
    for at in (0..layout.size).step_by(BLOCK) {
        for columns in layout.groups() {
            let len = layout.rows * columns.len() * 2 * BLOCK;
            for i in 0..count {
                // SAFETY: as for the caller: block `at` of vector `i` and of the product's columns.
                unsafe {
                    let from = vectors.as_ptr().add(i * layout.rows * stride + at);
                    let to = products.as_mut_ptr().add((i * layout.columns + columns.start) * stride + at);
                    match columns.len() {
                        3 => cells::<L, T, 3>(layout, from, entries, unit, to),
                        2 => cells::<L, T, 2>(layout, from, entries, unit, to),
                        _ => cells::<L, T, 1>(layout, from, entries, unit, to),
                    }
                }
            }
            // SAFETY: the layout has as many words for these columns.
            entries = unsafe { entries.add(len) };
        }
    }
}

/// Vectors of a block that are worked on together, so that sums do not wait for each other.
const SIDE_BY_SIDE: usize = 2;

/// One block of `C` columns of one product.
///
/// # Safety
/// The conditions of [`multiply`] hold, from the places of the block on.
#[inline(always)]
unsafe fn cells<L: Doubles, T: Entry, const C: usize>(
    layout: &ComplexMatrixLayout,
    from: *const f64,
    entries: *const T,
    unit: f64,
    to: *mut f64,
) {
    for lane in (0..BLOCK).step_by(SIDE_BY_SIDE * L::WIDTH) {
        // SAFETY: as for the caller.
        unsafe {
            let (from, entries, to) = (from.add(lane), entries.add(lane), to.add(lane));
            if lane + L::WIDTH < BLOCK {
                some_cells::<L, T, C, SIDE_BY_SIDE>(layout, from, entries, unit, to);
            } else {
                some_cells::<L, T, C, 1>(layout, from, entries, unit, to);
            }
        }
    }
}

/// `V` vectors of `C` columns of one product.
///
/// # Safety
/// The conditions of [`cells`] hold.
#[inline(always)]
unsafe fn some_cells<L: Doubles, T: Entry, const C: usize, const V: usize>(
    layout: &ComplexMatrixLayout,
    from: *const f64,
    entries: *const T,
    unit: f64,
    to: *mut f64,
) {
    let (n, stride) = (layout.size, layout.stride());
    // SAFETY: as for the caller.
    unsafe {
        let (zero, unit) = (L::number(0.0), L::number(unit));
        let mut sums = [[[zero; 2]; C]; V];
        for row in 0..layout.rows {
            let entries = entries.add(row * C * 2 * BLOCK);
            for (vector, sums) in sums.iter_mut().enumerate() {
                let x: [L; 2] = load(from.add(row * stride + vector * L::WIDTH), n);
                for (column, sum) in sums.iter_mut().enumerate() {
                    let entry = entries.add(column * 2 * BLOCK + vector * L::WIDTH);
                    let y: [L; 2] = [T::load(entry), T::load(entry.add(BLOCK))];
                    let [re, im] = *sum;
                    *sum = [x[1].neg_mul_add(y[1], x[0].mul_add(y[0], re)), x[1].mul_add(y[0], x[0].mul_add(y[1], im))];
                }
            }
        }
        for (vector, sums) in sums.into_iter().enumerate() {
            for (column, [re, im]) in sums.into_iter().enumerate() {
                let at = to.add(column * stride + vector * L::WIDTH);
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
