//! Bit-reversed order by squares of vectors, see [`papilio_field::order`], and by rows with their
//! lines fetched ahead.

use crate::kernel::aligned::LINE;
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use crate::kernel::prefetch::prefetch;
use papilio_field::Word;
use papilio_field::order::{self, reversed};

/// Both ways of a kernel.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Reverse<W: Word> {
    pub(in crate::kernel) words: unsafe fn(&mut [W]),
    pub(in crate::kernel) rows: unsafe fn(&mut [W], Exchange),
}

/// Most vectors of a square.
const MAX_SQUARE: usize = 64;

/// A power of two of words, by squares whose rows are whole cache lines, so that no line is fetched
/// for a part of it; by squares of vectors where there are too few for that.
#[inline(always)]
pub(in crate::kernel) unsafe fn words<L: Lanes>(a: &mut [L::Word]) {
    // A side of a square has 2^bits words.
    let (log, bits) = (a.len().trailing_zeros(), L::WIDTH.trailing_zeros());
    // SAFETY: as for the caller.
    unsafe {
        match vectors_of_row::<L>() {
            _ if log < 2 * bits || L::WIDTH == 1 => order::bit_reverse(a),
            4 if log >= 2 * (bits + 2) => squares::<L, 4>(a),
            2 if log >= 2 * (bits + 1) => squares::<L, 2>(a),
            _ => squares::<L, 1>(a),
        }
    }
}

/// Vectors of a cache line, or fewer, of which a square has as many as there is room for.
const fn vectors_of_row<L: Lanes>() -> usize {
    let vectors = LINE / (L::WIDTH * size_of::<L::Word>());
    if vectors >= 4 && 16 * L::WIDTH <= MAX_SQUARE {
        4
    } else if vectors >= 2 && 4 * L::WIDTH <= MAX_SQUARE {
        2
    } else {
        1
    }
}

/// A power of two of words, by squares of rows of `VECTORS`.
#[inline(always)]
unsafe fn squares<L: Lanes, const VECTORS: usize>(a: &mut [L::Word]) {
    let side = VECTORS * L::WIDTH;
    let middle = a.len().trailing_zeros() - 2 * side.trailing_zeros();
    // SAFETY: the instruction set is enabled.
    let mut buffers = unsafe { [[L::splat(L::Word::default()); MAX_SQUARE]; 2] };
    let [first, second] = &mut buffers;
    for i in 0..1 << middle {
        let j = reversed(i, middle);
        if i > j {
            continue;
        }
        // SAFETY: as for the caller; rows `(high, i)` for all `high` below the side lie inside.
        unsafe {
            read::<L, VECTORS>(a, (middle, i), first);
            if i != j {
                read::<L, VECTORS>(a, (middle, j), second);
                write::<L, VECTORS>(a, (middle, i), second);
            }
            write::<L, VECTORS>(a, (middle, j), first);
        }
    }
}

/// Where a row of a square begins.
#[inline(always)]
fn row(side: usize, (middle, i): (u32, usize), high: usize) -> usize {
    ((reversed(high, side.trailing_zeros()) << middle) + i) * side
}

/// A square, its rows in reversed order, transposed: value `(high, low)` comes to row `low`, place
/// `high`.
#[inline(always)]
unsafe fn read<L: Lanes, const VECTORS: usize>(a: &[L::Word], square: (u32, usize), to: &mut [L; MAX_SQUARE]) {
    let width = L::WIDTH;
    for high in 0..VECTORS {
        for low in 0..VECTORS {
            // SAFETY: as for the caller.
            unsafe {
                let mut x = [L::splat(L::Word::default()); MAX_WIDTH];
                for (i, value) in x.iter_mut().enumerate().take(width) {
                    let start = row(VECTORS * width, square, high * width + i);
                    *value = L::load(a.as_ptr().add(start + low * width));
                }
                L::transpose(&mut x[..width]);
                for (i, value) in x.iter().enumerate().take(width) {
                    to[(low * width + i) * VECTORS + high] = *value;
                }
            }
        }
    }
}

/// The rows of a square, in reversed order.
#[inline(always)]
unsafe fn write<L: Lanes, const VECTORS: usize>(a: &mut [L::Word], square: (u32, usize), from: &[L; MAX_SQUARE]) {
    let width = L::WIDTH;
    for (low, vectors) in from.chunks_exact(VECTORS).enumerate().take(VECTORS * width) {
        let start = row(VECTORS * width, square, low);
        for (i, value) in vectors.iter().enumerate() {
            // SAFETY: as for the caller.
            unsafe { value.store(a.as_mut_ptr().add(start + i * width)) }
        }
    }
}

/// Rows of a matrix that change places with those of the reversed numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::kernel) struct Exchange {
    /// Words of a row.
    pub(in crate::kernel) width: usize,
    /// The first of the rows, and the one after the last.
    pub(in crate::kernel) rows: (usize, usize),
    pub(in crate::kernel) with: Partners,
}

/// The rows among the partners of some that do change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) enum Partners {
    /// The partner stands before its row.
    Before,
    /// The partner stands after its row.
    After,
}

/// The distance of the prefetch, in pairs of rows: rows far apart are no stream that a processor
/// foresees.
const AHEAD: usize = 4;

/// Exchanges rows of a power of two of them.
#[inline(always)]
pub(in crate::kernel) unsafe fn rows<L: Lanes>(a: &mut [L::Word], Exchange { width, rows, with }: Exchange) {
    let log = (a.len() / width).trailing_zeros();
    let start = a.as_mut_ptr();
    let pair = |i: usize| {
        let j = reversed(i, log);
        let fits = i < rows.1 && if with == Partners::Before { j < i } else { i < j };
        fits.then_some((i * width, j * width))
    };
    for i in rows.0..rows.1 {
        if let Some((x, y)) = pair(i + AHEAD) {
            prefetch(start.wrapping_add(x), width);
            prefetch(start.wrapping_add(y), width);
        }
        if let Some((x, y)) = pair(i) {
            // SAFETY: two rows inside `a`, which do not overlap.
            unsafe { exchange::<L>(start.add(x), start.add(y), width) }
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
