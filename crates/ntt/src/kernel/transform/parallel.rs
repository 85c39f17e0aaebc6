//! One transform on many threads: the columns of the first passes are shared out, then the parts
//! below them.

use crate::kernel::transform::{Direction, Extent, Part, Place, TransformFn, TransformTable};
use papilio_field::Word;
use rayon::prelude::*;

/// Words below which a part is left to one thread: the work takes some ten microseconds. Portable
/// lanes and an interpreter take longer.
const GRAIN: usize = if cfg!(test) { 1 << 9 } else { 1 << 13 };
/// Words of a pass are shared out in multiples of this, so that no two threads write one cache
/// line.
const SLICE: usize = 64;

/// A pointer that threads share; they write to words of their own.
struct Shared<W>(*mut W);

// SAFETY: each part of a transform is given to one thread, parts that run at the same time have no
// word in common, and what comes after waits for them.
unsafe impl<W: Send> Send for Shared<W> {}
// SAFETY: as above.
unsafe impl<W: Send> Sync for Shared<W> {}

struct Job<'a, W: Word> {
    function: TransformFn<W>,
    table: &'a TransformTable<W>,
    a: Shared<W>,
}

/// The transform on the threads of the current pool.
///
/// # Safety
/// The conditions of the function hold, and it is of the kernel that made the table.
pub(in crate::kernel) unsafe fn run<W: Word>(
    function: TransformFn<W>,
    direction: Direction,
    table: &TransformTable<W>,
    a: &mut [W],
) {
    let job = Job { function, table, a: Shared(a.as_mut_ptr()) };
    job.node(Place::ROOT, direction);
}

impl<W: Word> Job<'_, W> {
    fn part(&self, part: Part) {
        // SAFETY: as for `run`; see `Shared`.
        unsafe { (self.function)(self.table, self.a.0, part) }
    }

    fn node(&self, place: Place, direction: Direction) {
        let (tree, width) = (self.table.tree(direction), self.table.width);
        let size = tree.size(place.level);
        if size * width <= GRAIN || place.level >= tree.block() {
            return self.part(Part { node: place, extent: Extent::All });
        }
        let below = tree.size(place.level + 1);
        let parts =
            || (0..size / below).into_par_iter().map(|i| Place { start: place.start + i * below, level: place.level + 1 });
        let parts_below = || parts().for_each(|part| self.node(part, direction));
        match direction {
            Direction::Forward => {
                self.pass(place, below * width);
                parts_below();
            }
            Direction::Inverse => {
                parts_below();
                self.pass(place, below * width);
            }
        }
    }

    /// The pass of a node, whose rows have `stride` words.
    fn pass(&self, node: Place, stride: usize) {
        let slice = (stride / (4 * rayon::current_num_threads())).next_multiple_of(SLICE);
        (0..stride.div_ceil(slice)).into_par_iter().for_each(|i| {
            self.part(Part { node, extent: Extent::Columns(i * slice, stride.min((i + 1) * slice)) });
        });
    }
}
