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

    /// The summand of the result, where sums of products can start from it.
    #[doc(hidden)]
    fn start(plus: Option<&Poly<Self>>) -> Option<&Poly<Evaluation>>;

    /// Brings a sum of products modulo a prime of `Q` to this form.
    #[doc(hidden)]
    fn finish(plan: &Plan, sum: &mut [u64]);

    /// `⌊x/P⌉`, plus the summand unless the sums started from it.
    #[doc(hidden)]
    fn quotient(gadget: &Gadget, x: Extended<Self>, plus: Option<&Poly<Self>>) -> Poly<Self>;
}

impl GadgetForm for Coefficient {
    fn forms<'a>(_: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a> {
        (Cow::Borrowed(c), None)
    }

    fn start(_: Option<&Poly<Self>>) -> Option<&Poly<Evaluation>> {
        None
    }

    fn finish(plan: &Plan, sum: &mut [u64]) {
        plan.inverse(sum);
    }

    fn quotient(gadget: &Gadget, x: Extended<Self>, plus: Option<&Poly<Self>>) -> Poly<Self> {
        let Extended { outer, mut inner } = x;
        let level = inner.level();
        let to = inner.split_limbs_mut(level).0;
        gadget.level(level).quotient.apply_plus(outer.residues(), to, plus.map(Poly::residues));
        inner
    }
}

impl GadgetForm for Evaluation {
    fn forms<'a>(basis: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a> {
        (Cow::Owned(c.to_coefficient(basis)), Some(c))
    }

    fn start(plus: Option<&Poly<Self>>) -> Option<&Poly<Evaluation>> {
        plus
    }

    fn finish(_: &Plan, _: &mut [u64]) {}

    /// The residue modulo `P` alone changes its form: it is lifted, transformed and subtracted.
    fn quotient(gadget: &Gadget, x: Extended<Self>, _: Option<&Poly<Self>>) -> Poly<Self> {
        let Extended { outer, mut inner } = x;
        let (level, moduli) = (inner.level(), &gadget.moduli);
        let mut lifted = Poly::<Coefficient>::unspecified(moduli, level);
        gadget.level(level).remainder.apply(outer.residues(), lifted.split_limbs_mut(level).0);
        inner.sub_assign(moduli, &lifted.into_evaluation(moduli));
        inner.scale_assign(moduli, &gadget.inverses);
        inner
    }
}
