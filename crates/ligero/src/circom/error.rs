//! Why a file is not read.

use super::Prime;
use crate::r1cs::ShapeError;

/// Why a file is not read. Offsets count bytes from the start of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CircomError {
    /// The source failed.
    #[error("reading failed: {0}")]
    Io(#[from] std::io::Error),
    /// More bytes than the limit.
    #[error("the file is longer than the limit of {limit} bytes")]
    TooLong {
        /// The limit given.
        limit: u64,
    },
    /// Another kind of file.
    #[error("the file starts with {found:02x?}, expected {expected:02x?} (\"{}\")", expected.escape_ascii())]
    Magic {
        /// The first bytes of the format.
        expected: [u8; 4],
        /// The first bytes of the file.
        found: [u8; 4],
    },
    /// Another version of the format.
    #[error("version {found} of the format, expected {expected}")]
    Version {
        /// The version read here.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// Fewer bytes than the structure needs.
    #[error("{needed} bytes expected at offset {offset}, {available} there")]
    Truncated {
        /// Where.
        offset: usize,
        /// Bytes needed.
        needed: u64,
        /// Bytes up to the end of the file or section.
        available: usize,
    },
    /// Bytes after the structure.
    #[error("{count} unexpected bytes at offset {offset}")]
    Trailing {
        /// Where they start.
        offset: usize,
        /// How many.
        count: usize,
    },
    /// A section that occurs twice.
    #[error("a second section of type {kind} at offset {offset}")]
    DuplicateSection {
        /// Its type.
        kind: u32,
        /// Where its header starts.
        offset: usize,
    },
    /// A section that must be there.
    #[error("no section of type {kind}")]
    MissingSection {
        /// Its type.
        kind: u32,
    },
    /// A section of a length that contradicts the header.
    #[error("section of type {kind} has {found} bytes, the header's counts make {expected}")]
    SectionLength {
        /// Its type.
        kind: u32,
        /// Length by the header.
        expected: u64,
        /// Length in the file.
        found: u64,
    },
    /// Custom gates: the constraints alone would not be the statement.
    #[error("the circuit uses custom gates (section of type {kind} at offset {offset})")]
    CustomGates {
        /// Type of the section.
        kind: u32,
        /// Where it starts.
        offset: usize,
    },
    /// Field elements of another size: not that of the field, not a multiple of 8 bytes, or more
    /// than any field needs.
    #[error("the size of field elements at offset {offset} is {found} bytes, expected {expected}")]
    ElementSize {
        /// Where.
        offset: usize,
        /// The size of the field, or the next that some field could have.
        expected: u32,
        /// The size.
        found: u32,
    },
    /// Another field.
    #[error("the file is over the field of prime {found}, expected {expected} ({field})")]
    Field {
        /// The prime of the field asked for.
        expected: Prime,
        /// The name of the field asked for.
        field: &'static str,
        /// The prime of the file.
        found: Prime,
    },
    /// An element that is not below the prime.
    #[error("the field element at offset {offset} is not below the prime")]
    NotCanonical {
        /// Where.
        offset: usize,
    },
    /// A wire that does not exist.
    #[error("wire {found} at offset {offset}, but there are only {wires} wires")]
    Wire {
        /// Where.
        offset: usize,
        /// The wire named.
        found: u32,
        /// All wires.
        wires: u32,
    },
    /// A label that does not exist.
    #[error("label {found} at offset {offset}, but there are only {labels} labels")]
    Label {
        /// Where.
        offset: usize,
        /// The label named.
        found: u64,
        /// All labels.
        labels: u64,
    },
    /// Counts in the header that contradict each other.
    #[error("the header is inconsistent: {0}")]
    Shape(#[from] ShapeError),
}
