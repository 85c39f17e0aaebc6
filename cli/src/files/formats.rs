//! Values in the formats of other programs.

use super::values::{element_bytes, to_bytes};
use crate::error::CliError;
use crate::plaintexts::Element;
use clap::ValueEnum;
use num_bigint::BigUint;
use papilio_field::ResidueRing;
use serde::Serialize;
use zeroize::Zeroizing;

/// How field values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValuesFormat {
    /// The program's own, which `papilio verify` reads
    Values,
    /// One object: field, modulus, and the values as decimal strings
    Json,
    /// Lines of index and decimal value, under a heading
    Csv,
    /// A value a line: big-endian, as many digits as the modulus
    Hex,
    /// A circom witness (.wtns), as snarkjs reads it
    Wtns,
    /// Bare bytes: little-endian, each value as many as the modulus
    Raw,
}

/// The object of `--format json`.
#[derive(Serialize)]
struct Object {
    field: String,
    /// Decimal, as every number here: most do not fit what readers of JSON make of numbers.
    modulus: String,
    values: Vec<String>,
}

/// All values as one piece of text or bytes.
pub(crate) fn encode<F: Element>(t: &F::Ring, format: ValuesFormat, values: &[F]) -> Result<Zeroizing<Vec<u8>>, CliError> {
    let size = element_bytes(t);
    let bytes = match format {
        ValuesFormat::Json => {
            let modulus = BigUint::from_bytes_le(&t.modulus().map(u64::to_le_bytes).concat()).to_string();
            let object = Object {
                field: t.name().into_owned(),
                modulus,
                values: values.iter().map(|&value| decimal(t, value)).collect(),
            };
            let mut text = serde_json::to_vec(&object).map_err(CliError::input)?;
            text.push(b'\n');
            text
        }
        ValuesFormat::Csv => {
            let lines = values.iter().enumerate().map(|(index, &value)| format!("{index},{}\n", decimal(t, value)));
            core::iter::once("index,value\n".to_owned()).chain(lines).collect::<String>().into_bytes()
        }
        ValuesFormat::Hex => {
            let digits =
                |&value: &F| to_bytes(t, value)[..size].iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
            values.iter().map(|value| digits(value) + "\n").collect::<String>().into_bytes()
        }
        ValuesFormat::Wtns => {
            let mut file = Vec::new();
            F::write_wtns(values, &mut file)?;
            file
        }
        ValuesFormat::Values | ValuesFormat::Raw => {
            values.iter().flat_map(|&value| to_bytes(t, value).into_iter().take(size)).collect()
        }
    };
    Ok(Zeroizing::new(bytes))
}

fn decimal<R: ResidueRing>(t: &R, value: R::Element) -> String {
    BigUint::from_bytes_le(&to_bytes(t, value)).to_string()
}
