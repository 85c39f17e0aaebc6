//! Reading a witness.

use super::bytes::Cursor;
use super::sections::{self, Sections};
use super::{CircomError, Limits, Prime, WTNS};
use papilio_field::Field;
use std::io::Read;

/// Reads a `.wtns` file over `F`.
///
/// # Errors
/// When reading fails, the file exceeds the limits, or as [`parse_wtns`].
pub fn read_wtns<F: Field>(reader: impl Read, limits: Limits) -> Result<Vec<F>, CircomError> {
    parse_wtns(&super::read_bounded(reader, limits)?)
}

/// The values of a `.wtns` file over `F`. That the first is one is for
/// [`R1cs::check`](crate::R1cs::check) to say.
///
/// # Errors
/// When the file is not exactly one well-formed witness over `F`; the error says where and why.
pub fn parse_wtns<F: Field>(file: &[u8]) -> Result<Vec<F>, CircomError> {
    let sections = Sections::split(file, WTNS)?;
    let count = read_header::<F>(sections.required(sections::HEADER)?)?;
    let mut values = sections.of_length(sections::BODY, 8 * F::WORDS as u64 * u64::from(count))?;
    (0..count).map(|_| values.element()).collect()
}

/// Checks the field; returns the number of values.
fn read_header<F: Field>(mut section: Cursor<'_>) -> Result<u32, CircomError> {
    Prime::expect::<F>(&mut section)?;
    let count = section.u32()?;
    section.finish()?;
    Ok(count)
}
