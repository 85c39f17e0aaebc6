//! Our side: a key and ciphertexts of a candidate.

use super::cases::Operation;
use super::residues::Residues;
use super::words::Words;
use crate::calls::Measured;
use crate::ckks::memory;
use papilio_fhe::Parameters;
use papilio_fhe::bivariate::Bivariate;
use papilio_fhe::frontend::Candidate;
use std::error::Error;

/// An operation with the key of a candidate.
#[derive(Debug)]
pub struct Own {
    candidate: Candidate,
    operation: Operation,
    /// The key and the operands.
    pub side: Side,
}

/// The side of each arithmetic.
#[derive(Debug)]
pub enum Side {
    /// In residues.
    Residues(Box<Residues>),
    /// In words.
    Words(Box<Words>),
}

/// A time, and whether the result has its message and the noise that is predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The time.
    pub measured: Measured,
    /// Most memory that the process had resident while calls were timed.
    pub peak_bytes: Option<u64>,
}

impl Own {
    /// The key of an operation and its operands.
    ///
    /// # Errors
    /// A candidate that is none.
    pub fn new(candidate: &Candidate, degree: usize, operation: Operation) -> Result<Self, Box<dyn Error>> {
        let side = match (candidate.ring_literal(degree), candidate.word_literal(degree)) {
            (Some(literal), _) => {
                let parameters = Parameters::new(literal)?;
                Side::Residues(Box::new(Residues::new(parameters, candidate.row_blocks(), (candidate, operation))?))
            }
            (_, Some(literal)) => Side::Words(Box::new(Words::new(Bivariate::new(&literal)?, (candidate, operation))?)),
            (None, None) => return Err(format!("no parameters of {}", candidate.frontend.name()).into()),
        };
        Ok(Self { candidate: candidate.clone(), operation, side })
    }

    /// The candidate.
    #[must_use]
    pub fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// The operation.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The kernel of transforms.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        match &self.side {
            Side::Residues(own) => own.kernel(),
            Side::Words(own) => own.kernel(),
        }
    }

    /// Bytes of a key as it is sent, masks by seed; none where keys have no bytes.
    #[must_use]
    pub fn key_bytes(&self) -> Option<usize> {
        match &self.side {
            Side::Residues(own) => own.key_bytes(),
            Side::Words(own) => Some(own.key_bytes()),
        }
    }

    /// Times the operation, whose first result is checked.
    ///
    /// # Errors
    /// None for these keys.
    pub fn measure(&self, samples: usize) -> Result<Outcome, Box<dyn Error>> {
        memory::forget_peak();
        let measured = match &self.side {
            Side::Residues(own) => own.measure(samples)?,
            Side::Words(own) => own.measure(samples)?,
        };
        Ok(Outcome { measured, peak_bytes: memory::peak() })
    }
}
