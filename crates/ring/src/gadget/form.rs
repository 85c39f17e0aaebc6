//! Forms of the polynomials that are cut, and of the products.

use super::{Extended, Gadget};
use crate::{Coefficient, Evaluation, Poly, RnsBasis};
use papilio_ntt::Plan;
use std::borrow::Cow;

/// The same polynomial in the form that is cut, and in the other one if it is at hand.
type Forms<'a> = (Cow<'a, Poly<Coefficient>>, Option<&'a Poly<Evaluation>>);

/// Forms in which ciphertexts are switched: both, for about as many transforms.
pub trait GadgetForm: crate::AutomorphismForm + Clone {
    /// A polynomial over the primes of `Q`, to be cut.
    #[doc(hidden)]
    fn forms<'a>(basis: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a>;

    /// Brings a sum of products modulo a prime of `Q` to this form.
    #[doc(hidden)]
    fn finish(plan: &Plan, sum: &mut [u64]);

    /// Brings coefficients modulo a prime of `Q` to this form.
    #[doc(hidden)]
    fn of_coefficients(plan: &Plan, sum: &mut [u64]);

    /// `⌊x/P⌉`, plus the summand.
    #[doc(hidden)]
    fn quotient(gadget: &Gadget, x: Extended<Self>, plus: Option<&Poly<Self>>) -> Poly<Self>;

    /// Coefficients plus the summand.
    #[doc(hidden)]
    fn sum(gadget: &Gadget, x: Poly<Coefficient>, plus: Option<&Poly<Self>>) -> Poly<Self>;
}

impl GadgetForm for Coefficient {
    fn forms<'a>(_: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a> {
        (Cow::Borrowed(c), None)
    }

    fn finish(plan: &Plan, sum: &mut [u64]) {
        plan.inverse(sum);
    }

    fn of_coefficients(_: &Plan, _: &mut [u64]) {}

    fn quotient(gadget: &Gadget, x: Extended<Self>, plus: Option<&Poly<Self>>) -> Poly<Self> {
        let Extended { outer, mut inner } = x;
        let level = inner.level();
        let to = inner.split_limbs_mut(level).0;
        gadget.level(level).quotient.apply_plus(outer.residues(), to, plus.map(Poly::residues));
        inner
    }

    fn sum(gadget: &Gadget, mut x: Poly<Coefficient>, plus: Option<&Poly<Self>>) -> Poly<Self> {
        plus.into_iter().for_each(|plus| x.add_assign(&gadget.moduli, plus));
        x
    }
}

impl GadgetForm for Evaluation {
    fn forms<'a>(basis: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a> {
        (Cow::Owned(c.to_coefficient(basis)), Some(c))
    }

    fn finish(_: &Plan, _: &mut [u64]) {}

    fn of_coefficients(plan: &Plan, sum: &mut [u64]) {
        plan.forward(sum);
    }

    fn quotient(gadget: &Gadget, x: Extended<Self>, plus: Option<&Poly<Self>>) -> Poly<Self> {
        let Extended { outer, inner } = x;
        gadget.level(inner.level()).value_quotient.apply(&gadget.moduli, &outer, |i| inner.limb(i), plus)
    }

    fn sum(gadget: &Gadget, x: Poly<Coefficient>, plus: Option<&Poly<Self>>) -> Poly<Self> {
        let mut x = x.into_evaluation(&gadget.moduli);
        plus.into_iter().for_each(|plus| x.add_assign(&gadget.moduli, plus));
        x
    }
}
