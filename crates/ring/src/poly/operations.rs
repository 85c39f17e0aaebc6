//! Operations of engines on polynomials by the primes of a basis.

use super::{Coefficient, Evaluation, Form, Poly};
use crate::RnsBasis;
use crate::engine::place::{Cpu, Place};
use papilio_ntt::Plan;

/// Words of a sum that stay in a first-level cache while products are added to them.
const BLOCK: usize = 1 << 10;

/// Residues of two integers by prime, for the first and the second half of the values.
///
/// The value of `a + b·X^(N/2)` is one of two modulo each prime: `X^(N/2)` is a square root of −1
/// in the first half of the places, and minus that root in the second.
pub type Halves<'a> = [&'a [u64]; 2];

/// Two polynomials of values, to be multiplied.
pub type Factors<'a, E> = (&'a Poly<Evaluation, E>, &'a Poly<Evaluation, E>);

/// A polynomial that is changed, and an operand of the change.
pub type Pair<'a, F, E> = (&'a mut Poly<F, E>, &'a Poly<F, E>);

/// The operations of [`Poly`], of operands that are checked.
pub trait PolyEngine: Place {
    /// [`Poly::add_assign`]
    fn add<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, b: &Poly<F, Self>);

    /// [`Poly::sub_assign`]
    fn subtract<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, b: &Poly<F, Self>);

    /// [`Poly::add_pairs`]
    fn add_pairs<F: Form>(basis: &RnsBasis, pairs: &mut [Pair<'_, F, Self>]) {
        pairs.iter_mut().for_each(|(a, b)| Self::add(basis, a, b));
    }

    /// [`Poly::sub_pairs`]
    fn subtract_pairs<F: Form>(basis: &RnsBasis, pairs: &mut [Pair<'_, F, Self>]) {
        pairs.iter_mut().for_each(|(a, b)| Self::subtract(basis, a, b));
    }

    /// [`Poly::neg_assign`]
    fn negate<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>);

    /// [`Poly::scale_assign`]
    fn scale<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, scalar: &[u64]);

    /// A product with one of two residues by prime: [`Poly::mul_complex_assign`].
    fn scale_halves(basis: &RnsBasis, a: &mut Poly<Evaluation, Self>, factors: Halves<'_>);

    /// A sum with one of two residues by prime: [`Poly::add_complex_assign`].
    fn add_to_halves(basis: &RnsBasis, a: &mut Poly<Evaluation, Self>, summands: Halves<'_>);

    /// [`Poly::add_from_host`]
    fn add_from_host<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, add: impl FnOnce(&mut Poly<F>));

    /// [`Poly::zero_beside`]
    fn zero_beside<F: Form, G: Form>(basis: &RnsBasis, level: usize, other: &Poly<G, Self>) -> Poly<F, Self>;

    /// [`Poly::add_multiples_assign`]
    fn add_multiples<F: Form>(basis: &RnsBasis, sum: &mut Poly<F, Self>, terms: &[(&[u64], &Poly<F, Self>)]);

    /// [`Poly::into_evaluation`]
    fn forward(basis: &RnsBasis, a: Poly<Coefficient, Self>) -> Poly<Evaluation, Self>;

    /// [`Poly::into_coefficient`]
    fn inverse(basis: &RnsBasis, a: Poly<Evaluation, Self>) -> Poly<Coefficient, Self>;

    /// [`Poly::to_evaluation`]
    fn forward_copy(basis: &RnsBasis, a: &Poly<Coefficient, Self>) -> Poly<Evaluation, Self> {
        Self::forward(basis, a.clone())
    }

    /// [`Poly::to_coefficient`]
    fn inverse_copy(basis: &RnsBasis, a: &Poly<Evaluation, Self>) -> Poly<Coefficient, Self> {
        Self::inverse(basis, a.clone())
    }

    /// [`Poly::mul_assign`]
    fn multiply(basis: &RnsBasis, a: &mut Poly<Evaluation, Self>, b: &Poly<Evaluation, Self>);

    /// [`Poly::multiply_accumulate`]
    fn multiply_accumulate(basis: &RnsBasis, sum: &mut Poly<Evaluation, Self>, factors: &[Factors<'_, Self>]);

    /// [`Poly::sum_of_products`] of at least one pair.
    fn sum_of_products(basis: &RnsBasis, factors: &[Factors<'_, Self>]) -> Poly<Evaluation, Self>;
}

impl<F: Form, E: PolyEngine> Poly<F, E> {
    /// The zero polynomial of the first `level` primes, its words where those of another one are.
    ///
    /// # Panics
    /// If the basis has fewer primes.
    #[must_use]
    pub fn zero_beside<G: Form>(basis: &RnsBasis, level: usize, other: &Poly<G, E>) -> Self {
        assert!(level <= basis.limbs(), "{level} primes of {}", basis.limbs());
        E::zero_beside(basis, level, other)
    }

    fn check(&self, other: &Self) {
        assert_eq!(self.level(), other.level(), "operands of different levels");
        assert_eq!(self.degree, other.degree, "operands of different degrees");
    }

    /// Panics for a factor or term of fewer primes, or of another degree.
    fn check_least(&self, other: &Self) {
        assert!(other.level() >= self.level(), "a term or factor of a lower level");
        assert_eq!(self.degree, other.degree, "operands of different degrees");
    }

    /// Adds a polynomial that is made on the host: `add` adds it to one of as many primes. An
    /// engine other than the CPU is told it.
    pub fn add_from_host(&mut self, basis: &RnsBasis, add: impl FnOnce(&mut Poly<F>)) {
        self.check_basis(basis);
        E::add_from_host(basis, self, add);
    }

    /// `self ← self + other`.
    ///
    /// # Panics
    /// If the levels differ, as in every operation of two polynomials.
    pub fn add_assign(&mut self, basis: &RnsBasis, other: &Self) {
        self.check(other);
        self.check_basis(basis);
        E::add(basis, self, other);
    }

    /// `self ← self − other`.
    pub fn sub_assign(&mut self, basis: &RnsBasis, other: &Self) {
        self.check(other);
        self.check_basis(basis);
        E::subtract(basis, self, other);
    }

    /// `a ← a + b` for every pair. A device adds many pairs of one level in one launch.
    ///
    /// # Panics
    /// If the levels of a pair differ. No pair is changed then.
    pub fn add_pairs(basis: &RnsBasis, pairs: &mut [Pair<'_, F, E>]) {
        Self::check_pairs(basis, pairs);
        E::add_pairs(basis, pairs);
    }

    /// `a ← a − b` for every pair, as [`Self::add_pairs`].
    ///
    /// # Panics
    /// The same as those of [`Self::add_pairs`].
    pub fn sub_pairs(basis: &RnsBasis, pairs: &mut [Pair<'_, F, E>]) {
        Self::check_pairs(basis, pairs);
        E::subtract_pairs(basis, pairs);
    }

    fn check_pairs(basis: &RnsBasis, pairs: &[Pair<'_, F, E>]) {
        for (a, b) in pairs {
            a.check(b);
            a.check_basis(basis);
        }
    }

    /// `self ← −self`.
    pub fn neg_assign(&mut self, basis: &RnsBasis) {
        self.check_basis(basis);
        E::negate(basis, self);
    }

    /// `self ← c·self` for an integer given by its residues, one per prime.
    ///
    /// # Panics
    /// If there are fewer residues.
    pub fn scale_assign(&mut self, basis: &RnsBasis, scalar: &[u64]) {
        self.check_basis(basis);
        E::scale(basis, self, &scalar[..self.level()]);
    }

    /// `self ← self + Σ c·a` for integers `c` given by their residues, one per prime, in one pass.
    /// The terms may have more primes.
    ///
    /// # Panics
    /// If a term has fewer primes, or there are fewer residues.
    pub fn add_multiples_assign(&mut self, basis: &RnsBasis, terms: &[(&[u64], &Self)]) {
        self.check_basis(basis);
        for (c, term) in terms {
            self.check_least(term);
            assert!(c.len() >= self.level(), "{} residues of a multiplier, of {} primes", c.len(), self.level());
        }
        E::add_multiples(basis, self, terms);
    }
}

impl<E: PolyEngine> Poly<Coefficient, E> {
    /// The same polynomial in evaluation form.
    #[must_use]
    pub fn into_evaluation(self, basis: &RnsBasis) -> Poly<Evaluation, E> {
        self.check_basis(basis);
        E::forward(basis, self)
    }

    /// The same polynomial in evaluation form, in other memory.
    #[must_use]
    pub fn to_evaluation(&self, basis: &RnsBasis) -> Poly<Evaluation, E> {
        self.check_basis(basis);
        E::forward_copy(basis, self)
    }
}

impl<E: PolyEngine> Poly<Evaluation, E> {
    /// `self ← self·(re + im·X^(N/2))` for integers given by their residues, one per prime.
    ///
    /// # Panics
    /// If there are fewer residues, or the degree is 1.
    pub fn mul_complex_assign(&mut self, basis: &RnsBasis, [re, im]: [&[u64]; 2]) {
        self.check_basis(basis);
        let [first, second] = halves(basis, self.level(), [re, im]);
        E::scale_halves(basis, self, [&first, &second]);
    }

    /// `self ← self + re + im·X^(N/2)` for integers given by their residues, one per prime.
    ///
    /// # Panics
    /// If there are fewer residues, or the degree is 1.
    pub fn add_complex_assign(&mut self, basis: &RnsBasis, [re, im]: [&[u64]; 2]) {
        self.check_basis(basis);
        let [first, second] = halves(basis, self.level(), [re, im]);
        E::add_to_halves(basis, self, [&first, &second]);
    }

    /// The same polynomial in coefficient form.
    #[must_use]
    pub fn into_coefficient(self, basis: &RnsBasis) -> Poly<Coefficient, E> {
        self.check_basis(basis);
        E::inverse(basis, self)
    }

    /// The same polynomial in coefficient form, in other memory.
    #[must_use]
    pub fn to_coefficient(&self, basis: &RnsBasis) -> Poly<Coefficient, E> {
        self.check_basis(basis);
        E::inverse_copy(basis, self)
    }

    /// `self ← self·other`, place by place. `other` may have more primes.
    ///
    /// # Panics
    /// If `other` has fewer primes.
    pub fn mul_assign(&mut self, basis: &RnsBasis, other: &Self) {
        self.check_basis(basis);
        self.check_least(other);
        E::multiply(basis, self, other);
    }

    /// `Σ a·b`, place by place, of the level of the first factor. The others may have more primes.
    ///
    /// # Panics
    /// If there are no factors, or one has fewer primes.
    #[must_use]
    pub fn sum_of_products(basis: &RnsBasis, factors: &[(&Self, &Self)]) -> Self {
        let first = factors[0].0;
        first.check_basis(basis);
        factors.iter().flat_map(|&(a, b)| [a, b]).for_each(|factor| first.check_least(factor));
        E::sum_of_products(basis, factors)
    }

    /// `self ← self + Σ a·b`, place by place. The factors may have more primes.
    ///
    /// # Panics
    /// If a factor has fewer primes.
    pub fn multiply_accumulate(&mut self, basis: &RnsBasis, factors: &[(&Self, &Self)]) {
        self.check_basis(basis);
        factors.iter().flat_map(|&(a, b)| [a, b]).for_each(|factor| self.check_least(factor));
        E::multiply_accumulate(basis, self, factors);
    }
}

impl Cpu {
    /// Limb by limb, with the limbs of another polynomial.
    fn zip<F: Form>(basis: &RnsBasis, a: &mut Poly<F>, b: &Poly<F>, f: impl Fn(&Plan, &mut [u64], &[u64])) {
        let degree = a.degree();
        a.words_mut().combined_with(b.words());
        let limbs = a.limbs_mut().zip(b.residues().chunks_exact(degree));
        limbs.zip(basis.plans()).for_each(|((a, b), plan)| f(plan, a, b));
    }

    /// Half by half of every limb, each with its residue.
    fn halves(basis: &RnsBasis, a: &mut Poly<Evaluation>, by: Halves<'_>, f: impl Fn(&Plan, &mut [u64], u64)) {
        let half = a.degree() / 2;
        for (i, (limb, plan)) in a.limbs_mut().zip(basis.plans()).enumerate() {
            limb.chunks_exact_mut(half).zip(by).for_each(|(half, residues)| f(plan, half, residues[i]));
        }
    }
}

impl PolyEngine for Cpu {
    fn add<F: Form>(basis: &RnsBasis, a: &mut Poly<F>, b: &Poly<F>) {
        Self::zip(basis, a, b, |plan, a, b| plan.kernel().add(plan.modulus(), a, b));
    }

    fn subtract<F: Form>(basis: &RnsBasis, a: &mut Poly<F>, b: &Poly<F>) {
        Self::zip(basis, a, b, |plan, a, b| plan.kernel().sub(plan.modulus(), a, b));
    }

    fn negate<F: Form>(basis: &RnsBasis, a: &mut Poly<F>) {
        a.limbs_mut().zip(basis.plans()).for_each(|(limb, plan)| plan.kernel().negate(plan.modulus(), limb));
    }

    fn scale<F: Form>(basis: &RnsBasis, a: &mut Poly<F>, scalar: &[u64]) {
        for ((limb, plan), &c) in a.limbs_mut().zip(basis.plans()).zip(scalar) {
            plan.kernel().scale(plan.modulus(), limb, c);
        }
    }

    fn scale_halves(basis: &RnsBasis, a: &mut Poly<Evaluation>, factors: Halves<'_>) {
        Self::halves(basis, a, factors, |plan, half, c| plan.kernel().scale(plan.modulus(), half, c));
    }

    fn add_to_halves(basis: &RnsBasis, a: &mut Poly<Evaluation>, summands: Halves<'_>) {
        Self::halves(basis, a, summands, |plan, half, c| plan.kernel().shift_reduce(plan.modulus(), half, c));
    }

    fn add_from_host<F: Form>(_: &RnsBasis, a: &mut Poly<F>, add: impl FnOnce(&mut Poly<F>)) {
        add(a);
    }

    fn zero_beside<F: Form, G: Form>(basis: &RnsBasis, level: usize, _: &Poly<G>) -> Poly<F> {
        Poly::zero(basis, level)
    }

    fn add_multiples<F: Form>(basis: &RnsBasis, sum: &mut Poly<F>, terms: &[(&[u64], &Poly<F>)]) {
        terms.iter().for_each(|(_, term)| sum.words_mut().combined_with(term.words()));
        let mut multiples = Vec::with_capacity(terms.len());
        for (i, (limb, plan)) in sum.limbs_mut().zip(basis.plans()).enumerate() {
            let m = plan.modulus();
            multiples.clear();
            multiples.extend(terms.iter().map(|(c, term)| (term.limb(i), c[i])));
            plan.kernel().linear_combination(m, limb, Some(1), &multiples, m.value(), &[]);
        }
    }

    fn forward(basis: &RnsBasis, a: Poly<Coefficient>) -> Poly<Evaluation> {
        a.into_evaluation_with(basis, |_, _, _| {})
    }

    fn inverse(basis: &RnsBasis, mut a: Poly<Evaluation>) -> Poly<Coefficient> {
        a.limbs_mut().zip(basis.plans()).for_each(|(limb, plan)| plan.inverse(limb));
        a.retag()
    }

    fn forward_copy(basis: &RnsBasis, a: &Poly<Coefficient>) -> Poly<Evaluation> {
        let mut values: Poly<Evaluation> = a.unspecified_like();
        for (i, (limb, plan)) in values.limbs_mut().zip(basis.plans()).enumerate() {
            plan.forward_into(a.limb(i), limb);
        }
        values
    }

    fn inverse_copy(basis: &RnsBasis, a: &Poly<Evaluation>) -> Poly<Coefficient> {
        a.limbs_to_coefficient(basis, 0..a.level())
    }

    fn multiply(basis: &RnsBasis, a: &mut Poly<Evaluation>, b: &Poly<Evaluation>) {
        a.words_mut().combined_with(b.words());
        for (i, (limb, plan)) in a.limbs_mut().zip(basis.plans()).enumerate() {
            plan.kernel().multiply(plan.modulus(), limb, b.limb(i));
        }
    }

    fn multiply_accumulate(basis: &RnsBasis, sum: &mut Poly<Evaluation>, factors: &[(&Poly<Evaluation>, &Poly<Evaluation>)]) {
        accumulate(basis, sum, factors, |_| {});
    }

    fn sum_of_products(basis: &RnsBasis, factors: &[(&Poly<Evaluation>, &Poly<Evaluation>)]) -> Poly<Evaluation> {
        let mut sum = factors[0].0.unspecified_like();
        accumulate(basis, &mut sum, factors, |sum| sum.fill(0));
        sum
    }
}

/// Adds the products to what `start` makes of each block of words.
fn accumulate(
    basis: &RnsBasis,
    sum: &mut Poly<Evaluation>,
    factors: &[(&Poly<Evaluation>, &Poly<Evaluation>)],
    start: impl Fn(&mut [u64]),
) {
    factors.iter().flat_map(|&(a, b)| [a, b]).for_each(|factor| sum.words_mut().combined_with(factor.words()));
    let mut pairs = Vec::with_capacity(factors.len());
    for (i, (limb, plan)) in sum.limbs_mut().zip(basis.plans()).enumerate() {
        for (block, sum) in limb.chunks_mut(BLOCK).enumerate() {
            let words = block * BLOCK..block * BLOCK + sum.len();
            pairs.clear();
            pairs.extend(factors.iter().map(|(a, b)| (&a.limb(i)[words.clone()], &b.limb(i)[words.clone()])));
            start(sum);
            plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
        }
    }
}

/// The values of `re + im·X^(N/2)` in the first half of the places, and in the second, by prime.
///
/// Place `j` has the value at `ψ^k` with `k = 2·r + 1`, for the number `r` of the reversed bits of
/// `j`: `k` is 1 modulo 4 in the first half, and 3 in the second.
fn halves(basis: &RnsBasis, level: usize, [re, im]: [&[u64]; 2]) -> [Vec<u64>; 2] {
    assert!(basis.degree() > 1, "X^(N/2) in a ring of degree 1");
    assert!(re.len().min(im.len()) >= level, "residues of {} and {} primes, of {level}", re.len(), im.len());
    let value = |i: usize, is_second: bool| {
        let plan = &basis.plans()[i];
        let m = plan.modulus();
        let imaginary = m.mul(im[i], m.pow(plan.root(), plan.size() as u64 / 2));
        if is_second { m.sub(re[i], imaginary) } else { m.add(re[i], imaginary) }
    };
    [false, true].map(|is_second| (0..level).map(|i| value(i, is_second)).collect())
}
