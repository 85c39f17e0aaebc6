//! Ring learning with errors over the torus in base `2^K`: keys, ciphertexts and *half external
//! products* in the bivariate representation of [`papilio_ring::bivariate`].
//!
//! A ciphertext is a pair of torus polynomials `(b, a)` with phase `b + a·s`. Its words are its
//! digits, so that a product with a key needs no decomposition and no division by special primes,
//! and a ciphertext at fewer bits, or a key for it, is a prefix. A message is a torus
//! polynomial; how values are encoded in it is left to a scheme, of which [`bfv`] is one and
//! `papilio_ckks::words` another. [`ProductTables`] multiply ciphertexts of either.
//!
//! A [`HalfExternalKey`] of a polynomial `A` of integers takes a public torus polynomial to an
//! encryption of `A` times it. Changing the secret, automorphisms and relinearization are that
//! product and a sum; an [`ExternalKey`] is two of them, with a precision each (M. Georgieva
//! Belorgey et al., ePrint 2023/771, §4).
//!
//! A [`SeededHalfExternalKey`] is such a key as it is made and sent. It has bytes, as secrets,
//! ciphertexts and parameters have ([`crate::codec`]). A prepared key has a file for one machine:
//! [`HalfExternalKey::from_prepared`].
//!
//! Pairs of polynomials in residues, of [`crate::rlwe`], become ciphertexts here and the other way:
//! [`Bivariate::from_residues`] and [`Bivariate::to_residues`] under the secret of the same seed,
//! [`ResiduesToWordsKey`] and [`WordsToResiduesKey`] under another. [`bfv::WordBfv`] has the same
//! with plaintexts. [`crate::frontend`] finds parameters.
//!
//! ```
//! use papilio_fhe::bivariate::{Bivariate, HalfExternalKey, ParametersLiteral, SecretKey};
//! # use papilio_fhe::bivariate::TorusPoly;
//! # use chacha20::ChaCha20Rng;
//! # use rand_core::SeedableRng;
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]); // of the operating system, outside documentation
//!
//! // Keys to 214 bits in digits of 52: ciphertexts have 162.
//! let scheme = Bivariate::new(&ParametersLiteral { degree: 1 << 13, key_bits: 214, digit_words: 1.into(), insecure: false })?;
//! let secret = SecretKey::generate(&scheme, &mut rng);
//! let mut message = TorusPoly::zero(1 << 13, scheme.max_bits());
//! message.add_integers((0..1 << 13).map(|i: i32| i64::from(i % 3)), 10);
//! let ciphertext = scheme.encrypt(&secret, &message, &mut rng)?;
//!
//! let key = HalfExternalKey::for_automorphism(&scheme, &secret, 5, &mut rng)?;
//! let image = scheme.apply_automorphism(&ciphertext, 5, &key)?;
//! assert_eq!(scheme.phase(&secret, &image)?.with_bits(10), message.automorphism(5).with_bits(10));
//! # Ok::<(), papilio_fhe::bivariate::BivariateError>(())
//! ```

pub mod bfv;
mod ciphertext;
mod codec;
mod conversion;
mod error;
mod key;
mod multiply;
mod noise;
mod parameters;
mod product;
mod seeded_ciphertext;
mod seeded_key;
#[cfg(test)]
mod tests;

pub use ciphertext::Ciphertext;
pub use codec::PreparedKeyError;
pub use conversion::{ResiduesToWordsKey, WordsToResiduesKey};
pub use error::BivariateError;
pub use key::{ExternalKey, HalfExternalKey, SecretKey};
pub use multiply::{Factors, Fractions, ProductTables};
pub use papilio_ring::Mapped;
pub use papilio_ring::bivariate::{DigitWords, TorusPoly};
pub use parameters::{Bivariate, ParametersLiteral};
pub use seeded_ciphertext::SeededCiphertext;
pub use seeded_key::SeededHalfExternalKey;
