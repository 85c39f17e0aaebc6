//! A radix-`r` step of a transform down the rows of a tile, with any constants.
//!
//! A tile has `rows × width` words: row `i` is a window of residues of the `i`-th polynomial of a
//! batch. A stage of span `m = r·m'` replaces, in every block of `m` rows and for every `p < m'`,
//! the rows `p, p + m', …, p + (r−1)m'` by their linear combinations
//!
//! `out[k·m' + p] = Σ_j c(p, k, j) · in[j·m' + p]  (mod q)`.
//!
//! This is the decimation-in-time step of Cooley and Tukey with the twiddles fused into the matrix,
//! but the constants are the caller's: a transform modulo `t` across ciphertexts lifts elements of
//! `Z_t` to integers, and those are no powers of one another modulo `q`.

use crate::kernel::{Kernel, Operands, ProductSharing, StageTable};
use alloc::vec::Vec;
use papilio_field::Modulus;

/// The shape of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StageShape {
    /// `r`, a power of two from 2 to [`Self::MAX_RADIX`].
    pub radix: usize,
    /// Inputs `j ≥ nonzero_inputs` are zero, and are not read. A power of two, at most `radix`.
    pub nonzero_inputs: usize,
    /// `m`: rows of a block.
    pub span: usize,
    /// Which products are computed.
    pub products: ProductSharing,
    /// Whether `c(p, k, 0) = 1` always, so that input 0 costs no product (with
    /// [`ProductSharing::Shared`]).
    pub first_is_one: bool,
}

impl StageShape {
    /// The greatest radix: keeps the sums of products of any prime within a word.
    pub const MAX_RADIX: usize = 1 << 12;

    /// Products per butterfly: `r·nonzero_inputs`, or `(r² − 1)/3` (no input zero), one more when
    /// input 0 is scaled.
    #[must_use]
    pub fn products_per_butterfly(&self) -> usize {
        let (r, nonzero_inputs) = (self.radix, self.nonzero_inputs);
        if self.products == ProductSharing::Dense {
            return r * nonzero_inputs;
        }
        let level = |log: u32| (1usize << (log - 1)) * (r >> log..nonzero_inputs).step_by(r >> (log - 1)).count();
        usize::from(!self.first_is_one) + (1..=r.trailing_zeros()).map(level).sum::<usize>()
    }

    /// The pairs `(k, j)` whose constants a butterfly reads, in the order of the tables: level by
    /// level (`R = 2, 4, … r`), in blocks of up to four outputs, so that a kernel reads them once,
    /// forwards.
    pub(crate) fn order(&self) -> Vec<(usize, usize)> {
        let (r, nonzero_inputs) = (self.radix, self.nonzero_inputs);
        if self.products == ProductSharing::Dense {
            return blocks(r, 0, 1, nonzero_inputs).collect();
        }
        let scaled = (!self.first_is_one).then_some((0, 0));
        let levels = (1..=r.trailing_zeros()).map(|log| 1usize << log);
        scaled.into_iter().chain(levels.flat_map(|level| blocks(level / 2, r / level, 2 * r / level, nonzero_inputs))).collect()
    }

    /// Refuses what no stage is.
    ///
    /// # Errors
    /// [`StageError::Shape`] unless radix, inputs that are not zero and span are powers of two, the
    /// radix from 2 to [`Self::MAX_RADIX`], with as many inputs at most, and at most the span.
    pub fn check(&self) -> Result<(), StageError> {
        let StageShape { radix, nonzero_inputs, span, .. } = *self;
        let sound =
            radix.is_power_of_two() && (2..=Self::MAX_RADIX).contains(&radix) && span.is_power_of_two() && span >= radix;
        if !sound || !nonzero_inputs.is_power_of_two() || nonzero_inputs > radix {
            return Err(StageError::Shape { radix, nonzero_inputs, span });
        }
        Ok(())
    }
}

/// Pairs `(k, j)` for outputs `k < outputs` and inputs
/// `j = first, first + step, … < nonzero_inputs`, four outputs at a time.
fn blocks(outputs: usize, first: usize, step: usize, nonzero_inputs: usize) -> impl Iterator<Item = (usize, usize)> {
    let block = outputs.min(4);
    (0..outputs)
        .step_by(block)
        .flat_map(move |k| (first..nonzero_inputs).step_by(step).flat_map(move |j| (k..k + block).map(move |k| (k, j))))
}

/// Why a stage cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StageError {
    /// Radix, nonzero inputs or span are not powers of two in range.
    #[error(
        "no stage has radix {radix}, {nonzero_inputs} nonzero inputs and span {span}: powers of two, nonzero inputs <= radix <= span"
    )]
    Shape {
        /// The radix.
        radix: usize,
        /// Nonzero inputs.
        nonzero_inputs: usize,
        /// The span.
        span: usize,
    },
    /// The kernel does not take the prime or the interval of the inputs.
    #[error("kernel {kernel} does not take inputs below {bound} modulo {modulus}")]
    Kernel {
        /// Name of the kernel.
        kernel: &'static str,
        /// The prime.
        modulus: u64,
        /// The interval of the inputs.
        bound: u64,
    },
}

/// A stage with its constants, in the format of one kernel.
#[derive(Clone, Debug)]
pub struct Stage {
    kernel: &'static Kernel,
    table: StageTable,
    output_bound: u64,
}

impl Stage {
    /// Prepares a stage for inputs below `input_bound`. `constant(p, k, j)` gives the residue of
    /// `c(p, k, j)`, below `q`. A prime whose transforms the kernel has, but no stages, gets those
    /// of the scalar kernel.
    ///
    /// # Errors
    /// [`StageError::Shape`]; [`StageError::Kernel`] when the kernel supports neither the prime nor
    /// such inputs.
    pub fn new(
        kernel: &'static Kernel,
        modulus: Modulus,
        shape: StageShape,
        input_bound: u64,
        mut constant: impl FnMut(usize, usize, usize) -> u64,
    ) -> Result<Self, StageError> {
        shape.check()?;
        if modulus.bits() < kernel.least_bits() || input_bound > 1 << kernel.stage_bits() {
            return Err(StageError::Kernel { kernel: kernel.name(), modulus: modulus.value(), bound: input_bound });
        }
        let kernel = kernel.for_stage(&modulus);
        let (order, groups) = (shape.order(), shape.span / shape.radix);
        let mut constants = Vec::with_capacity(groups * order.len());
        for p in 0..groups {
            constants.extend(order.iter().map(|&(k, j)| kernel.stage_constant(&modulus, constant(p, k, j))));
        }
        let StageShape { radix, nonzero_inputs, span, products, first_is_one } = shape;
        let table = StageTable {
            modulus,
            radix,
            nonzero_inputs,
            span,
            products,
            first_is_one,
            groups,
            per_group: order.len(),
            constants,
            input_bound,
        };
        let output_bound = kernel.stage_bound(&table);
        Ok(Self { kernel, table, output_bound })
    }

    /// Outputs are below this.
    #[must_use]
    pub fn output_bound(&self) -> u64 {
        self.output_bound
    }

    /// Words of scratch that [`Self::apply`] needs.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.kernel.stage_scratch(&self.table)
    }

    /// Bytes of the table of constants.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        size_of_val(self.table.constants.as_slice())
    }

    /// Replaces the rows of a tile, `width` words each, by their combinations. Input below the
    /// bound given at construction, output below [`Self::output_bound`]. The contents of `scratch`
    /// are lost.
    ///
    /// # Panics
    /// Unless `width` is a multiple of 8, the rows are a multiple of the span, and the scratch is
    /// long enough.
    pub fn apply(&self, rows: &mut [u64], width: usize, scratch: &mut [u64]) {
        debug_assert!(rows.iter().all(|&x| x < self.table.input_bound), "input outside its interval");
        self.apply_to(Operands { rows, width, subtrahend: None, ahead: &[], scratch });
    }

    /// [`Self::apply`] with everything a stage can do at once.
    ///
    /// With a subtrahend, the words of `rows + constant − subtrahend` are those below the bound: a
    /// division by a dropped prime begins with this difference, which costs no pass of its own
    /// here.
    ///
    /// # Panics
    /// Unless `width` is a multiple of 8, the rows are a multiple of the span, the scratch is long
    /// enough, and the subtrahend is as long as the rows.
    pub fn apply_to(&self, operands: Operands<'_>) {
        let Operands { rows, width, subtrahend, ahead, scratch } = operands;
        debug_assert!(subtrahend.is_none_or(|m| m.words.iter().all(|&x| x <= m.constant)), "subtrahend above its constant");
        self.kernel.stage(&self.table, Operands { rows: &mut *rows, width, subtrahend, ahead, scratch });
        debug_assert!(rows.iter().all(|&x| x < self.output_bound), "output outside its interval");
    }
}
