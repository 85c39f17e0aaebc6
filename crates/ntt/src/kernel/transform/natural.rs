//! Transforms with values in natural order. Rows of a matrix change places beside the passes that
//! make or take them, while they are in a cache: this leaves one of two partners to be fetched.

use crate::kernel::implementation::{Kernel, KernelWord};
use crate::kernel::transform::reverse::{Exchange, Partners};
use crate::kernel::transform::{Direction, Extent, Part, Place, Transform, TransformFn, TransformTable};
use papilio_field::order::Order;

/// Bytes of a part whose rows change places together: as much as stays in a second-level cache
/// beside the partners.
const NEAR: usize = 1 << 17;

impl<W: KernelWord> Transform<W> {
    /// Runs one direction, with values in either order.
    pub(crate) fn run_in(&self, order: Order, direction: Direction, table: &TransformTable<W>, a: &mut [W]) {
        if order == Order::Natural && table.width > 1 {
            table.check(a);
            return Job { function: self.function(direction), direction, table, a }.node(Place::ROOT);
        }
        if order == Order::Natural && direction == Direction::Inverse {
            Kernel::first().bit_reverse(a, 1);
        }
        self.run(direction, table, a);
        if order == Order::Natural && direction == Direction::Forward {
            Kernel::first().bit_reverse(a, 1);
        }
    }
}

/// The transform of the columns of a matrix.
struct Job<'a, W: KernelWord> {
    function: TransformFn<W>,
    direction: Direction,
    table: &'a TransformTable<W>,
    a: &'a mut [W],
}

impl<W: KernelWord> Job<'_, W> {
    fn part(&mut self, node: Place, extent: Extent) {
        // SAFETY: kernels are handed out only after detection; `a` has the words of the table.
        unsafe { (self.function)(self.table, self.a.as_mut_ptr(), Part { node, extent }) }
    }

    /// The node of a place and all below it.
    fn node(&mut self, place: Place) {
        let (tree, width) = (self.table.tree(self.direction), self.table.width);
        let size = tree.size(place.level);
        if size * width * size_of::<W>() <= NEAR || place.level >= tree.bottom() {
            return self.near(place, size);
        }
        let below = tree.size(place.level + 1);
        let pass = Extent::Columns(0, below * width);
        if self.direction == Direction::Forward {
            self.part(place, pass);
        }
        for start in (place.start..place.start + size).step_by(below) {
            self.node(Place { start, level: place.level + 1 });
        }
        if self.direction == Direction::Inverse {
            self.part(place, pass);
        }
    }

    /// A part of so many rows. A pair of rows changes places when the second of them has been made,
    /// or before the first is taken.
    fn near(&mut self, place: Place, size: usize) {
        let rows = (place.start, place.start + size);
        if self.direction == Direction::Inverse {
            self.exchange(rows, Partners::After);
        }
        self.part(place, Extent::All);
        if self.direction == Direction::Forward {
            self.exchange(rows, Partners::Before);
        }
    }

    fn exchange(&mut self, rows: (usize, usize), with: Partners) {
        let exchange = Kernel::<W>::first().reverse.rows;
        // SAFETY: kernels are handed out only after detection; `a` has the rows of the table, whose
        // number is a power of two.
        unsafe { exchange(self.a, Exchange { width: self.table.width, rows, with }) }
    }
}
