//! Launches of transforms of a field.

use super::kernels::{Direction, FieldKernels};
use super::launch::launch;
use super::memory::Memory;
use super::{BLOCK, Driver};
use crate::EngineError;
use crate::device::Device;
use std::sync::Arc;

/// Logarithm of the elements of a row, in the kernels of rows.
pub(crate) const LOG_ROW: u32 = 8;

/// A pass forward: columns of `2^log_radix` elements, `2^log_stride` apart, or rows of neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldPass {
    pub(crate) log_radix: u32,
    pub(crate) log_stride: u32,
}

/// Facts of a field that launches need.
#[derive(Clone, Copy, Debug)]
pub struct FieldShape {
    pub(crate) kernels: FieldKernels,
    /// Bytes of an element.
    pub(crate) bytes: u32,
    /// Logarithm of the elements of a thread: `LOG_VALUES` of `kernels/field.cuh`.
    pub(crate) log_values: u32,
}

/// Tables of one length, forward and inverse. Elements are as the kernels have constants.
#[derive(Debug)]
pub(crate) struct FieldTables {
    shape: FieldShape,
    passes: Vec<FieldPass>,
    log_fine: u32,
    memory: Memory,
}

impl FieldTables {
    /// The memory has, for each direction, the twiddles of each pass by node, and the coarse roots
    /// and the `2^log_fine` fine ones, as `kernels/field_transform.cuh` reads them.
    pub(crate) fn new(shape: FieldShape, passes: Vec<FieldPass>, log_fine: u32, memory: Memory) -> Self {
        let follow = |pair: &[FieldPass]| pair[0].log_stride == pair[1].log_radix + pair[1].log_stride;
        let [columns @ .., FieldPass { log_radix: LOG_ROW, log_stride: 0 }] = &*passes else { panic!("no rows in {passes:?}") };
        assert!(!columns.is_empty() && passes.windows(2).all(follow), "{passes:?}");
        assert!(passes.iter().all(|pass| (4..=8).contains(&pass.log_radix)), "{passes:?}");
        let tables = Self { shape, passes, log_fine, memory };
        assert!(tables.log_n() < 32 && log_fine < tables.log_n(), "{log_fine} bits of {}", tables.log_n());
        assert_eq!(tables.memory.len(), tables.words(2 * tables.elements()), "words of the tables");
        tables
    }

    pub(crate) fn passes(&self) -> &[FieldPass] {
        &self.passes
    }

    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.memory.len()
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        self.memory.device()
    }

    fn log_n(&self) -> u32 {
        self.passes[0].log_radix + self.passes[0].log_stride
    }

    /// Words of so many elements, which fill them.
    fn words(&self, elements: usize) -> usize {
        elements * self.shape.bytes as usize / 8
    }

    /// Elements of the twiddles of passes.
    fn nodes(passes: &[FieldPass]) -> usize {
        passes.iter().map(|pass| 1 << pass.log_radix).sum()
    }

    /// Elements of the tables of one direction.
    fn elements(&self) -> usize {
        Self::nodes(&self.passes) + (1 << (self.log_n() - 1 - self.log_fine)) + (1 << self.log_fine)
    }

    /// The blocks of a polynomial in a pass.
    fn blocks(&self) -> u32 {
        (1 << (self.log_n() - self.shape.log_values)) / BLOCK
    }

    /// Bytes of shared memory in a pass: the exchange between threads, as `kernels/transform.cuh`
    /// pads it, and the twiddles that a block makes.
    fn shared_bytes(&self, pass: FieldPass) -> u32 {
        let FieldShape { log_values, bytes, .. } = self.shape;
        let radix = 1 << pass.log_radix;
        let columns = (BLOCK << log_values) / radix;
        let made = if pass.log_stride == 0 { columns * ((radix >> log_values) + log_values) } else { radix };
        (columns * (radix + radix / 16 + 1) + made) * bytes
    }
}

/// The transform of every polynomial.
pub(crate) fn transform_field(direction: Direction, tables: &FieldTables, data: &mut Memory) {
    let polynomial = tables.words(1 << tables.log_n());
    assert!(data.len().is_multiple_of(polynomial), "{} words are no polynomials of {polynomial}", data.len());
    Device::assert_same([data.device(), tables.device()], ["words", "tables"]);
    let (count, most) = (data.len() / polynomial, data.device().driver().max_limbs());
    let mut passes: Vec<usize> = (0..tables.passes.len()).collect();
    if direction == Direction::Inverse {
        passes.reverse();
    }
    for start in (0..count).step_by(most) {
        let batch = (data.address(start * polynomial), most.min(count - start) as u32);
        for pass in &passes {
            // SAFETY: the memory has the words of so many polynomials from the address on.
            data.device().queue(|driver| unsafe { queue_pass(driver, direction, tables, *pass, batch) });
        }
    }
}

/// # Safety
/// The words of so many polynomials are at the address, and belong to the caller.
unsafe fn queue_pass(
    driver: &dyn Driver,
    direction: Direction,
    tables: &FieldTables,
    at: usize,
    (address, batch): (u64, u32),
) -> Result<(), EngineError> {
    let start = if direction == Direction::Inverse { tables.elements() } else { 0 };
    let table = |element| tables.memory.address(tables.words(start + element));
    let [nodes, roots] = [at, tables.passes.len()].map(|passes| table(FieldTables::nodes(&tables.passes[..passes])));
    let pass = tables.passes[at];
    let [log_n, log_fine, log_radix, log_stride] =
        [tables.log_n(), tables.log_fine, pass.log_radix, pass.log_stride].map(u64::from);
    let (columns, rows) = tables.shape.kernels.passes(direction);
    let (grid, shared) = ((tables.blocks(), batch), tables.shared_bytes(pass));
    // SAFETY: a block has the elements of its 256 threads, and the grid those of all polynomials;
    // the tables are as long as the kernels read them, and shared memory as they use it.
    unsafe {
        if pass.log_stride == 0 {
            launch(driver, rows, grid, shared, [address, nodes, roots, log_n, log_fine])
        } else {
            launch(driver, columns, grid, shared, [address, nodes, roots, log_n, log_fine, log_radix, log_stride])
        }
    }
}
