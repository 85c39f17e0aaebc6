//! The order of the transform, and the tables that follow it.

use crate::Modulus;
use crate::kernel::TransformTable;
use crate::kernel::lanes::Lanes;
use crate::plan::bit_reverse;

/// A part of the transform: the residues modulo `X^size − ψ^e` for some `e`, which a pass splits into `radix` parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) struct Node {
    pub(in crate::kernel) start: usize,
    pub(in crate::kernel) size: usize,
    /// The root is 1 and the halves of `v` are `2v` and `2v + 1`; the butterflies of `v` have the twiddle `ψ^brv(v)`.
    pub(in crate::kernel) number: usize,
    /// 1 for a leaf.
    pub(in crate::kernel) radix: usize,
}

impl Node {
    /// Words of the tables that belong to it.
    #[inline(always)]
    pub(in crate::kernel) fn words(self) -> usize {
        2 * if self.radix == 1 { self.size } else { self.radix }
    }
}

/// The tree over `n` words with leaves of `leaf` words.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Tree {
    pub(in crate::kernel) n: usize,
    pub(in crate::kernel) leaf: usize,
}

impl Tree {
    #[inline(always)]
    pub(in crate::kernel) fn of<L: Lanes>(n: usize) -> Self {
        Self { n, leaf: n.min(2 * L::WIDTH * L::WIDTH) }
    }

    /// Below the root, sizes are `leaf·8^k`.
    #[inline(always)]
    fn node(self, start: usize, size: usize) -> Node {
        let levels = (size / self.leaf).trailing_zeros() as usize;
        let radix = if levels == 0 { 1 } else { [8, 2, 4][levels % 3] };
        Node { start, size, number: (self.n + start) >> size.trailing_zeros(), radix }
    }

    /// Every node, before those it is split into.
    #[inline(always)]
    pub(in crate::kernel) fn downwards(self) -> impl Iterator<Item = Node> {
        let (mut start, mut size) = (0, self.n);
        core::iter::from_fn(move || {
            if start == self.n {
                return None;
            }
            let node = self.node(start, size);
            if node.radix > 1 {
                size /= node.radix;
            } else {
                start += self.leaf;
                size = self.leaf << ((start / self.leaf).trailing_zeros() / 3 * 3);
            }
            Some(node)
        })
    }

    /// Every node, after those it is split into.
    #[inline(always)]
    pub(in crate::kernel) fn upwards(self) -> impl Iterator<Item = Node> {
        let (mut start, mut size) = (0, self.leaf);
        core::iter::from_fn(move || {
            if size > self.n {
                return None;
            }
            let node = self.node(start, size);
            let (end, parent) = (start + size, self.n.min(8 * size));
            (start, size) = match end & (parent - 1) {
                _ if size == self.n => (0, 2 * size),
                0 => (end - parent, parent),
                _ => (end, self.leaf),
            };
            Some(node)
        })
    }
}

/// Builds the tables of one direction.
struct Builder {
    modulus: Modulus,
    width: usize,
    /// Powers of the root, in bit-reversed order of their exponents.
    powers: Vec<u64>,
    /// What the twiddle of the root node is multiplied by.
    scale: u64,
    words: Vec<u64>,
}

impl Builder {
    fn new<L: Lanes>(modulus: Modulus, n: usize, root: u64, scale: u64) -> Self {
        let (mut powers, mut power) = (vec![1; n], 1);
        for i in 0..n {
            powers[bit_reverse(i, n.trailing_zeros())] = power;
            power = modulus.mul(power, root);
        }
        Self { modulus, width: L::WIDTH, powers, scale, words: Vec::with_capacity(2 * n + n / 2) }
    }

    fn twiddle(&self, number: usize) -> u64 {
        if number == 1 { self.modulus.mul(self.powers[1], self.scale) } else { self.powers[number] }
    }

    /// The twiddles of one vector, then their companions.
    fn push(&mut self, values: &[u64]) {
        self.words.extend_from_slice(values);
        self.words.extend(values.iter().map(|&w| self.modulus.shoup(w, 52)));
    }

    /// `radix` pairs: one for every butterfly of a pass, and the scale.
    fn pass(&mut self, number: usize, levels: impl Iterator<Item = usize>) {
        for parts in levels {
            (0..parts).for_each(|i| self.push(&[self.twiddle(number * parts + i)]));
        }
        self.push(&[self.scale]);
    }

    /// `width − 1` pairs of vectors for each square of a leaf: lane `i` of square `number` is node `width·number + i`.
    fn squares(&mut self, leaf: Node, levels: impl Iterator<Item = usize> + Clone) {
        let (size, width) = (self.width * self.width, self.width);
        for square in 0..leaf.size / size {
            let first = (leaf.number * leaf.size / size + square) * width;
            for (parts, i) in levels.clone().flat_map(|parts| (0..parts).map(move |i| (parts, i))) {
                let values: Vec<_> = (first..first + width).map(|node| self.twiddle(node * parts + i)).collect();
                self.push(&values);
            }
        }
    }
}

/// Parts of a node at each level of a pass, downwards: 1, 2, 4 … below `radix`.
fn parts(radix: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..radix.trailing_zeros()).map(|level| 1 << level)
}

/// The tables for lanes as wide as `L`. A node has [`Node::words`]: the broadcast pairs of its pass; for a leaf, the vectors
/// of its squares after them (upwards, before them).
pub(in crate::kernel) fn tables<L: Lanes>(table: &mut TransformTable) {
    let (m, n, width) = (table.modulus, table.n, L::WIDTH);
    let tree = Tree::of::<L>(n);
    let mut down = Builder::new::<L>(m, n, table.root, 1);
    for node in tree.downwards() {
        if node.radix == 1 {
            down.pass(node.number, parts(node.size / width));
            down.squares(node, parts(width));
        } else {
            down.pass(node.number, parts(node.radix));
        }
    }
    let mut up = Builder::new::<L>(m, n, m.inverse(table.root), m.inverse(n as u64));
    for node in tree.upwards() {
        if node.radix == 1 {
            up.squares(node, parts(width).rev());
            up.pass(node.number, parts(node.size / width).rev());
        } else {
            up.pass(node.number, parts(node.radix).rev());
        }
    }
    (table.forward, table.inverse) = (down.words, up.words);
}
