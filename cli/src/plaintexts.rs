//! The modulus of plaintexts: a field by its name, or an integer of the command line.

use crate::args::{FieldName, Shape};
use crate::error::CliError;
use papilio_field::fields::{Bls12_381, Bn254, Goldilocks, P32, Stark252};
use papilio_field::{Field, PlaintextModulus, ResidueRing};
use papilio_ligero::circom::{Limits, read_r1cs, read_wtns, write_wtns};
use papilio_ligero::semaphore;
use papilio_ntt::dft::DftResidue;
use std::io::Read;
use std::path::Path;

/// The ring of plaintexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plaintexts {
    /// A field of proof systems.
    Field(FieldName),
    /// The integers modulo any number.
    Modulus(PlaintextModulus),
}

impl Plaintexts {
    /// The ring that was asked for.
    pub(crate) fn asked(shape: &Shape) -> Option<Self> {
        shape.plain_modulus.map(Self::Modulus).or(shape.field.map(Self::Field))
    }

    /// The ring that a design stored in a file names.
    pub(crate) fn named(path: &Path, name: &str) -> Result<Self, CliError> {
        let matches = |field: &FieldName| over_field!(*field, F => <F as Field>::NAME == name);
        let field = FieldName::known().iter().copied().find(matches).map(Self::Field);
        let modulus = || PlaintextModulus::new(name.parse().ok()?).ok().map(Self::Modulus);
        field.or_else(modulus).ok_or_else(|| CliError::file(path)(format!("for an unknown field {name:?}")))
    }

    /// The name in reports and files.
    pub(crate) fn name(self) -> String {
        over_plaintexts!(self, F, t => <<F as papilio_field::Residue>::Ring as ResidueRing>::name(t).into_owned())
    }
}

impl Default for Plaintexts {
    fn default() -> Self {
        Self::Field(FieldName::P32)
    }
}

/// Calls a function generic over the field.
macro_rules! over_field {
    ($name:expr, $field:ident => $body:expr) => {
        match $name {
            $crate::args::FieldName::P32 => {
                type $field = papilio_field::fields::P32;
                $body
            }
            $crate::args::FieldName::Goldilocks => {
                type $field = papilio_field::fields::Goldilocks;
                $body
            }
            $crate::args::FieldName::Bn254 => {
                type $field = papilio_field::fields::Bn254;
                $body
            }
            $crate::args::FieldName::Bls12381 => {
                type $field = papilio_field::fields::Bls12_381;
                $body
            }
            $crate::args::FieldName::Stark252 => {
                type $field = papilio_field::fields::Stark252;
                $body
            }
        }
    };
}
pub(crate) use over_field;

/// Calls a function generic over the elements of plaintexts, with their ring.
macro_rules! over_plaintexts {
    ($plaintexts:expr, $element:ident, $ring:ident => $body:expr) => {
        match $plaintexts {
            $crate::plaintexts::Plaintexts::Field(name) => $crate::plaintexts::over_field!(name, $element => {
                let $ring = &papilio_field::FieldRing::<$element>::new();
                $body
            }),
            $crate::plaintexts::Plaintexts::Modulus(modulus) => {
                type $element = u64;
                let $ring = &modulus;
                $body
            }
        }
    };
}
pub(crate) use over_plaintexts;

/// An element of plaintexts, as far as witnesses know it: fields have constraint systems, other
/// moduli have none.
pub(crate) trait Element: DftResidue {
    /// The elements of a circom witness, which satisfy the constraint system given.
    fn read_circom(path: &Path, witness: impl Read, system: Option<(&Path, impl Read)>) -> Result<Vec<Self>, CliError>;

    /// The witness of the built-in circuit.
    fn semaphore(levels: u32, seed: u64) -> Result<Vec<Self>, CliError>;

    /// Appends a circom witness.
    fn write_wtns(values: &[Self], out: &mut Vec<u8>) -> Result<(), CliError>;
}

/// The elements of a field, which circom knows.
macro_rules! elements {
    ($($field:ty),*) => {$(
        impl Element for $field {
            fn read_circom(
                path: &Path,
                witness: impl Read,
                system: Option<(&Path, impl Read)>,
            ) -> Result<Vec<Self>, CliError> {
                let witness = read_wtns::<Self>(witness, Limits::default()).map_err(CliError::file(path))?;
                if let Some((of, system)) = system {
                    let system = read_r1cs::<Self>(system, Limits::default()).map_err(CliError::file(of))?;
                    system.check(&witness).map_err(|e| CliError::file(path)(format!("does not satisfy {}: {e}", of.display())))?;
                }
                Ok(witness)
            }

            fn semaphore(levels: u32, seed: u64) -> Result<Vec<Self>, CliError> {
                let (system, witness) = semaphore::generate::<Self>(levels, seed).map_err(CliError::input)?;
                system.check(&witness).map_err(|e| CliError::input(format!("the built-in witness: {e}")))?;
                Ok(witness)
            }

            fn write_wtns(values: &[Self], out: &mut Vec<u8>) -> Result<(), CliError> {
                write_wtns(values, out).map_err(CliError::input)
            }
        }
    )*};
}

elements!(P32, Goldilocks, Bn254, Bls12_381, Stark252);

impl Element for u64 {
    fn read_circom(path: &Path, _: impl Read, _: Option<(&Path, impl Read)>) -> Result<Vec<Self>, CliError> {
        Err(CliError::usage(format!("{}: a witness is over a field: --plain-modulus takes --random", path.display())))
    }

    fn semaphore(_: u32, _: u64) -> Result<Vec<Self>, CliError> {
        Err(CliError::usage("the built-in circuit is over a field: --plain-modulus takes --random"))
    }

    fn write_wtns(_: &[Self], _: &mut Vec<u8>) -> Result<(), CliError> {
        Err(CliError::usage("--format wtns: a circom witness is over a field; json, csv, hex and raw hold any integers"))
    }
}
