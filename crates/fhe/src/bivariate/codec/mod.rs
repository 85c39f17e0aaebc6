//! Objects in words as bytes, by [`crate::codec`], and prepared keys as files to be mapped.

mod ciphertext;
mod header;
mod key;
mod literal;
mod prepared;
mod prepared_error;
#[cfg(test)]
mod tests;

pub use prepared_error::PreparedKeyError;
