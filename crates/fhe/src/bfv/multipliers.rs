//! The tables of products, made as they are needed.

use crate::rlwe::FheError;
use papilio_ring::scaled_product::ScaledProduct;
use papilio_ring::{BasisConverter, RnsBasis, RnsBasisError};
use std::sync::OnceLock;

/// The tables for products, made at the first product of a level.
#[derive(Debug)]
pub(super) struct Multipliers {
    /// The primes of `B`, enough for the highest level.
    auxiliary: OnceLock<Result<RnsBasis, RnsBasisError>>,
    levels: Box<[OnceLock<Result<ScaledProduct, RnsBasisError>>]>,
}

impl Multipliers {
    pub(super) fn new(levels: usize) -> Self {
        Self { auxiliary: OnceLock::new(), levels: (0..levels).map(|_| OnceLock::new()).collect() }
    }

    pub(super) fn get(
        &self,
        basis: &RnsBasis,
        (t, log_plain): (&[u64], f64),
        level: usize,
    ) -> Result<&ScaledProduct, FheError> {
        let least = BasisConverter::MIN_SOURCE_BITS;
        if let Some(small) = basis.moduli(level).find(|m| m.bits() < least) {
            return Err(FheError::SmallPrime { prime: small.value(), least });
        }
        let auxiliary = || ScaledProduct::auxiliary(basis, log_plain);
        let multiplier = || {
            let auxiliary = self.auxiliary.get_or_init(auxiliary).as_ref().map_err(Clone::clone)?;
            ScaledProduct::new(basis, auxiliary, level, (t, log_plain))
        };
        self.levels[level - 1].get_or_init(multiplier).as_ref().map_err(|e| FheError::RnsBasis(e.clone()))
    }
}
