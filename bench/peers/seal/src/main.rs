//! The constant-depth transform across ciphertexts: Microsoft SEAL against this repository's
//! implementation. With the argument `bfv`, a peer that times SEAL's operations one by one.

mod bfv;
mod cases;
mod ffi;
mod field;
mod kernel;
mod measure;
mod object;
mod papilio;
mod plan;
mod report;
mod scheme;

use std::process::ExitCode;

use cases::{Case, LARGE, SMALL};
use object::Error;
use report::{Comparison, Format};

const USAGE: &str = "usage: papilio-peer-seal [--large] [--json]
       papilio-peer-seal bfv
  --large  also run 4096 columns: minutes, and 11 GiB of memory
  --json   print one JSON object a line instead of a table
  bfv      answer requests for the time of single operations, one JSON object a line, until the input ends";

struct Options {
    large: bool,
    format: Format,
}

fn options() -> Option<Options> {
    let mut options = Options { large: false, format: Format::Table };
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--large" => options.large = true,
            "--json" => options.format = Format::Json,
            _ => return None,
        }
    }
    Some(options)
}

/// Runs and prints one case; whether all its results are correct.
fn compare(case: &Case, name: &str, format: Format) -> Result<bool, Error> {
    let peer = measure::seal(case)?;
    let ours = papilio::papilio(case.radices, case.columns, case.lanes, case.reps);
    let correct = peer.row.correct && ours.as_ref().is_none_or(|row| row.correct);
    report::print(format, &Comparison { case, name, peer, ours });
    Ok(correct)
}

fn run(options: &Options) -> Result<bool, Error> {
    let name = format!("SEAL {} + HEXL", scheme::version());
    report::header(options.format, &name);
    let large = options.large.then_some(&LARGE);
    let mut correct = true;
    for case in SMALL.iter().chain(large) {
        correct &= compare(case, &name, options.format)?;
    }
    Ok(correct)
}

fn main() -> ExitCode {
    if std::env::args().skip(1).eq(["bfv"]) {
        return bfv::serve();
    }
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("error: a result is wrong");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
