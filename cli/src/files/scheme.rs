//! The scheme of a stored design.

use crate::error::CliError;
use papilio_fhe::bfv::Bfv;
use papilio_field::Field;
use papilio_hntt::Design;
use std::path::Path;

/// The scheme of a stored design, every part of it checked.
pub(crate) fn scheme<F: Field>(path: &Path, design: &Design) -> Result<Bfv<F>, CliError> {
    let params = design.check::<F>().map_err(|e| CliError::file(path)(format!("unusable design: {e}")))?;
    Bfv::new(params).map_err(CliError::file(path))
}
