//! Objects of BFV and BGV as bytes, to be sent and kept. [The format][format] is in the repository.
//!
//! [format]: https://github.com/papilio-ntt/papilio/blob/main/docs/adr/0010-bytes-of-objects.md
//!
//! [`Object`] is implemented by everything that parties who agree on parameters can send each
//! other: keys, ciphertexts and plaintexts.
//! [`ParametersLiteral::to_bytes`](crate::ParametersLiteral::to_bytes) sends the parameters. Bytes
//! name their kind, version and parameters and end in a checksum. Reading checks everything that
//! the bytes say of themselves, their length first, before it allocates, takes any bytes without a
//! panic, and takes only those that writing would give.
//!
//! Keys, seeded ciphertexts and plaintexts of [`crate::bgv`] are those of [`crate::bfv`], and so
//! are their bytes. Its ciphertexts and products are kinds of their own, with their factor and
//! predicted noise; they are written and read by [`Bgv::bfv`](crate::bgv::Bgv::bfv). Messages of
//! CKKS have a scale, and are kinds of their own; its keys are those of all schemes. Those of
//! [`crate::bivariate`] are in words, keys included.
//!
//! ```
//! use papilio_fhe::bfv::{Bfv, Ciphertext, SecretKey};
//! use papilio_fhe::codec::Object;
//! # use chacha20::ChaCha20Rng;
//! # use rand_core::SeedableRng;
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]);
//! let parameters = papilio_fhe::Parameters::builder().log_degree(12).log_q(&[36, 35, 35]).build()?;
//! let bfv = Bfv::<papilio_field::fields::P32>::new(parameters)?;
//! let secret = SecretKey::generate(&bfv, &mut rng);
//! let sent = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng)?;
//! let bytes = sent.to_bytes(&bfv);
//! assert_eq!(Ciphertext::from_bytes(&bfv, &bytes)?, sent);
//!
//! use papilio_fhe::bgv::{self, Bgv};
//! let bgv = Bgv::over(bfv);
//! let product = bgv.square(&bgv.encrypt_secret(&secret, &bgv.bfv().zero(), &mut rng)?)?;
//! let bytes = product.to_bytes(bgv.bfv());
//! assert_eq!(bgv::Product::from_bytes(bgv.bfv(), &bytes)?, product);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bgv;
mod ciphertext;
mod element;
mod error;
mod evaluation_key;
mod extended_public_key;
mod frame;
mod kind;
mod literal;
mod noise;
mod object;
mod outline;
mod plaintext;
mod polynomial;
mod public_key;
mod secret_key;
#[cfg(test)]
pub(crate) mod tests;

pub use error::BytesError;
pub use kind::Kind;
pub(crate) use noise::{read_number, write_number};
pub use object::{Context, Object};
pub use outline::Outline;

/// The parts that objects of schemes of other crates are written and read with.
#[doc(hidden)]
pub mod pieces {
    pub use super::ciphertext::{Label, Labeled, read_labeled, read_labeled_seeded, write_labeled_seeded};
    pub use super::frame::{FRAME, Header, Payload, digest, seal};
    pub use super::polynomial::{LEVEL, poly_len, read_level, read_secret_poly, write_level, write_poly};
}
