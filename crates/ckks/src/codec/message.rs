//! The number of slots, the scale, the bound and the error of a message, beside its polynomial.

use crate::{Ckks, Scale};
use papilio_fhe::codec::BytesError;
use papilio_fhe::codec::pieces::Payload;
use papilio_fhe::noise::log2_sum;

/// Bytes of a message without its polynomial.
pub(super) const MESSAGE: usize = 4 + 4 * size_of::<f64>();

/// Bits by which the sums of logarithms may differ of two ways to the same message and modulus.
const SLACK: f64 = 1e-6;

/// Number of slots, scale, bound and error of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub(super) log_slots: u32,
    pub(super) scale: Scale,
    pub(super) log2_bound: f64,
    pub(super) log2_error: f64,
}

impl Message {
    /// # Panics
    /// For a message that does not fit so many primes: it could not be read.
    pub(super) fn write(self, ckks: &Ckks, limbs: usize, out: &mut Vec<u8>) {
        assert_eq!(self.check(ckks, limbs), Ok(()), "a message that could not be decrypted");
        out.extend_from_slice(&self.log_slots.to_le_bytes());
        let [high, low] = self.scale.to_parts();
        [high, low, self.log2_bound, self.log2_error].iter().for_each(|x| out.extend_from_slice(&x.to_bits().to_le_bytes()));
    }

    pub(super) fn read(ckks: &Ckks, limbs: usize, payload: &mut Payload<'_>) -> Result<Self, BytesError> {
        let log_slots = u32::from_le_bytes(payload.array());
        let [high, low, log2_bound, log2_error] = core::array::from_fn(|_| f64::from_bits(u64::from_le_bytes(payload.array())));
        let parts = [high.to_bits(), low.to_bits()];
        let scale = Scale::from_parts([high, low]).ok_or(BytesError::Scale { parts })?;
        let message = Self { log_slots, scale, log2_bound, log2_error };
        message.check(ckks, limbs)?;
        Ok(message)
    }

    fn check(&self, ckks: &Ckks, limbs: usize) -> Result<(), BytesError> {
        let Self { log_slots: found, scale, log2_bound, log2_error } = *self;
        if found > ckks.log_slots() {
            return Err(BytesError::Slots { found, most: ckks.log_slots() });
        }
        if let Some(no_bound) = [log2_bound, log2_error].into_iter().find(|bits| bits.is_nan() || *bits == f64::INFINITY) {
            return Err(BytesError::Bound { bits: no_bound.to_bits() });
        }
        let sum = log2_sum(log2_bound, log2_error);
        let bits = (sum + scale.log2()).to_bits();
        ckks.check_fits(sum - SLACK, scale, limbs).map_err(|_| BytesError::Message { bits, limbs })
    }
}
