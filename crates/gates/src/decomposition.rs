//! Decompositions of numbers of the torus into digits.

use papilio_ntt::complex::{ComplexError, Digit};

/// Bits of a number of the torus.
pub(crate) const TORUS_BITS: u32 = u32::BITS;

/// Digits of a number of the torus: the first `levels` of base `2^bits`, each from `−2^(bits−1)` to
/// below `2^(bits−1)`, of the number rounded to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decomposition {
    /// Number of digits.
    pub levels: u32,
    /// Bits of each.
    pub bits: u32,
}

impl Decomposition {
    /// A decomposition; [`crate::Parameters::new`] says which are allowed.
    #[must_use]
    pub const fn new(levels: u32, bits: u32) -> Self {
        Self { levels, bits }
    }

    /// Bits of all digits.
    #[must_use]
    pub fn precision(&self) -> u32 {
        self.levels.saturating_mul(self.bits)
    }

    /// Bits below digit `level` of a word of `word_bits`, from 1 on.
    pub(crate) fn shift(&self, word_bits: u32, level: u32) -> u32 {
        word_bits - level * self.bits
    }

    /// The number that is added to a word so that its digits are unsigned, and rounded.
    pub(crate) fn offset(&self) -> u32 {
        let half = |level: u32| 1 << (self.shift(TORUS_BITS, level) + self.bits - 1);
        let halves = (1..=self.levels).map(half).fold(0u32, u32::wrapping_add);
        let rest = TORUS_BITS - self.precision();
        halves.wrapping_add(if rest > 0 { 1 << (rest - 1) } else { 0 })
    }

    /// The digits as transforms take them, from the first on. Bits above those of the torus do not
    /// matter.
    pub(crate) fn digits(&self) -> Result<Vec<Digit>, ComplexError> {
        let offset = u64::from(self.offset());
        (1..=self.levels).map(|level| Digit::new(offset, self.shift(TORUS_BITS, level), self.bits)).collect()
    }

    /// Digits from the first on that are as often above zero as below: half of base, which is
    /// there twice, is negative where the digit before it is in the upper half; for the first
    /// digit, where the highest bit that is left out is set, or the lowest of all where none is.
    /// With digits whose mean is not zero, a part of the sum of a key's errors would be in every
    /// result.
    pub(crate) fn centered(&self, word: u32, digits: &mut [i32]) {
        let Self { levels, bits } = *self;
        let rest = TORUS_BITS - self.precision();
        let (half, below) = ((1u32 << rest) >> 1, word >> rest.saturating_sub(1) & 1);
        let before = u64::from(below) << (self.precision() + bits - 1);
        let mut left = u64::from(word.wrapping_add(half) >> rest) | before;
        for digit in digits[..levels as usize].iter_mut().rev() {
            let low = left & ((1 << bits) - 1);
            left >>= bits;
            let carry = ((low.wrapping_sub(1) | left) & low) >> (bits - 1);
            left += carry;
            *digit = low as i32 - ((carry as i32) << bits);
        }
    }

    /// `2^(2·bits)/12`, and what a digit's distance from its center adds: the mean square of a
    /// digit.
    #[must_use]
    pub fn mean_square(&self) -> f64 {
        (f64::from(2 * self.bits).exp2() + 2.0) / 12.0
    }

    /// The variance of what rounding to the digits leaves out, on the torus.
    #[must_use]
    pub fn rounding_variance(&self) -> f64 {
        (-2.0 * f64::from(self.precision())).exp2() / 12.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centered_digits_add_up_and_have_no_mean() {
        for decomposition in [(8, 2), (5, 2), (3, 4), (4, 8), (9, 1), (1, 3), (32, 1)].map(|(l, b)| Decomposition::new(l, b)) {
            let Decomposition { levels, bits } = decomposition;
            let (mut digits, mut sums) = (vec![0; levels as usize], vec![0i64; levels as usize]);
            let (half, unit) = (1i32 << (bits - 1), 1i64 << (TORUS_BITS - decomposition.precision()));
            const COUNT: u32 = 40_000;
            // Multiples of an odd number go through all words evenly.
            let words = (0..COUNT).map(|i| i.wrapping_mul(0x9E37_79B1)).chain([u32::MAX, 1 << 31, (1 << 31) - 1]);
            for word in words {
                decomposition.centered(word, &mut digits);
                assert!(digits.iter().all(|digit| (-half..=half).contains(digit)), "{word:#x}: {digits:?}");
                let sum = digits.iter().zip(1..).fold(0u32, |sum, (&digit, level)| {
                    sum.wrapping_add((digit as u32).wrapping_shl(decomposition.shift(TORUS_BITS, level)))
                });
                let rest = i64::from(word.wrapping_sub(sum) as i32);
                assert!(2 * rest.abs() <= unit, "{word:#x} is {sum:#x} and {rest} by {decomposition:?}");
                sums.iter_mut().zip(&digits).for_each(|(sum, &digit)| *sum += i64::from(digit));
            }
            // A number and its opposite have opposite digits, but for those in the middle of two.
            let mut opposite = digits.clone();
            for word in (0..COUNT).map(|i| i.wrapping_mul(0x9E37_79B1)).filter(|&word| i64::from(word) % (unit / 2).max(1) != 0)
            {
                decomposition.centered(word, &mut digits);
                decomposition.centered(word.wrapping_neg(), &mut opposite);
                assert!(digits.iter().zip(&opposite).all(|(x, y)| *x == -y), "{word:#x}: {digits:?} and {opposite:?}");
            }
            let means: Vec<f64> = sums.iter().map(|&sum| sum as f64 / f64::from(COUNT)).collect();
            assert!(means.iter().all(|mean| mean.abs() < 0.02 * f64::from(half)), "{decomposition:?}: {means:?}");
        }
    }

    #[test]
    fn digits_add_up_to_the_number_but_for_half_a_unit() {
        for decomposition in [(3, 7), (2, 10), (1, 12), (8, 4), (2, 16), (1, 1)].map(|(l, b)| Decomposition::new(l, b)) {
            let digits = decomposition.digits().expect("digits of 32 bits");
            let half = 1i64 << (TORUS_BITS - decomposition.precision()) >> 1;
            for word in [0, 1, u32::MAX, 1 << 31, (1 << 31) - 1, 0x0123_4567, 0xFEDC_BA98, (half as u32).wrapping_neg()] {
                let sum = digits.iter().zip(1..).fold(0u32, |sum, (digit, level)| {
                    let digit = digit.of(u64::from(word) | 0xABCD << 32);
                    assert!((-(1 << (decomposition.bits - 1))..1 << (decomposition.bits - 1)).contains(&digit));
                    sum.wrapping_add((digit as u32) << decomposition.shift(TORUS_BITS, level))
                });
                let rest = i64::from(word.wrapping_sub(sum) as i32);
                assert!((-half..=half).contains(&rest), "{word:#x} is {sum:#x} and {rest} by {decomposition:?}");
            }
        }
    }
}
