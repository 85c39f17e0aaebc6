//! `papilio demo`: the whole story.

use super::run::{execute, verdict};
use crate::args::{LayoutName, MemoryArgs, Shape};
use crate::error::CliError;
use crate::planning;
use crate::stdout::{print, print_json, print_lines};
use crate::witness::DEFAULT_LEVELS;
use ligero::semaphore;
use ntt::field::P32;

pub(crate) fn demo(json: bool) -> Result<(), CliError> {
    let (system, witness) = semaphore::generate::<P32>(DEFAULT_LEVELS, 1).map_err(CliError::input)?;
    system.check(&witness).map_err(CliError::input)?;
    // One column a ciphertext, so that the whole transform is the server's.
    let plan = planning::plan::<P32>(&Shape::plain(LayoutName::Columns), witness.len())?;
    if !json {
        print(&format!(
            "A client proves membership in a group without saying who it is: Semaphore over p32,\n\
             a Merkle tree of {DEFAULT_LEVELS} levels, {} constraints, a secret witness of {} entries.\n\
             It encrypts the witness; a server without the key transforms it (the Reed-Solomon step\n\
             of a Ligero prover); the client decrypts and compares with the transform in the clear.\n\n",
            system.constraints().len(),
            witness.len()
        ))?;
    }
    let report = execute(&plan.best, &witness, false, &MemoryArgs { memory_limit: None, work_dir: None }, 5)?;
    if json {
        print_json(&report)?;
    } else {
        print_lines(&report.lines())?;
    }
    verdict(&report)
}
