//! The server's tables of a design.

use super::over_field;
use crate::error::Error;
use papilio::field::FieldRing;
use papilio::hntt::over::bfv::Prepared;
use papilio::hntt::{self as native, Constants};
use papilio::ring::RnsBasis;

/// The error of a design that does not fit.
pub(crate) fn refused(reason: impl ToString) -> Error {
    Error::new("DesignError", reason)
}

/// A recipe's constants modulo every prime, and the primes.
pub(super) struct Tables {
    pub(super) prepared: Prepared,
    pub(super) basis: RnsBasis,
}

impl Tables {
    pub(super) fn new(design: &native::Design) -> Result<Self, Error> {
        let name = design.field.as_str();
        over_field!(name, F => {
            let t = FieldRing::<F>::new();
            let basis = design.check(&t).map_err(refused)?.basis().clone();
            let constants = Constants::<F>::new(&t, &design.recipe).ok_or_else(|| refused("the field has no such root of unity"))?;
            let prepared = Prepared::new(&design.recipe, &constants, &basis).map_err(refused)?;
            Ok(Self { prepared, basis })
        }, Err(refused(format!("it is for the unknown field {name:?}"))))
    }
}
