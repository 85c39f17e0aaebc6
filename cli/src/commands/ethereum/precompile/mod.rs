//! `papilio precompile`: the precompiles of EIP-7885.

pub(super) mod args;
mod bench;
mod call;
mod cases;
mod elements;
mod vectors;

use crate::error::CliError;
use crate::stdout::Format;
use args::{Precompile, PrecompileTarget};

pub(crate) fn precompile(args: &Precompile, format: Format) -> Result<(), CliError> {
    match &args.target {
        PrecompileTarget::Call(args) => call::call(args, format),
        PrecompileTarget::Vectors(args) => vectors::vectors(args, format),
        PrecompileTarget::Bench(args) => bench::bench(args, format),
    }
}
