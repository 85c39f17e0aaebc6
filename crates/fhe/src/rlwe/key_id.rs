//! Identities of keys.

use core::fmt;
use papilio_ring::sample::Seed;
use zeroize::Zeroizing;

/// Tells keys apart: a hash of the secret's seed, from which the seed cannot be found.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyId(u64);

impl KeyId {
    /// The key of ciphertexts that are under every key, and of those whose key is not known: it
    /// agrees with all.
    pub const ANY: Self = Self(0);

    /// The identity of the secret key of a seed.
    #[must_use]
    pub fn of(seed: &Seed) -> Self {
        let hash = Zeroizing::new(blake3::derive_key("papilio 2026 identity of a secret key", seed));
        Self::from_number(u64::from_le_bytes(core::array::from_fn(|i| hash[i])).max(1))
    }

    /// The identity of a number, zero for [`Self::ANY`].
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }
}

/// The text is that of [`fmt::Display`].
impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({self})")
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ANY => f.write_str("any"),
            Self(number) => write!(f, "{number:016x}"),
        }
    }
}
