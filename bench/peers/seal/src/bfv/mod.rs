//! SEAL's operations for BFV, one by one: a peer that is asked over standard input.

mod coder;
mod context;
mod evaluator;
mod keys;
mod measure;
mod seal;
#[path = "../../../bfv/mod.rs"]
mod shared;
mod text;

use std::process::ExitCode;

use seal::Seal;

/// Answers requests until the input ends.
pub(crate) fn serve() -> ExitCode {
    match shared::serve::<Seal>() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
