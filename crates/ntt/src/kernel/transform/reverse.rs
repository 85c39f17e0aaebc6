//! Bit-reversed order by squares of vectors, see [`papilio_field::order`], and by rows with their
//! lines fetched ahead.

use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use crate::kernel::prefetch::prefetch;
use papilio_field::Word;
use papilio_field::order::{self, reversed};

/// Both ways of a kernel.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Reverse<W: Word> {
    pub(in crate::kernel) words: unsafe fn(&mut [W]),
    pub(in crate::kernel) rows: unsafe fn(&mut [W], usize),
}

/// A power of two of words.
#[inline(always)]
pub(in crate::kernel) unsafe fn words<L: Lanes>(a: &mut [L::Word]) {
    let (log, bits) = (a.len().trailing_zeros(), L::WIDTH.trailing_zeros());
    if log < 2 * bits || L::WIDTH == 1 {
        return order::bit_reverse(a);
    }
    let middle = log - 2 * bits;
    for i in 0..1 << middle {
        let j = reversed(i, middle);
        if i > j {
            continue;
        }
        // SAFETY: as for the caller; rows `(high, i)` for all `high` below the width lie inside.
        unsafe {
            let first = read::<L>(a, middle, i);
            if i != j {
                write::<L>(a, middle, i, &read::<L>(a, middle, j));
            }
            write::<L>(a, middle, j, &first);
        }
    }
}

/// Where a row of a square begins.
#[inline(always)]
fn row<L: Lanes>(middle: u32, high: usize, i: usize) -> usize {
    ((reversed(high, L::WIDTH.trailing_zeros()) << middle) + i) * L::WIDTH
}

/// A square, its rows in reversed order, transposed: value `(high, low)` comes to vector `low`,
/// lane `rev(high)`.
#[inline(always)]
unsafe fn read<L: Lanes>(a: &[L::Word], middle: u32, i: usize) -> [L; MAX_WIDTH] {
    // SAFETY: as for the caller.
    unsafe {
        let mut x = [L::splat(L::Word::default()); MAX_WIDTH];
        for (high, value) in x.iter_mut().enumerate().take(L::WIDTH) {
            *value = L::load(a.as_ptr().add(row::<L>(middle, high, i)));
        }
        L::transpose(&mut x[..L::WIDTH]);
        x
    }
}

/// Vectors to the rows of a square, in reversed order.
#[inline(always)]
unsafe fn write<L: Lanes>(a: &mut [L::Word], middle: u32, i: usize, x: &[L; MAX_WIDTH]) {
    for (low, value) in x.iter().enumerate().take(L::WIDTH) {
        // SAFETY: as for the caller.
        unsafe { value.store(a.as_mut_ptr().add(row::<L>(middle, low, i))) }
    }
}

/// The distance of the prefetch, in pairs of rows: rows far apart are no stream that a processor
/// foresees.
const AHEAD: usize = 4;

/// A power of two of rows of `width` words.
#[inline(always)]
pub(in crate::kernel) unsafe fn rows<L: Lanes>(a: &mut [L::Word], width: usize) {
    let count = a.len() / width;
    let log = count.trailing_zeros();
    let start = a.as_mut_ptr();
    for i in 0..count {
        let ahead = i + AHEAD;
        if ahead < count && ahead < reversed(ahead, log) {
            prefetch(start.wrapping_add(ahead * width), width);
            prefetch(start.wrapping_add(reversed(ahead, log) * width), width);
        }
        let j = reversed(i, log);
        if i < j {
            // SAFETY: two rows inside `a`, one before the other.
            unsafe { exchange::<L>(start.add(i * width), start.add(j * width), width) }
        }
    }
}

#[inline(always)]
unsafe fn exchange<L: Lanes>(x: *mut L::Word, y: *mut L::Word, width: usize) {
    let whole = width / L::WIDTH * L::WIDTH;
    // SAFETY: as for the caller: `width` words at each, and they do not overlap.
    unsafe {
        for i in (0..whole).step_by(L::WIDTH) {
            let (u, v) = (L::load(x.add(i)), L::load(y.add(i)));
            v.store(x.add(i));
            u.store(y.add(i));
        }
        for i in whole..width {
            x.add(i).swap(y.add(i));
        }
    }
}
