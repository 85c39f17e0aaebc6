//! The commands that measure, behind the feature `measure`.

pub(super) mod args;
mod bench;
mod sweep;

use crate::error::CliError;
use crate::stdout::Format;
use args::Measure;

pub(crate) fn measure(command: &Measure, format: Format) -> Result<(), CliError> {
    match command {
        Measure::Sweep(args) => sweep::sweep(args, format),
        Measure::Bench(args) => bench::bench(args, format),
    }
}
