//! Division by the last primes of a basis, rounded.

use crate::engine::place::{Cpu, Place};
use crate::engine::resident::Resident;
use crate::level_pairs::LevelPairs;
use crate::rounded_quotient::RoundedQuotient;
use crate::{BasisConverter, Coefficient, Evaluation, Form, Poly, RnsBasis};
use papilio_field::Modulus;

/// The division of polynomials of one level by the product of their last primes, to the nearest
/// integers: one rounding for all primes.
#[derive(Clone, Debug)]
pub struct ModulusSwitch {
    from: usize,
    to: usize,
    /// None where a prime is too small for conversions: primes are divided away one after the
    /// other.
    tables: Option<Tables>,
    resident: Resident,
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
        Self { from, to, tables: able.then(tables), resident: Resident::default() }
    }

    /// The level of the quotients.
    #[must_use]
    pub fn level(&self) -> usize {
        self.to
    }

    /// The level that is divided, and that of the quotients.
    #[must_use]
    pub fn levels(&self) -> [usize; 2] {
        [self.from, self.to]
    }

    /// `⌊x/q⌉` for the product `q` of the primes that are divided away.
    ///
    /// # Panics
    /// If the polynomial is of another level or another basis.
    #[must_use]
    pub fn apply<E: ModulusSwitchEngine>(&self, basis: &RnsBasis, x: &Poly<Coefficient, E>) -> Poly<Coefficient, E> {
        self.check(basis, x);
        E::switch(self, basis, x)
    }

    /// [`Self::apply`] in place.
    ///
    /// # Panics
    /// If the polynomial is of another level or another basis.
    pub fn apply_assign<E: ModulusSwitchEngine>(&self, basis: &RnsBasis, x: &mut Poly<Coefficient, E>) {
        self.check(basis, x);
        E::switch_assign(self, basis, x);
    }

    /// [`Self::apply`] in evaluation form: only the limbs that are divided away are taken to
    /// coefficient form, and the remainder that is subtracted is taken back.
    ///
    /// # Panics
    /// If the polynomial is of another level or another basis.
    #[must_use]
    pub fn apply_values<E: ModulusSwitchEngine>(&self, basis: &RnsBasis, x: &Poly<Evaluation, E>) -> Poly<Evaluation, E> {
        self.check(basis, x);
        E::switch_values(self, basis, x)
    }

    fn check<S: Form, E: Place>(&self, basis: &RnsBasis, x: &Poly<S, E>) {
        assert_eq!(x.level(), self.from, "a polynomial of another level");
        assert_eq!(x.degree(), basis.degree(), "a polynomial of another degree");
    }

    /// The tables of quotients of coefficients, and of values, for engines; none where primes are
    /// divided away one after the other.
    #[must_use]
    pub fn tables(&self) -> Option<(&BasisConverter, &RoundedQuotient)> {
        self.tables.as_ref().map(|Tables { quotient, value_quotient }| (quotient, value_quotient))
    }

    /// The tables that engines made of these.
    #[must_use]
    pub fn resident(&self) -> &Resident {
        &self.resident
    }

    /// [`Self::apply`] on the CPU.
    pub(crate) fn quotient(&self, basis: &RnsBasis, x: &Poly<Coefficient>) -> Poly<Coefficient> {
        let Some(Tables { quotient, .. }) = &self.tables else {
            let mut quotient = x.clone();
            self.divide(basis, &mut quotient);
            return quotient;
        };
        let mut kept = x.range(0..self.to);
        quotient.apply(&x.residues()[self.to * basis.degree()..], kept.split_limbs_mut(0).1);
        kept
    }

    /// [`Self::apply_assign`] on the CPU.
    pub(crate) fn divide(&self, basis: &RnsBasis, x: &mut Poly<Coefficient>) {
        let Some(Tables { quotient, .. }) = &self.tables else {
            return (self.to..self.from).for_each(|_| x.mod_switch_to_next(basis));
        };
        let (kept, last) = x.split_limbs_mut(self.to);
        quotient.apply(last, kept);
        x.truncate(self.to);
    }

    /// [`Self::apply_values`] on the CPU.
    pub(crate) fn quotient_of_values(&self, basis: &RnsBasis, x: &Poly<Evaluation>) -> Poly<Evaluation> {
        let Some(Tables { value_quotient, .. }) = &self.tables else {
            let mut x = x.to_coefficient(basis);
            self.divide(basis, &mut x);
            return x.into_evaluation(basis);
        };
        let remainder = x.limbs_to_coefficient(basis, self.to..self.from);
        value_quotient.apply(basis, &remainder, |i| x.limb(i), None)
    }
}

/// The operations of [`ModulusSwitch`], of a polynomial of its level.
pub trait ModulusSwitchEngine: Place {
    /// [`ModulusSwitch::apply`]
    fn switch(by: &ModulusSwitch, basis: &RnsBasis, a: &Poly<Coefficient, Self>) -> Poly<Coefficient, Self>;

    /// [`ModulusSwitch::apply_assign`]
    fn switch_assign(by: &ModulusSwitch, basis: &RnsBasis, a: &mut Poly<Coefficient, Self>) {
        *a = Self::switch(by, basis, a);
    }

    /// [`ModulusSwitch::apply_values`]
    fn switch_values(by: &ModulusSwitch, basis: &RnsBasis, a: &Poly<Evaluation, Self>) -> Poly<Evaluation, Self>;
}

impl ModulusSwitchEngine for Cpu {
    fn switch(by: &ModulusSwitch, basis: &RnsBasis, a: &Poly<Coefficient>) -> Poly<Coefficient> {
        by.quotient(basis, a)
    }

    fn switch_assign(by: &ModulusSwitch, basis: &RnsBasis, a: &mut Poly<Coefficient>) {
        by.divide(basis, a);
    }

    fn switch_values(by: &ModulusSwitch, basis: &RnsBasis, a: &Poly<Evaluation>) -> Poly<Evaluation> {
        by.quotient_of_values(basis, a)
    }
}

/// The divisions of a basis between all levels, each made at its first use.
#[derive(Debug)]
pub struct ModulusSwitches(LevelPairs<ModulusSwitch>);

impl ModulusSwitches {
    /// The divisions of a basis of `limbs` primes.
    #[must_use]
    pub fn new(limbs: usize) -> Self {
        Self(LevelPairs::new(limbs))
    }

    /// The division that takes a level to a lower one.
    ///
    /// # Panics
    /// Unless `1 ≤ to ≤ from ≤` the primes of the basis.
    pub fn get(&self, basis: &RnsBasis, from: usize, to: usize) -> &ModulusSwitch {
        self.0.get(from, to, || ModulusSwitch::new(basis, from, to))
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
                (to..4).for_each(|_| turns.mod_switch_to_next(&basis));
                for (i, m) in basis.moduli(to).enumerate() {
                    let near = |(&a, &b): (&u64, &u64)| matches!(m.sub(m.add(a, 1), b), 0..=2);
                    assert!(owned.limb(i).iter().zip(turns.limb(i)).all(near), "{bits:?} to {to}, prime {i}");
                }
            }
        }
    }
}
