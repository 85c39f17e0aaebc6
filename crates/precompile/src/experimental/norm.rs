//! Norms of the residues nearest to zero.

use crate::Error;
use crate::gas::hundredths;
use crate::header::Header;
use crate::ring::{Modular, Word32};
use alloc::vec;
use alloc::vec::Vec;

/// Which norm.
#[derive(Clone, Copy)]
enum Norm {
    /// The sum of squares.
    Euclidean,
    /// The greatest magnitude.
    Greatest,
}

pub(super) fn gas(input: &[u8]) -> Option<u64> {
    parse(input).ok().map(|(_, header)| 20 + hundredths(header.n as u64, 15))
}

/// Validation up to the length.
fn parse(input: &[u8]) -> Result<(Norm, Header), Error> {
    let (norm, input) = match input {
        [0, input @ ..] => (Norm::Euclidean, input),
        [1, input @ ..] => (Norm::Greatest, input),
        [] => return Err(Error::TooShort),
        _ => return Err(Error::Header),
    };
    let header = Header::parse(1, input)?;
    // Squares of longer residues would need sums of more than 128 bits.
    if header.modulus.bits() > 32 {
        return Err(Error::Modulus);
    }
    header.check_length(input)?;
    Ok((norm, header))
}

pub(super) fn run(input: &[u8]) -> Result<Vec<u8>, Error> {
    let (norm, header) = parse(input)?;
    let (q, body) = (header.modulus.words()[0], &input[1 + header.len()..]);
    let values = Word32::additive(&header.modulus).decode(body, header.width).map_err(Error::Coefficient)?;
    let magnitudes = values.iter().map(|&x| u64::from(x).min(q - u64::from(x)));
    let value: u128 = match norm {
        Norm::Euclidean => magnitudes.map(|x| u128::from(x * x)).sum(),
        Norm::Greatest => magnitudes.max().unwrap_or(0).into(),
    };
    let mut output = vec![0; 16];
    output.extend(value.to_be_bytes());
    Ok(output)
}
