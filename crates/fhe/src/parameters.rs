//! Ring parameters: literal, then validated.

use crate::security::{self, degree_refused};
use papilio_ring::gadget::Gadget;
use papilio_ring::{BasisConverter, RnsBasis, RnsBasisError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Ring parameters as a caller writes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ParametersLiteral {
    /// `log2` of the ring degree `N`, 10 to 16.
    pub log_degree: u32,
    /// The primes of `Q`; the last is divided away first.
    pub moduli: Vec<u64>,
    /// The primes of `P`, which key switching divides away again: none for schemes without it. A
    /// digit of key switching holds as many primes of `Q` as there are here, and its noise is small
    /// when their product is at least that of any digit.
    pub special: Vec<u64>,
    /// Accept less than 128 bits of security.
    pub insecure: bool,
    /// Bit lengths instead of [`Self::moduli`]: the greatest primes of each length are taken, and
    /// [`Parameters::literal`] has them.
    #[serde(skip)]
    pub log_q: Vec<u32>,
    /// Bit lengths instead of [`Self::special`].
    #[serde(skip)]
    pub log_p: Vec<u32>,
}

/// Why parameters are refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParametersError {
    /// The degree is out of range.
    #[error("{}", degree_refused(*.0, &Parameters::LOG_DEGREES))]
    Degree(u32),
    /// The modulus is too large for the degree.
    #[error(
        "a modulus of {log_modulus:.1} bits, special primes included, at ring degree {degree} is below 128-bit security (at most {max} bits); say `insecure` to accept it"
    )]
    Insecure {
        /// `N`.
        degree: usize,
        /// `log2 PQ`.
        log_modulus: f64,
        /// The greatest `log2 PQ` at 128 bits.
        max: u32,
    },
    /// Primes and their bit lengths are both given.
    #[error("{primes} primes and {sizes} bit lengths are given: either say the primes or how many bits they have")]
    Twice {
        /// Primes.
        primes: usize,
        /// Bit lengths.
        sizes: usize,
    },
    /// A prime is too small for key switching.
    #[error("the prime {prime} has fewer than {least} bits, the least that keys can be switched with")]
    Small {
        /// The prime.
        prime: u64,
        /// The least bit length.
        least: u32,
    },
    /// The primes do not form a basis.
    #[error(transparent)]
    RnsBasis(#[from] RnsBasisError),
}

/// Validated ring parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    literal: ParametersLiteral,
    basis: RnsBasis,
    gadget: Option<Arc<Gadget>>,
    fingerprint: u64,
    /// Primes in a block of the rows of keys; none where rows are whole.
    pub(crate) row_blocks: Option<usize>,
}

impl ParametersLiteral {
    /// The same with primes in the place of bit lengths: special primes first, so that none of
    /// their bit length is greater.
    fn with_primes(mut self) -> Result<Self, ParametersError> {
        for (primes, sizes) in [(&self.moduli, &self.log_q), (&self.special, &self.log_p)] {
            if !primes.is_empty() && !sizes.is_empty() {
                return Err(ParametersError::Twice { primes: primes.len(), sizes: sizes.len() });
            }
        }
        // Before any prime is looked for.
        if let Some(many) = [&self.log_q, &self.log_p].into_iter().find(|sizes| sizes.len() > RnsBasis::MAX_LIMBS) {
            return Err(RnsBasisError::Limbs(many.len()).into());
        }
        let (log_q, log_p) = (core::mem::take(&mut self.log_q), core::mem::take(&mut self.log_p));
        let taken: Vec<u64> = self.special.iter().chain(&self.moduli).copied().collect();
        let mut chosen = RnsBasis::choose_moduli_apart(1 << self.log_degree, &[log_p.clone(), log_q].concat(), &taken)?;
        let moduli = chosen.split_off(log_p.len());
        self.special.extend(chosen);
        self.moduli.extend(moduli);
        Ok(self)
    }
}

/// Ring parameters that are set one after the other.
///
/// ```
/// use papilio_fhe::Parameters;
///
/// let parameters = Parameters::builder().log_degree(13).log_q(&[49, 49, 49]).log_p(&[49]).build()?;
/// assert_eq!((parameters.degree(), parameters.limbs(), parameters.security_bits()), (8192, 3, 128));
/// # Ok::<(), papilio_fhe::ParametersError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ParametersBuilder(ParametersLiteral);

impl ParametersBuilder {
    /// `log2` of the ring degree `N`, 10 to 16.
    #[must_use]
    pub fn log_degree(mut self, log_degree: u32) -> Self {
        self.0.log_degree = log_degree;
        self
    }

    /// Bit lengths of the primes of `Q`; the last is divided away first. Those of at most 49 bits
    /// have fast kernels on every processor with AVX2 and FMA, those of 50 on some.
    #[must_use]
    pub fn log_q(mut self, bits: &[u32]) -> Self {
        self.0.log_q = bits.to_vec();
        self
    }

    /// Bit lengths of the special primes, for relinearization and rotations.
    #[must_use]
    pub fn log_p(mut self, bits: &[u32]) -> Self {
        self.0.log_p = bits.to_vec();
        self
    }

    /// The primes of `Q` themselves.
    #[must_use]
    pub fn moduli(mut self, primes: &[u64]) -> Self {
        self.0.moduli = primes.to_vec();
        self
    }

    /// The special primes themselves.
    #[must_use]
    pub fn special(mut self, primes: &[u64]) -> Self {
        self.0.special = primes.to_vec();
        self
    }

    /// Accepts less than 128 bits of security.
    #[must_use]
    pub fn insecure(mut self) -> Self {
        self.0.insecure = true;
        self
    }

    /// The validated parameters.
    ///
    /// # Errors
    /// Any of [`ParametersError`].
    pub fn build(self) -> Result<Parameters, ParametersError> {
        Parameters::new(self.0)
    }
}

impl Parameters {
    /// `log2` of the ring degrees that there are.
    pub const LOG_DEGREES: core::ops::RangeInclusive<u32> = 10..=16;

    /// Parameters that are set one after the other.
    #[must_use]
    pub fn builder() -> ParametersBuilder {
        ParametersBuilder::default()
    }

    /// Validates a literal.
    ///
    /// # Errors
    /// Any of [`ParametersError`]; `Insecure` unless the literal accepts it.
    pub fn new(literal: ParametersLiteral) -> Result<Self, ParametersError> {
        if !Self::LOG_DEGREES.contains(&literal.log_degree) {
            return Err(ParametersError::Degree(literal.log_degree));
        }
        let literal = literal.with_primes()?;
        let degree = 1 << literal.log_degree;
        let log_modulus: f64 = literal.moduli.iter().chain(&literal.special).map(|&q| (q as f64).log2()).sum();
        let max = security::max_log_modulus(degree);
        if log_modulus > f64::from(max) && !literal.insecure {
            return Err(ParametersError::Insecure { degree, log_modulus, max });
        }
        let least = BasisConverter::MIN_SOURCE_BITS;
        let small = literal.special.iter().chain(&literal.moduli).find(|&&q| q >> (least - 1) == 0);
        if let Some(&prime) = small.filter(|_| !literal.special.is_empty()) {
            return Err(ParametersError::Small { prime, least });
        }
        let basis = RnsBasis::new(degree, &literal.moduli)?;
        let gadget = match &*literal.special {
            [] => None,
            special => Some(Arc::new(Gadget::new(&RnsBasis::new(degree, special)?, &basis)?)),
        };
        let fingerprint = Self::hash(&literal, &[]);
        Ok(Self { literal, basis, gadget, fingerprint, row_blocks: None })
    }

    /// A hash of degree, primes and further words.
    fn hash(literal: &ParametersLiteral, words: &[u64]) -> u64 {
        let mut hasher = blake3::Hasher::new();
        let counts = [u64::from(literal.log_degree), literal.moduli.len() as u64, literal.special.len() as u64];
        for word in counts.iter().chain(&literal.moduli).chain(&literal.special).chain(words) {
            hasher.update(&word.to_le_bytes());
        }
        let hash = hasher.finalize();
        u64::from_le_bytes(core::array::from_fn(|i| hash.as_bytes()[i]))
    }

    /// A number that tells degrees and primes apart, whether or not security was waived: keys carry
    /// it.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// [`Self::fingerprint`] with a plaintext modulus included: ciphertexts carry it.
    pub(crate) fn fingerprint_over(&self, plain: &[u64]) -> u64 {
        Self::hash(&self.literal, plain)
    }

    /// The literal that they were made from, with primes in the place of bit lengths.
    #[must_use]
    pub fn literal(&self) -> &ParametersLiteral {
        &self.literal
    }

    /// The primes of `Q` and their transforms.
    #[must_use]
    pub fn basis(&self) -> &RnsBasis {
        &self.basis
    }

    /// The tables of key switching, if there are special primes.
    #[must_use]
    pub fn gadget(&self) -> Option<&Gadget> {
        self.gadget.as_deref()
    }

    /// Primes in a block of the rows of keys; none where rows are whole.
    #[must_use]
    pub fn row_blocks(&self) -> Option<usize> {
        self.row_blocks
    }

    /// Ring degree `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.basis.degree()
    }

    /// Number of primes.
    #[must_use]
    pub fn limbs(&self) -> usize {
        self.basis.limbs()
    }

    /// `log2 Q`.
    #[must_use]
    pub fn log_modulus(&self) -> f64 {
        self.basis.log2(self.limbs())
    }

    /// `log2 PQ`, on which security depends.
    #[must_use]
    pub fn log_key_modulus(&self) -> f64 {
        self.log_modulus() + self.literal.special.iter().map(|&p| (p as f64).log2()).sum::<f64>()
    }

    /// Security in bits by the table of [`security`]: 128, 192, 256, or 0 for less.
    #[must_use]
    pub fn security_bits(&self) -> u32 {
        security::bits(self.degree(), self.log_key_modulus())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(log_degree: u32, bits: &[u32]) -> ParametersLiteral {
        let moduli = RnsBasis::choose_moduli(1 << log_degree, bits, 0).expect("primes");
        ParametersLiteral { log_degree, moduli, special: vec![], ..ParametersLiteral::default() }
    }

    #[test]
    fn security_is_enforced_unless_waived_by_name() {
        let waived = ParametersLiteral { insecure: true, ..literal(12, &[36, 36, 35]) };
        let err = Parameters::new(literal(12, &[36, 36, 35])).expect_err("107 bits at 4096");
        assert!(matches!(err, ParametersError::Insecure { degree: 4096, max: 106, .. }), "{err}");
        assert_eq!(Parameters::new(waived).expect("waived").security_bits(), 0);
        assert_eq!(Parameters::new(literal(12, &[36, 35, 35])).expect("secure").security_bits(), 128);
    }

    #[test]
    fn special_primes_count_for_security_and_are_apart() {
        let mut literal = literal(12, &[36, 35, 35]);
        literal.special = vec![literal.moduli.pop().expect("three primes")];
        let parameters = Parameters::new(literal.clone()).expect("secure");
        assert_eq!((parameters.limbs(), parameters.security_bits()), (2, 128));
        assert!((parameters.log_key_modulus() - 106.0).abs() < 0.01);
        literal.special.push(literal.special[0]);
        assert!(matches!(Parameters::new(literal.clone()), Err(ParametersError::Insecure { .. })));
        literal.insecure = true;
        assert!(matches!(Parameters::new(literal.clone()), Err(ParametersError::RnsBasis(RnsBasisError::Repeated(_)))));
        literal.special = literal.moduli[1..].to_vec();
        assert!(matches!(Parameters::new(literal), Err(ParametersError::RnsBasis(RnsBasisError::Repeated(_)))));
    }

    #[test]
    fn primes_too_small_for_key_switching_are_named() {
        let mut small = literal(12, &[30, 20]);
        small.special = vec![small.moduli.pop().expect("two primes")];
        assert!(matches!(Parameters::new(small.clone()), Err(ParametersError::Small { least: 30, .. })));
        core::mem::swap(&mut small.special, &mut small.moduli);
        assert!(matches!(Parameters::new(small), Err(ParametersError::Small { least: 30, .. })));
    }

    #[test]
    fn bad_literals_are_named() {
        assert!(matches!(
            Parameters::new(ParametersLiteral {
                log_degree: 9,
                moduli: vec![],
                special: vec![],
                insecure: true,
                ..ParametersLiteral::default()
            }),
            Err(ParametersError::Degree(9))
        ));
        let mut repeated = literal(12, &[36, 36]);
        repeated.moduli[1] = repeated.moduli[0];
        assert!(matches!(Parameters::new(repeated), Err(ParametersError::RnsBasis(RnsBasisError::Repeated(_)))));
        for q in [1 << 36, 0, u64::MAX, 65_537 * 3] {
            let bad = ParametersLiteral {
                log_degree: 12,
                moduli: vec![q],
                special: vec![],
                insecure: true,
                ..ParametersLiteral::default()
            };
            assert!(matches!(Parameters::new(bad), Err(ParametersError::RnsBasis(_))), "{q}");
        }
    }
}
