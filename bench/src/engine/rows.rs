//! Rows of the table.

use papilio_cuda::select::{Operation, Shape};
use serde::Serialize;

/// The engine of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The processor.
    Cpu,
    /// A device.
    Cuda,
    /// A device that does not exist: its times are none.
    Emulated,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Cuda, Self::Emulated];

    /// The name in a row.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Emulated => "emulated",
        }
    }
}

/// Whom a row is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Peer {
    /// An engine of this library.
    Own(Place),
    /// Another library, by its name.
    Foreign(String),
}

impl Peer {
    /// The name in a row.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Own(place) => place.name(),
            Self::Foreign(name) => name,
        }
    }
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the operation.
    pub operation: &'static str,
    /// The ring degree.
    pub degree: usize,
    /// Primes of the operands.
    pub limbs: usize,
    /// Polynomials or ciphertexts.
    pub batch: usize,
    /// The engine.
    pub engine: Place,
    /// How residues are worked on: the kernel of the processor, or words or doubles of a device.
    pub arithmetic: String,
    /// Median time for one of the batch; none on a device that does not exist.
    pub microseconds: Option<f64>,
    /// The time that it takes at least: by counted instructions and memory for operations on
    /// ciphertexts, by memory alone for the transforms of no set. None on a device that does not
    /// exist.
    pub bound_microseconds: Option<f64>,
    /// Whether the time has the copies of operands and results.
    pub transfers: bool,
    /// With whom it is compared: the processor, beside a device, or another library on that device.
    pub peer: Option<Peer>,
    /// Its median time: in this run, or by its own account.
    pub peer_microseconds: Option<f64>,
    /// The peer's time over ours: above one, ours is faster.
    pub ratio: Option<f64>,
    /// Whether the first result is that of arithmetic in the clear, and all words are those of the
    /// processor.
    pub correct: bool,
    /// Special primes of keys.
    pub special_primes: usize,
    /// Whether the copies of a part go on while another is computed.
    pub overlap: bool,
}

impl Row {
    /// The row of an operation, without times.
    pub(super) fn of(operation: Operation, shape: Shape, batch: usize, engine: Place, arithmetic: String) -> Self {
        Self {
            operation: operation.name(),
            degree: shape.degree,
            limbs: shape.limbs,
            batch,
            engine,
            arithmetic,
            microseconds: None,
            bound_microseconds: None,
            transfers: false,
            peer: None,
            peer_microseconds: None,
            ratio: None,
            correct: false,
            special_primes: shape.special,
            overlap: false,
        }
    }

    /// The name of the case, for what is said of a wrong one.
    #[must_use]
    pub fn name(&self) -> String {
        let Self { operation, degree, limbs, batch, .. } = self;
        format!("{operation} of {degree}x{limbs}, batch of {batch}")
    }
}
