//! The point that a message is hashed to, and the relation between it, a key and a signature.

use super::{DEGREE, MODULUS, PublicKey, SALT, Signature};
use crate::error::Error;
use crate::xof::Hash;
use papilio_ntt::{Plan, lattice};

/// The greatest squared norm of `(s1, s2)`: `⌊β²⌋` of table 3.3 of Falcon's specification.
const BOUND: u64 = 34_034_726;

/// The two parts that are hashed, in their order.
pub(super) fn hashed<'p>(hash: Hash, salt: &'p [u8; SALT], message: &'p [u8]) -> [&'p [u8]; 2] {
    match hash {
        Hash::Keccak => [message, salt],
        Hash::Shake => [salt, message],
    }
}

/// Coefficients in `[0, q)`: the specification's algorithm 3. Samples are of 16 bits, the high byte
/// first, and those from `5q` are left out.
pub(super) fn of(hash: Hash, salt: &[u8; SALT], message: &[u8]) -> [u16; DEGREE] {
    let mut stream = hash.stream(&hashed(hash, salt, message).concat());
    std::array::from_fn(|_| {
        loop {
            let mut sample = [0; 2];
            stream.read(&mut sample);
            let sample = u16::from_be_bytes(sample);
            if sample < 5 * MODULUS {
                return sample % MODULUS;
            }
        }
    })
}

impl Signature {
    /// Whether `s1 = c − s2·h` and `s2` are short.
    pub(super) fn is_valid(&self, key: &PublicKey, hash: Hash, message: &[u8]) -> Result<bool, Error> {
        let plan: Plan<u16> = lattice::falcon(DEGREE)?;
        let mut product: Vec<u16> = self.coefficients().iter().map(|s| s.rem_euclid(MODULUS as i16) as u16).collect();
        let mut h = key.coefficients().to_vec();
        plan.forward(&mut product);
        plan.forward(&mut h);
        product.iter_mut().zip(&h).for_each(|(s2, &h)| *s2 = (u32::from(*s2) * u32::from(h) % u32::from(MODULUS)) as u16);
        plan.inverse(&mut product);
        let c = of(hash, self.salt(), message);
        let s1 = c.iter().zip(&product).map(|(&c, &product)| {
            let difference = (c + MODULUS - product) % MODULUS;
            difference.min(MODULUS - difference)
        });
        let s2 = self.coefficients().iter().map(|s| s.unsigned_abs());
        Ok(s1.chain(s2).map(|s| u64::from(s).pow(2)).sum::<u64>() <= BOUND)
    }
}
