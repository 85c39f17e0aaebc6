//! The commands that measure, behind the feature `measure`.

pub(super) mod args;
mod bench;
mod engine;
mod shapes;
mod sweep;

use crate::error::CliError;
use crate::stdout::Format;
use args::Measure;

pub(crate) fn measure(command: &Measure, format: Format) -> Result<(), CliError> {
    match command {
        Measure::Sweep(args) => sweep::sweep(args, format),
        Measure::Bench(args) => bench::bench(args, format),
        Measure::Engine(args) => engine::engine(args, format),
    }
}
