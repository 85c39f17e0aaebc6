//! The kind of a file, by its first bytes.

use super::{Kind, MAGIC};
use papilio_fhe::codec::Kind as Object;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes that tell.
pub(crate) const START: usize = 16;

/// A file as its first bytes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A file of this program, with the number of its kind.
    Papilio(u16),
    /// An object of the library.
    Object(Object),
    /// A circom constraint system.
    R1cs,
    /// A circom witness.
    Wtns,
    /// A proving key of snarkjs.
    Zkey,
}

impl Named {
    pub(crate) fn of(start: &[u8]) -> Option<Self> {
        match start {
            [b'r', b'1', b'c', b's', ..] => Some(Self::R1cs),
            [b'w', b't', b'n', b's', ..] => Some(Self::Wtns),
            [b'z', b'k', b'e', b'y', ..] => Some(Self::Zkey),
            _ if start.starts_with(&MAGIC) => Some(Self::Papilio(u16::from_le_bytes([*start.get(8)?, *start.get(9)?]))),
            _ => kind_of_object(start).map(Self::Object),
        }
    }

    pub(crate) fn name(self) -> String {
        match self {
            Self::Papilio(code) => Kind::name(code),
            Self::Object(
                kind @ (Object::Parameters
                | Object::GaloisKeys
                | Object::GatesParameters
                | Object::GatesBits
                | Object::SeededGatesBits
                | Object::GatesIntegers
                | Object::BivariateParameters),
            ) => format!("{kind} of the library"),
            Self::Object(kind) => format!("a {kind} of the library"),
            Self::R1cs => "an r1cs file, a circom constraint system".into(),
            Self::Wtns => "a wtns file, a circom witness".into(),
            Self::Zkey => "a zkey file, a proving key of snarkjs".into(),
        }
    }

    fn is_key(self) -> bool {
        match self {
            Self::Papilio(code) => Kind::of(code).is_some_and(Kind::is_key),
            Self::Object(kind) => matches!(
                kind,
                Object::SecretKey
                    | Object::PublicKey
                    | Object::RelinearizationKey
                    | Object::GaloisKeys
                    | Object::GatesSecretKey
                    | Object::GatesEvaluationKey
                    | Object::BivariateSecretKey
                    | Object::BivariateHalfExternalKey
            ),
            Self::R1cs | Self::Wtns | Self::Zkey => false,
        }
    }
}

/// The kind in the first bytes of an object of the library.
fn kind_of_object(start: &[u8]) -> Option<Object> {
    // A frame is at least as long as magic, kind and checksum; what follows the kind is not looked
    // at.
    let mut frame = [0; START];
    frame[..start.len().min(START)].copy_from_slice(&start[..start.len().min(START)]);
    Object::of(&frame).ok()
}

/// The name of the key that a file holds, if it does.
pub(crate) fn key(path: &Path) -> io::Result<Option<String>> {
    let mut start = Vec::new();
    File::open(path)?.take(START as u64).read_to_end(&mut start)?;
    Ok(Named::of(&start).filter(|named| named.is_key()).map(Named::name))
}
