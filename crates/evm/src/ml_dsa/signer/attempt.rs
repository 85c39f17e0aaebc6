//! Signatures: attempts until one shows nothing of the secret.

use super::super::{DEGREE, SIDE, SIGNATURE};
use super::ring::{Polynomial, Vector, difference, norm, sum};
use super::rounding::{self, GAMMA2};
use super::sampling::{self, GAMMA1, MASK_BITS, TAU};
use super::secret::Secret;
use crate::bits;
use zeroize::Zeroizing;

/// `β = τ·η`, the greatest coefficient of the challenge times a secret.
const BETA: u32 = 2 * TAU as u32;
/// `ω`, most hints.
const HINTS: usize = 80;

impl Secret {
    /// A signature of a representative: FIPS 204, algorithm 7. Zeros for `random` make it the same
    /// every time.
    pub(crate) fn sign(&self, representative: &[u8; 64], random: &[u8; 32]) -> Vec<u8> {
        let input = Zeroizing::new([&self.mask_key[..], random, representative].concat());
        let seed = Zeroizing::new(self.hash.digest(&input));
        // One attempt in about four succeeds; the places of the masks wrap after 16,384.
        let mut place = 0_u16;
        loop {
            if let Some(signature) = self.attempt(representative, &*seed, place) {
                return signature;
            }
            place = place.wrapping_add(SIDE as u16);
        }
    }

    fn attempt(&self, representative: &[u8; 64], seed: &[u8], place: u16) -> Option<Vec<u8>> {
        let y = sampling::mask(self.hash, seed, place);
        let w = self.ring.product(&self.matrix, &self.ring.transformed(&y));
        let high = Zeroizing::new(bits::pack_little_endian(rounding::high(&w).as_flattened().iter().copied(), 6));
        let mut commitment = [0; 32];
        self.hash.stream(&Zeroizing::new([&representative[..], &high].concat())).read(&mut commitment);
        let c = self.ring.transformed(&[sampling::challenge(self.hash, &commitment)]);
        let z = sum(&y, &self.ring.multiple(&c[0], &self.s1));
        let rest = difference(&w, &self.ring.multiple(&c[0], &self.s2));
        // Both norms before either decides.
        if (norm(&z) >= GAMMA1 - BETA) | (rounding::low_norm(&rest) >= GAMMA2 - BETA) {
            return None;
        }
        let product = self.ring.multiple(&c[0], &self.t0);
        let hints = rounding::hints(&sum(&rest, &product), &rest);
        let count: u32 = hints.iter().flatten().sum();
        if (norm(&product) >= GAMMA2) | (count as usize > HINTS) {
            return None;
        }
        Some(encoded(&commitment, &z, &hints))
    }
}

/// `c̃ ‖ z ‖ h`: algorithm 26.
fn encoded(commitment: &[u8; 32], z: &Vector, hints: &[Polynomial]) -> Vec<u8> {
    let mut signature = Vec::with_capacity(SIGNATURE);
    signature.extend_from_slice(commitment);
    signature.extend(bits::pack_little_endian(z.as_flattened().iter().map(|&z| sampling::masked(z)), MASK_BITS));
    let places = |row: &Polynomial| (0..DEGREE).filter(|&at| row[at] == 1).map(|at| at as u8).collect::<Vec<_>>();
    let mut all = Vec::with_capacity(HINTS);
    let mut ends = [0; SIDE];
    for (row, end) in hints.iter().zip(&mut ends) {
        all.extend(places(row));
        *end = all.len() as u8;
    }
    all.resize(HINTS, 0);
    [signature, all, ends.to_vec()].concat()
}
