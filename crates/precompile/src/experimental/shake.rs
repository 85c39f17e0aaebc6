//! SHAKE256.

use crate::Error;
use alloc::vec;
use alloc::vec::Vec;
use sha3::Shake256;
use sha3::digest::{ExtendableOutput, Update, XofReader};

/// Bytes that a permutation absorbs or gives.
const RATE: u64 = 136;
/// Most bytes of an output.
const MAX_OUTPUT: usize = 1 << 16;

fn parse(input: &[u8]) -> Result<(usize, &[u8]), Error> {
    let (length, message) = input.split_first_chunk::<4>().ok_or(Error::TooShort)?;
    let length = u32::from_be_bytes(*length) as usize;
    if length > MAX_OUTPUT { Err(Error::Header) } else { Ok((length, message)) }
}

pub(super) fn gas(input: &[u8]) -> Option<u64> {
    let (length, message) = parse(input).ok()?;
    let permutations = message.len() as u64 / RATE + (length as u64).div_ceil(RATE).max(1);
    Some(permutations.saturating_mul(36).saturating_add(60))
}

pub(super) fn run(input: &[u8]) -> Result<Vec<u8>, Error> {
    let (length, message) = parse(input)?;
    let mut hasher = Shake256::default();
    hasher.update(message);
    let mut output = vec![0; length];
    hasher.finalize_xof().read(&mut output);
    Ok(output)
}
