//! Sums of ciphertexts and their multiples, and the forms that they are kept in.

use super::{Ciphertext, FheError, KeyId, Rlwe};
use crate::noise::{Noise, PlaintextNorms};
use papilio_field::{Centered, Modulus};
use papilio_ring::engine::Pair;
use papilio_ring::{Coefficient, Engine, Evaluation, Form, Poly, RnsBasis};

/// Sums or differences of pairs of polynomials.
pub(crate) type OfPairs<S, E> = fn(&RnsBasis, &mut [Pair<'_, S, E>]);

impl Rlwe {
    /// `a ← a + b`. Noise: the sum.
    ///
    /// # Errors
    /// [`FheError::Level`]; [`FheError::Context`]; [`FheError::Key`].
    pub fn add_assign<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<S, PARTS, E>,
        b: &Ciphertext<S, PARTS, E>,
    ) -> Result<(), FheError> {
        self.zip(a, b, Poly::add_pairs)
    }

    /// `a ← a − b`. Noise: the sum.
    ///
    /// # Errors
    /// The errors of [`Self::add_assign`].
    pub fn sub_assign<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<S, PARTS, E>,
        b: &Ciphertext<S, PARTS, E>,
    ) -> Result<(), FheError> {
        self.zip(a, b, Poly::sub_pairs)
    }

    fn zip<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<S, PARTS, E>,
        b: &Ciphertext<S, PARTS, E>,
        f: OfPairs<S, E>,
    ) -> Result<(), FheError> {
        let key = self.check_pair(a, b)?;
        f(self.parameters().basis(), &mut self.joined(a, b, key).collect::<Vec<_>>());
        Ok(())
    }

    /// `a ← a + b` for each of some ciphertexts and the one in the same place of others. A device
    /// takes 128 parts of neighbors of a level in one launch. Noise: the sums.
    ///
    /// # Errors
    /// [`FheError::Count`] unless there are as many of both; those of [`Self::add_assign`] for any
    /// pair. Nothing is changed then.
    pub fn add_each_assign<'a, S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<S, PARTS, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<S, PARTS, E>>,
    ) -> Result<(), FheError> {
        self.zip_each(a, b, Poly::add_pairs)
    }

    /// `a ← a − b` for each of some ciphertexts, as [`Self::add_each_assign`].
    ///
    /// # Errors
    /// The errors of [`Self::add_each_assign`].
    pub fn sub_each_assign<'a, S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<S, PARTS, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<S, PARTS, E>>,
    ) -> Result<(), FheError> {
        self.zip_each(a, b, Poly::sub_pairs)
    }

    pub(crate) fn zip_each<'a, S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<S, PARTS, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<S, PARTS, E>>,
        f: OfPairs<S, E>,
    ) -> Result<(), FheError> {
        let pairs = each(a, b)?;
        let keys = pairs.iter().map(|(a, b)| self.check_pair(a, b)).collect::<Result<Vec<_>, _>>()?;
        let parts = pairs.into_iter().zip(keys).flat_map(|((a, b), key)| self.joined(a, b, key));
        f(self.parameters().basis(), &mut parts.collect::<Vec<_>>());
        Ok(())
    }

    /// The parts of a sum or difference of two that belong together, to be computed; all else of it
    /// is written.
    fn joined<'a, S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &'a mut Ciphertext<S, PARTS, E>,
        b: &'a Ciphertext<S, PARTS, E>,
        key: KeyId,
    ) -> impl Iterator<Item = Pair<'a, S, E>> + use<'a, S, PARTS, E> {
        *a.noise_mut() = self.model().add(a.noise(), b.noise());
        a.set_key(key);
        a.parts_mut().iter_mut().zip(b.parts())
    }

    /// `a ← −a`.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn neg_assign<S: Form, const PARTS: usize, E: Engine>(&self, a: &mut Ciphertext<S, PARTS, E>) -> Result<(), FheError> {
        self.check_context(a)?;
        a.parts_mut().iter_mut().for_each(|x| x.neg_assign(self.parameters().basis()));
        Ok(())
    }

    /// `a ← c·a` for a signed integer. Noise: times its magnitude.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn mul_integer_assign<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<S, PARTS, E>,
        c: &Centered,
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        let basis = self.parameters().basis();
        let residues: Vec<u64> = basis.moduli(a.level()).map(|m| m.reduce_centered(c)).collect();
        a.parts_mut().iter_mut().for_each(|x| x.scale_assign(basis, &residues));
        *a.noise_mut() = self.multiplied(a.noise(), c, &residues);
        Ok(())
    }

    /// `a ← (re + im·X^(N/2))·a` for signed integers. Noise: times the magnitude of `re + im·i`.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn mul_complex_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<Evaluation, PARTS, E>,
        [re, im]: [&Centered; 2],
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        let (basis, level) = (self.parameters().basis(), a.level());
        let [re_residues, im_residues] = self.complex_residues([re, im], level);
        a.parts_mut().iter_mut().for_each(|x| x.mul_complex_assign(basis, [&re_residues, &im_residues]));
        let log2_norm = re.scaled(0).hypot(im.scaled(0)).log2();
        let product = self.model().mul_plain(a.noise(), &PlaintextNorms::bounded(basis.degree(), log2_norm));
        // Its values modulo a prime have the product `re² + im²`.
        let is_zero = |((m, re), im): ((&Modulus, &u64), &u64)| m.add(m.mul(*re, *re), m.mul(*im, *im)) == 0;
        let spends = basis.moduli(level).zip(&re_residues).zip(&im_residues).any(is_zero);
        *a.noise_mut() = if spends { product.spent() } else { product };
        Ok(())
    }

    /// `a ← a + re + im·X^(N/2)` for signed integers.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn add_complex_assign<const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<Evaluation, PARTS, E>,
        c: [&Centered; 2],
    ) -> Result<(), FheError> {
        self.check_context(a)?;
        let [re, im] = self.complex_residues(c, a.level());
        a.parts_mut()[0].add_complex_assign(self.parameters().basis(), [&re, &im]);
        Ok(())
    }

    fn complex_residues(&self, c: [&Centered; 2], level: usize) -> [Vec<u64>; 2] {
        c.map(|part| self.parameters().basis().moduli(level).map(|m| m.reduce_centered(part)).collect())
    }

    /// `sum ← sum + Σ c·a` for signed integers, in the first two parts, in one pass. The terms may
    /// have more primes. Noise: the sum of their multiples.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Key`]; [`FheError::Level`] for a term of fewer primes.
    pub fn add_multiples_assign<S: Form, const PARTS: usize, E: Engine>(
        &self,
        sum: &mut Ciphertext<S, PARTS, E>,
        terms: &[(Centered, &Ciphertext<S, 2, E>)],
    ) -> Result<(), FheError> {
        self.check_context(sum)?;
        let (basis, level) = (self.parameters().basis(), sum.level());
        let (mut key, mut noise, mut all) = (sum.key(), sum.noise().clone(), Vec::with_capacity(terms.len()));
        for (c, term) in terms {
            self.check_context(term)?;
            if term.level() < level {
                return Err(FheError::Level { found: term.level(), expected: level });
            }
            key = key.common(term.key())?;
            let residues: Vec<u64> = basis.moduli(level).map(|m| m.reduce_centered(c)).collect();
            let multiple = self.multiplied(&term.noise().clone().at(level), c, &residues);
            noise = self.model().add(&noise, &multiple);
            all.push(residues);
        }
        for (i, part) in sum.parts_mut().iter_mut().take(2).enumerate() {
            let multiples: Vec<_> = all.iter().zip(terms).map(|(c, (_, term))| (c.as_slice(), &term.parts()[i])).collect();
            part.add_multiples_assign(basis, &multiples);
        }
        *sum.noise_mut() = noise;
        sum.set_key(key);
        Ok(())
    }

    /// The noise of a multiple by an integer with these residues.
    fn multiplied(&self, noise: &Noise, c: &Centered, residues: &[u64]) -> Noise {
        let multiple = self.model().mul_scalar(noise, c.scaled(0).abs().log2());
        if residues.contains(&0) { multiple.spent() } else { multiple }
    }

    /// The same ciphertext in evaluation form.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn to_evaluation<const PARTS: usize, E: Engine>(
        &self,
        a: Ciphertext<Coefficient, PARTS, E>,
    ) -> Result<Ciphertext<Evaluation, PARTS, E>, FheError> {
        self.check_context(&a)?;
        Ok(a.map(|x| x.into_evaluation(self.parameters().basis())))
    }

    /// The same ciphertext in coefficient form.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn to_coefficient<const PARTS: usize, E: Engine>(
        &self,
        a: Ciphertext<Evaluation, PARTS, E>,
    ) -> Result<Ciphertext<Coefficient, PARTS, E>, FheError> {
        self.check_context(&a)?;
        Ok(a.map(|x| x.into_coefficient(self.parameters().basis())))
    }

    /// The ciphertext of zero without noise, under every key: where sums begin.
    ///
    /// # Errors
    /// [`FheError::LevelRange`] for a level that the parameters do not have;
    /// [`FheError::SmallModulus`].
    pub fn zero_ciphertext<S: Form>(&self, level: usize) -> Result<Ciphertext<S>, FheError> {
        self.zero_of(level, || Poly::zero(self.parameters().basis(), level))
    }

    /// [`Self::zero_ciphertext`], its words where those of another ciphertext are.
    ///
    /// # Errors
    /// The errors of [`Self::zero_ciphertext`].
    pub fn zero_beside<S: Form, const PARTS: usize, E: Engine>(
        &self,
        level: usize,
        other: &Ciphertext<S, PARTS, E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        self.check_context(other)?;
        self.zero_of(level, || Poly::zero_beside(self.parameters().basis(), level, &other.parts()[0]))
    }

    fn zero_of<S: Form, E: Engine>(
        &self,
        level: usize,
        zero: impl Fn() -> Poly<S, E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        self.check_level(level)?;
        if level < self.parameters().limbs() {
            self.check_modulus(level)?;
        }
        Ok(self.ciphertext([zero(), zero()], KeyId::ANY, Noise::none(level)))
    }

    /// The sum of all.
    ///
    /// # Errors
    /// [`FheError::Factors`] for none; those of [`Self::add_assign`].
    pub fn add_many<S: Form + Clone, const PARTS: usize, E: Engine>(
        &self,
        terms: &[Ciphertext<S, PARTS, E>],
    ) -> Result<Ciphertext<S, PARTS, E>, FheError> {
        let (first, rest) = terms.split_first().ok_or(FheError::Factors(0))?;
        self.check_context(first)?;
        let mut sum = first.clone();
        rest.iter().try_for_each(|term| self.add_assign(&mut sum, term))?;
        Ok(sum)
    }
}

/// Each of some and the one in the same place of others.
pub(crate) fn each<A, B>(a: impl IntoIterator<Item = A>, b: impl IntoIterator<Item = B>) -> Result<Vec<(A, B)>, FheError> {
    let (a, b): (Vec<A>, Vec<B>) = (a.into_iter().collect(), b.into_iter().collect());
    match (a.len(), b.len()) {
        (expected, found) if expected != found => Err(FheError::Count { found, expected }),
        _ => Ok(a.into_iter().zip(b).collect()),
    }
}
