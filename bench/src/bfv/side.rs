//! Our side of a set over either kind of plaintexts. Every instance of the operations is made here:
//! programs and tests have none of their own.

use super::cases::Operation;
use super::own::Own;
use super::sets::Set;
use crate::calls::Measured;
use papilio_fhe::Parameters;
use papilio_fhe::bfv::FheError;
use papilio_field::fields::P32;
use papilio_field::{FieldRing, PlaintextModulus, ResidueRing};

/// Keys and messages of a set.
#[derive(Debug)]
pub struct Side(Over);

#[derive(Debug)]
enum Over {
    Field(Box<Own<P32>>),
    Integers(Box<Own<u64>>),
}

impl Side {
    /// Keys and ciphertexts of a set, for plaintexts of the field P32 or else modulo a number.
    ///
    /// # Errors
    /// In words: a plaintext modulus without slots, or a mistake in the table of sets.
    pub fn new(set: &Set, modulus: Option<PlaintextModulus>) -> Result<Self, String> {
        Ok(Self(match modulus {
            None => Over::Field(Box::new(Own::new(set, &FieldRing::new())?)),
            Some(t) => Over::Integers(Box::new(Own::new(set, &t)?)),
        }))
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        match &self.0 {
            Over::Field(own) => own.bfv.parameters(),
            Over::Integers(own) => own.bfv.parameters(),
        }
    }

    /// The plaintext modulus.
    #[must_use]
    pub fn plain_modulus(&self) -> u64 {
        match &self.0 {
            Over::Field(own) => own.bfv.plaintext_modulus().modulus()[0],
            Over::Integers(own) => own.bfv.plaintext_modulus().modulus()[0],
        }
    }

    /// Checks an operation, and times it.
    ///
    /// # Errors
    /// When the scheme refuses the operation, which is a mistake in the table of cases.
    ///
    /// # Panics
    /// For an operation that is not in the table.
    pub fn measure(&self, operation: &Operation, samples: usize) -> Result<Measured, FheError> {
        match &self.0 {
            Over::Field(own) => operation.own()(own, samples),
            Over::Integers(own) => operation.own()(own, samples),
        }
    }
}
