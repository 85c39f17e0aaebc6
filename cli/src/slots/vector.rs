//! The vector in the slots: its elements, and its transform in the clear.

use crate::error::CliError;
use papilio_hntt::{Direction, Problem};
use papilio_ntt::dft::{Dft, DftResidue};

/// The elements, filled up with zeros.
pub(crate) fn padded<F: DftResidue>(entries: &[F], places: usize) -> Result<Vec<F>, CliError> {
    if entries.len() > places {
        return Err(CliError::input(format!("{} entries do not fit the {places} places of the ciphertext", entries.len())));
    }
    let mut values = entries.to_vec();
    values.resize(places, F::default());
    Ok(values)
}

/// The transform of every vector in the clear.
pub(crate) fn clear<F: DftResidue>(t: &F::Ring, problem: &Problem, values: &[F]) -> Result<Vec<F>, CliError> {
    let shift = problem.shift_element(t).ok_or_else(|| CliError::plan("a coset needs a generator of the field"))?;
    let dft = Dft::over(t, problem.log_columns, 1, shift).map_err(CliError::plan)?;
    let mut out = values.to_vec();
    for vector in out.chunks_exact_mut(problem.columns()) {
        match problem.direction {
            Direction::Forward => dft.forward_natural(vector),
            Direction::Inverse => dft.inverse_natural(vector),
        }
    }
    Ok(out)
}
