//! Parameters as bytes: the literal.

use crate::{Decomposition, GatesError, Order, Parameters, ParametersLiteral, Precision};
use papilio_fhe::codec::pieces::{FRAME, Header, digest, seal};
use papilio_fhe::codec::{BytesError, Context, Kind};

impl Parameters {
    /// Number of bytes, of all parameters.
    pub const BYTES: usize = FRAME + BODY;
}

/// Bytes of three dimensions, two deviations, three decompositions of two numbers, and three flags.
const BODY: usize = 3 * 4 + 2 * 8 + 6 * 4 + 3;

impl Context for Parameters {
    fn digest(&self) -> u64 {
        Self::digest(self)
    }
}

impl Parameters {
    /// A number that tells parameters apart, the same everywhere: the first eight bytes of the
    /// BLAKE3 hash of the literal as [`Self::to_bytes`] writes it.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest(BODY, |out| self.write(out))
    }

    /// The literal as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        seal(Kind::GatesParameters, self.digest(), BODY, |out| self.write(out))
    }

    /// The parameters of these bytes, which are exactly those that [`Self::to_bytes`] gives. The
    /// writer's `insecure` travels along: whoever does not trust the writer refuses a
    /// [`Self::literal`] that has it.
    ///
    /// # Errors
    /// [`GatesError::Bytes`]; the errors of [`Self::new`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, GatesError> {
        let header = Header::open(Kind::GatesParameters, bytes)?;
        let found = header.digest();
        let mut payload = header.payload(BODY)?;
        let mut number = || u32::from_le_bytes(payload.array());
        let [lwe_dimension, glwe_dimension, log_degree] = core::array::from_fn(|_| number());
        let [mask, body, key_switch] = core::array::from_fn(|_| Decomposition::new(number(), number()));
        let [lwe_deviation, glwe_deviation] = core::array::from_fn(|_| f64::from_le_bytes(payload.array()));
        let [order, precision, insecure] = payload.array();
        let order = if flag(order)? { Order::BlindRotationFirst } else { Order::KeySwitchFirst };
        let precision = if flag(precision)? { Precision::Double } else { Precision::Fixed };
        let parameters = Self::new(ParametersLiteral {
            lwe_dimension,
            lwe_deviation,
            glwe_dimension,
            log_degree,
            glwe_deviation,
            mask,
            body,
            key_switch,
            order,
            precision,
            insecure: flag(insecure)?,
        })?;
        let expected = parameters.digest();
        if found == expected { Ok(parameters) } else { Err(BytesError::Parameters { found, expected }.into()) }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let literal = self.literal();
        let mut number = |x: u32| out.extend_from_slice(&x.to_le_bytes());
        [literal.lwe_dimension, literal.glwe_dimension, literal.log_degree].into_iter().for_each(&mut number);
        for Decomposition { levels, bits } in [literal.mask, literal.body, literal.key_switch] {
            [levels, bits].into_iter().for_each(&mut number);
        }
        for deviation in [literal.lwe_deviation, literal.glwe_deviation] {
            out.extend_from_slice(&deviation.to_le_bytes());
        }
        let flags = [literal.order == Order::BlindRotationFirst, literal.precision == Precision::Double, literal.insecure];
        out.extend(flags.map(u8::from));
    }
}

fn flag(found: u8) -> Result<bool, BytesError> {
    if found > 1 { Err(BytesError::Flag(found)) } else { Ok(found == 1) }
}
