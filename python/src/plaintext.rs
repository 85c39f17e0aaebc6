//! Plaintexts of BFV and BGV, and their encoder, over any plaintext modulus.

use crate::array;
use crate::error::Error;
use crate::numbers::Residues;
use core::any::Any;
use num_bigint::BigInt;
use numpy::{Element, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use papilio::fhe::bfv as native;
use pyo3::prelude::*;

/// A polynomial of residues modulo the plaintext modulus; hidden from ``repr``, erased when it is
/// freed.
///
/// Made by ``BatchEncoder.encode``, ``encode_coefficients`` and ``decrypt``.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct Plaintext(Box<dyn AnyPlaintext>);

/// A plaintext over any modulus.
trait AnyPlaintext: Any + Send + Sync {
    fn coefficients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

impl<F: Residues> AnyPlaintext for native::Plaintext<F> {
    fn coefficients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array_of(py, self.coefficients())
    }
}

impl Plaintext {
    pub(crate) fn new<F: Residues>(plaintext: native::Plaintext<F>) -> Self {
        Self(Box::new(plaintext))
    }

    /// The plaintext by its type.
    ///
    /// # Errors
    /// `ContextError` for one of another kind of modulus.
    pub(crate) fn typed<F: Residues>(&self) -> Result<&native::Plaintext<F>, Error> {
        let plaintext: &dyn Any = &*self.0;
        plaintext.downcast_ref().ok_or_else(|| Error::new("ContextError", "the plaintext is of another plaintext modulus"))
    }
}

/// Residues as a new array.
fn array_of<'py, F: Residues>(py: Python<'py>, residues: &[F]) -> PyResult<Bound<'py, PyAny>> {
    let shape = [residues.len(), F::COUNT];
    array::of_vec(py, F::words_of(residues), if F::COUNT == 1 { &shape[..1] } else { &shape })
}

/// The residues of an array of one axis, and one more for residues of several words.
pub(crate) fn residues<F: Residues>(values: &Bound<'_, PyAny>) -> PyResult<Vec<F>> {
    let array = array::to_read::<<F as Residues>::Word>(values, "values")?;
    match (array.shape(), F::COUNT) {
        ([_], 1) => {}
        (&[_, words], count) if count > 1 && words == count => {}
        (shape, 1) => return Err(Error::value(format!("values have the shape {shape:?}, where one axis is needed"))),
        (shape, count) => {
            return Err(Error::value(format!("values have the shape {shape:?}, where (..., {count}) with two axes is needed")));
        }
    }
    Ok(F::of_words(array::slice(&array)?).map_err(Error::from)?)
}

#[pymethods]
impl Plaintext {
    /// The coefficients, a new array of N residues: ``uint64``, of shape ``(N, 4)`` for primes of
    /// 251 bits and more.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.uint64]")]
    fn coefficients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.coefficients(py)
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

/// The elements of an array of one axis.
pub(crate) fn one_axis<'a, T: Element>(values: &'a PyReadonlyArrayDyn<'_, T>) -> PyResult<&'a [T]> {
    match values.shape() {
        [_] => array::slice(values),
        shape => Err(Error::value(format!("values have the shape {shape:?}, where one axis is needed"))),
    }
}

/// An encoder over any modulus.
pub(crate) trait AnyEncoder: Send + Sync {
    fn slots(&self) -> usize;

    fn encode(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext>;

    fn decode<'py>(&self, py: Python<'py>, plaintext: &Plaintext) -> PyResult<Bound<'py, PyAny>>;

    fn decode_signed(&self, plaintext: &Plaintext) -> Result<Vec<i64>, Error>;
}

impl<F: Residues> AnyEncoder for native::BatchEncoder<F> {
    fn slots(&self) -> usize {
        self.slots()
    }

    fn encode(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext> {
        let plaintext = match values.cast::<PyArrayDyn<i64>>() {
            Ok(_) => self.encode_signed(one_axis(&array::to_read(values, "values")?)?),
            Err(_) => self.encode(&residues::<F>(values)?),
        };
        Ok(Plaintext::new(plaintext.map_err(Error::from)?))
    }

    fn decode<'py>(&self, py: Python<'py>, plaintext: &Plaintext) -> PyResult<Bound<'py, PyAny>> {
        array_of(py, &self.decode(plaintext.typed()?).map_err(Error::from)?)
    }

    fn decode_signed(&self, plaintext: &Plaintext) -> Result<Vec<i64>, Error> {
        Ok(self.decode_signed(plaintext.typed()?)?)
    }
}

/// The encoder of a scheme.
pub(crate) fn encoder<F: Residues>(bfv: &native::Bfv<F>) -> Result<Box<dyn AnyEncoder>, Error> {
    Ok(Box::new(native::BatchEncoder::new(bfv)?))
}
