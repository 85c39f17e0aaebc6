//! Elements of fields and rings of plaintexts as words of numpy.

use bytemuck::TransparentWrapper;
use num_bigint::{BigInt, BigUint};
use numpy::Element;
use papilio::fhe::rlwe::FheError;
use papilio::field::Field as NativeField;
use papilio::field::ResidueRing;
use papilio::field::fields::{BabyBear, Bls12_381, Bn254, Goldilocks, KoalaBear, P32, Stark252};
use papilio::ntt::dft::{DftField, DftResidue};

/// Words that carry out of their sums is looked for in.
pub(crate) trait Carry: Copy {
    /// Highest bit of the carry of `x + c`, in the rest no bits of a meaning.
    fn carry(self, c: Self) -> Self;

    fn or(self, other: Self) -> Self;

    /// Whether the highest bit is set.
    fn is_high(self) -> bool;
}

macro_rules! carry {
    ($($word:ty),*) => {$(
        impl Carry for $word {
            fn carry(self, c: Self) -> Self {
                self & c | (self | c) & !self.wrapping_add(c)
            }

            fn or(self, other: Self) -> Self {
                self | other
            }

            fn is_high(self) -> bool {
                self.leading_zeros() == 0
            }
        }
    )*};
}

carry!(u32, u64);

/// The place of the first word `x` that is not below a modulus `q`: `x + minus` is carried out of
/// the word, for `minus = −q` in words.
///
/// Carries of all words are collected before one is looked at, as sums and bits that every
/// instruction set has vectors for.
pub(crate) fn first_unreduced<W: Carry + Default>(words: &[W], minus: W) -> Option<usize> {
    let any = words.iter().fold(W::default(), |any, &x| any.or(x.carry(minus)));
    if any.is_high() { words.iter().position(|&x| x.carry(minus).is_high()) } else { None }
}

/// Elements as numpy has them: words of one size, the last axis of an array if they are several.
pub(crate) trait Numbers: DftField {
    type Word: Element + Copy + Default + Send + Sync;
    /// Name of that type in numpy.
    const DTYPE: &'static str;
    /// Words of an element.
    const COUNT: usize;

    /// Place of the first word of an element that is none.
    fn first_unreduced(words: &[Self::Word]) -> Option<usize>;

    /// Shows words, which were checked, as elements.
    fn with_elements(words: &mut [Self::Word], work: impl FnOnce(&mut [Self]));

    /// Elements of words, which were checked.
    fn elements(words: &[Self::Word]) -> Vec<Self>;

    /// The words of elements.
    fn words(elements: Vec<Self>) -> Vec<Self::Word>;
}

macro_rules! numbers_of_one_word {
    ($word:ty, $dtype:literal: $($field:ty),*) => {$(
        impl Numbers for $field {
            type Word = $word;
            const DTYPE: &'static str = $dtype;
            const COUNT: usize = 1;

            fn first_unreduced(words: &[$word]) -> Option<usize> {
                // Moduli are below the least power of two that is no word.
                first_unreduced(words, (<$field as NativeField>::MODULUS[0] as $word).wrapping_neg())
            }

            fn with_elements(words: &mut [$word], work: impl FnOnce(&mut [Self])) {
                work(<$field>::wrap_slice_mut(words));
            }

            fn elements(words: &[$word]) -> Vec<Self> {
                <$field>::wrap_slice(words).to_vec()
            }

            fn words(elements: Vec<Self>) -> Vec<$word> {
                <$field>::peel_slice(&elements).to_vec()
            }
        }
    )*};
}

numbers_of_one_word!(u64, "uint64": Goldilocks);
numbers_of_one_word!(u32, "uint32": BabyBear, KoalaBear, P32);

macro_rules! numbers_of_four_words {
    ($($field:ty),*) => {$(
        impl Numbers for $field {
            type Word = u64;
            const DTYPE: &'static str = "uint64";
            const COUNT: usize = 4;

            fn first_unreduced(words: &[u64]) -> Option<usize> {
                let modulus = <$field as NativeField>::MODULUS;
                let below = |element: &[u64; 4]| element.iter().rev().lt(modulus.iter().rev());
                words.as_chunks::<4>().0.iter().position(|element| !below(element)).map(|place| 4 * place)
            }

            fn with_elements(words: &mut [u64], work: impl FnOnce(&mut [Self])) {
                let mut elements = Self::elements(words);
                work(&mut elements);
                words.as_chunks_mut().0.iter_mut().zip(elements).for_each(|(words, element)| *words = element.to_words());
            }

            fn elements(words: &[u64]) -> Vec<Self> {
                // All of them were found to be below the modulus.
                words.as_chunks().0.iter().map(|&x| Self::from_words(x).unwrap_or(Self::ZERO)).collect()
            }

            fn words(elements: Vec<Self>) -> Vec<u64> {
                elements.into_iter().flat_map(Self::to_words).collect()
            }
        }
    )*};
}

numbers_of_four_words!(Bn254, Bls12_381, Stark252);

/// Residues of plaintexts as numpy has them.
pub(crate) trait Residues: DftResidue {
    type Word: Element + Copy;
    /// Words of a residue: the last axis of an array if they are several.
    const COUNT: usize;

    /// The residues of words.
    ///
    /// # Errors
    /// [`FheError::Unreduced`] for words that are none, unless encoders look for them.
    fn of_words(words: &[<Self as Residues>::Word]) -> Result<Vec<Self>, FheError>;

    /// The words of residues.
    fn words_of(residues: &[Self]) -> Vec<<Self as Residues>::Word>;
}

impl Residues for u64 {
    type Word = Self;
    const COUNT: usize = 1;

    fn of_words(words: &[Self]) -> Result<Vec<Self>, FheError> {
        Ok(words.to_vec())
    }

    fn words_of(residues: &[Self]) -> Vec<Self> {
        residues.to_vec()
    }
}

impl<F: Numbers> Residues for F {
    type Word = <F as Numbers>::Word;
    const COUNT: usize = <F as Numbers>::COUNT;

    fn of_words(words: &[<F as Numbers>::Word]) -> Result<Vec<Self>, FheError> {
        match F::first_unreduced(words) {
            Some(word) => Err(FheError::Unreduced { place: word / <F as Numbers>::COUNT, modulus: F::NAME.to_owned() }),
            None => Ok(F::elements(words)),
        }
    }

    fn words_of(residues: &[Self]) -> Vec<<F as Numbers>::Word> {
        F::words(residues.to_vec())
    }
}

/// `c mod t`.
pub(crate) fn residue<R: ResidueRing>(t: &R, c: &BigInt) -> R::Element {
    let modulus = BigInt::from(BigUint::from_slice(&t.modulus().map(|word| [word as u32, (word >> 32) as u32]).concat()));
    let reduced = ((c % &modulus) + &modulus) % &modulus;
    let mut digits = reduced.iter_u64_digits();
    // A remainder is below the modulus.
    t.element(core::array::from_fn(|_| digits.next().unwrap_or_default())).unwrap_or_default()
}
