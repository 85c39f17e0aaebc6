//! The names of a first program: `use papilio::prelude::*;`.
//!
//! Ciphertexts of the two schemes have one name, so that those of BGV are written `bgv::Ciphertext`.

pub use papilio_fhe::bfv::{
    BatchEncoder, Bfv, BfvError, Ciphertext, GaloisKeys, Plaintext, PublicKey, RelinearizationKey, SecretKey, galois_element,
    galois_element_row_swap,
};
pub use papilio_fhe::bgv::{self, Bgv};
pub use papilio_fhe::{Parameters, ParametersLiteral, advice};
pub use papilio_field::{Field, Modulus, PlaintextModulus, ResidueRing, fields};
pub use papilio_ntt::dft::{Dft, DftField};
pub use papilio_ntt::{BatchPlan, Plan};
pub use papilio_ring::RnsBasis;
