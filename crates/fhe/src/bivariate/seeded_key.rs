//! Keys of half external products as they are made and sent: masks by seed, bodies in words.

use super::key::{HalfExternalKey, Purpose, SecretKey};
use super::{Bivariate, BivariateError};
use crate::rlwe::KeyId;
use crate::seeds;
use papilio_ring::bivariate::{DigitMatrix, TorusPoly};
use papilio_ring::sample::Seed;
use rand_core::CryptoRng;

/// A [`HalfExternalKey`] before its transforms: a seed for the masks and a body of `key_bits` for
/// each digit of a ciphertext. A fourth of a prepared key or less, and the form that has bytes
/// ([`crate::codec::Object`]).
#[derive(Clone, Debug, PartialEq)]
pub struct SeededHalfExternalKey {
    pub(super) context: u64,
    pub(super) purpose: Purpose,
    /// The key of its products.
    pub(super) to: KeyId,
    pub(super) seed: Seed,
    /// One for each digit of a ciphertext.
    pub(super) bodies: Vec<TorusPoly>,
}

impl SeededHalfExternalKey {
    /// The key from one secret to another.
    ///
    /// # Errors
    /// [`BivariateError::Context`].
    pub fn for_switch(
        scheme: &Bivariate,
        from: &SecretKey,
        to: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        scheme.check_context(from.context)?;
        Self::generate(scheme, (&from.integers(scheme), Purpose::Switch(from.id)), to, rng)
    }

    /// The key for the automorphism `X ↦ X^exponent`, an odd number that is taken modulo `2N`.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::EvenExponent`].
    pub fn for_automorphism(
        scheme: &Bivariate,
        secret: &SecretKey,
        exponent: usize,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        scheme.check_context(secret.context)?;
        let exponent = scheme.exponent(exponent)?;
        let to = secret.before(scheme, exponent);
        Self::generate(scheme, (&secret.integers(scheme), Purpose::Automorphism(exponent)), &to, rng)
    }

    /// The key from the square of a secret to the secret.
    ///
    /// # Errors
    /// [`BivariateError::Context`].
    pub fn for_relinearization(
        scheme: &Bivariate,
        secret: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        scheme.check_context(secret.context)?;
        let square = scheme.product_of_integers(&secret.values, &secret.values);
        Self::generate(scheme, (&square, Purpose::Relinearization), secret, rng)
    }

    pub(super) fn generate(
        scheme: &Bivariate,
        (integers, purpose): (&[i64], Purpose),
        to: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        scheme.check_context(to.context)?;
        let seed = seeds::fresh(rng);
        let body = |row: usize| {
            let mut body = scheme.zero_body(to, &mask(scheme, seed, row), rng);
            body.add_integers(integers.iter().copied(), (row as u32 + 1) * scheme.plan().bits());
            body.publish()
        };
        let bodies = (0..scheme.rows()).map(body).collect();
        Ok(Self { context: to.context, purpose, to: to.id, seed, bodies })
    }

    /// The key that products are made with: masks and bodies in transforms. It has
    /// [`Bivariate::key_bytes`], which [`Bivariate::check_memory`] compares with a limit.
    ///
    /// # Errors
    /// [`BivariateError::Context`].
    pub fn prepare(&self, scheme: &Bivariate) -> Result<HalfExternalKey, BivariateError> {
        scheme.check_context(self.context)?;
        let mut matrix = DigitMatrix::unspecified(scheme.plan(), scheme.rows(), scheme.columns());
        for (row, body) in self.bodies.iter().enumerate() {
            for (half, poly) in [body, &mask(scheme, self.seed, row)].into_iter().enumerate() {
                matrix.set(row, half, &scheme.transforms().prepare(poly));
            }
        }
        Ok(HalfExternalKey { context: self.context, purpose: self.purpose, to: self.to, matrix })
    }

    /// The key that results are under.
    #[must_use]
    pub fn to(&self) -> KeyId {
        self.to
    }
}

/// Keys that are generated and prepared at once, for those that are not sent.
impl HalfExternalKey {
    /// The key from one secret to another.
    ///
    /// # Errors
    /// [`BivariateError::Context`].
    pub fn for_switch(
        scheme: &Bivariate,
        from: &SecretKey,
        to: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        SeededHalfExternalKey::for_switch(scheme, from, to, rng)?.prepare(scheme)
    }

    /// The key for the automorphism `X ↦ X^exponent`, an odd number that is taken modulo `2N`.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::EvenExponent`].
    pub fn for_automorphism(
        scheme: &Bivariate,
        secret: &SecretKey,
        exponent: usize,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        SeededHalfExternalKey::for_automorphism(scheme, secret, exponent, rng)?.prepare(scheme)
    }

    /// The key from the square of a secret to the secret.
    ///
    /// # Errors
    /// [`BivariateError::Context`].
    pub fn for_relinearization(
        scheme: &Bivariate,
        secret: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        SeededHalfExternalKey::for_relinearization(scheme, secret, rng)?.prepare(scheme)
    }

    pub(super) fn generate(
        scheme: &Bivariate,
        of: (&[i64], Purpose),
        to: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        SeededHalfExternalKey::generate(scheme, of, to, rng)?.prepare(scheme)
    }
}

fn mask(scheme: &Bivariate, seed: Seed, row: usize) -> TorusPoly {
    TorusPoly::uniform(scheme.degree(), scheme.literal().key_bits, &seeds::half_external_key_mask(seed), row as u32)
}
