//! Vectors from seeds (FIPS 204, section 7.3).

use super::super::{DEGREE, MODULUS, SIDE};
use super::ring::{Polynomial, Vector};
use crate::bits;
use crate::xof::Hash;
use sha3::digest::XofReader;
use zeroize::Zeroizing;

/// `γ1`, above the coefficients of a mask.
pub(super) const GAMMA1: u32 = 1 << 17;
/// Bits of a coefficient of a mask.
pub(super) const MASK_BITS: usize = 18;
/// `η`, the greatest absolute value of a secret coefficient.
const ETA: u32 = 2;
/// `τ`, coefficients of a challenge that are not zero.
pub(super) const TAU: usize = 39;

/// ExpandS: four polynomials of coefficients from `−2` to 2, from this place on. Which half-bytes
/// are out of range can be seen, and tells nothing of those that are not.
pub(super) fn short(hash: Hash, seed: &[u8], first: u16) -> Vector {
    Zeroizing::new(places(first).map(|place| short_polynomial(&mut *stream(hash, seed, place))).collect())
}

fn short_polynomial(stream: &mut dyn XofReader) -> Polynomial {
    let mut polynomial = [0; DEGREE];
    let mut at = 0;
    while at < DEGREE {
        let mut byte = [0];
        stream.read(&mut byte);
        for half in [u32::from(byte[0] & 15), u32::from(byte[0] >> 4)] {
            if half < 15 && at < DEGREE {
                polynomial[at] = super::ring::reduced(MODULUS + ETA - half % 5);
                at += 1;
            }
        }
    }
    polynomial
}

/// ExpandMask: four polynomials of coefficients in `(−γ1, γ1]`.
pub(super) fn mask(hash: Hash, seed: &[u8], first: u16) -> Vector {
    let polynomial = |place| {
        let mut bytes = Zeroizing::new([0; DEGREE * MASK_BITS / 8]);
        stream(hash, seed, place).read(&mut *bytes);
        let mut fields = bits::little_endian(&*bytes, MASK_BITS);
        std::array::from_fn(|_| masked(fields.next().unwrap_or(GAMMA1)))
    };
    Zeroizing::new(places(first).map(polynomial).collect())
}

/// `γ1 − x` as a residue, for `x ≤ 2·γ1`; its own inverse.
pub(super) fn masked(x: u32) -> u32 {
    (GAMMA1 + MODULUS - x) % MODULUS
}

fn places(first: u16) -> impl Iterator<Item = u16> {
    (0..SIDE as u16).map(move |place| first.wrapping_add(place))
}

fn stream(hash: Hash, seed: &[u8], place: u16) -> Box<dyn XofReader> {
    hash.stream(&Zeroizing::new([seed, &place.to_le_bytes()].concat()))
}

/// SampleInBall: 39 coefficients 1 or −1, the others zero. Variable time.
pub(super) fn challenge(hash: Hash, seed: &[u8]) -> Polynomial {
    let mut stream = hash.stream(seed);
    let mut signs = [0; 8];
    stream.read(&mut signs);
    let signs = u64::from_le_bytes(signs);
    let mut polynomial = [0; DEGREE];
    for (bit, at) in (DEGREE - TAU..DEGREE).enumerate() {
        let place = loop {
            let mut byte = [0];
            stream.read(&mut byte);
            if usize::from(byte[0]) <= at {
                break usize::from(byte[0]);
            }
        };
        polynomial[at] = polynomial[place];
        polynomial[place] = if signs >> bit & 1 == 0 { 1 } else { MODULUS - 1 };
    }
    polynomial
}
