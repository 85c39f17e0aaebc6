//! Numbers times a scale, rounded to integers.

use crate::{CkksError, Scale};
use papilio_field::Centered;
use papilio_ntt::double_double::DoubleDouble;

/// `log2` of the magnitudes that constants with their scale have at most.
const MOST_BITS: f64 = 120.0;

/// The nearest integer to a number times a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rounded {
    pub(crate) integer: i128,
    /// The product less the integer.
    pub(crate) error: f64,
}

impl Rounded {
    /// Rounds `x·scale`, which is known to 104 bits.
    ///
    /// # Errors
    /// [`CkksError::NotFinite`]; [`CkksError::Constant`] for products above `2^120`.
    pub(crate) fn new(x: f64, scale: Scale) -> Result<Self, CkksError> {
        if !x.is_finite() {
            return Err(CkksError::NotFinite { index: 0, value: x });
        }
        let bits = x.abs().log2() + scale.log2();
        if bits > MOST_BITS {
            return Err(CkksError::Constant { value: x, bits, most: MOST_BITS });
        }
        let (integer, error) = (DoubleDouble::from(x) * scale.double_double()).round();
        Ok(Self { integer, error })
    }

    pub(crate) fn centered(&self) -> Centered {
        let magnitude = self.integer.unsigned_abs();
        Centered { negative: self.integer < 0, magnitude: [magnitude as u64, (magnitude >> 64) as u64, 0, 0] }
    }
}
