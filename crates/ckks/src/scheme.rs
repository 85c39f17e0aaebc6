//! The scheme: parameters, encoder, and what is checked before an operation.

use crate::{CkksError, Encoder, Parameters, ParametersLiteral, Scale};
use papilio_fhe::rlwe::Rlwe;
use std::sync::Arc;

/// CKKS over fixed parameters.
///
/// It dereferences to the [`Rlwe`] that the keys are made for: `SecretKey::generate(&ckks, …)`.
#[derive(Clone, Debug)]
pub struct Ckks {
    rlwe: Rlwe,
    parameters: Parameters,
    encoder: Arc<Encoder>,
}

impl core::ops::Deref for Ckks {
    type Target = Rlwe;

    fn deref(&self) -> &Rlwe {
        &self.rlwe
    }
}

impl AsRef<Rlwe> for Ckks {
    fn as_ref(&self) -> &Rlwe {
        &self.rlwe
    }
}

impl Ckks {
    /// The scheme of these parameters.
    ///
    /// # Errors
    /// [`CkksError::Parameters`] for a degree that no parameters have.
    pub fn new(parameters: Parameters) -> Result<Self, CkksError> {
        let encoder = Arc::new(Encoder::new(parameters.ring().degree().ilog2())?);
        let rlwe = Rlwe::approximate(parameters.ring().clone());
        Ok(Self { rlwe, parameters, encoder })
    }

    /// The scheme of a literal.
    ///
    /// # Errors
    /// The errors of [`Parameters::new`].
    pub fn of(literal: ParametersLiteral) -> Result<Self, CkksError> {
        Self::new(Parameters::new(literal)?)
    }

    /// Ring, scale and levels.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The common part of all schemes.
    #[must_use]
    pub fn rlwe(&self) -> &Rlwe {
        &self.rlwe
    }

    /// The embedding of vectors.
    #[must_use]
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// Slots: `N/2`.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.parameters.slots()
    }

    /// `log2` of the number of slots.
    #[must_use]
    pub fn log_slots(&self) -> u32 {
        self.slots().ilog2()
    }

    /// Refuses scales beyond those that are written, and messages that do not fit a level with
    /// their scale.
    pub(crate) fn check_fits(&self, log2_bound: f64, scale: Scale, limbs: usize) -> Result<(), CkksError> {
        let found = scale.log2();
        if Scale::from_parts(scale.to_parts()).is_none() {
            return Err(CkksError::Scale { found });
        }
        let (bits, modulus_bits) = (log2_bound + scale.log2(), self.rlwe.model().log_modulus(limbs));
        // The noise is part of the message: half a bit of the interval is kept for it.
        if bits < modulus_bits - MARGIN { Ok(()) } else { Err(CkksError::Overflow { bits, modulus_bits }) }
    }
}

/// Bits of a modulus that messages leave free: one for the sign, and one for the noise.
const MARGIN: f64 = 2.0;
