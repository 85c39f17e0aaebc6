//! Launches. Shapes of memory are checked here, and an address goes no further.

use super::kernels::{Direction, Form, Pointwise, PointwiseConstant, PointwisePairs};
use super::memory::{Memory, Place};
use super::{BLOCK, Driver, Queue};
use crate::device::Device;
use crate::{Arithmetic, EngineError};
use core::ffi::CStr;
use core::ops::Range;
use std::sync::Arc;

/// Words of a prime in `kernels/arithmetic.cuh`, without the last, an address.
pub(crate) type PrimeWords = [u64; 7];

/// Primes and the tables of their transforms.
#[derive(Clone, Debug)]
pub(crate) struct PrimeTables {
    n: usize,
    /// The primes of all that are meant.
    range: Range<usize>,
    arithmetic: Arithmetic,
    /// `Prime` of `kernels/arithmetic.cuh`, for each.
    primes: Arc<Memory>,
    /// Twiddles of all primes, to which the words of [`Self::primes`] point.
    _twiddles: Arc<Memory>,
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
        let primes = Arc::new(Memory::of(device, &primes)?);
        Ok(Self { n, range: 0..limbs, arithmetic, primes, _twiddles: Arc::new(twiddles) })
    }

    /// Some of the primes, with the same tables.
    pub(crate) fn range(&self, range: Range<usize>) -> Self {
        assert!(!range.is_empty() && range.end <= self.limbs(), "primes {range:?} of {}", self.limbs());
        let (start, end) = (self.range.start + range.start, self.range.start + range.end);
        Self { range: start..end, ..self.clone() }
    }

    pub(crate) fn degree(&self) -> usize {
        self.n
    }

    pub(crate) fn limbs(&self) -> usize {
        self.range.len()
    }

    pub(crate) fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// The device that has them.
    pub(crate) fn device(&self) -> &Arc<Device> {
        self.primes.device()
    }

    /// The address of the words of the primes.
    pub(super) fn address(&self) -> u64 {
        self.primes.address(self.range.start * (PrimeWords::default().len() + 1))
    }

    /// The address of the first limb of a chunk.
    pub(super) fn limb(&self, data: &Memory, chunk: &Range<usize>) -> u64 {
        data.address(chunk.start * self.n)
    }

    /// The address of so many polynomials, which are in a memory of the same device.
    fn polynomial(&self, place: Place<'_>, count: usize) -> u64 {
        Device::assert_same([place.memory.device(), self.primes.device()], ["words", "a basis"]);
        let (needed, found) = (count * self.n * self.limbs(), place.memory.len().saturating_sub(place.first));
        assert!(needed <= found, "{found} words of {count} polynomials of {} limbs, which are {needed}", self.limbs());
        place.memory.address(place.first)
    }

    /// Whether words are whole polynomials, on the same device.
    pub(super) fn check(&self, data: &Memory) {
        let polynomial = self.n * self.limbs();
        assert!(data.len().is_multiple_of(polynomial), "{} words are no polynomials of {polynomial}", data.len());
        Device::assert_same([data.device(), self.primes.device()], ["words", "a basis"]);
    }
}

/// Words of columns and rows in shared memory, with the padding of `kernels/transform.cuh`.
pub(super) fn shared_bytes(length: u32) -> u32 {
    8 * (16 * BLOCK / length) * (length + length / 16 + 1)
}

/// The transform of every polynomial.
pub(crate) fn transform(direction: Direction, tables: &PrimeTables, data: &mut Memory) {
    let passes = if direction == Direction::Forward { [columns, rows] } else { [rows, columns] };
    passes.into_iter().for_each(|pass| pass(direction, tables, data));
}

/// The pass over columns alone: the first one forward, and the last one of the inverse.
pub(crate) fn columns(direction: Direction, tables: &PrimeTables, data: &mut Memory) {
    tables.check(data);
    for chunk in chunks(tables, data) {
        columns_of_limbs(direction, tables, data.device(), [tables.limb(data, &chunk); 2], [chunk.len(), 0]);
    }
}

/// The pass over columns of limbs at two addresses, so many at each.
pub(super) fn columns_of_limbs(
    direction: Direction,
    tables: &PrimeTables,
    device: &Device,
    [data, more]: [u64; 2],
    [first, others]: [usize; 2],
) {
    let rows = tables.n as u32 / 256;
    let kernel = direction.passes(tables.arithmetic).columns[rows.ilog2() as usize - 4];
    // The inverse does not read the last two, and has no others.
    let arguments = [data, tables.address(), tables.limbs() as u64, more, first as u64];
    let grid = (tables.n as u32 / 4096, (first + others) as u32);
    // SAFETY: a block has 4096 words of one limb, and the grid those of the limbs at both
    // addresses, which are whole polynomials of the caller's; the tables are those of n words.
    device.queue(|driver| unsafe { launch(driver, kernel, grid, shared_bytes(rows), arguments) });
}

/// The other pass.
fn rows(direction: Direction, tables: &PrimeTables, data: &mut Memory) {
    tables.check(data);
    for chunk in chunks(tables, data) {
        let arguments = [tables.limb(data, &chunk), tables.address(), tables.limbs() as u64, tables.n as u64 / 256];
        let (kernel, grid) = (direction.passes(tables.arithmetic).rows, (tables.n as u32 / 4096, chunk.len() as u32));
        // SAFETY: a block has sixteen rows of one limb, and the grid those of the limbs of the
        // chunk, which the memory has; the tables are those of n words for each prime.
        data.device().queue(|driver| unsafe { launch(driver, kernel, grid, shared_bytes(256), arguments) });
    }
}

/// `x ∘ y` in the place of x.
pub(crate) fn pointwise(operation: Pointwise, tables: &PrimeTables, x: &mut Memory, y: &Memory) {
    tables.check(x);
    // A single polynomial may have more limbs than are read.
    let (words, single) = (x.len(), x.len() == tables.n * tables.limbs());
    assert!(y.len() == words || single && y.len() > words, "{words} words of one operand, {} of the other", y.len());
    Device::assert_same([x.device(), y.device()], ["words", "other words"]);
    for chunk in chunks(tables, x) {
        let (to, from) = (tables.limb(x, &chunk), tables.limb(y, &chunk));
        let arguments = [to, from, tables.address(), tables.limbs() as u64, tables.n as u64];
        let grid = (tables.n as u32 / (2 * BLOCK), chunk.len() as u32);
        // SAFETY: a block has 512 words of one limb, and the grid those of the limbs of the chunk,
        // which both memories have.
        x.device().queue(|driver| unsafe { launch(driver, operation.kernel(), grid, 0, arguments) });
    }
}

/// Pairs of a launch: `Operands` of `kernels/pointwise.cuh`.
const OPERANDS: usize = 128;

/// `x ∘ y` in the place of x, for pairs of polynomials; y may have more words.
pub(crate) fn pointwise_pairs(operation: PointwisePairs, tables: &PrimeTables, pairs: &mut [(&mut Memory, &Memory)]) {
    let (device, limbs) = (tables.device(), tables.limbs());
    for pairs in pairs.chunks_mut(OPERANDS.min(device.driver().max_limbs() / limbs)) {
        let mut addresses = [[0u64; 2]; OPERANDS];
        for (addresses, (x, y)) in addresses.iter_mut().zip(&*pairs) {
            *addresses = [&**x, *y].map(|memory| tables.polynomial(Place { memory, first: 0 }, 1));
        }
        let (primes, n) = (tables.address(), tables.n as u64);
        let arguments = [addresses.as_flattened(), &[primes], &[limbs as u64], &[n]];
        let grid = (tables.n as u32 / (2 * BLOCK), (pairs.len() * limbs) as u32);
        // SAFETY: a block has 512 words of one limb of a pair, and the grid those of as many pairs
        // as have addresses, whose memories have the limbs of a polynomial.
        device.queue(|driver| unsafe { driver.launch(Queue::Compute, operation.kernel(), grid, 0, &arguments) });
    }
}

/// Two residues modulo each prime of a basis: `Constants` of `kernels/pointwise.cuh`.
type Constants = [[u64; 64]; 2];

/// An operation with a constant for each half of the words of a limb, of one polynomial from a
/// place on. Sums with constants and scaling read no other words.
pub(crate) fn pointwise_constant(
    operation: PointwiseConstant,
    tables: &PrimeTables,
    (x, first): (&mut Memory, usize),
    y: Option<Place<'_>>,
    constants: [&[u64]; 2],
) {
    let y = tables.polynomial(y.unwrap_or(Place { memory: x, first }), 1);
    let (to, primes, n) = (tables.polynomial(Place { memory: x, first }, 1), tables.address(), tables.n as u64);
    let (mut words, limbs): (Constants, _) = ([[0; 64]; 2], tables.limbs());
    for (words, constants) in words.iter_mut().zip(constants) {
        assert!(constants.len().min(words.len()) >= limbs, "{} constants of {limbs} limbs", constants.len());
        words[..limbs].copy_from_slice(&constants[..limbs]);
    }
    let grid = (tables.n as u32 / (2 * BLOCK), tables.limbs() as u32);
    let arguments = [&[to][..], &[y], words.as_flattened(), &[primes], &[n]];
    // SAFETY: a block has 512 words of one limb, and the grid those of one polynomial, which both
    // memories have; there are two constants for every limb.
    x.device().queue(|driver| unsafe { driver.launch(Queue::Compute, operation.kernel(), grid, 0, &arguments) });
}

/// Pairs of a launch: `Pairs` of `kernels/sums.cuh`.
const PAIRS: usize = 16;

/// `Σ a·b` of polynomials from a place on, or `x + Σ a·b`; the factors may have more words.
pub(crate) fn sum_of_products(tables: &PrimeTables, (x, first): (&mut Memory, usize), pairs: &[[Place<'_>; 2]], plus: bool) {
    let (to, primes, n) = (tables.polynomial(Place { memory: x, first }, 1), tables.address(), tables.n as u64);
    let grid = (tables.n as u32 / BLOCK, tables.limbs() as u32);
    for (i, pairs) in pairs.chunks(PAIRS).enumerate() {
        let mut addresses = [[0u64; 2]; PAIRS];
        for (addresses, pair) in addresses.iter_mut().zip(pairs) {
            *addresses = pair.map(|place| tables.polynomial(place, 1));
        }
        let (count, plus) = (pairs.len() as u64, u64::from(plus || i > 0));
        let arguments = [&[to][..], addresses.as_flattened(), &[count], &[plus], &[primes], &[n]];
        // SAFETY: a block has 256 words of one limb, and the grid those of one polynomial, which
        // all memories have; there are as many pairs of addresses as are counted.
        x.device().queue(|driver| unsafe { driver.launch(Queue::Compute, c"sum_of_products", grid, 0, &arguments) });
    }
}

/// The image under `X ↦ X^exponent`, of coefficients or of values, of every polynomial.
pub(crate) fn automorphism(of: Form, exponent: u32, tables: &PrimeTables, to: &mut Memory, from: &Memory) {
    tables.check(to);
    tables.check(from);
    assert_eq!(to.len(), from.len(), "words of an image");
    for chunk in chunks(tables, to) {
        let (to_limb, from_limb) = (tables.limb(to, &chunk), tables.limb(from, &chunk));
        let (log, exponent) = (tables.n.ilog2().into(), u64::from(exponent));
        let grid = (tables.n as u32 / BLOCK, chunk.len() as u32);
        to.device().queue(|driver| match of {
            // SAFETY: a block has 256 words of one limb, and the grid those of the limbs of the
            // chunk; words are read from the same limb, wherever in it.
            Form::Coefficients => unsafe {
                let arguments = [to_limb, from_limb, tables.address(), tables.limbs() as u64, log, exponent];
                launch(driver, c"automorphism_coefficients", grid, 0, arguments)
            },
            // SAFETY: the same.
            Form::Values => unsafe { launch(driver, c"automorphism_values", grid, 0, [to_limb, from_limb, log, exponent]) },
        });
    }
}

/// Ranges of limbs, whole polynomials each, that the second dimension of a grid has room for.
pub(super) fn chunks(tables: &PrimeTables, data: &Memory) -> impl Iterator<Item = Range<usize>> + use<> {
    let limbs = data.len() / tables.n;
    let step = data.device().driver().max_limbs() / tables.limbs() * tables.limbs();
    (0..limbs).step_by(step).map(move |start| start..limbs.min(start + step))
}

/// Queues a kernel where all work is that computes.
///
/// # Safety
/// The conditions are those of [`Driver::launch`].
pub(super) unsafe fn launch<const N: usize>(
    driver: &dyn Driver,
    kernel: &'static CStr,
    grid: (u32, u32),
    shared: u32,
    arguments: [u64; N],
) -> Result<(), EngineError> {
    // SAFETY: as for the caller.
    unsafe { launch_in(Queue::Compute, driver, kernel, grid, shared, arguments) }
}

/// Queues a kernel. Arguments of 32 bits are the low halves of words, which are where a driver
/// reads them on processors that store low bytes first.
///
/// # Safety
/// The conditions are those of [`Driver::launch`].
pub(super) unsafe fn launch_in<const N: usize>(
    queue: Queue,
    driver: &dyn Driver,
    kernel: &'static CStr,
    grid: (u32, u32),
    shared: u32,
    arguments: [u64; N],
) -> Result<(), EngineError> {
    const { assert!(cfg!(target_endian = "little")) };
    let arguments = arguments.each_ref().map(core::slice::from_ref);
    // SAFETY: as for the caller.
    unsafe { driver.launch(queue, kernel, grid, shared, &arguments) }
}
