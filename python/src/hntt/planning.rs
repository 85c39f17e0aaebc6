//! Designs: what will run, and why.

use super::over_field;
use super::tables::{Tables, refused};
use crate::array;
use crate::error::Error;
use crate::field::Field;
use crate::interrupt::interruptible;
use crate::parameters::{Pickled, refuse_weak};
use papilio::fhe::Parameters;
use papilio::field::FieldRing;
use papilio::hntt::cost::Cost;
use papilio::hntt::{self as native, Direction, KeyKind, LayoutChoice, Problem, Request};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, OnceLock};

/// A plan of a transform across ciphertexts, made by ``papilio.hntt.design``.
#[pyclass(frozen, eq, module = "papilio.hntt")]
pub(crate) struct Design {
    pub(super) native: native::Design,
    /// The designs that it beat, the cheapest first.
    others: Vec<native::Design>,
    tables: OnceLock<Arc<Tables>>,
}

impl PartialEq for Design {
    /// Whether both compute the same. Predictions are left out: as decimal digits they come back
    /// with another last bit.
    fn eq(&self, other: &Self) -> bool {
        let of = |design: &Self| native::Design { seconds: 0.0, predicted: self.native.predicted, ..design.native.clone() };
        of(self) == of(other)
    }
}

impl Design {
    fn new(native: native::Design, others: Vec<native::Design>) -> Self {
        Self { native, others, tables: OnceLock::new() }
    }

    /// The tables of the server's part, made once.
    pub(super) fn tables(&self) -> Result<Arc<Tables>, Error> {
        if let Some(tables) = self.tables.get() {
            return Ok(Arc::clone(tables));
        }
        let made = Arc::new(Tables::new(&self.native)?);
        Ok(Arc::clone(self.tables.get_or_init(|| made)))
    }
}

/// The cheapest plan for a transform of ``columns`` columns of ``lanes`` elements over ``field``.
///
/// ``columns`` is a power of two, the length of the transform; ``lanes`` a power of two, at most
/// the ring degree. With ``rate`` 2, 4 or 8 only the first ``columns / rate`` columns are given,
/// the rest are zero (Reed-Solomon encoding); with ``coset`` the points are those of the coset by
/// the field's generator. ``layout`` is ``"auto"``, ``"columns"`` or ``"blocked"``; ``log_degree``
/// is from 12 to 16. ``field`` is ``P32``, ``Goldilocks``, ``Stark252``, ``Bn254`` or
/// ``Bls12_381``. Columns are encrypted under the secret key.
///
/// >>> import papilio
/// >>> papilio.hntt.design(64, 1024, papilio.field.P32).columns
/// 64
///
/// Raises ``papilio.DesignError`` where none lasts within noise and security.
#[pyfunction]
#[pyo3(signature = (
    columns, lanes, field, *, inverse = false, rate = 1, coset = false,
    layout: "typing.Literal['auto', 'columns', 'blocked']" = "auto", radices = None, log_degree = None, insecure = false
))]
#[expect(clippy::too_many_arguments, reason = "they are the names that Python callers write")]
pub(crate) fn design(
    columns: usize,
    lanes: usize,
    field: &Bound<'_, Field>,
    inverse: bool,
    rate: usize,
    coset: bool,
    layout: &str,
    radices: Option<Vec<usize>>,
    log_degree: Option<u32>,
    insecure: bool,
) -> PyResult<Design> {
    let layout = match layout {
        "auto" => LayoutChoice::Auto,
        "columns" => LayoutChoice::Columns,
        "blocked" => LayoutChoice::Blocked,
        other => return Err(Error::value(format!("layout is {other:?}: it is \"auto\", \"columns\" or \"blocked\""))),
    };
    if !matches!(rate, 1 | 2 | 4 | 8) {
        return Err(Error::value(format!("rate is {rate}: it is 1, 2, 4 or 8, the inverse of the code's rate")));
    }
    let problem = Problem::forward(columns).map_err(refused)?;
    let direction = if inverse { Direction::Inverse } else { Direction::Forward };
    let problem = Problem { direction, shift: u64::from(coset), log_blowup: rate.trailing_zeros(), ..problem };
    let request = Request { layout, radices, log_degree, insecure, key: KeyKind::Secret, ..Request::new(problem, lanes) };
    let name = field.get().native_name();
    let searched = interruptible(field.py(), move || {
        over_field!(name, F => native::design(&FieldRing::<F>::new(), &request, &Cost::here()).map_err(refused), {
            Err(refused(format!("{name} is no field of designs: they are over P32, Goldilocks, Stark252, Bn254 and Bls12_381")))
        })
    });
    let (best, others) = searched?.map_err(PyErr::from)?;
    Ok(Design::new(best, others))
}

#[pymethods]
impl Design {
    /// The length of the transform.
    #[getter]
    fn columns(&self) -> usize {
        self.native.outer.columns()
    }

    /// The columns that are given.
    #[getter]
    fn input_columns(&self) -> usize {
        self.native.outer.inputs()
    }

    /// Elements of a column.
    #[getter]
    fn lanes(&self) -> usize {
        self.native.lanes
    }

    /// The ciphertexts that a client sends.
    #[getter]
    fn inputs(&self) -> usize {
        self.native.recipe.problem.inputs()
    }

    /// The ciphertexts that the server returns.
    #[getter]
    fn outputs(&self) -> usize {
        self.native.recipe.problem.columns()
    }

    /// The ring degree N: coefficients of each ciphertext.
    #[getter]
    fn degree(&self) -> usize {
        1 << self.native.literal.log_degree
    }

    /// The primes of ciphertexts that a client sends.
    #[getter]
    fn moduli(&self) -> Vec<u64> {
        self.native.literal.moduli.clone()
    }

    /// How many of these primes the ciphertexts have that the server returns.
    #[getter]
    fn output_limbs(&self) -> usize {
        self.native.recipe.output_limbs
    }

    /// Name of the field.
    #[getter]
    fn field(&self) -> &str {
        &self.native.field
    }

    /// ``"columns"`` or ``"blocked"``.
    #[getter]
    fn layout(&self) -> &'static str {
        self.native.layout.name()
    }

    /// The radices of the stages.
    #[getter]
    fn radices(&self) -> Vec<usize> {
        self.native.recipe.radices.clone()
    }

    /// The noise budget in bits that outputs have left by prediction.
    #[getter]
    fn predicted_budget_bits(&self) -> f64 {
        self.native.predicted.after
    }

    /// Predicted seconds of one core of this machine for the server's part.
    #[getter]
    fn predicted_seconds(&self) -> f64 {
        self.native.seconds
    }

    /// Whether it is the inverse transform.
    #[getter]
    fn inverse(&self) -> bool {
        self.native.outer.direction == Direction::Inverse
    }

    /// Whether the points are those of a coset of the roots of unity.
    #[getter]
    fn coset(&self) -> bool {
        self.native.on_coset()
    }

    /// The exponent ``e`` of the coset: the first point is ``generator^e``.
    #[getter]
    fn shift(&self) -> u64 {
        self.native.outer.shift
    }

    /// 128, 192 or 256, or 0 for a design that was accepted as ``insecure``.
    #[getter]
    fn security_bits(&self) -> PyResult<u32> {
        Ok(Parameters::new(self.native.literal.clone()).map_err(Error::from)?.security_bits())
    }

    /// The ring degree, radices, layout and primes in a line.
    fn summary(&self) -> String {
        self.native.summary()
    }

    /// The designs that it beat, the cheapest first; none for a design from bytes.
    #[getter]
    fn beaten(&self) -> Vec<Self> {
        self.others.iter().map(|design| Self::new(design.clone(), Vec::new())).collect()
    }

    /// A line of what runs and its predicted cost, and a line for each plan that it beat.
    fn explain(&self) -> String {
        let line = |design: &native::Design| {
            let papilio::hntt::columns::design::Prediction { fresh, after } = design.predicted;
            format!("{:.3} s of one core, budget {fresh:.1} to {after:.1} bits: {}", design.seconds, design.summary())
        };
        let others = self.others.iter().map(|design| format!("beaten: {}", line(design)));
        core::iter::once(line(&self.native)).chain(others).collect::<Vec<_>>().join("\n")
    }

    /// The design as bytes, JSON.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &serde_json::to_vec(&self.native).map_err(refused)?))
    }

    /// The design from its bytes, every part of it checked.
    ///
    /// Raises ``papilio.FormatError`` for bytes of no design, ``papilio.DesignError`` for one that
    /// does not fit itself, ``papilio.SecurityError`` for one below 128 bits of security, unless
    /// ``insecure`` is true.
    #[staticmethod]
    #[pyo3(signature = (data: "typing_extensions.Buffer", insecure = false))]
    fn from_bytes(data: &Bound<'_, PyAny>, insecure: bool) -> PyResult<Self> {
        let bytes = array::bytes(data)?;
        let parsed: Result<native::Design, _> = serde_json::from_slice(array::slice(&bytes)?);
        let native = parsed.map_err(|error| Error::new("FormatError", error))?;
        let predicted = [native.seconds, native.predicted.fresh, native.predicted.after];
        if native.seconds < 0.0 || !predicted.iter().all(|x| x.is_finite()) {
            return Err(refused(format!("its predictions are {predicted:?}: no seconds and bits")).into());
        }
        let name = native.field.as_str();
        let parameters = over_field!(name, F => native.check(&FieldRing::<F>::new()).map_err(refused), {
            Err(refused(format!("it is for the unknown field {name:?}")))
        })?;
        refuse_weak(&parameters, insecure)?;
        Ok(Self::new(native, Vec::new()))
    }

    fn __repr__(&self) -> String {
        format!("Design({})", self.native.summary())
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[bytes, bool]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let design = slf.get();
        Ok((slf.get_type().getattr("from_bytes")?, (design.to_bytes(slf.py())?, design.security_bits()? == 0)))
    }
}
