//! Reading a constraint system.

use super::bytes::Cursor;
use super::sections::{self, Sections};
use super::{CircomError, Limits, Prime, R1CS};
use crate::r1cs::{Constraints, R1cs, Shape};
use papilio_field::Field;
use std::io::Read;

/// Bytes of an empty constraint: three counts.
const CONSTRAINT_MIN: u64 = 12;

/// Reads a `.r1cs` file over `F`.
///
/// # Errors
/// When reading fails, the file exceeds the limits, or as [`parse_r1cs`].
pub fn read_r1cs<F: Field>(reader: impl Read, limits: Limits) -> Result<R1cs<F>, CircomError> {
    parse_r1cs(&super::read_bounded(reader, limits)?)
}

/// The constraint system of a `.r1cs` file over `F`.
///
/// # Errors
/// When the file is not exactly one well-formed constraint system over `F`; the error says where
/// and why.
pub fn parse_r1cs<F: Field>(file: &[u8]) -> Result<R1cs<F>, CircomError> {
    let sections = Sections::split(file, R1CS)?;
    let header = Header::read::<F>(sections.required(sections::HEADER)?)?;
    no_custom_gates(&sections)?;
    check_labels(&sections, &header)?;
    let constraints = read_constraints(sections.required(sections::BODY)?, &header)?;
    Ok(R1cs::new(header.shape, constraints)?)
}

struct Header {
    shape: Shape,
    labels: u64,
    constraints: u32,
}

impl Header {
    fn read<F: Field>(mut section: Cursor<'_>) -> Result<Self, CircomError> {
        Prime::expect::<F>(&mut section)?;
        let [wires, outputs, inputs, private] = [section.u32()?, section.u32()?, section.u32()?, section.u32()?];
        let shape = Shape { wires, outputs, inputs, private };
        let header = Self { shape, labels: section.u64()?, constraints: section.u32()? };
        section.finish()?;
        Ok(header)
    }
}

fn no_custom_gates(sections: &Sections<'_>) -> Result<(), CircomError> {
    for kind in sections::CUSTOM_GATES {
        if let Some(mut section) = sections.optional(kind) {
            let offset = section.offset();
            if section.u32()? != 0 {
                return Err(CircomError::CustomGates { kind, offset });
            }
        }
    }
    Ok(())
}

/// The labels name signals of the source; nothing here uses them, but a file that contradicts
/// itself is refused.
fn check_labels(sections: &Sections<'_>, header: &Header) -> Result<(), CircomError> {
    let mut section = sections.of_length(sections::LABELS, 8 * u64::from(header.shape.wires))?;
    for _ in 0..header.shape.wires {
        let (offset, found) = (section.offset(), section.u64()?);
        if found >= header.labels {
            return Err(CircomError::Label { offset, found, labels: header.labels });
        }
    }
    Ok(())
}

fn read_constraints<F: Field>(mut section: Cursor<'_>, header: &Header) -> Result<Constraints<F>, CircomError> {
    let needed = CONSTRAINT_MIN * u64::from(header.constraints);
    if needed > section.remaining() as u64 {
        return Err(CircomError::Truncated { offset: section.offset(), needed, available: section.remaining() });
    }
    let mut constraints = Constraints::with_capacity(header.constraints as usize);
    for _ in 0..3 * u64::from(header.constraints) {
        read_combination(&mut section, header.shape.wires, &mut constraints)?;
    }
    section.finish()?;
    Ok(constraints)
}

fn read_combination<F: Field>(
    section: &mut Cursor<'_>,
    wires: u32,
    constraints: &mut Constraints<F>,
) -> Result<(), CircomError> {
    for _ in 0..section.u32()? {
        let (offset, wire) = (section.offset(), section.u32()?);
        if wire >= wires {
            return Err(CircomError::Wire { offset, found: wire, wires });
        }
        constraints.push_term(wire, section.element()?);
    }
    constraints.end_combination();
    Ok(())
}
