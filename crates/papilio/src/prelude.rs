//! The names of a first program: `use papilio::prelude::*;`.
//!
//! They are those of [`papilio_fhe::prelude`], and the first ones of the other crates. `Ciphertext`
//! and `Product` are those of BFV; those of BGV have the same names, and are written
//! `bgv::Ciphertext<F>` and `bgv::Product<F>`: F is `u64` for a plaintext modulus that is chosen at
//! run time, or a field. So do those of CKKS: `ckks::Ciphertext`, `ckks::Parameters`,
//! `ckks::advice`.
//!
//! Schemes in words have some of them, too: `bivariate::SecretKey` and
//! `bivariate::ParametersLiteral` are of [`papilio_fhe::bivariate`].

pub use papilio_ckks::{self as ckks, Ckks};
pub use papilio_fhe::prelude::*;
pub use papilio_fhe::{advice, bgv, bivariate};
pub use papilio_field::Modulus;
pub use papilio_ntt::dft::{Dft, DftField};
pub use papilio_ntt::{DftError, Plan};
pub use papilio_ring::RnsBasis;
