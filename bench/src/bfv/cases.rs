//! The measurements: sets of parameters, operations, and who else is asked.

use super::operations as own;
use super::own::Own;
use super::protocol::Request;
use super::sets::Set;
use crate::calls::Measured;
use crate::rounds::ROUNDS;
use papilio_fhe::bfv::FheError;
use papilio_ntt::dft::DftResidue;

/// Folders of `bench/peers` whose programs are asked.
pub const PEERS: &[&str] = &["seal", "fhe-rs", "lattigo"];

/// How we do an operation.
pub(super) type Call<F> = fn(own: &Own<F>, samples: usize) -> Result<Measured, FheError>;

/// One operation of the scheme.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// For rows, filters and requests.
    pub name: &'static str,
    /// Turns of each side.
    pub rounds: usize,
}

/// The operations, each a function of its name, with the turns of each side.
macro_rules! operations {
    ($($name:ident: $rounds:expr),* $(,)?) => {
        /// Every operation, in the order of the table.
        pub const OPERATIONS: &[Operation] = &[$(Operation { name: stringify!($name), rounds: $rounds }),*];

        impl Operation {
            /// How we do it; it is one of the table.
            pub(super) fn own<F: DftResidue>(&self) -> Call<F> {
                match self.name {
                    $(stringify!($name) => own::$name::<F>,)*
                    name => unreachable!("no operation {name}"),
                }
            }
        }
    };
}

operations! {
    secret_key: ROUNDS,
    public_key: ROUNDS,
    relinearization_key: ROUNDS,
    // Dozens of keys: seconds. The first round is that of the first touch of their memory, on both
    // sides.
    galois_keys: 3,
    encode: ROUNDS,
    decode: ROUNDS,
    encrypt: ROUNDS,
    encrypt_seeded: ROUNDS,
    decrypt: ROUNDS,
    add: ROUNDS,
    negate: ROUNDS,
    add_plain: ROUNDS,
    multiply: ROUNDS,
    square: ROUNDS,
    relinearize: ROUNDS,
    multiply_plain: ROUNDS,
    to_evaluation: ROUNDS,
    to_coefficient: ROUNDS,
    rotate_rows: ROUNDS,
    rotate_columns: ROUNDS,
    switch_down: ROUNDS,
}

impl Set {
    /// An operation as it is put to a peer.
    #[must_use]
    pub fn request(&self, plain_modulus: u64, operation: &Operation, samples: usize) -> Request {
        Request {
            set: self.name,
            log_degree: self.log_degree,
            prime_bits: vec![super::sets::PRIME_BITS; self.primes],
            plain_modulus,
            operation: operation.name,
            samples,
        }
    }
}
