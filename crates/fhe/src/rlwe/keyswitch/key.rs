//! Switching keys.

use super::KeySwitcher;
use crate::seeds;
use papilio_ntt::kernel::prefetch_once;
use papilio_ring::codec::{read_residues, residue_bytes, write_residues};
use papilio_ring::sample::{Seed, ShortPoly};
use papilio_ring::{Evaluation, Form, Poly, PooledVec};
use rand_core::CryptoRng;

/// A key from one secret to another: for each digit `(−a·s' + e + P·s, a)` modulo `P·Q`, where `P·s` stands only modulo the primes of
/// the digit. The uniform halves come from one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySwitchingKey {
    seed: Seed,
    digits: usize,
    degree: usize,
    /// For each prime, for each [`TILE`] of places, for both halves, for each digit, the values at those places: the order in which
    /// they are used. Rows of a power of two words, one for each digit, would all contend for the same sets of a cache.
    words: PooledVec,
}

/// Places of a tile.
pub(super) const TILE: usize = 128;

/// Words of second-level caches: of keys within this, words are rather found than asked for.
const CACHED: usize = 1 << 17;

/// Why bytes are no switching key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyBytesError {
    /// Another number of bytes.
    #[error("{found} bytes of a switching key, which has {expected}")]
    Length {
        /// Bytes given.
        found: usize,
        /// Bytes of a key of these parameters.
        expected: usize,
    },
    /// A residue out of range.
    #[error(transparent)]
    Residue(#[from] papilio_ring::codec::ResidueError),
}

impl KeySwitchingKey {
    /// The key from the secret `from` to the secret `to`, both modulo `P·Q`.
    pub(crate) fn generate(
        switching: &KeySwitcher,
        from: &Poly<Evaluation>,
        to: &Poly<Evaluation>,
        rng: &mut impl CryptoRng,
    ) -> Self {
        let seed = seeds::fresh(rng);
        let mut key = Self::unspecified(switching, seed);
        for i in 0..key.digits {
            let mask = mask(switching, &seed, i);
            let basis = switching.basis();
            let error = ShortPoly::error(basis.degree(), rng).to_evaluation(basis, basis.limbs());
            let mut body = mask.clone();
            body.mul_assign(basis, to);
            body.neg_assign(basis);
            body.add_assign(basis, &error);
            add_message(switching, i, from, &mut body);
            key.set(i, [&body.publish(), &mask]);
        }
        key
    }

    /// A key whose digits are to be set.
    fn unspecified(switching: &KeySwitcher, seed: Seed) -> Self {
        let (basis, special) = (switching.basis(), switching.special());
        let digits = switching.digits(basis.limbs() - special);
        let words = PooledVec::unspecified(2 * digits * basis.limbs() * basis.degree());
        Self { seed, digits, degree: basis.degree(), words }
    }

    /// Puts both halves of a digit in their places.
    fn set(&mut self, digit: usize, halves: [&Poly<Evaluation>; 2]) {
        let (digits, tile) = (self.digits, 2 * self.digits * TILE);
        for (prime, words) in self.words.chunks_exact_mut(2 * digits * self.degree).enumerate() {
            for (half, poly) in halves.iter().enumerate() {
                let places = words.chunks_exact_mut(tile).map(|tile| &mut tile[(half * digits + digit) * TILE..][..TILE]);
                places.zip(poly.limb(prime).chunks_exact(TILE)).for_each(|(to, from)| to.copy_from_slice(from));
            }
        }
    }

    /// For a tile of places modulo a prime, all digits of both halves; those of the next tile are asked for, unless the key is small
    /// enough to stay in a cache.
    pub(super) fn tile(&self, prime: usize, tile: usize) -> [&[u64]; 2] {
        let half = self.digits * TILE;
        let (tile, later) = self.words[2 * (self.digits * self.degree * prime + half * tile)..].split_at(2 * half);
        if self.words.len() > CACHED {
            prefetch_once(&later[..later.len().min(2 * half)]);
        }
        let (first, second) = tile.split_at(half);
        [first, second]
    }

    /// The first half of a digit modulo a prime, tile by tile.
    fn body(&self, prime: usize, digit: usize) -> impl Iterator<Item = &[u64]> {
        (0..self.degree / TILE).map(move |tile| &self.tile(prime, tile)[0][digit * TILE..][..TILE])
    }

    /// Bytes of a key: a seed, and one half of every digit.
    #[must_use]
    pub fn bytes_len(switching: &KeySwitcher) -> usize {
        let basis = switching.basis();
        let digit: usize = basis.moduli(basis.limbs()).map(|m| residue_bytes(m) * basis.degree()).sum();
        size_of::<Seed>() + digit * switching.digits(basis.limbs() - switching.special())
    }

    /// Appends [`Self::bytes_len`] bytes: the seed, then the first half of each digit, prime by prime.
    pub fn write(&self, switching: &KeySwitcher, out: &mut Vec<u8>) {
        out.reserve(Self::bytes_len(switching));
        out.extend_from_slice(&self.seed);
        for digit in 0..self.digits {
            for (prime, m) in switching.basis().moduli(switching.basis().limbs()).enumerate() {
                self.body(prime, digit).for_each(|tile| write_residues(m, tile, out));
            }
        }
    }

    /// Reads a key.
    ///
    /// # Errors
    /// Any of [`KeyBytesError`].
    pub fn read(switching: &KeySwitcher, bytes: &[u8]) -> Result<Self, KeyBytesError> {
        let expected = Self::bytes_len(switching);
        let wrong = KeyBytesError::Length { found: bytes.len(), expected };
        let Some((&seed, mut rest)) = bytes.split_first_chunk::<{ size_of::<Seed>() }>() else { return Err(wrong) };
        if bytes.len() != expected {
            return Err(wrong);
        }
        let basis = switching.basis();
        let mut key = Self::unspecified(switching, seed);
        for i in 0..key.digits {
            let mut body = Poly::unspecified(basis, basis.limbs());
            for (limb, m) in body.limbs_mut().zip(basis.moduli(basis.limbs())) {
                let (own, others) = rest.split_at(residue_bytes(m) * limb.len());
                read_residues(m, own, limb)?;
                rest = others;
            }
            key.set(i, [&body, &mask(switching, &seed, i)]);
        }
        Ok(key)
    }
}

/// The uniform half of a digit.
fn mask<S: Form>(switching: &KeySwitcher, seed: &Seed, digit: usize) -> Poly<S> {
    let basis = switching.basis();
    let uniform = seeds::switching_key_mask(*seed);
    let mut mask = Poly::unspecified(basis, basis.limbs());
    for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
        uniform.fill(m, digit * basis.limbs() + i, 0, limb);
    }
    mask
}

/// Adds `P·s` modulo the primes of a digit.
fn add_message(switching: &KeySwitcher, digit: usize, secret: &Poly<Evaluation>, body: &mut Poly<Evaluation>) {
    let (basis, special) = (switching.basis(), switching.special());
    let own = special * (digit + 1)..special * (digit + 2);
    for (i, (limb, plan)) in body.limbs_mut().zip(basis.plans()).enumerate().filter(|(i, _)| own.contains(i)) {
        let m = plan.modulus();
        let mut message = PooledVec::secret(basis.degree());
        message.copy_from_slice(secret.limb(i));
        plan.kernel().scale(m, &mut message, basis.product_mod(m, special, None));
        plan.kernel().add(m, limb, &message);
    }
}

#[cfg(test)]
mod tests;
