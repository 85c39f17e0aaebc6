//! Checks over random samples: circuits against the clear, and times of operations on secrets.

pub(super) mod args;
mod circuits;
mod timing;

use crate::error::CliError;
use crate::stdout::Format;
use args::Samples;

pub(crate) fn samples(what: &Samples, format: Format) -> Result<(), CliError> {
    match what {
        Samples::Circuits(args) => circuits::circuits(args, format),
        Samples::Timing(args) => timing::timing(args, format),
    }
}
