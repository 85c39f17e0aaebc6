//! Encryption of a vector by a client that has the secret key.

use crate::error::CliError;
use crate::randomness::system_rng;
use papilio_fhe::bfv::{Bfv, Ciphertext, Plaintext, PublicKey, SecretKey};
use papilio_hntt::KeyKind;
use papilio_ntt::dft::DftResidue;

/// A fresh ciphertext under either key.
pub(crate) fn encrypt<F: DftResidue>(
    bfv: &Bfv<F>,
    secret: &SecretKey,
    plaintext: &Plaintext<F>,
    under: KeyKind,
) -> Result<Ciphertext, CliError> {
    let mut rng = system_rng()?;
    let encrypted = match under {
        KeyKind::Secret => bfv.encrypt_secret(secret, plaintext, &mut rng),
        KeyKind::Public => {
            let key = PublicKey::generate(bfv, secret, &mut rng).map_err(CliError::input)?;
            bfv.encrypt_public(&key, plaintext, &mut rng)
        }
    };
    encrypted.map_err(CliError::input)
}
