//! Key files: the secret as its seed, the public key as a seeded encryption of zero.

use super::ciphertexts::{Record, record_bytes, seeded_from_bytes, seeded_to_bytes};
use super::scheme::scheme;
use super::{Header, KeyId, Kind, Output, Reader, Sealed, Writer};
use crate::error::CliError;
use papilio_fhe::bfv::{Bfv, PublicKey, SecretKey};
use papilio_field::Residue;
use papilio_hntt::Design;
use std::path::Path;
use zeroize::Zeroizing;

/// The identity of a key pair. The seed cannot be found from it.
pub(crate) fn key_id(secret: &SecretKey) -> KeyId {
    let hash = Zeroizing::new(blake3::derive_key("papilio 2026 key identity", secret.seed()));
    core::array::from_fn(|i| hash[i])
}

fn header(design: &Design, key: KeyId) -> Header {
    Header { design: design.clone(), key, entries: 0, seeded: true }
}

/// Writes a secret key under no name yet.
pub(crate) fn write_secret(output: &Output, design: &Design, secret: &SecretKey) -> Result<Sealed, CliError> {
    let mut writer = Writer::create(output, Kind::SecretKey, &header(design, key_id(secret)))?;
    writer.append(secret.seed())?;
    writer.seal()
}

/// Writes a public key under no name yet.
pub(crate) fn write_public<F: Residue>(
    output: &Output,
    design: &Design,
    bfv: &Bfv<F>,
    key: KeyId,
    public: &PublicKey,
) -> Result<Sealed, CliError> {
    let mut writer = Writer::create(output, Kind::PublicKey, &header(design, key))?;
    let mut bytes = Vec::new();
    let zero = public.to_seeded(bfv).map_err(CliError::input)?;
    seeded_to_bytes(bfv.parameters().basis(), &zero, &mut bytes);
    writer.append(&bytes)?;
    writer.seal()
}

/// An open file of a key.
pub(crate) struct KeyFile {
    reader: Reader,
    pub(crate) header: Header,
    pub(crate) kind: Kind,
}

impl KeyFile {
    /// Opens a key of one of these kinds.
    pub(crate) fn open(path: &Path, kinds: &[Kind]) -> Result<Self, CliError> {
        Reader::open_any(path, kinds).map(|(reader, header, kind)| Self { reader, header, kind })
    }

    pub(crate) fn path(&self) -> &Path {
        self.reader.path()
    }

    pub(crate) fn secret<F: Residue>(&self, t: &F::Ring) -> Result<(Bfv<F>, SecretKey), CliError> {
        let bfv = scheme::<F>(t, self.path(), &self.header.design)?;
        self.reader.expect_payload(32)?;
        let mut seed = Zeroizing::new([0; 32]);
        self.reader.read(0, &mut *seed)?;
        let secret = SecretKey::from_seed(&bfv, &seed);
        if key_id(&secret) != self.header.key {
            return Err(CliError::file(self.path())("the key does not have the identity in its header"));
        }
        Ok((bfv, secret))
    }

    pub(crate) fn public<F: Residue>(&self, t: &F::Ring) -> Result<(Bfv<F>, PublicKey), CliError> {
        let bfv = scheme::<F>(t, self.path(), &self.header.design)?;
        let basis = bfv.parameters().basis();
        let size = record_bytes(basis, basis.limbs(), Record::Seeded);
        self.reader.expect_payload(size as u64)?;
        let mut bytes = vec![0; size];
        self.reader.read(0, &mut bytes)?;
        let zero = seeded_from_bytes(&bfv, &bytes).map_err(CliError::file(self.path()))?;
        let public = PublicKey::from_seeded(&bfv, zero).map_err(CliError::file(self.path()))?;
        Ok((bfv, public))
    }
}
