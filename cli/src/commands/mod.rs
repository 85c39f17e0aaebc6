//! The commands.

mod bench;
mod demo;
mod encoded;
mod evm;
mod files;
mod info;
mod plan;
mod precompile;
mod run;
mod slots;
mod sweep;

use crate::args::{Cli, Command};
use crate::error::CliError;
use crate::report::print;
use serde::Serialize;

/// Runs a command.
pub(crate) fn dispatch(cli: &Cli) -> Result<(), CliError> {
    let json = cli.global.json;
    match &cli.command {
        Command::Demo => demo::demo(json),
        Command::Keygen(args) => files::keygen(args, json),
        Command::Encrypt(args) => files::encrypt(args, json),
        Command::Transform(args) => files::transform(args, json),
        Command::Decrypt(args) => files::decrypt(args, json),
        Command::Verify(args) => files::verify(args, json),
        Command::Run(args) => run::run(args, json),
        Command::Plan(args) => plan::plan(args, json),
        Command::Sweep(args) => sweep::sweep(args, json),
        Command::Bench(args) => bench::bench(args, json),
        Command::Precompile(args) => precompile::precompile(args, json),
        Command::Evm(args) => evm::evm(args, json),
        Command::Info => info::info(json),
    }
}

/// Prints one JSON object.
fn print_json(value: &impl Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::input)?;
    print(&format!("{text}\n"))
}
