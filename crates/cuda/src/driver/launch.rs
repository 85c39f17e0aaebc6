//! Launches. Shapes of memory are checked here, and an address goes no further.

use super::kernels::{Direction, Pointwise};
use super::memory::Memory;
use super::{BLOCK, Driver};
use crate::device::Device;
use crate::{Arithmetic, EngineError};
use core::ffi::{CStr, c_void};
use core::ops::Range;
use core::ptr::from_mut;
use std::sync::Arc;

/// Words of a prime in `kernels/arithmetic.cuh`, without the last, an address.
pub(crate) type PrimeWords = [u64; 5];

/// Primes and the tables of their transforms.
#[derive(Debug)]
pub(crate) struct PrimeTables {
    n: usize,
    limbs: usize,
    arithmetic: Arithmetic,
    /// `Prime` of `kernels/arithmetic.cuh`, for each.
    primes: Memory,
    /// Twiddles of all primes, to which the words of [`Self::primes`] point.
    _twiddles: Memory,
}

impl PrimeTables {
    /// Tables of transforms of n words, from the twiddles of all primes, as many words for each.
    pub(crate) fn new(
        device: &Arc<Device>,
        n: usize,
        arithmetic: Arithmetic,
        primes: &[PrimeWords],
        twiddles: &[u64],
    ) -> Result<Self, EngineError> {
        let words = n * arithmetic.constant_words();
        assert!(n.is_power_of_two() && (4096..=65_536).contains(&n), "{n} words");
        assert_eq!(twiddles.len(), words * primes.len(), "twiddles of every prime");
        let limbs = primes.len();
        assert!(limbs > 0 && limbs <= device.driver().max_limbs(), "{limbs} primes");
        let twiddles = Memory::of(device, twiddles)?;
        let address = |limb| twiddles.address(limb * words);
        let primes: Vec<u64> =
            primes.iter().enumerate().flat_map(|(i, prime)| prime.iter().copied().chain([address(i)])).collect();
        Ok(Self { n, limbs, arithmetic, primes: Memory::of(device, &primes)?, _twiddles: twiddles })
    }

    pub(crate) fn degree(&self) -> usize {
        self.n
    }

    pub(crate) fn limbs(&self) -> usize {
        self.limbs
    }

    pub(crate) fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Whether words are whole polynomials, on the same device.
    fn check(&self, data: &Memory) {
        let polynomial = self.n * self.limbs;
        assert!(data.len().is_multiple_of(polynomial), "{} words are no polynomials of {polynomial}", data.len());
        assert!(Arc::ptr_eq(data.device(), self.primes.device()), "words of one device, and a basis of another");
    }
}

/// Words of columns and rows in shared memory, with the padding of `kernels/transform.cuh`.
fn shared_bytes(length: u32) -> u32 {
    8 * (16 * BLOCK / length) * (length + length / 16 + 1)
}

/// The transform of every polynomial.
pub(crate) fn transform(direction: Direction, tables: &PrimeTables, data: &mut Memory) {
    tables.check(data);
    let (rows, passes) = (tables.n as u32 / 256, direction.passes(tables.arithmetic));
    let columns = (passes.columns[rows.ilog2() as usize - 4], shared_bytes(rows), 0);
    let rows = (passes.rows, shared_bytes(256), rows);
    let order = if direction == Direction::Forward { [columns, rows] } else { [rows, columns] };
    for chunk in chunks(tables, data) {
        for (kernel, shared, rows) in order {
            let mut arguments = Arguments::new(tables, data, chunk.start, rows);
            let grid = (tables.n as u32 / 4096, chunk.len() as u32);
            // SAFETY: a block has 4096 words of one limb, and the grid those of the limbs of the
            // chunk, which the memory has; the tables are those of n words for each prime.
            data.device().queue(|driver| unsafe { arguments.launch_transform(driver, kernel, grid, shared) });
        }
    }
}

/// `x ∘ y` in the place of x.
pub(crate) fn pointwise(operation: Pointwise, tables: &PrimeTables, x: &mut Memory, y: &Memory) {
    tables.check(x);
    tables.check(y);
    assert_eq!(x.len(), y.len(), "words of both operands");
    for chunk in chunks(tables, x) {
        let mut arguments = Arguments::new(tables, x, chunk.start, tables.n as u32);
        let mut other = y.address(chunk.start * tables.n);
        let grid = (tables.n as u32 / (2 * BLOCK), chunk.len() as u32);
        // SAFETY: a block has 512 words of one limb, and the grid those of the limbs of the chunk,
        // which both memories have.
        x.device().queue(|driver| unsafe { arguments.launch_pointwise(driver, operation.kernel(), grid, &mut other) });
    }
}

/// Ranges of limbs, whole polynomials each, that the second dimension of a grid has room for.
fn chunks(tables: &PrimeTables, data: &Memory) -> impl Iterator<Item = Range<usize>> + use<> {
    let limbs = data.len() / tables.n;
    let step = data.device().driver().max_limbs() / tables.limbs * tables.limbs;
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
    fn new(tables: &PrimeTables, data: &Memory, first_limb: usize, last: u32) -> Self {
        let data = data.address(first_limb * tables.n);
        Self { data, primes: tables.primes.address(0), limbs: tables.limbs as u32, last }
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
