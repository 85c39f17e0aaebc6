//! Integers as plaintexts: polynomials with small coefficients whose value at 2 is the integer.
//!
//! Sums and products of integers are those of the polynomials, as long as no coefficient leaves
//! `(−t/2, t/2]` and no degree reaches `N`: beyond, coefficients wrap around `t`, powers of `X`
//! around `−1`, and nothing tells. A product of two integers of `b` bits has coefficients of at
//! most `b/2 + 1` and a degree of at most `2b`.
//!
//! ```
//! use papilio_fhe::prelude::*;
//!
//! let parameters = Parameters::builder().log_degree(12).log_q(&[36, 35, 35]).build()?;
//! let bfv = Bfv::<fields::P32>::new(parameters)?;
//! let integer = bfv.encode_integer(-7)?;
//! assert_eq!(bfv.decode_integer(&integer)?, -7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Bfv, FheError, Plaintext};
use papilio_field::{Centered, Residue, ResidueRing};

impl<F: Residue> Bfv<F> {
    /// An integer by its non-adjacent form: digits −1, 0 and 1, the fewest of them not 0, one a
    /// coefficient.
    ///
    /// # Errors
    /// [`FheError::TooLong`] where `N` is below the number of digits, at most 128;
    /// [`FheError::NoDigit`] for the digit −1 modulo 2.
    pub fn encode_integer(&self, value: i128) -> Result<Plaintext<F>, FheError> {
        let (mut left, mut digits, t) = (value, Vec::new(), &self.plaintext_modulus);
        while left != 0 {
            let (digit, carry) = match left & 3 {
                1 => (t.one(), 0),
                3 => (t.neg(t.one()), 1),
                _ => (F::default(), 0),
            };
            digits.push(digit);
            left = (left >> 1) + carry;
            if carry == 1 && t.neg(t.one()) == t.one() {
                return Err(FheError::NoDigit);
            }
        }
        self.encode_coefficients(&digits)
    }

    /// The value at 2 of the centered coefficients.
    ///
    /// # Errors
    /// [`FheError::Integer`] when it does not fit; [`FheError::Degree`] or
    /// [`FheError::PlaintextModulus`] for a plaintext of another ring.
    pub fn decode_integer(&self, plaintext: &Plaintext<F>) -> Result<i128, FheError> {
        self.check_plaintext(plaintext)?;
        let (mut sum, mut value) = (Sum::default(), 0);
        // One more than the highest place of each bit.
        let mut ends = [0; 2];
        let coefficients = plaintext.coefficients().iter().copied().chain([F::default(); Sum::BITS]);
        for (place, x) in coefficients.enumerate() {
            sum.add_assign(&self.plaintext_modulus.centered(x));
            let bit = sum.shift();
            ends[usize::from(bit)] = place + 1;
            if place < i128::BITS as usize {
                value |= i128::from(bit) << place;
            }
        }
        // The last bits are all the sign's; one of them is needed.
        let bits = ends[0].min(ends[1]) + 1;
        if bits > i128::BITS as usize { Err(FheError::Integer { bits, most: i128::BITS }) } else { Ok(value) }
    }
}

/// A signed integer: what is left of a sum of coefficients times powers of two, below twice the
/// greatest of them.
#[derive(Default)]
struct Sum([u64; 5]);

impl Sum {
    const BITS: usize = 320;

    fn add_assign(&mut self, x: &Centered) {
        // −x = !x + 1
        let (flip, mut carry) = (if x.negative { u64::MAX } else { 0 }, x.negative);
        for (i, word) in self.0.iter_mut().enumerate() {
            let addend = x.magnitude.get(i).copied().unwrap_or(0) ^ flip;
            (*word, carry) = word.carrying_add(addend, carry);
        }
    }

    /// The lowest bit, which is taken away.
    fn shift(&mut self) -> bool {
        let (bit, sign) = (self.0[0] & 1 == 1, (self.0[4] as i64 >> 63) as u64);
        self.0 = core::array::from_fn(|i| self.0[i] >> 1 | self.0.get(i + 1).unwrap_or(&sign) << 63);
        bit
    }
}

#[cfg(test)]
mod tests;
