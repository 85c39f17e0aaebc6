//! Numbers times a scale, rounded to integers.

use crate::{CkksError, Scale};
use papilio_field::Centered;
use papilio_ntt::double_double::DoubleDouble;

/// `log2` of the magnitudes that constants with their scale have at most.
const MOST_BITS: f64 = 248.0;
/// Bits of an integer before it is shifted: more than are known.
const KNOWN_BITS: f64 = 120.0;

/// The nearest integer to a number times a scale, or above `2^120` a multiple of a power of two
/// next to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    integer: i128,
    /// The integer is multiplied by two to this.
    shift: u32,
    /// The product less the integer.
    pub(crate) error: f64,
}

impl Rounded {
    /// Rounds `x·scale`, which is known to 104 bits.
    ///
    /// # Errors
    /// [`CkksError::NotFinite`]; [`CkksError::Constant`] for products above `2^248`.
    pub(crate) fn new(x: f64, scale: Scale) -> Result<Self, CkksError> {
        if !x.is_finite() {
            return Err(CkksError::NotFinite { index: 0, value: x });
        }
        let bits = x.abs().log2() + scale.log2();
        if bits > MOST_BITS {
            return Err(CkksError::Constant { value: x, bits, most: MOST_BITS });
        }
        let shift = (bits - KNOWN_BITS).max(0.0).ceil();
        let (integer, error) = (DoubleDouble::from(x * (-shift).exp2()) * scale.double_double()).round();
        Ok(Self { integer, shift: shift as u32, error: error * shift.exp2() })
    }

    /// The integer of a product up to `2^120`.
    pub(crate) fn integer(&self) -> i128 {
        debug_assert_eq!(self.shift, 0, "a product above 2^120");
        self.integer
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.integer == 0
    }

    pub(crate) fn centered(&self) -> Centered {
        let (magnitude, (words, bits)) = (self.integer.unsigned_abs(), (self.shift as usize / 64, self.shift % 64));
        let low = magnitude << bits;
        // Above it, what was shifted out.
        let high = magnitude.checked_shr(128 - bits).unwrap_or(0) as u64;
        let shifted = [low as u64, (low >> 64) as u64, high];
        let word = |i: usize| i.checked_sub(words).and_then(|i| shifted.get(i)).copied().unwrap_or(0);
        Centered { negative: self.integer < 0, magnitude: core::array::from_fn(word) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_size() {
        for bits in (0u32..248).step_by(3) {
            for x in [1.0, -1.0, 1.0 + f64::EPSILON, 0.75, -0.0] {
                let scale = Scale::power_of_two(bits);
                let rounded = Rounded::new(x, scale).expect("an integer");
                let [a, b, c, d] = rounded.centered().magnitude.map(|word| word as f64);
                let magnitude = ((d * 2f64.powi(64) + c) * 2f64.powi(64) + b) * 2f64.powi(64) + a;
                let value = if rounded.centered().negative { -magnitude } else { magnitude };
                assert_eq!(value, rounded.integer as f64 * f64::from(rounded.shift).exp2(), "{x} times 2^{bits}");
                assert!(
                    (value + rounded.error - x * 2f64.powi(bits as i32)).abs() <= magnitude * 2f64.powi(-52),
                    "{x} times 2^{bits}"
                );
                assert!(
                    rounded.error.abs() <= 0.5 * 2f64.powi(bits as i32 - 119).max(1.0) && rounded.is_zero() == (value == 0.0)
                );
            }
        }
        assert!(matches!(Rounded::new(2.0, Scale::power_of_two(248)), Err(CkksError::Constant { .. })));
    }
}
