//! Files of gates: an object of the library, and after it its parameters.

use super::sniff::Named;
use super::{Access, Input, Output};
use crate::error::CliError;
use papilio_fhe::codec::{Kind, Object};
use papilio_gates::{Circuit, GatesError, Parameters};
use std::path::Path;
use zeroize::Zeroizing;

/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 32;
/// The longest netlist that is read.
const MOST_TEXT: u64 = 1 << 30;

/// Writes an object and its parameters.
pub(crate) fn write<T: Object<Scheme = Parameters>>(
    output: &Output,
    access: Access,
    parameters: &Parameters,
    object: &T,
) -> Result<u64, CliError> {
    let object = object.to_bytes(parameters);
    // Room for both: bytes that move would leave a secret behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(object.as_ref().len() + Parameters::BYTES));
    bytes.extend_from_slice(object.as_ref());
    bytes.extend_from_slice(&parameters.to_bytes());
    output.write(access, &bytes)
}

/// The bytes of a file or a stream, erased when dropped.
fn read(path: &Path, most: u64) -> Result<Zeroizing<Vec<u8>>, CliError> {
    let input = Input::open(path)?;
    if input.len() > most {
        return Err(CliError::file(path)(format!("{} bytes, more than the limit of {most}", input.len())));
    }
    let mut bytes = Zeroizing::new(vec![0; input.len() as usize]);
    input.read_at(&mut bytes, 0).map_err(CliError::io("read", path))?;
    Ok(bytes)
}

/// The bytes of a file's object, and the parameters behind it.
pub(crate) fn open(path: &Path) -> Result<(Zeroizing<Vec<u8>>, Parameters), CliError> {
    let mut bytes = read(path, MOST_BYTES)?;
    let (object, parameters) = split(path, &bytes)?;
    let len = object.len();
    bytes.truncate(len);
    Ok((bytes, parameters))
}

/// An object, and the parameters behind it.
pub(crate) fn split<'b>(path: &Path, bytes: &'b [u8]) -> Result<(&'b [u8], Parameters), CliError> {
    let of_gates = Kind::of(bytes).is_ok_and(|kind| kind.number() > Kind::GatesParameters.number());
    let at = bytes.len().saturating_sub(Parameters::BYTES);
    if !of_gates || at == 0 {
        let found = Named::of(bytes).map_or_else(|| "no file of this program".to_owned(), Named::name);
        let wanted = "a file of `papilio gates`".to_owned();
        return Err(CliError::WrongKind { path: path.to_owned(), found, wanted });
    }
    match Parameters::from_bytes(&bytes[at..]) {
        Ok(parameters) => Ok((&bytes[..at], parameters)),
        Err(GatesError::InvalidParameters(reason)) => Err(CliError::file(path)(reason)),
        Err(reason) => Err(CliError::damaged(path)(reason)),
    }
}

/// The object of a file.
pub(crate) fn object<T: Object<Scheme = Parameters>>(path: &Path) -> Result<(T, Parameters), CliError> {
    let (bytes, parameters) = open(path)?;
    let object = T::from_bytes(&parameters, &bytes).map_err(CliError::file(path))?;
    Ok((object, parameters))
}

/// The circuit of a netlist, whose format its text tells.
pub(crate) fn netlist(path: &Path) -> Result<Circuit, CliError> {
    let bytes = read(path, MOST_TEXT)?;
    let text = str::from_utf8(&bytes).map_err(|_| CliError::file(path)("a netlist is text in UTF-8"))?;
    let json = text.trim_start().starts_with('{');
    let circuit = match json {
        true if text.contains("\"modules\"") => Circuit::from_yosys_json(text),
        true => Circuit::from_json(text),
        false => Circuit::from_blif(text),
    };
    circuit.map_err(CliError::file(path))
}
