//! Why a transform cannot be planned.

use crate::kernel::KernelLimits;
use alloc::string::String;
use alloc::vec::Vec;
use papilio_field::ResidueRing;

/// Why a plan cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The length is not a power of two, or out of range.
    #[error("transform length {0} is not a power of two from 2 to 2^24")]
    Length(usize),
    /// The prime has no root of unity of the order needed.
    #[error("the prime {modulus} has no primitive root of order {order} (it needs {order} | q - 1)")]
    Root {
        /// The prime.
        modulus: u64,
        /// The order asked for.
        order: usize,
    },
    /// The number given is no root of unity of that order.
    #[error("{root} is not a primitive root of order {order} modulo {modulus}")]
    NotARoot {
        /// The number given.
        root: u64,
        /// The order asked for.
        order: usize,
        /// The prime.
        modulus: u64,
    },
    /// The shift of a coset is zero.
    #[error("the shift of a coset is a multiple of {0}")]
    Shift(u64),
    /// A twiddle is zero or not reduced.
    #[error("the twiddle {twiddle} is not from 1 to {modulus} - 1")]
    Twiddle {
        /// The twiddle given.
        twiddle: u64,
        /// The prime.
        modulus: u64,
    },
    /// The kernel asked for does not take this prime and length.
    #[error("kernel {kernel} does not support the {bits}-bit prime {modulus} at length {n}: it takes {limits}")]
    Kernel {
        /// Name of the kernel.
        kernel: &'static str,
        /// The prime.
        modulus: u64,
        /// Its bit length.
        bits: u32,
        /// The length.
        n: usize,
        /// The primes and lengths that the kernel does take.
        limits: KernelLimits,
    },
    /// A prime does not fit the words of the data.
    #[error("the prime {modulus} does not fit words of {bits} bits")]
    Word {
        /// The prime.
        modulus: u64,
        /// Bits of the word.
        bits: u32,
    },
    /// The passes asked for do not make up the transform.
    #[error("no transform of length {n} has the radices {radices:?} above leaves of {base_len} on kernel {kernel}")]
    Passes {
        /// The length.
        n: usize,
        /// Radices, the first pass first.
        radices: Vec<usize>,
        /// Rows of a leaf.
        base_len: usize,
        /// Name of the kernel.
        kernel: &'static str,
    },
    /// A tree of any twiddles has no points.
    #[error("the domain is a tree of twiddles without points")]
    Points,
    /// A matrix needs columns.
    #[error("a matrix of {0} columns has no transform: it has at least one, and as many words as memory can hold")]
    Columns(usize),
}

/// Why there is no [`crate::dft::Dft`] of a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DftError {
    /// The field has no root of unity of that order.
    #[error("{field} has no root of unity of order 2^{log_size}: the greatest such order is 2^{two_adicity}")]
    Root {
        /// Name of the field.
        field: String,
        /// Logarithm of the number of rows.
        log_size: u32,
        /// Logarithm of the greatest order.
        two_adicity: u32,
    },
    /// There are more rows than the kernels take.
    #[error("a transform of 2^{log_size} rows is longer than 2^{max}")]
    Length {
        /// Logarithm of the number of rows.
        log_size: u32,
        /// The greatest such logarithm.
        max: u32,
    },
    /// The shift of a coset is zero.
    #[error("the shift of a coset is zero")]
    Shift,
    /// The matrix has no columns, or is larger than memory can be.
    #[error("rows of {width} elements: a matrix of 2^{log_size} rows has from 1 to {max} columns")]
    Width {
        /// Logarithm of the number of rows.
        log_size: u32,
        /// Elements of a row.
        width: usize,
        /// The most there can be.
        max: usize,
    },
    /// The transform over a word prime cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl DftError {
    pub(crate) fn root(ring: &impl ResidueRing, log_size: u32) -> Self {
        Self::Root { field: ring.name().into_owned(), log_size, two_adicity: ring.two_adicity() }
    }
}
