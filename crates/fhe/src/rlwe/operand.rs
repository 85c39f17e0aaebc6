//! The two forms of an operand.

use papilio_ring::gadget::GadgetForm;
use papilio_ring::{Coefficient, Engine, Evaluation, ModulusSwitch, Poly, RnsBasis};
use std::borrow::Cow;

/// Forms of ciphertexts: both are multiplied, which is done in evaluation form, and switched to
/// smaller moduli.
pub trait Operand: GadgetForm {
    /// In evaluation form.
    #[doc(hidden)]
    fn values<'a, E: Engine>(basis: &RnsBasis, x: Cow<'a, Poly<Self, E>>) -> Cow<'a, Poly<Evaluation, E>>;

    /// In coefficient form.
    #[doc(hidden)]
    fn coefficients<'a, E: Engine>(basis: &RnsBasis, x: Cow<'a, Poly<Self, E>>) -> Cow<'a, Poly<Coefficient, E>>;

    /// Divided by the last primes.
    #[doc(hidden)]
    fn divided<E: Engine>(basis: &RnsBasis, switch: &ModulusSwitch, x: &Poly<Self, E>) -> Poly<Self, E>;

    /// [`Self::divided`] in place.
    #[doc(hidden)]
    fn divide<E: Engine>(basis: &RnsBasis, switch: &ModulusSwitch, x: &mut Poly<Self, E>) {
        *x = Self::divided(basis, switch, x);
    }

    /// From evaluation form.
    #[doc(hidden)]
    fn from_values<E: Engine>(basis: &RnsBasis, x: Poly<Evaluation, E>) -> Poly<Self, E>;
}

impl Operand for Coefficient {
    fn values<'a, E: Engine>(basis: &RnsBasis, x: Cow<'a, Poly<Self, E>>) -> Cow<'a, Poly<Evaluation, E>> {
        Cow::Owned(x.into_owned().into_evaluation(basis))
    }

    fn coefficients<'a, E: Engine>(_: &RnsBasis, x: Cow<'a, Poly<Self, E>>) -> Cow<'a, Poly<Coefficient, E>> {
        x
    }

    fn divided<E: Engine>(basis: &RnsBasis, switch: &ModulusSwitch, x: &Poly<Self, E>) -> Poly<Self, E> {
        switch.apply(basis, x)
    }

    fn divide<E: Engine>(basis: &RnsBasis, switch: &ModulusSwitch, x: &mut Poly<Self, E>) {
        switch.apply_assign(basis, x);
    }

    fn from_values<E: Engine>(basis: &RnsBasis, x: Poly<Evaluation, E>) -> Poly<Self, E> {
        x.into_coefficient(basis)
    }
}

impl Operand for Evaluation {
    fn values<'a, E: Engine>(_: &RnsBasis, x: Cow<'a, Poly<Self, E>>) -> Cow<'a, Poly<Evaluation, E>> {
        x
    }

    fn coefficients<'a, E: Engine>(basis: &RnsBasis, x: Cow<'a, Poly<Self, E>>) -> Cow<'a, Poly<Coefficient, E>> {
        Cow::Owned(x.into_owned().into_coefficient(basis))
    }

    fn divided<E: Engine>(basis: &RnsBasis, switch: &ModulusSwitch, x: &Poly<Self, E>) -> Poly<Self, E> {
        switch.apply_values(basis, x)
    }

    fn from_values<E: Engine>(_: &RnsBasis, x: Poly<Evaluation, E>) -> Poly<Self, E> {
        x
    }
}
