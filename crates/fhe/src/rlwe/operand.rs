//! The two forms of an operand.

use papilio_ring::gadget::GadgetForm;
use papilio_ring::{Coefficient, Evaluation, Poly, RnsBasis};
use std::borrow::Cow;

/// Forms of ciphertexts that are multiplied, which is done in evaluation form, and switched down, which is done in the other.
pub trait Operand: GadgetForm {
    /// In evaluation form.
    #[doc(hidden)]
    fn values<'a>(basis: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Evaluation>>;

    /// In coefficient form.
    #[doc(hidden)]
    fn coefficients<'a>(basis: &RnsBasis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Coefficient>>;

    /// From coefficient form.
    #[doc(hidden)]
    fn from_coefficients(basis: &RnsBasis, x: Poly<Coefficient>) -> Poly<Self>;

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

    fn from_coefficients(_: &RnsBasis, x: Poly<Coefficient>) -> Poly<Self> {
        x
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

    fn from_coefficients(basis: &RnsBasis, x: Poly<Coefficient>) -> Poly<Self> {
        x.into_evaluation(basis)
    }

    fn from_values(_: &RnsBasis, x: Poly<Evaluation>) -> Poly<Self> {
        x
    }
}
