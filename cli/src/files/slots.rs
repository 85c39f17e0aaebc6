//! Files of a transform inside one ciphertext: objects of the library in the program's frame.
//!
//! The payload of a file of rotation keys is an object for each key, all of the same length, in the
//! order of the recipe: any of them can be read by itself.

use super::keys::key_id;
use super::{KeyId, Kind, Output, Reader, Sealed, Writer};
use crate::error::CliError;
use crate::plaintexts::Plaintexts;
use papilio_fhe::bfv::{Bfv, SecretKey};
use papilio_fhe::codec::Object;
use papilio_fhe::rlwe::Rlwe;
use papilio_field::{Residue, ResidueRing};
use papilio_hntt::slots::SlotDesign;
use serde::{Deserialize, Serialize};
use std::path::Path;
use zeroize::Zeroizing;

/// More bytes than an object has beside its residues.
const AROUND: u64 = 1 << 12;

/// The header of all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SlotHeader {
    /// The plan: recipe and ring parameters.
    pub(crate) design: SlotDesign,
    /// Whose key; all zeros for values.
    pub(crate) key: KeyId,
    /// Entries of the witness; zero in a key.
    pub(crate) entries: u64,
}

impl SlotHeader {
    /// The header of keys.
    pub(crate) fn of_key(design: &SlotDesign, secret: &SecretKey) -> Self {
        Self { design: design.clone(), key: key_id(secret), entries: 0 }
    }
}

/// An open file.
#[derive(Debug)]
pub(crate) struct SlotFile {
    pub(super) reader: Reader,
    pub(crate) header: SlotHeader,
    pub(crate) kind: Kind,
}

impl SlotFile {
    pub(crate) fn open(path: &Path, kinds: &[Kind]) -> Result<Self, CliError> {
        Reader::open_any(path, kinds).map(|(reader, header, kind)| Self { reader, header, kind })
    }

    pub(crate) fn path(&self) -> &Path {
        self.reader.path()
    }

    pub(crate) fn field(&self) -> Result<Plaintexts, CliError> {
        Plaintexts::named(self.path(), &self.header.design.field)
    }

    /// The scheme of the design, every part of which is checked, and the entries with it.
    pub(crate) fn scheme<F: Residue>(&self, t: &F::Ring) -> Result<Bfv<F>, CliError> {
        let wrong = CliError::file(self.path());
        let SlotHeader { design, entries, .. } = &self.header;
        let params = design.check(t).map_err(|e| wrong(format!("unusable design: {e}")))?;
        let capacity = (design.recipe.vectors() * design.recipe.size()) as u64;
        let keys = matches!(self.kind, Kind::SlotSecretKey | Kind::SlotPublicKey | Kind::RotationKeys);
        if !keys && !(1..=capacity).contains(entries) {
            return Err(wrong(format!("{entries} entries do not fit a design for 1 to {capacity}")));
        }
        Bfv::with_modulus(params, t.clone()).map_err(|e| wrong(e.to_string()))
    }

    /// The kind of object that the file holds.
    pub(crate) fn holds(&self) -> Result<papilio_fhe::codec::Kind, CliError> {
        let mut start = [0; 16];
        self.reader.expect_at_least(start.len() as u64)?;
        self.reader.read(0, &mut start)?;
        papilio_fhe::codec::Kind::of(&start).map_err(CliError::file(self.path()))
    }

    /// The object that the file holds, of at most two polynomials.
    pub(crate) fn object<O: Object<Scheme = Rlwe>>(&self, bfv: &Rlwe) -> Result<O, CliError> {
        let (params, wrong) = (bfv.parameters(), CliError::file(self.path()));
        let (length, most) = (self.reader.payload(), AROUND + (16 * params.limbs() * params.degree()) as u64);
        if length > most {
            return Err(wrong(format!("payload of {length} bytes where its header allows {most}")));
        }
        let mut bytes = Zeroizing::new(vec![0; length as usize]);
        self.reader.read(0, &mut bytes)?;
        O::from_bytes(bfv, &bytes).map_err(|e| wrong(e.to_string()))
    }

    /// The scheme and the secret key.
    pub(crate) fn secret<F: Residue>(&self, t: &F::Ring) -> Result<(Bfv<F>, SecretKey), CliError> {
        let bfv = self.scheme::<F>(t)?;
        let secret: SecretKey = self.object(&bfv)?;
        if key_id(&secret) != self.header.key {
            return Err(CliError::file(self.path())("the key does not have the identity in its header"));
        }
        Ok((bfv, secret))
    }

    /// Refuses a file that was made with another key pair or another plan than this one.
    pub(crate) fn belongs_to(&self, other: &Self) -> Result<(), CliError> {
        let wrong = CliError::file(self.path());
        if self.header.key != other.header.key {
            return Err(wrong(format!("made with another key than {}", other.path().display())));
        }
        if self.header.design != other.header.design {
            return Err(wrong(format!("made by another plan than {}", other.path().display())));
        }
        Ok(())
    }
}

/// Writes a file of one object.
pub(crate) fn write<O: Object<Scheme = Rlwe>>(
    output: &Output,
    kind: Kind,
    header: &SlotHeader,
    object: (&Rlwe, &O),
) -> Result<u64, CliError> {
    write_unnamed(output, kind, header, object)?.persist()
}

/// The same under no name yet.
pub(crate) fn write_unnamed<O: Object<Scheme = Rlwe>>(
    output: &Output,
    kind: Kind,
    header: &SlotHeader,
    (bfv, object): (&Rlwe, &O),
) -> Result<Sealed, CliError> {
    let mut writer = Writer::create(output, kind, header)?;
    writer.append(object.to_bytes(bfv).as_ref())?;
    writer.seal()
}

/// Writes the values of a result.
pub(crate) fn write_values<R: ResidueRing>(
    t: &R,
    output: &Output,
    header: &SlotHeader,
    values: &[R::Element],
) -> Result<u64, CliError> {
    let mut writer = Writer::create(output, Kind::SlotValues, &SlotHeader { key: KeyId::default(), ..header.clone() })?;
    let size = super::values::element_bytes(t);
    let bytes: Vec<u8> = values.iter().flat_map(|&value| super::values::to_bytes(t, value).into_iter().take(size)).collect();
    writer.append(&bytes)?;
    writer.finish()
}

impl SlotFile {
    /// The values of a result, in natural order, vector after vector.
    pub(crate) fn values<F: Residue>(&self, t: &F::Ring) -> Result<Vec<F>, CliError> {
        self.scheme::<F>(t)?;
        let recipe = &self.header.design.recipe;
        let (count, size) = (recipe.vectors() * recipe.size(), super::values::element_bytes(t));
        self.reader.expect_payload((count * size) as u64)?;
        let mut bytes = vec![0; count * size];
        self.reader.read(0, &mut bytes)?;
        let not_below = |i: usize| CliError::file(self.path())(format!("value {i} is not below the modulus {}", t.name()));
        let value = |(i, bytes)| super::values::from_bytes(t, bytes).ok_or_else(|| not_below(i));
        bytes.chunks_exact(size).enumerate().map(value).collect()
    }
}
