//! Ciphertexts and what can be done to them without a key.

use super::{Bfv, BfvError, Plaintext};
use ntt::Field;
use ring::sample::{CHUNK, Uniform};
use ring::{Basis, Coefficient, Evaluation, Form, Poly};

/// A ciphertext `(c_0, c_1)`; its level is the number of primes left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ciphertext<S = Coefficient> {
    context: u64,
    parts: [Poly<S>; 2],
}

/// A fresh ciphertext under the secret key, its uniform half by seed: half the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded {
    uniform: Uniform,
    body: Poly<Coefficient>,
}

/// A plaintext prepared for products with ciphertexts: its centred lift in evaluation form.
#[derive(Clone, Debug)]
pub struct Factor(Poly<Evaluation>);

impl Factor {
    /// The factor of a lift.
    pub(super) fn new(lift: Poly<Evaluation>) -> Self {
        Self(lift)
    }
}

impl Seeded {
    /// The ciphertext `(body, uniform)`.
    #[must_use]
    pub fn new(uniform: Uniform, body: Poly<Coefficient>) -> Self {
        Self { uniform, body }
    }

    /// `c_1`, by its seed.
    #[must_use]
    pub fn uniform(&self) -> &Uniform {
        &self.uniform
    }

    /// `c_0`.
    #[must_use]
    pub fn body(&self) -> &Poly<Coefficient> {
        &self.body
    }

    /// The whole ciphertext.
    #[must_use]
    pub fn expand<F: Field>(self, bfv: &Bfv<F>) -> Ciphertext {
        let basis = bfv.params.basis();
        let mut mask = Poly::zero(basis, self.body.level());
        for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
            debug_assert!(limb.len().is_multiple_of(CHUNK));
            self.uniform.fill(m, i, 0, limb);
        }
        Ciphertext { context: basis.fingerprint(), parts: [self.body, mask] }
    }
}

impl<S: Form> Ciphertext<S> {
    /// The ciphertext of two parts over the primes of a scheme.
    ///
    /// # Errors
    /// [`BfvError::Level`] when their levels differ.
    pub fn from_parts(basis: &Basis, parts: [Poly<S>; 2]) -> Result<Self, BfvError> {
        let [found, expected] = [parts[1].level(), parts[0].level()];
        if found != expected { Err(BfvError::Level { found, expected }) } else { Ok(Self::new(basis, parts)) }
    }

    pub(crate) fn new(basis: &Basis, parts: [Poly<S>; 2]) -> Self {
        Self { context: basis.fingerprint(), parts }
    }

    pub(super) fn parts_mut(&mut self) -> &mut [Poly<S>; 2] {
        &mut self.parts
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
}

impl<F: Field> Bfv<F> {
    /// `a ← a + b`. Noise: the sum.
    ///
    /// # Errors
    /// [`BfvError::Level`].
    pub fn add_assign<S: Form>(&self, a: &mut Ciphertext<S>, b: &Ciphertext<S>) -> Result<(), BfvError> {
        self.zip(a, b, Poly::add_assign)
    }

    /// `a ← a − b`. Noise: the sum.
    ///
    /// # Errors
    /// [`BfvError::Level`].
    pub fn sub_assign<S: Form>(&self, a: &mut Ciphertext<S>, b: &Ciphertext<S>) -> Result<(), BfvError> {
        self.zip(a, b, Poly::sub_assign)
    }

    fn zip<S: Form>(
        &self,
        a: &mut Ciphertext<S>,
        b: &Ciphertext<S>,
        f: impl Fn(&mut Poly<S>, &Basis, &Poly<S>),
    ) -> Result<(), BfvError> {
        self.admit(a)?;
        self.admit(b)?;
        if a.level() != b.level() {
            return Err(BfvError::Level { found: b.level(), expected: a.level() });
        }
        a.parts.iter_mut().zip(&b.parts).for_each(|(x, y)| f(x, self.params.basis(), y));
        Ok(())
    }

    /// Refuses ciphertexts of other parameters.
    pub(crate) fn admit<S: Form>(&self, a: &Ciphertext<S>) -> Result<(), BfvError> {
        self.admit_context(a.context)
    }

    pub(crate) fn admit_context(&self, found: u64) -> Result<(), BfvError> {
        let expected = self.context;
        if found == expected { Ok(()) } else { Err(BfvError::Context { found, expected }) }
    }

    /// `a ← −a`.
    pub fn neg_assign<S: Form>(&self, a: &mut Ciphertext<S>) {
        a.parts.iter_mut().for_each(|x| x.neg_assign(self.params.basis()));
    }

    /// `a ← c·a` for an element of `Z_t`, as its centred lift. Noise: times at most `t/2`.
    pub fn mul_scalar_assign<S: Form>(&self, a: &mut Ciphertext<S>, c: F) {
        let lift = c.centred();
        let residues: Vec<u64> = self.params.basis().moduli(a.level()).map(|m| m.reduce_centred(&lift)).collect();
        a.parts.iter_mut().for_each(|x| x.scale_assign(self.params.basis(), &residues));
    }

    /// Prepares a plaintext for [`Self::mul_plain_assign`] at every level.
    #[must_use]
    pub fn factor(&self, plaintext: &Plaintext<F>) -> Factor {
        let basis = self.params.basis();
        Factor(self.lift(plaintext, basis.limbs()).into_evaluation(basis))
    }

    /// As [`Self::factor`], for ciphertexts of at most this level.
    ///
    /// # Errors
    /// [`BfvError::Level`] for a level that the parameters do not have.
    pub fn factor_at(&self, plaintext: &Plaintext<F>, level: usize) -> Result<Factor, BfvError> {
        if !(1..=self.params.limbs()).contains(&level) {
            return Err(BfvError::Level { found: self.params.limbs(), expected: level });
        }
        Ok(Factor(self.lift(plaintext, level).into_evaluation(self.params.basis())))
    }

    /// `a ← p·a` in the ring of plaintexts (place by place for slots). Noise: times about `t·√(N/12)`.
    ///
    /// # Errors
    /// [`BfvError::Level`] when the factor has fewer primes; [`BfvError::Context`].
    pub fn mul_plain_assign(&self, a: &mut Ciphertext<Evaluation>, factor: &Factor) -> Result<(), BfvError> {
        self.admit(a)?;
        if factor.0.level() < a.level() {
            return Err(BfvError::Level { found: factor.0.level(), expected: a.level() });
        }
        a.parts.iter_mut().for_each(|x| x.mul_assign(self.params.basis(), &factor.0));
        Ok(())
    }

    /// `a ← a + Σ p·b`, reduced as seldom as the words allow.
    ///
    /// # Errors
    /// As [`Self::mul_plain_assign`], for every term.
    pub fn mul_plain_accumulate(
        &self,
        a: &mut Ciphertext<Evaluation>,
        terms: &[(&Ciphertext<Evaluation>, &Factor)],
    ) -> Result<(), BfvError> {
        self.admit(a)?;
        for (b, factor) in terms {
            self.admit(b)?;
            if let Some(found) = [b.level(), factor.0.level()].into_iter().find(|&level| level < a.level()) {
                return Err(BfvError::Level { found, expected: a.level() });
            }
        }
        for (i, x) in a.parts.iter_mut().enumerate() {
            let pairs: Vec<_> = terms.iter().map(|(b, factor)| (&b.parts[i], &factor.0)).collect();
            x.multiply_accumulate(self.params.basis(), &pairs);
        }
        Ok(())
    }

    /// The same ciphertext in evaluation form.
    #[must_use]
    pub fn to_evaluation(&self, a: Ciphertext) -> Ciphertext<Evaluation> {
        Ciphertext { context: a.context, parts: a.parts.map(|x| x.into_evaluation(self.params.basis())) }
    }

    /// The same ciphertext in coefficient form.
    #[must_use]
    pub fn to_coefficient(&self, a: Ciphertext<Evaluation>) -> Ciphertext {
        Ciphertext { context: a.context, parts: a.parts.map(|x| x.into_coefficient(self.params.basis())) }
    }

    /// Switches to the next smaller modulus. Noise: divided by the prime, plus [`crate::noise::switch_down`].
    ///
    /// # Errors
    /// [`BfvError::Level`] at level 1; [`BfvError::Context`].
    pub fn switch_down_assign(&self, a: &mut Ciphertext) -> Result<(), BfvError> {
        self.admit(a)?;
        if a.level() < 2 {
            return Err(BfvError::Level { found: a.level(), expected: 2 });
        }
        a.parts.iter_mut().for_each(|x| x.switch_down(self.params.basis()));
        Ok(())
    }

    /// Switches down to a level, prime by prime.
    ///
    /// # Errors
    /// [`BfvError::Level`] when it is zero or above that of the ciphertext; [`BfvError::Context`].
    pub fn switch_down_to_assign(&self, a: &mut Ciphertext, level: usize) -> Result<(), BfvError> {
        if !(1..=a.level()).contains(&level) {
            return Err(BfvError::Level { found: a.level(), expected: level });
        }
        (level..a.level()).try_for_each(|_| self.switch_down_assign(a))
    }
}
