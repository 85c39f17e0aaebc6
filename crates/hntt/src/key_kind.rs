//! Which key ciphertexts are encrypted under.

use serde::{Deserialize, Serialize};

/// The key that a client encrypts under. Ciphertexts under the public key have more noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KeyKind {
    /// The secret key. Half of such a ciphertext is a seed.
    Secret,
    /// The public key, for a client without the secret.
    Public,
}
