//! A pass over memory: one, two, three or four levels of a node, in registers, for every column, or
//! of all nodes of a level of a block.

use super::Extent;
use super::direction::{Input, Output};
use super::tree::{Node, pass_words};
use crate::kernel::TransformTable;
use crate::kernel::butterfly::{
    Butterfly, MAX_REGISTER_TWIDDLES, MAX_VECTORS, MemoryTwiddles, RegisterTwiddles, Source, broadcast,
};
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use core::hint::black_box;
use papilio_field::Word;

pub(super) type WordOf<B> = <<B as Butterfly>::Lane as Lanes>::Word;

/// `count` vectors, `stride` words apart.
#[inline(always)]
pub(super) unsafe fn load_rows<B: Butterfly>(
    class: &B,
    from: *const WordOf<B>,
    stride: usize,
    count: usize,
) -> [B::Vector; MAX_VECTORS] {
    // SAFETY: as for the caller.
    unsafe {
        let mut x = [class.load(from); MAX_VECTORS];
        for (j, value) in x.iter_mut().enumerate().take(count) {
            *value = class.load(from.add(j * stride));
        }
        x
    }
}

/// Vectors, `stride` words apart.
#[inline(always)]
pub(super) unsafe fn store_rows<B: Butterfly>(class: &B, x: &[B::Vector], to: *mut WordOf<B>, stride: usize) {
    for (j, value) in x.iter().enumerate() {
        // SAFETY: as for the caller.
        unsafe { class.store(*value, to.add(j * stride)) }
    }
}

/// Where the rows of a pass are, and where they go: `R` of them, `stride` words each and apart, of
/// which those in `columns` are worked on.
#[derive(Clone, Copy)]
pub(super) struct Rows<W> {
    from: *const W,
    to: *mut W,
    stride: usize,
    columns: (usize, usize),
}

/// Words of the planes of a [`Buffer`].
const BUFFER: usize = MAX_VECTORS * MAX_WIDTH;

/// Room for the columns that do not fill a vector: rows [`MAX_WIDTH`] words apart, planes
/// [`BUFFER`] words apart. Its alignment also makes the compiler align the frame, without which
/// vectors on the stack cross cache lines: 11 % of the time of a transform.
#[repr(align(64))]
struct Buffer<W>([[W; BUFFER]; 2]);

impl<W: Word> Rows<W> {
    /// Copies the columns that are left when all whole vectors are done into a buffer.
    #[inline(never)]
    unsafe fn gather<const R: usize>(self, plane: Option<usize>, count: usize, buffer: &mut Buffer<W>) {
        for (i, offset) in core::iter::once(0).chain(plane).enumerate() {
            for j in 0..R {
                // SAFETY: as for the caller: the rows have `R·stride` words, in each plane; the
                // buffer has `R` rows.
                unsafe {
                    let from = self.from.add(offset + j * self.stride + self.columns.1 - count);
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
                    let to = self.to.add(offset + j * self.stride + self.columns.1 - count);
                    to.copy_from_nonoverlapping(buffer.0[i][j * MAX_WIDTH..].as_ptr(), count);
                }
            }
        }
    }

    /// Does `levels` to every group of `R` vectors, first where they are, then in a buffer those of
    /// columns that do not fill a vector: a loop of two rounds, so that the levels are there once.
    #[inline(always)]
    unsafe fn for_each<B: Butterfly, const R: usize>(self, class: &B, levels: impl Levels<B>)
    where
        B::Lane: Lanes<Word = W>,
    {
        let (first, end) = self.columns;
        let rest = (end - first) % B::Lane::WIDTH;
        // SAFETY: as for the caller: the rows have `R·stride` words.
        let (mut from, mut to) = unsafe { (self.from.add(first), self.to.add(first)) };
        let (mut here, mut stride, mut words) = (*class, self.stride, end - first - rest);
        let mut buffer: Buffer<W>;
        let mut in_buffer = false;
        loop {
            // SAFETY: as above, or in the buffer.
            unsafe { each_vector::<B, R>(&here, (from, to), (stride, words), levels) };
            // SAFETY: as above.
            unsafe {
                if in_buffer {
                    return self.scatter::<R>(class.plane(), rest, &*to.cast::<Buffer<W>>());
                }
                if rest == 0 {
                    return;
                }
                buffer = Buffer([[W::default(); BUFFER]; 2]);
                self.gather::<R>(class.plane(), rest, &mut buffer);
            }
            to = buffer.0.as_mut_ptr().cast();
            (here, from, stride, words) = (class.with_plane(BUFFER), to.cast_const(), MAX_WIDTH, B::Lane::WIDTH);
            in_buffer = true;
        }
    }
}

/// Does `levels` to every group of `R` vectors, of as many words of each row.
#[inline(always)]
unsafe fn each_vector<B: Butterfly, const R: usize>(
    class: &B,
    (from, to): (*const WordOf<B>, *mut WordOf<B>),
    (stride, words): (usize, usize),
    levels: impl Levels<B>,
) {
    for i in (0..words).step_by(B::Lane::WIDTH) {
        // SAFETY: as for the caller: the rows have `R·stride` words.
        unsafe {
            let mut x = load_rows(class, from.add(i), stride, R);
            levels.apply(class, &mut x[..R]);
            store_rows(class, &x[..R], to.add(i), stride);
        }
    }
}

/// The levels that a pass applies to its vectors: a value and not a closure, so that it is inlined
/// where the instruction set is enabled.
trait Levels<B: Butterfly>: Copy {
    unsafe fn apply(&self, class: &B, x: &mut [B::Vector]);
}

/// The form of what a pass takes and gives.
type Ends = (Input, Output);

/// The levels of a pass downwards; outputs are reduced where the tree ends at the rows.
#[derive(Clone, Copy)]
struct Down<S> {
    w: S,
    ends: Ends,
}

impl<B: Butterfly, S: Source<B::Lane>> Levels<B> for Down<S> {
    #[inline(always)]
    unsafe fn apply(&self, class: &B, x: &mut [B::Vector]) {
        // SAFETY: as for the caller.
        unsafe {
            class.enter_all(x, self.ends.0);
            class.forward_levels(x, self.w, self.ends.0);
            if matches!(self.ends.1, Output::Reduced) {
                class.canonicalize_all(x);
            }
        }
    }
}

/// The levels of a pass upwards; outputs are reduced at the root.
#[derive(Clone, Copy)]
struct Up<S> {
    w: S,
    ends: Ends,
}

impl<B: Butterfly, S: Source<B::Lane>> Levels<B> for Up<S> {
    #[inline(always)]
    unsafe fn apply(&self, class: &B, x: &mut [B::Vector]) {
        // SAFETY: as for the caller.
        unsafe {
            class.enter_all(x, self.ends.0);
            class.inverse_levels_and_end(x, self.w, self.ends.1)
        }
    }
}

/// A pass downwards.
#[inline(always)]
unsafe fn forward<B: Butterfly, const R: usize>(class: &B, rows: Rows<WordOf<B>>, words: *const WordOf<B>, ends: Ends) {
    // SAFETY: as for the caller; `2R` words of the table belong to the node.
    unsafe {
        if R > MAX_REGISTER_TWIDDLES {
            return rows.for_each::<B, R>(class, Down { w: MemoryTwiddles(words), ends });
        }
        rows.for_each::<B, R>(class, Down { w: RegisterTwiddles(broadcast::<B::Lane>(words, R)), ends })
    }
}

/// A pass upwards.
#[inline(always)]
unsafe fn inverse<B: Butterfly, const R: usize>(class: &B, rows: Rows<WordOf<B>>, words: *const WordOf<B>, ends: Ends) {
    // SAFETY: as for the caller; `2R` words of the table belong to the node.
    unsafe {
        if R > MAX_REGISTER_TWIDDLES {
            return rows.for_each::<B, R>(class, Up { w: MemoryTwiddles(words), ends });
        }
        rows.for_each::<B, R>(class, Up { w: RegisterTwiddles(broadcast::<B::Lane>(words, R)), ends })
    }
}

/// Passes of nodes side by side: the rows of the first, their number, and their words of the table.
/// Where there are several, in a block, their rows consist of vectors.
#[derive(Clone, Copy)]
pub(super) struct Passes<W> {
    first: Rows<W>,
    count: usize,
    words: *const W,
}

/// Intervals of the passes of a block: it ends at leaves, and only its first pass may be that of
/// the root.
const INSIDE: Ends = (Input::Passed, Output::Passed);

impl<W: Word> Passes<W> {
    /// The passes of nodes, over rows of `size/radix` words for each word of width.
    #[inline(always)]
    pub(super) unsafe fn of(
        table: &TransformTable<W>,
        (from, to): (*const W, *mut W),
        nodes: Node,
        extent: Extent,
        words: *const W,
    ) -> Self {
        // The compiler would multiply the place of every row by the width again, in every node.
        let stride = black_box((nodes.size >> nodes.radix.trailing_zeros()) * table.width);
        let start = black_box(nodes.start * table.width);
        let columns = if let Extent::Columns(first, end) = extent { (first, end) } else { (0, stride) };
        // SAFETY: the nodes lie inside both.
        let (from, to) = unsafe { (from.add(start), to.add(start)) };
        Self { first: Rows { from, to, stride, columns }, count: nodes.count, words }
    }

    /// The words of each, and where its rows are.
    #[inline(always)]
    unsafe fn at<B: Butterfly, const R: usize>(&self, i: usize) -> (*const W, (*const W, *mut W))
    where
        B::Lane: Lanes<Word = W>,
    {
        let Rows { from, to, stride, .. } = self.first;
        // SAFETY: as for the caller; nodes and their words follow one another.
        unsafe { (self.words.add(i * pass_words::<B>(R)), (from.add(i * R * stride), to.add(i * R * stride))) }
    }
}

/// Passes side by side, downwards.
#[inline(always)]
pub(super) unsafe fn all_down<B: Butterfly, const R: usize>(class: &B, passes: Passes<WordOf<B>>, ends: Ends) {
    // SAFETY: as for the caller; `2R` words of the table belong to each node.
    unsafe {
        if !B::BLOCKS || passes.count == 1 {
            debug_assert!(passes.count == 1, "several nodes of a class without blocks");
            return forward::<B, R>(class, passes.first, passes.words, ends);
        }
        let stride = passes.first.stride;
        for i in 0..passes.count {
            let (words, ways) = passes.at::<B, R>(i);
            if R > MAX_REGISTER_TWIDDLES {
                let levels = Down { w: MemoryTwiddles(words), ends: INSIDE };
                each_vector::<B, R>(class, ways, (stride, stride), levels);
            } else {
                let levels = Down { w: RegisterTwiddles(broadcast::<B::Lane>(words, R)), ends: INSIDE };
                each_vector::<B, R>(class, ways, (stride, stride), levels);
            }
        }
    }
}

/// Passes side by side, upwards.
#[inline(always)]
pub(super) unsafe fn all_up<B: Butterfly, const R: usize>(class: &B, passes: Passes<WordOf<B>>, ends: Ends) {
    // SAFETY: as for the caller; `2R` words of the table belong to each node.
    unsafe {
        if !B::BLOCKS || passes.count == 1 {
            debug_assert!(passes.count == 1, "several nodes of a class without blocks");
            return inverse::<B, R>(class, passes.first, passes.words, ends);
        }
        let stride = passes.first.stride;
        for i in 0..passes.count {
            let (words, ways) = passes.at::<B, R>(i);
            if R > MAX_REGISTER_TWIDDLES {
                let levels = Up { w: MemoryTwiddles(words), ends: INSIDE };
                each_vector::<B, R>(class, ways, (stride, stride), levels);
            } else {
                let levels = Up { w: RegisterTwiddles(broadcast::<B::Lane>(words, R)), ends: INSIDE };
                each_vector::<B, R>(class, ways, (stride, stride), levels);
            }
        }
    }
}
