//! The rows of the butterflies of a tile.

use super::{Operands, StageTable};
use crate::kernel::lanes::Lanes;
use crate::kernel::prefetch::prefetch_far;
use core::marker::PhantomData;

/// Words of a cache line.
const LINE: usize = 8;

/// The shape and the memory of a stage, besides its table.
pub(super) struct Tile<'a> {
    pub(super) rows: &'a mut [u64],
    width: usize,
    pub(super) scratch: *mut u64,
    /// The words subtracted from those of the rows as they are read, and the constant that keeps
    /// the differences positive.
    subtrahend: *const u64,
    constant: u64,
    /// The words to fetch ahead, and how many lines of them with each butterfly.
    ahead: *const u64,
    lines: usize,
}

impl<'a> Tile<'a> {
    /// For butterflies of `radix` vectors of so many words.
    pub(super) fn new(radix: usize, vector: usize, operands: Operands<'a>) -> Self {
        let Operands { rows, width, subtrahend, ahead, scratch } = operands;
        Self {
            width,
            scratch: scratch.as_mut_ptr(),
            subtrahend: subtrahend.map_or(rows.as_ptr(), |m| m.words.as_ptr()),
            constant: subtrahend.map_or(0, |m| m.constant),
            ahead: ahead.as_ptr(),
            // Spread evenly over the butterflies, so that memory and arithmetic work at the same
            // time.
            lines: (ahead.len() / LINE).div_ceil(rows.len() / (radix * vector)),
            rows,
        }
    }

    /// Fetches the lines of butterfly `i`.
    #[inline(always)]
    pub(super) fn fetch_ahead(&self, i: usize) {
        for line in i * self.lines..(i + 1) * self.lines {
            prefetch_far(self.ahead.wrapping_add(line * LINE));
        }
    }

    /// The rows and the constants of every butterfly, a vector at a time; rows are
    /// `span/radix·width` words apart.
    ///
    /// An iterator of addresses and not a closure over vectors: a closure is a function without the
    /// instruction set of the shell, and is slow unless it happens to be inlined.
    #[inline(always)]
    pub(super) fn butterflies<L: Lanes>(&mut self, table: &StageTable) -> impl Iterator<Item = (Rows<L>, *const u64)> + use<L> {
        let (count, width) = (self.rows.len() / self.width, self.width);
        let (rows, constants) = (self.rows.as_mut_ptr(), table.constants.as_ptr());
        let (span, groups, per_group) = (table.span, table.groups, table.per_group);
        let (subtrahend, constant) = (self.subtrahend, self.constant);
        (0..count).step_by(span).flat_map(move |block| {
            (0..groups).flat_map(move |p| {
                let (row, constants) = ((block + p) * width, constants.wrapping_add(p * per_group));
                let at = move |v| Rows {
                    first: rows.wrapping_add(row + v),
                    stride: groups * width,
                    subtrahend: subtrahend.wrapping_add(row + v),
                    constant,
                    lanes: PhantomData,
                };
                (0..width).step_by(L::WIDTH).map(move |v| (at(v), constants))
            })
        })
    }
}

/// The rows of a butterfly: where they are, how far apart, and their subtrahends.
#[derive(Clone, Copy)]
pub(super) struct Rows<L> {
    first: *mut u64,
    stride: usize,
    /// The subtrahend of the first row; those of the others are as far apart as the rows.
    subtrahend: *const u64,
    /// The constant that is added before a subtrahend is subtracted.
    pub(super) constant: u64,
    lanes: PhantomData<L>,
}

impl<L: Lanes<Word = u64>> Rows<L> {
    /// The words of row `j`.
    ///
    /// # Safety
    /// There is such a row; the instruction set of the lanes is enabled.
    #[inline(always)]
    pub(super) unsafe fn word(&self, j: usize) -> L {
        // SAFETY: as for the caller.
        unsafe { L::load(self.first.add(j * self.stride)) }
    }

    /// The words that are subtracted from row `j`.
    ///
    /// # Safety
    /// There is such a row and a subtrahend; the instruction set of the lanes is enabled.
    #[inline(always)]
    pub(super) unsafe fn subtrahend(&self, j: usize) -> L {
        // SAFETY: as for the caller; a subtrahend lies beside every row.
        unsafe { L::load(self.subtrahend.add(j * self.stride)) }
    }

    /// Writes row `k`.
    ///
    /// # Safety
    /// There is such a row; the instruction set of the lanes is enabled.
    #[inline(always)]
    pub(super) unsafe fn store(&self, k: usize, x: L) {
        // SAFETY: as for the caller.
        unsafe { x.store(self.first.add(k * self.stride)) }
    }
}
