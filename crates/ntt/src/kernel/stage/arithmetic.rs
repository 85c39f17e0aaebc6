//! The operations of a stage: a way to add up products modulo a prime.

use super::StageTable;
use super::rows::Rows;
use crate::kernel::lanes::Lanes;

/// Sums of products of inputs and constants, and their residues.
///
/// # Safety
/// Every method needs the instruction set of the lanes; places are within the rows.
pub(super) trait Arithmetic: Copy {
    type Lane: Lanes<Word = u64>;
    /// A sum of products, not reduced.
    type Sum: Copy;
    /// Products and carried sums that are added up before [`Self::carry`].
    const CHUNK: usize;

    unsafe fn new(table: &StageTable) -> Self;
    /// Input `j` of a butterfly, less its subtrahend if `SUBTRACT`.
    unsafe fn load<const SUBTRACT: bool>(&self, rows: &Rows<Self::Lane>, j: usize) -> Self::Lane;
    unsafe fn zero(&self) -> Self::Sum;
    /// An input times 1.
    unsafe fn once(&self, x: Self::Lane) -> Self::Sum;
    /// `x·c`, for a constant as stored in every lane.
    unsafe fn product(&self, x: Self::Lane, c: Self::Lane) -> Self::Sum;
    /// `sum + x·c`
    unsafe fn add_product(&self, sum: Self::Sum, x: Self::Lane, c: Self::Lane) -> Self::Sum;
    unsafe fn add(&self, a: Self::Sum, b: Self::Sum) -> Self::Sum;
    unsafe fn sub(&self, a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// The same sum, small enough for [`Self::CHUNK`] products more.
    unsafe fn carry(&self, sum: Self::Sum) -> Self::Sum;
    /// The words of an output, below the bound of the table.
    unsafe fn reduce(&self, sum: Self::Sum) -> Self::Lane;
    /// Writes a sum to scratch, two vectors from `to` on, `apart` words apart.
    unsafe fn save(&self, sum: Self::Sum, to: *mut u64, apart: usize);
    /// Reads what [`Self::save`] wrote.
    unsafe fn restore(&self, from: *const u64, apart: usize) -> Self::Sum;
}
