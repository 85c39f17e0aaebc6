//! Why no way to switch keys is found.

use super::{LEAST_PRIME_BITS, PRIME_BITS};
use crate::bivariate::Bivariate;
use crate::security;
use papilio_ring::bivariate::WORD_BITS;

/// Why nothing will do.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontendError {
    /// A degree that has no parameters.
    #[error("degree {0}: degrees are powers of two from 2^10 to 2^16")]
    Degree(usize),
    /// More bits than the security table has for the degree.
    #[error("keys of {key_bits} bits at degree {degree}: 128-bit security allows {limit} ({})", security::SOURCE)]
    Security {
        /// Ring degree.
        degree: usize,
        /// Bits of keys.
        key_bits: u32,
        /// The greatest number that is secure.
        limit: u32,
    },
    /// Keys have more bits than any that are possible.
    #[error("keys of {0} bits: at most {most} are possible", most = Bivariate::MAX_KEY_BITS)]
    KeyBits(u32),
    /// Ciphertexts have no bits, or as many as keys.
    #[error("ciphertexts of {usable_bits} bits: there are to be some, and fewer than the {key_bits} of keys")]
    UsableBits {
        /// Bits of ciphertexts.
        usable_bits: u32,
        /// Bits of keys.
        key_bits: u32,
    },
    /// Neither arithmetic has such ciphertexts under such keys.
    #[error(
        "no ciphertexts of {usable_bits} bits and more under keys of at most {key_bits}, where {most} are possible: primes \
         have {LEAST_PRIME_BITS} to {PRIME_BITS} bits, and digits of words {WORD_BITS} and more"
    )]
    Bits {
        /// Bits of ciphertexts.
        usable_bits: u32,
        /// Bits of keys.
        key_bits: u32,
        /// The most bits of ciphertexts under such keys; 0 for none.
        most: u32,
    },
    /// The noise of a key switch is as great as a ciphertext.
    #[error("ciphertexts of {usable_bits} bits: the noise of a key switch has {noise_bits:.1}, and leaves none for messages")]
    Noise {
        /// Bits of ciphertexts.
        usable_bits: u32,
        /// `log2` of the greatest coefficient of the noise.
        noise_bits: f64,
    },
    /// Every key is greater than the limit.
    #[error("the smallest key has {least} bytes, above the limit of {limit}")]
    Memory {
        /// Bytes of the smallest key.
        least: usize,
        /// The limit.
        limit: usize,
    },
}

impl FrontendError {
    /// Refuses degrees that have no parameters.
    pub(super) fn check_degree(degree: usize) -> Result<(), Self> {
        let has_parameters = degree.is_power_of_two() && (1 << 10..=1 << 16).contains(&degree);
        if has_parameters { Ok(()) } else { Err(Self::Degree(degree)) }
    }
}
