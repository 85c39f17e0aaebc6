//! The transform in the clear, with which results are compared.

use crate::error::CliError;
use papilio_hntt::{Design, layout};
use papilio_ntt::dft::DftResidue;

/// Whether values are the transform of the entries.
pub(crate) fn verify<F: DftResidue>(t: &F::Ring, design: &Design, entries: &[F], values: &[F]) -> Result<bool, CliError> {
    let mut matrix = entries.to_vec();
    matrix.resize(design.capacity(), F::default());
    let reference =
        layout::reference(t, &design.outer, design.lanes, matrix).ok_or_else(|| CliError::plan("no such root of unity"))?;
    Ok(reference == values)
}
