//! `papilio.ntt`: transforms of polynomials modulo word primes.

use crate::error::Error;
use crate::integer::word;
use crate::numbers::first_unreduced;
use crate::transform::{Vectors, transform};
use papilio::field::Modulus;
use papilio::ntt::{self as native, Domain};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The points `shift·ω^k`, ω the root of unity that `Plan.root_of_unity` names.
#[pyclass(frozen, eq, hash, module = "papilio.ntt")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Coset {
    /// The shift, which is no multiple of the modulus.
    #[pyo3(get)]
    shift: u64,
}

#[pymethods]
impl Coset {
    #[new]
    #[pyo3(signature = (shift: "int"))]
    fn new(shift: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { shift: word(shift, "shift")? })
    }

    fn __repr__(&self) -> String {
        format!("Coset({})", self.shift)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (u64,)) {
        (slf.get_type(), (slf.get().shift,))
    }
}

/// Where a plan evaluates, as the caller says it.
#[derive(Clone, Debug)]
enum Points {
    Negacyclic,
    Cyclic,
    Coset(Coset),
}

/// The same for the caller to see.
#[derive(IntoPyObject)]
enum DomainName {
    Name(&'static str),
    Coset(Coset),
}

impl<'py> FromPyObject<'_, 'py> for Points {
    type Error = PyErr;

    fn extract(domain: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(coset) = domain.cast::<Coset>() {
            return Ok(Self::Coset(coset.get().clone()));
        }
        let refused = |found: String| {
            PyTypeError::new_err(format!("domain is {found}: it is \"negacyclic\", \"cyclic\" or a papilio.ntt.Coset"))
        };
        match domain.extract::<String>().as_deref() {
            Ok("negacyclic") => Ok(Self::Negacyclic),
            Ok("cyclic") => Ok(Self::Cyclic),
            Ok(other) => Err(refused(format!("{other:?}"))),
            Err(_) => Err(refused(format!("a {}", domain.get_type().name()?))),
        }
    }
}

impl Points {
    fn domain(&self, modulus: Modulus, n: usize) -> Result<Domain, native::PlanError> {
        match self {
            Self::Negacyclic => Domain::negacyclic(modulus, n),
            Self::Cyclic => Domain::cyclic(modulus, n),
            Self::Coset(coset) => Domain::coset(modulus, n, modulus.reduce(coset.shift)),
        }
    }
}

/// Transforms of vectors of one length modulo one prime.
///
/// ``Plan(modulus, n, domain="negacyclic")``: ``modulus`` is an odd prime below 2^62, ``n`` a power
/// of two from 2 to 2^24. The domain is ``"negacyclic"`` (polynomials modulo X^n + 1; ``2n``
/// divides ``modulus - 1``), ``"cyclic"`` (modulo X^n - 1; ``n`` divides ``modulus - 1``) or a
/// ``Coset``.
///
/// >>> import numpy as np, papilio
/// >>> plan = papilio.ntt.Plan(12289, 1024)
/// >>> x = np.arange(1024, dtype=np.uint64)
/// >>> bool((plan.inverse(plan.forward(x)) == x).all())
/// True
///
/// Raises ``papilio.PlanError`` for a modulus or a length that has no transform.
#[pyclass(frozen, module = "papilio.ntt")]
#[derive(Debug)]
pub(crate) struct Plan {
    plan: native::Plan<u64>,
    points: Points,
    axes: [usize; 1],
}

/// One of the four transforms of a plan.
struct Transform<'p> {
    plan: &'p Plan,
    of_one: fn(&native::Plan<u64>, &mut [u64]),
}

impl Vectors<u64> for Transform<'_> {
    fn axes(&self) -> &[usize] {
        &self.plan.axes
    }

    fn first_unreduced(&self, words: &[u64]) -> Option<usize> {
        first_unreduced(words, self.plan.plan.modulus().value().wrapping_neg())
    }

    fn modulus(&self) -> String {
        self.plan.plan.modulus().value().to_string()
    }

    fn apply(&self, vectors: &mut [u64]) {
        vectors.chunks_exact_mut(self.plan.axes[0]).for_each(|x| (self.of_one)(&self.plan.plan, x));
    }
}

#[pymethods]
impl Plan {
    #[new]
    #[pyo3(signature = (modulus: "int", n: "int", domain: "typing.Literal['negacyclic', 'cyclic'] | Coset" = Points::Negacyclic))]
    fn new(modulus: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>, domain: Points) -> PyResult<Self> {
        let points = domain;
        let modulus = word(modulus, "modulus")?;
        let prime = Modulus::new(modulus);
        let prime =
            prime.ok_or_else(|| Error::new("PlanError", format!("the modulus {modulus} is no odd prime below 2^62")))?;
        let n = word(n, "n")?;
        // Lengths beyond those of memory are refused like all others that are too long.
        let domain = points.domain(prime, usize::try_from(n).unwrap_or(usize::MAX)).map_err(Error::from)?;
        let plan = native::Plan::over(domain).map_err(Error::from)?;
        Ok(Self { axes: [plan.size()], plan, points })
    }

    /// The prime.
    #[getter]
    fn modulus(&self) -> u64 {
        self.plan.modulus().value()
    }

    /// The length of a vector.
    #[getter]
    fn n(&self) -> usize {
        self.plan.size()
    }

    /// ``"negacyclic"``, ``"cyclic"`` or the coset.
    #[getter]
    fn domain(&self) -> DomainName {
        match &self.points {
            Points::Negacyclic => DomainName::Name("negacyclic"),
            Points::Cyclic => DomainName::Name("cyclic"),
            Points::Coset(coset) => DomainName::Coset(coset.clone()),
        }
    }

    /// ω, of order ``n``: value ``k`` of a transform in natural order belongs to the point
    /// ``first_point·ω^k``.
    #[getter]
    fn root_of_unity(&self) -> u64 {
        self.plan.domain().coset_parts().map_or(1, |(root, _)| root)
    }

    /// The point of value 0: 1 for a cyclic transform, a root of unity of order ``2n`` for a
    /// negacyclic one.
    #[getter]
    fn first_point(&self) -> u64 {
        self.plan.root()
    }

    /// The kernel that runs here.
    #[getter]
    fn kernel(&self) -> &'static str {
        self.plan.kernel().name()
    }

    /// Evaluates polynomials, by their coefficients, at the points of the domain.
    ///
    /// ``x`` is a C-contiguous ``uint64`` array of shape ``(..., n)`` with values below the
    /// modulus; it may be read-only. The result has its shape: value ``k`` at place ``k`` with
    /// ``natural``, at the place of the reversed digits of ``k`` without, which is faster. ``out``
    /// takes the result; with ``out=x`` it is computed in place.
    ///
    /// Raises ``TypeError`` for another dtype or layout, ``ValueError`` for another shape or a
    /// value that is not below the modulus; ``x`` is not changed then,
    /// while another ``out`` may hold a mixture.
    #[pyo3(signature = (
        x: "numpy.typing.NDArray[numpy.uint64]", out: "numpy.typing.NDArray[numpy.uint64] | None" = None, natural: "bool" = true
    ) -> "numpy.typing.NDArray[numpy.uint64]")]
    fn forward<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        natural: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let of_one = if natural { native::Plan::forward_natural } else { native::Plan::forward };
        transform(x, out, &Transform { plan: self, of_one })
    }

    /// The coefficients of polynomials from their values: the inverse of ``forward`` with the same
    /// ``natural``. Arguments, result and errors are those of ``forward``.
    #[pyo3(signature = (
        x: "numpy.typing.NDArray[numpy.uint64]", out: "numpy.typing.NDArray[numpy.uint64] | None" = None, natural: "bool" = true
    ) -> "numpy.typing.NDArray[numpy.uint64]")]
    fn inverse<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        natural: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let of_one = if natural { native::Plan::inverse_natural } else { native::Plan::inverse };
        transform(x, out, &Transform { plan: self, of_one })
    }

    /// The choices of the planner, and their reasons.
    fn explain(&self) -> String {
        self.plan.explain()
    }

    fn __repr__(&self) -> String {
        let domain = match &self.points {
            Points::Negacyclic => String::new(),
            Points::Cyclic => ", \"cyclic\"".to_owned(),
            Points::Coset(coset) => format!(", {}", coset.__repr__()),
        };
        format!("Plan({}, {}{domain})", self.modulus(), self.n())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (u64, usize, DomainName)) {
        let plan = slf.get();
        (slf.get_type(), (plan.modulus(), plan.n(), plan.domain()))
    }
}
