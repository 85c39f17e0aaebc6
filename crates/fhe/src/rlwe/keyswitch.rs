//! Hybrid key switching: from a ciphertext under one secret to one under another, by a key that
//! only their owner can make.
//!
//! The polynomial that multiplies the old secret is cut into digits, which are multiplied by
//! encryptions of `P` times the old secret; the residue loops are those of
//! [`papilio_ring::gadget`].

use super::FheError;
use crate::{Parameters, seeds};
use papilio_ring::codec::{read_residues, residue_bytes, write_residues};
use papilio_ring::engine::EngineError;
use papilio_ring::gadget::{BlockSizeError, Gadget, GadgetMatrix, KeyRows};
use papilio_ring::sample::{Seed, ShortPoly};
use papilio_ring::{Cpu, Engine, Evaluation, Form, Poly, PooledVec};
use rand_core::CryptoRng;

/// A key from one secret to another: for each digit `(−a·s' + e + P·s, a)` modulo `P·Q`, where
/// `P·s` stands only modulo the primes of the digit. The uniform halves come from one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySwitchingKey<E: Engine = Cpu> {
    seed: Seed,
    rows: E::Rows,
}

/// Why bytes are no switching key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyBytesError {
    /// Another number of bytes.
    #[error("{found} bytes of a gadget key, which has {expected}")]
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
    pub(crate) fn generate(gadget: &Gadget, from: &Poly<Evaluation>, to: &Poly<Evaluation>, rng: &mut impl CryptoRng) -> Self {
        let seed = seeds::fresh(rng);
        let mut matrix = GadgetMatrix::unspecified(gadget);
        for i in 0..matrix.digits() {
            let [mut body, mask] = zero_row(gadget, (&seed, i), to, rng);
            add_message(gadget, i, from, &mut body);
            matrix.set(i, [&body.publish(), &mask]);
        }
        Self { seed, rows: KeyRows::Whole(matrix) }
    }

    /// The same key, its rows on an engine.
    ///
    /// # Errors
    /// The engine has no memory for them, or has failed.
    pub fn to<E: Engine>(&self, gadget: &Gadget, engine: &E) -> Result<KeySwitchingKey<E>, EngineError> {
        Ok(KeySwitchingKey { seed: self.seed, rows: engine.rows(gadget, &self.rows)? })
    }

    /// The key with rows in blocks of so many primes, or in none, as they are generated and read.
    /// Results and bytes are the same; [`crate::frontend`] says which products are faster.
    ///
    /// # Errors
    /// [`BlockSizeError`].
    pub fn in_blocks(self, gadget: &Gadget, size: Option<usize>) -> Result<Self, BlockSizeError> {
        Ok(Self { rows: self.rows.in_blocks(gadget, size)?, ..self })
    }

    /// Bytes of a key: a seed, and one half of every digit.
    #[must_use]
    pub fn bytes_len(gadget: &Gadget) -> usize {
        let basis = gadget.basis();
        let digit: usize = basis.moduli(basis.limbs()).map(|m| residue_bytes(m) * basis.degree()).sum();
        size_of::<Seed>() + digit * gadget.digits(basis.limbs() - gadget.special())
    }

    /// Appends [`Self::bytes_len`] bytes: the seed, then the first half of each digit, prime by
    /// prime.
    pub fn write(&self, gadget: &Gadget, out: &mut Vec<u8>) {
        out.reserve(Self::bytes_len(gadget));
        out.extend_from_slice(&self.seed);
        let matrix = self.rows.whole(gadget);
        for digit in 0..matrix.digits() {
            for (prime, m) in gadget.basis().moduli(gadget.basis().limbs()).enumerate() {
                matrix.half(prime, digit, 0).for_each(|tile| write_residues(m, tile, out));
            }
        }
    }

    /// Reads a key.
    ///
    /// # Errors
    /// Any of [`KeyBytesError`].
    pub fn read(gadget: &Gadget, bytes: &[u8]) -> Result<Self, KeyBytesError> {
        let expected = Self::bytes_len(gadget);
        let wrong = KeyBytesError::Length { found: bytes.len(), expected };
        let Some((&seed, mut rest)) = bytes.split_first_chunk::<{ size_of::<Seed>() }>() else { return Err(wrong) };
        if bytes.len() != expected {
            return Err(wrong);
        }
        let basis = gadget.basis();
        let mut matrix = GadgetMatrix::unspecified(gadget);
        for i in 0..matrix.digits() {
            let mut body = Poly::unspecified(basis, basis.limbs());
            for (limb, m) in body.limbs_mut().zip(basis.moduli(basis.limbs())) {
                let (own, others) = rest.split_at(residue_bytes(m) * limb.len());
                read_residues(m, own, limb)?;
                rest = others;
            }
            matrix.set(i, [&body, &mask(gadget, &seed, i)]);
        }
        Ok(Self { seed, rows: KeyRows::Whole(matrix) })
    }
}

impl<E: Engine> KeySwitchingKey<E> {
    /// The pairs of polynomials, by digit.
    #[must_use]
    pub fn rows(&self) -> &E::Rows {
        &self.rows
    }
}

/// An encryption of zero modulo `P·Q`, `(−a·s + e, a)`: a row of a key before its message, whose
/// first half is secret.
pub(crate) fn zero_row(
    gadget: &Gadget,
    (seed, row): (&Seed, usize),
    to: &Poly<Evaluation>,
    rng: &mut impl CryptoRng,
) -> [Poly<Evaluation>; 2] {
    let (basis, mask) = (gadget.basis(), mask(gadget, seed, row));
    let error = ShortPoly::error(basis.degree(), rng).to_evaluation(basis, basis.limbs());
    let mut body = mask.clone();
    body.mul_assign(basis, to);
    body.neg_assign(basis);
    body.add_assign(basis, &error);
    [body, mask]
}

/// The uniform half of a digit.
fn mask<S: Form>(gadget: &Gadget, seed: &Seed, digit: usize) -> Poly<S> {
    let basis = gadget.basis();
    let uniform = seeds::switching_key_mask(*seed);
    let mut mask = Poly::unspecified(basis, basis.limbs());
    for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
        uniform.fill(m, digit * basis.limbs() + i, 0, limb);
    }
    mask
}

/// Adds `P·s` modulo the primes of a digit.
fn add_message(gadget: &Gadget, digit: usize, secret: &Poly<Evaluation>, body: &mut Poly<Evaluation>) {
    let (basis, special) = (gadget.basis(), gadget.special());
    let own = special * (digit + 1)..special * (digit + 2);
    for (i, (limb, plan)) in body.limbs_mut().zip(basis.plans()).enumerate().filter(|(i, _)| own.contains(i)) {
        let m = plan.modulus();
        let mut message = PooledVec::secret(basis.degree());
        message.copy_from_slice(secret.limb(i));
        plan.kernel().scale(m, &mut message, basis.product_mod(m, special, None));
        plan.kernel().add(m, limb, &message);
    }
}

impl Parameters {
    /// The same parameters with rows of relinearization keys and of keys between secrets in blocks
    /// of so many primes, or in none: how keys are held in memory, which neither results nor bytes
    /// tell. [`Self::with_fastest_rows`] chooses.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::BlockSize`].
    pub fn with_row_blocks(mut self, size: Option<usize>) -> Result<Self, FheError> {
        let gadget = self.gadget().ok_or(FheError::NoSpecialPrimes)?;
        size.map(|size| gadget.block_bytes(size)).transpose()?;
        self.row_blocks = size;
        Ok(self)
    }
}

#[cfg(test)]
mod tests;
