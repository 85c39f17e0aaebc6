//! The operations that can be requested.

use serde::{Deserialize, Serialize};

/// One operation of the scheme. Ciphertexts have two polynomials where nothing else is said, and
/// are at the first level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Operation {
    /// A new secret key.
    SecretKey,
    /// A public key.
    PublicKey,
    /// The key that takes the square of the secret back to it.
    RelinearizationKey,
    /// The keys for rotations by all powers of two in both directions, and for the exchange of the
    /// rows.
    GaloisKeys,
    /// A vector as a plaintext.
    Encode,
    /// A plaintext as a vector.
    Decode,
    /// Encryption under the public key.
    Encrypt,
    /// Encryption under the secret key.
    EncryptSeeded,
    /// Decryption to a plaintext.
    Decrypt,
    /// The sum of two ciphertexts.
    Add,
    /// The negative of a ciphertext.
    Negate,
    /// The sum of a ciphertext and a plaintext.
    AddPlain,
    /// The product of two ciphertexts, which has three polynomials.
    Multiply,
    /// The product of a ciphertext with itself.
    Square,
    /// Three polynomials to two.
    Relinearize,
    /// The product of a ciphertext and a plaintext, both in evaluation form.
    MultiplyPlain,
    /// A ciphertext from coefficients to evaluation form.
    ToEvaluation,
    /// A ciphertext from evaluation form to coefficients.
    ToCoefficient,
    /// A rotation of both rows by one step to the left.
    RotateRows,
    /// The exchange of the rows.
    RotateColumns,
    /// A fresh ciphertext to the next level.
    SwitchDown,
}

#[cfg(test)]
impl Operation {
    /// Every one.
    pub(crate) const ALL: [Self; 21] = [
        Self::SecretKey,
        Self::PublicKey,
        Self::RelinearizationKey,
        Self::GaloisKeys,
        Self::Encode,
        Self::Decode,
        Self::Encrypt,
        Self::EncryptSeeded,
        Self::Decrypt,
        Self::Add,
        Self::Negate,
        Self::AddPlain,
        Self::Multiply,
        Self::Square,
        Self::Relinearize,
        Self::MultiplyPlain,
        Self::ToEvaluation,
        Self::ToCoefficient,
        Self::RotateRows,
        Self::RotateColumns,
        Self::SwitchDown,
    ];
}
