//! The two forms of an operand.

use papilio_ring::gadget::GadgetForm;
use papilio_ring::{Coefficient, Evaluation, ModulusSwitch, Poly, RnsBasis};
use std::borrow::Cow;

/// Forms of ciphertexts: both are multiplied, which is done in evaluation form, and switched to
/// smaller moduli.
pub trait Operand: GadgetForm {
    /// In evaluation form.
    #[doc(hidden)]
    fn values<'a>(basis: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Evaluation>>;

    /// In coefficient form.
    #[doc(hidden)]
    fn coefficients<'a>(basis: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Coefficient>>;

    /// Divided by the last primes.
    #[doc(hidden)]
    fn divided(basis: &RnsBasis, switch: &ModulusSwitch, x: &Poly<Self>) -> Poly<Self>;

    /// [`Self::divided`] in place.
    #[doc(hidden)]
    fn divide(basis: &RnsBasis, switch: &ModulusSwitch, x: &mut Poly<Self>) {
        *x = Self::divided(basis, switch, x);
    }

    /// From evaluation form.
    #[doc(hidden)]
    fn from_values(basis: &RnsBasis, x: Poly<Evaluation>) -> Poly<Self>;
}

impl Operand for Coefficient {
    fn values<'a>(basis: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Evaluation>> {
        Cow::Owned(x.into_owned().into_evaluation(basis))
    }

    fn coefficients<'a>(_: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Coefficient>> {
        x
    }

    fn divided(basis: &RnsBasis, switch: &ModulusSwitch, x: &Poly<Self>) -> Poly<Self> {
        switch.apply(basis, x)
    }

    fn divide(basis: &RnsBasis, switch: &ModulusSwitch, x: &mut Poly<Self>) {
        switch.apply_assign(basis, x);
    }

    fn from_values(basis: &RnsBasis, x: Poly<Evaluation>) -> Poly<Self> {
        x.into_coefficient(basis)
    }
}

impl Operand for Evaluation {
    fn values<'a>(_: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Evaluation>> {
        x
    }

    fn coefficients<'a>(basis: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Coefficient>> {
        Cow::Owned(x.into_owned().into_coefficient(basis))
    }

    fn divided(basis: &RnsBasis, switch: &ModulusSwitch, x: &Poly<Self>) -> Poly<Self> {
        switch.apply_values(basis, x)
    }

    fn from_values(_: &RnsBasis, x: Poly<Evaluation>) -> Poly<Self> {
        x
    }
}
