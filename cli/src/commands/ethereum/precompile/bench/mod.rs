//! `papilio precompile bench`.

mod adversarial;
mod go;
mod sets;

use super::args::PrecompileBench;
use crate::error::CliError;
use crate::stdout::Format;

pub(super) fn bench(args: &PrecompileBench, format: Format) -> Result<(), CliError> {
    if args.adversarial { adversarial::bench(args, format) } else { sets::bench(args, format) }
}
