//! `papilio`: the NTT under encryption, from witness file to verified result.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod error;
mod evm_args;
mod files;
mod memory;
mod octets;
mod pipeline;
mod planning;
mod plot;
mod progress;
mod report;
mod slot_args;
mod slot_report;
mod witness;

use clap::Parser;
use std::process::ExitCode;

/// Ciphertexts of a megabyte come and go by the thousand; the system's allocator gives each back to the kernel and takes the
/// page faults again, which costs more than encrypting them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    progress::watch_interrupts();
    let threads = cli.global.threads.map_or(0, usize::from);
    let outcome = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(error::CliError::input)
        .and_then(|()| commands::dispatch(&cli));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("papilio: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
