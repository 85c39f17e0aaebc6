//! Predicted noise: its numbers as doubles, and where it comes from.

use super::BytesError;
use super::frame::{Header, Payload};
use crate::noise::{Noise, Numbers, Sources};

/// Bytes of the flag and the number of sources, of a source, and of all numbers.
const ORIGIN: usize = 3;
const SOURCE: usize = size_of::<u32>();
const NUMBERS: usize = Numbers::COUNT * size_of::<f64>();

/// The number of sources of a ciphertext of unknown origin.
const ANY: u16 = u16::MAX;

/// No number but minus infinity is further from zero: far beyond the noise that any modulus has
/// room for.
pub(super) const LIMIT: u32 = 1 << 16;

/// The number as it is written: within [`LIMIT`], so that noise beyond it stays the worst there is.
/// Zero has no sign, and what is no number is the limit.
fn canonical(x: f64) -> f64 {
    let limit = f64::from(LIMIT);
    match x {
        f64::NEG_INFINITY => x,
        _ if x <= limit => x.max(-limit) + 0.0,
        _ => limit,
    }
}

/// Appends a number as it is written.
pub(crate) fn write_number(x: f64, out: &mut Vec<u8>) {
    out.extend_from_slice(&canonical(x).to_bits().to_le_bytes());
}

/// The number of a position.
pub(crate) fn read_number(position: usize, payload: &mut Payload<'_>) -> Result<f64, BytesError> {
    let bits = u64::from_le_bytes(payload.array());
    let number = f64::from_bits(bits);
    if canonical(number).to_bits() == bits { Ok(number) } else { Err(BytesError::Noise { bits, position, limit: LIMIT }) }
}

/// Bytes of a noise, in header and payload.
pub(super) fn noise_len(noise: &Noise) -> usize {
    ORIGIN + noise.sources().numbers().map_or(0, <[u32]>::len) * SOURCE + NUMBERS
}

/// Flags of a noise: an automorphism was applied; a plaintext was added; the mask may be spent.
const MOVED: u8 = 1;
const PLAIN: u8 = 2;
const SPENT: u8 = 4;

/// Appends what the header has of a noise: its flags, and the number of its sources.
pub(super) fn write_origin(noise: &Noise, out: &mut Vec<u8>) {
    let flags = [(noise.is_moved(), MOVED), (noise.has_plaintext(), PLAIN), (noise.is_spent(), SPENT)];
    out.push(flags.iter().filter(|flag| flag.0).map(|flag| flag.1).sum());
    let count = noise.sources().numbers().map_or(ANY, |numbers| numbers.len() as u16);
    out.extend_from_slice(&count.to_le_bytes());
}

/// Appends what the payload has of a noise: its sources, then its numbers.
pub(super) fn write_noise(noise: &Noise, out: &mut Vec<u8>) {
    noise.sources().numbers().unwrap_or(&[]).iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    noise.numbers().to_array().iter().for_each(|&x| write_number(x, out));
}

/// The part of a noise that the header holds.
pub(super) struct Origin {
    flags: u8,
    /// None for any.
    sources: Option<usize>,
}

impl Origin {
    pub(super) fn read(header: &mut Header<'_>) -> Result<Self, BytesError> {
        let [flags] = header.take()?;
        if flags & !(MOVED | PLAIN | SPENT) != 0 {
            return Err(BytesError::Flag(flags));
        }
        let sources = match u16::from_le_bytes(header.take()?) {
            ANY => None,
            count => Some(usize::from(count)),
        };
        if let Some(found) = sources.filter(|&count| count > Sources::MOST) {
            return Err(BytesError::Sources { found, most: Sources::MOST });
        }
        Ok(Self { flags, sources })
    }

    /// Bytes of the rest, in the payload.
    pub(super) fn payload_len(&self) -> usize {
        self.sources.unwrap_or(0) * SOURCE + NUMBERS
    }

    pub(super) fn noise(&self, level: usize, payload: &mut Payload<'_>) -> Result<Noise, BytesError> {
        let sources = match self.sources {
            None => Sources::any(),
            Some(count) => {
                let numbers = (0..count).map(|_| u32::from_le_bytes(payload.array())).collect();
                Sources::new(numbers).ok_or(BytesError::SourceOrder)?
            }
        };
        let mut numbers = [0.0; Numbers::COUNT];
        for (position, number) in numbers.iter_mut().enumerate() {
            *number = read_number(position, payload)?;
        }
        let flags = [MOVED, PLAIN, SPENT].map(|flag| self.flags & flag != 0);
        Ok(Noise::from_parts(level, Numbers::from_array(numbers), flags, sources))
    }
}
