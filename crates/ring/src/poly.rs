//! Residue polynomials; the form is a type, so that a product in the wrong form does not compile.

mod operations;

pub use operations::{Factors, Halves, Pair, PolyEngine};

use crate::engine::error::EngineError;
use crate::engine::place::{Cpu, Place};
use crate::{PooledVec, RnsBasis};
use core::marker::PhantomData;
use papilio_ntt::Plan;
use zeroize::Zeroize;

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
pub trait Form: sealed::Sealed + 'static {
    /// Whether words are values.
    const IS_EVALUATION: bool;
}
impl Form for Coefficient {
    const IS_EVALUATION: bool = false;
}
impl Form for Evaluation {
    const IS_EVALUATION: bool = true;
}

/// `level` residue polynomials of degree `N`, limb after limb, every residue below its prime.
///
/// Polynomials that come from [`crate::sample::ShortPoly`] are secret, and so are the results of
/// operations on them: they are erased when dropped, until [`Self::publish`]. None is printed.
///
/// The words are where an engine has them, a [`Place`]: [`Self::to`] and [`Self::to_host`] copy
/// them.
#[derive(Clone, PartialEq, Eq)]
pub struct Poly<F, E: Place = Cpu> {
    degree: usize,
    words: E::Words,
    form: PhantomData<F>,
}

impl<F: Form> Poly<F> {
    /// The zero polynomial of the first `level` primes.
    #[must_use]
    pub fn zero(basis: &RnsBasis, level: usize) -> Self {
        let degree = basis.degree();
        Self { degree, words: PooledVec::zero(degree * level), form: PhantomData }
    }

    /// A polynomial of the first `level` primes whose residues will all be written.
    #[doc(hidden)]
    #[must_use]
    pub fn unspecified(basis: &RnsBasis, level: usize) -> Self {
        let degree = basis.degree();
        Self { degree, words: PooledVec::unspecified(degree * level), form: PhantomData }
    }

    /// A polynomial of the first `level` primes whose residues will all be written, and are secret.
    #[doc(hidden)]
    #[must_use]
    pub fn secret(basis: &RnsBasis, level: usize) -> Self {
        let degree = basis.degree();
        Self { degree, words: PooledVec::secret(degree * level), form: PhantomData }
    }

    /// A polynomial of as many primes as this one, to be written from it: secret if this one is.
    pub(crate) fn unspecified_like<G: Form>(&self) -> Poly<G> {
        self.unspecified_of(self.level())
    }

    /// [`Self::unspecified_like`] of so many primes.
    pub(crate) fn unspecified_of<G: Form>(&self, level: usize) -> Poly<G> {
        let mut residues = PooledVec::unspecified(level * self.degree);
        residues.combined_with(&self.words);
        Poly { degree: self.degree, words: residues, form: PhantomData }
    }

    /// Whether it is erased when dropped.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.words.is_secret()
    }

    /// The polynomial with these residues, limb after limb, or `None` when their number is not
    /// `N·level` or one is not below its prime.
    #[must_use]
    pub fn from_residues(basis: &RnsBasis, level: usize, residues: Vec<u64>) -> Option<Self> {
        let degree = basis.degree();
        let canonical = (1..=basis.limbs()).contains(&level)
            && residues.len() == degree * level
            && residues.chunks_exact(degree).zip(basis.moduli(level)).all(|(limb, m)| limb.iter().all(|&x| x < m.value()));
        canonical.then_some(Self { degree, words: residues.into(), form: PhantomData })
    }

    /// All residues, limb after limb.
    #[must_use]
    pub fn residues(&self) -> &[u64] {
        &self.words
    }

    /// Residues modulo the `i`-th prime.
    #[must_use]
    pub fn limb(&self, i: usize) -> &[u64] {
        &self.words[i * self.degree..][..self.degree]
    }

    /// The limbs, to be written. The writer keeps every residue below its prime.
    pub fn limbs_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.words.chunks_exact_mut(self.degree)
    }

    /// All residues, limb after limb: those of the first `level` primes, and the others. The writer
    /// keeps every residue below its prime.
    pub fn split_limbs_mut(&mut self, level: usize) -> (&mut [u64], &mut [u64]) {
        self.words.split_at_mut(level * self.degree)
    }

    /// The residues modulo the primes of a range, as a polynomial over the basis of that range.
    ///
    /// # Panics
    /// If the range goes beyond the level.
    #[must_use]
    pub fn range(&self, range: core::ops::Range<usize>) -> Self {
        let mut words = PooledVec::copy_of(&self.words[range.start * self.degree..range.end * self.degree]);
        words.combined_with(&self.words);
        Self { degree: self.degree, words, form: PhantomData }
    }

    /// These residues and then those of another polynomial, as a polynomial over the basis that
    /// [`RnsBasis::join`] makes of theirs.
    ///
    /// # Panics
    /// If the degrees differ.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        assert_eq!(self.degree, other.degree, "polynomials of different degrees");
        let mut words = PooledVec::unspecified(self.words.len() + other.words.len());
        let (first, second) = words.split_at_mut(self.words.len());
        first.copy_from_slice(&self.words);
        second.copy_from_slice(&other.words);
        words.combined_with(&self.words);
        words.combined_with(&other.words);
        Self { degree: self.degree, words, form: PhantomData }
    }

    /// The same polynomial, its words on an engine.
    ///
    /// # Errors
    /// The engine has no memory for them, or has failed.
    ///
    /// # Panics
    /// If the polynomial is secret: no engine but the CPU is given secrets.
    pub fn to<E: Place>(&self, engine: &E) -> Result<Poly<F, E>, EngineError> {
        assert!(!self.is_secret(), "a secret polynomial for another engine");
        Ok(Poly { degree: self.degree, words: engine.upload(&self.words)?, form: PhantomData })
    }

    /// The same polynomial, its words where those of another one are. An engine is told them: they
    /// are no secret to whoever evaluates. Where that fails, words on the engine say why.
    #[must_use]
    pub fn into_place_of<G: Form, E: Place>(self, other: &Poly<G, E>) -> Poly<F, E> {
        Poly { degree: self.degree, words: E::beside(&other.words, self.words), form: PhantomData }
    }
}

impl<F: Form, E: Place> Poly<F, E> {
    /// A polynomial of words that an engine has computed.
    ///
    /// # Panics
    /// If they are no limbs of the degree.
    #[must_use]
    pub fn from_words(degree: usize, words: E::Words) -> Self {
        assert!(E::len(&words).is_multiple_of(degree), "{} words of limbs of {degree}", E::len(&words));
        Self { degree, words, form: PhantomData }
    }

    /// The words, for the engine that has them.
    #[must_use]
    pub fn words(&self) -> &E::Words {
        &self.words
    }

    /// The words, for the engine that has them, which keeps their number and every residue below
    /// its prime.
    pub fn words_mut(&mut self) -> &mut E::Words {
        &mut self.words
    }

    /// The words, for the engine that has them.
    #[must_use]
    pub fn into_words(self) -> E::Words {
        self.words
    }

    /// The same polynomial, its words on the CPU.
    ///
    /// # Errors
    /// The first failure of the work that computes them.
    pub fn to_host(&self) -> Result<Poly<F>, EngineError> {
        Ok(Poly { degree: self.degree, words: E::download(&self.words)?, form: PhantomData })
    }

    /// The ring degree `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Number of primes.
    #[must_use]
    pub fn level(&self) -> usize {
        E::len(&self.words) / self.degree
    }

    /// Keeps the residues of the first `level` primes.
    pub fn truncate(&mut self, level: usize) {
        E::truncate(&mut self.words, level * self.degree);
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
        E::publish(&mut self.words);
    }

    /// Panics for a basis of another degree, or of fewer primes.
    fn check_basis(&self, basis: &RnsBasis) {
        let same = basis.degree() == self.degree && self.level() <= basis.limbs();
        assert!(same, "a basis of another ring, or of fewer primes");
    }

    pub(crate) fn retag<G: Form>(self) -> Poly<G, E> {
        Poly { degree: self.degree, words: self.words, form: PhantomData }
    }
}

impl Poly<Coefficient> {
    /// [`Self::into_evaluation`] with something done to each limb while a cache holds it.
    pub(crate) fn into_evaluation_with(mut self, basis: &RnsBasis, f: impl Fn(usize, &Plan, &mut [u64])) -> Poly<Evaluation> {
        self.check_basis(basis);
        for (i, (limb, plan)) in self.words.chunks_exact_mut(self.degree).zip(basis.plans()).enumerate() {
            plan.forward(limb);
            f(i, plan, limb);
        }
        self.retag()
    }

    /// `self ← self·other` in the ring, each limb there and back while a cache holds it. `other`
    /// may have more primes.
    ///
    /// # Panics
    /// If `other` has fewer primes.
    pub fn convolve_assign(&mut self, basis: &RnsBasis, other: &Poly<Evaluation>) {
        assert!(other.level() >= self.level(), "factor of a lower level");
        self.words.combined_with(&other.words);
        for (i, (limb, plan)) in self.words.chunks_exact_mut(self.degree).zip(basis.plans()).enumerate() {
            plan.forward(limb);
            plan.kernel().multiply(plan.modulus(), limb, other.limb(i));
            plan.inverse(limb);
        }
    }

    /// Divides by the last prime and rounds: `x ↦ ⌊x/q + 1/2⌋`, one prime less.
    ///
    /// # Panics
    /// On a polynomial of one prime.
    pub fn mod_switch_to_next(&mut self, basis: &RnsBasis) {
        let last = self.level() - 1;
        assert!(last > 0, "the last prime cannot be divided away");
        let mut dropped = PooledVec::unspecified(self.degree);
        dropped.combined_with(&self.words);
        let (plan, half) = (&basis.plans()[last], basis.modulus(last).value() / 2);
        let q = plan.modulus().value();
        if q + half <= 1 << plan.kernel().word_bits().min(63) {
            plan.kernel().shift_reduce_into(plan.modulus(), self.limb(last), &mut dropped, half);
        } else {
            dropped.iter_mut().zip(self.limb(last)).for_each(|(to, &x)| *to = plan.modulus().add(x, half));
        }
        self.truncate(last);
        for (limb, plan) in self.words.chunks_exact_mut(self.degree).zip(basis.plans()) {
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
}

/// Residues may be secret: their numbers alone are printed.
impl<F, E: Place> core::fmt::Debug for Poly<F, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Poly({} residues of degree {})", E::len(&self.words), self.degree)
    }
}

impl<F> Zeroize for Poly<F> {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::ShortPoly;
    use crate::{Automorphism, ModulusSwitch};
    use chacha20::ChaCha20Rng;
    use rand_core::SeedableRng;

    /// Sums and products with `re + im·X^(N/2)` are those with the polynomial, at the greatest
    /// residues too.
    #[test]
    fn complex_constants_are_polynomials() {
        for degree in [2usize, 4, 64, 1024] {
            let moduli = RnsBasis::choose_moduli(degree, &[30, 50, 61], 0).expect("primes");
            let basis = RnsBasis::new(degree, &moduli).expect("a basis");
            let residues =
                moduli.iter().flat_map(|q| (0..degree as u64).map(move |i| if i % 3 == 0 { q - 1 } else { i * i % q }));
            let x =
                Poly::<Coefficient>::from_residues(&basis, 3, residues.collect()).expect("residues").into_evaluation(&basis);
            let greatest: Vec<u64> = moduli.iter().map(|q| q - 1).collect();
            for [re, im] in [[&[5, 6, 7][..], &[1, 2, 3]], [&greatest, &greatest], [&[0; 3], &[1; 3]], [&greatest, &[0; 3]]] {
                let mut constant = Poly::<Coefficient>::zero(&basis, 3);
                for (i, limb) in constant.limbs_mut().enumerate() {
                    (limb[0], limb[degree / 2]) = (re[i], im[i]);
                }
                let constant = constant.into_evaluation(&basis);
                let [mut product, mut sum, mut found_product, mut found_sum] = [(); 4].map(|()| x.clone());
                product.mul_assign(&basis, &constant);
                sum.add_assign(&basis, &constant);
                found_product.mul_complex_assign(&basis, [re, im]);
                found_sum.add_complex_assign(&basis, [re, im]);
                assert!(found_product == product && found_sum == sum, "degree {degree}: {re:?} + {im:?}·i");
            }
        }
    }

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

    #[test]
    #[should_panic(expected = "a secret polynomial for another engine")]
    fn a_secret_polynomial_has_no_other_engine() {
        let basis = RnsBasis::new(256, &RnsBasis::choose_moduli(256, &[40, 41], 0).expect("primes")).expect("a basis");
        let small = ShortPoly::ternary(256, &mut ChaCha20Rng::from_seed([1; 32]));
        let mut public = Poly::<Coefficient>::zero(&basis, 2);
        assert!(public.to(&Cpu).expect("an engine") == public);
        // The sum is secret by its second term.
        public.add_assign(&basis, &small.to_poly(&basis, 2));
        let _ = public.to(&Cpu);
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
            values.words.copy_from_slice(&words);
            coefficients.words.copy_from_slice(&words);
            assert_eq!(switch.apply_values(&basis, &values).is_secret(), secret);
            assert_eq!(left(&remainder), !secret, "of a division of values, secret {secret}");
            coefficients.mod_switch_to_next(&basis);
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
