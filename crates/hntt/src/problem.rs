//! The transform to be computed.

use papilio_field::ResidueRing;
use serde::{Deserialize, Serialize};

/// Which way the transform goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Coefficients to values: `out[k] = Σ_j (g·ω^k)^j in[j]`.
    Forward,
    /// Values to coefficients.
    Inverse,
}

/// A column-wise transform of `2^log_columns` columns.
///
/// The domain is the subgroup of that order, or its coset by `g = γ^shift` with `γ` the field's
/// generator; its own generator `ω` is [`ResidueRing::root_of_unity`] of `log_columns`. With
/// `log_blowup = b`, only the first `n/2^b` inputs are present (Reed–Solomon encoding at rate
/// `2^(−b)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Problem {
    /// `log2 n`.
    pub log_columns: u32,
    /// Forward or inverse.
    pub direction: Direction,
    /// Exponent of the generator that shifts the domain; 0 for the subgroup.
    pub shift: u64,
    /// `log2` of the inverse rate, at most 3.
    pub log_blowup: u32,
}

/// Why a problem cannot be posed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The number of columns is not a power of two in range.
    #[error("{0} columns: a transform has a power of two of them, from 2 to 2^20")]
    Columns(usize),
    /// The field has no root of that order.
    #[error("the field {field} has no root of unity of order 2^{log}: at most 2^{max} columns")]
    Root {
        /// The field.
        field: String,
        /// `log2` of the order asked for.
        log: u32,
        /// The greatest one.
        max: u32,
    },
    /// The coset's exponent is too large.
    #[error("the coset by the generator to the power {0}: exponents are below 2^32")]
    Shift(u64),
    /// The rate is not one of those supported.
    #[error(
        "rate 1/{inverse_rate} of {columns} columns: rates are 1, 1/2, 1/4 and 1/8, forward only, with at least one column of input"
    )]
    Rate {
        /// Inverse of the rate.
        inverse_rate: u64,
        /// Columns after encoding.
        columns: usize,
    },
}

impl Problem {
    /// A forward transform on the subgroup.
    ///
    /// # Errors
    /// [`ProblemError::Columns`].
    pub fn forward(columns: usize) -> Result<Self, ProblemError> {
        if !columns.is_power_of_two() || !(2..=1 << 20).contains(&columns) {
            return Err(ProblemError::Columns(columns));
        }
        Ok(Self { log_columns: columns.trailing_zeros(), direction: Direction::Forward, shift: 0, log_blowup: 0 })
    }

    /// Columns of output.
    #[must_use]
    pub fn columns(&self) -> usize {
        1 << self.log_columns
    }

    /// Columns of input.
    #[must_use]
    pub fn inputs(&self) -> usize {
        1 << (self.log_columns - self.log_blowup)
    }

    /// Checks the problem for a field.
    ///
    /// # Errors
    /// Any of [`ProblemError`].
    pub fn check(&self, t: &impl ResidueRing) -> Result<(), ProblemError> {
        if !(1..=20).contains(&self.log_columns) {
            return Err(ProblemError::Columns(1usize.checked_shl(self.log_columns).unwrap_or(usize::MAX)));
        }
        if self.log_columns > t.two_adicity() {
            return Err(ProblemError::Root { field: t.name().into_owned(), log: self.log_columns, max: t.two_adicity() });
        }
        if self.shift >> 32 != 0 {
            return Err(ProblemError::Shift(self.shift));
        }
        let padded_inverse = self.log_blowup > 0 && self.direction == Direction::Inverse;
        if self.log_blowup > 3 || self.log_blowup > self.log_columns || padded_inverse {
            let inverse_rate = 1u64.checked_shl(self.log_blowup).unwrap_or(0);
            return Err(ProblemError::Rate { inverse_rate, columns: self.columns() });
        }
        Ok(())
    }

    /// `γ^shift`; `None` for a shift modulo a composite number.
    #[must_use]
    pub fn shift_element<R: ResidueRing>(&self, t: &R) -> Option<R::Element> {
        if self.shift == 0 { Some(t.one()) } else { t.generator().map(|generator| t.pow(generator, self.shift)) }
    }
}
