//! Sets of parameters as the library has them: numbers modulo one, to so many bits, by digits of
//! `RADIX` bits.

use crate::library::NAME;
use crate::shared::Set;
use poulpy_ckks::{CKKSLayout, GLWEPlaintextMeta, Scale, SlotsKind};
use poulpy_core::layouts::{Dnum, GLWEAutomorphismKeyLayout, GLWELayout, GLWETensorKeyLayout, Rank, TorusPrecision};

/// Bits of a digit: those of the library's own parameters of this kind.
pub(crate) const RADIX: u32 = 52;

/// Bits of a plaintext above its scale, for coefficients below 32.
pub(crate) const ROOM: u32 = 6;

/// Bits and digits of one set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The ring degree.
    pub(crate) degree: u32,
    /// Bits of a ciphertext: those of all its primes together.
    pub(crate) width: u32,
    /// Bits of the scale.
    pub(crate) scale: u32,
    /// Bits of a digit of key switching.
    pub(crate) digit: u32,
    /// Digits of key switching.
    pub(crate) digits: u32,
    /// Bits of a key below its digits.
    pub(crate) guard: u32,
}

impl Layout {
    /// The bits that the primes have, and the fewest digits of key switching, of whole words
    /// where that can be, with which keys have no more bits than with the special primes.
    pub(crate) fn new(set: &Set) -> Result<Self, String> {
        let (width, special): (u32, u32) = (set.prime_bits.iter().sum(), set.special_bits.iter().sum());
        let fits = |digit: &u32| width.div_ceil(*digit) * digit + digit + set.log_degree <= width + special;
        let whole = (1..=special / RADIX).map(|words| words * RADIX).rev().find(fits);
        let digit = whole.or_else(|| (1..=special).rev().find(fits)).ok_or("keys need more special bits")?;
        let (digits, guard) = (width.div_ceil(digit), digit + set.log_degree);
        Ok(Self { degree: 1 << set.log_degree, width, scale: set.scale_bits, digit, digits, guard })
    }

    /// A ciphertext so many levels below the first: each takes the bits of a scale.
    pub(crate) fn ciphertext(&self, below: u32) -> Result<GLWELayout, String> {
        let width = self.width.checked_sub(below * self.scale).filter(|width| *width > self.scale);
        let k = TorusPrecision(width.ok_or_else(|| format!("{} bits are not {below} levels", self.width))?);
        Ok(GLWELayout { n: self.degree.into(), base2k: RADIX.into(), k, rank: Rank(1) })
    }

    /// A plaintext.
    pub(crate) fn plaintext(&self) -> CKKSLayout {
        CKKSLayout {
            glwe_layout: GLWELayout {
                n: self.degree.into(),
                base2k: RADIX.into(),
                k: TorusPrecision(self.scale + ROOM),
                rank: Rank(1),
            },
            meta: self.meta(),
        }
    }

    /// The scale, of complex numbers in every slot.
    pub(crate) fn meta(&self) -> GLWEPlaintextMeta {
        GLWEPlaintextMeta { scale: Scale::Log(self.scale as usize), slots: SlotsKind::Complex, log_sparsity: 0 }
    }

    /// The key for products.
    pub(crate) fn tensor_key(&self) -> GLWETensorKeyLayout {
        GLWETensorKeyLayout {
            n: self.degree.into(),
            base2k: RADIX.into(),
            dnum: Dnum(self.digits),
            k_digit: TorusPrecision(self.digit),
            k_aux: TorusPrecision(self.guard),
            rank: Rank(1),
        }
    }

    /// A key for an automorphism.
    pub(crate) fn automorphism_key(&self) -> GLWEAutomorphismKeyLayout {
        GLWEAutomorphismKeyLayout {
            n: self.degree.into(),
            base2k: RADIX.into(),
            dnum: Dnum(self.digits),
            k_digit: TorusPrecision(self.digit),
            k_aux: TorusPrecision(self.guard),
            rank: Rank(1),
        }
    }

    /// The choice in words.
    pub(crate) fn note(&self) -> String {
        let key = self.digits * self.digit + self.guard;
        format!("{NAME}, radix 2^{RADIX}, {} bits; keys of {key} bits in {} digits", self.width, self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(log_degree: u32, prime_bits: Vec<u32>, special_bits: Vec<u32>) -> Layout {
        Layout::new(&Set { log_degree, prime_bits, special_bits, scale_bits: 40, primes_per_level: 1 }).expect("a layout")
    }

    #[test]
    fn keys_have_the_bits_of_all_primes_at_most() {
        let of_words = layout(14, vec![50, 40, 40, 40, 40, 40, 40, 40], vec![50, 50]);
        assert_eq!((of_words.digit, of_words.digits, of_words.guard), (52, 7, 66));
        let of_bits = layout(13, vec![50, 40, 40], vec![50]);
        assert_eq!((of_bits.digit, of_bits.digits, of_bits.guard), (33, 4, 46));
    }
}
