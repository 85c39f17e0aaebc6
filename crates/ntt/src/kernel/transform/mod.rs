//! The transform of a kernel: its text over lanes, its tables, and the orders of its values.

mod by_class;
pub(in crate::kernel) mod direction;
mod leaf;
pub(in crate::kernel) mod levels;
mod natural;
#[cfg(feature = "threads")]
pub(in crate::kernel) mod parallel;
mod pass;
mod reorder;
pub(in crate::kernel) mod reverse;
pub(crate) mod tiled_permutation;
pub(in crate::kernel) mod tree;
pub(in crate::kernel) mod twiddles;

use crate::kernel::aligned::Aligned;
use alloc::vec::Vec;
use papilio_field::Word;

#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) use by_class::class_64;
pub(in crate::kernel) use by_class::{class_16, forward_16, inverse_16, tables_16};
pub(in crate::kernel) use by_class::{forward_32, forward_shoup, inverse_32, inverse_shoup, tables_32, tables_shoup};
pub(crate) use direction::Direction;
pub(in crate::kernel) use levels::{first, forward, inverse, last};
pub(in crate::kernel) use reverse::Reverse;
pub(in crate::kernel) use tiled_permutation::PermuteFns;
pub use tiled_permutation::{ROTATION_GENERATOR, TiledPermutation};
pub(in crate::kernel) use tree::tables;
pub(crate) use tree::{Place, Tree};
pub(crate) use twiddles::{Twiddles, coset_twiddles};

/// Tables of a transform, in the format of the kernel that made them.
#[derive(Clone, Debug)]
pub(crate) struct TransformTable<W: Word> {
    pub(crate) q: u64,
    /// The order of the transform.
    pub(crate) tree: Tree,
    /// The order of the inverse, whose leaves may be smaller.
    pub(crate) upward_tree: Tree,
    /// Words of a row: 1, or the columns of a matrix.
    pub(crate) width: usize,
    /// Times that the rows lie in memory, one after the other: 2 where values have a real and an
    /// imaginary part.
    pub(crate) planes: usize,
    pub(crate) forward: Aligned<W>,
    pub(crate) inverse: Aligned<W>,
}

impl<W: Word> TransformTable<W> {
    /// The order of one direction.
    pub(in crate::kernel) fn tree(&self, direction: Direction) -> &Tree {
        match direction {
            Direction::Forward => &self.tree,
            Direction::Inverse => &self.upward_tree,
        }
    }

    pub(in crate::kernel) fn check(&self, a: &[W]) {
        let (rows, width) = (self.tree.size(0), self.width * self.planes);
        assert!(a.len() == rows * width, "{} words are not the {rows} rows of {width} of a transform", a.len());
    }
}

/// A part of a transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(in crate::kernel) node: Place,
    pub(in crate::kernel) extent: Extent,
}

/// The work that belongs to a part, of a node and all below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) enum Extent {
    All,
    /// Some columns of the pass of the node; threads share them out.
    #[cfg_attr(not(feature = "threads"), allow(dead_code))]
    Columns(usize, usize),
    /// All but the pass of the node.
    Below,
}

impl Part {
    /// Everything.
    pub(crate) const ALL: Self = Self { node: Place::ROOT, extent: Extent::All };
    /// Everything but the pass of the root.
    pub(in crate::kernel) const BELOW_ROOT: Self = Self { node: Place::ROOT, extent: Extent::Below };
}

pub(crate) type TransformFn<W> = unsafe fn(&TransformTable<W>, *mut W, Part);

/// The transform of a kernel.
#[derive(Clone, Copy)]
pub(crate) struct Transform<W: Word> {
    /// Words of a vector, `WIDTH`.
    pub(crate) lanes: usize,
    /// Squares of `WIDTH²` words that a leaf may have.
    pub(crate) squares: usize,
    /// The greatest radix of a pass, 4, 8 or 16, for the classes that can do it.
    pub(crate) max_radix: usize,
    pub(crate) tables: fn(&Twiddles, &mut TransformTable<W>),
    pub(crate) forward: TransformFn<W>,
    pub(crate) inverse: TransformFn<W>,
}

impl<W: Word> Transform<W> {
    /// The shortest transform.
    pub(crate) fn min_n(&self) -> usize {
        (self.lanes * self.lanes).max(2)
    }

    /// The sizes of leaves at this length, the usual one first; 1 for rows of several words.
    pub(crate) fn base_lens(&self, n: usize, width: usize) -> Vec<usize> {
        let square = self.lanes * self.lanes;
        let fits = |&squares: &usize| squares <= self.squares && squares * square <= n && squares * square > 1;
        if width > 1 { Vec::from([1]) } else { [2, 1].into_iter().filter(fits).map(|squares| squares * square).collect() }
    }

    pub(crate) fn table(&self, q: u64, twiddles: &Twiddles, tree: Tree, width: usize, planes: usize) -> TransformTable<W> {
        let (upward_tree, forward, inverse) = (tree.clone(), Aligned::EMPTY, Aligned::EMPTY);
        let mut table = TransformTable { q, tree, upward_tree, width, planes, forward, inverse };
        (self.tables)(twiddles, &mut table);
        table
    }

    fn function(&self, direction: Direction) -> TransformFn<W> {
        match direction {
            Direction::Forward => self.forward,
            Direction::Inverse => self.inverse,
        }
    }

    /// Runs one direction.
    pub(crate) fn run(&self, direction: Direction, table: &TransformTable<W>, a: &mut [W]) {
        table.check(a);
        // SAFETY: kernels are handed out only after detection; `a` has the words of the table.
        unsafe { self.function(direction)(table, a.as_mut_ptr(), Part::ALL) }
    }

    /// Runs one direction on the threads of the current pool.
    #[cfg(feature = "threads")]
    pub(crate) fn run_parallel(&self, direction: Direction, table: &TransformTable<W>, a: &mut [W]) {
        table.check(a);
        // SAFETY: kernels are handed out only after detection; `a` has the words of the table.
        unsafe { parallel::run(self.function(direction), direction, table, a) }
    }
}
