//! Division by the last primes of a basis, rounded.

use crate::rounded_quotient::RoundedQuotient;
use crate::{BasisConverter, Coefficient, Evaluation, Poly, RnsBasis};
use papilio_field::Modulus;
use std::sync::OnceLock;

/// The division of polynomials of one level by the product of their last primes, to the nearest
/// integers: one rounding for all primes.
#[derive(Clone, Debug)]
pub struct ModulusSwitch {
    from: usize,
    to: usize,
    /// None where a prime is too small for conversions: primes are divided away one after the
    /// other.
    tables: Option<Tables>,
}

/// The tables of a division by all primes at once, by the product `q`.
#[derive(Clone, Debug)]
struct Tables {
    /// `⌊x/q⌉` modulo the primes that are kept.
    quotient: BasisConverter,
    /// The same in evaluation form.
    value_quotient: RoundedQuotient,
}

impl ModulusSwitch {
    /// The division from a level to a lower one.
    ///
    /// # Panics
    /// Unless `1 ≤ to ≤ from ≤` the primes of the basis.
    #[must_use]
    pub fn new(basis: &RnsBasis, from: usize, to: usize) -> Self {
        assert!((1..=from).contains(&to) && from <= basis.limbs(), "no switch from level {from} to level {to}");
        let primes: Vec<Modulus> = basis.moduli(from).copied().collect();
        let (kept, dropped) = primes.split_at(to);
        let able = to < from && dropped.iter().all(|q| q.bits() >= BasisConverter::MIN_SOURCE_BITS);
        let tables = || Tables {
            quotient: BasisConverter::scale_and_round(dropped, kept, |_| 1),
            value_quotient: RoundedQuotient::new(dropped, kept),
        };
        Self { from, to, tables: able.then(tables) }
    }

    /// The level of the quotients.
    #[must_use]
    pub fn level(&self) -> usize {
        self.to
    }

    /// `⌊x/q⌉` for the product `q` of the primes that are divided away.
    ///
    /// # Panics
    /// If the polynomial is of another level or another basis.
    #[must_use]
    pub fn apply(&self, basis: &RnsBasis, x: &Poly<Coefficient>) -> Poly<Coefficient> {
        assert_eq!(x.level(), self.from, "a polynomial of another level");
        let Some(Tables { quotient, .. }) = &self.tables else {
            let mut quotient = x.clone();
            self.apply_assign(basis, &mut quotient);
            return quotient;
        };
        let mut kept = x.range(0..self.to);
        quotient.apply(&x.residues()[self.to * basis.degree()..], kept.split_limbs_mut(0).1);
        kept
    }

    /// [`Self::apply`] in place.
    ///
    /// # Panics
    /// If the polynomial is of another level or another basis.
    pub fn apply_assign(&self, basis: &RnsBasis, x: &mut Poly<Coefficient>) {
        assert_eq!(x.level(), self.from, "a polynomial of another level");
        let Some(Tables { quotient, .. }) = &self.tables else {
            return (self.to..self.from).for_each(|_| x.switch_down(basis));
        };
        let (kept, last) = x.split_limbs_mut(self.to);
        quotient.apply(last, kept);
        x.truncate(self.to);
    }

    /// [`Self::apply`] in evaluation form: only the limbs that are divided away are taken to
    /// coefficient form, and the remainder that is subtracted is taken back.
    ///
    /// # Panics
    /// If the polynomial is of another level or another basis.
    #[must_use]
    pub fn apply_values(&self, basis: &RnsBasis, x: &Poly<Evaluation>) -> Poly<Evaluation> {
        assert_eq!(x.level(), self.from, "a polynomial of another level");
        let Some(Tables { value_quotient, .. }) = &self.tables else {
            let mut x = x.to_coefficient(basis);
            self.apply_assign(basis, &mut x);
            return x.into_evaluation(basis);
        };
        let remainder = x.limbs_to_coefficient(basis, self.to..self.from);
        value_quotient.apply(basis, &remainder, |i| x.limb(i), None)
    }
}

/// The divisions of a basis between all levels, each made at its first use.
#[derive(Debug)]
pub struct ModulusSwitches {
    levels: usize,
    /// From level `l` to level `k` at `l·levels + k`.
    tables: Box<[OnceLock<ModulusSwitch>]>,
}

impl ModulusSwitches {
    /// The divisions of a basis of `limbs` primes.
    #[must_use]
    pub fn new(limbs: usize) -> Self {
        let levels = limbs + 1;
        Self { levels, tables: (0..levels * levels).map(|_| OnceLock::new()).collect() }
    }

    /// The division that takes a level to a lower one.
    ///
    /// # Panics
    /// Unless `1 ≤ to ≤ from ≤` the primes of the basis.
    pub fn get(&self, basis: &RnsBasis, from: usize, to: usize) -> &ModulusSwitch {
        assert!(to < self.levels && from < self.levels, "no switch from level {from} to level {to}");
        self.tables[from * self.levels + to].get_or_init(|| ModulusSwitch::new(basis, from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A polynomial over the integers divided by each prime in turn differs from the quotient by
    /// the product by less than one.
    #[test]
    fn quotients_by_several_primes_are_those_by_one_after_the_other() {
        for bits in [&[50, 50, 40, 30][..], &[60, 30, 30, 45], &[30, 20, 25, 40]] {
            let n = 1 << 10;
            let moduli = RnsBasis::choose_moduli(n, bits, 0).expect("primes");
            let basis = RnsBasis::new(n, &moduli).expect("a basis");
            let mut x = Poly::<Coefficient>::zero(&basis, 4);
            for (i, limb) in x.limbs_mut().enumerate() {
                let q = moduli[i];
                limb.iter_mut().enumerate().for_each(|(j, x)| *x = (j as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % q);
            }
            for to in 1..=4 {
                let switch = ModulusSwitch::new(&basis, 4, to);
                let (mut owned, quotient) = (x.clone(), switch.apply(&basis, &x));
                switch.apply_assign(&basis, &mut owned);
                assert_eq!((owned.level(), switch.level()), (to, to));
                assert!(owned == quotient, "{bits:?} to {to}");
                let values = switch.apply_values(&basis, &x.clone().into_evaluation(&basis));
                assert!(values.into_coefficient(&basis) == owned, "{bits:?} to {to} in evaluation form");
                let mut turns = x.clone();
                (to..4).for_each(|_| turns.switch_down(&basis));
                for (i, m) in basis.moduli(to).enumerate() {
                    let near = |(&a, &b): (&u64, &u64)| matches!(m.sub(m.add(a, 1), b), 0..=2);
                    assert!(owned.limb(i).iter().zip(turns.limb(i)).all(near), "{bits:?} to {to}, prime {i}");
                }
            }
        }
    }
}
