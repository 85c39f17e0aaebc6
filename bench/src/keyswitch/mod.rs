//! `papilio bench keyswitch`: key switches and products in residues and in words, at equal ring
//! degree, modulus of keys and modulus of ciphertexts, beside each other and other libraries.
//!
//! * [`cases`]: moduli, operations and peers, as data.
//! * [`own`]: our side: a key and ciphertexts of a candidate of [`papilio_fhe::frontend`].
//! * [`jobs`]: one comparison, and the row that comes of it. Peers are asked for rotations and
//!   products, by the messages of [`crate::ckks::protocol`].

pub mod cases;
pub mod jobs;
pub mod messages;
pub mod own;
pub mod residues;
pub mod words;
