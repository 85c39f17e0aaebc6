//! Shapes of rings.

use core::fmt;

/// The logarithms of the degrees that a device has kernels for.
pub(crate) const LOG_LENGTHS: core::ops::RangeInclusive<u32> = 12..=16;

/// The shape of the operands of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The ring degree.
    pub degree: usize,
    /// Primes of the operands.
    pub limbs: usize,
    /// Special primes of keys; of no account where there are none.
    pub special: usize,
}

impl Shape {
    /// The shapes of tables, with as many special primes as make key switches cheap.
    pub const TABLE: [Self; 3] = [
        Self { degree: 8192, limbs: 3, special: 1 },
        Self { degree: 16_384, limbs: 12, special: 3 },
        Self { degree: 32_768, limbs: 12, special: 6 },
    ];
}

/// Degree and limbs, as in `8192x3`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.degree, self.limbs)
    }
}
