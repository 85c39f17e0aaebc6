//! The operations that can be requested.

use serde::{Deserialize, Serialize};

/// One operation of the scheme, on ciphertexts of the first level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Operation {
    /// A new secret key.
    #[serde(rename = "secret_key")]
    SecretKey,
    /// The key that takes the square of the secret back to it.
    #[serde(rename = "relinearization_key")]
    RelinearizationKey,
    /// Complex numbers as a plaintext.
    #[serde(rename = "encode")]
    Encode,
    /// A plaintext as complex numbers.
    #[serde(rename = "decode")]
    Decode,
    /// Encryption under the public key.
    #[serde(rename = "encrypt")]
    Encrypt,
    /// Encryption under the secret key.
    #[serde(rename = "encrypt_secret")]
    EncryptSecret,
    /// Decryption to a plaintext.
    #[serde(rename = "decrypt")]
    Decrypt,
    /// The sum of two ciphertexts.
    #[serde(rename = "add")]
    Add,
    /// The product of a ciphertext and a prepared plaintext, of the product of the scales.
    #[serde(rename = "multiply_plain")]
    MultiplyPlain,
    /// The product of two ciphertexts, of two polynomials and one level below.
    #[serde(rename = "multiply_relinearize_rescale")]
    MultiplyRelinearizeRescale,
    /// The same of a ciphertext with itself.
    #[serde(rename = "square")]
    Square,
    /// A ciphertext of the squared scale to the next level.
    #[serde(rename = "rescale")]
    Rescale,
    /// A rotation by one step to the left.
    #[serde(rename = "rotate")]
    Rotate,
    /// The rotations of one ciphertext by one to eight steps.
    #[serde(rename = "rotate_hoisted_8")]
    RotateHoisted8,
    /// The conjugates.
    #[serde(rename = "conjugate")]
    Conjugate,
    /// The product with a matrix of 64 diagonals.
    #[serde(rename = "linear_transform_64")]
    LinearTransform64,
    /// A polynomial of degree 31.
    #[serde(rename = "chebyshev_31")]
    Chebyshev31,
    /// The slots as coefficients.
    #[serde(rename = "dft")]
    Dft,
}

#[cfg(test)]
impl Operation {
    /// Every one.
    pub(crate) const ALL: [Self; 18] = [
        Self::SecretKey,
        Self::RelinearizationKey,
        Self::Encode,
        Self::Decode,
        Self::Encrypt,
        Self::EncryptSecret,
        Self::Decrypt,
        Self::Add,
        Self::MultiplyPlain,
        Self::MultiplyRelinearizeRescale,
        Self::Square,
        Self::Rescale,
        Self::Rotate,
        Self::RotateHoisted8,
        Self::Conjugate,
        Self::LinearTransform64,
        Self::Chebyshev31,
        Self::Dft,
    ];
}
