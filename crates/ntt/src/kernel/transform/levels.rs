//! The transform over lanes; the specification is [`crate::naive::negacyclic`].
//!
//! *Order.* The transform is a tree of [`Node`]s. A pass does one, two or three levels of a node in
//! registers with its twiddles broadcast. A leaf is one or two squares of `WIDTH` vectors: it does
//! its first levels between vectors, transposes the squares, and does the others with a vector of
//! twiddles each. Nodes are visited depth first, so a part that fits a cache is finished inside it,
//! whatever the size of the cache; in a block, which fits the first-level cache, level by level, so
//! that a short transform is a few loops. Tables hold every twiddle with its companion, in the
//! order of the visits.
//!
//! *Columns.* Rows may be more than one word wide: then every word of a row is transformed with
//! those below it, the tree ends at single rows, and there are no leaves.
//!
//! *Intervals* are those of the [class](crate::kernel::butterfly::class) of the prime.

use super::direction::{Direction, Input, Output};
use super::leaf::Leaves;
use super::pass::{Passes, WordOf};
use super::tree::{Node, Place, Tree};
use super::{Extent, leaf, pass};
use crate::kernel::butterfly::{Butterfly, MAX_VECTORS};
use crate::kernel::lanes::Lanes;
use crate::kernel::{Part, TransformTable};

/// Where a node reads and writes: the same place but at the ends of a transform.
type Ways<B> = (*const WordOf<B>, *mut WordOf<B>);

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
        let Part { node: place, extent } = part;
        let mut words = table.forward.as_ptr().add(table.tree.offset::<B>(place, Direction::Forward));
        let mut nodes = table.tree.downwards(place);
        if extent == Extent::Below {
            words = words.add(nodes.next().map_or(0, Tree::words::<B>));
        }
        for node in nodes {
            down(&class, table, (a.cast_const(), a), node, extent, words);
            if matches!(extent, Extent::Columns(..)) {
                return;
            }
            words = words.add(Tree::words::<B>(node));
        }
    }
}

/// The pass of the root of [`forward`], which may read elsewhere.
///
/// # Safety
/// The conditions of [`forward`] hold for both places.
#[inline(always)]
pub(in crate::kernel) unsafe fn first<B: Butterfly>(class: &B, table: &TransformTable<WordOf<B>>, ways: Ways<B>) {
    // SAFETY: as for the caller; the words of the root are the first.
    unsafe { down(class, table, ways, table.tree.node(Place::ROOT), Extent::All, table.forward.as_ptr()) }
}

/// A node of [`forward`], or those of a level of a block.
#[inline(always)]
unsafe fn down<B: Butterfly>(
    class: &B,
    table: &TransformTable<WordOf<B>>,
    ways: Ways<B>,
    node: Node,
    extent: Extent,
    words: *const WordOf<B>,
) {
    let ends = (Input::of_first(node.number == 1), Output::of_last(node.size == node.radix));
    // SAFETY: as for the caller.
    unsafe {
        if node.radix > 1 {
            let passes = Passes::of(table, ways, node, extent, words);
            return match node.radix {
                2 => pass::all_down::<B, 2>(class, passes, ends),
                4 => pass::all_down::<B, 4>(class, passes, ends),
                16 if B::MAX_RADIX == 16 => pass::all_down::<B, 16>(class, passes, ends),
                _ => pass::all_down::<B, 8>(class, passes, ends),
            };
        }
        let (from, to) = (ways.0.add(node.start), ways.1.add(node.start));
        let leaves = Leaves { from, to, count: node.count, words };
        if node.size == B::Lane::WIDTH * B::Lane::WIDTH {
            leaf::all_down::<B, 1>(class, &table.forward, leaves, ends.0);
        } else if 2 * B::Lane::WIDTH <= MAX_VECTORS {
            leaf::all_down::<B, 2>(class, &table.forward, leaves, ends.0);
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
        let Part { node: place, extent } = part;
        let tree = &table.upward_tree;
        let is_column = matches!(extent, Extent::Columns(..));
        let own = if extent == Extent::Below { tree.size(place.level) } else { 0 };
        let offset = if is_column { tree.own_offset::<B>(place) } else { tree.offset::<B>(place, Direction::Inverse) };
        let mut words = table.inverse.as_ptr().add(offset);
        let mut nodes = tree.upwards(place).take_while(|node| node.size != own);
        // A call of `up` is inlined with every pass and leaf, so that there is one for all extents.
        while let Some(node) = if is_column { Some(tree.node(place)) } else { nodes.next() } {
            up(&class, table, (a.cast_const(), a), node, extent, words);
            if is_column {
                return;
            }
            words = words.add(Tree::words::<B>(node));
        }
    }
}

/// The pass of the root of [`inverse`], which may write elsewhere.
///
/// # Safety
/// The conditions of [`forward`] hold for both places.
#[inline(always)]
pub(in crate::kernel) unsafe fn last<B: Butterfly>(class: &B, table: &TransformTable<WordOf<B>>, ways: Ways<B>) {
    // SAFETY: as for the caller.
    unsafe {
        let words = table.inverse.as_ptr().add(table.upward_tree.own_offset::<B>(Place::ROOT));
        up(class, table, ways, table.upward_tree.node(Place::ROOT), Extent::All, words);
    }
}

/// A node of [`inverse`], or those of a level of a block.
#[inline(always)]
unsafe fn up<B: Butterfly>(
    class: &B,
    table: &TransformTable<WordOf<B>>,
    ways: Ways<B>,
    node: Node,
    extent: Extent,
    words: *const WordOf<B>,
) {
    let ends = (Input::of_first(node.size == node.radix), Output::of_last(node.number == 1));
    // SAFETY: as for the caller.
    unsafe {
        if node.radix > 1 {
            let passes = Passes::of(table, ways, node, extent, words);
            return match node.radix {
                2 => pass::all_up::<B, 2>(class, passes, ends),
                4 => pass::all_up::<B, 4>(class, passes, ends),
                16 if B::MAX_RADIX == 16 => pass::all_up::<B, 16>(class, passes, ends),
                _ => pass::all_up::<B, 8>(class, passes, ends),
            };
        }
        let (from, to) = (ways.0.add(node.start), ways.1.add(node.start));
        let leaves = Leaves { from, to, count: node.count, words };
        if node.size == B::Lane::WIDTH * B::Lane::WIDTH {
            leaf::all_up::<B, 1>(class, &table.inverse, leaves, ends.1);
        } else if 2 * B::Lane::WIDTH <= MAX_VECTORS && !B::SINGLE_SQUARES_UP {
            leaf::all_up::<B, 2>(class, &table.inverse, leaves, ends.1);
        }
    }
}
