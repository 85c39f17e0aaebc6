//! `papilio.precompile`: the precompiles of EIP-7885.

use crate::array::{bytes, slice};
use crate::error::Error;
use papilio::precompile as native;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

fn operation(name: &str) -> Result<native::Operation, PyErr> {
    match name {
        "forward" => Ok(native::Operation::Forward),
        "inverse" => Ok(native::Operation::Inverse),
        "multiply" => Ok(native::Operation::Multiply),
        "add" => Ok(native::Operation::Add),
        other => Err(Error::value(format!("operation is {other:?}: it is \"forward\", \"inverse\", \"multiply\" or \"add\""))),
    }
}

/// Bytes, of which there may be none.
fn with_input<R>(data: &Bound<'_, PyAny>, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
    match data.len() {
        Ok(0) => Ok(work(&[])),
        _ => Ok(work(slice(&bytes(data)?)?)),
    }
}

/// The output of a call: ``"forward"`` and ``"inverse"`` transform a polynomial, ``"multiply"`` and
/// ``"add"`` act on two, value by value.
///
/// ``data`` is the header, ``n`` in 4 bytes and ``q`` in 8, and the coefficients, all big-endian;
/// other forms are those of the specification.
///
/// Raises ``papilio.PrecompileError`` for input that the precompile refuses.
#[pyfunction]
#[pyo3(signature = (
    operation: "typing.Literal['forward', 'inverse', 'multiply', 'add']", data: "typing_extensions.Buffer"
))]
pub(crate) fn run<'py>(operation: &str, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let (py, operation) = (data.py(), self::operation(operation)?);
    let output = with_input(data, |input| py.detach(|| native::run(operation, input)))?;
    Ok(PyBytes::new(py, &output.map_err(|error| Error::new("PrecompileError", error))?))
}

/// The gas of a call, by its header and its length; malformed input has a price too.
#[pyfunction]
#[pyo3(signature = (
    operation: "typing.Literal['forward', 'inverse', 'multiply', 'add']", data: "typing_extensions.Buffer"
))]
pub(crate) fn gas(operation: &str, data: &Bound<'_, PyAny>) -> PyResult<u64> {
    let operation = self::operation(operation)?;
    with_input(data, |input| native::gas(operation, input))
}

/// The address of an operation, where the first is at ``base``.
#[pyfunction]
#[pyo3(signature = (operation: "typing.Literal['forward', 'inverse', 'multiply', 'add']", base = native::DEFAULT_BASE))]
pub(crate) fn address(operation: &str, base: u64) -> PyResult<u64> {
    let offset = self::operation(operation)?.address_offset();
    base.checked_add(offset).ok_or_else(|| Error::value(format!("the base {base} has no four addresses after it")))
}
