//! Ciphertexts.

use super::{FheError, KeyId, Rlwe};
use crate::noise::{Noise, Sources};
use papilio_ring::engine::EngineError;
use papilio_ring::sample::{CHUNK, SeededUniform};
use papilio_ring::{Coefficient, Cpu, Engine, Form, Poly};

/// A ciphertext `(c_0, c_1)`, which decrypts as `c_0 + c_1·s`; its level is the number of primes
/// left.
///
/// A product of two ciphertexts has a third part, until it is relinearized, and decrypts as
/// `d_0 + d_1·s + d_2·s²`.
///
/// Every ciphertext knows its parameters and plaintext modulus, the key that it is under, and its
/// predicted noise. Its words are where an [`Engine`] has them, on the CPU unless said.
#[derive(Clone, Debug)]
pub struct Ciphertext<S = Coefficient, const PARTS: usize = 2, E: Engine = Cpu> {
    context: u64,
    key: KeyId,
    parts: [Poly<S, E>; PARTS],
    noise: Noise,
}

impl<S: PartialEq, const PARTS: usize> PartialEq for Ciphertext<S, PARTS> {
    fn eq(&self, other: &Self) -> bool {
        let Self { context, key, parts, noise } = self;
        (context, key, parts, noise) == (&other.context, &other.key, &other.parts, &other.noise)
    }
}

/// A product of two ciphertexts, until it is relinearized.
pub type Product<S = Coefficient, E = Cpu> = Ciphertext<S, 3, E>;

/// A fresh ciphertext under the secret key, its uniform half by seed: half the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededCiphertext {
    context: u64,
    key: KeyId,
    uniform: SeededUniform,
    body: Poly<Coefficient>,
}

impl KeyId {
    /// The key of both.
    ///
    /// # Errors
    /// [`FheError::Key`] when they are different keys.
    pub fn common(self, other: Self) -> Result<Self, FheError> {
        match (self, other) {
            (Self::ANY, key) | (key, Self::ANY) => Ok(key),
            (expected, found) if expected != found => Err(FheError::Key { found, expected }),
            (key, _) => Ok(key),
        }
    }
}

impl SeededCiphertext {
    /// The fresh ciphertext `(body, uniform)` of a scheme, under a key.
    ///
    /// # Errors
    /// [`FheError::Degree`], [`FheError::LevelRange`] and [`FheError::UnreducedLimb`] for a body of
    /// other parameters.
    pub fn new(rlwe: &Rlwe, key: KeyId, uniform: SeededUniform, body: Poly<Coefficient>) -> Result<Self, FheError> {
        rlwe.check_poly(&body).and_then(|()| rlwe.check_limbs(&body))?;
        Ok(Self::of(rlwe, key, uniform, body))
    }

    /// [`Self::new`] for a body that is known to be of these parameters.
    pub(crate) fn of(rlwe: &Rlwe, key: KeyId, uniform: SeededUniform, body: Poly<Coefficient>) -> Self {
        Self { context: rlwe.context(), key, uniform, body }
    }

    /// `c_1`, by its seed.
    #[must_use]
    pub fn uniform(&self) -> &SeededUniform {
        &self.uniform
    }

    /// `c_0`.
    #[must_use]
    pub fn body(&self) -> &Poly<Coefficient> {
        &self.body
    }

    /// The key that it is under.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.key
    }

    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    /// The whole ciphertext.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn expand(self, rlwe: &Rlwe) -> Result<Ciphertext, FheError> {
        rlwe.check_fingerprint(self.context)?;
        let (basis, level) = (rlwe.parameters().basis(), self.body.level());
        let mut mask = Poly::zero(basis, level);
        for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
            debug_assert!(limb.len().is_multiple_of(CHUNK));
            self.uniform.fill(m, i, 0, limb);
        }
        let noise = rlwe.model().fresh_secret(source(&self.uniform)).at(level);
        Ok(rlwe.ciphertext([self.body, mask], self.key, noise))
    }
}

/// The source of a ciphertext whose uniform half has a seed, which is another one for each.
pub(crate) fn source(uniform: &SeededUniform) -> Sources {
    let [a, b, c, d, ..] = *uniform.seed();
    Sources::fresh(u32::from_le_bytes([a, b, c, d]))
}

impl<S: Form, const PARTS: usize> Ciphertext<S, PARTS> {
    /// The ciphertext of these parts, under a key, with the noise that their maker predicts:
    /// decryption relies on it.
    ///
    /// # Errors
    /// [`FheError::Level`] when the levels of parts and noise differ; [`FheError::LevelRange`] when
    /// the scheme has no such level; [`FheError::Degree`]; [`FheError::UnreducedLimb`].
    pub fn from_parts(rlwe: &Rlwe, parts: [Poly<S>; PARTS], key: KeyId, noise: Noise) -> Result<Self, FheError> {
        const { assert!(PARTS == 2 || PARTS == 3, "ciphertexts have two parts, products three") };
        parts.iter().try_for_each(|part| rlwe.check_poly(part).and_then(|()| rlwe.check_limbs(part)))?;
        let expected = parts[0].level();
        match parts.iter().map(Poly::level).chain([noise.level()]).find(|&found| found != expected) {
            Some(found) => Err(FheError::Level { found, expected }),
            None => Ok(rlwe.ciphertext(parts, key, noise)),
        }
    }

    /// The same ciphertext, its words on an engine.
    ///
    /// # Errors
    /// The engine has no memory for them, or has failed.
    ///
    /// # Panics
    /// A part is secret, as that of a ciphertext of a caller's own making may be.
    pub fn to<E: Engine>(&self, engine: &E) -> Result<Ciphertext<S, PARTS, E>, EngineError> {
        self.moved(|part| part.to(engine))
    }
}

impl<S: Form, const PARTS: usize, E: Engine> Ciphertext<S, PARTS, E> {
    /// The same ciphertext, its words on the CPU.
    ///
    /// # Errors
    /// The first failure of the work that computes them.
    pub fn to_host(&self) -> Result<Ciphertext<S, PARTS>, EngineError> {
        self.moved(Poly::to_host)
    }

    /// The same noise and key, the polynomials on another engine.
    fn moved<T: Engine>(
        &self,
        f: impl Fn(&Poly<S, E>) -> Result<Poly<S, T>, EngineError>,
    ) -> Result<Ciphertext<S, PARTS, T>, EngineError> {
        let mut parts = Vec::with_capacity(PARTS);
        for part in &self.parts {
            parts.push(f(part)?);
        }
        let mut parts = parts.into_iter();
        let parts = core::array::from_fn(|_| parts.next().unwrap_or_else(|| unreachable!("a part for each")));
        Ok(Ciphertext { context: self.context, key: self.key, parts, noise: self.noise.clone() })
    }

    pub(crate) fn parts_mut(&mut self) -> &mut [Poly<S, E>; PARTS] {
        &mut self.parts
    }

    pub(crate) fn noise_mut(&mut self) -> &mut Noise {
        &mut self.noise
    }

    /// `c_0`, `c_1` and, of a product, `c_2`.
    #[must_use]
    pub fn parts(&self) -> &[Poly<S, E>; PARTS] {
        &self.parts
    }

    /// The parts, in the order of [`Self::parts`].
    #[must_use]
    pub fn into_parts(self) -> [Poly<S, E>; PARTS] {
        self.parts
    }

    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.parts[0].level()
    }

    /// Its predicted noise.
    #[must_use]
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The key that it is under.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.key
    }

    /// Fingerprint of its parameters and plaintext modulus.
    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    pub(crate) fn set_key(&mut self, key: KeyId) {
        self.key = key;
    }

    /// The same ciphertext with another prediction of its noise, by a caller who knows more of it:
    /// decryption relies on it.
    ///
    /// # Errors
    /// [`FheError::Level`] when it is of another level.
    pub fn with_noise(self, noise: Noise) -> Result<Self, FheError> {
        let [found, expected] = [noise.level(), self.level()];
        if found == expected { Ok(Self { noise, ..self }) } else { Err(FheError::Level { found, expected }) }
    }

    /// The same noise and key, other polynomials.
    pub(crate) fn map<R: Form>(self, f: impl FnMut(Poly<S, E>) -> Poly<R, E>) -> Ciphertext<R, PARTS, E> {
        Ciphertext { context: self.context, key: self.key, parts: self.parts.map(f), noise: self.noise }
    }
}

impl Rlwe {
    /// A ciphertext of parts that are of these parameters, as their maker knows:
    /// [`Ciphertext::from_parts`] without the checks.
    ///
    /// # Panics
    /// With debug assertions, for parts and noise of different levels.
    #[must_use]
    pub fn ciphertext<S: Form, const PARTS: usize, E: Engine>(
        &self,
        parts: [Poly<S, E>; PARTS],
        key: KeyId,
        noise: Noise,
    ) -> Ciphertext<S, PARTS, E> {
        let level = noise.level();
        debug_assert!(parts.iter().all(|part| part.level() == level), "parts or noise of another level");
        Ciphertext { context: self.context(), key, parts, noise }
    }
}
