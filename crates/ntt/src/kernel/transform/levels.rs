//! The transform over lanes; the specification is [`crate::naive::negacyclic`].
//!
//! *Order.* The transform is a tree of [`Node`]s. A pass does one, two or three levels of a node in
//! registers with its twiddles broadcast. A leaf is one or two squares of `WIDTH` vectors: it does
//! its first levels between vectors, transposes the squares, and does the others with a vector of
//! twiddles each. Nodes are visited depth first, so a part that fits a cache is finished inside it,
//! whatever the size of the cache. Tables hold every twiddle with its companion, in the order of
//! the visits.
//!
//! *Columns.* Rows may be more than one word wide: then every word of a row is transformed with
//! those below it, the tree ends at single rows, and there are no leaves.
//!
//! *Intervals* are those of the [class](crate::kernel::butterfly::class) of the prime.

use super::direction::{Direction, Input, Output};
use super::pass::WordOf;
use super::tree::{Node, Tree};
use super::{leaf, pass};
use crate::kernel::butterfly::{Butterfly, MAX_VECTORS};
use crate::kernel::lanes::Lanes;
use crate::kernel::{Part, TransformTable};

/// A part of the transform. Natural order in, bit-reversed order out. Input reduced, output of the
/// whole reduced.
///
/// # Safety
/// `a` has as many words as the table has rows, times their width; [`super::tree::tables`] made it
/// for this class; the instruction set of its lanes is enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn forward<B: Butterfly>(table: &TransformTable<WordOf<B>>, a: *mut WordOf<B>, part: Part) {
    // SAFETY: nodes lie inside `a`; the table was made by the same walk, with the words that each
    // node reads.
    unsafe {
        let class = B::new(table);
        let (place, columns) = part.place();
        let mut words = table.forward.as_ptr().add(table.tree.offset::<B::Lane>(place, Direction::Forward));
        for node in table.tree.downwards(place) {
            let ends = (Input::of_first(node.number == 1), Output::of_last(node.size == node.radix));
            if node.radix == 1 {
                let at = a.add(node.start);
                leaf::prefetch_words::<B::Lane>(&table.forward, node, words);
                if node.size == B::Lane::WIDTH * B::Lane::WIDTH {
                    leaf::forward::<B, 1>(&class, at, words, ends.0);
                } else if 2 * B::Lane::WIDTH <= MAX_VECTORS {
                    leaf::forward::<B, 2>(&class, at, words, ends.0);
                }
            } else {
                let rows = pass::rows_of(table, a, node, columns);
                match node.radix {
                    2 => pass::forward::<B, 2>(&class, rows, words, ends),
                    4 => pass::forward::<B, 4>(&class, rows, words, ends),
                    16 if B::MAX_RADIX == 16 => pass::forward::<B, 16>(&class, rows, words, ends),
                    _ => pass::forward::<B, 8>(&class, rows, words, ends),
                }
            }
            if columns.is_some() {
                return;
            }
            words = words.add(Tree::words::<B::Lane>(node));
        }
    }
}

/// A part of the inverse. Bit-reversed order in, natural order out. Input reduced, output of the
/// whole reduced.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn inverse<B: Butterfly>(table: &TransformTable<WordOf<B>>, a: *mut WordOf<B>, part: Part) {
    // SAFETY: nodes lie inside `a`; the table was made by the same walk, with the words that each
    // node reads.
    unsafe {
        let class = B::new(table);
        let (place, columns) = part.place();
        if columns.is_some() {
            let words = table.inverse.as_ptr().add(table.tree.own_offset::<B::Lane>(place));
            return up(&class, table, a, table.tree.node(place), columns, words);
        }
        let mut words = table.inverse.as_ptr().add(table.tree.offset::<B::Lane>(place, Direction::Inverse));
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
    let ends = (Input::of_first(node.size == node.radix), Output::of_last(node.number == 1));
    // SAFETY: as for the caller.
    unsafe {
        if node.radix > 1 {
            let rows = pass::rows_of(table, a, node, columns);
            return match node.radix {
                2 => pass::inverse::<B, 2>(class, rows, words, ends),
                4 => pass::inverse::<B, 4>(class, rows, words, ends),
                16 if B::MAX_RADIX == 16 => pass::inverse::<B, 16>(class, rows, words, ends),
                _ => pass::inverse::<B, 8>(class, rows, words, ends),
            };
        }
        let at = a.add(node.start);
        leaf::prefetch_words::<B::Lane>(&table.inverse, node, words);
        if node.size == B::Lane::WIDTH * B::Lane::WIDTH {
            leaf::inverse::<B, 1>(class, at, words, ends.1);
        } else if 2 * B::Lane::WIDTH <= MAX_VECTORS {
            leaf::inverse::<B, 2>(class, at, words, ends.1);
        }
    }
}
