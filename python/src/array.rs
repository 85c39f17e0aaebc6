//! Arrays of numpy as slices: checked, never converted, never copied unasked.

use crate::error::Error;
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The name that numpy has for an element type.
fn name_of<T: Element>(py: Python<'_>) -> String {
    numpy::dtype::<T>(py).to_string()
}

/// The type, shape and strides of an array, or the type of what is none.
fn described(x: &Bound<'_, PyAny>) -> String {
    match x.cast::<PyUntypedArray>() {
        Ok(array) => {
            let tuple = |numbers: Vec<String>| match &*numbers {
                [one] => format!("({one},)"),
                _ => format!("({})", numbers.join(", ")),
            };
            let shape = tuple(array.shape().iter().map(ToString::to_string).collect());
            let strides = tuple(array.strides().iter().map(ToString::to_string).collect());
            // `str` of a type leaves out that its bytes are those of this machine, and no more.
            format!("an array of dtype {}, shape {shape}, strides {strides}", array.dtype())
        }
        Err(_) => format!("a {}", x.get_type().name().map_or_else(|_| "foreign object".to_owned(), |name| name.to_string())),
    }
}

/// Casts to a C-contiguous array with at least one element.
fn cast<'a, 'py, T: Element>(x: &'a Bound<'py, PyAny>, name: &str) -> PyResult<&'a Bound<'py, PyArrayDyn<T>>> {
    let refused = || {
        let wanted = name_of::<T>(x.py());
        let remedy = "numpy.ascontiguousarray converts and copies";
        Error::array(format!("{name} is {}, where a C-contiguous array of dtype {wanted} is needed: {remedy}", described(x)))
    };
    let array = x.cast::<PyArrayDyn<T>>().map_err(|_| refused())?;
    if array.ndim() == 0 || !array.is_c_contiguous() {
        return Err(refused());
    }
    if array.is_empty() {
        return Err(Error::value(format!("{name} is {}: it has no elements", described(x))));
    }
    Ok(array)
}

/// An array to be read where it lies.
///
/// # Errors
/// `TypeError` unless it is a C-contiguous array of this type; `ValueError` for one without
/// elements, or one that another call is writing.
pub(crate) fn to_read<'py, T: Element>(x: &Bound<'py, PyAny>, name: &str) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let array = cast::<T>(x, name)?;
    array.try_readonly().map_err(|_| Error::value(format!("{name} is being written by another call")))
}

/// An array to be written where it lies, of a given shape.
///
/// # Errors The errors of [`to_read`]; `ValueError` for another shape, an array that may not be
/// written, or one that shares memory with another argument.
pub(crate) fn to_write<'py, T: Element>(
    x: &Bound<'py, PyAny>,
    shape: &[usize],
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let array = cast::<T>(x, name)?;
    if array.shape() != shape {
        return Err(Error::value(format!("{name} is {}, where the shape {shape:?} is needed", described(x))));
    }
    array.try_readwrite().map_err(|error| match error {
        numpy::BorrowError::NotWriteable => Error::value(format!("{name} may not be written: it is read-only")),
        _ => {
            Error::value(format!("{name} shares memory with another argument or call: give the input itself to work in place"))
        }
    })
}

/// The elements of an array that was checked to be C-contiguous.
///
/// # Errors
/// `TypeError` for an array that is not aligned to its elements.
pub(crate) fn slice<'a, T: Element>(array: &'a PyReadonlyArrayDyn<'_, T>) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|_| misaligned(size_of::<T>()))
}

/// The same for an array that is written.
///
/// # Errors
/// The errors of [`slice()`].
pub(crate) fn slice_mut<'a, T: Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| misaligned(size_of::<T>()))
}

fn misaligned(size: usize) -> PyErr {
    let text = "an array is misaligned: its first byte is at no multiple of its elements' size, which is";
    Error::array(format!("{text} {size}; numpy.array makes a copy that is aligned"))
}

/// An array of a shape that takes over a vector.
pub(crate) fn of_vec<'py, T: Element>(py: Python<'py>, elements: Vec<T>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let flat = numpy::PyArray1::from_vec(py, elements);
    Ok(flat.reshape(shape.to_vec())?.into_any())
}

/// The bytes of any object that shows its memory: `bytes`, `memoryview`, `pickle.PickleBuffer`.
pub(crate) fn bytes<'py>(data: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, u8>> {
    let py = data.py();
    let length = data.len().unwrap_or(1);
    if length == 0 {
        return Err(Error::new("FormatError", "0 bytes: an object has more").into());
    }
    let view = py.import("numpy")?.call_method1("frombuffer", (data, numpy::dtype::<u8>(py)))?;
    to_read(&view, "data")
}

/// Bytes for a pickle: out of band, and uncopied, where the protocol has that.
pub(crate) fn pickled<'py>(bytes: Bound<'py, PyBytes>, protocol: u32) -> PyResult<Bound<'py, PyAny>> {
    match protocol {
        0..5 => Ok(bytes.into_any()),
        _ => bytes.py().import("pickle")?.getattr("PickleBuffer")?.call1((bytes,)),
    }
}
