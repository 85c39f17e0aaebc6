//! Prime fields whose elements are encrypted: the plaintext moduli.
//!
//! A field is a type with constants. Everything that depends on its size is here; the layers above see canonical
//! little-endian words (at most four) and a centred lift.

mod baby_bear;
mod bls12_381;
mod bn254;
mod goldilocks;
mod koala_bear;
mod mersenne31;
mod montgomery;
mod p32;
mod stark252;
#[cfg(test)]
mod tests;

use crate::dft::FieldTransform;
use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};
use rand_core::Rng;

pub use baby_bear::BabyBear;
pub use bls12_381::Bls12_381;
pub use bn254::Bn254;
pub use goldilocks::Goldilocks;
pub use koala_bear::KoalaBear;
pub use mersenne31::{Complex31, Mersenne31};
pub use p32::P32;
pub use stark252::Stark252;

/// Canonical little-endian words of an element or a modulus; unused high words are zero.
pub type Words = [u64; 4];

/// A prime field with a large power-of-two subgroup.
pub trait Field:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// The name used on the command line and in files.
    const NAME: &'static str;
    /// The modulus `t`.
    const MODULUS: Words;
    /// Bit length of the modulus.
    const BITS: u32;
    /// Words that an element needs: `⌈BITS / 64⌉`.
    const WORDS: usize = self::words_for(Self::BITS);
    /// The largest `k` with `2^k | t − 1`.
    const TWO_ADICITY: u32;
    /// What transforms it; see [`crate::dft::Dft`].
    type Transform: FieldTransform<Self>;
    /// The additive identity.
    const ZERO: Self;
    /// The multiplicative identity.
    const ONE: Self;

    /// The smallest multiplicative generator.
    fn generator() -> Self;

    /// The residue of a word.
    fn from_u64(value: u64) -> Self;

    /// The element with these canonical words, or `None` when they are not below the modulus.
    fn from_words(words: Words) -> Option<Self>;

    /// Canonical words.
    fn to_words(self) -> Words;

    /// `self^exponent`, the exponent in little-endian words. Variable time: for public values.
    #[must_use]
    fn pow(self, exponent: &[u64]) -> Self {
        let mut result = Self::ONE;
        for word in exponent.iter().rev() {
            for bit in (0..64).rev() {
                result = result * result;
                if word >> bit & 1 == 1 {
                    result = result * self;
                }
            }
        }
        result
    }

    /// The inverse, or `None` for zero. Variable time: for public values.
    fn inverse(self) -> Option<Self> {
        let exponent = sub_words(Self::MODULUS, [2, 0, 0, 0]);
        (self != Self::ZERO).then(|| self.pow(&exponent[..Self::WORDS]))
    }

    /// A primitive `2^log_order`-th root of unity, or `None` when the field has none. The roots of different orders are
    /// compatible: the one of order `2^k` is the square of the one of order `2^(k+1)`.
    fn root_of_unity(log_order: u32) -> Option<Self> {
        if log_order > Self::TWO_ADICITY {
            return None;
        }
        let exponent = shr_words(sub_words(Self::MODULUS, [1, 0, 0, 0]), log_order);
        Some(Self::generator().pow(&exponent[..Self::WORDS]))
    }

    /// A uniform element, by rejection.
    fn random(rng: &mut impl Rng) -> Self {
        let mask = u64::MAX >> (64 * Self::WORDS as u32 - Self::BITS);
        loop {
            let mut words = [0; 4];
            for word in &mut words[..Self::WORDS] {
                *word = rng.next_u64();
            }
            words[Self::WORDS - 1] &= mask;
            if let Some(element) = Self::from_words(words) {
                return element;
            }
        }
    }

    /// The centred lift: sign and magnitude of the representative in `(−t/2, t/2]`.
    fn centred(self) -> Centred {
        let words = self.to_words();
        let opposite = sub_words(Self::MODULUS, words);
        if less(opposite, words) {
            Centred { negative: true, magnitude: opposite }
        } else {
            Centred { negative: false, magnitude: words }
        }
    }
}

/// A signed integer of at most 255 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Centred {
    /// Whether the integer is below zero.
    pub negative: bool,
    /// Its absolute value.
    pub magnitude: Words,
}

impl Centred {
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

const fn words_for(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

/// `a < b`, words compared from the most significant.
#[must_use]
pub fn less(a: Words, b: Words) -> bool {
    sub_borrow(a, b).1
}

fn sub_words(a: Words, b: Words) -> Words {
    sub_borrow(a, b).0
}

fn sub_borrow(a: Words, b: Words) -> (Words, bool) {
    let mut out = [0; 4];
    let mut borrow = false;
    for i in 0..4 {
        let (d, b1) = a[i].overflowing_sub(b[i]);
        let (d, b2) = d.overflowing_sub(u64::from(borrow));
        out[i] = d;
        borrow = b1 | b2;
    }
    (out, borrow)
}

fn shr_words(a: Words, shift: u32) -> Words {
    let (skip, bits) = ((shift / 64) as usize, shift % 64);
    core::array::from_fn(|i| {
        let low = a.get(i + skip).copied().unwrap_or(0) >> bits;
        let high = a.get(i + skip + 1).copied().unwrap_or(0);
        if bits == 0 { low } else { low | high << (64 - bits) }
    })
}
