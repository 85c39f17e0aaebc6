//! `papilio completions`: a script for a shell.

pub(super) mod args;

use super::args::Cli;
use crate::error::CliError;
use crate::stdout::write_data;
use args::Completions;
use clap::CommandFactory;

const NAME: &str = "papilio";

pub(crate) fn completions(args: &Completions) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut script);
    write_data(|out| out.write_all(&script))
}
