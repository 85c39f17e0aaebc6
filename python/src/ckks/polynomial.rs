//! Polynomials, which approximate functions.

use crate::error::Error;
use papilio::fhe::polynomial::{Basis, Interval, Plan, Polynomial as Native, PolynomialError};
use pyo3::prelude::*;
use std::cell::RefCell;

/// A polynomial with real coefficients, to be evaluated in every slot.
#[pyclass(frozen, module = "papilio.ckks")]
pub(crate) struct Polynomial(pub(super) Native<f64>);

fn refused(error: PolynomialError) -> Error {
    Error::new("PlaintextError", error)
}

fn interval((start, end): (f64, f64)) -> Result<Interval, Error> {
    Interval::new(start, end).map_err(refused)
}

#[pymethods]
impl Polynomial {
    /// ``c[0] + c[1]·x + c[2]·x^2 + …``.
    #[staticmethod]
    fn power(coefficients: Vec<f64>) -> PyResult<Self> {
        Ok(Self(Native::power(coefficients).map_err(refused)?))
    }

    /// ``Σ c[k]·T_k(u)``, ``u`` in [-1, 1] for ``x`` in the interval, ``T_k`` the polynomials of
    /// Chebyshev.
    #[staticmethod]
    #[pyo3(signature = (interval: "tuple[float, float]", coefficients: "collections.abc.Sequence[float]"))]
    fn chebyshev(interval: (f64, f64), coefficients: Vec<f64>) -> PyResult<Self> {
        Ok(Self(Native::chebyshev(self::interval(interval)?, coefficients).map_err(refused)?))
    }

    /// The polynomial of a degree that approximates ``f`` in an interval, and its greatest error
    /// there.
    ///
    /// Raises what ``f`` raises.
    #[staticmethod]
    #[pyo3(signature = (f: "collections.abc.Callable[[float], float]", interval: "tuple[float, float]", degree: "int") -> "tuple[Polynomial, float]")]
    fn fit(f: &Bound<'_, PyAny>, interval: (f64, f64), degree: usize) -> PyResult<(Self, f64)> {
        let raised: RefCell<Option<PyErr>> = RefCell::new(None);
        let call = |x: f64| {
            f.call1((x,)).and_then(|y| y.extract::<f64>()).unwrap_or_else(|error| {
                raised.borrow_mut().get_or_insert(error);
                0.0
            })
        };
        let fitted = Native::fit(call, self::interval(interval)?, degree);
        if let Some(error) = raised.into_inner() {
            return Err(error);
        }
        let (polynomial, error) = fitted.map_err(refused)?;
        Ok((Self(polynomial), error))
    }

    /// The coefficients in its basis.
    #[getter]
    fn coefficients(&self) -> Vec<f64> {
        self.0.coefficients().to_vec()
    }

    /// The degree.
    #[getter]
    fn degree(&self) -> usize {
        self.0.degree()
    }

    /// The levels that its evaluation takes.
    #[getter]
    fn depth(&self) -> usize {
        Plan::new(&self.0).depth()
    }

    fn __repr__(&self) -> String {
        let basis = if self.0.basis() == Basis::Chebyshev { "chebyshev" } else { "power" };
        format!("Polynomial(degree {}, {basis} basis, {} levels)", self.degree(), self.depth())
    }
}
