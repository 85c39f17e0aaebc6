//! The compressed form of `s2`: a sign, seven low bits, and the high bits in unary, for each
//! coefficient.

use super::{COMPRESSED, DEGREE, PADDED};
use crate::error::Error;

/// The greatest absolute value.
const LIMIT: u16 = 2047;

/// Bits, the most significant of each byte first.
struct Bits<'b> {
    bytes: &'b [u8],
    next: usize,
}

impl Bits<'_> {
    fn bit(&mut self) -> Option<u16> {
        let byte = self.bytes.get(self.next / 8)?;
        let bit = byte >> (7 - self.next % 8) & 1;
        self.next += 1;
        Some(u16::from(bit))
    }

    fn field(&mut self, width: usize) -> Option<u16> {
        (0..width).try_fold(0, |field, _| Some(field << 1 | self.bit()?))
    }
}

/// Every value has one encoding here. Behind the last coefficient there are zero bits: to the end
/// of its byte, or of 625 bytes.
pub(super) fn decode(bytes: &[u8]) -> Result<Vec<i16>, Error> {
    if bytes.len() > COMPRESSED {
        return Err(Error::TooLong { what: "compressed coefficients", limit: COMPRESSED, got: bytes.len() });
    }
    let mut bits = Bits { bytes, next: 0 };
    let s2: Vec<i16> = (0..DEGREE).map(|index| coefficient(&mut bits, index)).collect::<Result<_, _>>()?;
    let used = bits.next.div_ceil(8);
    let padded = std::iter::from_fn(|| bits.bit()).all(|bit| bit == 0);
    if !padded || ![used, PADDED].contains(&bytes.len()) {
        return Err(Error::Trailing { used, got: bytes.len(), padded: PADDED });
    }
    Ok(s2)
}

/// The bytes of coefficients; `None` if one is greater than 2047.
pub(super) fn encode(s2: &[i16]) -> Option<Vec<u8>> {
    let parts = |&s: &i16| {
        let magnitude = s.unsigned_abs();
        (u8::from(s < 0), (magnitude % 128) as u8, usize::from(magnitude / 128))
    };
    s2.iter().all(|s| s.unsigned_abs() <= LIMIT).then(|| pack(s2.iter().map(parts)))
}

/// Packs coefficients of a sign, seven low bits, and high bits.
fn pack(coefficients: impl Iterator<Item = (u8, u8, usize)>) -> Vec<u8> {
    let mut bits = Vec::new();
    for (sign, low, high) in coefficients {
        bits.push(sign);
        bits.extend((0..7).rev().map(|i| low >> i & 1));
        bits.extend(std::iter::repeat_n(0, high));
        bits.push(1);
    }
    bits.resize(bits.len().next_multiple_of(8), 0);
    bits.chunks(8).map(|byte| byte.iter().fold(0, |value, bit| value << 1 | bit)).collect()
}

fn coefficient(bits: &mut Bits<'_>, index: usize) -> Result<i16, Error> {
    let truncated = Error::Truncated { index, got: bits.bytes.len() };
    let (Some(sign), Some(mut value)) = (bits.bit(), bits.field(7)) else { return Err(truncated) };
    while bits.bit().ok_or_else(|| truncated.clone())? == 0 {
        value += 128;
        if value > LIMIT {
            return Err(Error::Coefficient { index, limit: u32::from(LIMIT) });
        }
    }
    match (sign, value as i16) {
        (0, value) => Ok(value),
        (_, 0) => Err(Error::NegativeZero { index }),
        (_, value) => Ok(-value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Coefficients with zeros behind them, each by its sign, low and high bits.
    fn bytes(front: &[(u8, u8, usize)]) -> Vec<u8> {
        pack(front.iter().copied().chain(std::iter::repeat((0, 0, 0))).take(DEGREE))
    }

    #[test]
    fn encoding_undoes_decoding() {
        let s2: Vec<i16> = (0..DEGREE as i16).map(|i| [0, 1, -1, 127, -128, 255, -2047, 2047][i as usize % 8]).collect();
        let long = encode(&s2).expect("in range");
        assert!(matches!(decode(&long), Err(Error::TooLong { limit: COMPRESSED, .. })));
        let s2: Vec<i16> = s2.iter().enumerate().map(|(i, &s)| if i < 80 { s } else { s % 128 }).collect();
        assert_eq!(decode(&encode(&s2).expect("in range")), Ok(s2));
        for outside in [2048, -2048, i16::MAX, i16::MIN] {
            assert_eq!(encode(&[outside]), None);
        }
    }

    #[test]
    fn the_least_and_greatest_values() {
        let s2 = decode(&bytes(&[(0, 127, 15), (1, 127, 15), (1, 1, 0), (0, 1, 0)])).expect("canonical");
        assert_eq!((s2.len(), &s2[..5]), (DEGREE, &[2047, -2047, -1, 1, 0][..]));
    }

    #[test]
    fn one_encoding_for_each_value() {
        assert_eq!(decode(&bytes(&[(1, 0, 0)])), Err(Error::NegativeZero { index: 0 }));
        assert_eq!(decode(&bytes(&[(0, 5, 0), (0, 0, 16)])), Err(Error::Coefficient { index: 1, limit: 2047 }));
        let canonical = bytes(&[]);
        assert_eq!(canonical.len(), 576);
        assert!(matches!(decode(&canonical[..575]), Err(Error::Truncated { index: 511, got: 575 })));
        assert!(matches!(decode(&[&canonical[..], &[0]].concat()), Err(Error::Trailing { used: 576, got: 577, .. })));
        let mut padded = canonical.clone();
        padded.resize(PADDED, 0);
        assert_eq!(decode(&padded), decode(&canonical));
        padded[600] = 1;
        assert!(matches!(decode(&padded), Err(Error::Trailing { .. })));
        padded[600] = 0;
        padded.resize(PADDED + 1, 0);
        assert!(matches!(decode(&padded), Err(Error::Trailing { used: 576, .. })));
        padded.resize(COMPRESSED + 1, 0);
        assert!(matches!(decode(&padded), Err(Error::TooLong { limit: COMPRESSED, .. })));
    }

    /// Five coefficients of three more bits and 507 of two, the longest within the norm.
    #[test]
    fn the_longest_encoding() {
        let longest: Vec<_> = (0..DEGREE).map(|i| (0, 0, if i < 5 { 3 } else { 2 })).collect();
        let encoded = bytes(&longest);
        let s2 = decode(&encoded).expect("canonical");
        let norm: u32 = s2.iter().map(|&s| u32::from(s.unsigned_abs()).pow(2)).sum();
        assert!(encoded.len() == COMPRESSED && norm == 16_384 * 2073, "{} bytes, {norm}", encoded.len());
    }

    #[test]
    fn a_bit_behind_the_last_coefficient_is_not_padding() {
        // 511 coefficients of nine bits and one of ten end three bits before their byte does.
        let mut last = bytes(&[(0, 0, 1)]);
        assert_eq!(decode(&last).expect("canonical")[0], 128);
        *last.last_mut().expect("bytes") |= 1;
        assert!(matches!(decode(&last), Err(Error::Trailing { .. })));
    }
}
