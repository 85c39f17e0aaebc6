//! Requests for parameters, and the reasons why there may be no answer.

use super::circuit::{Scheme, Step};
pub use crate::security::LOG_DEGREES;
use crate::security::{self, degree_refused, level_refused};
use papilio_ring::RnsBasis;

/// Least and most bits of a plaintext modulus.
pub const PLAIN_BITS: core::ops::RangeInclusive<u32> = 2..=256;
/// Most products of ciphertexts on a path.
pub const MAX_DEPTH: u32 = 64;
/// Most steps of a path.
pub const MAX_STEPS: usize = 1024;

/// The requirements of a circuit.
///
/// ```
/// use papilio_fhe::advice::{Request, Scheme, Step, advise};
///
/// let circuit = vec![Step::Multiply, Step::InnerSum];
/// let advice = advise(&Request { scheme: Scheme::Bgv, ..Request::new(17, circuit) })?;
/// assert!(advice.security_bits >= 128 && advice.predicted_budget_bits() > 0.0);
/// # Ok::<(), papilio_fhe::advice::AdviceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// BFV or BGV.
    pub scheme: Scheme,
    /// Bit length of the plaintext prime.
    pub plain_bits: u32,
    /// The steps of the longest path, in order; none for ciphertexts that are only encrypted, added
    /// up to two and decrypted.
    pub circuit: Vec<Step>,
    /// `log2` of the ring degree; none for the degree that costs least.
    pub log_degree: Option<u32>,
    /// 128, 192 or 256 bits.
    pub security: u32,
}

/// Why there are no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// The plaintext modulus is out of range.
    #[error("plaintexts of {0} bits: 2 to 256 are possible")]
    PlainBits(u32),
    /// The depth is out of range.
    #[error("a depth of {0} products: at most 64 are considered")]
    Depth(u32),
    /// The path is too long.
    #[error("a circuit of {0} steps: at most {most} are considered", most = MAX_STEPS)]
    Steps(usize),
    /// A sum has too few or too many terms.
    #[error("{0} terms of a sum: 1 to {most} are possible", most = Step::MOST)]
    Terms(u32),
    /// The degree is out of range.
    #[error("{}", degree_refused(*.0, &LOG_DEGREES))]
    Degree(u32),
    /// Not a security level.
    #[error("{}", level_refused(*.0))]
    Security(u32),
    /// The noise needs more modulus than security allows.
    #[error(
        "{} over {} bits needs log2 PQ = {needed} at N = {degree}, limit {limit} for {}-bit security: {} bits too many",
        request.path(), request.plain_bits, request.security, needed - limit
    )]
    Modulus {
        /// The request.
        request: Request,
        /// The least `log2 PQ` at that degree.
        needed: u32,
        /// The greatest degree allowed.
        degree: usize,
        /// The greatest `log2 PQ` that security allows at that degree.
        limit: u32,
    },
    /// More primes than a basis has.
    #[error(
        "{} over {} bits needs {needed} primes at N = {degree}, those for products included, and a basis has at most {}",
        request.path(), request.plain_bits, RnsBasis::MAX_LIMBS
    )]
    Primes {
        /// The request.
        request: Request,
        /// Primes needed.
        needed: usize,
        /// The greatest degree allowed.
        degree: usize,
    },
    /// The greatest margin leaves no budget either.
    #[error(
        "{} over {} bits: a predicted budget of {predicted:.2} bits is left, and more than {} is needed",
        request.path(), request.plain_bits, crate::noise::LEAST_BUDGET
    )]
    Budget {
        /// The request.
        request: Request,
        /// Predicted budget in bits of the best parameters.
        predicted: f64,
    },
    /// There are not enough primes.
    #[error(transparent)]
    RnsBasis(#[from] papilio_ring::RnsBasisError),
}

impl Request {
    /// The cheapest ring for a path of BFV at 128 bits of security.
    #[must_use]
    pub fn new(plain_bits: u32, circuit: Vec<Step>) -> Self {
        Self { scheme: Scheme::Bfv, plain_bits, circuit, log_degree: None, security: 128 }
    }

    /// The cheapest ring for products to a depth at 128 bits of security.
    #[must_use]
    pub fn products(plain_bits: u32, depth: u32) -> Self {
        // A depth that is out of range is refused by its length.
        Self::new(plain_bits, vec![Step::Multiply; depth.min(MAX_DEPTH + 1) as usize])
    }

    /// The same circuit, in which every ciphertext, fresh or made by a step, is rotated once.
    #[must_use]
    pub fn with_rotations(self) -> Self {
        let steps = self.circuit.into_iter().flat_map(|step| [step, Step::Rotate]);
        Self { circuit: core::iter::once(Step::Rotate).chain(steps).collect(), ..self }
    }

    /// Products of ciphertexts on the path.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.circuit.iter().filter(|&&step| step == Step::Multiply).count() as u32
    }

    /// The path in words: its steps, or how many they are.
    fn path(&self) -> String {
        match &*self.circuit {
            [] => "no step".into(),
            steps if steps.len() <= 12 => steps.iter().map(Step::to_string).collect::<Vec<_>>().join(", "),
            steps => format!("a path of {} steps, {} of them products,", steps.len(), self.depth()),
        }
    }

    pub(super) fn check(&self) -> Result<(), AdviceError> {
        let terms = |step: &Step| match step {
            Step::Add(terms) | Step::LinearTransform(terms) => Some(*terms).filter(|terms| !(1..=Step::MOST).contains(terms)),
            _ => None,
        };
        if let Some(terms) = self.circuit.iter().find_map(terms) {
            return Err(AdviceError::Terms(terms));
        }
        match self {
            Self { plain_bits, .. } if !PLAIN_BITS.contains(plain_bits) => Err(AdviceError::PlainBits(*plain_bits)),
            _ if self.depth() > MAX_DEPTH => Err(AdviceError::Depth(self.depth())),
            Self { circuit, .. } if circuit.len() > MAX_STEPS => Err(AdviceError::Steps(circuit.len())),
            Self { log_degree: Some(log), .. } if !LOG_DEGREES.contains(log) => Err(AdviceError::Degree(*log)),
            Self { security, .. } if !security::LEVELS.contains(security) => Err(AdviceError::Security(*security)),
            _ => Ok(()),
        }
    }

    /// Whether keys are switched at all.
    pub(super) fn switches_keys(&self) -> bool {
        self.circuit.iter().any(|step| step.switches_keys())
    }
}
