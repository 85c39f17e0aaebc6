//! Key files: the secret as its seed, the public key as a seeded encryption of zero.

use super::ciphertexts::{record_bytes, seeded_from_bytes, seeded_to_bytes};
use super::{Header, KeyId, Kind, Reader, Writer};
use crate::error::CliError;
use fhe::bfv::{Bfv, PublicKey, SecretKey};
use hntt::Design;
use ntt::Field;
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

pub(crate) fn write_secret(path: &Path, design: &Design, secret: &SecretKey) -> Result<u64, CliError> {
    let mut writer = Writer::create(path, Kind::SecretKey, &header(design, key_id(secret)))?;
    writer.append(secret.seed())?;
    writer.finish(false)
}

pub(crate) fn write_public<F: Field>(
    path: &Path,
    design: &Design,
    bfv: &Bfv<F>,
    key: KeyId,
    public: &PublicKey,
) -> Result<u64, CliError> {
    let mut writer = Writer::create(path, Kind::PublicKey, &header(design, key))?;
    let mut bytes = Vec::new();
    seeded_to_bytes(bfv.params().basis(), &public.to_seeded(bfv), &mut bytes);
    writer.append(&bytes)?;
    writer.finish(true)
}

/// Reads the header alone, to learn the field.
pub(crate) fn design_of(path: &Path) -> Result<(Design, bool), CliError> {
    let kind = if Reader::holds(path, Kind::PublicKey)? { Kind::PublicKey } else { Kind::SecretKey };
    let (_, header) = Reader::open::<Header>(path, kind)?;
    Ok((header.design, kind == Kind::SecretKey))
}

pub(crate) fn read_secret<F: Field>(path: &Path) -> Result<(Header, Bfv<F>, SecretKey), CliError> {
    let (mut reader, header) = Reader::open::<Header>(path, Kind::SecretKey)?;
    let bfv = scheme::<F>(path, &header.design)?;
    reader.check(32)?;
    let mut seed = Zeroizing::new([0; 32]);
    reader.read(0, &mut *seed)?;
    let secret = SecretKey::from_seed(&bfv, *seed);
    if key_id(&secret) != header.key {
        return Err(CliError::file(path)("the key does not have the identity in its header"));
    }
    Ok((header, bfv, secret))
}

pub(crate) fn read_public<F: Field>(path: &Path) -> Result<(Header, Bfv<F>, PublicKey), CliError> {
    let (mut reader, header) = Reader::open::<Header>(path, Kind::PublicKey)?;
    let bfv = scheme::<F>(path, &header.design)?;
    let basis = bfv.params().basis();
    let size = record_bytes(basis, basis.limbs(), true);
    reader.check(size as u64)?;
    let mut bytes = vec![0; size];
    reader.read(0, &mut bytes)?;
    let zero = seeded_from_bytes(basis, &bytes).map_err(CliError::file(path))?;
    let public = PublicKey::from_seeded(&bfv, zero);
    Ok((header, bfv, public))
}

/// The scheme of a stored design, every part of it checked.
pub(crate) fn scheme<F: Field>(path: &Path, design: &Design) -> Result<Bfv<F>, CliError> {
    let params = design.check::<F>().map_err(|e| CliError::file(path)(format!("unusable design: {e}")))?;
    Bfv::new(params).map_err(CliError::file(path))
}
