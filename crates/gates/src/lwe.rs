//! Ciphertexts of LWE: masks, a body, and the key that they are under.

use crate::{GatesError, Parameters};
use papilio_fhe::rlwe::KeyId;

/// A mask and its body, whose phase `body − ⟨mask, secret⟩` is the message and an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lwe {
    /// The mask, then the body.
    pub(crate) words: Vec<u32>,
    /// Digest of the parameters.
    pub(crate) context: u64,
    pub(crate) key: KeyId,
}

impl Lwe {
    /// `constant + Σ weight·term`, under the key of the terms.
    pub(crate) fn combination(constant: u32, terms: &[(i32, &Self)]) -> Vec<u32> {
        let mut sum = vec![0u32; terms.first().map_or(0, |(_, term)| term.words.len())];
        for &(weight, term) in terms {
            let weight = weight as u32;
            sum.iter_mut().zip(&term.words).for_each(|(sum, &x)| *sum = sum.wrapping_add(x.wrapping_mul(weight)));
        }
        if let Some(body) = sum.last_mut() {
            *body = body.wrapping_add(constant);
        }
        sum
    }

    /// Refuses a ciphertext of other parameters or under another key.
    pub(crate) fn check(&self, parameters: &Parameters, key: KeyId) -> Result<(), GatesError> {
        let expected = parameters.digest();
        if self.context != expected {
            return Err(GatesError::Parameters { what: "a ciphertext", found: self.context, expected });
        }
        if self.key != key {
            return Err(GatesError::Key { what: "a ciphertext", found: self.key, expected: key });
        }
        Ok(())
    }
}

/// An encrypted bit: `1/8` on the torus for true, `−1/8` for false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bit(pub(crate) Lwe);

/// An encrypted integer below a power of two `p`: `(2m + 1)/(4p)` on the torus, so that the upper
/// half of the torus is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer {
    pub(crate) lwe: Lwe,
    pub(crate) size: u32,
}

impl Bit {
    /// The key that it is under.
    #[must_use]
    pub fn key_id(&self) -> KeyId {
        self.0.key
    }
}

impl Integer {
    /// The number `p` of values that it may have.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The key that it is under.
    #[must_use]
    pub fn key_id(&self) -> KeyId {
        self.lwe.key
    }
}

/// The message of a bit: an eighth of the torus, or minus an eighth.
pub(crate) const EIGHTH: u32 = 1 << 29;

/// The message of a bit.
pub(crate) fn of_bit(bit: bool) -> u32 {
    // Without a branch on what may be a secret.
    (u32::from(bit) << 30).wrapping_sub(EIGHTH)
}

/// The message of an integer below `size`.
pub(crate) fn of_integer(value: u32, size: u32) -> u32 {
    (2 * value + 1) << (30 - size.ilog2())
}

/// Refuses a size that is no power of two, or whose steps are finer than a quarter of those of the
/// rotation.
pub(crate) fn check_size(size: u32, parameters: &Parameters) -> Result<(), GatesError> {
    let most = (parameters.degree() / 2) as u32;
    if size.is_power_of_two() && (2..=most).contains(&size) { Ok(()) } else { Err(GatesError::Space { size, most }) }
}
