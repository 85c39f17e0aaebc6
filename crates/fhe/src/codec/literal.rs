//! Parameters: their bytes, and the digest that all other bytes carry.

use super::frame::{FRAME, Header, Payload, digest, seal};
use super::{BytesError, Kind};
use crate::ParametersLiteral;
use papilio_ring::RnsBasis;

/// Bytes of the degree, the flag and the two counts.
const COUNTS: usize = 9;

impl ParametersLiteral {
    /// A number that tells parameters apart, the same everywhere: the first eight bytes of the
    /// BLAKE3 hash of degree, flag and primes as [`Self::to_bytes`] writes them.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest(self.body_len(), |out| self.write(out))
    }

    /// The literal as bytes, by its primes: bit lengths are not written, and
    /// [`crate::Parameters::literal`] has none.
    ///
    /// # Panics
    /// If one of the lists has more primes than [`RnsBasis::MAX_LIMBS`], as no
    /// [`crate::Parameters`] have.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let most = self.moduli.len().max(self.special.len());
        assert!(most <= RnsBasis::MAX_LIMBS, "{most} primes, of which a basis has at most {}", RnsBasis::MAX_LIMBS);
        seal(Kind::Parameters, self.digest(), self.body_len(), |out| self.write(out))
    }

    /// The literal of these bytes, as its writer wrote it: [`crate::Parameters::new`] says whether
    /// there are such parameters. The writer's `insecure` travels along: whoever does not trust the
    /// writer refuses a literal that has it.
    ///
    /// # Errors
    /// Any [`BytesError`] of frames; [`BytesError::Primes`]; [`BytesError::Flag`];
    /// [`BytesError::Parameters`] when the digest is not that of the literal.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut header = Header::open(Kind::Parameters, bytes)?;
        let log_degree = u32::from_le_bytes(header.take()?);
        let [flag] = header.take()?;
        let counts = [header.take_limbs()?, header.take_limbs()?];
        let digest = header.digest();
        let mut payload = header.payload(size_of::<u64>() * (counts[0] + counts[1]))?;
        if flag > 1 {
            return Err(BytesError::Flag(flag));
        }
        let [moduli, special] = counts.map(|count| primes(&mut payload, count));
        let literal = Self { log_degree, moduli, special, insecure: flag == 1, ..Self::default() };
        let expected = literal.digest();
        if digest == expected { Ok(literal) } else { Err(BytesError::Parameters { found: digest, expected }) }
    }

    /// Bytes without the frame.
    fn body_len(&self) -> usize {
        COUNTS + size_of::<u64>() * (self.moduli.len() + self.special.len())
    }

    /// Number of bytes.
    #[must_use]
    pub fn bytes_len(&self) -> usize {
        FRAME + self.body_len()
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.log_degree.to_le_bytes());
        out.push(u8::from(self.insecure));
        let counts = [&self.moduli, &self.special].map(|primes| primes.len() as u16);
        counts.into_iter().for_each(|count| out.extend_from_slice(&count.to_le_bytes()));
        self.moduli.iter().chain(&self.special).for_each(|q| out.extend_from_slice(&q.to_le_bytes()));
    }
}

fn primes(payload: &mut Payload<'_>, count: usize) -> Vec<u64> {
    (0..count).map(|_| u64::from_le_bytes(payload.array())).collect()
}
