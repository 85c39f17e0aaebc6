//! Vectors of numbers, as arrays and as plaintexts.

use super::Ckks;
use crate::array;
use crate::error::Error;
use crate::plaintext::one_axis;
use numpy::PyArrayDyn;
use papilio::ckks::{self as native, Complex64};
use papilio::fhe::rlwe::FheError;
use pyo3::prelude::*;

/// A vector of numbers times a scale, as a polynomial; hidden from ``repr``.
///
/// Made by ``Ckks.encode`` and ``Ckks.decrypt``.
#[pyclass(frozen, module = "papilio.ckks")]
pub(crate) struct Plaintext {
    pub(super) native: native::Plaintext,
    /// Fingerprint of the ring.
    ring: u64,
}

impl Plaintext {
    pub(super) fn new(scheme: &native::Ckks, native: native::Plaintext) -> Self {
        Self { native, ring: scheme.rlwe().parameters().fingerprint() }
    }

    pub(super) fn decoded<'py>(&self, scheme: &Bound<'py, Ckks>) -> PyResult<Bound<'py, PyAny>> {
        let native = scheme.get().native();
        // Decoding trusts its plaintext.
        let (found, expected) = (self.ring, native.rlwe().parameters().fingerprint());
        if found != expected {
            return Err(Error::from(FheError::Context { found, expected }).into());
        }
        let values = scheme.py().detach(|| native.decode(&self.native));
        let length = [values.len()];
        array::of_vec(scheme.py(), values, &length)
    }
}

#[pymethods]
impl Plaintext {
    /// ``log2`` of the scale.
    #[getter]
    fn log_scale(&self) -> f64 {
        self.native.scale().log2()
    }

    fn __repr__(&self) -> &'static str {
        "Plaintext(..)"
    }
}

/// The numbers of an array of one axis, real or complex.
pub(super) fn numbers(values: &Bound<'_, PyAny>) -> PyResult<Vec<Complex64>> {
    if values.cast::<PyArrayDyn<f64>>().is_ok() {
        let values = array::to_read::<f64>(values, "values")?;
        return Ok(one_axis(&values)?.iter().map(|&x| x.into()).collect());
    }
    let values = array::to_read::<Complex64>(values, "values")?;
    Ok(one_axis(&values)?.to_vec())
}
