//! The commands.

mod bench;
mod decrypt;
mod demo;
mod encoded;
mod encrypt;
mod evm;
pub(crate) mod info;
mod inspect;
mod keygen;
mod manual;
mod plan;
mod precompile;
mod run;
mod selftest;
mod slots;
mod sweep;
mod transform;
mod verify;

use crate::args::{Cli, Command};
use crate::error::CliError;
use crate::stdout::{print_json, print_lines};

/// Runs a command.
pub(crate) fn dispatch(cli: &Cli) -> Result<(), CliError> {
    let json = cli.global.json;
    match &cli.command {
        Command::Demo => demo::demo(json),
        Command::Keygen(args) => keygen::keygen(args, json),
        Command::Encrypt(args) => encrypt::encrypt(args, json),
        Command::Transform(args) => transform::transform(args, json),
        Command::Decrypt(args) => decrypt::decrypt(args, json),
        Command::Verify(args) => verify::verify(args, json),
        Command::Run(args) => run::run(args, json),
        Command::Plan(args) => plan::plan(args, json),
        Command::Sweep(args) => sweep::sweep(args, json),
        Command::Bench(args) => bench::bench(args, json),
        Command::Precompile(args) => precompile::precompile(args, json),
        Command::Evm(args) => evm::evm(args, json),
        Command::Inspect(args) => inspect::inspect(args, json),
        Command::Selftest(args) => selftest::selftest(args, json),
        Command::Info => info::info(json),
        Command::Completions(args) => manual::completions(args),
        Command::Manual(args) => manual::manual(args),
    }
}

/// Prints what a command did, as lines or as an object.
fn done(json: bool, object: &serde_json::Value, lines: &[(&'static str, String)]) -> Result<(), CliError> {
    if json { print_json(object) } else { print_lines(lines) }
}
