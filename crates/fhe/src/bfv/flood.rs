//! Noise flooding: a result whose noise tells nothing of how it was computed.

use super::{Bfv, Ciphertext, FheError, PublicKey};
use crate::noise::{Noise, Sources, budget_bits, log2_sum};
use papilio_field::Residue;
use papilio_ring::sample::add_uniform;
use rand_core::CryptoRng;

/// Bits of budget that flooding leaves at least, for a switch down and for what decryption rounds.
const LEFT: f64 = 1.0;

/// `log2` of what the noise that is flooded adds to the bound of half the interval, of which it is
/// at most the part `2/N`, `N ≥ 2^12`.
const OWN: f64 = 0.001;

impl<F: Residue> Bfv<F> {
    /// The same message under a fresh mask, and with noise so wide that the ciphertext's own
    /// disappears in it: what a server does to a result before the owner of the key sees it.
    ///
    /// A fresh encryption of zero under the public key is added, and to every coefficient of `c_0`
    /// an integer drawn uniformly from `[−2^(w−1), 2^(w−1))`, where `w` is the greatest that leaves
    /// one bit of budget: it depends on the level and the parameters alone, and so does the
    /// prediction that the result carries.
    ///
    /// # Security
    /// To the owner of the key, `c_0 + c_1·s` of the result is within a statistical distance of
    /// `2^(−bits)`, all `N` coefficients together, of one that depends on the message alone, for
    /// ciphertexts and public keys made as this library makes them: the mean over what was drawn
    /// for them, whose noise is below its prediction (the *smudging* of G. Asharov et al.,
    /// "Multiparty computation with low communication, computation and interaction via threshold
    /// FHE", EUROCRYPT 2012, Lemma 1; the idea is C. Gentry's, "Fully homomorphic encryption using
    /// ideal lattices", STOC 2009). `c_1` is hidden by the fresh mask, under the assumption that
    /// encryption rests on. So circuits of one result and one level are told apart with an
    /// advantage of at most `2^(1−bits)` beside that (circuit privacy).
    ///
    /// It promises nothing
    /// * of the level, which is to be the same for all circuits, nor of what is done to the
    ///   ciphertext afterwards;
    /// * for ciphertexts or keys that were made to be noisier than their prediction;
    /// * to the owner of the key against whoever is shown decryptions (IND-CPA^D): an evaluator who
    ///   attacks leaves it out. Instead the owner would have to flood, at every decryption (B. Li,
    ///   D. Micciancio, M. Schultz and J. Sorrell, "Securing approximate homomorphic encryption
    ///   using differential privacy", CRYPTO 2022); see [`crate::bfv`].
    ///
    /// [The derivation][derivation] is in the repository.
    ///
    /// [derivation]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/noise.md
    ///
    /// # Errors
    /// [`FheError::Flood`] when the predicted budget does not allow the distance;
    /// [`FheError::Context`]; [`FheError::Key`] for a ciphertext under another key.
    pub fn flood(
        &self,
        ciphertext: &Ciphertext,
        bits: u32,
        key: &PublicKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, FheError> {
        self.check_context(ciphertext)?;
        self.check_key(key.context())?;
        let (level, id) = (ciphertext.level(), ciphertext.key().common(key.id())?);
        let width = self.flood_width(level);
        self.check_flood(ciphertext.noise(), bits, width)?;
        let basis = self.parameters().basis();
        // Modulo fewer primes an encryption of zero is one still: nothing has to be divided.
        let mut parts = self.encrypt_public(key, &self.zero(), rng)?.into_parts();
        for (part, own) in parts.iter_mut().zip(ciphertext.parts()) {
            part.truncate(level);
            part.add_assign(basis, own);
        }
        add_uniform(basis, width as u32, &mut parts[0], rng);
        parts[0].publish_assign();
        Ok(self.ciphertext(parts, id, Noise::bounded(level, width - 1.0 + OWN)))
    }

    /// `log2` of the width of the interval that noise is flooded with at a level: a whole number.
    fn flood_width(&self, level: usize) -> f64 {
        (budget_bits(self.model().log_modulus(level), self.model().log_plain(), -1.0) - OWN - LEFT).floor()
    }

    /// Refuses noise that is not small next to the interval: `N·(max|e| + 1/2) ≤ 2^(w − bits)`.
    fn check_flood(&self, noise: &Noise, bits: u32, width: f64) -> Result<(), FheError> {
        let (model, level) = (self.model(), noise.level());
        let fresh = model.fresh_public(Sources::any()).at(level);
        let own = log2_sum(model.add(noise, &fresh).log2_max(model.degree()), -1.0);
        let budget = |log2_noise| budget_bits(model.log_modulus(level), model.log_plain(), log2_noise);
        let (available, needed) = (budget(own), budget(width - f64::from(bits) - (model.degree() as f64).log2()));
        if available >= needed { Ok(()) } else { Err(FheError::Flood { bits, available, needed }) }
    }
}

#[cfg(test)]
mod tests;
