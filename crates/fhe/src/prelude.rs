//! The items that most programs need, to be imported whole.
//!
//! ```
//! use papilio_fhe::prelude::*;
//!
//! let parameters = Parameters::builder().log_degree(12).log_q(&[36, 36]).log_p(&[34]).build()?;
//! let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(65537)?)?;
//! assert_eq!(BatchEncoder::new(&bfv)?.slots(), 4096);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::bfv::{BatchEncoder, Bfv, Decryption, Plaintext};
pub use crate::bgv::Bgv;
pub use crate::codec::{BytesError, Object};
pub use crate::rlwe::{
    Ciphertext, FheError, GaloisKeys, Product, PublicKey, RelinearizationKey, SecretKey, SecretSwitchingKey, SeededCiphertext,
};
pub use crate::{Parameters, ParametersError, ParametersLiteral};
pub use papilio_field::{Field, PlaintextModulus, PlaintextModulusError, Residue, ResidueRing, fields};
