//! `papilio info`: processor and kernels.

mod installation;
mod report;

use crate::error::CliError;
use crate::stdout::{Format, answer};
use installation::Installation;
use report::{lines, object};

pub(crate) fn info(format: Format) -> Result<(), CliError> {
    let installation = Installation::here()?;
    answer(format, &object(&installation), &lines(&installation))
}
