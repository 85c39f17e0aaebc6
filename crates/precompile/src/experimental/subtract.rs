//! Differences.

use crate::header::Header;
use crate::ring::{Limbs, Modular, Ring, Word32, Word64, Word128};
use crate::{Error, Operation};
use alloc::vec::Vec;

pub(super) fn gas(input: &[u8]) -> Option<u64> {
    let header = Header::parse(2, input).and_then(|header| header.check_length(input)).is_ok();
    header.then(|| crate::gas(Operation::Add, input))
}

pub(super) fn run(input: &[u8]) -> Result<Vec<u8>, Error> {
    let header = Header::parse(2, input)?;
    header.check_length(input)?;
    match header.modulus.bits() {
        0..=32 => difference::<Word32>(&header, input),
        33..=64 => difference::<Word64>(&header, input),
        65..=128 => difference::<Word128>(&header, input),
        _ => difference::<Limbs>(&header, input),
    }
}

fn difference<M: Modular>(header: &Header, input: &[u8]) -> Result<Vec<u8>, Error> {
    let (ring, body) = (M::additive(&header.modulus), &input[header.len()..]);
    let vectors = body.split_at(body.len() / 2).into();
    ring.combine(vectors, header.width, |[a], [b]| [Ring::sub(&ring, a, b)]).map_err(Error::Coefficient)
}
