//! Why a polynomial or its plan is refused.

/// Why a polynomial or its plan is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolynomialError {
    /// A polynomial without coefficients.
    #[error("a polynomial of no coefficients: the constant 0 has one")]
    Empty,
    /// A coefficient that is infinite or no number.
    #[error("the coefficient {index}, counted from 0, is not finite")]
    NotFinite {
        /// Its place.
        index: usize,
    },
    /// An interval of no length, or with an end that is not finite.
    #[error("no interval: from {start} to {end}; both ends are finite, and the first is the lesser")]
    Interval {
        /// The first end.
        start: f64,
        /// The second end.
        end: f64,
    },
    /// A function without a finite value.
    #[error("the function is {value} at {x}: values are finite on the whole interval")]
    Value {
        /// The place.
        x: f64,
        /// The value there.
        value: f64,
    },
    /// A degree above the greatest.
    #[error("a polynomial of degree {degree} is not fitted: the greatest degree is {most}")]
    Degree {
        /// The degree asked for.
        degree: usize,
        /// The greatest.
        most: usize,
    },
    /// No polynomial within the error that was asked for.
    #[error("no polynomial of degree {most} or less was found within {asked:e}: the least error is {found:e}")]
    Error {
        /// The error asked for.
        asked: f64,
        /// The least that was found.
        found: f64,
        /// The greatest degree.
        most: usize,
    },
    /// A depth below the least.
    #[error("a depth of {given} levels: the polynomial needs {least}")]
    Depth {
        /// The depth given.
        given: usize,
        /// The least.
        least: usize,
    },
    /// A plan of other powers, or of another basis.
    #[error("the plan is none of this polynomial: {0}")]
    Plan(&'static str),
    /// A term that a plan has no place for.
    #[error("the plan has no place for the term {power} of the polynomial, which it was made without")]
    Term {
        /// Its power.
        power: usize,
    },
    /// A precision, or a gap, that an approximation does not reach.
    #[error("{bits} bits of {what}: 1 to {most} are offered")]
    Bits {
        /// The number of bits.
        bits: u32,
        /// Their meaning.
        what: &'static str,
        /// The most.
        most: u32,
    },
}
