//! The prime that a file states.

use core::fmt;
use papilio_field::Field;

/// The prime of a file: its bytes, little-endian, without leading zeros. Shown in hexadecimal.
#[derive(Clone, PartialEq, Eq)]
pub struct Prime(Vec<u8>);

impl Prime {
    /// The prime of `F`.
    #[must_use]
    pub fn of<F: Field>() -> Self {
        Self::trim(F::MODULUS.iter().flat_map(|word| word.to_le_bytes()).collect())
    }

    /// Whether it is the prime of `F`.
    #[must_use]
    pub fn is<F: Field>(&self) -> bool {
        *self == Self::of::<F>()
    }

    /// The prime of these bytes.
    pub(super) fn trim(mut bytes: Vec<u8>) -> Self {
        bytes.truncate(bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
        Self(bytes)
    }
}

impl fmt::Display for Prime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Prime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
