//! Ciphertexts, by the automatic evaluator.

use super::plaintext::numbers;
use super::{Ckks, LinearTransform, Polynomial, automatic};
use crate::array;
use crate::error::Error;
use crate::interrupt::{interruptible, is_long};
use numpy::PyArrayDyn;
use papilio::ckks::{self as native, CkksError, Complex64};
use papilio::fhe::codec::Object;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// An encrypted vector of numbers.
///
/// ``+``, ``-`` and ``*`` act slot by slot on ciphertexts, numbers and arrays (``float64`` or
/// ``complex128``), and bring operands to one level and scale by themselves. A product of
/// ciphertexts takes the scheme's ``relinearization_key``, rotations take its ``galois_keys``.
///
/// Raises ``papilio.LevelError`` when no level is left, ``papilio.ScaleError`` when a message does
/// not fit, ``papilio.WrongKeyError`` for a key that is missing or another's.
#[pyclass(frozen, module = "papilio.ckks")]
pub(crate) struct Ciphertext {
    scheme: Py<Ckks>,
    native: native::Ciphertext,
}

/// The summand or factor of a ciphertext that is no ciphertext.
#[derive(FromPyObject)]
enum Clear<'py> {
    Real(Bound<'py, PyArrayDyn<f64>>),
    Complex(Bound<'py, PyArrayDyn<Complex64>>),
    Number(Complex64),
}

/// A function, and what it makes a ciphertext of.
type Pickled<'py> = (Bound<'py, PyAny>, (Py<Ckks>, Bound<'py, PyAny>));

/// The other operand of a ciphertext.
#[derive(FromPyObject)]
enum Operand<'py> {
    Ciphertext(Bound<'py, Ciphertext>),
    Clear(Clear<'py>),
}

impl Ciphertext {
    pub(super) fn native(&self) -> &native::Ciphertext {
        &self.native
    }

    /// A result of the scheme, computed while other Python threads go on.
    pub(super) fn computed(
        scheme: &Bound<'_, Ckks>,
        work: impl FnOnce(&native::Ckks) -> Result<native::Ciphertext, CkksError> + Send,
    ) -> PyResult<Self> {
        let native = scheme.get().native();
        let result = scheme.py().detach(|| work(native)).map_err(Error::from)?;
        Ok(Self { scheme: scheme.clone().unbind(), native: result })
    }

    /// A result of the automatic evaluator.
    fn result(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&native::Automatic<'_>, &native::Ciphertext) -> Result<native::Ciphertext, CkksError> + Send,
    ) -> PyResult<Self> {
        let native = automatic(self.scheme.bind(py), |on| work(on, &self.native))?;
        Ok(Self { scheme: self.scheme.clone_ref(py), native })
    }

    /// The same for work of seconds.
    fn long_result(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&native::Automatic<'_>, &native::Ciphertext) -> Result<native::Ciphertext, CkksError> + Send + 'static,
    ) -> PyResult<Self> {
        let (scheme, x) = (self.scheme.clone_ref(py), self.native.clone());
        let native = interruptible(py, move || Python::attach(|py| automatic(scheme.bind(py), |on| work(on, &x))))??;
        Ok(Self { scheme: self.scheme.clone_ref(py), native })
    }

    /// The same for work that takes long in large rings.
    fn heavy_result(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&native::Automatic<'_>, &native::Ciphertext) -> Result<native::Ciphertext, CkksError> + Send + 'static,
    ) -> PyResult<Self> {
        let parameters = self.scheme.bind(py).get().native().rlwe().parameters();
        if is_long(parameters) { self.long_result(py, work) } else { self.result(py, work) }
    }

    /// A result with what is no ciphertext.
    fn with_clear(
        &self,
        py: Python<'_>,
        clear: Clear<'_>,
        of_number: impl FnOnce(&native::Automatic<'_>, &native::Ciphertext, Complex64) -> Result<native::Ciphertext, CkksError>
        + Send,
        of_values: impl FnOnce(&native::Automatic<'_>, &native::Ciphertext, &[Complex64]) -> Result<native::Ciphertext, CkksError>
        + Send,
    ) -> PyResult<Self> {
        let array = match &clear {
            Clear::Number(c) => return self.result(py, |on, x| of_number(on, x, *c)),
            Clear::Real(array) => array.as_any(),
            Clear::Complex(array) => array.as_any(),
        };
        let values = numbers(array)?;
        self.result(py, |on, x| of_values(on, x, &values))
    }
}

#[pymethods]
impl Ciphertext {
    /// Arrays leave operators to ciphertexts.
    #[classattr]
    #[pyo3(name = "__array_ufunc__")]
    fn array_ufunc() -> Option<()> {
        None
    }

    fn __add__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
        match other {
            Operand::Ciphertext(other) => {
                let other = &other.get().native;
                self.result(py, |on, x| on.add(x, other))
            }
            Operand::Clear(clear) => self.__radd__(py, clear),
        }
    }

    fn __radd__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
        self.with_clear(py, other, |on, x, c| on.add_constant(x, c), |on, x, values| on.add_values(x, values))
    }

    fn __sub__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
        let negative = |values: &[Complex64]| values.iter().map(|c| -c).collect::<Vec<_>>();
        match other {
            Operand::Ciphertext(other) => {
                let other = &other.get().native;
                self.result(py, |on, x| on.sub(x, other))
            }
            Operand::Clear(clear) => self.with_clear(
                py,
                clear,
                |on, x, c| on.add_constant(x, -c),
                |on, x, values| on.add_values(x, &negative(values)),
            ),
        }
    }

    fn __rsub__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
        self.__neg__(py)?.__radd__(py, other)
    }

    fn __mul__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
        match other {
            Operand::Ciphertext(other) => {
                let (square, other) = (core::ptr::eq(&self.native, &other.get().native), other.unbind());
                self.heavy_result(py, move |on, x| if square { on.square(x) } else { on.mul(x, &other.get().native) })
            }
            Operand::Clear(clear) => self.__rmul__(py, clear),
        }
    }

    fn __rmul__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
        self.with_clear(py, other, |on, x, c| on.mul_constant(x, c), |on, x, values| on.mul_values(x, values))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        Self::computed(self.scheme.bind(py), |native| {
            let mut x = self.native.clone();
            native.neg_assign(&mut x).map(|()| x)
        })
    }

    /// The square, for less than a product.
    fn square(&self, py: Python<'_>) -> PyResult<Self> {
        self.heavy_result(py, |on, x| on.square(x))
    }

    /// The product with a ciphertext, divided by the scale in the same step: for less than ``*``
    /// and ``rescale``, where the product is not a summand before.
    fn multiply_rescale(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<Self> {
        let key = self.scheme.bind(py).as_super().get().relinearization()?;
        let (scheme, other) = (self.scheme.clone_ref(py), other.clone().unbind());
        self.heavy_result(py, move |on, x| {
            let (a, b) = (on.rescaled(x)?, on.rescaled(&other.get().native)?);
            if a.level() == b.level() {
                scheme.get().native().multiply_relinearize_rescale(&a, &b, &key)
            } else {
                on.rescaled(&on.mul(&a, &b)?)
            }
        })
    }

    /// A product divided by the scale, which operators do by themselves when they need it; what has
    /// the scale of its level is returned as it is.
    fn rescale(&self, py: Python<'_>) -> PyResult<Self> {
        self.result(py, |on, x| on.rescaled(x))
    }

    /// The slots rotated to the left by ``steps``, for negative steps to the right.
    fn rotate(&self, py: Python<'_>, steps: i64) -> PyResult<Self> {
        self.heavy_result(py, move |on, x| on.rotate(x, steps))
    }

    /// The complex conjugate of every slot.
    fn conjugate(&self, py: Python<'_>) -> PyResult<Self> {
        self.heavy_result(py, |on, x| on.conjugate(x))
    }

    /// The sum of ``count`` neighboring slots in each, a power of two.
    fn inner_sum(&self, py: Python<'_>, count: usize) -> PyResult<Self> {
        self.result(py, |on, x| on.inner_sum(x, count))
    }

    /// A matrix times the slots.
    fn transform(&self, py: Python<'_>, matrix: &Bound<'_, LinearTransform>) -> PyResult<Self> {
        let matrix = matrix.get().native.clone();
        self.long_result(py, move |on, x| on.linear_transform(&matrix, x))
    }

    /// A polynomial of every slot. In the basis of Chebyshev all slots are real and in its
    /// interval.
    fn evaluate(&self, py: Python<'_>, polynomial: &Bound<'_, Polynomial>) -> PyResult<Self> {
        let polynomial = polynomial.get().0.clone();
        self.long_result(py, move |on, x| on.evaluate(&polynomial, x))
    }

    /// The signs of real slots with ``2**-gap <= |x| <= 1``, to within ``2**-precision``.
    fn sign(&self, py: Python<'_>, gap: u32, precision: u32) -> PyResult<Self> {
        self.long_result(py, move |on, x| on.sign(x, gap, precision))
    }

    /// The inverses of real slots from ``2**-least`` to ``2 - 2**-least``, to a relative error of
    /// ``2**-precision``.
    fn inverse(&self, py: Python<'_>, least: u32, precision: u32) -> PyResult<Self> {
        self.long_result(py, move |on, x| on.inverse(x, least, precision))
    }

    /// The same ciphertext with a lesser bound on the magnitudes of its values, as its ``log2``:
    /// the caller knows it.
    fn with_bound(&self, py: Python<'_>, log2_bound: f64) -> PyResult<Self> {
        Self::computed(self.scheme.bind(py), |_| self.native.clone().with_bound(log2_bound))
    }

    /// The scheme.
    #[getter]
    fn scheme(&self, py: Python<'_>) -> Py<Ckks> {
        self.scheme.clone_ref(py)
    }

    /// How many times it can be rescaled.
    #[getter]
    fn levels_left(&self) -> usize {
        self.scheme.get().native().levels_left(&self.native)
    }

    /// ``log2`` of the scale.
    #[getter]
    fn log_scale(&self) -> f64 {
        self.native.scale().log2()
    }

    /// ``log2`` of a bound on the magnitudes of its values.
    #[getter]
    fn log2_bound(&self) -> f64 {
        self.native.log2_bound()
    }

    /// The bits after the binary point that are right in every slot, by prediction.
    #[getter]
    fn precision_bits(&self) -> f64 {
        self.scheme.get().native().precision_bits(&self.native)
    }

    /// The ciphertext as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &Object::to_bytes(&self.native, self.scheme.get().native()))
    }

    /// The ciphertext from its bytes.
    ///
    /// Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
    #[staticmethod]
    #[pyo3(signature = (scheme, data: "typing_extensions.Buffer"))]
    fn from_bytes(scheme: &Bound<'_, Ckks>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = array::bytes(data)?;
        let native = Object::from_bytes(scheme.get().native(), array::slice(&bytes)?).map_err(Error::from)?;
        Ok(Self { scheme: scheme.clone().unbind(), native })
    }

    fn __repr__(&self) -> String {
        format!("Ciphertext({} levels left, {:.1} bits right by prediction)", self.levels_left(), self.precision_bits())
    }

    #[pyo3(signature = (protocol: "typing.SupportsIndex") -> "tuple[typing.Any, ...]")]
    fn __reduce_ex__<'py>(slf: &Bound<'py, Self>, protocol: u32) -> PyResult<Pickled<'py>> {
        let py = slf.py();
        let bytes = array::pickled(slf.get().to_bytes(py), protocol)?;
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().scheme.clone_ref(py), bytes)))
    }
}
