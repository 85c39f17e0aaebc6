//! The order of the transform, and the tables that follow it.

use crate::kernel::aligned::LINE;
use crate::kernel::butterfly::{Butterflies, Butterfly};
use crate::kernel::lanes::Lanes;
use crate::kernel::transform::direction::Direction;
use crate::kernel::{TransformTable, Twiddles};
use alloc::vec::Vec;

/// Words of the pairs of vectors of a square.
#[inline(always)]
pub(super) fn square_words<B: Butterfly>() -> usize {
    let width = B::Lane::WIDTH;
    2 * width * if B::SHARES { width / 2 } else { width - 1 }
}

/// Words of a pass of a node: whole lines, so that the vectors behind lie within lines.
#[inline(always)]
pub(super) fn pass_words<B: Butterfly>(radix: usize) -> usize {
    (2 * radix).next_multiple_of(LINE / size_of::<<B::Lane as Lanes>::Word>())
}

/// Words of a leaf.
#[inline(always)]
pub(super) fn leaf_words<B: Butterfly>(size: usize) -> usize {
    let (width, squares) = (B::Lane::WIDTH, size / (B::Lane::WIDTH * B::Lane::WIDTH));
    2 * size / width + squares * square_words::<B>()
}

/// A part of the transform that a pass splits into `radix` parts: `size` rows from row `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) struct Node {
    pub(in crate::kernel) start: usize,
    pub(in crate::kernel) size: usize,
    /// The root is 1 and the halves of `v` are `2v` and `2v + 1`.
    pub(in crate::kernel) number: usize,
    /// 1 for a leaf.
    pub(in crate::kernel) radix: usize,
    /// Nodes of this size that are visited at once, one after the other: those of one block.
    pub(in crate::kernel) count: usize,
}

impl Node {
    /// Nodes that are visited at once, one by one.
    pub(in crate::kernel) fn each(self) -> impl Iterator<Item = Self> {
        let node = move |i| Self { start: self.start + i * self.size, number: self.number + i, count: 1, ..self };
        (0..self.count).map(node)
    }
}

/// Bytes of a block: with its tables it stays in a first-level cache of 32 KiB.
const BLOCK: usize = 1 << 14;

/// The sizes of the nodes, level by level: `n` first, then each a part of the one before. All are
/// powers of two, and divided by shifts: a short transform would notice the time of two divisions.
///
/// The last is that of the leaves, whose levels are done inside and between vectors; or 1, where
/// there are none and the last pass ends at single rows.
///
/// Nodes are visited depth first down to *blocks*, and inside a block level by level, all nodes of
/// a level at once: getting from one visit to the next takes about as long as a leaf of sixteen
/// values. A tree begins with blocks of the leaves of one node each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    sizes: Vec<usize>,
    /// The level of blocks. Leaves of one node are always in one.
    block: usize,
}

/// A node of a tree by place: its first row and the level of its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) level: usize,
}

impl Place {
    pub(crate) const ROOT: Self = Self { start: 0, level: 0 };
}

impl Tree {
    /// `radices` from the root down, and the leaf below them.
    pub(crate) fn new(n: usize, radices: &[usize]) -> Self {
        let mut size = n;
        let below = radices.iter().map(|radix| {
            size /= radix;
            size
        });
        let tree = Self { sizes: core::iter::once(n).chain(below).collect(), block: 0 };
        tree.with_blocks(0)
    }

    /// Radices from the root down.
    pub(crate) fn radices(&self) -> Vec<usize> {
        self.sizes.windows(2).map(|sizes| sizes[0] / sizes[1]).collect()
    }

    /// The same transform with leaves of half the size: a level more in the last pass of less than
    /// eight rows, or two passes of four in the place of one of eight.
    fn with_halved_leaves(&self) -> Self {
        let mut radices = self.radices();
        if let Some(radix) = radices.iter_mut().rfind(|radix| **radix < 8) {
            *radix *= 2;
        } else if radices.pop().is_some() {
            radices.extend([4, 4]);
        } else {
            radices.push(2);
        }
        let halved = Self::new(self.sizes[0], &radices);
        debug_assert_eq!(2 * halved.base_len(), self.base_len(), "radices of at most eight");
        halved
    }

    /// With blocks that fit a cache, for rows of so many bytes and classes with
    /// [`Butterfly::BLOCKS`].
    pub(crate) fn in_blocks(self, bytes: usize) -> Self {
        self.with_blocks(BLOCK / bytes)
    }

    /// With blocks of at most so many rows, or where that is more of the leaves of one node. Where
    /// there are no leaves a block is one node: its rows may be long.
    pub(in crate::kernel) fn with_blocks(self, rows: usize) -> Self {
        let block = if self.base_len() == 1 {
            self.bottom()
        } else {
            let fits = self.sizes.iter().position(|&size| size <= rows);
            fits.unwrap_or(self.bottom()).min(self.bottom().saturating_sub(1))
        };
        Self { block, ..self }
    }

    /// The level of blocks, inside of which there are no parts but single nodes.
    #[cfg_attr(not(feature = "threads"), allow(dead_code))]
    #[inline(always)]
    pub(in crate::kernel) fn block(&self) -> usize {
        self.block
    }

    /// Rows of a leaf.
    #[inline(always)]
    pub(crate) fn base_len(&self) -> usize {
        self.sizes[self.sizes.len() - 1]
    }

    /// The level of the nodes that nothing below is visited of.
    #[inline(always)]
    pub(in crate::kernel) fn bottom(&self) -> usize {
        if self.base_len() == 1 { self.sizes.len() - 2 } else { self.sizes.len() - 1 }
    }

    #[inline(always)]
    pub(crate) fn size(&self, level: usize) -> usize {
        self.sizes[level]
    }

    #[inline(always)]
    pub(in crate::kernel) fn node(&self, place: Place) -> Node {
        let size = self.sizes[place.level];
        // Sizes are powers of two; a division takes as long as a small leaf.
        let radix = self.sizes.get(place.level + 1).map_or(1, |below| size >> below.trailing_zeros());
        Node { start: place.start, size, number: (self.sizes[0] + place.start) >> size.trailing_zeros(), radix, count: 1 }
    }

    /// The nodes at a place that are visited at once: below the level of `blocks` all those of a
    /// level.
    #[inline(always)]
    fn visited(&self, place: Place, blocks: usize) -> Node {
        let node = self.node(place);
        Node { count: if place.level > blocks { self.sizes[blocks] >> node.size.trailing_zeros() } else { 1 }, ..node }
    }

    /// The node of a place and all below it, each before its parts.
    #[inline(always)]
    pub(in crate::kernel) fn downwards(&self, from: Place) -> impl Iterator<Item = Node> {
        let blocks = self.block.max(from.level);
        let (mut at, end) = (from, from.start + self.sizes[from.level]);
        core::iter::from_fn(move || {
            if at.start == end {
                return None;
            }
            let node = self.visited(at, blocks);
            if at.level < self.bottom() {
                at.level += 1;
            } else {
                at = Place { start: at.start + self.sizes[blocks], level: blocks };
                while at.level > from.level && at.start & (self.sizes[at.level - 1] - 1) == 0 {
                    at.level -= 1;
                }
            }
            Some(node)
        })
    }

    /// The node of a place and all below it, each after its parts.
    #[inline(always)]
    pub(in crate::kernel) fn upwards(&self, to: Place) -> impl Iterator<Item = Node> {
        let blocks = self.block.max(to.level);
        let mut at = Some(Place { start: to.start, level: self.bottom() });
        core::iter::from_fn(move || {
            let place = at?;
            let node = self.visited(place, blocks);
            at = if place.level == to.level {
                None
            } else if place.level > blocks {
                Some(Place { start: place.start, level: place.level - 1 })
            } else {
                let (end, above) = (node.start + node.size, self.sizes[place.level - 1]);
                let last = end & (above - 1) == 0;
                Some(if last {
                    Place { start: end - above, level: place.level - 1 }
                } else {
                    Place { start: end, level: self.bottom() }
                })
            };
            Some(node)
        })
    }

    /// Words of the tables that belong to nodes that are visited at once, and not to their parts.
    #[inline(always)]
    pub(in crate::kernel) fn words<B: Butterfly>(node: Node) -> usize {
        node.count * if node.radix > 1 { pass_words::<B>(node.radix) } else { leaf_words::<B>(node.size) }
    }

    /// Words of the tables that belong to a node and all below it.
    fn subtree<B: Butterfly>(&self, level: usize) -> usize {
        let mut words = 0;
        for level in (level..=self.bottom()).rev() {
            let node = self.node(Place { start: 0, level });
            words = Self::words::<B>(node) + if level == self.bottom() { 0 } else { node.radix * words };
        }
        words
    }

    /// Where the words of a subtree begin: forward, the words of a node come before those of its
    /// parts; inverse, after them. Inside a block only of nodes without parts.
    #[inline(always)]
    pub(in crate::kernel) fn offset<B: Butterfly>(&self, place: Place, direction: Direction) -> usize {
        if place.level == 0 { 0 } else { self.offset_below::<B>(place, direction) }
    }

    #[inline(never)]
    fn offset_below<B: Butterfly>(&self, place: Place, direction: Direction) -> usize {
        debug_assert!(place.level <= self.block || place.level == self.bottom(), "a part of a block");
        let mut offset = 0;
        for level in 0..place.level.min(self.block) {
            let (node, below) = (self.node(Place { start: 0, level }), self.sizes[level + 1]);
            let part = place.start % node.size / below;
            offset += part * self.subtree::<B>(level + 1);
            if direction == Direction::Forward {
                offset += Self::words::<B>(node);
            }
        }
        if place.level > self.block {
            // The last level of a block, upwards the first.
            let (node, level) = (self.node(place), self.visited(place, self.block));
            offset += place.start % self.sizes[self.block] / node.size * Self::words::<B>(node);
            if direction == Direction::Forward {
                offset += self.subtree::<B>(self.block) - Self::words::<B>(level);
            }
        }
        offset
    }

    /// Where the words of the pass of a node begin, upwards: after those of its parts.
    pub(in crate::kernel) fn own_offset<B: Butterfly>(&self, place: Place) -> usize {
        let node = self.node(place);
        self.offset::<B>(place, Direction::Inverse) + self.subtree::<B>(place.level) - Self::words::<B>(node)
    }
}

/// Builds the tables of one direction.
struct Builder<'a, B: Butterfly> {
    q: u64,
    factors: &'a [u64],
    direction: Direction,
    words: Vec<<B::Lane as Lanes>::Word>,
}

impl<B: Butterfly> Builder<'_, B> {
    fn twiddle(&self, node: usize, radix: usize, (parts, i): (usize, usize)) -> [<B::Lane as Lanes>::Word; 2] {
        B::twiddle(self.q, B::factor(self.factors, Butterflies { node, radix, parts, i, direction: self.direction }))
    }

    /// The parts that have a twiddle of their own, level by level.
    fn own(levels: impl Iterator<Item = usize>) -> impl Iterator<Item = (usize, usize)> {
        levels.flat_map(|parts| (0..parts).step_by(if B::SHARES { 2 } else { 1 }).map(move |i| (parts, i)))
    }

    /// `radix` pairs: one for every butterfly of a pass, or for two, and the scale last.
    fn pass(&mut self, number: usize, radix: usize, levels: impl Iterator<Item = usize>) {
        let scale = self.words.len() + 2 * (radix - 1);
        for level in Self::own(levels) {
            self.words.extend(self.twiddle(number, radix, level));
        }
        self.words.resize(scale, <B::Lane as Lanes>::Word::default());
        self.words.extend(B::twiddle(self.q, self.factors[0]));
    }

    /// The rest of the words of the pass of a node.
    fn fill(&mut self, node: Node) {
        let words = self.words.len() - 2 * node.radix + pass_words::<B>(node.radix);
        self.words.resize(words, <B::Lane as Lanes>::Word::default());
    }

    /// `width − 1` pairs of vectors, or `width/2`, for each square of a leaf: lane `i` of square
    /// `number` is node `width·number + i`.
    fn squares(&mut self, leaf: Node, levels: impl Iterator<Item = usize> + Clone) {
        let width = B::Lane::WIDTH;
        let squares = leaf.size / (width * width);
        for square in 0..squares {
            let first = (leaf.number * squares + square) * width;
            for level in Self::own(levels.clone()) {
                let at = self.words.len();
                self.words.resize(at + 2 * width, <B::Lane as Lanes>::Word::default());
                for lane in 0..width {
                    let [factor, companion] = self.twiddle(first + lane, width, level);
                    (self.words[at + lane], self.words[at + width + lane]) = (factor, companion);
                }
            }
        }
    }
}

/// Parts of a node at each level of a pass, downwards: 1, 2, 4 … below `radix`.
fn parts(radix: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..radix.trailing_zeros()).map(|level| 1 << level)
}

/// The tables of a class. A pass has its broadcast pairs and the scale; a leaf, the vectors of its
/// squares after them (upwards, before them).
pub(in crate::kernel) fn tables<B: Butterfly>(twiddles: &Twiddles, table: &mut TransformTable<<B::Lane as Lanes>::Word>) {
    let (width, q) = (B::Lane::WIDTH, table.q);
    if B::SINGLE_SQUARES_UP && table.tree.base_len() == 2 * width * width {
        table.upward_tree = table.tree.with_halved_leaves();
    }
    let words = [&table.tree, &table.upward_tree].map(|tree| tree.subtree::<B>(0));
    let mut down =
        Builder::<B> { q, factors: &twiddles.forward, direction: Direction::Forward, words: Vec::with_capacity(words[0]) };
    for node in table.tree.downwards(Place::ROOT).flat_map(Node::each) {
        if node.radix == 1 {
            down.pass(node.number, node.size / width, parts(node.size / width));
            down.squares(node, parts(width));
        } else {
            down.pass(node.number, node.radix, parts(node.radix));
            down.fill(node);
        }
    }
    let mut up =
        Builder::<B> { q, factors: &twiddles.inverse, direction: Direction::Inverse, words: Vec::with_capacity(words[1]) };
    for node in table.upward_tree.upwards(Place::ROOT).flat_map(Node::each) {
        if node.radix == 1 {
            up.squares(node, parts(width).rev());
            up.pass(node.number, node.size / width, parts(node.size / width).rev());
        } else {
            up.pass(node.number, node.radix, parts(node.radix).rev());
            up.fill(node);
        }
    }
    debug_assert!([down.words.len(), up.words.len()] == words);
    (table.forward, table.inverse) = (down.words.as_slice().into(), up.words.as_slice().into());
}
