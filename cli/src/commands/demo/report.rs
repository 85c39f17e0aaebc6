//! The story of the demonstration.

use crate::machine::Kernels;
use crate::numbers::counted;
use crate::witness::DEFAULT_LEVELS;
use papilio_field::fields::P32;
use papilio_ligero::R1cs;

/// The steps that follow, who does each, and the words for them.
pub(super) fn story(system: &R1cs<P32>, witness: &[P32], kernels: &Kernels) -> String {
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
