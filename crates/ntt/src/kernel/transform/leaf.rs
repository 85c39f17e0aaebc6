//! A leaf of the tree: one or two squares of vectors, whose levels are done between vectors and,
//! transposed, inside them.

use super::direction::{Input, Output};
use super::pass::{WordOf, load_rows, store_rows};
use super::tree::{leaf_words, square_words};
use crate::kernel::butterfly::{Branch, Butterfly, LaneTwiddles, Level, MemoryTwiddles, Side, Source};
use crate::kernel::lanes::Lanes;
use crate::kernel::prefetch::prefetch;

/// All levels of a leaf of `SQUARES`. Output reduced.
#[inline(always)]
unsafe fn forward<B: Butterfly, const SQUARES: usize>(
    class: &B,
    (from, to): (*const WordOf<B>, *mut WordOf<B>),
    words: *const WordOf<B>,
    input: Input,
) {
    let width = B::Lane::WIDTH;
    let rows = SQUARES * width;
    // SAFETY: as for the caller; the leaf has `SQUARES·WIDTH²` words, at either place, and its
    // words of the table belong to it.
    unsafe {
        let mut x = load_rows(class, from, width, rows);
        class.enter_all(&mut x[..rows], input);
        class.forward_levels(&mut x[..rows], MemoryTwiddles(words), input);
        if B::HALVES_LEAVES {
            return store_rows(class, &x[..rows], to, width);
        }
        squares_down::<B, SQUARES>(class, &mut x[..rows], words.add(2 * rows));
        class.canonicalize_all(&mut x[..rows]);
        store_rows(class, &x[..rows], to, width);
    }
}

/// The other half of [`forward`] where leaves are halved.
#[inline(always)]
unsafe fn forward_squares<B: Butterfly, const SQUARES: usize>(class: &B, leaf: *mut WordOf<B>, words: *const WordOf<B>) {
    let width = B::Lane::WIDTH;
    let rows = SQUARES * width;
    // SAFETY: as for `forward`.
    unsafe {
        let mut x = load_rows(class, leaf, width, rows);
        squares_down::<B, SQUARES>(class, &mut x[..rows], words.add(2 * rows));
        class.canonicalize_all(&mut x[..rows]);
        store_rows(class, &x[..rows], leaf, width);
    }
}

/// The twiddles of a square of a leaf.
#[inline(always)]
unsafe fn twiddles<B: Butterfly>(words: *const WordOf<B>, square: usize) -> impl Source<B::Lane> {
    // SAFETY: as for the caller.
    unsafe { LaneTwiddles(words.add(square * square_words::<B>())) }
}

/// The levels inside the vectors of the squares of a leaf. Two take turns, so that one does not
/// wait for itself: 12 % less time for the forward transform on 52-bit lanes than one after the
/// other.
#[inline(always)]
unsafe fn squares_down<B: Butterfly, const SQUARES: usize>(class: &B, x: &mut [B::Vector], words: *const WordOf<B>) {
    let width = B::Lane::WIDTH;
    // SAFETY: as for the caller; [`square_words`] words of the table belong to each square.
    unsafe {
        if width == 1 {
            return;
        }
        if SQUARES == 1 {
            class.transpose(x);
            class.forward_levels(x, LaneTwiddles(words), Input::Passed);
            return class.transpose(x);
        }
        for square in x.chunks_exact_mut(width) {
            class.transpose(square);
            class.prepare(square, Input::Passed);
        }
        for (i, square) in x.chunks_exact_mut(width).enumerate() {
            let w = twiddles::<B>(words, i);
            if width == 2 {
                class.ct_block(square, w.at(0), Side { branch: Branch::Sums, level: Level::Last });
            } else {
                class.ct_block(square, w.at(0), Side { branch: Branch::Sums, level: Level::Inner });
            }
        }
        if width == 8 {
            for (i, square) in x.chunks_exact_mut(width).enumerate() {
                class.ct_level(square, 2, twiddles::<B>(words, i), 1, Level::Inner);
            }
        }
        if width >= 4 {
            for (i, square) in x.chunks_exact_mut(width).enumerate() {
                class.ct_level(square, 1, twiddles::<B>(words, i), width / 2 - 1, Level::Last);
            }
        }
        for square in x.chunks_exact_mut(width) {
            class.transpose(square);
        }
    }
}

/// All levels of a leaf of `SQUARES`. Input reduced; the output is that of a pass.
#[inline(always)]
unsafe fn inverse<B: Butterfly, const SQUARES: usize>(
    class: &B,
    (from, to): (*const WordOf<B>, *mut WordOf<B>),
    words: *const WordOf<B>,
    output: Output,
) {
    let width = B::Lane::WIDTH;
    let rows = SQUARES * width;
    // SAFETY: as for the caller; the leaf has `SQUARES·WIDTH²` words, at either place, and its
    // words of the table belong to it.
    unsafe {
        let mut x = load_rows(class, from, width, rows);
        if !B::HALVES_LEAVES {
            class.enter_all(&mut x[..rows], Input::Reduced);
            squares_up::<B, SQUARES>(class, &mut x[..rows], words);
        }
        let twiddles = words.add(SQUARES * square_words::<B>());
        class.inverse_levels_and_end(&mut x[..rows], MemoryTwiddles(twiddles), output);
        store_rows(class, &x[..rows], to, width);
    }
}

/// The half before [`inverse`] where leaves are halved, one square after the other: those of one
/// leaf and the next overlap in the processor anyway, and their values fit its registers.
#[inline(always)]
unsafe fn inverse_square<B: Butterfly>(class: &B, (from, to): (*const WordOf<B>, *mut WordOf<B>), words: *const WordOf<B>) {
    let width = B::Lane::WIDTH;
    // SAFETY: as for `inverse`, of one square.
    unsafe {
        let mut x = load_rows(class, from, width, width);
        class.enter_all(&mut x[..width], Input::Reduced);
        squares_up::<B, 1>(class, &mut x[..width], words);
        store_rows(class, &x[..width], to, width);
    }
}

/// The levels inside the vectors of the squares of a leaf, in turns. Input reduced, output below
/// the reach of a product.
#[inline(always)]
unsafe fn squares_up<B: Butterfly, const SQUARES: usize>(class: &B, x: &mut [B::Vector], words: *const WordOf<B>) {
    let width = B::Lane::WIDTH;
    // SAFETY: as for the caller; [`square_words`] words of the table belong to each square.
    unsafe {
        if SQUARES == 1 {
            class.transpose(x);
            class.inverse_levels(x, LaneTwiddles(words));
            class.partial_reduce(x, 2);
            return class.transpose(x);
        }
        for square in x.chunks_exact_mut(width) {
            class.transpose(square);
        }
        for (i, square) in x.chunks_exact_mut(width).enumerate() {
            class.gs_level(square, 1, twiddles::<B>(words, i), 0);
        }
        if width >= 4 {
            for (i, square) in x.chunks_exact_mut(width).enumerate() {
                class.gs_level(square, 2, twiddles::<B>(words, i), width / 2);
            }
        }
        if width == 8 {
            for (i, square) in x.chunks_exact_mut(width).enumerate() {
                class.gs_level(square, 4, twiddles::<B>(words, i), 6);
            }
        }
        for square in x.chunks_exact_mut(width) {
            class.partial_reduce(square, 2);
            class.transpose(square);
        }
    }
}

/// Leaves side by side, downwards.
#[inline(always)]
pub(super) unsafe fn all_down<B: Butterfly, const SQUARES: usize>(
    class: &B,
    table: &[WordOf<B>],
    leaves: Leaves<WordOf<B>>,
    input: Input,
) {
    let size = SQUARES * B::Lane::WIDTH * B::Lane::WIDTH;
    let each = leaf_words::<B>(size);
    // SAFETY: as for the caller; leaves and their words follow one another.
    unsafe {
        for i in 0..leaves.count {
            let words = leaves.words.add(i * each);
            prefetch_words::<B>(table, words, each);
            forward::<B, SQUARES>(class, (leaves.from.add(i * size), leaves.to.add(i * size)), words, input);
        }
        let again = if B::HALVES_LEAVES { leaves.count } else { 0 };
        for i in 0..again {
            forward_squares::<B, SQUARES>(class, leaves.to.add(i * size), leaves.words.add(i * each));
        }
    }
}

/// Leaves side by side, upwards.
#[inline(always)]
pub(super) unsafe fn all_up<B: Butterfly, const SQUARES: usize>(
    class: &B,
    table: &[WordOf<B>],
    leaves: Leaves<WordOf<B>>,
    output: Output,
) {
    let size = SQUARES * B::Lane::WIDTH * B::Lane::WIDTH;
    let each = leaf_words::<B>(size);
    let from = if B::HALVES_LEAVES { leaves.to.cast_const() } else { leaves.from };
    // SAFETY: as for the caller; leaves and their words follow one another.
    unsafe {
        let before = if B::HALVES_LEAVES { leaves.count } else { 0 };
        for i in 0..before {
            for square in 0..SQUARES {
                let at = i * size + square * size / SQUARES;
                let words = leaves.words.add(i * each + square * square_words::<B>());
                inverse_square(class, (leaves.from.add(at), leaves.to.add(at)), words);
            }
        }
        for i in 0..leaves.count {
            let words = leaves.words.add(i * each);
            prefetch_words::<B>(table, words, each);
            inverse::<B, SQUARES>(class, (from.add(i * size), leaves.to.add(i * size)), words, output);
        }
    }
}

/// Leaves side by side: where they are and go, their number, and their words of the table.
#[derive(Clone, Copy)]
pub(super) struct Leaves<W> {
    pub(super) from: *const W,
    pub(super) to: *mut W,
    pub(super) count: usize,
    pub(super) words: *const W,
}

/// Bytes of a table that stays in a second-level cache beside the data and the tables of other
/// primes. Words of larger tables are prefetched.
const NEAR: usize = 1 << 17;
/// The distance of the prefetch, in leaves.
const AHEAD: usize = 3;

/// Prefetches the words of a leaf further on; each has `count`.
#[inline(always)]
fn prefetch_words<B: Butterfly>(table: &[WordOf<B>], words: *const WordOf<B>, count: usize) {
    if size_of_val(table) > NEAR {
        prefetch(words.wrapping_add(AHEAD * count), count);
    }
}
