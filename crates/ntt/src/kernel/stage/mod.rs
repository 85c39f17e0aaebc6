//! Stages across rows.

mod arithmetic;
pub(in crate::kernel) mod double;
mod montgomery;
mod rows;
pub(in crate::kernel) mod tile;
pub(in crate::kernel) mod words52;
pub(in crate::kernel) mod words64;

use crate::kernel::vector::automorphism::Automorphisms;
use crate::kernel::vector::linear_combination::LinearCombination;
use crate::kernel::vector::reconstruction::ReconstructFn;
use alloc::vec::Vec;
use papilio_field::Modulus;

/// Which products of a butterfly with constants are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum ProductSharing {
    /// All `r·nonzero_inputs` of them.
    Dense,
    /// One of each pair whose constants differ by their sign. A stage needs
    /// `c(p, k + R/2, j) = −c(p, k, j)` and `c(p, k + R, j) = c(p, k, j)` for every `j` that is an
    /// odd multiple of `r/R`: true for twiddles `β_j·ω_r^{jk}`, whatever the `β_j`.
    Shared,
}

/// Tables of a stage across rows, in the format of the kernel that made them; see [`crate::Stage`].
#[derive(Clone, Debug)]
pub(crate) struct StageTable {
    pub(crate) modulus: Modulus,
    pub(crate) radix: usize,
    pub(crate) nonzero_inputs: usize,
    pub(crate) span: usize,
    pub(crate) products: ProductSharing,
    pub(crate) first_is_one: bool,
    pub(crate) groups: usize,
    pub(crate) per_group: usize,
    pub(crate) constants: Vec<u64>,
    /// Inputs are below this; it is at most two to the kernel's [`Kernel::word_bits`].
    pub(crate) input_bound: u64,
}

/// The words that a stage subtracts from its inputs as it reads them.
#[derive(Clone, Copy, Debug)]
pub struct Subtrahend<'a> {
    /// The words, as many as those of the rows.
    pub words: &'a [u64],
    /// The constant added first; no word of the subtrahend is greater.
    pub constant: u64,
}

/// The operands of a stage.
#[derive(Debug)]
pub struct Operands<'a> {
    /// The rows, replaced by their combinations.
    pub rows: &'a mut [u64],
    /// Words of a row, a multiple of 8.
    pub width: usize,
    /// Subtracted from the rows first.
    pub subtrahend: Option<Subtrahend<'a>>,
    /// Words that will be worked on soon: they are brought towards the cache meanwhile. May be
    /// empty.
    pub ahead: &'a [u64],
    /// Scratch, of unspecified content afterwards.
    pub scratch: &'a mut [u64],
}

pub(in crate::kernel) type StageFn = unsafe fn(&StageTable, Operands<'_>);

/// The functions of a kernel for stages across rows, and for sums of vectors.
pub struct StageKernel {
    /// The kernel whose code it is: a kernel without stages of its own has those of the scalar one.
    pub(in crate::kernel) name: &'static str,
    /// Sums of vectors times constants, which are a stage's outputs one at a time.
    pub(in crate::kernel) linear_combination: LinearCombination,
    /// Automorphisms of polynomials, whose images are sums of one term.
    pub(in crate::kernel) automorphisms: Automorphisms,
    /// Integers from their residues.
    pub(in crate::kernel) reconstruct: ReconstructFn,
    pub(in crate::kernel) constant: fn(&Modulus, u64) -> u64,
    pub(in crate::kernel) bound: fn(&StageTable) -> u64,
    pub(in crate::kernel) scratch: fn(&StageTable) -> usize,
    pub(in crate::kernel) apply: StageFn,
    /// Inputs stay below two to this.
    pub(in crate::kernel) word_bits: u32,
    /// Primes of 12 bits and more, up to this.
    pub(in crate::kernel) max_bits: u32,
}
