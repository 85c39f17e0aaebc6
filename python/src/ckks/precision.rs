//! How many bits of a result are right.

use super::plaintext::numbers;
use crate::error::Error;
use papilio::ckks as native;
use pyo3::prelude::*;

/// The bits after the binary point that are right, over all slots.
#[pyclass(frozen, module = "papilio.ckks")]
pub(crate) struct Precision(native::Precision);

#[pymethods]
impl Precision {
    /// The precision of ``have`` beside the exact values ``want``, ``float64`` or ``complex128``
    /// arrays of one length.
    ///
    /// Raises ``ValueError`` for arrays of different lengths.
    #[staticmethod]
    #[pyo3(signature = (
        have: "numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128]",
        want: "numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128]"
    ))]
    fn of(have: &Bound<'_, PyAny>, want: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (have, want) = (numbers(have)?, numbers(want)?);
        if have.len() != want.len() {
            return Err(Error::value(format!("{} values beside {}", have.len(), want.len())));
        }
        Ok(Self(native::Precision::of(&have, &want)))
    }

    /// The bits of the slot with the greatest error.
    #[getter]
    fn minimum(&self) -> f64 {
        self.0.minimum()
    }

    /// The mean over all slots.
    #[getter]
    fn mean(&self) -> f64 {
        self.0.modulus.mean
    }

    /// The median over all slots.
    #[getter]
    fn median(&self) -> f64 {
        self.0.modulus.median
    }

    fn __repr__(&self) -> String {
        self.0.to_string()
    }
}
