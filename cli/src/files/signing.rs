//! Key files of signatures: the secret in the bytes of its scheme, the public key in the header.

use super::{Kind, Output, Reader, Sealed, SigningHeader, Writer};
use crate::error::CliError;
use papilio_evm::{Scheme, SigningKey};
use std::path::Path;
use zeroize::Zeroizing;

/// The complete file of a secret key, which has no name yet.
pub(crate) fn seal(output: &Output, key: &SigningKey) -> Result<Sealed, CliError> {
    let header = SigningHeader { scheme: key.scheme().to_string(), public_key: key.public_key() };
    let mut writer = Writer::create(output, Kind::SigningKey, &header)?;
    writer.append(&key.to_bytes())?;
    writer.seal()
}

/// Reads a secret key, which must have the public key of its header.
pub(crate) fn read(path: &Path) -> Result<SigningKey, CliError> {
    let (reader, header) = Reader::open::<SigningHeader>(path, Kind::SigningKey)?;
    let scheme: Scheme = header.scheme.parse().map_err(CliError::file(path))?;
    let length = scheme.secret_key_bytes();
    reader.expect_payload(length as u64)?;
    let mut bytes = Zeroizing::new(vec![0; length]);
    reader.read(0, &mut bytes)?;
    let key = SigningKey::from_bytes(scheme, &bytes).map_err(CliError::file(path))?;
    if key.public_key() != header.public_key {
        return Err(CliError::file(path)("the secret key does not have the public key in its header"));
    }
    Ok(key)
}
