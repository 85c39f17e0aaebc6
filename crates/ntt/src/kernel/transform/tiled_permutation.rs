//! Slots and values in bit-reversed order, by squares of vectors; see [`crate::SlotPermutation`].

use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use alloc::vec;
use alloc::vec::Vec;
use papilio_field::Word;
use papilio_field::order::reversed;

/// The generator of rotations of slots: slot `i` of a row is next to slot `i + 1` by `ψ ↦ ψ⁵`.
///
/// Its powers modulo `2n` are the residues that are 1 modulo 4, each once, and their negatives are
/// the other odd ones. So `X^(n/2)` has one value, `ψ^(n/2)`, in all of a row.
pub const ROTATION_GENERATOR: usize = 5;

/// Both directions of a kernel.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct PermuteFns<W: Word> {
    pub(in crate::kernel) to_values: unsafe fn(&TiledPermutation, &[W], &mut [W]),
    pub(in crate::kernel) to_slots: unsafe fn(&TiledPermutation, &[W], &mut [W]),
}

/// A row of slots as `W` lines of `S`. As `5^S ≡ 1 mod 4S`, the exponents of a column,
/// slots `i, i + S, …`, have their low digits in common, and what differs, the highest `log2 W` of
/// them, is lowest in bit-reversed order: a column is an aligned block of `W` values, in an order
/// of its own. Vectors can so transpose squares of slots and permute a block in a register, where
/// single values would wait for one store each.
#[derive(Clone, Debug)]
pub struct TiledPermutation {
    /// `W`.
    width: usize,
    /// For the columns of the first row, then of the second, where their blocks begin.
    pub(crate) starts: Vec<u32>,
    /// For every column, the place in its block of each line's value.
    pub(crate) places: Vec<u8>,
    /// For every column, the line whose value is at each place of its block.
    pub(crate) lines: Vec<u8>,
}

impl TiledPermutation {
    /// The orders of `2^log_size` values by vectors of `lanes` words.
    ///
    /// # Panics
    /// Unless there are 2 to 2^30 values, and `lanes` is a power of two up to 256.
    #[must_use]
    pub fn new(log_size: u32, lanes: usize) -> Self {
        assert!((1..=30).contains(&log_size), "2^{log_size} values have no two rows of slots");
        assert!(lanes.is_power_of_two() && lanes <= 256, "vectors of {lanes} words");
        let n = 1usize << log_size;
        let width = lanes.min(n / 2);
        let columns = n / 2 / width;
        let mut blocks = Self { width, starts: vec![0; 2 * columns], places: vec![0; n], lines: vec![0; n] };
        let mut exponent = 1;
        for i in 0..n / 2 {
            let (line, column) = (i / columns, i % columns);
            for (column, exponent) in [(column, exponent), (columns + column, 2 * n - exponent)] {
                let at = reversed(exponent / 2, log_size);
                let (start, place) = (at - at % width, at % width);
                blocks.starts[column] = start as u32;
                blocks.places[column * width + line] = place as u8;
                blocks.lines[column * width + place] = line as u8;
            }
            exponent = exponent * ROTATION_GENERATOR % (2 * n);
        }
        blocks
    }

    pub(crate) fn size(&self) -> usize {
        self.places.len()
    }

    /// `W`.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// `S`, the columns of a row of slots.
    pub(crate) fn columns(&self) -> usize {
        self.starts.len() / 2
    }

    /// Panics unless there are as many slots and values.
    pub(crate) fn check<T>(&self, slots: &[T], values: &[T]) {
        let (n, slots, values) = (self.size(), slots.len(), values.len());
        assert!((slots, values) == (n, n), "{slots} slots and {values} values, not {n}");
    }

    /// For every value its slot and its place, a few columns at a time, whose lines and blocks stay
    /// in a cache.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let (width, columns) = (self.width, self.columns());
        let together = width.min(columns);
        (0..2 * columns).step_by(together).flat_map(move |first| {
            (0..width).flat_map(move |line| {
                (first..first + together).map(move |i| {
                    let slot = (i / columns * width + line) * columns + i % columns;
                    (slot, self.starts[i] as usize + usize::from(self.places[i * width + line]))
                })
            })
        })
    }

    pub(crate) fn to_values<T: Copy>(&self, slots: &[T], values: &mut [T]) {
        self.check(slots, values);
        self.pairs().for_each(|(slot, place)| values[place] = slots[slot]);
    }

    pub(crate) fn to_slots<T: Copy>(&self, values: &[T], slots: &mut [T]) {
        self.check(slots, values);
        self.pairs().for_each(|(slot, place)| slots[slot] = values[place]);
    }
}

/// Whether blocks are vectors, and lines whole numbers of them.
fn are_vectors<L: Lanes>(permutation: &TiledPermutation) -> bool {
    L::WIDTH > 1 && permutation.width() == L::WIDTH && permutation.columns().is_multiple_of(L::WIDTH)
}

/// The first column of every square, and where its first line begins.
fn squares(permutation: &TiledPermutation) -> impl Iterator<Item = (usize, usize)> {
    let (width, columns) = (permutation.width(), permutation.columns());
    (0..2 * columns).step_by(width).map(move |first| (first, first / columns * width * columns + first % columns))
}

/// # Safety
/// There are as many slots and values as in the blocks; the instruction set of the lanes is
/// enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn to_values_by<L: Lanes>(
    permutation: &TiledPermutation,
    slots: &[L::Word],
    values: &mut [L::Word],
) {
    if !are_vectors::<L>(permutation) {
        return permutation.to_values(slots, values);
    }
    for (first, at) in squares(permutation) {
        // SAFETY: as for the caller; lines and blocks lie inside, and so do the lines of a column.
        unsafe {
            let mut square = [L::splat(L::Word::default()); MAX_WIDTH];
            for (line, x) in square.iter_mut().enumerate().take(L::WIDTH) {
                *x = L::load(slots.as_ptr().add(at + line * permutation.columns()));
            }
            L::transpose(&mut square[..L::WIDTH]);
            for (i, x) in square.iter().enumerate().take(L::WIDTH) {
                let lines = permutation.lines.as_ptr().add((first + i) * L::WIDTH);
                x.permute(lines).store(values.as_mut_ptr().add(*permutation.starts.get_unchecked(first + i) as usize));
            }
        }
    }
}

/// # Safety
/// The conditions of [`to_values_by`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn to_slots_by<L: Lanes>(
    permutation: &TiledPermutation,
    values: &[L::Word],
    slots: &mut [L::Word],
) {
    if !are_vectors::<L>(permutation) {
        return permutation.to_slots(values, slots);
    }
    for (first, at) in squares(permutation) {
        // SAFETY: as for the caller; lines and blocks lie inside, and so do the places of a column.
        unsafe {
            let mut square = [L::splat(L::Word::default()); MAX_WIDTH];
            for (i, x) in square.iter_mut().enumerate().take(L::WIDTH) {
                let block = L::load(values.as_ptr().add(*permutation.starts.get_unchecked(first + i) as usize));
                *x = block.permute(permutation.places.as_ptr().add((first + i) * L::WIDTH));
            }
            L::transpose(&mut square[..L::WIDTH]);
            for (line, x) in square.iter().enumerate().take(L::WIDTH) {
                x.store(slots.as_mut_ptr().add(at + line * permutation.columns()));
            }
        }
    }
}
