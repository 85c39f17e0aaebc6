//! `papilio demo`: the whole story.

use super::run::{execute, verdict};
use crate::args::{LayoutName, MemoryArgs, Shape};
use crate::columns::planning;
use crate::error::CliError;
use crate::machine::{Kernels, kernels_of};
use crate::numbers::counted;
use crate::stdout::{Format, print, print_json, print_lines};
use crate::witness::DEFAULT_LEVELS;
use papilio_field::FieldRing;
use papilio_field::fields::P32;
use papilio_ligero::{R1cs, semaphore};

pub(crate) fn demo(format: Format) -> Result<(), CliError> {
    let (system, witness) = semaphore::generate::<P32>(DEFAULT_LEVELS, 1).map_err(CliError::input)?;
    system.check(&witness).map_err(CliError::input)?;
    // One column a ciphertext, so that the whole transform is the server's.
    let t = &FieldRing::<P32>::new();
    let plan = planning::plan::<P32>(t, &Shape::plain(LayoutName::Columns), witness.len())?;
    if format == Format::Text {
        print(&story(&system, &witness, &kernels_of(&plan.best.literal)))?;
    }
    let report = execute(t, &plan, &witness, false, &MemoryArgs { memory_limit: None, work_dir: None }, 5)?;
    if format == Format::Json {
        print_json(&report)?;
    } else {
        print_lines(&report.lines())?;
    }
    verdict(&report)
}

/// What is about to happen, who does it, and the words for it.
fn story(system: &R1cs<P32>, witness: &[P32], kernels: &Kernels) -> String {
    let (constraints, entries) =
        (counted(system.constraints().len() as u64, "constraint"), counted(witness.len() as u64, "entry"));
    let Kernels { transform, stage, .. } = kernels;
    format!(
        "\
A client proves membership in a group without saying who it is: Semaphore over
p32, a Merkle tree of {DEFAULT_LEVELS} levels, {constraints}.
Its secret witness has {entries}. It encrypts the witness; a server without
the key transforms it (the Reed-Solomon step of a Ligero prover); the client
decrypts and compares with the transform in the clear.

  witness     what only the client knows: elements of a field, in columns
  ciphertext  a column under encryption, polynomials modulo several primes
  transform   the NTT down the columns: sums, and products with public constants
  layer       a stage of the transform: each element meets one constant
  noise       what hides a message and grows with every layer; the budget is the
              bits that it may still grow by

  step        who         has the key?
  keygen      the client  makes it, and keeps it
  encrypt     the client  yes      (transforms of polynomials: kernel {transform})
  transform   the server  no key   (stages across ciphertexts: kernel {stage})
  decrypt     the client  yes      (transforms of polynomials: kernel {transform})
  verify      the client  in the clear, without encryption

"
    )
}
