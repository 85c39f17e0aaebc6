//! Falcon-512 and ML-DSA-44 signatures verified on an Ethereum virtual machine that has the
//! precompiles of EIP-7885.
//!
//! ```
//! use papilio_evm::{Fork, Scheme, hex, verify};
//!
//! // An entry of the answer file of EIP-8052.
//! let entry = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/falcon512-eth.rsp"))?;
//! let field = |name: &str| {
//!     let line = entry.lines().filter_map(|line| line.split_once(" = ")).find(|(found, _)| *found == name);
//!     hex::decode(line.expect("a field of the entry").1)
//! };
//! let (key, message, signature) = (field("pk")?, field("msg")?, field("sm")?);
//! let report = verify(Scheme::FalconEth, &Fork::default(), &key, &message, &signature)?;
//! assert!(report.valid && report.gas < 60_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Scheme`] names a signature scheme and the contract that verifies it. [`Call::new`] checks a
//! standard public key and signature and converts them to what the contract takes: the code of an
//! account that holds the key, and calldata. [`Client::run`] executes a call under the rules and
//! prices of a [`Fork`] and accounts for its gas item by item; [`Script`] is a set of calls for
//! other clients. [`SigningKey`] signs.
//!
//! A signature is its standard encoding, detached; [`Encoding`] says which other byte strings are
//! read as signatures, for all schemes.
#![forbid(unsafe_code)]

mod artifact;
mod bits;
mod call;
mod ecrecover;
mod encoding;
mod error;
pub mod falcon;
mod fork;
mod items;
mod machine;
pub mod ml_dsa;
mod scheme;
mod script;
mod signing_key;
mod xof;

pub use call::{Account, Call, KeyPlace, MESSAGE_LIMIT};
pub use ecrecover::{ECRECOVER_GAS, ecrecover};
pub use encoding::Encoding;
pub use error::Error;
pub use fork::Fork;
pub use items::{Item, Report};
pub use machine::{Client, Deployment};
pub use revm::primitives::hex;
pub use scheme::Scheme;
pub use script::Script;
pub use signing_key::{CONTEXT_LIMIT, Content, SigningKey};
pub use xof::Hash;

/// Whether a signature of a message is valid, what the transaction costs, and why. The key is in an
/// account, and the precompiles are where the contracts call them, at
/// [`papilio_precompile::DEFAULT_BASE`] and behind it.
///
/// # Errors
/// A key, message or signature that is not well formed.
pub fn verify(scheme: Scheme, fork: &Fork, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<Report, Error> {
    let call = Call::new(scheme, KeyPlace::Account, public_key, message, signature)?;
    Client::Revm.run(&call, fork, papilio_precompile::DEFAULT_BASE)
}
