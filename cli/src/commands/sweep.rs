//! placeholder
use crate::error::CliError;
pub(crate) fn sweep(_: &crate::args::Sweep, _: bool) -> Result<(), CliError> { Ok(()) }
