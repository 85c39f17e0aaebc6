//! Parameters: their bytes, and the digest that all other bytes carry.

use crate::bivariate::{Bivariate, BivariateError, DigitWords, ParametersLiteral};
use crate::codec::pieces::{FRAME, Header, digest, seal};
use crate::codec::{BytesError, Context, Kind};
use crate::security;

/// The numbers of a literal, in their order.
const NUMBERS: usize = 4;
/// Bytes of the numbers and the flag.
const BODY: usize = NUMBERS * size_of::<u32>() + 1;

impl Context for Bivariate {
    fn digest(&self) -> u64 {
        self.literal().digest()
    }
}

impl ParametersLiteral {
    /// Number of bytes, of all literals.
    pub const BYTES: usize = FRAME + BODY;

    /// A number that tells parameters apart, the same everywhere: the first eight bytes of the
    /// BLAKE3 hash of the numbers and the flag as [`Self::to_bytes`] writes them.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest(BODY, |out| self.write(out))
    }

    /// The literal as bytes. Numbers of `2^32` and more, as no [`Bivariate`] has, are written as
    /// `2^32 − 1`.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        seal(Kind::BivariateParameters, self.digest(), BODY, |out| self.write(out))
    }

    /// The literal of these bytes; [`Bivariate::new`] says whether there are such parameters. One
    /// below 128-bit security is refused, whatever its writer allows.
    ///
    /// # Errors
    /// [`BivariateError::Bytes`], `Parameters` when the digest is not that of the literal;
    /// [`BivariateError::Degree`]; [`BivariateError::Security`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BivariateError> {
        let literal = Self::from_bytes_insecure(bytes)?;
        literal.check_security()?;
        Ok(literal)
    }

    /// [`Self::from_bytes`] that takes parameters below 128-bit security if their writer said
    /// `insecure`.
    ///
    /// # Errors
    /// The errors of [`Self::from_bytes`].
    pub fn from_bytes_insecure(bytes: &[u8]) -> Result<Self, BivariateError> {
        let header = Header::open(Kind::BivariateParameters, bytes)?;
        let found = header.digest();
        let mut payload = header.payload(BODY)?;
        let [degree, key_bits, operand, row] = [(); NUMBERS].map(|()| u32::from_le_bytes(payload.array()));
        let [flag] = payload.array();
        if flag > 1 {
            return Err(BytesError::Flag(flag).into());
        }
        let [degree, operand, row] = [degree, operand, row].map(|x| x as usize);
        let literal = Self { degree, key_bits, digit_words: DigitWords { operand, row }, insecure: flag == 1 };
        let expected = literal.digest();
        if found != expected {
            return Err(BytesError::Parameters { found, expected }.into());
        }
        Bivariate::check_ring(degree)?;
        if !literal.insecure {
            literal.check_security()?;
        }
        Ok(literal)
    }

    fn check_security(&self) -> Result<(), BivariateError> {
        let &Self { degree, key_bits, .. } = self;
        let limit = security::max_log_modulus(degree);
        if key_bits <= limit { Ok(()) } else { Err(BivariateError::Security { degree, key_bits, limit }) }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let DigitWords { operand, row } = self.digit_words;
        let [degree, operand, row] = [self.degree, operand, row].map(|x| u32::try_from(x).unwrap_or(u32::MAX));
        let numbers: [u32; NUMBERS] = [degree, self.key_bits, operand, row];
        numbers.iter().for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
        out.push(u8::from(self.insecure));
    }
}
