//! Torus polynomials as bytes.

use super::{TorusPoly, WORD_BITS};
use crate::PooledVec;

/// Words that take whole bytes together, as many bytes as one has bits.
const GROUP: usize = 8;

/// Polynomials of a degree that is a multiple of 8 as bytes: row after row, a stream of bits,
/// little-endian, that has of each word its 52 bits, or in the last row the first ones, which are
/// not always zero. A row is whole bytes, no bit is unused, and every sequence of that many bytes
/// is a polynomial.
impl TorusPoly {
    /// Bytes of a polynomial: an eighth of its bits; `usize::MAX` where they overflow.
    #[must_use]
    pub fn packed_bytes(degree: usize, bits: u32) -> usize {
        (degree / GROUP).saturating_mul(bits as usize)
    }

    /// Appends the polynomial as [`Self::packed_bytes`]. Nobody erases them: they are those of a
    /// public polynomial.
    ///
    /// # Panics
    /// Unless the degree is a multiple of 8.
    pub fn pack(&self, out: &mut Vec<u8>) {
        check(self.degree());
        for i in 0..self.rows() {
            let width = width(self.bits(), i);
            for words in self.row(i).chunks_exact(GROUP) {
                let (mut stream, mut held) = (0u128, 0);
                for word in words {
                    stream |= u128::from(word >> (WORD_BITS - width)) << held;
                    held += width;
                    while held >= u8::BITS {
                        out.push(stream as u8);
                        (stream, held) = (stream >> u8::BITS, held - u8::BITS);
                    }
                }
            }
        }
    }

    /// The polynomial of [`Self::packed_bytes`].
    ///
    /// # Panics
    /// Unless the degree is a multiple of 8, and there are as many bytes.
    #[must_use]
    pub fn unpack(degree: usize, bits: u32, mut bytes: &[u8]) -> Self {
        check(degree);
        let expected = Self::packed_bytes(degree, bits);
        assert_eq!(bytes.len(), expected, "bytes of a polynomial of degree {degree} to {bits} bits");
        let rows = bits.div_ceil(WORD_BITS) as usize;
        let mut words = PooledVec::unspecified(degree * rows);
        for (i, row) in words.chunks_exact_mut(degree.max(1)).enumerate() {
            let width = width(bits, i);
            let (own, rest) = bytes.split_at(degree / GROUP * width as usize);
            bytes = rest;
            row.chunks_exact_mut(GROUP).zip(own.chunks_exact(width as usize)).for_each(|(to, from)| unpack(to, width, from));
        }
        Self::of_packed(degree, bits, words)
    }
}

fn unpack(to: &mut [u64], width: u32, from: &[u8]) {
    let (mut stream, mut held) = (0u128, 0);
    let mut from = from.iter();
    for to in to {
        while held < width {
            stream |= u128::from(*from.next().unwrap_or(&0)) << held;
            held += u8::BITS;
        }
        *to = (stream as u64 & ((1 << width) - 1)) << (WORD_BITS - width);
        (stream, held) = (stream >> width, held - width);
    }
}

/// Bits of the words of a row.
fn width(bits: u32, row: usize) -> u32 {
    WORD_BITS.min(bits - row as u32 * WORD_BITS)
}

fn check(degree: usize) {
    assert!(degree.is_multiple_of(GROUP), "a degree of {degree}, no multiple of {GROUP}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::SeededUniform;
    use num_bigint::BigUint;

    const DEGREE: usize = 24;

    fn poly(bits: u32) -> TorusPoly {
        TorusPoly::uniform(DEGREE, bits, &SeededUniform::new("papilio-ring test of packed words", [3; 32]), bits)
    }

    /// A row is one long integer, whose digits are the words.
    fn defined(poly: &TorusPoly) -> Vec<u8> {
        let row = |i: usize| {
            let width = 52.min(poly.bits() - 52 * i as u32);
            let words = poly.row(i).iter().rev().map(|word| word >> (52 - width));
            let mut bytes = words.fold(BigUint::from(0u32), |sum, word| (sum << width) + word).to_bytes_le();
            bytes.resize(DEGREE * width as usize / 8, 0);
            bytes
        };
        (0..poly.rows()).flat_map(row).collect()
    }

    #[test]
    fn polynomials_of_all_bits_are_packed_without_a_gap() {
        for bits in 0..=160 {
            let poly = poly(bits);
            let mut bytes = vec![7];
            poly.pack(&mut bytes);
            assert_eq!(bytes.len(), 1 + TorusPoly::packed_bytes(DEGREE, bits), "{bits} bits");
            assert_eq!(bytes[1..], defined(&poly), "{bits} bits");
            assert_eq!(TorusPoly::unpack(DEGREE, bits, &bytes[1..]), poly, "{bits} bits");
            // Any bytes are the words of a polynomial.
            let ones = TorusPoly::unpack(DEGREE, bits, &vec![0xff; bytes.len() - 1]);
            let words = (0..ones.rows()).flat_map(|i| ones.row(i)).copied().collect::<Vec<_>>();
            assert_eq!(TorusPoly::from_words(DEGREE, bits, words.into()).as_ref(), Some(&ones), "{bits} bits");
        }
        assert_eq!(TorusPoly::packed_bytes(1 << 13, 214), (1 << 13) * 214 / 8);
        assert_eq!(TorusPoly::packed_bytes(usize::MAX, 100), usize::MAX);
    }

    #[test]
    #[should_panic(expected = "bytes of a polynomial of degree 24 to 53 bits")]
    fn other_lengths() {
        let _ = TorusPoly::unpack(DEGREE, 53, &[0; 158]);
    }

    #[test]
    #[should_panic(expected = "a degree of 20")]
    fn degrees_that_leave_bits() {
        TorusPoly::zero(20, 52).pack(&mut Vec::new());
    }
}
