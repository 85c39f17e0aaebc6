//! The operations of fhe.rs for BFV, one by one: a peer that is asked over standard input.

mod keys;
mod library;
mod measure;
#[path = "../../bfv/mod.rs"]
mod shared;

use library::FheRs;
use std::process::ExitCode;

fn main() -> ExitCode {
    if !std::env::args().skip(1).eq(["bfv"]) {
        eprintln!("usage: papilio-peer-fhe-rs bfv");
        return ExitCode::from(2);
    }
    match shared::serve::<FheRs>() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
