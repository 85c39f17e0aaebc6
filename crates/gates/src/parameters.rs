//! Parameters.

use crate::{Decomposition, security};
use core::fmt;
use papilio_ntt::complex::Torus;

/// Dimensions, decompositions and deviations, as a caller states them; [`Parameters::new`] checks
/// them.
///
/// Secrets are uniform binary. Deviations are those of normal errors on the torus, of circumference
/// 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParametersLiteral {
    /// Dimension `n` of LWE: steps of a blind rotation.
    pub lwe_dimension: u32,
    /// Deviation of errors of LWE.
    pub lwe_deviation: f64,
    /// Dimension `k` of GLWE: polynomials in a mask.
    pub glwe_dimension: u32,
    /// `log2` of the degree `N` of polynomials.
    pub log_degree: u32,
    /// Deviation of errors of GLWE.
    pub glwe_deviation: f64,
    /// Decomposition of masks in a blind rotation.
    pub mask: Decomposition,
    /// Decomposition of bodies in a blind rotation, which may be coarser than that of masks: what
    /// it leaves out is not multiplied with the secret.
    pub body: Decomposition,
    /// Decomposition of masks in a key switch.
    pub key_switch: Decomposition,
    /// The first step of a gate.
    pub order: Order,
    /// How prepared bootstrapping keys are kept.
    pub precision: Precision,
    /// Says that less than 128 bits of security are wanted.
    pub insecure: bool,
}

/// The first step of a gate, and the key that ciphertexts are under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// A gate switches the key, then rotates: ciphertexts are under the key of GLWE and have `k·N +
    /// 1` words.
    KeySwitchFirst,
    /// A gate rotates, then switches the key: ciphertexts are under the key of LWE and have `n + 1`
    /// words.
    BlindRotationFirst,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KeySwitchFirst => "key switch first",
            Self::BlindRotationFirst => "blind rotation first",
        })
    }
}

/// How prepared bootstrapping keys are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// Integers of 32 bits: half the bytes, and an error that [`crate::Noise`] has.
    Fixed,
    /// Doubles.
    Double,
}

impl Precision {
    /// Bytes of a number.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::Fixed => size_of::<i32>(),
            Self::Double => size_of::<f64>(),
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed => "32-bit integers",
            Self::Double => "doubles",
        })
    }
}

/// Why parameters are refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParametersError {
    /// A number is out of range.
    #[error("{name} is {value}: it is from {least} to {greatest}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// The given number.
        value: f64,
        /// The least that is allowed.
        least: f64,
        /// The greatest that is allowed.
        greatest: f64,
    },
    /// The digits have more bits than a number.
    #[error("{levels} digits of {bits} bits for {name}: there are {most} bits")]
    Digits {
        /// The parameter.
        name: &'static str,
        /// Digits.
        levels: u32,
        /// Bits of each.
        bits: u32,
        /// The bits that there are.
        most: u32,
    },
    /// The security is too low.
    #[error(
        "dimension {dimension} with errors of 2^{log2_deviation:.2} has about {bits} bits of security, below {least}: \
         say `insecure` to have it nevertheless"
    )]
    Security {
        /// Dimension of LWE, or of GLWE times its degree.
        dimension: usize,
        /// `log2` of the deviation.
        log2_deviation: f64,
        /// The estimate.
        bits: u32,
        /// The security that is asked.
        least: u32,
    },
}

/// Security that is asked of parameters that do not say `insecure`.
pub const SECURITY: u32 = 128;

/// The deviation, in words of 16 bits, from which on key switching keys are kept in such words.
const LEAST_NARROW: f64 = 3.19;
/// Bits of such words.
const NARROW_BITS: u32 = 16;

/// Validated parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    literal: ParametersLiteral,
}

impl Parameters {
    /// Checks a literal.
    ///
    /// # Errors
    /// [`ParametersError`], which names the number and the limit.
    pub fn new(literal: ParametersLiteral) -> Result<Self, ParametersError> {
        let ParametersLiteral { mask, body, key_switch, .. } = literal;
        range("the dimension of LWE", f64::from(literal.lwe_dimension), 1.0, 4096.0)?;
        range("the dimension of GLWE", f64::from(literal.glwe_dimension), 1.0, 8.0)?;
        range("log2 of the degree", f64::from(literal.log_degree), 4.0, 12.0)?;
        deviation("log2 of the deviation of LWE", literal.lwe_deviation)?;
        deviation("log2 of the deviation of GLWE", literal.glwe_deviation)?;
        digits("masks", mask, 20, 32)?;
        digits("bodies", body, 20, 32)?;
        let parameters = Self { literal };
        digits("key switches", key_switch, 8, parameters.key_switch_word_bits())?;
        let short = parameters.weakest();
        if short.2 < SECURITY && !literal.insecure {
            let (dimension, deviation, bits) = short;
            return Err(ParametersError::Security { dimension, log2_deviation: deviation.log2(), bits, least: SECURITY });
        }
        Ok(parameters)
    }

    /// The literal.
    #[must_use]
    pub fn literal(&self) -> &ParametersLiteral {
        &self.literal
    }

    /// Degree `N` of polynomials.
    #[must_use]
    pub fn degree(&self) -> usize {
        1 << self.literal.log_degree
    }

    /// Dimension `n` of LWE.
    #[must_use]
    pub fn lwe_dimension(&self) -> usize {
        self.literal.lwe_dimension as usize
    }

    /// Dimension `k` of GLWE.
    #[must_use]
    pub fn glwe_dimension(&self) -> usize {
        self.literal.glwe_dimension as usize
    }

    /// Dimension `k·N` of what is extracted from GLWE.
    #[must_use]
    pub fn extracted_dimension(&self) -> usize {
        self.glwe_dimension() * self.degree()
    }

    /// Dimension of ciphertexts: `k·N` or `n`, by the order.
    #[must_use]
    pub fn dimension(&self) -> usize {
        match self.literal.order {
            Order::KeySwitchFirst => self.extracted_dimension(),
            Order::BlindRotationFirst => self.lwe_dimension(),
        }
    }

    /// Deviation of fresh ciphertexts.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        match self.literal.order {
            Order::KeySwitchFirst => self.literal.glwe_deviation,
            Order::BlindRotationFirst => self.literal.lwe_deviation,
        }
    }

    /// Rows of a half or full TRGSW: digits of masks and bodies.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.glwe_dimension() * self.literal.mask.levels as usize + self.literal.body.levels as usize
    }

    /// Columns of a TRGSW: polynomials of a GLWE.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.glwe_dimension() + 1
    }

    /// Rows of a key switching key.
    #[must_use]
    pub fn key_switch_rows(&self) -> usize {
        self.extracted_dimension() * self.literal.key_switch.levels as usize
    }

    /// Bits of the words of a key switching key: 16 where errors are large enough for them, because
    /// what it gives is rounded to `log2 2N` bits, and its bytes are half the time of a key switch.
    #[must_use]
    pub fn key_switch_word_bits(&self) -> u32 {
        let narrow = self.literal.lwe_deviation * f64::from(NARROW_BITS).exp2() >= LEAST_NARROW;
        if narrow && self.literal.key_switch.precision() <= NARROW_BITS { NARROW_BITS } else { u32::BITS }
    }

    /// An estimate of the security in bits, rounded down; see [`security`].
    #[must_use]
    pub fn security_bits(&self) -> u32 {
        self.weakest().2
    }

    /// Dimension, deviation and security of the weaker of LWE and GLWE.
    fn weakest(&self) -> (usize, f64, u32) {
        let of = |dimension, deviation| (dimension, deviation, security::bits(dimension, deviation));
        let lwe = of(self.lwe_dimension(), self.literal.lwe_deviation);
        let glwe = of(self.extracted_dimension(), self.literal.glwe_deviation);
        if lwe.2 <= glwe.2 { lwe } else { glwe }
    }

    /// Bytes of a prepared bootstrapping key.
    #[must_use]
    pub fn prepared_bootstrapping_bytes(&self) -> usize {
        self.lwe_dimension() * self.rows() * self.columns() * self.degree() * self.literal.precision.bytes()
    }

    /// Bytes of a prepared key switching key, whose rows are filled up to whole tiles.
    #[must_use]
    pub fn prepared_key_switch_bytes(&self) -> usize {
        self.key_switch_rows() * (self.lwe_dimension() + 1).next_multiple_of(Torus::TILE) * self.key_switch_word_bits() as usize
            / 8
    }
}

fn range(name: &'static str, value: f64, least: f64, greatest: f64) -> Result<(), ParametersError> {
    if (least..=greatest).contains(&value) { Ok(()) } else { Err(ParametersError::Range { name, value, least, greatest }) }
}

/// An error of four words of the torus at least, and not above what is sampled.
fn deviation(name: &'static str, deviation: f64) -> Result<(), ParametersError> {
    const LOG2: [f64; 2] = [-30.0, -10.0];
    let [least, greatest] = LOG2;
    if (least.exp2()..=greatest.exp2()).contains(&deviation) {
        Ok(())
    } else {
        Err(ParametersError::Range { name, value: deviation.log2(), least, greatest })
    }
}

fn digits(name: &'static str, decomposition: Decomposition, most_bits: u32, most: u32) -> Result<(), ParametersError> {
    let Decomposition { levels, bits } = decomposition;
    let [of_levels, of_bits] = of_digits(name);
    range(of_levels, f64::from(levels), 1.0, f64::from(most))?;
    range(of_bits, f64::from(bits), 1.0, f64::from(most_bits))?;
    if decomposition.precision() <= most { Ok(()) } else { Err(ParametersError::Digits { name, levels, bits, most }) }
}

/// Names of the numbers of a decomposition.
fn of_digits(name: &str) -> [&'static str; 2] {
    match name {
        "masks" => ["the number of digits of masks", "the bits of a digit of masks"],
        "bodies" => ["the number of digits of bodies", "the bits of a digit of bodies"],
        _ => ["the number of digits of key switches", "the bits of a digit of key switches"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors of 3.19 words of 16 bits, as the standard has them for RLWE, are the least in these.
    #[test]
    fn words_of_key_switching_keys() {
        let bits = |words: f64, key_switch| {
            let literal = *Parameters::tfhe_lib().literal();
            let literal = ParametersLiteral { lwe_deviation: words / 65536.0, key_switch, ..literal };
            Parameters::new(literal).expect("parameters").key_switch_word_bits()
        };
        let key_switch = Decomposition::new(8, 2);
        assert_eq!([bits(3.189, key_switch), bits(3.191, key_switch), bits(60.0, key_switch)], [32, 16, 16]);
        // Digits beyond 16 bits need more.
        assert_eq!(bits(60.0, Decomposition::new(9, 2)), 32);
    }
}
