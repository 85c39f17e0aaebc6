//! The scheme of a stored design.

use crate::error::CliError;
use papilio_fhe::bfv::Bfv;
use papilio_field::Residue;
use papilio_hntt::Design;
use std::path::Path;

/// The scheme of a stored design, every part of it checked.
pub(crate) fn scheme<F: Residue>(t: &F::Ring, path: &Path, design: &Design) -> Result<Bfv<F>, CliError> {
    let params = design.check(t).map_err(|e| CliError::file(path)(format!("unusable design: {e}")))?;
    Bfv::with_modulus(params, t.clone()).map_err(CliError::file(path))
}
