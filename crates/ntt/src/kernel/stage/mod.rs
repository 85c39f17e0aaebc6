//! Stages across rows.

pub(in crate::kernel) mod tile;

use crate::kernel::vector::linear_combination::Combine;
use alloc::vec::Vec;
use papilio_field::Modulus;

/// Tables of a stage across rows, in the format of the row that made them; see [`crate::Stage`].
#[derive(Clone, Debug)]
pub(crate) struct StageTable {
    pub(crate) modulus: Modulus,
    pub(crate) radix: usize,
    pub(crate) live: usize,
    pub(crate) span: usize,
    pub(crate) dense: bool,
    pub(crate) unit: bool,
    pub(crate) groups: usize,
    pub(crate) per_group: usize,
    pub(crate) constants: Vec<u64>,
    /// Inputs are below this; it is at most two to the row's [`Kernel::word_bits`].
    pub(crate) input_bound: u64,
}

/// What a stage subtracts from its inputs as it reads them.
#[derive(Clone, Copy, Debug)]
pub struct Minus<'a> {
    /// As many words as the rows.
    pub words: &'a [u64],
    /// Added first; no word of the subtrahend is greater.
    pub constant: u64,
}

/// What a stage works on.
#[derive(Debug)]
pub struct Operands<'a> {
    /// The rows, replaced by their combinations.
    pub rows: &'a mut [u64],
    /// Words of a row, a multiple of 8.
    pub width: usize,
    /// Subtracted from the rows first.
    pub minus: Option<Minus<'a>>,
    /// Words that will be worked on soon: they are brought towards the cache meanwhile. May be empty.
    pub ahead: &'a [u64],
    /// Scratch, of unspecified content afterwards.
    pub scratch: &'a mut [u64],
}

pub(in crate::kernel) type StageFn = unsafe fn(&StageTable, Operands<'_>);

/// The stage across rows of a row of kernels.
pub struct StageRow {
    /// The row whose code it is: a row without stages of its own has those of the scalar one.
    pub(in crate::kernel) name: &'static str,
    /// Sums of vectors times constants, which are a stage's outputs one at a time.
    pub(in crate::kernel) combine: Combine,
    /// Automorphisms of polynomials, whose images are sums of one term.
    pub(in crate::kernel) substitute: unsafe fn(u64, &[u64], &mut [u64], usize),
    pub(in crate::kernel) constant: fn(&Modulus, u64) -> u64,
    pub(in crate::kernel) bound: fn(&StageTable) -> u64,
    pub(in crate::kernel) scratch: fn(&StageTable) -> usize,
    pub(in crate::kernel) apply: StageFn,
    /// Inputs stay below two to this.
    pub(in crate::kernel) word_bits: u32,
    /// Primes of 12 bits and more, up to this.
    pub(in crate::kernel) max_bits: u32,
}
