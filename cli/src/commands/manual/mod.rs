//! `papilio man`: the manual.

pub(super) mod args;

use super::args::Cli;
use crate::error::CliError;
use crate::files::output::Replacement;
use crate::files::{Access, Output};
use crate::stdout::write_data;
use args::Manual;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

const NAME: &str = "papilio";

pub(crate) fn manual(args: &Manual) -> Result<(), CliError> {
    let mut command = Cli::command();
    // Names of subcommands become `papilio-run` and so on.
    command.build();
    let Some(folder) = &args.output else {
        let page = page(&command)?;
        return write_data(|out| out.write_all(&page));
    };
    std::fs::create_dir_all(folder).map_err(CliError::io("create", folder))?;
    pages(&command, folder, args.replace.replacement())
}

/// The page of a command and those of its subcommands.
fn pages(command: &Command, folder: &Path, replacement: Replacement) -> Result<(), CliError> {
    let path = folder.join(format!("{}.1", command.get_display_name().unwrap_or(NAME)));
    Output::admit(&path, &[], replacement)?.write(Access::Shared, &page(command)?)?;
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help");
    shown.into_iter().try_for_each(|command| pages(command, folder, replacement))
}

fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page).map_err(CliError::input)?;
    Ok(page)
}
