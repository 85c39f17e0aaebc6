//! The transform over lanes; the specification is [`crate::naive::negacyclic`].
//!
//! *Order.* The transform is a tree of [`Node`]s. A pass does one, two or three levels of a node in registers with its
//! twiddles broadcast. A leaf is one or two squares of `WIDTH` vectors: it does its first levels between vectors, transposes
//! the squares, and does the others with a vector of twiddles each. Nodes are visited depth first, so a part that fits a cache
//! is finished inside it, whatever the size of the cache. Tables hold every twiddle with its companion, in the order of the
//! visits.
//!
//! *Columns.* Rows may be more than one word wide: then every word of a row is transformed with those below it, the tree ends
//! at single rows, and there are no leaves.
//!
//! *Intervals* are those of the [class](crate::kernel::butterfly::class) of the prime.

use super::tree::{Node, Tree, square_words, tables};
use crate::kernel::butterfly::class::Class;
use crate::kernel::butterfly::{
    Butterfly, Exact, Lazy, MAX_REGISTER_TWIDDLES, MAX_ROWS, MemoryTwiddles, Montgomery32, RegisterTwiddles, Source, Tight,
    broadcast,
};
use crate::kernel::lanes::{Lanes, Lanes32};
use crate::kernel::prefetch::prefetch;
use crate::kernel::{Part, TransformTable, Twiddles};
use papilio_field::Word;

type WordOf<B> = <<B as Butterfly>::Lane as Lanes>::Word;

/// `count` vectors, `stride` words apart.
#[inline(always)]
unsafe fn load_rows<B: Butterfly>(class: &B, from: *const WordOf<B>, stride: usize, count: usize) -> [B::Vector; MAX_ROWS] {
    // SAFETY: as for the caller.
    unsafe {
        let mut x = [class.load(from); MAX_ROWS];
        for (j, value) in x.iter_mut().enumerate().take(count) {
            *value = class.load(from.add(j * stride));
        }
        x
    }
}

/// Vectors, `stride` words apart.
#[inline(always)]
unsafe fn store_rows<B: Butterfly>(class: &B, x: &[B::Vector], to: *mut WordOf<B>, stride: usize) {
    for (j, value) in x.iter().enumerate() {
        // SAFETY: as for the caller.
        unsafe { class.store(*value, to.add(j * stride)) }
    }
}

/// Where the rows of a pass are: `R` of them, `stride` words each and apart, of which those in `columns` are worked on.
#[derive(Clone, Copy)]
struct Rows<W> {
    first: *mut W,
    stride: usize,
    columns: (usize, usize),
}

/// Words of the planes of a [`Buffer`].
const BUFFER: usize = MAX_ROWS * MAX_WIDTH;

/// Room for the columns that do not fill a vector: rows [`MAX_WIDTH`] words apart, planes [`BUFFER`] words apart. Its alignment
/// also makes the compiler align the frame, without which vectors on the stack cross cache lines: 11 % of the time of a transform.
#[repr(align(64))]
struct Buffer<W>([[W; BUFFER]; 2]);

impl<W: Word> Rows<W> {
    /// Copies the columns that are left when all whole vectors are done into a buffer.
    #[inline(never)]
    unsafe fn gather<const R: usize>(self, plane: Option<usize>, count: usize, buffer: &mut Buffer<W>) {
        for (i, offset) in core::iter::once(0).chain(plane).enumerate() {
            for j in 0..R {
                // SAFETY: as for the caller: the rows have `R·stride` words, in each plane; the buffer has `R` rows.
                unsafe {
                    let from = self.first.add(offset + j * self.stride + self.columns.1 - count);
                    from.copy_to_nonoverlapping(buffer.0[i][j * MAX_WIDTH..].as_mut_ptr(), count);
                }
            }
        }
    }

    /// The inverse of [`Self::gather`].
    #[inline(never)]
    unsafe fn scatter<const R: usize>(self, plane: Option<usize>, count: usize, buffer: &Buffer<W>) {
        for (i, offset) in core::iter::once(0).chain(plane).enumerate() {
            for j in 0..R {
                // SAFETY: as for `gather`.
                unsafe {
                    let to = self.first.add(offset + j * self.stride + self.columns.1 - count);
                    to.copy_from_nonoverlapping(buffer.0[i][j * MAX_WIDTH..].as_ptr(), count);
                }
            }
        }
    }

    /// Does `levels` to every group of `R` vectors, first in place, then in a buffer those of columns that do not fill a vector:
    /// a loop of two rounds, so that the levels are there once.
    #[inline(always)]
    unsafe fn for_each<B: Butterfly, const R: usize>(self, class: &B, levels: impl Levels<B>)
    where
        B::Lane: Lanes<Word = W>,
    {
        let (from, to) = self.columns;
        let rest = (to - from) % B::Lane::WIDTH;
        // SAFETY: as for the caller: the rows have `R·stride` words.
        let mut at = unsafe { self.first.add(from) };
        let (mut here, mut stride, mut words) = (*class, self.stride, to - from - rest);
        let mut buffer: Buffer<W>;
        let mut in_buffer = false;
        loop {
            for i in (0..words).step_by(B::Lane::WIDTH) {
                // SAFETY: as above, or in the buffer.
                unsafe {
                    let mut x = load_rows(&here, at.add(i), stride, R);
                    levels.apply(&here, &mut x[..R]);
                    store_rows(&here, &x[..R], at.add(i), stride);
                }
            }
            // SAFETY: as above.
            unsafe {
                if in_buffer {
                    return self.scatter::<R>(class.plane(), rest, &*at.cast::<Buffer<W>>());
                }
                if rest == 0 {
                    return;
                }
                buffer = Buffer([[W::default(); BUFFER]; 2]);
                self.gather::<R>(class.plane(), rest, &mut buffer);
            }
            (here, at, stride, words) = (class.with_plane(BUFFER), buffer.0.as_mut_ptr().cast(), MAX_WIDTH, B::Lane::WIDTH);
            in_buffer = true;
        }
    }
}

/// The greatest vector of any lanes, in words.
const MAX_WIDTH: usize = 16;

/// The levels that a pass applies to its vectors: a value and not a closure, so that it is inlined where the instruction set is enabled.
trait Levels<B: Butterfly>: Copy {
    unsafe fn apply(&self, class: &B, x: &mut [B::Vector]);
}

/// Downwards; `last` where the tree ends at the rows.
#[derive(Clone, Copy)]
struct Down<S> {
    w: S,
    last: bool,
}

impl<B: Butterfly, S: Source<B::Lane>> Levels<B> for Down<S> {
    #[inline(always)]
    unsafe fn apply(&self, class: &B, x: &mut [B::Vector]) {
        // SAFETY: as for the caller.
        unsafe {
            class.forward_levels(x, self.w);
            if self.last {
                class.canonicalize_all(x);
            }
        }
    }
}

/// Upwards; `last` at the root.
#[derive(Clone, Copy)]
struct Up<S> {
    w: S,
    last: bool,
}

impl<B: Butterfly, S: Source<B::Lane>> Levels<B> for Up<S> {
    #[inline(always)]
    unsafe fn apply(&self, class: &B, x: &mut [B::Vector]) {
        // SAFETY: as for the caller.
        unsafe { class.inverse_levels_and_end(x, self.w, self.last) }
    }
}

#[inline(always)]
unsafe fn pass_down<B: Butterfly, const R: usize>(class: &B, rows: Rows<WordOf<B>>, words: *const WordOf<B>, last: bool) {
    // SAFETY: as for the caller; `2R` words of the table belong to the node.
    unsafe {
        if R > MAX_REGISTER_TWIDDLES {
            return rows.for_each::<B, R>(class, Down { w: MemoryTwiddles::<_, false>(words), last });
        }
        rows.for_each::<B, R>(class, Down { w: RegisterTwiddles(broadcast::<B::Lane>(words, R)), last })
    }
}

#[inline(always)]
unsafe fn pass_up<B: Butterfly, const R: usize>(class: &B, rows: Rows<WordOf<B>>, words: *const WordOf<B>, last: bool) {
    // SAFETY: as for the caller; `2R` words of the table belong to the node.
    unsafe {
        if R > MAX_REGISTER_TWIDDLES {
            return rows.for_each::<B, R>(class, Up { w: MemoryTwiddles::<_, false>(words), last });
        }
        rows.for_each::<B, R>(class, Up { w: RegisterTwiddles(broadcast::<B::Lane>(words, R)), last })
    }
}

/// All levels of a leaf of `SQUARES`. Output reduced.
#[inline(always)]
unsafe fn leaf_down<B: Butterfly, const SQUARES: usize>(class: &B, leaf: *mut WordOf<B>, words: *const WordOf<B>) {
    let width = B::Lane::WIDTH;
    let rows = SQUARES * width;
    // SAFETY: as for the caller; the leaf has `SQUARES·WIDTH²` words, and its words of the table belong to it.
    unsafe {
        let mut x = load_rows(class, leaf, width, rows);
        class.forward_levels(&mut x[..rows], MemoryTwiddles::<_, false>(words));
        squares_down::<B, SQUARES>(class, &mut x[..rows], words.add(2 * rows));
        class.canonicalize_all(&mut x[..rows]);
        store_rows(class, &x[..rows], leaf, width);
    }
}

/// The twiddles of a square of a leaf.
#[inline(always)]
unsafe fn twiddles<B: Butterfly>(words: *const WordOf<B>, square: usize) -> impl Source<B::Lane> {
    // SAFETY: as for the caller.
    unsafe { MemoryTwiddles::<_, true>(words.add(square * square_words::<B::Lane>())) }
}

/// The levels inside the vectors of the squares of a leaf. Two take turns, so that one does not wait for itself: 12 % less time
/// for the forward transform on 52-bit lanes than one after the other.
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
            class.forward_levels(x, MemoryTwiddles::<_, true>(words));
            return class.transpose(x);
        }
        for square in x.chunks_exact_mut(width) {
            class.transpose(square);
            class.prepare(square);
        }
        for (i, square) in x.chunks_exact_mut(width).enumerate() {
            let w = twiddles::<B>(words, i);
            if width == 2 {
                class.ct_block::<false, true>(square, w.at(0));
            } else {
                class.ct_block::<false, false>(square, w.at(0));
            }
        }
        if width == 8 {
            for (i, square) in x.chunks_exact_mut(width).enumerate() {
                class.ct_level::<false>(square, 2, twiddles::<B>(words, i), 1);
            }
        }
        if width >= 4 {
            for (i, square) in x.chunks_exact_mut(width).enumerate() {
                class.ct_level::<true>(square, 1, twiddles::<B>(words, i), width / 2 - 1);
            }
        }
        for square in x.chunks_exact_mut(width) {
            class.transpose(square);
        }
    }
}

/// All levels of a leaf of `SQUARES`. Input reduced; output reduced for the `last`.
#[inline(always)]
unsafe fn leaf_up<B: Butterfly, const SQUARES: usize>(class: &B, leaf: *mut WordOf<B>, words: *const WordOf<B>, last: bool) {
    let width = B::Lane::WIDTH;
    let rows = SQUARES * width;
    // SAFETY: as for the caller; the leaf has `SQUARES·WIDTH²` words, and its words of the table belong to it.
    unsafe {
        let mut x = load_rows(class, leaf, width, rows);
        squares_up::<B, SQUARES>(class, &mut x[..rows], words);
        let twiddles = words.add(SQUARES * square_words::<B::Lane>());
        class.inverse_levels_and_end(&mut x[..rows], MemoryTwiddles::<_, false>(twiddles), last);
        store_rows(class, &x[..rows], leaf, width);
    }
}

/// The levels inside the vectors of the squares of a leaf, in turns. Input reduced, output below the reach of a product.
#[inline(always)]
unsafe fn squares_up<B: Butterfly, const SQUARES: usize>(class: &B, x: &mut [B::Vector], words: *const WordOf<B>) {
    let width = B::Lane::WIDTH;
    // SAFETY: as for the caller; [`square_words`] words of the table belong to each square.
    unsafe {
        if SQUARES == 1 {
            class.transpose(x);
            class.inverse_levels(x, MemoryTwiddles::<_, true>(words));
            class.partial_reduce(x, 2);
            return class.transpose(x);
        }
        for square in x.chunks_exact_mut(width) {
            class.transpose(square);
        }
        let mut half = 1;
        while half < width {
            for (i, square) in x.chunks_exact_mut(width).enumerate() {
                class.gs_level(square, half, twiddles::<B>(words, i), width - width / half);
            }
            half *= 2;
        }
        for square in x.chunks_exact_mut(width) {
            class.partial_reduce(square, 2);
            class.transpose(square);
        }
    }
}

/// Bytes of a table that stays in a second-level cache beside the data and the tables of other primes. Words of larger tables
/// are prefetched.
const NEAR: usize = 1 << 17;
/// The distance of the prefetch, in leaves.
const AHEAD: usize = 3;

/// Prefetches the words of a leaf further on.
#[inline(always)]
fn ask_ahead<L: Lanes>(table: &[L::Word], leaf: Node, words: *const L::Word) {
    if size_of_val(table) > NEAR {
        let count = Tree::words::<L>(leaf);
        prefetch(words.wrapping_add(AHEAD * count), count);
    }
}

/// The rows of a node.
#[inline(always)]
unsafe fn rows_of<W: Word>(table: &TransformTable<W>, a: *mut W, node: Node, columns: Option<(usize, usize)>) -> Rows<W> {
    let stride = node.size / node.radix * table.width;
    // SAFETY: the node lies inside `a`.
    Rows { first: unsafe { a.add(node.start * table.width) }, stride, columns: columns.unwrap_or((0, stride)) }
}

/// A part of the transform. Natural order in, bit-reversed order out. Input reduced, output of the whole reduced.
///
/// # Safety
/// `a` has as many words as the table has rows, times their width; [`tables`] made it for this class; the instruction set of
/// its lanes is enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn forward<B: Butterfly>(table: &TransformTable<WordOf<B>>, a: *mut WordOf<B>, part: Part) {
    // SAFETY: nodes lie inside `a`; the table was made by the same walk, with the words that each node reads.
    unsafe {
        let class = B::new(table);
        let (place, columns) = part.place();
        let mut words = table.forward.as_ptr().add(table.tree.offset::<B::Lane>(place, true));
        for node in table.tree.downwards(place) {
            let last = node.size == node.radix;
            if node.radix == 1 {
                let leaf = a.add(node.start);
                ask_ahead::<B::Lane>(&table.forward, node, words);
                if node.size == B::Lane::WIDTH * B::Lane::WIDTH {
                    leaf_down::<B, 1>(&class, leaf, words);
                } else if 2 * B::Lane::WIDTH <= MAX_ROWS {
                    leaf_down::<B, 2>(&class, leaf, words);
                }
            } else {
                let rows = rows_of(table, a, node, columns);
                match node.radix {
                    2 => pass_down::<B, 2>(&class, rows, words, last),
                    4 => pass_down::<B, 4>(&class, rows, words, last),
                    16 if B::WIDEST == 16 => pass_down::<B, 16>(&class, rows, words, last),
                    _ => pass_down::<B, 8>(&class, rows, words, last),
                }
            }
            if columns.is_some() {
                return;
            }
            words = words.add(Tree::words::<B::Lane>(node));
        }
    }
}

/// A part of the inverse. Bit-reversed order in, natural order out. Input reduced, output of the whole reduced.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn inverse<B: Butterfly>(table: &TransformTable<WordOf<B>>, a: *mut WordOf<B>, part: Part) {
    // SAFETY: nodes lie inside `a`; the table was made by the same walk, with the words that each node reads.
    unsafe {
        let class = B::new(table);
        let (place, columns) = part.place();
        if columns.is_some() {
            let words = table.inverse.as_ptr().add(table.tree.own_offset::<B::Lane>(place));
            return up(&class, table, a, table.tree.node(place), columns, words);
        }
        let mut words = table.inverse.as_ptr().add(table.tree.offset::<B::Lane>(place, false));
        for node in table.tree.upwards(place) {
            up(&class, table, a, node, None, words);
            words = words.add(Tree::words::<B::Lane>(node));
        }
    }
}

/// One node of [`inverse`].
#[inline(always)]
unsafe fn up<B: Butterfly>(
    class: &B,
    table: &TransformTable<WordOf<B>>,
    a: *mut WordOf<B>,
    node: Node,
    columns: Option<(usize, usize)>,
    words: *const WordOf<B>,
) {
    let last = node.number == 1;
    // SAFETY: as for the caller.
    unsafe {
        if node.radix > 1 {
            let rows = rows_of(table, a, node, columns);
            return match node.radix {
                2 => pass_up::<B, 2>(class, rows, words, last),
                4 => pass_up::<B, 4>(class, rows, words, last),
                16 if B::WIDEST == 16 => pass_up::<B, 16>(class, rows, words, last),
                _ => pass_up::<B, 8>(class, rows, words, last),
            };
        }
        let leaf = a.add(node.start);
        ask_ahead::<B::Lane>(&table.inverse, node, words);
        if node.size == B::Lane::WIDTH * B::Lane::WIDTH {
            leaf_up::<B, 1>(class, leaf, words, last);
        } else if 2 * B::Lane::WIDTH <= MAX_ROWS {
            leaf_up::<B, 2>(class, leaf, words, last);
        }
    }
}

/// [`forward`] by the class of the prime.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn forward_shoup<L: Lanes>(table: &TransformTable<L::Word>, a: *mut L::Word, part: Part) {
    // SAFETY: as for the caller.
    unsafe {
        match Class::of(table.q, L::BITS, L::REACH) {
            Class::Lazy => forward::<Lazy<L>>(table, a, part),
            Class::Exact => forward::<Exact<L>>(table, a, part),
            _ => forward::<Tight<L>>(table, a, part),
        }
    }
}

/// [`inverse`] by the class of the prime.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn inverse_shoup<L: Lanes>(table: &TransformTable<L::Word>, a: *mut L::Word, part: Part) {
    // SAFETY: as for the caller.
    unsafe {
        match Class::of(table.q, L::BITS, L::REACH) {
            Class::Lazy => inverse::<Lazy<L>>(table, a, part),
            Class::Exact => inverse::<Exact<L>>(table, a, part),
            _ => inverse::<Tight<L>>(table, a, part),
        }
    }
}

/// [`tables`] by the class of the prime.
pub(in crate::kernel) fn tables_shoup<L: Lanes>(twiddles: &Twiddles, table: &mut TransformTable<L::Word>) {
    match Class::of(table.q, L::BITS, L::REACH) {
        Class::Lazy => tables::<Lazy<L>>(twiddles, table),
        Class::Exact => tables::<Exact<L>>(twiddles, table),
        _ => tables::<Tight<L>>(twiddles, table),
    }
}

/// [`forward_shoup`], and primes above half the word.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn forward_32<L: Lanes32>(table: &TransformTable<u32>, a: *mut u32, part: Part) {
    // SAFETY: as for the caller.
    unsafe { if table.q >> 31 == 0 { forward_shoup::<L>(table, a, part) } else { forward::<Montgomery32<L>>(table, a, part) } }
}

/// [`inverse_shoup`], and primes above half the word.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn inverse_32<L: Lanes32>(table: &TransformTable<u32>, a: *mut u32, part: Part) {
    // SAFETY: as for the caller.
    unsafe { if table.q >> 31 == 0 { inverse_shoup::<L>(table, a, part) } else { inverse::<Montgomery32<L>>(table, a, part) } }
}

/// [`tables_shoup`], and primes above half the word.
pub(in crate::kernel) fn tables_32<L: Lanes32>(twiddles: &Twiddles, table: &mut TransformTable<u32>) {
    if table.q >> 31 == 0 { tables_shoup::<L>(twiddles, table) } else { tables::<Montgomery32<L>>(twiddles, table) }
}
