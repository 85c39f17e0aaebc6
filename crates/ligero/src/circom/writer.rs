//! Writing both formats, with the sections in the order of their types.

use super::{Format, R1CS, WTNS, sections};
use crate::r1cs::{Combination, Constraints, R1cs};
use papilio_field::Field;
use std::io::{self, Error, ErrorKind, Write};

/// Writes a `.r1cs` file. There is no source to name signals of, so wire `i` gets label `i`, and
/// private inputs without a wire the labels above.
///
/// # Errors
/// When writing fails, or there are `2^32` constraints or more.
pub fn write_r1cs<F: Field>(r1cs: &R1cs<F>, mut writer: impl Write) -> io::Result<()> {
    let shape = r1cs.shape();
    let constraints = r1cs.constraints();
    let mut header = field_header::<F>();
    for count in [shape.wires, shape.outputs, shape.inputs, shape.private] {
        header.extend(count.to_le_bytes());
    }
    header.extend(shape.named().max(u64::from(shape.wires)).to_le_bytes());
    header.extend(count_u32(constraints.len())?.to_le_bytes());
    preamble(&mut writer, R1CS, 3)?;
    section(&mut writer, sections::HEADER, header.len())?;
    writer.write_all(&header)?;
    write_constraints(&mut writer, constraints)?;
    section(&mut writer, sections::LABELS, 8 * shape.wires as usize)?;
    (0..u64::from(shape.wires)).try_for_each(|label| writer.write_all(&label.to_le_bytes()))
}

/// Writes a `.wtns` file.
///
/// # Errors
/// When writing fails, or there are `2^32` values or more.
pub fn write_wtns<F: Field>(witness: &[F], mut writer: impl Write) -> io::Result<()> {
    let mut header = field_header::<F>();
    header.extend(count_u32(witness.len())?.to_le_bytes());
    preamble(&mut writer, WTNS, 2)?;
    section(&mut writer, sections::HEADER, header.len())?;
    writer.write_all(&header)?;
    section(&mut writer, sections::BODY, 8 * F::WORDS * witness.len())?;
    witness.iter().try_for_each(|&value| write_element(&mut writer, value))
}

fn preamble(writer: &mut impl Write, format: Format, sections: u32) -> io::Result<()> {
    writer.write_all(&format.magic)?;
    writer.write_all(&format.version.to_le_bytes())?;
    writer.write_all(&sections.to_le_bytes())
}

fn section(writer: &mut impl Write, kind: u32, length: usize) -> io::Result<()> {
    writer.write_all(&kind.to_le_bytes())?;
    writer.write_all(&(length as u64).to_le_bytes())
}

/// Element size and prime.
fn field_header<F: Field>() -> Vec<u8> {
    let mut header = (8 * F::WORDS as u32).to_le_bytes().to_vec();
    header.extend(F::MODULUS[..F::WORDS].iter().flat_map(|word| word.to_le_bytes()));
    header
}

fn write_constraints<F: Field>(writer: &mut impl Write, constraints: &Constraints<F>) -> io::Result<()> {
    let length = 12 * constraints.len() + (4 + 8 * F::WORDS) * constraints.terms();
    section(writer, sections::BODY, length)?;
    for constraint in constraints.iter() {
        write_combination(writer, constraint.a)?;
        write_combination(writer, constraint.b)?;
        write_combination(writer, constraint.c)?;
    }
    Ok(())
}

fn write_combination<F: Field>(writer: &mut impl Write, combination: Combination<'_, F>) -> io::Result<()> {
    writer.write_all(&count_u32(combination.wires.len())?.to_le_bytes())?;
    for (wire, coefficient) in combination.terms() {
        writer.write_all(&wire.to_le_bytes())?;
        write_element(writer, coefficient)?;
    }
    Ok(())
}

fn write_element<F: Field>(writer: &mut impl Write, element: F) -> io::Result<()> {
    element.to_words()[..F::WORDS].iter().try_for_each(|word| writer.write_all(&word.to_le_bytes()))
}

fn count_u32(count: usize) -> io::Result<u32> {
    u32::try_from(count).map_err(|_| Error::new(ErrorKind::InvalidInput, format!("{count} does not fit 32 bits")))
}
