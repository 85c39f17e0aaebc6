//! Tables that a rotation looks values up in: programmable bootstrapping.

use crate::lwe::{check_size, of_integer};
use crate::{GatesError, Parameters};

/// The failure that is allowed to a lookup where its caller does not say more: `2^(−40)`.
pub const DEFAULT_LOG2_FAILURE: f64 = -40.0;

/// A function of integers below a power of two.
#[derive(Clone, Debug)]
pub struct Table {
    size: u32,
    output_size: u32,
    context: u64,
    polynomial: Vec<u32>,
}

impl Table {
    /// The table of `f(0), f(1), …`, whose results are below `output_size`.
    ///
    /// # Errors
    /// [`GatesError::Space`] unless both sizes are powers of two for the degree;
    /// [`GatesError::Table`] unless their number is a power of two; [`GatesError::Value`];
    /// [`GatesError::Failure`] when lookups fail more often than `2^allowed_log2`, for example
    /// [`DEFAULT_LOG2_FAILURE`].
    pub fn new(parameters: &Parameters, values: &[u32], output_size: u32, allowed_log2: f64) -> Result<Self, GatesError> {
        let size = u32::try_from(values.len()).unwrap_or(u32::MAX);
        check_size(size, parameters)?;
        check_size(output_size, parameters)?;
        if let Some(position) = values.iter().position(|&value| value >= output_size) {
            return Err(GatesError::Value { value: values[position], position, size: output_size });
        }
        let log2_failure = parameters.noise().log2_lookup_failure(values.len());
        if log2_failure.is_nan() || log2_failure > allowed_log2 {
            return Err(GatesError::Failure { size, log2_failure, allowed: allowed_log2 });
        }
        // An integer's phase is in the middle of its window of the polynomial.
        let window = parameters.degree() / values.len();
        let polynomial = (0..parameters.degree()).map(|i| of_integer(values[i / window], output_size)).collect();
        Ok(Self { size, output_size, context: parameters.digest(), polynomial })
    }

    /// Number of values.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The size of the space of results.
    #[must_use]
    pub fn output_size(&self) -> u32 {
        self.output_size
    }

    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    pub(crate) fn polynomial(&self) -> &[u32] {
        &self.polynomial
    }
}
