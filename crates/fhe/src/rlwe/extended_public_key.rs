//! Public keys modulo the primes of keys, under which fresh ciphertexts have the least noise.

use super::{Ciphertext, FheError, KeyId, Rlwe, SecretKey};
use crate::noise::Sources;
use crate::seeds;
use papilio_ring::sample::{SeededUniform, ShortPoly};
use papilio_ring::{Evaluation, Form, Poly, RnsBasis};
use rand_core::CryptoRng;

/// An encryption of zero, `(−a·s + e, a)`, modulo `P·Q`; modulo `Q` where the parameters have no
/// special primes. Both parts are in evaluation form; `a` is kept by its seed.
///
/// An encryption is divided by `P`, and its errors with it: what is left is the rounding of that
/// division. Under a [`super::PublicKey`] it is `e·u + e_1 + e_2·s`, about nine times the
/// deviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtendedPublicKey {
    /// Fingerprint of the parameters.
    context: u64,
    id: KeyId,
    uniform: SeededUniform,
    parts: [Poly<Evaluation>; 2],
}

impl ExtendedPublicKey {
    /// The public key of a secret.
    ///
    /// # Errors
    /// [`FheError::Context`] for a secret of other parameters.
    pub fn generate(rlwe: &Rlwe, secret: &SecretKey, rng: &mut impl CryptoRng) -> Result<Self, FheError> {
        rlwe.check_key(secret.context())?;
        let basis = rlwe.key_basis();
        let uniform = seeds::extended_public_key_mask(seeds::fresh(rng));
        let mut body = ShortPoly::error(basis.degree(), rng).to_evaluation(basis, basis.limbs());
        let mut product: Poly<Evaluation> = expand(basis, &uniform);
        match secret.extended(rlwe) {
            Ok((secret, _)) => product.mul_assign(basis, &secret),
            Err(_) => product.mul_assign(basis, secret.secret()),
        }
        body.sub_assign(basis, &product);
        Ok(Self::from_body(rlwe, secret.id(), uniform, body.publish()))
    }

    /// The key of a body `−a·s + e` and the seed of `a`.
    pub(crate) fn from_body(rlwe: &Rlwe, id: KeyId, uniform: SeededUniform, body: Poly<Evaluation>) -> Self {
        let mask = expand(rlwe.key_basis(), &uniform);
        Self { context: rlwe.parameters().fingerprint(), id, uniform, parts: [body, mask] }
    }

    /// The key whose public half it is.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    pub(crate) fn uniform(&self) -> &SeededUniform {
        &self.uniform
    }

    pub(crate) fn parts(&self) -> &[Poly<Evaluation>; 2] {
        &self.parts
    }
}

/// The uniform half.
fn expand<S: Form>(basis: &RnsBasis, uniform: &SeededUniform) -> Poly<S> {
    let mut mask = Poly::unspecified(basis, basis.limbs());
    for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
        uniform.fill(m, i, 0, limb);
    }
    mask
}

impl Rlwe {
    /// The primes of keys: those of `P`, if any, and then those of `Q`.
    pub(crate) fn key_basis(&self) -> &RnsBasis {
        self.parameters().gadget().map_or(self.parameters().basis(), |gadget| gadget.basis())
    }

    /// An encryption of a polynomial under a key `(b, a)` modulo `P·Q`: `(⌊(b·u + e_1)/P⌉ + m,
    /// ⌊(a·u + e_2)/P⌉)`.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt_seeded_message`].
    pub fn encrypt_message_extended(
        &self,
        key: &ExtendedPublicKey,
        message: &Poly<Evaluation>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext<Evaluation>, FheError> {
        self.check_key(key.context())?;
        self.check_poly(message)?;
        let (basis, degree, level) = (self.key_basis(), self.parameters().degree(), message.level());
        let special = basis.limbs() - self.parameters().limbs();
        let number = rng.next_u32();
        let ephemeral = ShortPoly::ternary(degree, rng).to_evaluation(basis, special + level);
        let mut parts = key.parts().each_ref().map(|part| {
            let mut product = Poly::sum_of_products(basis, &[(&ephemeral, part)]);
            let error = ShortPoly::error(degree, rng);
            match self.parameters().gadget() {
                Some(gadget) => gadget.quotient_of_sum(&product, error),
                None => {
                    product.add_assign(basis, &error.to_evaluation(basis, level));
                    product
                }
            }
        });
        parts[0].add_assign(self.parameters().basis(), message);
        let noise = self.model().fresh_extended(Sources::fresh(number)).at(level);
        Ok(self.ciphertext(parts.map(Poly::publish), key.id(), noise))
    }
}

#[cfg(test)]
mod tests;
