//! The measurements: operations, and who else is asked.

use super::operations as own;
use super::own::{Outcome, Own};
use super::protocol::Request;
use super::sets::Set;
use crate::rounds::ROUNDS;
use papilio_ckks::CkksError;

/// Folders of `bench/peers` whose programs are asked.
pub const PEERS: &[&str] = &["lattigo", "poulpy", "openfhe"];

/// How we do an operation.
pub type Call = fn(own: &Own, samples: usize) -> Result<Outcome, CkksError>;

/// One operation of the scheme.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// For rows, filters and requests.
    pub name: &'static str,
    /// How we do it.
    pub own: Call,
    /// Turns of each side.
    pub rounds: usize,
    /// Levels that it takes.
    pub levels: usize,
}

const fn operation(name: &'static str, own: Call, rounds: usize, levels: usize) -> Operation {
    Operation { name, own, rounds, levels }
}

/// Every operation, in the order of the table.
pub const OPERATIONS: &[Operation] = &[
    operation("secret_key", own::secret_key, ROUNDS, 0),
    operation("relinearization_key", own::relinearization_key, 3, 1),
    operation("encode", own::encode, ROUNDS, 0),
    operation("decode", own::decode, ROUNDS, 0),
    operation("encrypt", own::encrypt, ROUNDS, 0),
    operation("encrypt_secret", own::encrypt_secret, ROUNDS, 0),
    operation("decrypt", own::decrypt, ROUNDS, 0),
    operation("add", own::add, ROUNDS, 0),
    operation("multiply_plain", own::multiply_plain, ROUNDS, 1),
    operation("multiply_relinearize_rescale", own::multiply_relinearize_rescale, ROUNDS, 1),
    operation("square", own::square, ROUNDS, 1),
    operation("rescale", own::rescale, ROUNDS, 1),
    operation("rotate", own::rotate, ROUNDS, 0),
    operation("rotate_hoisted_8", own::rotate_hoisted_8, 3, 0),
    operation("conjugate", own::conjugate, ROUNDS, 0),
    operation("linear_transform_64", own::linear_transform_64, 1, 1),
    operation("chebyshev_31", own::chebyshev_31, 3, 6),
    operation("dft", own::dft, 1, 3),
];

impl Set {
    /// An operation as it is put to a peer.
    #[must_use]
    pub fn request(&self, operation: &Operation, samples: usize) -> Request {
        Request {
            set: self.name,
            log_degree: self.log_degree,
            prime_bits: self.prime_bits(),
            special_bits: self.special_bits(),
            scale_bits: self.scale_bits,
            primes_per_level: 1,
            operation: operation.name,
            samples,
        }
    }
}
