//! The class of encoders of slots.

use crate::array;
use crate::plaintext::{AnyEncoder, Plaintext};
use crate::scheme::Scheme;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Vectors as plaintexts with a value in each slot, which sums and products act on slot by slot.
///
/// ``BatchEncoder(scheme)`` for a ``Bfv`` or ``Bgv``: its plaintext modulus is a prime t, and 2n
/// divides t - 1 for n slots. Slots are in two rows, which rotations move.
///
/// Raises ``papilio.PlaintextError`` for a plaintext modulus without slots.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct BatchEncoder(Box<dyn AnyEncoder>);

#[pymethods]
impl BatchEncoder {
    #[new]
    fn new(scheme: &Bound<'_, Scheme>) -> PyResult<Self> {
        let of_approximations = || PyTypeError::new_err("scheme is a Ckks, where a Bfv or a Bgv is needed");
        Ok(Self(scheme.get().exact().ok_or_else(of_approximations)?.encoder()?))
    }

    /// The number of slots.
    #[getter]
    fn slots(&self) -> usize {
        self.0.slots()
    }

    /// Encodes at most ``slots`` values, zeros in the rest: ``uint64`` residues below t, of shape
    /// ``(values, 4)`` for primes of 251 bits and more, or ``int64`` numbers from -t/2 to t/2.
    /// ``Field.array`` makes residues of integers.
    ///
    /// Raises ``papilio.PlaintextError`` for more values, or values out of range.
    #[pyo3(signature = (values: "numpy.typing.NDArray[numpy.uint64] | numpy.typing.NDArray[numpy.int64]") -> "Plaintext")]
    fn encode(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext> {
        self.0.encode(values)
    }

    /// The values of all slots: ``uint64`` residues.
    ///
    /// Raises ``papilio.ContextError`` for a plaintext of another ring.
    #[pyo3(signature = (plaintext) -> "numpy.typing.NDArray[numpy.uint64]")]
    fn decode<'py>(&self, plaintext: &Bound<'py, Plaintext>) -> PyResult<Bound<'py, PyAny>> {
        self.0.decode(plaintext.py(), plaintext.get())
    }

    /// The values of all slots: ``int64`` numbers above -t/2 and up to t/2.
    ///
    /// Raises ``papilio.ContextError`` for a plaintext of another ring, ``papilio.PlaintextError``
    /// for a value beyond 64 bits.
    #[pyo3(signature = (plaintext) -> "numpy.typing.NDArray[numpy.int64]")]
    fn decode_signed<'py>(&self, plaintext: &Bound<'py, Plaintext>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.0.decode_signed(plaintext.get())?;
        array::of_vec(plaintext.py(), values, &[self.0.slots()])
    }

    fn __repr__(&self) -> String {
        format!("BatchEncoder({} slots)", self.0.slots())
    }
}
