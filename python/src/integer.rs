//! Integers of Python as words.

use crate::error::Error;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A whole number from 0 to `2^64 − 1`; numbers of numpy are taken as well, floats are not.
pub(crate) fn word(x: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    let number = x.call_method0("__index__").map_err(|_| {
        let kind = x.get_type().name().map_or_else(|_| "foreign object".to_owned(), |kind| kind.to_string());
        PyTypeError::new_err(format!("{name} is a {kind}, where an int is needed"))
    })?;
    number.extract().map_err(|_| Error::value(format!("{name} is {number}, which is not from 0 to 2^64 - 1")))
}
