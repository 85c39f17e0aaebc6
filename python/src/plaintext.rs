//! Plaintexts of BFV and BGV, and their encoder.

use crate::array;
use crate::error::Error;
use crate::scheme::Scheme;
use num_bigint::BigInt;
use numpy::{Element, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use papilio::fhe::bfv as native;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A polynomial of residues modulo the plaintext modulus; hidden from ``repr``, erased when it is
/// freed.
///
/// Made by ``BatchEncoder.encode``, ``encode_coefficients`` and ``decrypt``.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct Plaintext(pub(crate) native::Plaintext<u64>);

#[pymethods]
impl Plaintext {
    /// The coefficients, a new ``uint64`` array of N residues.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.uint64]")]
    fn coefficients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let coefficients = self.0.coefficients();
        array::of_vec(py, coefficients.to_vec(), &[coefficients.len()])
    }

    fn __repr__(&self) -> &'static str {
        "Plaintext(..)"
    }
}

/// The factor or summand of a ciphertext that is no ciphertext.
#[derive(FromPyObject)]
pub(crate) enum Clear<'py> {
    Plaintext(Bound<'py, Plaintext>),
    /// In every slot, modulo the plaintext modulus.
    Constant(BigInt),
}

/// `c mod t`, from 0.
pub(crate) fn residue(c: BigInt, t: u64) -> u64 {
    let t = BigInt::from(t);
    // A remainder below t is a word.
    u64::try_from(((c % &t) + &t) % &t).unwrap_or_default()
}

/// The elements of an array of one axis.
pub(crate) fn one_axis<'a, T: Element>(values: &'a PyReadonlyArrayDyn<'_, T>) -> PyResult<&'a [T]> {
    match values.shape() {
        [_] => array::slice(values),
        shape => Err(Error::value(format!("values have the shape {shape:?}, where one axis is needed"))),
    }
}

/// Vectors as plaintexts with a value in each slot, which sums and products act on slot by slot.
///
/// ``BatchEncoder(scheme)`` for a ``Bfv`` or ``Bgv``: its plaintext modulus is a prime t, and 2n
/// divides t - 1 for n slots. Slots are in two rows, which rotations move.
///
/// Raises ``papilio.PlaintextError`` for a plaintext modulus without slots.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct BatchEncoder(native::BatchEncoder<u64>);

#[pymethods]
impl BatchEncoder {
    #[new]
    fn new(scheme: &Bound<'_, Scheme>) -> PyResult<Self> {
        let of_approximations = || PyTypeError::new_err("scheme is a Ckks, where a Bfv or a Bgv is needed");
        let exact = scheme.get().exact().ok_or_else(of_approximations)?;
        Ok(Self(native::BatchEncoder::new(exact).map_err(Error::from)?))
    }

    /// The number of slots.
    #[getter]
    fn slots(&self) -> usize {
        self.0.slots()
    }

    /// Encodes at most ``slots`` values, zeros in the rest: ``uint64`` residues below t, or
    /// ``int64`` numbers from -t/2 to t/2.
    ///
    /// Raises ``papilio.PlaintextError`` for more values, or values out of range.
    #[pyo3(signature = (values: "numpy.typing.NDArray[numpy.uint64] | numpy.typing.NDArray[numpy.int64]") -> "Plaintext")]
    fn encode(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext> {
        let plaintext = if values.cast::<PyArrayDyn<i64>>().is_ok() {
            self.0.encode_signed(one_axis(&array::to_read(values, "values")?)?)
        } else {
            self.0.encode(one_axis(&array::to_read(values, "values")?)?)
        };
        Ok(Plaintext(plaintext.map_err(Error::from)?))
    }

    /// The values of all slots: ``uint64`` residues.
    ///
    /// Raises ``papilio.ContextError`` for a plaintext of another ring.
    #[pyo3(signature = (plaintext) -> "numpy.typing.NDArray[numpy.uint64]")]
    fn decode<'py>(&self, plaintext: &Bound<'py, Plaintext>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.0.decode(&plaintext.get().0).map_err(Error::from)?;
        array::of_vec(plaintext.py(), values, &[self.0.slots()])
    }

    /// The values of all slots: ``int64`` numbers above -t/2 and up to t/2.
    ///
    /// Raises ``papilio.ContextError`` for a plaintext of another ring.
    #[pyo3(signature = (plaintext) -> "numpy.typing.NDArray[numpy.int64]")]
    fn decode_signed<'py>(&self, plaintext: &Bound<'py, Plaintext>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.0.decode_signed(&plaintext.get().0).map_err(Error::from)?;
        array::of_vec(plaintext.py(), values, &[self.0.slots()])
    }
}
