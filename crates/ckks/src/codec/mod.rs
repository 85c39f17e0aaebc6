//! Objects of CKKS as bytes, by [`papilio_fhe::codec`]: ciphertexts, products, plaintexts, and the
//! parameters. Keys are those of all schemes, and so are their bytes.
//!
//! Ciphertexts and products are kept in evaluation form and written in it.

mod message;
mod object;
mod parameters;
#[cfg(test)]
mod tests;
