//! Residue polynomials; the form is a type, so that a product in the wrong form does not compile.

use crate::{PooledVec, RnsBasis};
use core::marker::PhantomData;
use papilio_ntt::Plan;
use zeroize::Zeroize;

/// Words of a sum that stay in a first-level cache while products are added to them.
const BLOCK: usize = 1 << 10;

/// Coefficients of `1, X, …, X^(N−1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {}

/// Values at the odd powers of each prime's `ψ`, in bit-reversed order; see
/// [`papilio_ntt::Plan::forward`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Coefficient {}
    impl Sealed for super::Evaluation {}
}

/// The two forms.
pub trait Form: sealed::Sealed + 'static {}
impl Form for Coefficient {}
impl Form for Evaluation {}

/// `level` residue polynomials of degree `N`, limb after limb, every residue below its prime.
///
/// Polynomials that come from [`crate::sample::ShortPoly`] are secret, and so are the results of
/// operations on them: they are erased when dropped, until [`Self::publish`]. None is printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Poly<F> {
    degree: usize,
    residues: PooledVec,
    form: PhantomData<F>,
}

impl<F: Form> Poly<F> {
    /// The zero polynomial of the first `level` primes.
    #[must_use]
    pub fn zero(basis: &RnsBasis, level: usize) -> Self {
        let degree = basis.degree();
        Self { degree, residues: PooledVec::zero(degree * level), form: PhantomData }
    }

    /// A polynomial of the first `level` primes whose residues will all be written.
    #[doc(hidden)]
    #[must_use]
    pub fn unspecified(basis: &RnsBasis, level: usize) -> Self {
        let degree = basis.degree();
        Self { degree, residues: PooledVec::unspecified(degree * level), form: PhantomData }
    }

    /// A polynomial of the first `level` primes whose residues will all be written, and are secret.
    #[doc(hidden)]
    #[must_use]
    pub fn secret(basis: &RnsBasis, level: usize) -> Self {
        let degree = basis.degree();
        Self { degree, residues: PooledVec::secret(degree * level), form: PhantomData }
    }

    /// A polynomial of as many primes as this one, to be written from it: secret if this one is.
    pub(crate) fn unspecified_like<G: Form>(&self) -> Poly<G> {
        self.unspecified_of(self.level())
    }

    /// [`Self::unspecified_like`] of so many primes.
    pub(crate) fn unspecified_of<G: Form>(&self, level: usize) -> Poly<G> {
        let mut residues = PooledVec::unspecified(level * self.degree);
        residues.combined_with(&self.residues);
        Poly { degree: self.degree, residues, form: PhantomData }
    }

    /// Whether it is erased when dropped.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.residues.is_secret()
    }

    /// The same polynomial, public from here on: the part of a ciphertext or key, in which what was
    /// secret is masked.
    #[must_use]
    pub fn publish(mut self) -> Self {
        self.publish_assign();
        self
    }

    /// [`Self::publish`] in place.
    pub fn publish_assign(&mut self) {
        self.residues.publish();
    }

    /// The polynomial with these residues, limb after limb, or `None` when their number is not
    /// `N·level` or one is not below its prime.
    #[must_use]
    pub fn from_residues(basis: &RnsBasis, level: usize, residues: Vec<u64>) -> Option<Self> {
        let degree = basis.degree();
        let canonical = (1..=basis.limbs()).contains(&level)
            && residues.len() == degree * level
            && residues.chunks_exact(degree).zip(basis.moduli(level)).all(|(limb, m)| limb.iter().all(|&x| x < m.value()));
        canonical.then_some(Self { degree, residues: residues.into(), form: PhantomData })
    }

    /// The ring degree `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Number of primes.
    #[must_use]
    pub fn level(&self) -> usize {
        self.residues.len() / self.degree
    }

    /// All residues, limb after limb.
    #[must_use]
    pub fn residues(&self) -> &[u64] {
        &self.residues
    }

    /// Residues modulo the `i`-th prime.
    #[must_use]
    pub fn limb(&self, i: usize) -> &[u64] {
        &self.residues[i * self.degree..][..self.degree]
    }

    /// The limbs, to be written. The writer keeps every residue below its prime.
    pub fn limbs_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.residues.chunks_exact_mut(self.degree)
    }

    /// All residues, limb after limb: those of the first `level` primes, and the others. The writer
    /// keeps every residue below its prime.
    pub fn split_limbs_mut(&mut self, level: usize) -> (&mut [u64], &mut [u64]) {
        self.residues.split_at_mut(level * self.degree)
    }

    /// Keeps the residues of the first `level` primes.
    pub fn truncate(&mut self, level: usize) {
        self.residues.truncate(level * self.degree);
    }

    /// The residues modulo the primes of a range, as a polynomial over the basis of that range.
    ///
    /// # Panics
    /// If the range goes beyond the level.
    #[must_use]
    pub fn range(&self, range: core::ops::Range<usize>) -> Self {
        let mut residues = PooledVec::copy_of(&self.residues[range.start * self.degree..range.end * self.degree]);
        residues.combined_with(&self.residues);
        Self { degree: self.degree, residues, form: PhantomData }
    }

    /// These residues and then those of another polynomial, as a polynomial over the basis that
    /// [`RnsBasis::join`] makes of theirs.
    ///
    /// # Panics
    /// If the degrees differ.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        assert_eq!(self.degree, other.degree, "polynomials of different degrees");
        let mut residues = PooledVec::unspecified(self.residues.len() + other.residues.len());
        let (first, second) = residues.split_at_mut(self.residues.len());
        first.copy_from_slice(&self.residues);
        second.copy_from_slice(&other.residues);
        residues.combined_with(&self.residues);
        residues.combined_with(&other.residues);
        Self { degree: self.degree, residues, form: PhantomData }
    }

    fn check(&self, other: &Self) {
        assert_eq!(self.residues.len(), other.residues.len(), "operands of different levels");
        assert_eq!(self.degree, other.degree, "operands of different degrees");
    }

    /// Panics for a basis of another degree, or of fewer primes.
    fn check_basis(&self, basis: &RnsBasis) {
        let level = self.residues.len() / self.degree;
        assert!(basis.degree() == self.degree && level <= basis.limbs(), "a basis of another ring, or of fewer primes");
    }

    /// `self ← self + other`.
    ///
    /// # Panics
    /// If the levels differ, as in every operation of two polynomials.
    pub fn add_assign(&mut self, basis: &RnsBasis, other: &Self) {
        self.check(other);
        self.zip(basis, other, |plan, a, b| plan.kernel().add(plan.modulus(), a, b));
    }

    /// `self ← self − other`.
    pub fn sub_assign(&mut self, basis: &RnsBasis, other: &Self) {
        self.check(other);
        self.zip(basis, other, |plan, a, b| plan.kernel().sub(plan.modulus(), a, b));
    }

    /// Limb by limb, with the limbs of another polynomial.
    fn zip(&mut self, basis: &RnsBasis, other: &Self, f: impl Fn(&Plan, &mut [u64], &[u64])) {
        self.check_basis(basis);
        self.residues.combined_with(&other.residues);
        let limbs = self.residues.chunks_exact_mut(self.degree).zip(other.residues.chunks_exact(self.degree));
        limbs.zip(basis.plans()).for_each(|((a, b), plan)| f(plan, a, b));
    }

    /// `self ← −self`.
    pub fn neg_assign(&mut self, basis: &RnsBasis) {
        self.check_basis(basis);
        for (limb, plan) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()) {
            plan.kernel().negate(plan.modulus(), limb);
        }
    }

    /// `self ← c·self` for an integer given by its residues, one per prime.
    pub fn scale_assign(&mut self, basis: &RnsBasis, scalar: &[u64]) {
        self.check_basis(basis);
        for ((limb, plan), &c) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()).zip(scalar) {
            plan.kernel().scale(plan.modulus(), limb, c);
        }
    }

    /// `self ← self + Σ c·a` for integers `c` given by their residues, one per prime, in one pass.
    /// The terms may have more primes.
    ///
    /// # Panics
    /// If a term has fewer primes.
    pub fn add_multiples_assign(&mut self, basis: &RnsBasis, terms: &[(&[u64], &Self)]) {
        self.check_basis(basis);
        terms.iter().for_each(|(_, term)| self.residues.combined_with(&term.residues));
        let mut multiples = Vec::with_capacity(terms.len());
        for (i, (limb, plan)) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()).enumerate() {
            let m = plan.modulus();
            multiples.clear();
            multiples.extend(terms.iter().map(|(c, term)| (term.limb(i), c[i])));
            plan.kernel().linear_combination(m, limb, Some(1), &multiples, m.value(), &[]);
        }
    }

    fn retag<G: Form>(self) -> Poly<G> {
        Poly { degree: self.degree, residues: self.residues, form: PhantomData }
    }
}

impl Poly<Coefficient> {
    /// The same polynomial in evaluation form.
    #[must_use]
    pub fn into_evaluation(self, basis: &RnsBasis) -> Poly<Evaluation> {
        self.into_evaluation_with(basis, |_, _, _| {})
    }

    /// [`Self::into_evaluation`] with something done to each limb while a cache holds it.
    pub(crate) fn into_evaluation_with(mut self, basis: &RnsBasis, f: impl Fn(usize, &Plan, &mut [u64])) -> Poly<Evaluation> {
        self.check_basis(basis);
        for (i, (limb, plan)) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()).enumerate() {
            plan.forward(limb);
            f(i, plan, limb);
        }
        self.retag()
    }

    /// The same polynomial in evaluation form, in other memory.
    #[must_use]
    pub fn to_evaluation(&self, basis: &RnsBasis) -> Poly<Evaluation> {
        self.check_basis(basis);
        let mut out: Poly<Evaluation> = self.unspecified_like();
        for (i, (limb, plan)) in out.limbs_mut().zip(basis.plans()).enumerate() {
            plan.forward_into(self.limb(i), limb);
        }
        out
    }

    /// `self ← self·other` in the ring, each limb there and back while a cache holds it. `other`
    /// may have more primes.
    ///
    /// # Panics
    /// If `other` has fewer primes.
    pub fn convolve_assign(&mut self, basis: &RnsBasis, other: &Poly<Evaluation>) {
        assert!(other.level() >= self.level(), "factor of a lower level");
        self.residues.combined_with(&other.residues);
        for (i, (limb, plan)) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()).enumerate() {
            plan.forward(limb);
            plan.kernel().multiply(plan.modulus(), limb, other.limb(i));
            plan.inverse(limb);
        }
    }

    /// Divides by the last prime and rounds: `x ↦ ⌊x/q + 1/2⌋`, one prime less.
    ///
    /// # Panics
    /// On a polynomial of one prime.
    pub fn switch_down(&mut self, basis: &RnsBasis) {
        let last = self.level() - 1;
        assert!(last > 0, "the last prime cannot be divided away");
        let mut dropped = PooledVec::unspecified(self.degree);
        dropped.combined_with(&self.residues);
        let (plan, half) = (&basis.plans()[last], basis.modulus(last).value() / 2);
        let q = plan.modulus().value();
        if q + half <= 1 << plan.kernel().word_bits().min(63) {
            plan.kernel().shift_reduce_into(plan.modulus(), self.limb(last), &mut dropped, half);
        } else {
            dropped.iter_mut().zip(self.limb(last)).for_each(|(to, &x)| *to = plan.modulus().add(x, half));
        }
        self.truncate(last);
        for (limb, plan) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()) {
            divide(plan, limb, &dropped, (q, half));
        }
    }
}

/// `x ← (x + h − δ)/q` for `δ = x + h mod q`, given modulo `q`.
fn divide(plan: &Plan, limb: &mut [u64], dropped: &[u64], (q, half): (u64, u64)) {
    let (m, kernel) = (plan.modulus(), plan.kernel());
    let inverse = m.inverse(m.reduce(q));
    // A multiple of the prime that no δ exceeds, so that differences are words.
    let constant = u128::from(m.reduce(half)) + u128::from(q.div_ceil(m.value())) * u128::from(m.value());
    if u128::from(m.value()) + constant <= 1 << kernel.word_bits().min(63) {
        kernel.subtract_lazy(limb, dropped, constant as u64);
        kernel.scale(m, limb, inverse);
    } else {
        let half = m.reduce(half);
        limb.iter_mut().zip(dropped).for_each(|(x, &d)| *x = m.mul(m.sub(m.add(*x, half), m.reduce(d)), inverse));
    }
}

impl Poly<Evaluation> {
    /// The same polynomial in coefficient form.
    #[must_use]
    pub fn into_coefficient(mut self, basis: &RnsBasis) -> Poly<Coefficient> {
        self.check_basis(basis);
        for (limb, plan) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()) {
            plan.inverse(limb);
        }
        self.retag()
    }

    /// The same polynomial in coefficient form, in other memory.
    #[must_use]
    pub fn to_coefficient(&self, basis: &RnsBasis) -> Poly<Coefficient> {
        self.limbs_to_coefficient(basis, 0..self.level())
    }

    /// The residues modulo some of the primes in coefficient form, as a polynomial of those.
    pub(crate) fn limbs_to_coefficient(
        &self,
        basis: &RnsBasis,
        limbs: impl Iterator<Item = usize> + Clone,
    ) -> Poly<Coefficient> {
        self.check_basis(basis);
        let mut out: Poly<Coefficient> = self.unspecified_of(limbs.clone().count());
        for (i, out) in limbs.zip(out.limbs_mut()) {
            basis.plans()[i].inverse_into(self.limb(i), out);
        }
        out
    }

    /// `self ← self·other`, place by place. `other` may have more primes.
    ///
    /// # Panics
    /// If `other` has fewer primes.
    pub fn mul_assign(&mut self, basis: &RnsBasis, other: &Self) {
        assert!(other.level() >= self.level(), "factor of a lower level");
        self.residues.combined_with(&other.residues);
        for (i, (limb, plan)) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()).enumerate() {
            plan.kernel().multiply(plan.modulus(), limb, other.limb(i));
        }
    }

    /// `Σ a·b`, place by place, of the level of the first factor. The others may have more primes.
    ///
    /// # Panics
    /// If there are no factors, or one has fewer primes.
    #[must_use]
    pub fn sum_of_products(basis: &RnsBasis, factors: &[(&Self, &Self)]) -> Self {
        let mut sum: Self = factors[0].0.unspecified_like();
        sum.accumulate(basis, factors, |sum| sum.fill(0));
        sum
    }

    /// `self ← self + Σ a·b`, place by place. The factors may have more primes.
    ///
    /// # Panics
    /// If a factor has fewer primes.
    pub fn multiply_accumulate(&mut self, basis: &RnsBasis, factors: &[(&Self, &Self)]) {
        self.accumulate(basis, factors, |_| {});
    }

    /// Adds the products to what `start` makes of each block of words.
    fn accumulate(&mut self, basis: &RnsBasis, factors: &[(&Self, &Self)], start: impl Fn(&mut [u64])) {
        factors.iter().flat_map(|&(a, b)| [a, b]).for_each(|factor| self.residues.combined_with(&factor.residues));
        let mut pairs = Vec::with_capacity(factors.len());
        for (i, (limb, plan)) in self.residues.chunks_exact_mut(self.degree).zip(basis.plans()).enumerate() {
            for (block, sum) in limb.chunks_mut(BLOCK).enumerate() {
                let words = block * BLOCK..block * BLOCK + sum.len();
                pairs.clear();
                pairs.extend(factors.iter().map(|(a, b)| (&a.limb(i)[words.clone()], &b.limb(i)[words.clone()])));
                start(sum);
                plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
            }
        }
    }
}

/// Residues may be secret: their numbers alone are printed.
impl<F> core::fmt::Debug for Poly<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Poly({} residues of degree {})", self.residues.len(), self.degree)
    }
}

impl<F> Zeroize for Poly<F> {
    fn zeroize(&mut self) {
        self.residues.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::ShortPoly;
    use crate::{Automorphism, ModulusSwitch};
    use chacha20::ChaCha20Rng;
    use rand_core::SeedableRng;

    /// Every operation of a public and a secret polynomial gives a secret one, and of two public
    /// ones a public one.
    #[test]
    fn secrecy_goes_with_the_words() {
        let basis = RnsBasis::new(256, &RnsBasis::choose_moduli(256, &[40, 41], 0).expect("primes")).expect("a basis");
        let small = ShortPoly::ternary(256, &mut ChaCha20Rng::from_seed([1; 32]));
        let secret = [small.to_poly(&basis, 2), small.to_evaluation(&basis, 2).into_coefficient(&basis)];
        assert!(secret.iter().all(Poly::is_secret));
        let public = Poly::zero(&basis, 2);
        for (operand, is_secret) in [(&secret[0], true), (&public, false)] {
            let (values, automorphism) = (operand.to_evaluation(&basis), Automorphism::new(256, 3));
            let from = |f: &dyn Fn(&mut Poly<Coefficient>)| {
                let mut poly = public.clone();
                f(&mut poly);
                poly.is_secret()
            };
            let from_values = |f: &dyn Fn(&mut Poly<Evaluation>)| {
                let mut poly = public.to_evaluation(&basis);
                f(&mut poly);
                poly.is_secret()
            };
            let found = [
                from(&|x| x.add_assign(&basis, operand)),
                from(&|x| x.sub_assign(&basis, operand)),
                from(&|x| x.add_multiples_assign(&basis, &[(&[2, 3], &public), (&[5, 7], operand)])),
                from(&|x| x.convolve_assign(&basis, &values)),
                from(&|x| *x = x.joined(operand)),
                from(&|x| *x = operand.joined(x)),
                from(&|x| *x = automorphism.apply(&basis, operand)),
                from_values(&|x| x.mul_assign(&basis, &values)),
                from_values(&|x| x.multiply_accumulate(&basis, &[(&public.to_evaluation(&basis), &values)])),
                from_values(&|x| *x = automorphism.apply(&basis, &values)),
                from_values(&|x| *x = Poly::sum_of_products(&basis, &[(x, x), (x, &values)])),
                operand.clone().is_secret(),
                operand.range(1..2).is_secret(),
                operand.clone().into_evaluation(&basis).is_secret(),
                values.to_coefficient(&basis).is_secret(),
            ];
            assert_eq!(found, [is_secret; 15]);
            assert!(!values.publish().is_secret());
        }
    }

    /// Scratch memory of operations on a secret polynomial is erased before it is kept; that of a
    /// public one need not be.
    #[test]
    fn scratch_of_secrets_is_erased() {
        // A size that buffers of no other test have.
        const N: usize = 1 << 15;
        let basis = RnsBasis::new(N, &RnsBasis::choose_moduli(N, &[40, 41], 0).expect("primes")).expect("a basis");
        let (m, half) = (basis.modulus(1), basis.modulus(1).value() / 2);
        let left =
            |words: &[u64]| (0..8).map(|_| PooledVec::unspecified(N)).collect::<Vec<_>>().iter().any(|kept| **kept == *words);
        let mut words = vec![0; 2 * N];
        words.iter_mut().enumerate().for_each(|(i, x)| *x = i as u64 * 1_000_003);
        let shifted: Vec<u64> = words[N..].iter().map(|&x| m.add(x, half)).collect();
        let mut remainder = words[N..].to_vec();
        basis.plans()[1].inverse(&mut remainder);
        let switch = ModulusSwitch::new(&basis, 2, 1);
        for secret in [true, false] {
            let (mut values, mut coefficients) =
                (Poly::<Evaluation>::secret(&basis, 2), Poly::<Coefficient>::secret(&basis, 2));
            if !secret {
                values.publish_assign();
                coefficients.publish_assign();
            }
            values.residues.copy_from_slice(&words);
            coefficients.residues.copy_from_slice(&words);
            assert_eq!(switch.apply_values(&basis, &values).is_secret(), secret);
            assert_eq!(left(&remainder), !secret, "of a division of values, secret {secret}");
            coefficients.switch_down(&basis);
            assert_eq!(left(&shifted), !secret, "of a division, secret {secret}");
        }
    }

    #[test]
    fn zeroized_polynomials_are_zero() {
        let basis = RnsBasis::new(64, &RnsBasis::choose_moduli(64, &[40, 41], 0).expect("primes")).expect("a basis");
        let mut poly = Poly::<Coefficient>::from_residues(&basis, 2, vec![7; 128]).expect("residues");
        poly.zeroize();
        assert_eq!(poly, Poly::zero(&basis, 2));
    }

    #[test]
    fn residues_are_never_printed() {
        let basis = RnsBasis::new(64, &RnsBasis::choose_moduli(64, &[40], 0).expect("primes")).expect("a basis");
        assert_eq!(format!("{:?}", Poly::<Coefficient>::zero(&basis, 1)), "Poly(64 residues of degree 64)");
    }
}
