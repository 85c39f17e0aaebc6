//! Operations on secrets, to be run under Valgrind's memcheck, with secrets marked as undefined (A.
//! Langley's *ctgrind*): memcheck then reports every jump and every address that depends on one.
//! `checks/secrets/run` runs all of them; what is covered is in `docs/constant-time.md`.
#![deny(unsafe_code)]

mod bivariate;
mod ckks;
mod gates;
#[allow(unsafe_code)] // the one place: requests to Valgrind are assembly
mod memcheck;
mod operations;
mod planted;
mod subject;

use std::process::ExitCode;

/// Operations by name.
type Operation = (&'static str, fn());

const PLANTED: [Operation; 2] = [("planted-branch", planted::branch), ("planted-index", planted::index)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("papilio-secrets: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    let known = || operations::ALL.iter().chain(&PLANTED);
    let name = match words {
        ["list"] => {
            known().for_each(|(name, _)| println!("{name}"));
            return Ok(());
        }
        [name] => *name,
        _ => return Err("one operation, `all` or `list` is wanted".to_owned()),
    };
    if !memcheck::is_running() {
        return Err("nothing is checked outside of Valgrind, on x86-64: checks/secrets/run".to_owned());
    }
    is_kernel_there()?;
    // `all` means those that must pass.
    let chosen: Vec<_> = match name {
        "all" => operations::ALL.to_vec(),
        name => known().filter(|known| known.0 == name).copied().collect(),
    };
    if chosen.is_empty() {
        return Err(format!("no operation {name}; `list` lists them"));
    }
    chosen.into_iter().for_each(|(name, operation)| {
        eprintln!("{}: {name}", subject::kernel());
        operation();
    });
    Ok(())
}

/// Valgrind may hide from a program what the processor has: a row that is asked for has to run.
fn is_kernel_there() -> Result<(), String> {
    let wanted = std::env::var("PAPILIO_KERNEL").unwrap_or_default();
    let found = subject::kernel();
    if wanted == found { Ok(()) } else { Err(format!("PAPILIO_KERNEL={wanted}, but the kernel that would run is {found}")) }
}
