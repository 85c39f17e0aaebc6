//! What is measured: sets of parameters, operations, and who else is asked.

use super::operations as own;
use super::own::{Measured, Own};
use super::protocol::Request;
use crate::rounds::ROUNDS;
use papilio_fhe::bfv::BfvError;
use papilio_fhe::{Literal, Params, ParamsError};
use papilio_field::Field;
use papilio_field::fields::P32;
use papilio_ring::Basis;

/// Folders of `bench/peers` whose programs are asked.
pub const PEERS: &[&str] = &["seal", "fhe-rs", "lattigo"];

/// Bits of every prime: those of the fastest transforms of all the libraries.
pub const PRIME_BITS: u32 = 50;

/// Parameters that libraries with one special prime have in common, with the plaintext field [`P32`], and how many special primes
/// we take for the same ciphertexts.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// For rows and filters.
    pub name: &'static str,
    /// `log2` of the ring degree.
    pub log_degree: u32,
    /// Primes of the others, of which the last is special: ciphertexts have all but it.
    pub primes: usize,
    /// Our special primes, as many as 128 bits of security leave room for and make products with keys cheaper.
    pub special: usize,
    /// Below 128 bits of security, measured all the same for its depth.
    pub insecure: bool,
}

/// Every set, in the order of the table.
pub const SETS: &[Set] = &[
    Set { name: "n8192-l3", log_degree: 13, primes: 3, special: 1, insecure: false },
    Set { name: "n16384-l7", log_degree: 14, primes: 7, special: 2, insecure: false },
    Set { name: "n16384-l12", log_degree: 14, primes: 12, special: 3, insecure: true },
    Set { name: "n32768-l12", log_degree: 15, primes: 12, special: 6, insecure: false },
];

/// How we do an operation.
pub type Call = fn(own: &Own, samples: usize) -> Result<Measured, BfvError>;

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
    operation("relinearisation_key", own::relinearisation_key),
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
    operation("relinearise", own::relinearise),
    operation("multiply_plain", own::multiply_plain),
    operation("to_evaluation", own::to_evaluation),
    operation("to_coefficient", own::to_coefficient),
    operation("rotate_rows", own::rotate_rows),
    operation("rotate_columns", own::rotate_columns),
    operation("switch_down", own::switch_down),
];

impl Set {
    /// The ring degree.
    #[must_use]
    pub fn degree(&self) -> usize {
        1 << self.log_degree
    }

    /// The parameters as the scheme takes them.
    ///
    /// # Errors
    /// Any of [`ParamsError`]: a mistake in the table.
    pub fn params(&self) -> Result<Params, ParamsError> {
        let mut moduli =
            Basis::choose_moduli(self.degree(), &vec![PRIME_BITS; self.primes - 1 + self.special], P32::MODULUS[0])?;
        let special = moduli.split_off(self.primes - 1);
        Params::new(Literal { log_degree: self.log_degree, moduli, special, insecure: self.insecure })
    }

    /// An operation as it is put to a peer.
    #[must_use]
    pub fn request(&self, operation: &Operation, samples: usize) -> Request {
        Request {
            set: self.name,
            log_degree: self.log_degree,
            prime_bits: vec![PRIME_BITS; self.primes],
            plain_modulus: P32::MODULUS[0],
            operation: operation.name,
            samples,
        }
    }
}
