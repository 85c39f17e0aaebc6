//! `papilio`: the NTT under encryption, from witness file to verified result.
#![forbid(unsafe_code)]

mod args;
mod columns;
mod commands;
mod engines;
mod error;
mod files;
mod machine;
mod memory;
mod numbers;
mod plaintexts;
mod progress;
mod randomness;
mod slots;
mod stdout;
mod stopwatch;
mod verdict;
mod witness;

use clap::{CommandFactory, FromArgMatches};
use commands::args::Cli;
use std::process::ExitCode;

/// Ciphertexts of a megabyte come and go by the thousand; the system's allocator gives each back to
/// the kernel and takes the page faults again, which costs more than encrypting them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let parsed = with_negative_numbers(Cli::command()).try_get_matches();
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(refusal) => return refused(&refusal),
    };
    progress::watch_interrupts();
    let threads = cli.global.threads.map_or(0, usize::from);
    let outcome = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(error::CliError::input)
        .and_then(|()| papilio_ntt::kernel::restriction().map_err(error::CliError::usage))
        .and_then(|_| engines::Asked::environment())
        .and_then(|_| commands::dispatch(&cli));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error, cli.global.format()),
    }
}

/// Every option takes a negative number, so that it is refused as the value of that option, and not
/// as another one.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let taken =
        |option: clap::Arg| if option.get_action().takes_values() { option.allow_negative_numbers(true) } else { option };
    command.mut_args(taken).mut_subcommands(with_negative_numbers)
}

/// Tells what went wrong. Who has gone away is told nothing.
fn failed(error: &error::CliError, format: stdout::Format) -> ExitCode {
    if !matches!(error, error::CliError::ClosedPipe) {
        stdout::tell(&format!("papilio: {error}\n"));
        if format == stdout::Format::Json && !stdout::answered() {
            // An object that cannot be printed is lost; the error is on standard error already.
            drop(stdout::print_json(&error.object()));
        }
    }
    ExitCode::from(error.exit_code())
}

/// Help and the version, or arguments that do not parse.
fn refused(refusal: &clap::Error) -> ExitCode {
    // Nothing is parsed that could say so.
    let json = std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json");
    let format = if json { stdout::Format::Json } else { stdout::Format::Text };
    if let Some(absent) = commands::absent::refusal(refusal) {
        return failed(&absent, format);
    }
    if json && refusal.use_stderr() {
        let text = refusal.render().to_string();
        let paragraph = text.split("\n\n").next().unwrap_or(&text).trim_start_matches("error: ");
        let message = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        drop(stdout::print_json(&error::error_object("usage", error::USAGE, &message)));
    }
    // A closed pipe or a full disk: there is nobody to tell.
    drop(refusal.print());
    ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(error::USAGE))
}
