//! Integers with a sign.

use crate::words::Words;

/// A signed integer of at most 255 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Centered {
    /// Whether the integer is below zero.
    pub negative: bool,
    /// Its absolute value.
    pub magnitude: Words,
}

impl Centered {
    /// The integer as a fraction of `2^bits`, to double precision; `bits ≤ 1000`.
    #[must_use]
    pub fn scaled(&self, bits: u32) -> f64 {
        let magnitude: f64 =
            self.magnitude.iter().enumerate().map(|(i, &w)| w as f64 * power_of_two(64 * i as i32 - bits as i32)).sum();
        if self.negative { -magnitude } else { magnitude }
    }
}

/// `2^exponent`, by the bits of the format; zero below its normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent).clamp(0, 2046) as u64) << 52)
}
