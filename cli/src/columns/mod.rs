//! Transforms across ciphertexts, one or several columns in each: planning, and the steps of both
//! ends.

pub(crate) mod costs;
pub(crate) mod decryptor;
pub(crate) mod encoder;
pub(crate) mod encryptor;
pub(crate) mod facts;
pub(crate) mod placed;
pub(crate) mod planning;
pub(crate) mod reference;
mod tile_time;
pub(crate) mod transform;
