//! How a matrix of field elements is laid out in ciphertexts, and what is done in the clear at
//! either end.
//!
//! The matrix has `columns` columns of `lanes` elements; the transform runs along the columns, the
//! same for every lane. In *columns* a ciphertext holds one column. In *blocked columns* it holds
//! `B` of them, and the radix-`B` part of the transform, which would act inside the ciphertexts, is
//! done in the clear: before encryption, or after decryption when the input is padded, so that only
//! the columns present are encrypted.

use crate::{Direction, Problem};
use papilio_field::ResidueRing;
use papilio_ntt::dft::{Dft, DftResidue, powers, scale_rows};
use serde::{Deserialize, Serialize};

/// Where in a plaintext the values of a ciphertext are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Packing {
    /// In the coefficients: encoding costs nothing.
    Coefficients,
    /// In the slots: one transform modulo `t` to encode and one to decode; for slot-wise work on
    /// the results.
    Slots,
}

/// How columns are distributed over ciphertexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// One column a ciphertext.
    Columns,
    /// `2^log_blocks` columns a ciphertext.
    Blocked {
        /// `log2 B`.
        log_blocks: u32,
        /// Whether the radix-`B` part is done after decryption.
        after: bool,
    },
}

impl Layout {
    /// The name used on the command line.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Columns => "columns",
            Self::Blocked { .. } => "blocked",
        }
    }

    /// Columns a ciphertext.
    #[must_use]
    pub fn blocks(&self) -> usize {
        match self {
            Self::Columns => 1,
            Self::Blocked { log_blocks, .. } => 1 << log_blocks,
        }
    }

    /// The transform left to be done across ciphertexts.
    #[must_use]
    pub fn inner(&self, outer: &Problem) -> Problem {
        let Self::Blocked { log_blocks, after } = *self else { return *outer };
        // A coset scales the inputs of a forward transform and the outputs of an inverse one: on
        // the side of the clear part it is applied there, on the other it leaves a coset by g^B.
        let shift = if after == (outer.direction == Direction::Forward) { outer.shift << log_blocks } else { 0 };
        let log_blowup = if after { outer.log_blowup } else { 0 };
        Problem { log_columns: outer.log_columns - log_blocks, shift, log_blowup, ..*outer }
    }

    /// Values of every input ciphertext, `lanes·B` each, from the columns present.
    ///
    /// `None` when the field has no root of that order.
    ///
    /// # Panics
    /// Unless `matrix` has `lanes` elements for each input column.
    #[must_use]
    pub fn pack<F: DftResidue>(&self, t: &F::Ring, outer: &Problem, lanes: usize, mut matrix: Vec<F>) -> Option<Vec<F>> {
        assert_eq!(matrix.len(), outer.inputs() * lanes, "matrix of another shape");
        match *self {
            Self::Columns => Some(matrix),
            Self::Blocked { log_blocks, after: false } => Clear::new(t, outer, log_blocks, lanes)?.before(lanes, matrix),
            Self::Blocked { log_blocks, after: true } => {
                // Ciphertext p holds the columns B·p + b, which is their order already.
                matrix.resize((self.inner(outer).inputs() * lanes) << log_blocks, F::default());
                Some(matrix)
            }
        }
    }

    /// The transformed columns in natural order, from the values of every output ciphertext.
    ///
    /// `None` when the field has no root of that order.
    ///
    /// # Panics
    /// Unless there are `lanes` values for each output column.
    #[must_use]
    pub fn unpack<F: DftResidue>(&self, t: &F::Ring, outer: &Problem, lanes: usize, values: Vec<F>) -> Option<Vec<F>> {
        assert_eq!(values.len(), outer.columns() * lanes, "values of another shape");
        match *self {
            // Ciphertext k1 holds the columns k0 + B·k1, which is their order already.
            Self::Columns | Self::Blocked { after: false, .. } => Some(values),
            Self::Blocked { log_blocks, after: true } => Clear::new(t, outer, log_blocks, lanes)?.after(lanes, &values),
        }
    }
}

/// The radix-`B` part in the clear.
struct Clear<'p, F: DftResidue> {
    t: &'p F::Ring,
    outer: &'p Problem,
    blocks: usize,
    dft: Dft<F>,
    /// `ω_n^{±i}`, `i < n`.
    twiddles: Vec<F>,
    shift: F,
}

impl<'p, F: DftResidue> Clear<'p, F> {
    fn new(t: &'p F::Ring, outer: &'p Problem, log_blocks: u32, lanes: usize) -> Option<Self> {
        let (root, shift) = (t.root_of_unity(outer.log_columns)?, outer.shift_element(t)?);
        let (root, shift) = match outer.direction {
            Direction::Forward => (root, shift),
            Direction::Inverse => (t.inverse(root)?, t.inverse(shift)?),
        };
        let twiddles = powers(t, root, outer.columns());
        let dft = Dft::over(t, log_blocks, lanes, t.one()).ok()?;
        Some(Self { t, outer, blocks: 1 << log_blocks, dft, twiddles, shift })
    }

    /// `out[k0]` over a group of `B` rows of `lanes`.
    fn transform(&self, rows: &mut [F]) {
        match self.outer.direction {
            Direction::Forward => self.dft.forward_natural(rows),
            Direction::Inverse => self.dft.inverse_natural(rows),
        }
    }

    /// `y_{k0}[p] = ω_n^{p·k0}·Σ_b ω_B^{b·k0}·x[b·m + p]`, laid out as `B` rows for each `p`.
    fn before(&self, lanes: usize, mut columns: Vec<F>) -> Option<Vec<F>> {
        let (n, inner) = (self.outer.columns(), self.outer.columns() / self.blocks);
        let forward = self.outer.direction == Direction::Forward;
        if forward && self.outer.shift != 0 {
            scale_rows(self.t, &mut columns, lanes, self.shift);
        }
        columns.resize(n * lanes, F::default());
        let mut out = Vec::with_capacity(n * lanes);
        for p in 0..inner {
            let start = out.len();
            (0..self.blocks).for_each(|b| out.extend_from_slice(&columns[(b * inner + p) * lanes..][..lanes]));
            let group = &mut out[start..];
            self.transform(group);
            let twist = |k0: usize| self.twiddles[p * k0];
            group
                .chunks_exact_mut(lanes)
                .enumerate()
                .for_each(|(k0, row)| row.iter_mut().for_each(|x| *x = self.t.mul(*x, twist(k0))));
            if !forward && self.outer.shift != 0 {
                scale_rows(self.t, group, lanes, self.shift);
            }
        }
        Some(out)
    }

    /// `out[k1 + m·k2] = Σ_b ω_B^{b·k2}·(g·ω_n^{k1})^b·F_b(k1)`.
    fn after(&self, lanes: usize, values: &[F]) -> Option<Vec<F>> {
        let inner = self.outer.columns() / self.blocks;
        let forward = self.outer.direction == Direction::Forward;
        let mut out = vec![F::default(); values.len()];
        for (k1, group) in values.chunks_exact(self.blocks * lanes).enumerate() {
            let mut group = group.to_vec();
            let base = if forward { self.t.mul(self.shift, self.twiddles[k1]) } else { self.twiddles[k1] };
            scale_rows(self.t, &mut group, lanes, base);
            self.transform(&mut group);
            for (k2, row) in group.chunks_exact(lanes).enumerate() {
                out[(k1 + inner * k2) * lanes..][..lanes].copy_from_slice(row);
            }
        }
        if !forward && self.outer.shift != 0 {
            scale_rows(self.t, &mut out, lanes, self.shift);
        }
        Some(out)
    }
}

/// The reference for verification: the transform of every column in the clear, by
/// [`papilio_ntt::dft`], from the columns present.
///
/// `None` when the field has no root of that order.
#[must_use]
pub fn reference<F: DftResidue>(t: &F::Ring, outer: &Problem, lanes: usize, mut rows: Vec<F>) -> Option<Vec<F>> {
    let dft = Dft::over(t, outer.log_columns, lanes, t.one()).ok()?;
    let shift = outer.shift_element(t)?;
    match outer.direction {
        Direction::Forward => {
            scale_rows(t, &mut rows, lanes, shift);
            rows.resize(outer.columns() * lanes, F::default());
            dft.forward_natural(&mut rows);
        }
        Direction::Inverse => {
            dft.inverse_natural(&mut rows);
            scale_rows(t, &mut rows, lanes, t.inverse(shift)?);
        }
    }
    Some(rows)
}

/// The near-square matrix of `entries` values: lanes `2^⌊log2 √M⌋`, and as many columns as that
/// takes, a power of two.
#[must_use]
pub fn near_square(entries: usize) -> (usize, usize) {
    let lanes = 1usize << (entries.max(1).ilog2() / 2);
    (lanes, entries.div_ceil(lanes).next_power_of_two())
}
