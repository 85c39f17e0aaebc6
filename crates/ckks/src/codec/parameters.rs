//! Parameters: the literal, and the primes that were chosen for it.

use crate::{CkksError, Parameters, ParametersLiteral};
use papilio_fhe::codec::pieces::{FRAME, Header, digest, seal};
use papilio_fhe::codec::{BytesError, Kind};

/// Bytes of degree, scale, levels, base, flag and the two counts.
const HEADER: usize = 4 * 4 + 1 + 2 * 2;

impl Parameters {
    /// A number that tells parameters apart, the same everywhere: the first eight bytes of the
    /// BLAKE3 hash of literal and primes as [`Self::to_bytes`] writes them.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest(self.body_len(), |out| self.write(out))
    }

    /// The literal and its primes as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        seal(Kind::CkksParameters, self.digest(), self.body_len(), |out| self.write(out))
    }

    /// The parameters of these bytes, which are exactly those that [`Self::to_bytes`] gives. The
    /// writer's `insecure` travels along: whoever does not trust the writer refuses a
    /// [`Self::literal`] that has it.
    ///
    /// # Errors
    /// [`CkksError::Bytes`], `Parameters` when the digest is not that of the literal and the primes
    /// that this version chooses for it; the errors of [`Self::new`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CkksError> {
        let mut header = Header::open(Kind::CkksParameters, bytes)?;
        let found = header.digest();
        let (literal, primes) = read(&mut header)?;
        let mut payload = header.payload(4 * literal.log_p.len() + 8 * primes)?;
        let log_p = literal.log_p.iter().map(|_| number(payload.array())).collect();
        let primes: Vec<u64> = (0..primes).map(|_| u64::from_le_bytes(payload.array())).collect();
        let parameters = Self::new(ParametersLiteral { log_p, ..literal })?;
        let expected = parameters.digest();
        if found != expected || !parameters.primes().eq(primes) {
            return Err(BytesError::Parameters { found, expected }.into());
        }
        Ok(parameters)
    }

    /// All primes, the special ones last.
    fn primes(&self) -> impl Iterator<Item = u64> {
        let literal = self.ring().literal();
        literal.moduli.iter().chain(&literal.special).copied()
    }

    fn body_len(&self) -> usize {
        HEADER + 4 * self.literal().log_p.len() + 8 * self.primes().count()
    }

    /// Number of bytes.
    #[must_use]
    pub fn bytes_len(&self) -> usize {
        FRAME + self.body_len()
    }

    fn write(&self, out: &mut Vec<u8>) {
        let ParametersLiteral { log_degree, log_scale, levels, log_base, ref log_p, insecure } = *self.literal();
        // There are no more levels than primes.
        [log_degree, log_scale, levels as u32, log_base].iter().for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
        out.push(u8::from(insecure));
        [log_p.len(), self.primes().count()].iter().for_each(|&count| out.extend_from_slice(&(count as u16).to_le_bytes()));
        log_p.iter().for_each(|bits| out.extend_from_slice(&bits.to_le_bytes()));
        self.primes().for_each(|q| out.extend_from_slice(&q.to_le_bytes()));
    }
}

fn number(bytes: [u8; 4]) -> u32 {
    u32::from_le_bytes(bytes)
}

/// The header: a literal whose special primes have no sizes yet, and the number of primes.
fn read(header: &mut Header<'_>) -> Result<(ParametersLiteral, usize), BytesError> {
    let [log_degree, log_scale, levels, log_base] =
        [header.take()?, header.take()?, header.take()?, header.take()?].map(number);
    let [flag] = header.take()?;
    let [special, primes] = [header.take_limbs()?, header.take_limbs()?];
    if flag > 1 {
        return Err(BytesError::Flag(flag));
    }
    let (levels, log_p, insecure) = (levels as usize, vec![0; special], flag == 1);
    Ok((ParametersLiteral { log_degree, log_scale, levels, log_base, log_p, insecure }, primes))
}
