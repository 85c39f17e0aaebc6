//! The operations of poulpy-ckks, one by one: a peer that is asked over standard input.

mod keys;
mod layout;
mod library;
mod measure;
#[path = "../../ckks/mod.rs"]
mod shared;

use library::Poulpy;
use std::process::ExitCode;

fn main() -> ExitCode {
    if !std::env::args().skip(1).eq(["ckks"]) {
        eprintln!("usage: papilio-peer-poulpy ckks");
        return ExitCode::from(2);
    }
    match shared::serve::<Poulpy>() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
