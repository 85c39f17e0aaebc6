//! Transforms inside one ciphertext, whose slots hold the vector: planning, and the steps of both
//! ends.

pub(crate) mod encryption;
pub(crate) mod placed;
pub(crate) mod planning;
pub(crate) mod server;
pub(crate) mod vector;
