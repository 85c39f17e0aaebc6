//! Homomorphic encryption over [`papilio_ring`].
//!
//! ```
//! use papilio_fhe::Parameters;
//! use papilio_fhe::advice::{Request, advise};
//! use papilio_fhe::bfv::{BatchEncoder, Bfv, PublicKey, RelinearizationKey, SecretKey};
//! use papilio_field::PlaintextModulus;
//! # use chacha20::ChaCha20Rng;
//! # use rand_core::SeedableRng;
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]); // of the operating system, outside documentation
//!
//! // Plaintexts modulo 65537, of 17 bits, in the cheapest secure ring that lasts for a product.
//! let advice = advise(&Request::products(17, 1))?;
//! let bfv = Bfv::<u64>::with_modulus(Parameters::new(advice.literal)?, PlaintextModulus::new(65537)?)?;
//! let secret = SecretKey::generate(&bfv, &mut rng);
//! let public = PublicKey::generate(&bfv, &secret, &mut rng)?;
//! let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng)?;
//! let encoder = BatchEncoder::new(&bfv)?;
//! let x = bfv.encrypt_public(&public, &encoder.encode_signed(&[2, -3, 5])?, &mut rng)?;
//! let square = bfv.multiply_relinearize(&x, &x, &relinearization)?;
//! let decrypted = bfv.decrypt(&secret, &square)?;
//! assert_eq!(encoder.decode_signed(&decrypted.plaintext)?[..4], [4, 9, 25, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`ParametersLiteral`], as a caller writes it, is validated into [`Parameters`], security
//!   included.
//! * [`rlwe`]: keys, ciphertexts, key switching and automorphisms, which the schemes share.
//! * [`bfv`]: BFV, for plaintext primes up to 256 bits.
//! * [`bgv`]: BGV over the ciphertexts and keys of BFV, with cheaper products.
//! * [`bivariate`]: keys, ciphertexts and key switching in base `2^K` in the place of primes.
//! * [`frontend`]: the choice between the two.
//! * [`polynomial`]: polynomials on ciphertexts, of these schemes and others.
//! * [`codec`]: keys, ciphertexts and plaintexts as bytes.
//! * [`noise`]: the prediction of noise.
//! * [`seeds`]: the expansion of seeds, separate for each purpose.
//! * [`advice`]: parameters for a circuit, and the reasons for them.
#![forbid(unsafe_code)]

pub mod advice;
pub mod bfv;
pub mod bgv;
pub mod bivariate;
pub mod codec;
pub mod frontend;
pub mod noise;
#[cfg(test)]
mod observed;
mod parameters;
pub mod polynomial;
pub mod prelude;
pub mod rlwe;
pub mod security;
pub mod seeds;

pub use parameters::{Parameters, ParametersBuilder, ParametersError, ParametersLiteral};
