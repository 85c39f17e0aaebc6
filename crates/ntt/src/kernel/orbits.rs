//! Slots and values in bit-reversed order, by squares of vectors; see [`crate::Orbits`].

use super::butterfly::MAX_ROWS;
use super::lanes::Lanes;
use crate::orbits::Blocks;
use crate::word::Word;

/// Both directions of a row of kernels.
#[derive(Clone, Copy)]
pub(super) struct Orbits<W: Word> {
    pub(super) to_values: unsafe fn(&Blocks, &[W], &mut [W]),
    pub(super) to_slots: unsafe fn(&Blocks, &[W], &mut [W]),
}

/// Words of a vector of this machine.
pub(crate) fn lanes<W: Word>() -> usize {
    W::available()[0].transform.lanes
}

/// [`crate::Orbits::to_values`] with the vectors of this machine.
///
/// # Panics
/// Unless there are as many slots and values as in the blocks.
pub(crate) fn to_values<W: Word>(blocks: &Blocks, slots: &[W], values: &mut [W]) {
    blocks.check(slots, values);
    // SAFETY: rows are handed out only after detection; the lengths are checked.
    unsafe { (W::available()[0].orbits.to_values)(blocks, slots, values) }
}

/// [`crate::Orbits::to_slots`] with the vectors of this machine.
///
/// # Panics
/// Unless there are as many slots and values as in the blocks.
pub(crate) fn to_slots<W: Word>(blocks: &Blocks, values: &[W], slots: &mut [W]) {
    blocks.check(slots, values);
    // SAFETY: rows are handed out only after detection; the lengths are checked.
    unsafe { (W::available()[0].orbits.to_slots)(blocks, values, slots) }
}

/// Whether blocks are vectors, and lines whole numbers of them.
fn are_vectors<L: Lanes>(blocks: &Blocks) -> bool {
    L::WIDTH > 1 && blocks.width() == L::WIDTH && blocks.columns().is_multiple_of(L::WIDTH)
}

/// The first column of every square, and where its first line begins.
fn squares(blocks: &Blocks) -> impl Iterator<Item = (usize, usize)> {
    let (width, columns) = (blocks.width(), blocks.columns());
    (0..2 * columns).step_by(width).map(move |first| (first, first / columns * width * columns + first % columns))
}

/// # Safety
/// There are as many slots and values as in the blocks; the instruction set of the lanes is enabled.
#[inline(always)]
pub(super) unsafe fn to_values_by<L: Lanes>(blocks: &Blocks, slots: &[L::Word], values: &mut [L::Word]) {
    if !are_vectors::<L>(blocks) {
        return blocks.to_values(slots, values);
    }
    for (first, at) in squares(blocks) {
        // SAFETY: as for the caller; lines and blocks lie inside, and so do the lines of a column.
        unsafe {
            let mut square = [L::splat(L::Word::default()); MAX_ROWS];
            for (line, x) in square.iter_mut().enumerate().take(L::WIDTH) {
                *x = L::load(slots.as_ptr().add(at + line * blocks.columns()));
            }
            L::transpose(&mut square[..L::WIDTH]);
            for (i, x) in square.iter().enumerate().take(L::WIDTH) {
                let lines = blocks.lines.as_ptr().add((first + i) * L::WIDTH);
                x.permute(lines).store(values.as_mut_ptr().add(*blocks.starts.get_unchecked(first + i) as usize));
            }
        }
    }
}

/// # Safety
/// As [`to_values_by`].
#[inline(always)]
pub(super) unsafe fn to_slots_by<L: Lanes>(blocks: &Blocks, values: &[L::Word], slots: &mut [L::Word]) {
    if !are_vectors::<L>(blocks) {
        return blocks.to_slots(values, slots);
    }
    for (first, at) in squares(blocks) {
        // SAFETY: as for the caller; lines and blocks lie inside, and so do the places of a column.
        unsafe {
            let mut square = [L::splat(L::Word::default()); MAX_ROWS];
            for (i, x) in square.iter_mut().enumerate().take(L::WIDTH) {
                let block = L::load(values.as_ptr().add(*blocks.starts.get_unchecked(first + i) as usize));
                *x = block.permute(blocks.places.as_ptr().add((first + i) * L::WIDTH));
            }
            L::transpose(&mut square[..L::WIDTH]);
            for (line, x) in square.iter().enumerate().take(L::WIDTH) {
                x.store(slots.as_mut_ptr().add(at + line * blocks.columns()));
            }
        }
    }
}
