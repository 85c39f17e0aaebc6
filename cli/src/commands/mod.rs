//! The commands: a folder each, with its arguments, what it does, and how it reports.

pub(crate) mod args;
mod bench;
mod completions;
mod decrypt;
mod demo;
mod encrypt;
mod evm;
mod info;
mod inspect;
mod keygen;
mod manual;
mod plan;
mod precompile;
mod run;
mod selftest;
mod sweep;
mod transform;
mod verify;

use crate::error::CliError;
use args::{Cli, Command};

/// Runs a command.
pub(crate) fn dispatch(cli: &Cli) -> Result<(), CliError> {
    let format = cli.global.format();
    match &cli.command {
        Command::Demo => demo::demo(format),
        Command::Keygen(args) => keygen::keygen(args, format),
        Command::Encrypt(args) => encrypt::encrypt(args, format),
        Command::Transform(args) => transform::transform(args, format),
        Command::Decrypt(args) => decrypt::decrypt(args, format),
        Command::Verify(args) => verify::verify(args, format),
        Command::Run(args) => run::run(args, format),
        Command::Plan(args) => plan::plan(args, format),
        Command::Sweep(args) => sweep::sweep(args, format),
        Command::Bench(args) => bench::bench(args, format),
        Command::Precompile(args) => precompile::precompile(args, format),
        Command::Evm(args) => evm::evm(args, format),
        Command::Inspect(args) => inspect::inspect(args, format),
        Command::Selftest(args) => selftest::selftest(args, format),
        Command::Info => info::info(format),
        Command::Completions(args) => completions::completions(args),
        Command::Manual(args) => manual::manual(args),
    }
}
