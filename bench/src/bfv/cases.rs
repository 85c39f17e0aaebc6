//! What is measured: sets of parameters, operations, and who else is asked.

use super::operations as own;
use super::own::{Measured, Own};
use super::protocol::Request;
use super::sets::Set;
use crate::rounds::ROUNDS;
use papilio_fhe::bfv::FheError;
use papilio_field::Field;
use papilio_field::fields::P32;

/// Folders of `bench/peers` whose programs are asked.
pub const PEERS: &[&str] = &["seal", "fhe-rs", "lattigo"];

/// How we do an operation.
pub type Call = fn(own: &Own, samples: usize) -> Result<Measured, FheError>;

/// One operation of the scheme.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// For rows, filters and requests.
    pub name: &'static str,
    /// Turns of each side.
    pub rounds: usize,
    /// How we do it.
    pub own: Call,
}

const fn operation(name: &'static str, own: Call) -> Operation {
    Operation { name, rounds: ROUNDS, own }
}

/// Every operation, in the order of the table.
pub const OPERATIONS: &[Operation] = &[
    operation("secret_key", own::secret_key),
    operation("public_key", own::public_key),
    operation("relinearization_key", own::relinearization_key),
    // Dozens of keys: seconds. The first round is that of the first touch of their memory, on both sides.
    Operation { name: "galois_keys", rounds: 3, own: own::galois_keys },
    operation("encode", own::encode),
    operation("decode", own::decode),
    operation("encrypt", own::encrypt),
    operation("encrypt_seeded", own::encrypt_seeded),
    operation("decrypt", own::decrypt),
    operation("add", own::add),
    operation("negate", own::negate),
    operation("add_plain", own::add_plain),
    operation("multiply", own::multiply),
    operation("square", own::square),
    operation("relinearize", own::relinearize),
    operation("multiply_plain", own::multiply_plain),
    operation("to_evaluation", own::to_evaluation),
    operation("to_coefficient", own::to_coefficient),
    operation("rotate_rows", own::rotate_rows),
    operation("rotate_columns", own::rotate_columns),
    operation("switch_down", own::switch_down),
];

impl Set {
    /// An operation as it is put to a peer.
    #[must_use]
    pub fn request(&self, operation: &Operation, samples: usize) -> Request {
        Request {
            set: self.name,
            log_degree: self.log_degree,
            prime_bits: vec![super::sets::PRIME_BITS; self.primes],
            plain_modulus: P32::MODULUS[0],
            operation: operation.name,
            samples,
        }
    }
}
