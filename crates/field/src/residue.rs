//! Residues modulo `t`, for a modulus that is a type and for one that is chosen at run time.

use crate::Centered;
use crate::power::power;
use crate::words::{self, Words};
use alloc::borrow::Cow;
use core::fmt::Debug;
use rand_core::Rng;

/// An element of `Z_t`; its default is zero.
///
/// The elements of a [`crate::Field`] know their modulus by their type, and their ring has no size.
/// Elements that are `u64` have a [`crate::PlaintextModulus`].
pub trait Residue: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// The ring `Z_t`.
    type Ring: ResidueRing<Element = Self>;
}

/// The ring `Z_t` as a value: arithmetic for elements that do not know their modulus.
pub trait ResidueRing: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Its elements, canonical residues.
    type Element: Residue<Ring = Self>;

    /// The name used on the command line and in files: that of the field, or the modulus in decimal
    /// digits.
    fn name(&self) -> Cow<'static, str>;

    /// The modulus `t`.
    fn modulus(&self) -> Words;

    /// Bit length of the modulus.
    fn bits(&self) -> u32;

    /// Words that an element needs: `⌈bits / 64⌉`.
    fn words(&self) -> usize {
        self.bits().div_ceil(64) as usize
    }

    /// The largest `k` such that the ring has a root of unity of order `2^k`: zero for a composite
    /// modulus.
    fn two_adicity(&self) -> u32;

    /// The multiplicative identity.
    fn one(&self) -> Self::Element;

    /// The smallest multiplicative generator, or `None` for a composite modulus.
    fn generator(&self) -> Option<Self::Element>;

    /// The residue of a word.
    fn reduce(&self, value: u64) -> Self::Element;

    /// The residue of a signed word.
    fn reduce_signed(&self, value: i64) -> Self::Element {
        let magnitude = self.reduce(value.unsigned_abs());
        if value < 0 { self.neg(magnitude) } else { magnitude }
    }

    /// The element with these canonical words, or `None` when they are not below the modulus.
    fn element(&self, words: Words) -> Option<Self::Element>;

    /// Whether an element is one of this ring: a word may not be below the modulus, while elements
    /// of fields always are.
    #[inline]
    fn contains(&self, _: Self::Element) -> bool {
        true
    }

    /// Canonical words.
    fn to_words(&self, x: Self::Element) -> Words;

    /// `a + b`.
    fn add(&self, a: Self::Element, b: Self::Element) -> Self::Element;

    /// `a − b`.
    fn sub(&self, a: Self::Element, b: Self::Element) -> Self::Element;

    /// `−a`.
    fn neg(&self, a: Self::Element) -> Self::Element {
        self.sub(Self::Element::default(), a)
    }

    /// `a·b`.
    fn mul(&self, a: Self::Element, b: Self::Element) -> Self::Element;

    /// `base^exponent`. Variable time: for public values.
    fn pow(&self, base: Self::Element, exponent: u64) -> Self::Element {
        power(self.one(), base, &[exponent], |a, b| self.mul(a, b))
    }

    /// The inverse, or `None` for an element without one. Variable time: for public values.
    fn inverse(&self, x: Self::Element) -> Option<Self::Element>;

    /// A primitive `2^log_order`-th root of unity, or `None` above [`Self::two_adicity`]. The roots
    /// of different orders are compatible: the one of order `2^k` is the square of the one of order
    /// `2^(k+1)`.
    fn root_of_unity(&self, log_order: u32) -> Option<Self::Element>;

    /// A uniform element, by rejection.
    fn random(&self, rng: &mut impl Rng) -> Self::Element {
        let (count, mask) = (self.words(), u64::MAX >> (64 * self.words() as u32 - self.bits()));
        loop {
            let mut words = [0; 4];
            for word in &mut words[..count] {
                *word = rng.next_u64();
            }
            words[count - 1] &= mask;
            if let Some(element) = self.element(words) {
                return element;
            }
        }
    }

    /// The centered lift: sign and magnitude of the representative in `(−t/2, t/2]`.
    #[inline]
    fn centered(&self, x: Self::Element) -> Centered {
        let words = self.to_words(x);
        let opposite = words::sub(self.modulus(), words);
        if words::less(opposite, words) {
            Centered { negative: true, magnitude: opposite }
        } else {
            Centered { negative: false, magnitude: words }
        }
    }
}
