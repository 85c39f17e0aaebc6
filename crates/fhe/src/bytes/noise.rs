//! Predicted noise: every number of it as a double.

use super::BytesError;
use super::frame::Payload;
use crate::bgv::Noise;

/// Bytes of a noise.
pub(super) const NOISE: usize = Noise::NUMBERS * size_of::<f64>();

/// No number but minus infinity is further from zero: far beyond the noise that any modulus has room for.
pub(super) const LIMIT: u32 = 1 << 16;

/// The number as it is written: within [`LIMIT`], so that noise beyond it stays the worst there is. Zero has no sign, and what is no
/// number is the limit.
fn canonical(x: f64) -> f64 {
    let limit = f64::from(LIMIT);
    match x {
        f64::NEG_INFINITY => x,
        _ if x <= limit => x.max(-limit) + 0.0,
        _ => limit,
    }
}

pub(super) fn write_noise(noise: &Noise, out: &mut Vec<u8>) {
    noise.numbers().for_each(|x| out.extend_from_slice(&canonical(x).to_bits().to_le_bytes()));
}

pub(super) fn read_noise(level: usize, payload: &mut Payload<'_>) -> Result<Noise, BytesError> {
    let mut numbers = [0.0; Noise::NUMBERS];
    for (position, number) in numbers.iter_mut().enumerate() {
        let bits = u64::from_le_bytes(payload.array());
        *number = f64::from_bits(bits);
        if canonical(*number).to_bits() != bits {
            return Err(BytesError::Noise { bits, position, limit: LIMIT });
        }
    }
    Ok(Noise::from_numbers(level, numbers))
}
