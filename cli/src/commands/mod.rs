//! The commands: a folder each, with its arguments, what it does, and how it reports.

pub(crate) mod absent;
pub(crate) mod args;
mod completions;
mod decrypt;
mod demo;
mod encrypt;
#[cfg(feature = "ethereum")]
mod ethereum;
mod gates;
mod info;
mod inspect;
mod join;
mod keygen;
mod manual;
#[cfg(feature = "measure")]
mod measure;
mod plan;
#[cfg(any(feature = "ethereum", feature = "measure"))]
mod rows;
mod run;
mod selftest;
mod transform;
mod verify;

use crate::error::CliError;
use args::{Cli, Command};

/// Runs a command.
pub(crate) fn dispatch(cli: &Cli) -> Result<(), CliError> {
    let format = cli.global.format();
    match &cli.command {
        Command::Demo(args) => demo::demo(*args, format),
        Command::Keygen(args) => keygen::keygen(args, format),
        Command::Encrypt(args) => encrypt::encrypt(args, format),
        Command::Transform(args) => transform::transform(args, format),
        Command::Join(args) => join::join(args, format),
        Command::Decrypt(args) => decrypt::decrypt(args, format),
        Command::Verify(args) => verify::verify(args, format),
        Command::Run(args) => run::run(args, format),
        Command::Gates(args) => gates::gates(args, format),
        Command::Plan(args) => plan::plan(args, format),
        #[cfg(feature = "measure")]
        Command::Measure(command) => measure::measure(command, format),
        #[cfg(feature = "ethereum")]
        Command::Ethereum(command) => ethereum::ethereum(command, format),
        Command::Inspect(args) => inspect::inspect(args, format),
        Command::Selftest(args) => selftest::selftest(args, format),
        Command::Info(args) => info::info(args, format),
        Command::Completions(args) => completions::completions(args),
        Command::Manual(args) => manual::manual(args),
    }
}
