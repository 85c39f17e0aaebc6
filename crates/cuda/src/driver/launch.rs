//! Launches. Shapes of memory are checked here, and an address goes no further.

use super::kernels::{Direction, Pointwise};
use super::memory::Memory;
use super::{BLOCK, Driver};
use crate::{Arithmetic, EngineError};
use core::ffi::{CStr, c_void};
use core::ptr::from_mut;

/// The greatest number of primes: limbs are counted by the second dimension of a grid.
pub(crate) const MAX_LIMBS: usize = 65_535;

/// Primes and the tables of their transforms.
#[derive(Debug)]
pub(crate) struct PrimeTables {
    pub(crate) n: usize,
    pub(crate) limbs: usize,
    pub(crate) arithmetic: Arithmetic,
    /// `Prime` of `kernels/arithmetic.cuh`, for each.
    pub(crate) primes: Memory,
    /// Twiddles of all primes, where the words of [`Self::primes`] say.
    pub(crate) twiddles: Memory,
}

/// Words of columns and rows in shared memory, with the padding of `kernels/transform.cuh`.
fn shared_bytes(length: u32) -> u32 {
    8 * (16 * BLOCK / length) * (length + length / 16 + 1)
}

/// The transform of every polynomial.
pub(crate) fn transform(direction: Direction, tables: &PrimeTables, data: &mut Memory) {
    let (rows, passes) = (tables.n as u32 / 256, direction.passes(tables.arithmetic));
    let columns = (passes.columns[rows.ilog2() as usize - 4], shared_bytes(rows), 0);
    let rows = (passes.rows, shared_bytes(256), rows);
    let order = if direction == Direction::Forward { [columns, rows] } else { [rows, columns] };
    for chunk in chunks(tables, data.len()) {
        for (kernel, shared, rows) in order {
            let Some(mut arguments) = Arguments::new(tables, data, chunk.start) else { return };
            arguments.last = rows;
            let grid = (tables.n as u32 / 4096, chunk.len() as u32);
            let device = data.device().clone();
            // SAFETY: a block has 4096 words of one limb, and the grid those of the limbs of the
            // chunk, which the caller's memory has.
            device.queue(|driver| unsafe { arguments.launch_transform(driver, kernel, grid, shared) });
        }
    }
}

/// `x ∘ y` in the place of x.
pub(crate) fn pointwise(operation: Pointwise, tables: &PrimeTables, x: &mut Memory, y: &Memory) {
    assert_eq!(x.len(), y.len(), "words of both operands");
    for chunk in chunks(tables, x.len()) {
        let Some(mut arguments) = Arguments::new(tables, x, chunk.start) else { return };
        let Some(mut other) = y.address(chunk.start * tables.n..y.len()) else { return };
        arguments.last = tables.n as u32;
        let grid = (tables.n as u32 / (2 * BLOCK), chunk.len() as u32);
        let device = x.device().clone();
        // SAFETY: a block has 512 words of one limb, and the grid those of the limbs of the chunk,
        // which both memories have.
        device.queue(|driver| unsafe { arguments.launch_pointwise(driver, operation.kernel(), grid, &mut other) });
    }
}

/// Ranges of limbs, whole polynomials each, that the second dimension of a grid has room for.
fn chunks(tables: &PrimeTables, words: usize) -> impl Iterator<Item = core::ops::Range<usize>> {
    let limbs = words / tables.n;
    let step = MAX_LIMBS / tables.limbs * tables.limbs;
    (0..limbs).step_by(step).map(move |start| start..limbs.min(start + step))
}

/// Arguments of kernels, in the memory of the host that a driver reads it from.
struct Arguments {
    data: u64,
    primes: u64,
    limbs: u32,
    last: u32,
}

impl Arguments {
    /// `None` on a device that has failed.
    fn new(tables: &PrimeTables, data: &Memory, first_limb: usize) -> Option<Self> {
        let data = data.address(first_limb * tables.n..data.len())?;
        let primes = tables.primes.address(0..tables.primes.len())?;
        // The words of the primes point there.
        tables.twiddles.address(0..tables.twiddles.len())?;
        Some(Self { data, primes, limbs: tables.limbs as u32, last: 0 })
    }

    /// `(data, primes, limbs)` of columns, which do not read the last argument, and `(data, primes,
    /// limbs, rows)` of rows.
    ///
    /// # Safety
    /// The conditions are those of [`Driver::launch`].
    unsafe fn launch_transform(
        &mut self,
        driver: &dyn Driver,
        kernel: &'static CStr,
        grid: (u32, u32),
        shared: u32,
    ) -> Result<(), EngineError> {
        let mut pointers =
            [pointer(&mut self.data), pointer(&mut self.primes), pointer(&mut self.limbs), pointer(&mut self.last)];
        // SAFETY: as for the caller.
        unsafe { driver.launch(kernel, grid, shared, &mut pointers) }
    }

    /// `(x, y, primes, limbs, n)`.
    ///
    /// # Safety
    /// The conditions are those of [`Driver::launch`].
    unsafe fn launch_pointwise(
        &mut self,
        driver: &dyn Driver,
        kernel: &'static CStr,
        grid: (u32, u32),
        other: &mut u64,
    ) -> Result<(), EngineError> {
        let mut pointers = [
            pointer(&mut self.data),
            pointer(other),
            pointer(&mut self.primes),
            pointer(&mut self.limbs),
            pointer(&mut self.last),
        ];
        // SAFETY: as for the caller.
        unsafe { driver.launch(kernel, grid, 0, &mut pointers) }
    }
}

fn pointer<T>(argument: &mut T) -> *mut c_void {
    from_mut(argument).cast()
}
