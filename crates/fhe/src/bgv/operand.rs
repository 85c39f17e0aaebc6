//! The two forms of an operand.

use crate::switch::Switchable;
use papilio_ring::{Basis, Coefficient, Evaluation, Poly};
use std::borrow::Cow;

/// Forms of ciphertexts that are multiplied, which is done in evaluation form, and switched down, which is done in the other.
pub trait Operand: Switchable {
    /// In evaluation form.
    #[doc(hidden)]
    fn values<'a>(basis: &Basis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Evaluation>>;

    /// In coefficient form.
    #[doc(hidden)]
    fn coefficients<'a>(basis: &Basis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Coefficient>>;

    /// From coefficient form.
    #[doc(hidden)]
    fn from_coefficients(basis: &Basis, x: Poly<Coefficient>) -> Poly<Self>;

    /// From evaluation form.
    #[doc(hidden)]
    fn from_values(basis: &Basis, x: Poly<Evaluation>) -> Poly<Self>;
}

impl Operand for Coefficient {
    fn values<'a>(basis: &Basis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Evaluation>> {
        Cow::Owned(x.into_owned().into_evaluation(basis))
    }

    fn coefficients<'a>(_: &Basis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Coefficient>> {
        x
    }

    fn from_coefficients(_: &Basis, x: Poly<Coefficient>) -> Poly<Self> {
        x
    }

    fn from_values(basis: &Basis, x: Poly<Evaluation>) -> Poly<Self> {
        x.into_coefficient(basis)
    }
}

impl Operand for Evaluation {
    fn values<'a>(_: &Basis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Evaluation>> {
        x
    }

    fn coefficients<'a>(basis: &Basis, x: Cow<'a, Poly<Self>>) -> Cow<'a, Poly<Coefficient>> {
        Cow::Owned(x.into_owned().into_coefficient(basis))
    }

    fn from_coefficients(basis: &Basis, x: Poly<Coefficient>) -> Poly<Self> {
        x.into_evaluation(basis)
    }

    fn from_values(_: &Basis, x: Poly<Evaluation>) -> Poly<Self> {
        x
    }
}
