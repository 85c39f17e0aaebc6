//! Requests for parameters, and the reasons why there may be no answer.

pub use papilio_fhe::security::LOG_DEGREES;
use papilio_fhe::security::{self, degree_refused, level_refused};
use papilio_ring::RnsBasis;

/// Most products one after the other.
pub const MAX_DEPTH: u32 = 60;
/// Bits of precision that can be asked for: results are doubles.
pub const PRECISIONS: core::ops::RangeInclusive<u32> = 1..=52;
/// `log2` of the bounds on values that can be asked for.
pub const LOG_BOUNDS: core::ops::RangeInclusive<f64> = -40.0..=40.0;
/// Most ciphertexts of a sum.
pub const MAX_TERMS: u32 = 1 << 20;
/// Most slots.
pub const MAX_SLOTS: usize = 1 << (*LOG_DEGREES.end() - 1);

/// The requirements of a circuit: products of sums on products of sums.
///
/// ```
/// use papilio_ckks::advice::{Request, advise};
///
/// let advice = advise(&Request { slots: 4096, ..Request::new(3, 20) })?;
/// assert!(advice.security_bits >= 128 && advice.precision_bits() >= 20.0);
/// # Ok::<(), papilio_ckks::advice::AdviceError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Products of ciphertexts one after the other on the longest path. Each takes a level, and so
    /// does a product with a constant that is no integer, or with a vector or a matrix. A
    /// polynomial takes [`Plan::depth`](papilio_fhe::polynomial::Plan::depth). A sum over slots is
    /// a sum of as many terms. The rounding of vectors and matrices is not counted: it is below
    /// that of a product until a matrix has some `4·√N` diagonals.
    pub depth: u32,
    /// Ciphertexts that are added up before each product, at most: 1 for products alone. A sum
    /// after the last product multiplies its error by at most the number of its terms: whoever has
    /// one asks for `log2` of that number more bits of precision.
    pub terms: u32,
    /// Bits after the binary point that have to be right in every slot at the end.
    pub precision_bits: u32,
    /// `log2` of the greatest magnitude of a value, inputs and sums and products on the way
    /// included.
    pub log_bound: f64,
    /// Slots that are needed: there are `N/2`.
    pub slots: usize,
    /// Whether every ciphertext, fresh or product, may also be rotated once.
    pub rotations: bool,
    /// `log2` of the ring degree; none for the least.
    pub log_degree: Option<u32>,
    /// 128, 192 or 256 bits.
    pub security: u32,
}

/// Why there are no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// The depth is out of range.
    #[error("a depth of {0} products: at most {most} are considered", most = MAX_DEPTH)]
    Depth(u32),
    /// A sum has too few or too many terms.
    #[error("{0} terms of a sum: 1 to {most} are possible", most = MAX_TERMS)]
    Terms(u32),
    /// The precision is out of range.
    #[error("a precision of {0} bits: {least} to {most} can be asked for", least = PRECISIONS.start(), most = PRECISIONS.end())]
    Precision(u32),
    /// The bound is out of range or none.
    #[error("values up to 2^{0}: bounds from 2^{least} to 2^{most} can be asked for", least = LOG_BOUNDS.start(), most = LOG_BOUNDS.end())]
    Bound(f64),
    /// More slots than any ring has, or none.
    #[error("{0} slots: 1 to {most} can be asked for", most = MAX_SLOTS)]
    Slots(usize),
    /// More slots than the given ring has.
    #[error("{slots} slots: there are {most} at N = {}", 2 * most)]
    SlotsOfDegree {
        /// Slots asked for.
        slots: usize,
        /// Slots that there are.
        most: usize,
    },
    /// The degree is out of range.
    #[error("{}", degree_refused(*.0, &LOG_DEGREES))]
    Degree(u32),
    /// Not a security level.
    #[error("{}", level_refused(*.0))]
    Security(u32),
    /// The levels need more modulus than security allows.
    #[error(
        "{} needs log2 PQ = {needed} at N = {degree}, limit {limit} for {}-bit security: {} bits too many",
        request.circuit(), request.security, needed.saturating_sub(*limit)
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
    /// The base that the last product needs is more than two primes.
    #[error(
        "{} needs a scale of 2^{log_scale} at N = {degree}, and values up to 2^{:.1} at this scale need a base of {needed} bits, of which {most} are the most",
        request.circuit(), request.log_bound
    )]
    Base {
        /// The request.
        request: Request,
        /// The scale, `log2`.
        log_scale: u32,
        /// The bits that the base would have.
        needed: u32,
        /// The most bits of a base.
        most: u32,
        /// The greatest degree allowed.
        degree: usize,
    },
    /// More primes than a basis has.
    #[error("{} needs {needed} primes at N = {degree}, and a basis has at most {}", request.circuit(), RnsBasis::MAX_LIMBS)]
    Primes {
        /// The request.
        request: Request,
        /// Primes needed.
        needed: usize,
        /// The greatest degree allowed.
        degree: usize,
    },
    /// No scale is great enough.
    #[error("{}: the greatest scale leaves {most:.2} bits by prediction, at N = {degree}; fewer terms, products or bits of the bound leave more", request.circuit())]
    Imprecise {
        /// The request.
        request: Request,
        /// The most bits that any scale leaves; 0 for none.
        most: f64,
        /// The degree where it does.
        degree: usize,
    },
}

impl Request {
    /// The least ring for products of sums of two to a depth, of values of magnitude at most 1, at
    /// 128 bits of security, where every ciphertext may be rotated once.
    #[must_use]
    pub fn new(depth: u32, precision_bits: u32) -> Self {
        Self { depth, terms: 2, precision_bits, log_bound: 0.0, slots: 1, rotations: true, log_degree: None, security: 128 }
    }

    /// The request in words.
    fn circuit(&self) -> String {
        let Self { depth, precision_bits, log_bound, .. } = self;
        let products = if *depth == 1 { "product" } else { "products" };
        format!("{precision_bits} bits after {depth} {products} of values up to 2^{log_bound:.1}")
    }

    /// Whether keys are switched at all.
    pub(super) fn switches_keys(&self) -> bool {
        self.depth > 0 || self.rotations
    }

    pub(super) fn check(&self) -> Result<(), AdviceError> {
        let slots_of = |log_degree: u32| 1usize << (log_degree - 1);
        match *self {
            Self { depth, .. } if depth > MAX_DEPTH => Err(AdviceError::Depth(depth)),
            Self { terms, .. } if !(1..=MAX_TERMS).contains(&terms) => Err(AdviceError::Terms(terms)),
            Self { precision_bits, .. } if !PRECISIONS.contains(&precision_bits) => Err(AdviceError::Precision(precision_bits)),
            Self { log_bound, .. } if !LOG_BOUNDS.contains(&log_bound) => Err(AdviceError::Bound(log_bound)),
            Self { slots, .. } if !(1..=MAX_SLOTS).contains(&slots) => Err(AdviceError::Slots(slots)),
            Self { log_degree: Some(log), .. } if !LOG_DEGREES.contains(&log) => Err(AdviceError::Degree(log)),
            Self { slots, log_degree: Some(log), .. } if slots > slots_of(log) => {
                Err(AdviceError::SlotsOfDegree { slots, most: slots_of(log) })
            }
            Self { security, .. } if !security::LEVELS.contains(&security) => Err(AdviceError::Security(security)),
            _ => Ok(()),
        }
    }
}
