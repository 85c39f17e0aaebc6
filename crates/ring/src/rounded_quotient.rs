//! Quotients of polynomials in evaluation form by the product of some of their primes.

use crate::{BasisConverter, Coefficient, Evaluation, Poly, RnsBasis};
use papilio_field::Modulus;

/// The division of polynomials by the product `p` of some primes, to the nearest integers, modulo
/// other primes: `(x − r)/p` for the centered residue `r` of `x` modulo `p`.
///
/// Only `r` changes its form: it is taken to coefficients, lifted to the other primes and
/// transformed there.
#[derive(Clone, Debug)]
pub struct RoundedQuotient {
    /// From `r` to the primes that are kept.
    remainder: BasisConverter,
    /// `p^(−1)` modulo those.
    inverses: Vec<u64>,
}

impl RoundedQuotient {
    /// The division by the product of `gone`, modulo the primes `kept`.
    ///
    /// # Panics
    /// Where [`BasisConverter::extend`] does.
    pub(crate) fn new(gone: &[Modulus], kept: &[Modulus]) -> Self {
        let product = |m: &Modulus| gone.iter().fold(1, |product, q| m.mul(product, m.reduce(q.value())));
        let inverses = kept.iter().map(|m| m.inverse(product(m))).collect();
        Self { remainder: BasisConverter::extend(gone, kept), inverses }
    }

    /// From the centered residues modulo the primes that go to those modulo the primes that are
    /// kept, for engines.
    #[must_use]
    pub fn remainder(&self) -> &BasisConverter {
        &self.remainder
    }

    /// `p^(−1)` modulo each prime that is kept.
    #[must_use]
    pub fn inverses(&self) -> &[u64] {
        &self.inverses
    }

    /// The quotient, plus a polynomial of as many primes: `r` by its residues modulo the primes
    /// that go, `x` by those modulo the primes that are kept, the first ones of the basis.
    ///
    /// # Panics
    /// If the residues are of other primes or degrees.
    pub(crate) fn apply<'a>(
        &self,
        basis: &RnsBasis,
        r: &Poly<Coefficient>,
        x: impl Fn(usize) -> &'a [u64],
        plus: Option<&Poly<Evaluation>>,
    ) -> Poly<Evaluation> {
        self.quotient(basis, self.lift(r), x, plus)
    }

    /// `r` modulo the primes that are kept.
    ///
    /// # Panics
    /// If the residues are of other primes.
    pub(crate) fn lift(&self, r: &Poly<Coefficient>) -> Poly<Coefficient> {
        let mut lifted = r.unspecified_of(self.inverses.len());
        self.remainder.apply(r.residues(), lifted.split_limbs_mut(0).1);
        lifted
    }

    /// [`Self::apply`] for what [`Self::lift`] gave.
    pub(crate) fn quotient<'a>(
        &self,
        basis: &RnsBasis,
        lifted: Poly<Coefficient>,
        x: impl Fn(usize) -> &'a [u64],
        plus: Option<&Poly<Evaluation>>,
    ) -> Poly<Evaluation> {
        lifted.into_evaluation_with(basis, |i, plan, limb| {
            let (m, inverse) = (plan.modulus(), self.inverses[i]);
            let terms = [(x(i), inverse), (plus.map_or(&[][..], |plus| plus.limb(i)), 1)];
            let terms = &terms[..1 + usize::from(plus.is_some())];
            self.remainder.kernel().linear_combination(m, limb, Some(m.neg(inverse)), terms, m.value(), &[]);
        })
    }
}
