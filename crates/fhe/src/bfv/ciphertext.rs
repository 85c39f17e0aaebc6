//! Ciphertexts and what can be done to them without a key.

use super::{Bfv, BfvError, KeyId, Plaintext};
use crate::noise::{Noise, PlaintextNorms, Sources};
use papilio_field::{Residue, ResidueRing};
use papilio_ring::sample::{CHUNK, SeededUniform};
use papilio_ring::{Coefficient, Evaluation, Form, Poly, RnsBasis};

/// A ciphertext `(c_0, c_1)`; its level is the number of primes left.
///
/// It knows its parameters and plaintext modulus, the key that it is under, and what is predicted of its noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Ciphertext<S = Coefficient> {
    context: u64,
    key: KeyId,
    parts: [Poly<S>; 2],
    noise: Noise,
}

/// A fresh ciphertext under the secret key, its uniform half by seed: half the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededCiphertext {
    context: u64,
    key: KeyId,
    uniform: SeededUniform,
    body: Poly<Coefficient>,
}

/// A plaintext prepared for products with ciphertexts: its centered lift in evaluation form, and its norms.
#[derive(Clone, Debug)]
pub struct PreparedPlaintext {
    context: u64,
    lift: Poly<Evaluation>,
    norms: PlaintextNorms,
    /// Whether it is zero at a root modulo one of the primes, so that nothing is left of a mask there.
    spends: bool,
}

impl PreparedPlaintext {
    /// The norms by which it multiplies noise.
    #[must_use]
    pub fn norms(&self) -> &PlaintextNorms {
        &self.norms
    }
}

impl SeededCiphertext {
    /// The fresh ciphertext `(body, uniform)` of a scheme, under a key.
    ///
    /// # Errors
    /// [`BfvError::Degree`] and [`BfvError::Level`] for a body of other parameters.
    pub fn new<F: Residue>(
        bfv: &Bfv<F>,
        key: KeyId,
        uniform: SeededUniform,
        body: Poly<Coefficient>,
    ) -> Result<Self, BfvError> {
        bfv.check_poly(&body)?;
        Ok(Self::of(bfv, key, uniform, body))
    }

    /// As [`Self::new`], of a body that is of these parameters.
    pub(crate) fn of<F: Residue>(bfv: &Bfv<F>, key: KeyId, uniform: SeededUniform, body: Poly<Coefficient>) -> Self {
        Self { context: bfv.context, key, uniform, body }
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
    /// [`BfvError::Context`].
    pub fn expand<F: Residue>(self, bfv: &Bfv<F>) -> Result<Ciphertext, BfvError> {
        bfv.check_fingerprint(self.context)?;
        let (basis, level) = (bfv.parameters.basis(), self.body.level());
        let mut mask = Poly::zero(basis, level);
        for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
            debug_assert!(limb.len().is_multiple_of(CHUNK));
            self.uniform.fill(m, i, 0, limb);
        }
        let noise = bfv.model.fresh_secret(source(&self.uniform)).at(level);
        Ok(bfv.ciphertext([self.body, mask], self.key, noise))
    }
}

/// The source of a ciphertext whose uniform half has a seed, which is another one for each.
pub(super) fn source(uniform: &SeededUniform) -> Sources {
    let [a, b, c, d, ..] = *uniform.seed();
    Sources::fresh(u32::from_le_bytes([a, b, c, d]))
}

impl<S: Form> Ciphertext<S> {
    /// The ciphertext of two parts, under a key, with what is predicted of its noise by whoever made them: decryption relies on it.
    ///
    /// # Errors
    /// [`BfvError::Level`] when the levels of parts and noise differ or the scheme has none such; [`BfvError::Degree`].
    pub fn from_parts<F: Residue>(bfv: &Bfv<F>, parts: [Poly<S>; 2], key: KeyId, noise: Noise) -> Result<Self, BfvError> {
        parts.iter().try_for_each(|part| bfv.check_poly(part))?;
        let expected = parts[0].level();
        match [parts[1].level(), noise.level()].into_iter().find(|&found| found != expected) {
            Some(found) => Err(BfvError::Level { found, expected }),
            None => Ok(bfv.ciphertext(parts, key, noise)),
        }
    }

    pub(super) fn parts_mut(&mut self) -> &mut [Poly<S>; 2] {
        &mut self.parts
    }

    pub(crate) fn noise_mut(&mut self) -> &mut Noise {
        &mut self.noise
    }

    /// `c_0` and `c_1`.
    #[must_use]
    pub fn parts(&self) -> &[Poly<S>; 2] {
        &self.parts
    }

    /// `c_0` and `c_1`.
    #[must_use]
    pub fn into_parts(self) -> [Poly<S>; 2] {
        self.parts
    }

    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.parts[0].level()
    }

    /// What is predicted of its noise.
    #[must_use]
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The key that it is under.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.key
    }

    /// The same ciphertext with another prediction of its noise, by a caller who knows more of it: decryption relies on it.
    ///
    /// # Errors
    /// [`BfvError::Level`] when it is of another level.
    pub fn with_noise(self, noise: Noise) -> Result<Self, BfvError> {
        let [found, expected] = [noise.level(), self.level()];
        if found == expected { Ok(Self { noise, ..self }) } else { Err(BfvError::Level { found, expected }) }
    }

    /// The same noise and key, other polynomials.
    pub(super) fn map<R: Form>(self, f: impl FnMut(Poly<S>) -> Poly<R>) -> Ciphertext<R> {
        Ciphertext { context: self.context, key: self.key, parts: self.parts.map(f), noise: self.noise }
    }
}

impl<F: Residue> Bfv<F> {
    /// A ciphertext of this scheme.
    pub(crate) fn ciphertext<S: Form>(&self, parts: [Poly<S>; 2], key: KeyId, noise: Noise) -> Ciphertext<S> {
        debug_assert_eq!(parts[0].level(), noise.level(), "the noise of another level");
        Ciphertext { context: self.context, key, parts, noise }
    }

    /// Refuses polynomials of another degree, or of a level that the parameters do not have.
    fn check_poly<S: Form>(&self, poly: &Poly<S>) -> Result<(), BfvError> {
        let (found, expected) = (poly.degree(), self.parameters.degree());
        if found != expected {
            return Err(BfvError::Degree { found, expected });
        }
        let (found, most) = (poly.level(), self.parameters.limbs());
        if (1..=most).contains(&found) { Ok(()) } else { Err(BfvError::Level { found, expected: most }) }
    }

    /// `a ← a + b`. Noise: the sum.
    ///
    /// # Errors
    /// [`BfvError::Level`]; [`BfvError::Context`]; [`BfvError::Key`].
    pub fn add_assign<S: Form>(&self, a: &mut Ciphertext<S>, b: &Ciphertext<S>) -> Result<(), BfvError> {
        self.zip(a, b, Poly::add_assign)
    }

    /// `a ← a − b`. Noise: the sum.
    ///
    /// # Errors
    /// As [`Self::add_assign`].
    pub fn sub_assign<S: Form>(&self, a: &mut Ciphertext<S>, b: &Ciphertext<S>) -> Result<(), BfvError> {
        self.zip(a, b, Poly::sub_assign)
    }

    fn zip<S: Form>(
        &self,
        a: &mut Ciphertext<S>,
        b: &Ciphertext<S>,
        f: impl Fn(&mut Poly<S>, &RnsBasis, &Poly<S>),
    ) -> Result<(), BfvError> {
        let key = self.check_pair(a, b)?;
        a.parts.iter_mut().zip(&b.parts).for_each(|(x, y)| f(x, self.parameters.basis(), y));
        (a.noise, a.key) = (self.model.add(&a.noise, &b.noise), key);
        Ok(())
    }

    /// The key of two operands of one level.
    pub(super) fn check_pair<S: Form>(&self, a: &Ciphertext<S>, b: &Ciphertext<S>) -> Result<KeyId, BfvError> {
        self.check_context(a)?;
        self.check_context(b)?;
        match (a.level(), b.level()) {
            (expected, found) if expected != found => Err(BfvError::Level { found, expected }),
            _ => a.key.common(b.key),
        }
    }

    /// Refuses ciphertexts of other parameters or another plaintext modulus.
    pub(crate) fn check_context<S: Form>(&self, a: &Ciphertext<S>) -> Result<(), BfvError> {
        self.check_fingerprint(a.context)
    }

    pub(crate) fn check_fingerprint(&self, found: u64) -> Result<(), BfvError> {
        let expected = self.context;
        if found == expected { Ok(()) } else { Err(BfvError::Context { found, expected }) }
    }

    /// `a ← −a`.
    ///
    /// # Errors
    /// [`BfvError::Context`].
    pub fn neg_assign<S: Form>(&self, a: &mut Ciphertext<S>) -> Result<(), BfvError> {
        self.check_context(a)?;
        a.parts.iter_mut().for_each(|x| x.neg_assign(self.parameters.basis()));
        Ok(())
    }

    /// `a ← c·a` for an element of `Z_t`, as its centered lift. Noise: times its magnitude, at most `t/2`.
    ///
    /// # Errors
    /// [`BfvError::Context`].
    pub fn mul_scalar_assign<S: Form>(&self, a: &mut Ciphertext<S>, c: F) -> Result<(), BfvError> {
        self.check_context(a)?;
        let lift = self.plaintext_modulus.centered(c);
        let residues: Vec<u64> = self.parameters.basis().moduli(a.level()).map(|m| m.reduce_centered(&lift)).collect();
        a.parts.iter_mut().for_each(|x| x.scale_assign(self.parameters.basis(), &residues));
        let noise = self.model.mul_scalar(&a.noise, lift.scaled(0).abs().log2());
        a.noise = if residues.contains(&0) { noise.spent() } else { noise };
        Ok(())
    }

    /// Prepares a plaintext for [`Self::mul_plain_assign`] at every level.
    ///
    /// # Errors
    /// [`BfvError::Degree`] for a plaintext of another ring.
    pub fn prepare(&self, plaintext: &Plaintext<F>) -> Result<PreparedPlaintext, BfvError> {
        self.prepare_at(plaintext, self.parameters.limbs())
    }

    /// As [`Self::prepare`], for ciphertexts of at most this level.
    ///
    /// # Errors
    /// [`BfvError::Level`] for a level that the parameters do not have; [`BfvError::Degree`].
    pub fn prepare_at(&self, plaintext: &Plaintext<F>, level: usize) -> Result<PreparedPlaintext, BfvError> {
        self.check_plaintext(plaintext)?;
        self.check_level(level)?;
        let lift = self.lift(plaintext, level).into_evaluation(self.parameters.basis());
        Ok(self.prepared(lift, PlaintextNorms::measured(&self.plaintext_modulus, plaintext.coefficients())))
    }

    /// A factor of this scheme.
    pub(super) fn prepared(&self, lift: Poly<Evaluation>, norms: PlaintextNorms) -> PreparedPlaintext {
        let zeros = lift.residues().iter().filter(|&&x| x == 0).count();
        PreparedPlaintext { context: self.context, lift, norms, spends: zeros > 0 }
    }

    /// The noise of a product with a factor.
    fn product_noise(&self, noise: &Noise, factor: &PreparedPlaintext) -> Noise {
        let product = self.model.mul_plain(noise, &factor.norms);
        if factor.spends { product.spent() } else { product }
    }

    /// Refuses levels that the parameters do not have.
    pub(super) fn check_level(&self, level: usize) -> Result<(), BfvError> {
        let found = self.parameters.limbs();
        if (1..=found).contains(&level) { Ok(()) } else { Err(BfvError::Level { found, expected: level }) }
    }

    /// `a ← p·a` in the ring of plaintexts (place by place for slots). Noise: times the root of the sum of squares of the coefficients,
    /// about `t·√(N/12)` for uniform ones.
    ///
    /// # Errors
    /// [`BfvError::Level`] when the factor has fewer primes; [`BfvError::Context`].
    pub fn mul_plain_assign(&self, a: &mut Ciphertext<Evaluation>, factor: &PreparedPlaintext) -> Result<(), BfvError> {
        self.check_context(a)?;
        self.check_factor(factor, a.level())?;
        for x in &mut a.parts {
            x.mul_assign(self.parameters.basis(), &factor.lift);
            x.publish_assign();
        }
        a.noise = self.product_noise(&a.noise, factor);
        Ok(())
    }

    /// Refuses factors of other parameters, or of too few primes.
    fn check_factor(&self, factor: &PreparedPlaintext, expected: usize) -> Result<(), BfvError> {
        self.check_fingerprint(factor.context)?;
        match factor.lift.level() {
            found if found < expected => Err(BfvError::Level { found, expected }),
            _ => Ok(()),
        }
    }

    /// `a ← a + Σ p·b`, reduced as seldom as the words allow.
    ///
    /// # Errors
    /// [`BfvError::Level`] when a term has another level, or a factor fewer primes; [`BfvError::Context`]; [`BfvError::Key`].
    pub fn mul_plain_accumulate(
        &self,
        a: &mut Ciphertext<Evaluation>,
        terms: &[(&Ciphertext<Evaluation>, &PreparedPlaintext)],
    ) -> Result<(), BfvError> {
        self.check_context(a)?;
        let (expected, mut key) = (a.level(), a.key);
        for (b, factor) in terms {
            self.check_context(b)?;
            self.check_factor(factor, expected)?;
            if b.level() != expected {
                return Err(BfvError::Level { found: b.level(), expected });
            }
            key = key.common(b.key)?;
        }
        for (i, x) in a.parts.iter_mut().enumerate() {
            let pairs: Vec<_> = terms.iter().map(|(b, factor)| (&b.parts[i], &factor.lift)).collect();
            x.multiply_accumulate(self.parameters.basis(), &pairs);
            x.publish_assign();
        }
        a.key = key;
        for (b, factor) in terms {
            a.noise = self.model.add(&a.noise, &self.product_noise(&b.noise, factor));
        }
        Ok(())
    }

    /// The same ciphertext in evaluation form.
    ///
    /// # Errors
    /// [`BfvError::Context`].
    pub fn to_evaluation(&self, a: Ciphertext) -> Result<Ciphertext<Evaluation>, BfvError> {
        self.check_context(&a)?;
        Ok(a.map(|x| x.into_evaluation(self.parameters.basis())))
    }

    /// The same ciphertext in coefficient form.
    ///
    /// # Errors
    /// [`BfvError::Context`].
    pub fn to_coefficient(&self, a: Ciphertext<Evaluation>) -> Result<Ciphertext, BfvError> {
        self.check_context(&a)?;
        Ok(a.map(|x| x.into_coefficient(self.parameters.basis())))
    }

    /// Switches to the next smaller modulus. Noise: divided by the prime, plus [`crate::noise::switch_down`].
    ///
    /// # Errors
    /// [`BfvError::Level`] at level 1; [`BfvError::SmallModulus`] where the modulus would be too small for `t`; [`BfvError::Context`].
    pub fn mod_switch_to_next_assign(&self, a: &mut Ciphertext) -> Result<(), BfvError> {
        self.check_context(a)?;
        if a.level() < 2 {
            return Err(BfvError::Level { found: a.level(), expected: 2 });
        }
        self.check_modulus(a.level() - 1)?;
        a.parts.iter_mut().for_each(|x| x.switch_down(self.parameters.basis()));
        a.noise = self.model.switch_down_to(&a.noise, a.level());
        Ok(())
    }

    /// Switches down to a level, prime by prime.
    ///
    /// # Errors
    /// [`BfvError::Level`] when it is zero or above that of the ciphertext; [`BfvError::SmallModulus`]; [`BfvError::Context`].
    pub fn mod_switch_to_assign(&self, a: &mut Ciphertext, level: usize) -> Result<(), BfvError> {
        self.check_context(a)?;
        if !(1..=a.level()).contains(&level) {
            return Err(BfvError::Level { found: a.level(), expected: level });
        }
        if level < a.level() {
            self.check_modulus(level)?;
        }
        (level..a.level()).try_for_each(|_| self.mod_switch_to_next_assign(a))
    }

    /// Refuses a level whose modulus leaves no room for a message once a ciphertext is switched down to it.
    pub(crate) fn check_modulus(&self, level: usize) -> Result<(), BfvError> {
        let (log_modulus, needed) = (self.model.log_modulus(level), self.model.least_log_modulus());
        if log_modulus >= needed { Ok(()) } else { Err(BfvError::SmallModulus { level, log_modulus, needed }) }
    }
}
