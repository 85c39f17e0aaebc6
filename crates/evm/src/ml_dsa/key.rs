//! Public keys.

use super::{DEGREE, DROPPED, MODULUS, PUBLIC_KEY, Representative, SIDE};
use crate::bits;
use crate::error::{Error, exact};
use crate::xof::Hash;
use papilio_precompile::Operation;

/// A public key: a seed of the matrix, and `t1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    bytes: [u8; PUBLIC_KEY],
}

impl PublicKey {
    /// Parses the standard encoding, of which every string of its length is one.
    ///
    /// # Errors
    /// Another length.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        exact("an ML-DSA-44 public key", bytes).map(|&bytes| Self { bytes })
    }

    /// The matrix in the domain of transforms, row by row.
    #[must_use]
    pub fn matrix(&self, hash: Hash) -> Vec<[u32; DEGREE]> {
        let mut seed = [0; 32];
        seed.copy_from_slice(&self.bytes[..32]);
        matrix(&seed, hash)
    }

    /// `tr`, which stands for the key in what is hashed and signed; a shorter one is its front.
    #[must_use]
    pub fn digest(&self, hash: Hash) -> [u8; 64] {
        hash.digest(&self.bytes)
    }

    /// `t1`.
    fn high(&self) -> impl Iterator<Item = u32> {
        bits::little_endian(&self.bytes[32..], 10)
    }

    /// The code of the account that holds the key: `00`, so that nobody can call it, `tr`, the
    /// matrix, and the transforms of `−t1·2^13`. Sums then make `A·z − c·t1·2^13`.
    ///
    /// # Errors
    /// None for a parsed key.
    pub fn code(&self, hash: Hash, representative: Representative) -> Result<Vec<u8>, Error> {
        let mut code = [&[0][..], &self.digest(hash)[..representative.digest_bytes()]].concat();
        code.extend(self.matrix(hash).into_iter().flatten().flat_map(u32::to_be_bytes));
        let negated: Vec<u32> = self.high().map(|t| (MODULUS - (t << DROPPED)) % MODULUS).collect();
        for polynomial in negated.chunks(DEGREE) {
            let header = [&(DEGREE as u32).to_be_bytes()[..], &u64::from(MODULUS).to_be_bytes()].concat();
            let elements = polynomial.iter().flat_map(|t| t.to_be_bytes());
            code.extend(papilio_precompile::run(Operation::Forward, &header.into_iter().chain(elements).collect::<Vec<_>>())?);
        }
        Ok(code)
    }
}

/// The matrix of a seed in the domain of transforms, row by row: ExpandA of FIPS 204.
pub(super) fn matrix(seed: &[u8; 32], hash: Hash) -> Vec<[u32; DEGREE]> {
    (0..SIDE * SIDE).map(|entry| entry_of(seed, hash, entry / SIDE, entry % SIDE)).collect()
}

/// Uniform residues from fields of 23 bits in three bytes, by rejection.
fn entry_of(seed: &[u8; 32], hash: Hash, row: usize, column: usize) -> [u32; DEGREE] {
    let mut stream = hash.expand(&[&seed[..], &[column as u8, row as u8]].concat());
    std::array::from_fn(|_| {
        loop {
            let mut field = [0; 4];
            stream.read(&mut field[..3]);
            let residue = u32::from_le_bytes(field) & 0x7f_ffff;
            if residue < MODULUS {
                break residue;
            }
        }
    })
}
