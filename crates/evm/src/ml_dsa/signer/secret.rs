//! Secret keys.

use super::super::{PUBLIC_KEY, Representative, SECRET_KEY, SIDE, key};
use super::ring::{Polynomial, Ring, Vector, sum};
use super::{rounding, sampling};
use crate::bits;
use crate::error::Error;
use crate::xof::Hash;
use zeroize::Zeroizing;

/// A secret key, expanded.
pub(crate) struct Secret {
    pub(super) hash: Hash,
    pub(crate) representative: Representative,
    pub(super) ring: Ring,
    pub(super) seed: Zeroizing<[u8; SECRET_KEY]>,
    /// `K`, from which masks are made.
    pub(super) mask_key: Zeroizing<[u8; 32]>,
    /// `tr`.
    pub(super) digest: [u8; 64],
    pub(super) matrix: Vec<Polynomial>,
    /// Values of `s1`, `s2` and `t0`.
    pub(super) s1: Vector,
    pub(super) s2: Vector,
    pub(super) t0: Vector,
    public: [u8; PUBLIC_KEY],
}

impl Secret {
    /// The key of a seed: FIPS 204, algorithm 6.
    pub(crate) fn of_seed(
        hash: Hash,
        representative: Representative,
        seed: Zeroizing<[u8; SECRET_KEY]>,
    ) -> Result<Self, Error> {
        let ring = Ring::new()?;
        let input = Zeroizing::new([&seed[..], &[SIDE as u8, SIDE as u8]].concat());
        let mut stream = hash.stream(&input);
        let (mut matrix_seed, mut vector_seed, mut mask_key) = ([0; 32], Zeroizing::new([0; 64]), Zeroizing::new([0; 32]));
        stream.read(&mut matrix_seed);
        stream.read(&mut *vector_seed);
        stream.read(&mut *mask_key);
        let matrix = key::matrix(&matrix_seed, hash);
        let s1 = ring.transformed(&sampling::short(hash, &*vector_seed, 0));
        let s2 = sampling::short(hash, &*vector_seed, SIDE as u16);
        let (t1, t0) = rounding::power_of_two(&sum(&ring.product(&matrix, &s1), &s2));
        let mut public = [0; PUBLIC_KEY];
        let (front, back) = public.split_at_mut(matrix_seed.len());
        front.copy_from_slice(&matrix_seed);
        back.copy_from_slice(&bits::pack_little_endian(t1.as_flattened().iter().copied(), 10));
        let (s2, t0) = (ring.transformed(&s2), ring.transformed(&t0));
        Ok(Self { hash, representative, ring, seed, mask_key, digest: hash.digest(&public), matrix, s1, s2, t0, public })
    }

    /// The seed.
    pub(crate) fn seed(&self) -> &Zeroizing<[u8; SECRET_KEY]> {
        &self.seed
    }

    /// The public key.
    pub(crate) fn public(&self) -> &[u8; PUBLIC_KEY] {
        &self.public
    }

    /// `μ` of a message in a context, of at most 255 bytes and empty where there is none.
    pub(crate) fn mu(&self, context: &[u8], message: &[u8]) -> [u8; 64] {
        let digest = &self.digest[..self.representative.digest_bytes()];
        self.hash.digest(&match self.representative {
            Representative::Fips204 => [digest, &[0, context.len() as u8], context, message].concat(),
            Representative::Eip8051Text => [digest, message].concat(),
        })
    }
}
