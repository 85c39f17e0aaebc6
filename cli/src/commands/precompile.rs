//! `papilio precompile`: the precompiles of EIP-7885.

mod bench;
mod call;
mod cases;
mod vectors;

use crate::args::{OpName, Precompile, PrecompileTarget};
use crate::error::CliError;
use papilio_precompile::Operation;

pub(crate) fn precompile(args: &Precompile, json: bool) -> Result<(), CliError> {
    match &args.target {
        PrecompileTarget::Call(args) => call::call(args, json),
        PrecompileTarget::Vectors(args) => vectors::vectors(args, json),
        PrecompileTarget::Bench(args) => bench::bench(args, json),
    }
}

impl OpName {
    fn operation(self) -> Operation {
        match self {
            Self::Fw => Operation::Forward,
            Self::Inv => Operation::Inverse,
            Self::Mul => Operation::Multiply,
            Self::Add => Operation::Add,
        }
    }

    /// As on the command line.
    fn of(operation: Operation) -> &'static str {
        match operation {
            Operation::Forward => "fw",
            Operation::Inverse => "inv",
            Operation::Multiply => "mul",
            Operation::Add => "add",
        }
    }
}
