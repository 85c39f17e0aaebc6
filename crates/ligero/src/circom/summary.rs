//! The header of a file, over whatever field it is.

use super::sections::{self, Sections};
use super::{CircomError, Limits, Prime, R1CS, WTNS};
use crate::r1cs::Shape;
use std::io::Read;

/// The contents of the header of a `.r1cs` or `.wtns` file; nothing else is checked but that the
/// sections tile the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The prime of the field.
    pub prime: Prime,
    /// Entries of the witness, one for each wire.
    pub entries: u32,
    /// The part that only a constraint system has.
    pub system: Option<SystemSummary>,
}

/// The contents of the header of a `.r1cs` file beyond its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemSummary {
    /// How the wires divide.
    pub shape: Shape,
    /// Signals of the source.
    pub labels: u64,
    /// Constraints.
    pub constraints: u32,
    /// Whether there are custom gates, with which it is not read.
    pub custom_gates: bool,
}

impl Summary {
    /// Reads a file of either format.
    ///
    /// # Errors
    /// When reading fails, the file exceeds the limits, or as [`parse`](Self::parse).
    pub fn read(reader: impl Read, limits: Limits) -> Result<Self, CircomError> {
        Self::parse(&super::read_bounded(reader, limits)?)
    }

    /// The summary of a file of either format.
    ///
    /// # Errors
    /// When the file is of neither format, its sections do not tile it, or its header is missing or
    /// malformed.
    pub fn parse(file: &[u8]) -> Result<Self, CircomError> {
        if file.starts_with(&WTNS.magic) {
            return Self::of_witness(&Sections::split(file, WTNS)?);
        }
        Self::of_system(&Sections::split(file, R1CS)?)
    }

    fn of_witness(sections: &Sections<'_>) -> Result<Self, CircomError> {
        let mut header = sections.required(sections::HEADER)?;
        let (size, prime) = Prime::read(&mut header)?;
        let entries = header.u32()?;
        header.finish()?;
        sections.of_length(sections::BODY, u64::from(size) * u64::from(entries))?;
        Ok(Self { prime, entries, system: None })
    }

    fn of_system(sections: &Sections<'_>) -> Result<Self, CircomError> {
        let mut header = sections.required(sections::HEADER)?;
        let (_, prime) = Prime::read(&mut header)?;
        let [wires, outputs, inputs, private] = [header.u32()?, header.u32()?, header.u32()?, header.u32()?];
        let (labels, constraints) = (header.u64()?, header.u32()?);
        header.finish()?;
        let custom = |kind| sections.optional(kind).map_or(Ok(0), |mut section| section.u32());
        let custom_gates =
            sections::CUSTOM_GATES.into_iter().try_fold(false, |any, kind| custom(kind).map(|gates| any | (gates != 0)))?;
        let shape = Shape { wires, outputs, inputs, private };
        Ok(Self { prime, entries: wires, system: Some(SystemSummary { shape, labels, constraints, custom_gates }) })
    }
}
